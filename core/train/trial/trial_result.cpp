#include "core/train/trial/trial_result.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

Json known(double value) {
  return value > 0 ? Json(value) : Json();
}
Json known(std::int64_t value) {
  return value > 0 ? Json(value) : Json();
}
Json known(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json jsonOf(const TrialSideFigures& side) {
  return {{"samples", side.samples},
          {"threads", side.threads},
          {"workers", side.workers},
          {"predicted_step_ms", known(side.predictedMs)},
          {"predicted_estimated_share", side.predictedMs > 0 ? Json(side.estimatedShare) : Json()},
          {"predicted_provisional_share", side.predictedMs > 0 ? Json(side.provisionalShare) : Json()},
          {"step_ms", known(side.measuredMs)},
          {"predicted_peak_bytes", known(side.predictedPeakBytes)},
          {"measured_peak_bytes", known(side.measuredPeakBytes)}};
}

Json jsonOf(const TrialResult& trial) {
  const std::optional<TrialFigures>& figures = trial.figures;
  const auto figure = [&](double TrialFigures::*field) { return figures ? Json((*figures).*field) : Json(); };
  return {{"step", trial.step},
          {"switch", trial.key},
          {"from", trial.from},
          {"to", trial.to},
          {"change", trial.change},
          {"device", trial.device},
          {"outcome", nameOf(trial.outcome)},
          {"sentence", trial.sentence()},
          {"problem", trial.problem.empty() ? Json() : Json(trial.problem)},
          {"ratio", figure(&TrialFigures::ratio)},
          {"ratio_low", figure(&TrialFigures::low)},
          {"ratio_high", figure(&TrialFigures::high)},
          {"predicted_ratio", known(trial.predictedRatio())},
          {"without", jsonOf(trial.without)},
          {"with", jsonOf(trial.with)},
          {"pairs", trial.pairs},
          {"quiet_pairs", trial.quietPairs},
          {"steps", figures ? figures->steps : 0},
          {"drift", figure(&TrialFigures::drift)},
          {"cores_others", known(trial.others)},
          {"seconds", trial.seconds},
          {"loss", {{"difference", known(trial.lossDifference)}, {"must_stay", trial.lossMustStay}}},
          {"choice", nameOf(trial.choice)}};
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <class T>
T at(const Json& json, const char* key, T fallback = {}) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  if (!json.is_object() || found == json.end()) return fallback;
  if constexpr (std::is_same_v<T, std::string>) {
    return found->is_string() ? found->template get<std::string>() : fallback;
  } else if constexpr (std::is_same_v<T, bool>) {
    return found->is_boolean() ? found->template get<bool>() : fallback;
  } else if constexpr (std::is_same_v<T, Json>) {
    return *found;
  } else {
    return found->is_number() ? found->template get<T>() : fallback;
  }
}

std::optional<double> numberAt(const Json& json, const char* key) {
  const Json value = at<Json>(json, key);
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

TrialSideFigures sideOf(const Json& json) {
  TrialSideFigures side;
  side.samples = at<std::int64_t>(json, "samples");
  side.threads = at<int>(json, "threads");
  side.workers = at<std::int64_t>(json, "workers");
  side.predictedMs = at<double>(json, "predicted_step_ms");
  side.estimatedShare = at<double>(json, "predicted_estimated_share", 1);
  side.provisionalShare = at<double>(json, "predicted_provisional_share");
  side.measuredMs = at<double>(json, "step_ms");
  side.predictedPeakBytes = at<std::int64_t>(json, "predicted_peak_bytes");
  side.measuredPeakBytes = at<std::int64_t>(json, "measured_peak_bytes");
  return side;
}

TrialResult trialOf(const Json& json) {
  TrialResult trial;
  trial.step = at<std::int64_t>(json, "step");
  trial.key = at<std::string>(json, "switch");
  trial.from = at<std::string>(json, "from");
  trial.to = at<std::string>(json, "to");
  trial.change = at<std::string>(json, "change");
  trial.device = at<std::string>(json, "device");
  trial.outcome = outcomeOf(at<std::string>(json, "outcome"));
  trial.problem = at<std::string>(json, "problem");
  trial.without = sideOf(at<Json>(json, "without"));
  trial.with = sideOf(at<Json>(json, "with"));
  trial.pairs = at<int>(json, "pairs");
  trial.quietPairs = at<int>(json, "quiet_pairs");
  trial.others = numberAt(json, "cores_others");
  trial.seconds = at<double>(json, "seconds");
  const Json loss = at<Json>(json, "loss");
  trial.lossDifference = numberAt(loss, "difference");
  trial.lossMustStay = at<bool>(loss, "must_stay");
  const auto choice = at<std::string>(json, "choice");
  trial.choice = choice == "kept" ? TrialResult::Choice::Kept : choice == "put_back" ? TrialResult::Choice::PutBack : TrialResult::Choice::Open;
  if (const auto ratio = numberAt(json, "ratio")) {
    TrialFigures figures;
    figures.ratio = *ratio;
    figures.low = at<double>(json, "ratio_low");
    figures.high = at<double>(json, "ratio_high");
    figures.drift = at<double>(json, "drift");
    figures.steps = at<int>(json, "steps");
    figures.pairs = trial.quietPairs;
    figures.withoutMs = trial.without.measuredMs;
    figures.withMs = trial.with.measuredMs;
    trial.figures = figures;
  }
  const bool needsFigures = trial.outcome == TrialOutcome::Faster || trial.outcome == TrialOutcome::Slower ||
                            trial.outcome == TrialOutcome::NoChange || trial.outcome == TrialOutcome::Unsteady;
  if (needsFigures && !trial.figures) trial.outcome = TrialOutcome::Unclear;
  return trial;
}

// The interval of the speed-up: the two ends are exchanged.
std::string interval(const TrialFigures& figures) {
  return fmt::format("95 % interval {:.3g} to {:.3g}", 1 / figures.high, 1 / figures.low);
}

}  // namespace

double TrialResult::predictedRatio() const {
  if (!(without.predictedMs > 0) || !(with.predictedMs > 0) || without.samples <= 0 || with.samples <= 0) return 0;
  return with.predictedMs / static_cast<double>(with.samples) / (without.predictedMs / static_cast<double>(without.samples));
}

std::string TrialResult::sentence() const {
  const std::string each = without.samples != with.samples ? " a sample" : "";
  switch (outcome) {
    case TrialOutcome::Faster: return fmt::format("{:.3g} times as fast{} ({})", 1 / figures->ratio, each, interval(*figures));
    case TrialOutcome::Slower:
      return fmt::format("{:.3g} times as slow{} (95 % interval {:.3g} to {:.3g})", figures->ratio, each, figures->low, figures->high);
    case TrialOutcome::NoChange: return fmt::format("as fast as before{}: {:.3g} times ({})", each, 1 / figures->ratio, interval(*figures));
    case TrialOutcome::Unclear:
      return figures ? fmt::format("no verdict: {:.3g} times as fast{}, but the {} is too wide to tell", 1 / figures->ratio, each, interval(*figures))
                     : std::string("no verdict: too few steps could be measured");
    case TrialOutcome::CoresBusy:
      return others ? fmt::format("cores busy, no verdict: other programs took {:.0f} % of them", *others * 100)
                    : std::string("cores busy, no verdict");
    case TrialOutcome::Unsteady:
      return fmt::format("no verdict: steps without the change became {:.0f} % {} meanwhile", std::abs(figures->drift) * 100,
                         figures->drift > 0 ? "slower" : "faster");
    case TrialOutcome::LossChanged:
      return fmt::format("not to be kept: the loss differs by {:.2g} %, and the switch must not change it", lossDifference.value_or(0) * 100);
    case TrialOutcome::NotFinite: return "not to be kept: with it the loss is not finite";
    case TrialOutcome::Cancelled: return "cancelled";
    case TrialOutcome::Failed: return problem.empty() ? "it could not be tried" : problem;
  }
  return {};
}

std::string nameOf(TrialResult::Choice choice) {
  return choice == TrialResult::Choice::Kept ? "kept" : choice == TrialResult::Choice::PutBack ? "put_back" : "open";
}

std::string trialJson(const TrialResult& trial) {
  return dumped(jsonOf(trial));
}

std::string trialsJson(const std::vector<TrialResult>& trials) {
  Json json = Json::array();
  for (const TrialResult& trial : trials) json.push_back(jsonOf(trial));
  return dumped(json);
}

std::vector<TrialResult> trialsOf(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  std::vector<TrialResult> trials;
  if (!json.is_array()) return trials;
  for (const Json& item : json)
    if (item.is_object() && !at<std::string>(item, "switch").empty()) trials.push_back(trialOf(item));
  return trials;
}

}  // namespace stepscope
