// The step takes nearly all the memory there is.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kNear = 0.90;

struct Use {
  double peak = 0, limit = 0;
};

// The memory curve of the fullest GPU in the trace, compared with the memory of that GPU. In foreign traces it is what tensors use
// (torch-tb-profiler's "Total Allocated"), since the allocator can give back what it has reserved beyond that.
std::optional<Use> recorded(const TraceFacts& trace) {
  std::optional<Use> fullest;
  for (const TraceCounter& counter : trace.trace->counters) {
    const std::string& name = trace.trace->tracks[static_cast<std::size_t>(counter.track)].name;
    const bool own = name == "GPU memory";
    if (!own && (name.find("Total Allocated") == std::string::npos || name.find("CPU") != std::string::npos)) continue;
    double limit = 0;
    for (const TraceDevice& device : trace.trace->devices) {
      const bool same = own || trace.trace->devices.size() == 1 || name.ends_with("GPU " + std::to_string(device.id));
      if (same) limit = std::max(limit, static_cast<double>(device.memoryBytes));
    }
    double peak = 0;
    for (const double value : counter.value) peak = std::max(peak, value);
    // A curve above the limit is not that of this GPU.
    if (limit > 0 && peak > 0 && peak <= limit && (!fullest || peak / limit > fullest->peak / fullest->limit)) fullest = Use{peak, limit};
  }
  return fullest;
}

Finding check(const AdviceFacts& facts) {
  std::optional<Use> use;
  if (facts.plan && facts.plan->peakBytes > 0 && facts.machine && facts.machine->memoryBytes > 0)
    use = Use{static_cast<double>(facts.plan->peakBytes), static_cast<double>(facts.machine->memoryBytes)};
  else use = recorded(facts.trace);
  if (!use)
    return advice::notEnough(facts.trace.origin == Origin::Own
                                 ? "The memory plan of the run and the memory of its device are not known."
                                 : "The trace has no memory curve, or not the size of the device's memory (profile_memory=True records the curve).");
  const double share = use->peak / use->limit;
  const std::string amount = fmt::format("{} of {}", text::bytes(use->peak), text::bytes(use->limit));
  if (share <= kNear) return advice::notFound(share * 100, "%", fmt::format("The step needs {} at its peak, {}.", amount, advice::percent(share)));
  const std::string emphasis = advice::percent(share);
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("The step needs {} of the memory at its peak ({}): fragments or a longer sample can end the run.", emphasis, amount), emphasis);
  finding.weight = 0.1;
  finding.category = Category::Forward;
  if (facts.switches)
    finding.cure = advice::turn(facts, "checkpointing", facts.switches->checkpointing == Checkpointing::Mode::Off ? "blocks" : "budget");
  else if (facts.trace.trains)
    finding.cure =
        advice::foreignSetting(facts, "Checkpointing", "torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)", "jax.checkpoint(block)");
  else finding.cure = advice::setting("Less at a time", "A smaller batch, or weights in a narrower type");
  return finding;
}

}  // namespace

RuleDef memoryNearLimitRule() {
  return {"memory_near_limit",
          "Memory is nearly full",
          "The peak memory of the step compared with the memory of the device.",
          {{"near the limit", kNear * 100, "%", "torch-tb-profiler"}},
          check};
}

}  // namespace stepscope
