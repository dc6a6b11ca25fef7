// Makes lines from the series of runs: over any axis, smoothed, one per run or the mean of a group with a band. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "views/curves/curve_axis.h"

namespace stepscope {

// A line: y over x, x ascending. low and high are extremes around it (a thinned series, the band of a group); empty: none.
struct Line {
  std::vector<double> x, y, low, high;
  std::size_t size() const { return x.size(); }
  bool empty() const { return x.empty(); }
};

// The curve over an axis. weight: of DebiasedEma, 0 for none. A smoothed line has no extremes. Points without a position on the axis are left out.
Line lineOf(const RunCurves& run, const Curve& curve, XAxis axis, double weight, double scale = 1);

// Points of a stored series between two steps, smoothed from its beginning and then thinned to at most `most` stretches with their extremes: for a
// zoomed view of a long series.
Line detailOf(const RunCurves& run, const std::vector<Point>& points, XAxis axis, double weight, double scale, double firstStep, double lastStep,
              std::size_t most);

enum class Grouping { None, Repeats, Group };  // Repeats: runs whose settings differ only in the seed; Group: runs of one named group
enum class Band { None, Deviation, Error, Extremes };

// Indices of runs that belong together, in the order of their first ones. A run without a group is alone.
std::vector<std::vector<std::size_t>> groupsOf(const std::vector<const RunCurves*>& runs, Grouping by);

// The mean of several lines at every x of any of them, each between its own first and last point, linear between points; values that are not finite
// are left out. The band: mean +- sample standard deviation, +- standard error of the mean, or the extremes.
Line meanOf(const std::vector<Line>& lines, Band band);

// The limits of a value axis with which most of the values can be distinguished. With more than 4 values, and extremes more than four times as far
// away as Tukey's outer fences (quartiles -+ 3 interquartile ranges; Tukey 1977, "Exploratory Data Analysis"), at most a tenth of the values is left
// outside. NaN for no values.
struct Limits {
  double low, high;
  std::size_t below = 0, above = 0;  // values outside
};
Limits limitsOf(std::vector<double> values, bool robust);

}  // namespace stepscope
