// Activations are computed again although there is enough memory to keep them.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kRoom = 0.80;   // largest fraction of the memory that keeping everything may take
constexpr double kCosts = 0.03;  // least fraction of the step for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.origin != Origin::Own) return advice::notEnough("How much memory the step would need without checkpointing is not recorded.");
  if (!facts.switches) return advice::notEnough(advice::withoutRun());
  if (facts.switches->checkpointing == Checkpointing::Mode::Off) return advice::notFound(0, "%", "Checkpointing is off.");
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const double share = trace.categoryShare(Category::Recompute), ms = trace.categoryMs(Category::Recompute);
  const std::string cost = fmt::format("{} of the step, {}", advice::percent(share), text::milliseconds(ms));
  if (share < kCosts) return advice::notFound(share * 100, "%", fmt::format("Computing activations again takes {}.", cost));
  if (!facts.plan || facts.plan->sumBytes <= 0 || !facts.machine || facts.machine->memoryBytes <= 0)
    return advice::notEnough("How much memory there is, and how much the step needs, is not known.");
  // The sum of all tensors is more than any plan without checkpointing needs, since it counts twice what is computed again.
  const auto most = static_cast<double>(facts.plan->sumBytes), memory = static_cast<double>(facts.machine->memoryBytes);
  const std::string room = fmt::format("all tensors together are {}, and there are {}", text::bytes(most), text::bytes(memory));
  if (most > kRoom * memory) return advice::notFound(share * 100, "%", fmt::format("Computing activations again takes {}; {}.", cost, room));
  const std::string emphasis = advice::percent(share) + " of the step";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("Activations are computed again for {}, {}, though memory is to spare: {}.", emphasis, text::milliseconds(ms), room), emphasis);
  finding.category = Category::Recompute;
  finding.gainAtMostMs = ms;
  finding.weight = share;
  finding.evidence.nodes = advice::timeOfNodes(trace, [](const TraceNode& node) { return node.category == Category::Recompute; }).nodes;
  finding.cure = advice::turn(facts, "checkpointing", "off");
  return finding;
}

}  // namespace

RuleDef checkpointingRule() {
  return {"checkpointing",
          "Checkpointing saves memory that is not needed",
          "The cost of computing activations again, and whether the memory requires it.",
          {{"memory in use without it", kRoom * 100, "%", "torch-tb-profiler warns from 90 %; ours"}, {"cost", kCosts * 100, "%", "XProf, other"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
