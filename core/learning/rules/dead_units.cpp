// Units that no sample activates any more.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// The least part of the units of a layer (CS231n, "Commonly used activation functions": a rate that is too high leaves as much as 40 % of a network
// dead).
constexpr double kDead = 0.4;

LearningFinding check(const LearningFacts& facts) {
  if (facts.units.empty())
    return notEnough(
        facts.own
            ? "Units were examined in fewer than sixteen steps: the run is short, was recorded by an older version or on a GPU, or its layers have neither bias nor norm."
            : "Gradients of single units are not among the series.");
  double most = 0;
  LearningEvidence evidence{"grad_norm", 0, 0, 0, {}};
  std::vector<std::pair<double, const SilentUnits*>> layers;
  std::int64_t units = 0, silent = 0;
  for (const SilentUnits& of : facts.units) {
    if (&of == &facts.units.back() || of.units < 4) continue;  // skips the last layer, which has no activation after it, and very small ones
    const double share = static_cast<double>(of.silent) / static_cast<double>(of.units);
    most = std::max(most, share);
    units += of.units;
    silent += of.silent;
    if (share >= kDead) layers.emplace_back(share, &of);
  }
  const SilentUnits& answers = facts.units.back();
  if (answers.silent == answers.units && answers.units > 0)
    return notFound(0, "%", "No unit gets a gradient, not even in the last layer: the loss cannot fall further.");
  if (layers.empty()) return notFound(most * 100, "%", fmt::format("At most {} of the units of a layer got no gradient.", percent(most)));
  std::stable_sort(layers.begin(), layers.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [share, of] : layers)
    if (evidence.layers.size() < 5) evidence.layers.push_back(of->parameter);
  const SilentUnits& worst = *layers.front().second;
  const bool byTheRate = earlyRise(facts) >= kRose || diedInTraining(facts);  // then the rate is the cause, and the dead units are its consequence
  return found(
      byTheRate || layers.front().first < 0.8 ? 0.55 : 0.95, most * 100, "%",
      fmt::format(
          "Units are dead: {} of {} at {} got no gradient in the last steps that were looked at, {} of {} in the whole model. No sample activates them any more.",
          worst.silent, worst.units, worst.parameter, silent, units),
      rateCure(facts, 0.1) + (facts.own ? "; leaky_relu or gelu instead of relu; initial weights for relu (model.init.linear = \"kaiming_normal\")"
                                        : "; leaky_relu or gelu instead of relu; Kaiming's initial weights"),
      evidence);
}

}  // namespace

LearningRuleDef deadUnitsRule() {
  return {"dead_units",
          "Units are dead",
          "How many units of a layer got no gradient at all in the last steps.",
          {{"units of a layer without a gradient, at least", kDead * 100, "%", "CS231n, Neural Networks 1: commonly used activation functions"}},
          check};
}

}  // namespace stepscope
