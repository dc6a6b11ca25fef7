// What curves are drawn over. The store keeps every point by its step; the other axes are mappings of it, run by run, so that runs of other
// batch sizes are over one another by epoch, by samples or by time.
#pragma once

#include <QString>
#include <vector>

#include "views/curves/run_curves.h"

namespace stepscope {

enum class XAxis {
  Step,
  Epoch,
  Time,     // seconds of training, pauses left out
  Clock,    // Unix time, s: when the run was made, plus its seconds of training
  Samples,  // trained so far
};
inline constexpr XAxis kXAxes[] = {XAxis::Step, XAxis::Epoch, XAxis::Time, XAxis::Clock, XAxis::Samples};

QString titleOf(XAxis axis);        // "step"
QString explanationOf(XAxis axis);  // a sentence
// The text of a tick or of the cursor: "1.5k", "12 min", "14:05:12".
QString formatPosition(XAxis axis, double x);

// Round times within [low, high], at most eight: 1, 2, 5, 10, 15, 30 of seconds and minutes, hours, days. Of Time and Clock.
std::vector<double> timeTicks(XAxis axis, double low, double high);
// Whole numbers only: there is no step 1.5.
std::vector<double> wholeTicks(double low, double high);
// Ticks of steps at whole epochs of the run, at most six.
std::vector<double> epochTicks(const RunCurves& run, double low, double high);
// The end of an axis of steps for a run that has come to `last` of `total` (0: not known): grows in few jumps, so that the picture seldom moves.
double roomFor(double last, double total);

// Where a step of the run is on the axis; NaN when the run does not tell (an import without times).
double positionOf(const RunCurves& run, XAxis axis, double step);
// The step of the run at a position of the axis; the inverse of positionOf.
double stepOf(const RunCurves& run, XAxis axis, double x);

}  // namespace stepscope
