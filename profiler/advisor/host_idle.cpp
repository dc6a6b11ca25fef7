#include "profiler/advisor/host_idle.h"

#include <algorithm>
#include <optional>

#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/self_time.h"

namespace stepscope::advice {

namespace {

// Whether `pause` begins with a step and continues idle time at the end of the step before it that followed a wait.
bool goesOn(const TraceFacts& facts, const TimeRange& pause) {
  const auto next = std::lower_bound(facts.steps.begin(), facts.steps.end(), pause.begin,
                                     [](const StepFacts& step, std::int64_t time) { return step.range.begin < time; });
  if (next == facts.steps.end() || next == facts.steps.begin() || next->range.begin != pause.begin) return false;
  const std::int64_t end = (next - 1)->range.end;
  return std::any_of(facts.hostIdle.syncRanges.begin(), facts.hostIdle.syncRanges.end(), [end](const TimeRange& range) { return range.end == end; });
}

// The times in which the trainer's thread waits for a GPU, perhaps another one.
std::vector<TimeRange> syncsOfTrainer(const Trace& trace) {
  const std::int32_t trainer = mainTrack(trace);
  std::vector<TimeRange> ranges;
  for (const TraceLane& lane : trace.lanes) {
    if (lane.track != trainer) continue;
    for (std::size_t i = 0; i < lane.size(); ++i)
      if (lane.kindOf(i) == SpanKind::Runtime && waitsForGpu(trace.names.name(lane.name[i]), SpanKind::Runtime))
        ranges.push_back({lane.start[i], lane.start[i] + lane.duration[i]});
  }
  return united(std::move(ranges));
}

}  // namespace

HostIdleCauses hostIdleCauses(const TraceFacts& facts) {
  constexpr double kMostOfIt = 0.8;
  const HostIdle& idle = facts.hostIdle;
  const auto steps = static_cast<double>(facts.steps.size());
  // Ranges are those of all GPUs, ns are means over the GPUs: `part` gets its fraction of `ns`.
  const auto msOf = [&](std::int64_t ns, const std::vector<TimeRange>& part, const std::vector<TimeRange>& all) {
    const std::int64_t length = lengthOf(all);
    return length > 0 ? facts.msPerStep(ns) * static_cast<double>(lengthOf(part)) / static_cast<double>(length) : 0.0;
  };
  const auto joined = [](std::vector<TimeRange> ranges, const std::vector<TimeRange>& more) {
    ranges.insert(ranges.end(), more.begin(), more.end());
    return united(std::move(ranges));
  };
  std::vector<TimeRange> after, others, longOnes, shortOnes;
  const std::vector<TimeRange> told = joined(compilingTime(facts).ranges, glooTime(facts).ranges);
  const std::vector<TimeRange> worked = difference(idle.pauseRanges, told), synced = difference(idle.syncRanges, told);
  for (const TimeRange& range : difference(worked, syncsOfTrainer(*facts.trace))) (goesOn(facts, range) ? after : others).push_back(range);
  for (const TimeRange& range : synced) (range.end - range.begin >= kLongPause ? longOnes : shortOnes).push_back(range);
  const double ofAfter = msOf(idle.pauses, after, idle.pauseRanges), ofSynced = msOf(idle.afterSync, synced, idle.syncRanges),
               ofWaits = ofSynced + ofAfter;
  const std::optional<double> ended = gainOf(facts, withoutWaits(*facts.trace));
  // A host that runs ahead of the GPU may pause without cost: idle time that would also end without its waits is not counted for pauses.
  const double ofOthers = std::max(0.0, msOf(idle.pauses, others, idle.pauseRanges) - std::max(0.0, ended.value_or(0) - ofWaits));
  const std::vector<TimeRange> pauses = joined(after, longOnes);
  // What occurs only in single steps (garbage collection, a checkpoint) is not a wait of every step. And the host cannot run ahead of the first step.
  const bool often = pauses.empty() || 2 * stepsWith(facts, pauses) >= static_cast<std::int64_t>(facts.steps.size());
  const double mayEnd = ofWaits * std::max(0.0, steps - 1) / std::max(1.0, steps);
  if (!ended || (often && *ended >= kMostOfIt * mayEnd)) return {ofWaits, ofOthers, joined(synced, after), std::move(others)};
  const double ofLong = msOf(idle.afterSync, longOnes, idle.syncRanges);
  return {ofWaits - ofAfter - ofLong, ofOthers + ofAfter + ofLong, std::move(shortOnes), joined(pauses, others)};
}

bool compilesCode(std::string_view name) {
  for (const std::string_view part : {"dynamo_timed",
                                      "_compile.compile_inner",
                                      "torch/_dynamo/convert_frame.py(",
                                      "compile_fx",
                                      "TorchDynamo",
                                      "inductor_compile",
                                      "triton_compile",
                                      "backend_compile",
                                      "compile_or_get_cached",
                                      "lower_sharding_computation",
                                      "lower_jaxpr_to_module",
                                      "Client::Compile",
                                      "Compiler::RunBackend",
                                      "Compiler::RunHloPasses",
                                      "HloPassPipeline",
                                      "JitCompiler::Compile",
                                      "XlaCompilationCache",
                                      "XlaCompileOp",
                                      "XlaCompiler::",
                                      "tracing_compilation.py"})
    if (name.find(part) != std::string_view::npos) return true;
  return false;
}

namespace {

SpanTime timeOfNames(const TraceFacts& facts, bool (*wanted)(std::string_view)) {
  const NameTable& names = facts.trace->names;
  std::vector<char> known(names.size());
  for (std::uint32_t n = 0; n < names.size(); ++n) known[n] = wanted(names.name(n));
  if (std::find(known.begin(), known.end(), 1) == known.end()) return {};
  return timeOfSpans(facts, [&](const TraceLane& lane, std::size_t i) { return known[lane.name[i]] != 0 && !isGpuWork(lane.kindOf(i)); });
}

}  // namespace

SpanTime compilingTime(const TraceFacts& facts) {
  return timeOfNames(facts, compilesCode);
}

SpanTime glooTime(const TraceFacts& facts) {
  return timeOfNames(facts, [](std::string_view name) { return name.starts_with("gloo:") || name.starts_with("c10d::gloo"); });
}

}  // namespace stepscope::advice
