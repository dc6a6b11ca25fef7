// The mean of the inputs is far from 0, or their deviation far from 1.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// With a mean within kFar of 0 and a deviation between kFlat and kFar, the usual initial weights give activations of a usual size (LeCun et al. 1998,
// "Efficient BackProp", section 4.3, recommends mean 0 and deviation 1).
constexpr double kFar = 5, kFlat = 0.01;

bool normalisesItself(const LearningFacts& facts) {
  if (!facts.project) return false;
  const ModelSpec& model = facts.project->model;
  if (!model.layers.empty()) return model.layers.front().type == "batch_norm" || model.layers.front().type == "layer_norm";
  const auto norm = model.integers.find("batch_norm");
  return model.name == "tabular_mlp" && (norm == model.integers.end() || norm->second != std::vector<std::int64_t>{0});
}

LearningFinding check(const LearningFacts& facts) {
  if (!facts.inputs)
    return notEnough(facts.own ? "The inputs of the model were not measured: they are tokens, or the run was recorded by an older version."
                               : "Imported series do not show which numbers the model reads.");
  const InputFacts& in = *facts.inputs;
  const std::string spread = fmt::format("mean {}, standard deviation {}, from {} to {}", text::rounded(in.mean, 3), text::rounded(in.deviation, 3),
                                         text::rounded(in.least, 3), text::rounded(in.most, 3));
  const bool large = std::abs(in.mean) >= kFar || in.deviation >= kFar, flat = in.deviation <= kFlat && in.deviation > 0;
  if (!large && !flat) return notFound(in.deviation, "", fmt::format("The inputs are near 0 and spread like 1: {}.", spread));
  if (normalisesItself(facts)) return notFound(in.deviation, "", fmt::format("The model normalises its inputs itself: {}.", spread));
  const double level = lastLoss(facts) / scaleOf(facts);
  LearningEvidence evidence{"train_loss", 1, 0, 0, {}};
  return found(
      level < 0.3 ? 0.3 : 0.98, large ? std::max(std::abs(in.mean), in.deviation) : in.deviation, "",
      fmt::format("The inputs are not normalised: {}. Weights start as if inputs had mean 0 and deviation 1; with such numbers the first layer "
                  "{}.",
                  spread, large ? "gives large activations, and steps of a usual rate are too large" : "gives next to nothing"),
      facts.project && facts.project->data.kind == "table" ? std::string("a batch_norm as the first layer, or columns divided by their range")
                                                           : std::string("data.normalize = \"measured\", without data.mean and data.std"),
      evidence);
}

}  // namespace

LearningRuleDef inputsNotNormalisedRule() {
  return {"inputs_not_normalised",
          "The inputs are not normalised",
          "Mean and deviation of the numbers that the model reads.",
          {{"mean (without its sign) or standard deviation, at least", kFar, "", "LeCun et al. 1998, Efficient BackProp, 4.3"},
           {"standard deviation, at most", kFlat, "", "LeCun et al. 1998, Efficient BackProp, 4.3"}},
          check};
}

}  // namespace stepscope
