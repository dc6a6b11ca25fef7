#include "core/learning/learning_advice.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/learning/learning_rule.h"
#include "core/learning/learning_trial.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

constexpr double kComesFirst = 0.6;  // weight; below it the model did learn, but less than it could

const char* nameOf(LearningOutcome outcome) {
  static constexpr const char* kNames[] = {"found", "not_found", "not_enough_data"};
  return kNames[static_cast<std::size_t>(outcome)];
}

LearningFinding ask(const LearningRuleDef& rule, const LearningFacts& facts) {
  LearningFinding finding;
  try {
    finding = rule.check(facts);
  } catch (const std::exception&) {
    finding = learning::notEnough("The recorded series do not have the expected form.");
  }
  finding.rule = rule.key;
  finding.title = rule.title;
  finding.trial = trialOf(facts, finding);
  return finding;
}

// The facts until the loss became NaN or infinite; nothing if it never did. After that the weights are not finite either, so that units, predictions
// and accuracies have no meaning.
std::optional<LearningFacts> beforeItBroke(const LearningFacts& facts) {
  const auto bad = std::find_if(facts.trainLoss.begin(), facts.trainLoss.end(), [](const Point& point) { return !std::isfinite(point.value); });
  if (bad == facts.trainLoss.end()) return std::nullopt;
  LearningFacts before = facts;
  const std::int64_t step = bad->step;
  for (std::vector<Point>* series :
       {&before.trainLoss, &before.validationLoss, &before.trainAccuracy, &before.validationAccuracy, &before.rate, &before.gradientNorm})
    std::erase_if(*series, [step](const Point& point) { return point.step >= step; });
  std::erase_if(before.epochs, [step](const LearningEpoch& epoch) { return epoch.last >= step; });
  before.steps = std::min(before.steps, step - 1);
  before.units.clear();
  before.predictions.reset();
  return before;
}

}  // namespace

int LearningAdvice::found() const {
  return static_cast<int>(
      std::count_if(findings.begin(), findings.end(), [](const LearningFinding& f) { return f.outcome == LearningOutcome::Found; }));
}

bool LearningAdvice::comesFirst() const {
  return found() > 0 && findings.front().weight >= kComesFirst;
}

LearningAdvice adviseLearning(const LearningFacts& facts) {
  LearningAdvice advice;
  const std::optional<LearningFacts> before = beforeItBroke(facts);
  for (const LearningRuleDef& rule : learningRules()) advice.findings.push_back(ask(rule, before && !rule.afterItBroke ? *before : facts));
  std::stable_sort(advice.findings.begin(), advice.findings.end(), [](const LearningFinding& a, const LearningFinding& b) {
    if (a.outcome != b.outcome) return a.outcome < b.outcome;
    return a.weight > b.weight;
  });
  const auto judged =
      std::count_if(advice.findings.begin(), advice.findings.end(), [](const LearningFinding& f) { return f.outcome == LearningOutcome::NotFound; });
  if (advice.found() > 0) advice.sentence = advice.findings.front().sentence;
  else if (facts.trainLoss.empty()) advice.sentence = "No training loss is recorded, so nothing is known about its learning.";
  else if (judged < 3) advice.sentence = "There is not enough data yet to judge its learning.";
  else advice.sentence = "Its curves show nothing that keeps it from learning.";
  return advice;
}

nlohmann::ordered_json learningJson(const LearningAdvice& advice) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const auto orNull = [](const auto& value, bool there) { return there ? nlohmann::ordered_json(value) : nlohmann::ordered_json(); };
  for (const LearningFinding& f : advice.findings)
    rows.push_back({{"group", "learning"},
                    {"rule", f.rule},
                    {"outcome", nameOf(f.outcome)},
                    {"figure", orNull(f.figure, std::isfinite(f.figure))},
                    {"unit", f.unit},
                    {"sentence", f.sentence},
                    {"cure", orNull(f.cure, !f.cure.empty())},
                    {"try", orNull(f.trial ? commandOf(*f.trial) : std::string(), f.trial.has_value())},
                    {"title", f.title},
                    {"series", orNull(f.evidence.series, !f.evidence.series.empty())},
                    {"first_step", orNull(f.evidence.firstStep, f.evidence.firstStep > 0)},
                    {"last_step", orNull(f.evidence.lastStep, f.evidence.lastStep > 0)},
                    {"epoch", orNull(f.evidence.epoch, f.evidence.epoch > 0)},
                    {"layers", f.evidence.layers}});
  return rows;
}

}  // namespace stepscope
