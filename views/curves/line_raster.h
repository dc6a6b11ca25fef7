// Draws lines of many points into an image. In each pixel column, the part that a line covers is filled at once, with antialiased ends. A hundred
// lines of a thousand points take a few milliseconds, QPainter's polylines thirty. No extreme is lost, even with many points per pixel.
#pragma once

#include <QColor>
#include <QImage>
#include <functional>

#include "views/curves/overlay.h"

namespace stepscope {

// Maps coordinates to pixels of the image, linearly or logarithmically, like an axis.
struct PlotScale {
  double low = 0, high = 1;  // coordinates at the pixels `from` and `to`; both > 0 if `logarithmic`
  double from = 0, to = 1;
  bool logarithmic = false;
  double at(double value) const;  // NaN for a value <= 0 on a logarithmic scale
};

struct Stroke {
  QRgb color = 0;     // alpha not premultiplied
  double width = 1;   // px
  double dash = 0;    // length in px of a dash and of a gap; 0: a solid line
  bool band = false;  // true: fills between low and high; false: draws y, and low to high of a thinned line
};

// Draws into an image of Format_ARGB32_Premultiplied. With more than one point per pixel, each column is drawn from the smallest to the largest
// value.
void drawLine(QImage& image, const Line& line, const PlotScale& x, const PlotScale& y, const Stroke& stroke);

// The shortest distance in pixels from a position to the points of a line and to its piece above or below the position; infinite without points.
double distanceOf(const Line& line, const PlotScale& x, const PlotScale& y, double placeX, double placeY);

}  // namespace stepscope
