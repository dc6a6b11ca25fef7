// The x axis of curves. The store keeps every point with its step; positions on the other axes are computed from the step, for each run, so that
// runs with different batch sizes can be compared by epoch, samples or time.
#pragma once

#include <QString>
#include <vector>

#include "views/curves/run_curves.h"

namespace stepscope {

enum class XAxis {
  Step,
  Epoch,
  Time,     // seconds of training, without pauses
  Clock,    // Unix time, s: the start of the run plus its seconds of training
  Samples,  // number of training samples so far
};
inline constexpr XAxis kXAxes[] = {XAxis::Step, XAxis::Epoch, XAxis::Time, XAxis::Clock, XAxis::Samples};

QString titleOf(XAxis axis);        // "step"
QString explanationOf(XAxis axis);  // a sentence
// The text of a tick or of the cursor: "1.5k", "12 min", "24. 14:05" (day of the month and local time).
QString formatPosition(XAxis axis, double x);

// Round times within [low, high], at most nine, for Time and Clock. The distance is a round number of seconds, minutes, hours or days.
std::vector<double> timeTicks(XAxis axis, double low, double high);
// Multiples of 1, 2 or 5 times a power of ten within [low, high], at most seven; only integers, because there is no step 1.5.
std::vector<double> wholeTicks(double low, double high);
// The steps at whole epochs of the run, at most seven, as ticks of a step axis.
std::vector<double> epochTicks(const RunCurves& run, double low, double high);
// The upper end of the step axis for a run at step `last` of `total` (0: not known). It grows in a few jumps, so that the picture rarely moves, and
// is `total` from a third of it on.
double roomFor(double last, double total);

// The position of a step of the run on the axis; NaN if it is not known (an import without times).
double positionOf(const RunCurves& run, XAxis axis, double step);
// The step of the run at a position of the axis; the inverse of positionOf.
double stepOf(const RunCurves& run, XAxis axis, double x);

}  // namespace stepscope
