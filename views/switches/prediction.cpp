#include "views/switches/prediction.h"

#include <algorithm>
#include <optional>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/project/switches.h"
#include "core/train/steps/accumulation.h"
#include "core/train/switches/switch_report.h"

namespace stepscope {

namespace {

Forecast figuresOf(const StepPrediction& step) {
  const StepTime& time = step.time;
  return {step.peakBytes, time.ms, time.estimatedShare(), {}, time.ms > 0 ? time.provisionalMs / time.ms : 0};
}

}  // namespace

SwitchForecast predict(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending) {
  return predictOn("cpu", project, input, withValidation, pending);
}

FittingBatch fitBatch(const Project& project, const ModelInput& input, bool withValidation, const Switches& pending, std::int64_t most) {
  return fitBatchOn("cpu", project, input, withValidation, pending, most);
}

SwitchForecast predictOn(const std::string& device, const Project& project, const ModelInput& input, bool withValidation, const Switches& pending) {
  const Backend& backend = backendToAsk(device);
  MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), true);
  SwitchForecast prediction;
  std::optional<StepPrediction> now;
  try {
    now = predictStep(project, input, withValidation, project.switches, backend, measured);
  } catch (const Error& error) {
    if (pending == project.switches) throw;  // otherwise the pending switches may be better
  }
  const auto forecast = [&](const Switches& switches) {
    const StepPrediction step = predictStep(project, input, withValidation, switches, backend, measured);
    Forecast made = figuresOf(step);
    if (!now) return made;
    made.changes = newNotes(now->reports, step.reports);
    if (const std::string figures = differences(step.facts, now->facts); !figures.empty()) made.changes.insert(made.changes.begin(), figures);
    return made;
  };
  if (now) prediction.applied = prediction.pending = figuresOf(*now);
  if (now)
    for (const SwitchDef& def : switchDefs())
      if (std::vector<std::string> notes = notesOf(def, now->reports); !notes.empty()) prediction.notes[def.key] = std::move(notes);
  try {
    if (!now) {
      prediction.pending = forecast(pending);
      return prediction;
    }
    int changes = 0;
    for (const SwitchDef& def : switchDefs()) {
      if (def.get(pending) == def.get(project.switches)) continue;
      Switches one = project.switches;
      def.set(one, def.get(pending));
      ++changes;
      try {
        prediction.ofSwitch[def.key] = prediction.pending = forecast(one);
      } catch (const Error&) {
        if (one == pending) throw;  // it may need the other changes: checkpointing = budget needs a budget that can be met
      }
    }
    if (changes > 1) prediction.pending = forecast(pending);
  } catch (const Error& error) {
    prediction.problem = error.what();
  }
  return prediction;
}

std::int64_t kneeOf(const std::vector<std::int64_t>& batches, const std::vector<double>& samplesPerSecond) {
  constexpr double kNear = 0.95;
  if (batches.empty() || batches.size() != samplesPerSecond.size()) return 0;
  const double best = *std::max_element(samplesPerSecond.begin(), samplesPerSecond.end());
  for (std::size_t i = 0; i < batches.size(); ++i)
    if (samplesPerSecond[i] >= kNear * best) return batches[i];
  return 0;
}

FittingBatch fitBatchOn(const std::string& device, const Project& project, const ModelInput& input, bool withValidation, const Switches& pending,
                        std::int64_t most) {
  const Backend& backend = backendToAsk(device);
  MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), false);
  FittingBatch fitting;
  fitting.budgetBytes = memoryForTraining(backend);
  fitting.largest = largestBatch(project, input, withValidation, pending, backend, measured, fitting.budgetBytes, most);
  std::vector<std::int64_t> batches;
  std::vector<double> speeds;
  for (std::int64_t batch = 1; batch <= fitting.largest.batch; batch *= 2) {
    Switches with = pending;
    with.batchSize = batch;
    const double ms = predictStep(project, input, withValidation, with, backend, measured).time.ms;
    if (ms <= 0) return fitting;
    batches.push_back(batch);
    speeds.push_back(static_cast<double>(samplesPerUpdate(with)) / ms);
  }
  fitting.knee = kneeOf(batches, speeds);
  if (fitting.knee == 0) return fitting;
  const auto at = std::find(batches.begin(), batches.end(), fitting.knee) - batches.begin();
  fitting.kneeShare = speeds[static_cast<std::size_t>(at)] / *std::max_element(speeds.begin(), speeds.end());
  return fitting;
}

}  // namespace stepscope
