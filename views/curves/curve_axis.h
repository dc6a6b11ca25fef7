// The x axis of curves. The store has every point by its step; the other axes are computed from it, run by run, so that runs with different batch
// sizes can be compared by epoch, by samples or by time.
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
// The text of a tick or of the cursor: "1.5k", "12 min", "14:05:12".
QString formatPosition(XAxis axis, double x);

// Round times within [low, high], at most eight: 1, 2, 5, 10, 15, 30 of seconds and minutes, hours, days. For Time and Clock.
std::vector<double> timeTicks(XAxis axis, double low, double high);
// Integers only: there is no step 1.5.
std::vector<double> wholeTicks(double low, double high);
// Ticks of a step axis at whole epochs of the run, at most six.
std::vector<double> epochTicks(const RunCurves& run, double low, double high);
// The end of a step axis for a run at step `last` of `total` (0: not known): it grows in a few jumps, so that the picture rarely moves.
double roomFor(double last, double total);

// The position of a step of the run on the axis; NaN if it is not known (an import without times).
double positionOf(const RunCurves& run, XAxis axis, double step);
// The step of the run at a position of the axis; the inverse of positionOf.
double stepOf(const RunCurves& run, XAxis axis, double x);

}  // namespace stepscope
