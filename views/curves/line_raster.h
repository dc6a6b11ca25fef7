// Draws lines of many points into an image, a column of pixels at a time: what a line covers of a column is one run of pixels, whose ends
// are blended by the part of them that is covered. A hundred lines of a thousand points take a few milliseconds where a painter's polylines
// take thirty, and no extreme is lost however many points fall on a pixel.
#pragma once

#include <QColor>
#include <QImage>
#include <functional>

#include "views/curves/overlay.h"

namespace stepscope {

// From a coordinate to a pixel of the image: linear or logarithmic, as an axis is.
struct PlotScale {
  double low = 0, high = 1;  // coordinates at pixels `from` and `to`; > 0 where logarithmic
  double from = 0, to = 1;
  bool logarithmic = false;
  double at(double value) const;  // NaN where there is none: a value <= 0 on a logarithmic scale
};

struct Stroke {
  QRgb color = 0;     // not premultiplied
  double width = 1;   // px
  double dash = 0;    // px of a dash, as much of a gap; 0: a solid line
  bool band = false;  // fills between low and high; without it a line thinned to stretches is drawn from extreme to extreme
};

// Into an image of Format_ARGB32_Premultiplied. Where there is more than one point a pixel, each column is drawn from the least to the
// greatest.
void drawLine(QImage& image, const Line& line, const PlotScale& x, const PlotScale& y, const Stroke& stroke);

// The vertical distance in pixels of a place from a line, in the column of the place; infinite where the line is not.
double distanceOf(const Line& line, const PlotScale& x, const PlotScale& y, double placeX, double placeY);

}  // namespace stepscope
