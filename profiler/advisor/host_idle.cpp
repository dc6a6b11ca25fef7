#include "profiler/advisor/host_idle.h"

#include <algorithm>
#include <optional>

#include "profiler/analysis/busy_time.h"

namespace stepscope::advice {

HostIdleCauses hostIdleCauses(const TraceFacts& facts) {
  constexpr double kMostOfIt = 0.8;
  const HostIdle& idle = facts.hostIdle;
  const auto steps = static_cast<double>(facts.steps.size());
  // Ranges are those of all GPUs, times their mean.
  const auto partOf = [](std::int64_t ns, const std::vector<TimeRange>& part, const std::vector<TimeRange>& all) {
    const std::int64_t length = lengthOf(all);
    return length > 0 ? static_cast<double>(ns) * static_cast<double>(lengthOf(part)) / static_cast<double>(length) : 0.0;
  };
  const auto msPerStep = [&](double ns) { return facts.steps.empty() ? 0.0 : ns * 1e-6 / steps; };
  std::vector<TimeRange> pauses = difference(idle.pauseRanges, compilingTime(facts).ranges);
  const double ofPauses = msPerStep(partOf(idle.pauses, pauses, idle.pauseRanges)), ofWaits = facts.msPerStep(idle.afterSync);
  const auto both = [&](const std::vector<TimeRange>& more) {
    std::vector<TimeRange> all = pauses;
    all.insert(all.end(), more.begin(), more.end());
    return united(std::move(all));
  };
  const std::optional<double> ended = gainOf(facts, withoutWaits(*facts.trace));
  if (!ended) return {ofWaits, ofPauses, idle.syncRanges, std::move(pauses)};
  // The host cannot run ahead of the first step.
  const double mayEnd = (ofWaits + ofPauses) * std::max(0.0, steps - 1) / std::max(1.0, steps);
  if (*ended > 0 && *ended >= kMostOfIt * mayEnd) return {ofWaits + ofPauses, 0, both(idle.syncRanges), {}};
  HostIdleCauses causes;
  std::vector<TimeRange> longOnes;
  for (const TimeRange& range : idle.syncRanges) (range.end - range.begin >= kLongPause ? longOnes : causes.waitRanges).push_back(range);
  const double afterWaits = msPerStep(partOf(idle.afterSync, longOnes, idle.syncRanges));
  causes.ofPauses = ofPauses + afterWaits;
  causes.ofWaits = ofWaits - afterWaits;
  causes.pauseRanges = both(longOnes);
  return causes;
}

bool compilesCode(std::string_view name) {
  for (const std::string_view part : {"dynamo_timed", "_compile.compile_inner", "compile_fx", "TorchDynamo", "inductor_compile", "triton_compile",
                                      "backend_compile", "compile_or_get_cached", "lower_sharding_computation", "lower_jaxpr_to_module",
                                      "Client::Compile", "Compiler::RunBackend", "Compiler::RunHloPasses", "HloPassPipeline", "JitCompiler::Compile",
                                      "XlaCompilationCache", "XlaCompileOp", "XlaCompiler::", "tracing_compilation.py"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

SpanTime compilingTime(const TraceFacts& facts) {
  const NameTable& names = facts.trace->names;
  std::vector<char> compiling(names.size());
  for (std::uint32_t n = 0; n < names.size(); ++n) compiling[n] = compilesCode(names.name(n));
  return timeOfSpans(facts, [&](const TraceLane& lane, std::size_t i) { return compiling[lane.name[i]] != 0 && !isGpuWork(lane.kindOf(i)); });
}

}  // namespace stepscope::advice
