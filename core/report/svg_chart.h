// Charts as inline SVG, sharp at every scale and without scripts.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope::svg {

struct Curve {
  std::string name;
  std::string color;                  // a CSS colour: "var(--forward)"
  bool dashed = false;                // to tell the curve apart without colour
  bool points = false;                // draw a dot at every value, with the value as a tooltip
  std::vector<Bucket> buckets;        // the line shows `last`, the band min and max; a value that is not finite breaks the line
  int dash = 0;                       // to tell curves of one colour apart: 0 solid, 1 to 3 dashed
  std::vector<Point> notFinite = {};  // each is marked at the edge of the plot: a cross for NaN, a triangle for infinity
};

struct Chart {
  std::string title, xTitle = "step";
  std::vector<Curve> curves;
  std::vector<Marker> markers;                // thin dashed lines with their labels above the plot
  std::function<std::string(double)> format;  // of a value of the y axis
  bool fromZero = false;
  std::string pointTitle = "{}, step {}: {}";  // format of a point's tooltip: curve, step, value
  bool legend = true;                          // false: another table of the page shows the colours of the curves
};

// A panel with title, chart and legend. The legend has the last value of each curve, finite or not. Empty if no curve has a value.
std::string chart(const Chart& chart);

// The ticks of an axis: about `wanted` multiples of a round number (1, 2 or 5 times a power of ten) within [low, high].
std::vector<double> roundTicks(double low, double high, int wanted);

struct Area {
  double value = 0;
  std::string color;
};
// Values side by side as filled columns that touch, for example bytes over the nodes of a step. `line` is a level to compare with, 0 for none.
// `label` describes the picture for screen readers.
std::string columns(const std::vector<Area>& areas, double line, const std::function<std::string(double)>& format, const std::string& label,
                    const std::string& xTitle);

struct Part {
  std::string name, color, label;
  double share = 0;  // of the whole, in [0, 1]
};
// One horizontal bar cut into parts, with the parts' names and labels as tooltips; with a legend below it, or without.
std::string stackedBar(const std::vector<Part>& parts);
std::string bar(const std::vector<Part>& parts);

}  // namespace stepscope::svg
