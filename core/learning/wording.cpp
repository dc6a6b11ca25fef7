#include "core/learning/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/units.h"

namespace stepscope::learning {

LearningFinding found(double weight, double figure, std::string unit, std::string sentence, std::string cure, LearningEvidence evidence) {
  LearningFinding finding;
  finding.outcome = LearningOutcome::Found;
  finding.weight = weight;
  finding.figure = figure;
  finding.unit = std::move(unit);
  finding.sentence = std::move(sentence);
  finding.cure = std::move(cure);
  finding.evidence = std::move(evidence);
  return finding;
}

LearningFinding notFound(double figure, std::string unit, std::string sentence) {
  LearningFinding finding;
  finding.outcome = LearningOutcome::NotFound;
  finding.figure = figure;
  finding.unit = std::move(unit);
  finding.sentence = std::move(sentence);
  return finding;
}

LearningFinding notEnough(std::string missing) {
  LearningFinding finding;
  finding.sentence = std::move(missing);
  return finding;
}

std::string percent(double share) {
  return text::percent(share, 3);
}

std::string epochs(const LearningFacts& facts, std::size_t count) {
  if (facts.tellsEpochs || facts.epochs.empty()) return text::counted(static_cast<std::int64_t>(count), "epoch");
  const std::int64_t steps = facts.epochs.back().last - facts.epochs.front().first + 1;
  return text::counted(steps * static_cast<std::int64_t>(count) / static_cast<std::int64_t>(facts.epochs.size()), "step");
}

std::string cureOf(const LearningFacts& facts, std::string own, std::string foreign) {
  return facts.own ? std::move(own) : std::move(foreign);
}

std::string rateOf(const LearningFacts& facts) {
  if (!facts.project) return "the learning rate";
  return fmt::format("the learning rate of {}", text::number(facts.project->train.optimizer.learningRate));
}

std::string rateCure(const LearningFacts& facts, double factor) {
  if (!facts.own)
    return factor > 1 ? fmt::format("a learning rate {} times as large", text::number(factor))
                      : fmt::format("a learning rate {} times as small", text::rounded(1 / factor, 2));
  if (!facts.project) return "train.optimizer.learning_rate";
  return fmt::format("train.optimizer.learning_rate = {}", text::number(facts.project->train.optimizer.learningRate * factor));
}

std::vector<double> valuesOf(const LearningFacts& facts, double LearningEpoch::*figure) {
  std::vector<double> values;
  for (const LearningEpoch& epoch : facts.epochs)
    if (std::isfinite(epoch.*figure)) values.push_back(epoch.*figure);
  return values;
}

double meanOf(std::span<const double> values) {
  if (values.empty()) return kUnknown;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double medianOf(std::vector<double> values) {
  if (values.empty()) return kUnknown;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double slopeOf(std::span<const double> values) {
  if (values.size() < 2) return kUnknown;
  const double centre = static_cast<double>(values.size() - 1) / 2, mean = meanOf(values);
  double above = 0, below = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i) - centre;
    above += x * (values[i] - mean);
    below += x * x;
  }
  return above / below;
}

double jitterOf(std::span<const double> values) {
  std::vector<double> changes;
  for (std::size_t i = 1; i < values.size(); ++i) changes.push_back(std::abs(values[i] - values[i - 1]));
  return medianOf(std::move(changes));
}

bool tellsSteps(const LearningFacts& facts) {
  return facts.trainLoss.size() >= 20 && facts.trainLoss.size() >= 3 * facts.epochs.size();
}

double firstLoss(const LearningFacts& facts) {
  if (!tellsSteps(facts)) return facts.trainLoss.empty() ? kUnknown : facts.trainLoss.front().value;
  const double first = facts.trainLoss[0].value, mean = (first + facts.trainLoss[1].value + facts.trainLoss[2].value) / 3;
  return mean > kRose * std::abs(first) ? first : mean;
}

double lastLoss(const LearningFacts& facts) {
  for (auto epoch = facts.epochs.rbegin(); epoch != facts.epochs.rend(); ++epoch)
    if (!std::isnan(epoch->trainLoss)) return epoch->trainLoss;
  const std::size_t count = std::max<std::size_t>(1, facts.trainLoss.size() / 10);
  std::vector<double> last;
  for (std::size_t i = facts.trainLoss.size() - std::min(count, facts.trainLoss.size()); i < facts.trainLoss.size(); ++i)
    last.push_back(facts.trainLoss[i].value);
  return meanOf(last);
}

double scaleOf(const LearningFacts& facts) {
  if (facts.guess && std::isfinite(facts.guess->loss) && facts.guess->loss > 0) return facts.guess->loss;
  return std::abs(firstLoss(facts));
}

double earlyRise(const LearningFacts& facts) {
  if (!tellsSteps(facts)) return kUnknown;
  const double first = facts.trainLoss.front().value;  // the only value before any update
  const double start = facts.guess && std::isfinite(facts.guess->loss) ? std::max(first, facts.guess->loss) : first;
  const std::size_t end = std::max<std::size_t>(20, facts.trainLoss.size() / 3);
  double highest = 0;
  for (std::size_t i = 1; i + 2 < std::min(end, facts.trainLoss.size()); ++i)
    highest = std::max(highest, (facts.trainLoss[i].value + facts.trainLoss[i + 1].value + facts.trainLoss[i + 2].value) / 3);
  return start > 0 ? highest / start : kUnknown;
}

const SilentUnits* diedInTraining(const LearningFacts& facts) {
  constexpr double kNearlyAll = 0.95;
  if (!facts.gradients || facts.gradients->norms.empty() || facts.gradients->steps.front() > 8) return nullptr;
  const GradientFacts& gradients = *facts.gradients;
  for (const SilentUnits& of : facts.units) {
    if (&of == &facts.units.back() || of.units < 4 || static_cast<double>(of.silent) < kNearlyAll * static_cast<double>(of.units)) continue;
    for (std::size_t p = 0; p < gradients.parameters.size() && p < gradients.norms.front().size(); ++p)
      if (gradients.parameters[p].name == of.parameter && gradients.norms.front()[p] > 0) return &of;
  }
  return nullptr;
}

std::optional<SlowFall> slowFallOf(const LearningFacts& facts) {
  const auto figure = valuesOf(facts, &LearningEpoch::validationLoss).size() >= 5 ? &LearningEpoch::validationLoss : &LearningEpoch::trainLoss;
  std::vector<double> values, rates;
  for (const LearningEpoch& epoch : facts.epochs) {
    if (!std::isfinite(epoch.*figure)) continue;
    values.push_back(epoch.*figure);
    rates.push_back(std::isfinite(epoch.rate) && epoch.rate > 0 ? epoch.rate : 1.0);
  }
  if (values.size() < 5) return std::nullopt;
  SlowFall fall;
  fall.epochs = values.size();
  const double start = tellsSteps(facts) ? std::max(values.front(), firstLoss(facts)) : values.front();
  fall.share = (start - values.back()) / std::abs(start);
  int fell = 0;
  for (std::size_t i = 1; i < values.size(); ++i) fell += values[i] < values[i - 1] ? 1 : 0;
  fall.steady = static_cast<double>(fell) / static_cast<double>(values.size() - 1);
  const std::size_t middle = values.size() / 2;
  const auto pace = [&](std::size_t from, std::size_t to) {  // fall between two values, divided by the sum of the rates of the epochs between them
    double rate = 0;
    for (std::size_t i = from + 1; i <= to; ++i) rate += rates[i];
    return (values[from] - values[to]) / rate;
  };
  const double before = pace(0, middle), after = pace(middle, values.size() - 1);
  fall.keptPace = before > 0 ? after / before : kUnknown;
  return fall;
}

// The loss fell by less than two fifths in five epochs or more, in nearly every epoch, and per unit of the learning rate at least half as fast at the
// end as at the beginning. Then only the size of the steps limits it (Smith 2018, "A disciplined approach", section 3).
bool isSlow(const SlowFall& fall) {
  return fall.share > 1e-6 && fall.share < 0.4 && fall.steady >= 0.9 && fall.keptPace >= 0.5;
}

}  // namespace stepscope::learning
