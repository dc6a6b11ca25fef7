// Draws lines of many points into an image, column by column: the part of a column that a line covers is one run of pixels, with antialiased ends. A
// hundred lines of a thousand points take a few milliseconds where a painter's polylines take thirty, and no extreme is lost however many points are
// on a pixel.
#pragma once

#include <QColor>
#include <QImage>
#include <functional>

#include "views/curves/overlay.h"

namespace stepscope {

// From a coordinate to a pixel of the image: linear or logarithmic, like an axis.
struct PlotScale {
  double low = 0, high = 1;  // coordinates at pixels `from` and `to`; > 0 if logarithmic
  double from = 0, to = 1;
  bool logarithmic = false;
  double at(double value) const;  // NaN for a value <= 0 on a logarithmic scale
};

struct Stroke {
  QRgb color = 0;     // not premultiplied
  double width = 1;   // px
  double dash = 0;    // length in px of a dash and of a gap; 0: a solid line
  bool band = false;  // fills between low and high; otherwise a thinned line is drawn between its extremes
};

// Into an image of Format_ARGB32_Premultiplied. With more than one point per pixel, each column is drawn from the smallest to the largest
// value.
void drawLine(QImage& image, const Line& line, const PlotScale& x, const PlotScale& y, const Stroke& stroke);

// The vertical distance in pixels between a position and a line; infinite where there is no line.
double distanceOf(const Line& line, const PlotScale& x, const PlotScale& y, double placeX, double placeY);

}  // namespace stepscope
