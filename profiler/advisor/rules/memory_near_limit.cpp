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

// A foreign trace: the largest sample of a memory counter of a device whose size is known.
std::optional<Use> recorded(const TraceFacts& trace) {
  std::int64_t limit = 0;
  for (const TraceDevice& device : trace.trace->devices) limit = std::max(limit, device.memoryBytes);
  if (limit <= 0) return std::nullopt;
  double peak = 0;
  for (const TraceCounter& counter : trace.trace->counters) {
    const std::string& name = trace.trace->tracks[static_cast<std::size_t>(counter.track)].name;
    if (name.find("Total Reserved") == std::string::npos && name.find("Total Allocated") == std::string::npos && name != "GPU memory") continue;
    for (const double value : counter.value) peak = std::max(peak, value);
  }
  if (peak <= 0) return std::nullopt;
  return Use{peak, static_cast<double>(limit)};
}

Finding check(const AdviceFacts& facts) {
  std::optional<Use> use;
  if (facts.plan && facts.plan->peakBytes > 0 && facts.machine && facts.machine->memoryBytes > 0)
    use = Use{static_cast<double>(facts.plan->peakBytes), static_cast<double>(facts.machine->memoryBytes)};
  else use = recorded(facts.trace);
  if (!use)
    return advice::notEnough(facts.trace.origin == Origin::Own
                                 ? "The memory plan of the run and the memory of its device are not known."
                                 : "The trace holds no memory curve with the size of the device (profile_memory=True records it).");
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
  else
    finding.cure =
        advice::foreignSetting(facts, "Checkpointing", "torch.utils.checkpoint.checkpoint(block, x, use_reentrant=False)", "jax.checkpoint(block)");
  return finding;
}

}  // namespace

RuleDef memoryNearLimitRule() {
  return {"memory_near_limit",
          "Memory is nearly full",
          "The peak of the step beside the memory of the device.",
          {{"near the limit", kNear * 100, "%", "torch-tb-profiler"}},
          check};
}

}  // namespace stepscope
