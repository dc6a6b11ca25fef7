// Much of the step is computed twice to save memory: recomputing other activations may cost less.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/name_answers.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

// Computing the whole forward pass again costs a quarter of the step (Chen et al. 2016: a third more compute).
constexpr double kMuch = 0.20;

// Reentrant checkpointing runs the forward pass again within CheckpointFunctionBackward, which also contains the whole backward pass. So its time is
// taken to be that of the forward pass under CheckpointFunction. In the other mode, recompute_fn contains what is computed again.
bool isCheckpoint(std::string_view name) {
  return name == "CheckpointFunction" || name.find("recompute_fn") != std::string_view::npos ||
         name.find("torch.utils.checkpoint") != std::string_view::npos || name.find("rematted_computation") != std::string_view::npos;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  double share = trace.categoryShare(Category::Recompute);
  Evidence evidence;
  double ms = 0;  // ms per step in a foreign trace
  if (trace.origin != Origin::Own) {
    const auto time = advice::timeOfSpans(trace, NameAnswers(*trace.trace, isCheckpoint));
    share = trace.shareOfSteps(time.ns);
    evidence.spans = time.longest;
    ms = trace.msPerStep(time.ns);
  } else {
    evidence.nodes = advice::timeOfNodes(trace, [](const TraceNode& node) { return node.category == Category::Recompute; }).nodes;
    // If enough memory is free, the checkpointing rule reports this instead.
    const bool spare = facts.plan && facts.machine && facts.machine->memoryBytes > 0 &&
                       facts.plan->sumBytes <= 0.8 * static_cast<double>(facts.machine->memoryBytes);
    if (spare && facts.switches && facts.switches->checkpointing != Checkpointing::Mode::Off)
      return advice::notFound(
          share * 100, "%",
          fmt::format("Computing activations again takes {} of the step, and the memory does not require it.", advice::percent(share)));
  }
  if (share < kMuch)
    return advice::notFound(share * 100, "%", fmt::format("Computing activations again takes {} of the step.", advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the step";
  Finding finding = advice::found(share * 100, "%", fmt::format("Computing activations again takes {}.", emphasis), emphasis);
  finding.category = Category::Recompute;
  // Without recomputation the activations take memory again, so this is the most that a better choice of them can gain.
  if (trace.origin != Origin::Own) finding.gainAtMostMs = ms;
  finding.weight = trace.origin == Origin::Own ? 0.5 * share : advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence = std::move(evidence);
  finding.cure = trace.origin == Origin::Own
                     ? advice::turn(facts, "checkpointing", "budget")
                     : std::optional(advice::foreignSetting(facts, "Selective checkpointing",
                                                            "checkpoint every second block, or context_fn=create_selective_checkpoint_contexts(...)",
                                                            "jax.checkpoint(policy=jax.checkpoint_policies.dots_saveable)"));
  return finding;
}

}  // namespace

RuleDef recomputationRule() {
  return {"recomputation",
          "Much is computed twice",
          "The part of the step that computes activations again.",
          {{"share of the step", kMuch * 100, "%", "Chen et al. 2016: the whole forward pass is 25 %"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
