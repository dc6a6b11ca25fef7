// Mixed precision on a CPU without fast matrix products of narrow types: it costs conversions and saves memory that is not needed.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kRoom = 0.50;  // largest fraction of the memory in use: twice the bytes still fit

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!advice::ownOnCpu(facts)) return advice::doesNotApply("This rule is about our own runs on a CPU.");
  if (!facts.switches || !facts.machine) return advice::notEnough(advice::withoutRun());
  if (facts.switches->amp == Switches::Amp::Off) return advice::notFound(0, "products", "Mixed precision is off.");
  if (trace.steps.empty() || trace.nodeNs.empty()) return advice::notEnough(advice::withoutSteps());
  const auto products = advice::timeOfNodes(trace, advice::isProduct);
  // A kernel that multiplies in a narrow type has that in its name (core/backend/narrow_report.h).
  const auto narrow = advice::timeOfNodes(trace, [](const TraceNode& node) { return advice::isProduct(node) && node.kernel.starts_with("bf16"); });
  const auto casts = advice::timeOfNodes(trace, [](const TraceNode& node) { return node.op == "cast"; });
  const double share = products.ns > 0 ? static_cast<double>(narrow.ns) / static_cast<double>(products.ns) : 0;
  const std::string type = facts.switches->amp == Switches::Amp::Fp16 ? "fp16" : "bf16";
  if (share > 0.05)
    return advice::notFound(share * 100, "%",
                            fmt::format("{} of the time of matrix products is spent in {} arithmetic.", advice::percent(share), type));
  if (!facts.plan || facts.plan->peakBytes <= 0 || facts.machine->memoryBytes <= 0)
    return advice::notEnough("How much memory the step needs is not known.");
  const double used = static_cast<double>(facts.plan->peakBytes) / static_cast<double>(facts.machine->memoryBytes);
  const std::string memory =
      fmt::format("{} of {}", text::bytes(static_cast<double>(facts.plan->peakBytes)), text::bytes(static_cast<double>(facts.machine->memoryBytes)));
  if (used > kRoom) return advice::notFound(used * 100, "%", fmt::format("{} is only storage here, and the memory is needed: {}.", type, memory));
  Finding finding =
      advice::found(share * 100, "%",
                    fmt::format("{} is only a storage type on this CPU: {} of the time of matrix products is spent in its arithmetic, every "
                                "value is converted to f32 and back, and the memory that this saves is not needed ({}).",
                                type, share > 0 ? advice::percent(share) : std::string("nothing"), memory),
                    "only a storage type");
  finding.category = Category::Copy;
  // Conversions that are separate nodes are the least cost; those within kernels are not measured separately.
  finding.weight = std::max(trace.shareOfSteps(casts.ns), 0.2 * trace.shareOfSteps(products.ns));
  finding.evidence.nodes = casts.nodes.empty() ? products.nodes : casts.nodes;
  finding.cure = advice::turn(facts, "amp", "off");
  return finding;
}

}  // namespace

RuleDef narrowStorageRule() {
  return {"narrow_storage",
          "bf16 without fast products",
          "Whether mixed precision multiplies faster here or only converts.",
          {{"memory in use", kRoom * 100, "%", "twice the bytes still fit; ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
