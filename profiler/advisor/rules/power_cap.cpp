// The GPU lowers its clock because it is too hot or has reached its power limit.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kOften = 0.20;  // least fraction of samples with a lowered clock

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  const Trace& t = *trace.trace;
  const TraceCounter* slowdown = nullptr;
  for (const TraceCounter& counter : t.counters)
    if (t.tracks[static_cast<std::size_t>(counter.track)].name == "GPU slowdown, reasons") slowdown = &counter;
  if (!slowdown || slowdown->value.empty()) return advice::notEnough("Clocks and their reasons (NVML) are not recorded in this trace.");
  const auto lowered = static_cast<double>(std::count_if(slowdown->value.begin(), slowdown->value.end(), [](double v) { return v > 0; }));
  const double share = lowered / static_cast<double>(slowdown->value.size());
  if (share < kOften)
    return advice::notFound(share * 100, "%", fmt::format("The GPU's clock was lowered in {} of the samples.", advice::percent(share)));
  std::string why;
  for (const TraceNote& note : t.notes)
    if (const auto at = note.reason.find("clock was lowered meanwhile: "); at != std::string::npos)
      why = note.reason.substr(note.reason.rfind(": ") + 2);
  const std::string emphasis = advice::percent(share) + " of the samples";
  Finding finding =
      advice::found(share * 100, "%", fmt::format("The GPU's clock was lowered in {}{}{}.", emphasis, why.empty() ? "" : ": ", why), emphasis);
  finding.category = Category::Idle;
  finding.weight = 0.1 * share;
  for (std::size_t i = 0; i + 1 < slowdown->value.size() && finding.evidence.ranges.size() < kMostEvidence; ++i)
    if (slowdown->value[i] > 0) finding.evidence.ranges.push_back({slowdown->time[i], slowdown->time[i + 1]});
  finding.cure = advice::setting("Power and cooling", "nvidia-smi -q -d PERFORMANCE,POWER,TEMPERATURE");
  return finding;
}

}  // namespace

RuleDef powerCapRule() {
  return {"power_cap",
          "The GPU lowers its clock",
          "Samples in which power or temperature lowered the clock.",
          {{"often", kOften * 100, "%", "of the samples; ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
