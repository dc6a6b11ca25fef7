#include "profiler/advisor/calibration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/train/trial/trial_result.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kSame = 0.03;

int directionOf(double ratio) {
  return ratio < 1 - kSame ? -1 : ratio > 1 + kSame ? 1 : 0;
}

}  // namespace

bool CalibrationRow::hit() const {
  return directionOf(estimated) == directionOf(measured);
}

std::vector<CalibrationRow> calibrationOf(const RunReader& store) {
  std::vector<CalibrationRow> rows;
  for (const RunInfo& run : store.runs()) {
    const auto kept = store.artefact(run.id, "trials");
    if (!kept) continue;
    for (const TrialResult& trial : trialsOf(*kept)) {
      CalibrationRow row;
      row.run = run.id;
      row.step = trial.step;
      row.change = trial.change;
      row.outcome = nameOf(trial.outcome);
      row.estimated = trial.predictedRatio();
      row.estimatedShare = std::max(trial.with.estimatedShare, trial.without.estimatedShare);
      // A trial measured while other programs used the cores does not count.
      const bool measured = trial.outcome == TrialOutcome::Faster || trial.outcome == TrialOutcome::Slower || trial.outcome == TrialOutcome::NoChange;
      if (trial.figures && measured) {
        row.measured = trial.figures->ratio;
        row.low = trial.figures->low;
        row.high = trial.figures->high;
      }
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

nlohmann::ordered_json calibrationJson(const std::vector<CalibrationRow>& rows) {
  using Json = nlohmann::ordered_json;
  const auto known = [](double value) { return value > 0 ? Json(value) : Json(); };
  Json list = Json::array();
  for (const CalibrationRow& row : rows)
    list.push_back({{"run", row.run},
                    {"step", row.step},
                    {"change", row.change},
                    {"outcome", row.outcome},
                    {"estimated", known(row.estimated)},
                    {"estimated_share", row.estimated > 0 ? Json(row.estimatedShare) : Json()},
                    {"measured", known(row.measured)},
                    {"measured_low", known(row.low)},
                    {"measured_high", known(row.high)},
                    {"hit", row.counts() ? Json(row.hit()) : Json()}});
  return list;
}

std::string calibrationSentence(const std::vector<CalibrationRow>& rows) {
  if (rows.empty()) return "No switch was tried yet: `stepscope-cli try PROJECT SWITCH=VALUE --run RUN` or Try it in the window keeps a record.";
  std::vector<double> off;
  int hits = 0;
  for (const CalibrationRow& row : rows) {
    if (!row.counts()) continue;
    hits += row.hit();
    off.push_back(std::abs(row.estimated / row.measured - 1));
  }
  if (off.empty()) return fmt::format("{} switches were tried; none has both an estimate and a measurement on quiet cores.", rows.size());
  return fmt::format(
      "{} of {} estimates agreed with what the trial measured (faster, slower or the same within 3 %); they were off by {} at the median.", hits,
      off.size(), advice::percent(quantileOf(off, 0.5)));
}

}  // namespace stepscope
