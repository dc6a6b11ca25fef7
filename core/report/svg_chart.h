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
  bool dashed = false;                // told apart without colour
  bool points = false;                // a dot at every value, with its figure as a tooltip
  std::vector<Bucket> buckets;        // the line shows `last`, the band min and max; a value that is not finite breaks the line
  int dash = 0;                       // of several runs of one colour: 0 solid, then three dashes
  std::vector<Point> notFinite = {};  // a mark at the edge each: a cross for NaN, a triangle for what is infinite
};

struct Chart {
  std::string title, xTitle = "step";
  std::vector<Curve> curves;
  std::vector<Marker> markers;                // thin dashed lines with their labels above the plot
  std::function<std::string(double)> format;  // of the y axis
  bool fromZero = false;
  std::string pointTitle = "{}, step {}: {}";  // of the tooltip of a point: curve, step, figure
  bool legend = true;                          // without it another table of the page says which colour is which curve
};

// A panel with title, chart and legend, which tells the last value, finite or not; empty when no curve has a value.
std::string chart(const Chart& chart);

// Steps of an axis: about `wanted` round numbers (1, 2, 5 times a power of ten) within [low, high].
std::vector<double> roundTicks(double low, double high, int wanted);

struct Area {
  double value = 0;
  std::string color;
};
// Bytes side by side as filled columns that touch: memory over the nodes of a step. `line`: a level to compare with, 0 for none. label: what the
// picture is, for who cannot see it.
std::string columns(const std::vector<Area>& areas, double line, const std::function<std::string(double)>& format, const std::string& label,
                    const std::string& xTitle);

struct Part {
  std::string name, color, label;
  double share = 0;  // of the whole, in [0, 1]
};
// One horizontal bar cut into parts; with a legend, or with the parts' names and labels as tooltips alone.
std::string stackedBar(const std::vector<Part>& parts);
std::string bar(const std::vector<Part>& parts);

}  // namespace stepscope::svg
