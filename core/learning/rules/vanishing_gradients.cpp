// Next to no gradient reaches the early layers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// The norm of an early weight's gradient divided by the largest norm of any parameter. In networks that train it is above a hundredth (Glorot
// and Bengio 2010, figure 7).
constexpr double kVanished = 1e-4;
constexpr std::size_t kLeastLayers = 3;
constexpr std::int64_t kSteps = 8;  // only the first steps count: what a too high learning rate does later is the subject of other rules

LearningFinding check(const LearningFacts& facts) {
  if (!facts.gradients)
    return notEnough(facts.own ? "The gradients by layer were not recorded: the run is of an older version, or on a GPU."
                               : "Gradients by layer are not among the series.");
  const GradientFacts& g = *facts.gradients;
  std::vector<std::size_t> weights;
  for (std::size_t p = 0; p < g.parameters.size(); ++p)
    if (g.parameters[p].matrix) weights.push_back(p);
  if (weights.size() < kLeastLayers) return notFound(1, "x", "The model has fewer than three layers with weights.");
  // For each of the early weights (the first half): its norm divided by the largest one, in the first of the kept steps.
  std::vector<double> shares;
  std::vector<std::pair<double, std::size_t>> byLayer;
  for (std::size_t w = 0; w < weights.size() / 2; ++w) {
    std::vector<double> ofLayer;
    for (std::size_t r = 0; r < g.norms.size() && g.steps[r] <= kSteps; ++r) {
      const std::vector<double>& row = g.norms[r];
      const double largest = *std::max_element(row.begin(), row.end(), [](double a, double b) { return std::isnan(a) || a < b; });
      if (std::isfinite(largest) && largest > 0 && std::isfinite(row[weights[w]])) ofLayer.push_back(row[weights[w]] / largest);
    }
    byLayer.emplace_back(medianOf(ofLayer), weights[w]);
    if (!ofLayer.empty()) shares.push_back(medianOf(ofLayer));
  }
  if (shares.empty()) return notEnough("No gradient of the early layers is above 0 and finite.");
  const double share = medianOf(shares);
  if (share >= kVanished) return notFound(share, "x", fmt::format("The gradients of the early layers are {} of the largest one.", percent(share)));
  std::sort(byLayer.begin(), byLayer.end());
  LearningEvidence evidence{"grad_norm", 1, 0, 0, {}};
  for (const auto& [norm, parameter] : byLayer)
    if (evidence.layers.size() < 5) evidence.layers.push_back(g.parameters[parameter].name);
  return found(
      0.94, share, "x",
      fmt::format("The gradients vanish: of {} the early layers get {} of the largest gradient, {} the least.",
                  text::counted(static_cast<std::int64_t>(weights.size()), "layer"), text::rounded(share, 2), evidence.layers.front()),
      "a normalisation after each layer (batch_norm, layer_norm), relu instead of sigmoid or tanh, and initial weights for it (model.init.linear = \"kaiming_normal\")",
      evidence);
}

}  // namespace

LearningRuleDef vanishingGradientsRule() {
  return {"vanishing_gradients",
          "The gradients vanish",
          "How large the gradients of the early layers are compared with the largest one.",
          {{"gradient of the early layers / largest gradient, less than", kVanished, "x",
            "Glorot and Bengio 2010, Understanding the difficulty of training deep feedforward networks, 4.2"}},
          check};
}

}  // namespace stepscope
