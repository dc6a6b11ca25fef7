// Validation is better than is possible without a leak.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// Validation loss divided by the training loss of the epoch after it. It must also be lower by three standard deviations of a mean of as many squared
// errors as there are validation samples.
constexpr double kBetter = 0.85;
constexpr double kPerfect = 0.998;  // accuracy after the first epoch
constexpr std::int64_t kSamples = 50;
constexpr double kNoError = 1e-3;  // mean squared error of standardized targets after the first epoch

// Whether the project makes the training loss larger than the validation loss without any leak.
bool trainsHarder(const Project& project) {
  const DataSpec& data = project.data;
  if (data.flip || data.cropPadding > 0 || data.cropScale < 1 || data.augmentation.any()) return true;
  if (project.model.loss.labelSmoothing > 0 || project.train.average.decay > 0) return true;
  for (const auto& [name, value] : project.model.reals)
    if ((name == "dropout" || name == "stochastic_depth_prob") && value > 0) return true;
  for (const LayerSpec& layer : project.model.layers)
    if (layer.type == "dropout" || layer.type == "stochastic_depth") return true;
  static constexpr std::string_view kWithDropout[] = {"vgg16_bn", "mobilenet_v2", "mobilenet_v3_small", "efficientnet_b0"};
  return std::find(std::begin(kWithDropout), std::end(kWithDropout), project.model.name) != std::end(kWithDropout);
}

LearningFinding check(const LearningFacts& facts) {
  const std::vector<double> validation = valuesOf(facts, &LearningEpoch::validationLoss);
  if (validation.size() < 2)
    return notEnough(validation.empty() ? std::string("No validation loss is recorded.")
                                        : std::string("The validation loss was measured once; two epochs are needed."));
  const std::string cure =
      facts.own ? "stepscope-cli data check PROJECT: equal samples on both sides, and columns that tell the answer; data.ignore leaves a column out"
                : "equal samples on both sides, and inputs that tell the answer";
  const LearningEpoch& first = facts.epochs.front();
  const bool made = facts.project && (facts.project->data.kind == "synthetic" || facts.project->data.kind == "shapes");
  if (!made && facts.own && facts.validationSamples >= kSamples) {
    const bool rightAtOnce = facts.task == Task::Classification && first.validationAccuracy >= kPerfect;
    const bool exactAtOnce = facts.task == Task::Regression && facts.guess && first.validationLoss <= kNoError;
    if (rightAtOnce || exactAtOnce)
      return found(
          0.88, rightAtOnce ? first.validationAccuracy * 100 : first.validationLoss, rightAtOnce ? "%" : "",
          rightAtOnce
              ? fmt::format(
                    "After the first epoch {} of the validation answers are right. Data are seldom so easy: something that the model reads may tell the answer, or the same samples are on both sides.",
                    percent(first.validationAccuracy))
              : fmt::format(
                    "After the first epoch the validation error is {} of the targets' variance. Data are seldom so easy: something that the model reads may tell the answer.",
                    text::rounded(first.validationLoss, 2)),
          cure, {"val_loss", first.first, first.last, 1, {}});
  }
  if (!facts.project) return notEnough("It is not known whether dropout or augmentation make training harder than validation.");
  if (trainsHarder(*facts.project))
    return notFound(0, "x",
                    "Dropout, augmentation, smoothing or averaged weights make training harder than validation, so the two are not compared.");
  // Compared with the next epoch, because the weights that are validated are those with which the next epoch begins.
  const auto samples = static_cast<double>(facts.validationSamples > 0 ? facts.validationSamples : 500);
  const double limit = std::min(kBetter, 1 - 3 * std::sqrt(2 / samples));
  std::vector<double> ratios;
  for (std::size_t e = 0; e + 1 < facts.epochs.size(); ++e) {
    const double after = facts.epochs[e + 1].trainLoss;
    if (std::isfinite(facts.epochs[e].validationLoss) && after > 0.1 * scaleOf(facts) && after < 0.8 * scaleOf(facts))
      ratios.push_back(facts.epochs[e].validationLoss / after);
  }
  if (ratios.size() < 3)
    return notEnough("There are fewer than three epochs in which the model had learned something, and not all, to compare the validation with.");
  const double ratio = medianOf(ratios);
  const auto better = std::count_if(ratios.begin(), ratios.end(), [limit](double each) { return each < limit; });
  if (better * 10 < static_cast<std::ptrdiff_t>(ratios.size()) * 8)
    return notFound(ratio, "x", fmt::format("The validation loss is {} times the training loss of the epoch after it.", text::rounded(ratio, 3)));
  return found(
      0.88, ratio, "x",
      fmt::format(
          "Validation is better than training from the first epochs on: its loss is {} times the training loss of the epoch after it, without dropout or augmentation that would explain it. The same samples may be on both sides, or the validation data are easier.",
          text::rounded(ratio, 3)),
      cure, {"val_loss", first.first, 0, 1, {}});
}

}  // namespace

LearningRuleDef leakRule() {
  return {
      "leak",
      "Validation is better than it can be",
      "Whether validation is better than training from the first epochs on, or perfect at once.",
      {{"validation loss / training loss of the next epoch, at most", kBetter, "x",
        "Kaufman et al. 2012, Leakage in Data Mining: results that are too good"},
       {"accuracy after the first epoch, at least", kPerfect * 100, "%", "Kaufman et al. 2012, Leakage in Data Mining: results that are too good"},
       {"squared error after the first epoch / variance of the targets, at most", kNoError * 100, "%",
        "Kaufman et al. 2012, Leakage in Data Mining: results that are too good"}},
      check};
}

}  // namespace stepscope
