// Kernels are used by default although they could be chosen by timing.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.20;  // least fraction of the step for a finding

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (trace.origin != Origin::Own)
    return advice::notEnough("Whether kernels were chosen by timing (torch.backends.cudnn.benchmark) is not recorded.");
  if (!facts.switches) return advice::notEnough(advice::withoutRun());
  if (facts.switches->autotune && !facts.switches->deterministic) return advice::notFound(0, "%", "The kernels of the layers were chosen by timing.");
  if (facts.switches->deterministic) return advice::notFound(0, "%", "The run is deterministic, which excludes kernels chosen by timing.");
  if (trace.steps.empty() || trace.nodeNs.empty()) return advice::notEnough(advice::withoutSteps());
  const auto products = advice::timeOfNodes(trace, advice::isProduct);
  const double share = trace.shareOfSteps(products.ns);
  if (share < kMuch)
    return advice::notFound(share * 100, "%", fmt::format("Layers with a choice of kernels take only {} of the step.", advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the step";
  Finding finding =
      advice::found(share * 100, "%",
                    fmt::format("Autotune is off, and layers that have several kernels take {}, {}: which one is the fastest was not measured.",
                                emphasis, text::milliseconds(trace.msPerStep(products.ns))),
                    emphasis);
  finding.category = Category::Forward;
  finding.weight = 0.5 * share;
  finding.evidence.nodes = products.nodes;
  finding.cure = advice::turn(facts, "autotune", "on");
  return finding;
}

}  // namespace

RuleDef autotuneOffRule() {
  return {"autotune_off",
          "Kernels are not chosen by timing",
          "Whether layers run the fastest of their kernels.",
          {{"layers with a choice", kMuch * 100, "%", "of the step; ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
