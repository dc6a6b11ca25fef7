// The time coordinates of the timeline: the visible part of a trace, and its position on the screen. Plain values, testable without a window. Times
// are ns since the trace began, as doubles: exact to a nanosecond for 104 days.
#pragma once

#include <QString>
#include <vector>

namespace stepscope {

struct TimeTick {
  double time = 0;
  QString label;
};

struct TimeAxis {
  static constexpr double kShortest = 100;  // ns: length of the visible part at the deepest zoom

  double total = 1;              // length of the trace
  double begin = 0, length = 1;  // the visible part
  double left = 0, width = 1;    // pixels on which it is drawn

  double end() const { return begin + length; }
  double nsPerPixel() const { return length / width; }
  double xOf(double time) const { return left + (time - begin) / length * width; }
  double timeAt(double x) const { return begin + (x - left) / width * length; }

  void fit();
  // Shows [from, to] with a margin of `margin` of its length on both sides.
  void show(double from, double to, double margin = 0.02);
  // factor < 1 zooms in. The time under pixel x stays there, unless the end of the trace prevents it.
  void zoomAbout(double x, double factor);
  void panPixels(double pixels);  // > 0: to later times
  // Moves as little as needed to make [from, to] visible; zooms in if it would be less than `leastPixels` wide, and out if it does not fit.
  void reveal(double from, double to, double leastPixels = 3);

  // Ticks at the multiples of 1, 2 or 5 times a power of ten, at least `spacing` pixels apart. All labels have the same unit and as many decimals as
  // they need.
  std::vector<TimeTick> ticks(double spacing = 88) const;

  bool operator==(const TimeAxis&) const = default;

 private:
  void clamp();
};

}  // namespace stepscope
