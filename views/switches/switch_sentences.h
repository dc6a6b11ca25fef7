// The effect of switches in words and numbers: pure functions of the planner's predictions.
#pragma once

#include <QString>

#include "core/project/switches.h"
#include "views/switches/prediction.h"

namespace stepscope {

// The source of a step's time.
enum class TimeBasis {
  Unknown,    // nothing is known
  Measured,   // kernels that were timed here on quiet cores
  Busy,       // kernels that were timed while other programs used the cores
  Estimated,  // computed from the machine's measured speed; no kernel was timed
  Mixed,      // partly timed
};
TimeBasis timeBasis(const Forecast& forecast);
QString describe(TimeBasis basis);  // "from kernels timed here", "timed while other programs held the cores"

// The predictions after a change compared with those before. Times are compared only if both have the same source, and per sample if the number of
// samples per step changes.
struct ForecastChange {
  enum class Verdict { Same, Better, Worse, Unsure };
  QString memory, time;  // "104 MiB −50 %", "137 ms +40 %", "710 samples/s +9 %"; empty: unchanged
  Verdict memoryVerdict = Verdict::Same, timeVerdict = Verdict::Same;
  QString whyUnsure;  // why the time is uncertain, a sentence
};
ForecastChange changeOf(const Forecast& before, const Forecast& after, std::int64_t samplesBefore, std::int64_t samplesAfter);

// One line for all pending changes: "Peak memory 206 → 104 MiB, 650 → 710 samples/s."
QString consequence(const SwitchForecast& prediction, const Switches& applied, const Switches& pending);

// The result of the search for the largest batch, the chosen batch, and its effect on learning.
QString fittingText(const FittingBatch& fitting, std::int64_t samples, std::int64_t accumulation);
// With fewer updates per epoch than this a model learns little.
inline constexpr std::int64_t kFewStepsAnEpoch = 30;

}  // namespace stepscope
