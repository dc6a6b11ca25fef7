// Gradients are far too large from the start, or jump up now and then.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr double kStart = 100;     // norm of all gradients in the first step
constexpr double kLoss = 5;        // and the loss in the first step, divided by that of guessing: above both the weights are too large
constexpr double kSpike = 50;      // the norm divided by the median of the fifty steps before
constexpr double kLossJump = 1.5;  // and the loss divided by its median in the steps before
constexpr double kOfBegin = 10;    // and the norm divided by the median of the first ten steps

// Whether the loss jumps at this step too: gradients also grow when a model that had not learned begins to learn.
bool lossJumps(const LearningFacts& facts, std::int64_t step) {
  std::vector<double> before, after;
  for (const Point& point : facts.trainLoss) {
    if (point.step > step - 15 && point.step < step) before.push_back(point.value);
    if (point.step >= step && point.step <= step + 3) after.push_back(point.value);
  }
  if (before.empty() || after.empty()) return false;
  const double highest = *std::max_element(after.begin(), after.end());
  return !std::isfinite(highest) || (highest >= kLossJump * medianOf(before) && highest >= 0.5 * scaleOf(facts));
}

LearningFinding check(const LearningFacts& facts) {
  const std::vector<Point>& norms = facts.gradientNorm;
  if (norms.size() < 5) return notEnough("The norm of the gradients is not recorded for five steps.");
  const double first = norms.front().value, begins = facts.trainLoss.empty() ? kUnknown : facts.trainLoss.front().value / scaleOf(facts);
  const std::string clip = facts.own ? "train.clip.norm = 1" : "clipping by norm (clip_grad_norm_)";
  const bool clipped = facts.project && facts.project->train.optimizer.clipNorm > 0;
  if (facts.guess && first >= kStart && begins >= kLoss)
    return found(
        0.97, first, "",
        fmt::format(
            "The gradients explode from the first step on: their norm is {}, and the loss {} times that of guessing. The initial weights are too large.",
            text::rounded(first, 3), text::rounded(begins, 3)),
        facts.own ? "model.init as the model brings it along, or \"kaiming_normal\"; a normalisation after each layer; " + clip
                  : "smaller initial weights, a normalisation after each layer; " + clip,
        {"grad_norm", 1, 10, 0, {}});
  std::vector<double> beginning;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, norms.size()); ++i) beginning.push_back(norms[i].value);
  const double start = medianOf(beginning);
  double worst = 0;
  std::int64_t at = 0;
  int spikes = 0;
  for (std::size_t i = 10; i < norms.size(); ++i) {
    std::vector<double> before;
    for (std::size_t j = i - std::min<std::size_t>(i, 50); j < i; ++j) before.push_back(norms[j].value);
    const double usual = medianOf(std::move(before)), times = norms[i].value / usual;
    if (!(usual > 0) || !std::isfinite(times)) continue;
    if (times >= kSpike && norms[i].value >= kOfBegin * start && lossJumps(facts, norms[i].step)) ++spikes;
    if (times > worst) {
      worst = times;
      at = norms[i].step;
    }
  }
  if (spikes == 0 || clipped)
    return notFound(worst, "x",
                    fmt::format("The norm of the gradients rose to {} times what was usual before{}.", text::rounded(worst, 3),
                                clipped ? "; it is clipped" : " at most"));
  return found(0.84, worst, "x",
               fmt::format("The gradients explode: in {} their norm rose to {} times or more of what was usual before, {} times in step {}.",
                           text::counted(spikes, "step"), text::number(kSpike), text::rounded(worst, 3), at),
               clip, {"grad_norm", std::max<std::int64_t>(1, at - 10), at + 10, 0, {}});
}

}  // namespace

LearningRuleDef explodingGradientsRule() {
  return {
      "exploding_gradients",
      "The gradients explode",
      "The norm over all gradients at the start, and how far it jumps above what is usual.",
      {{"norm in the first step", kStart, "", "Glorot and Bengio 2010: gradients of a well initialised network are of the size of its loss"},
       {"loss in the first step, over that of guessing", kLoss, "x", "Karpathy, A Recipe for Training Neural Networks: verify the loss at its start"},
       {"jump over the median of fifty steps", kSpike, "x", "Pascanu et al. 2013, On the difficulty of training recurrent neural networks, 3.2"},
       {"norm / median of the first ten steps, at least", kOfBegin, "x", "so that small gradients at the end are not reported"}},
      check};
}

}  // namespace stepscope
