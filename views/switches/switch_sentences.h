// What switches would do, in words and figures: pure functions of what the planner said.
#pragma once

#include <QString>

#include "core/project/switches.h"
#include "views/switches/prediction.h"

namespace stepscope {

// What the time of a step rests on.
enum class TimeBasis {
  Unknown,    // nothing is known
  Measured,   // kernels that were timed here on quiet cores
  Busy,       // kernels that were timed while other programs held the cores
  Estimated,  // the machine's measured speed; no kernel of it was timed
  Mixed,      // partly timed
};
TimeBasis timeBasis(const Forecast& forecast);
QString describe(TimeBasis basis);  // "timed here", "timed while other programs held the cores"

// Figures after beside figures before. Times are held against each other only where both rest on the same, and per sample where the
// number of samples in a step changes.
struct ForecastChange {
  enum class Verdict { Same, Better, Worse, Unsure };
  QString memory, time;  // "104 MiB −50 %", "137 ms +40 %", "710 samples/s +9 %"; empty: as before
  Verdict memoryVerdict = Verdict::Same, timeVerdict = Verdict::Same;
  QString whyUnsure;  // of the time, a sentence
};
ForecastChange changeOf(const Forecast& before, const Forecast& after, std::int64_t samplesBefore, std::int64_t samplesAfter);

// One line: "Peak memory 206 → 104 MiB, 650 → 710 samples/s." for all that is pending.
QString consequence(const Prediction& prediction, const Switches& applied, const Switches& pending);

// What the search for the largest batch found, what was set, and what that means for learning.
QString fittingText(const FittingBatch& fitting, std::int64_t samples, std::int64_t accumulation);
// Fewer updates than these in an epoch teach little.
inline constexpr std::int64_t kFewStepsAnEpoch = 30;

}  // namespace stepscope
