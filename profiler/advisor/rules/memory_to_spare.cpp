// A GPU whose memory is mostly empty while it does not work all the time: a larger batch would give it more to do.
#include <fmt/format.h>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"

namespace stepscope {
namespace {

constexpr double kEmpty = 0.50;  // the memory is mostly empty if less than this fraction is used
constexpr double kBusy = 0.80;   // a GPU that is busy for more of the steps has enough to do

Finding check(const AdviceFacts& facts) {
  if (!facts.plan || facts.plan->peakBytes <= 0 || !facts.machine || facts.machine->memoryBytes <= 0)
    return advice::notEnough("The memory that the step needs and that the device has is not known.");
  const double share = static_cast<double>(facts.plan->peakBytes) / static_cast<double>(facts.machine->memoryBytes);
  const std::string amount =
      fmt::format("{} of {}", text::bytes(static_cast<double>(facts.plan->peakBytes)), text::bytes(static_cast<double>(facts.machine->memoryBytes)));
  if (!facts.machine->gpu)
    return advice::notFound(share * 100, "%", fmt::format("The step needs {}; on a CPU other programs can use the rest.", amount));
  if (!facts.trace.gpu) return advice::withoutGpu(facts);
  if (facts.trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const double busy = facts.trace.shareOfSteps(lengthOf(facts.trace.gpuInSteps));
  if (share >= kEmpty || busy >= kBusy)
    return advice::notFound(share * 100, "%", fmt::format("The step needs {}, and the GPU is busy {} of the step.", amount, advice::percent(busy)));
  const std::string emphasis = advice::percent(share);
  Finding finding = advice::found(share * 100, "%",
                                  fmt::format("The step uses {} of the GPU's memory ({}) and keeps it busy only {}: a larger batch fits.", emphasis,
                                              amount, advice::percent(busy)),
                                  emphasis);
  finding.category = Category::Idle;
  finding.weight = 0.25 * (1 - busy);
  if (facts.switches) finding.cure = advice::turn(facts, "batch_size", facts.switches->batchSize * 2);
  return finding;
}

}  // namespace

RuleDef memoryToSpareRule() {
  return {"memory_to_spare",
          "Memory is free while the GPU is idle",
          "Whether a larger batch would fit where the GPU has too little to do.",
          {{"memory in use", kEmpty * 100, "%", "DLProf; ours"}, {"GPU busy", kBusy * 100, "%", "ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
