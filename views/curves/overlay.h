// Makes lines from the series of runs: over any axis, smoothed or not, one per run or the mean of a group with a band. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "views/curves/curve_axis.h"

namespace stepscope {

// A line: y over x, with x ascending. `low` and `high` are the extremes around y (of a thinned series, or the band of a group); empty: none.
struct Line {
  std::vector<double> x, y, low, high;
  std::size_t size() const { return x.size(); }
  bool empty() const { return x.empty(); }
};

// The curve over an axis, with values multiplied by `scale`. `weight` is that of DebiasedEma; 0: not smoothed. A smoothed line has no extremes.
// Points without a position on the axis are left out.
Line lineOf(const RunCurves& run, const Curve& curve, XAxis axis, double weight, double scale = 1);

// The part of a stored series between two steps, for a zoomed view of a long series. It is smoothed from the beginning of the series, and then
// thinned to at most `most` intervals with their extremes.
Line detailOf(const RunCurves& run, const std::vector<Point>& points, XAxis axis, double weight, double scale, double firstStep, double lastStep,
              std::size_t most);

enum class Grouping { None, Repeats, Group };  // Repeats: runs whose settings differ only in the seed; Group: runs of one named group
enum class Band { None, Deviation, Error, Extremes };

// The indices of the runs of each group, ordered by the group's first run. A run without a group forms its own.
std::vector<std::vector<std::size_t>> groupsOf(const std::vector<const RunCurves*>& runs, Grouping by);

// The mean of several lines at every x that one of them has. Each line counts only between its own first and last point, and is linear between
// points; values that are not finite are left out. The band is the mean +- the sample standard deviation, the mean +- its standard error, or the
// extremes.
Line meanOf(const std::vector<Line>& lines, Band band);

// The limits of a value axis: the smallest and the largest finite value; NaN without values. If `robust`, and with more than 4 values, values are
// left outside that are more than 3 h away from Tukey's outer fences (quartiles -+ 3 interquartile ranges; Tukey 1977, "Exploratory Data Analysis"),
// where h is the distance of the fences within the values. If these are more than a tenth of the values, none is left outside.
struct Limits {
  double low, high;
  std::size_t below = 0, above = 0;  // number of values left outside
};
Limits limitsOf(std::vector<double> values, bool robust);

}  // namespace stepscope
