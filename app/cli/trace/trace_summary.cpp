#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/clock.h"
#include "core/base/units.h"
#include "profiler/analysis/capture_cost.h"
#include "profiler/analysis/diff/slow_steps.h"
#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/gpu/launch_statistics.h"
#include "profiler/analysis/gpu_idle.h"
#include "profiler/analysis/self_time.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/rank_parts.h"

namespace stepscope::cli {
namespace {

struct SummaryArguments {
  std::vector<std::string> in;
  std::string step;
  bool json = false;
};

Json percentOf(std::optional<double> share) {
  return share ? Json(100 * *share) : Json();  // unknown values are null
}

void addBreakdown(const ExclusiveBreakdown& breakdown, const Trace& trace, Json& json) {
  Json shares = Json::object(), missing = Json::array(), phases = Json::object();
  for (std::size_t c = 0; c < kTimeClasses; ++c)
    shares[std::string(nameOf(static_cast<TimeClass>(c)))] = percentOf(breakdown.share(static_cast<TimeClass>(c)));
  for (const Lacking lacking : breakdown.lacking) missing.push_back(sentenceOf(lacking));
  for (const CategoryTime& time : breakDown(trace).categories) phases[std::string(nameOf(time.category))] = 100 * time.share;
  json["shares"] = std::move(shares);
  json["shares_of"] = breakdown.windows.steps.empty() ? "trace" : "steps";
  json["shares_of_ms"] = static_cast<double>(breakdown.wallNs) * 1e-6;
  json["data_loader_while_gpu_busy"] = breakdown.gpus.empty() || breakdown.wallNs <= 0
                                           ? Json()
                                           : Json(100 * static_cast<double>(breakdown.loaderWhileGpuBusyNs) / static_cast<double>(breakdown.wallNs));
  json["gpu_busy"] = {{"first_to_last", percentOf(breakdown.gpuBusyFirstToLast())}, {"step_span", percentOf(breakdown.gpuBusyInSteps())}};
  json["phases"] = std::move(phases);
  json["last_step_cut"] = breakdown.windows.cutLast;
  json["missing"] = std::move(missing);
}

Json ms(double ns) {
  return ns * 1e-6;
}

std::string_view nameOf(CopyDirection direction) {
  constexpr std::array<std::string_view, 6> kNames{"host_to_device", "device_to_host", "device_to_device", "peer_to_peer", "host_to_host", "unknown"};
  return kNames[static_cast<std::size_t>(direction)];
}

std::string_view nameOf(HostMemory memory) {
  constexpr std::array<std::string_view, 4> kNames{"pageable", "pinned", "none", "unknown"};
  return kNames[static_cast<std::size_t>(memory)];
}

// More details about GPUs and single steps; null if unknown.
void addDetails(const Trace& trace, Json& json) {
  const GpuIdle idle = gpuIdle(trace);
  constexpr std::array<std::string_view, kIdleReasons> kReasons{"copy", "data", "profiler", "host", "between_kernels", "unknown"};
  Json reasons = Json::object();
  for (int r = 0; r < kIdleReasons; ++r) reasons[std::string(kReasons[static_cast<std::size_t>(r)])] = ms(static_cast<double>(idle.reasonNs[r]));
  json["gpu_idle_ms"] = idle.spanNs > 0 ? std::move(reasons) : Json();

  const LaunchStatistics launches = launchStatistics(trace);
  json["launches"] = launches.launches == 0 ? Json()
                                            : Json{{"count", launches.launches},
                                                   {"median_delay_us", launches.medianDelayNs * 1e-3},
                                                   {"p95_delay_us", launches.p95DelayNs * 1e-3},
                                                   {"delays_over_100_us", launches.lateStarts},
                                                   {"median_call_us", launches.medianCallNs * 1e-3},
                                                   {"calls_over_50_us", launches.longCalls},
                                                   {"kernels", launches.kernels},
                                                   {"kernels_shorter_than_their_call", launches.shortKernels},
                                                   {"mean_queue", launches.meanQueue},
                                                   {"longest_queue", launches.longestQueue}};
  Json copies = Json::array();
  for (const CopyRow& row : copyTable(trace))
    copies.push_back({{"direction", nameOf(row.kind.direction)},
                      {"host_memory", nameOf(row.kind.memory)},
                      {"count", row.calls},
                      {"ms", ms(static_cast<double>(row.ns))},
                      {"bytes", row.bytes >= 0 ? Json(row.bytes) : Json()},
                      {"host_waited_for", row.waited}});
  json["copies"] = std::move(copies);

  const CommunicationFacts communication = communicationFacts(trace);
  Json operations = Json::array();
  for (const CommunicationFacts::Row& row : communication.rows)
    operations.push_back({{"name", row.name},
                          {"dtype", row.dtype.empty() ? Json() : Json(row.dtype)},
                          {"group", row.group.empty() ? Json() : Json(row.group)},
                          {"ranks", row.ranks > 0 ? Json(row.ranks) : Json()},
                          {"count", row.calls},
                          {"ms", ms(static_cast<double>(row.ns))},
                          {"on", row.onHost ? "host" : "gpu"},
                          {"bytes", row.bytes >= 0 ? Json(row.bytes) : Json()}});
  json["communication"] = communication.rows.empty() ? Json()
                                                     : Json{{"count", communication.calls},
                                                            {"ms", ms(static_cast<double>(communication.ns))},
                                                            {"hidden_ms", ms(static_cast<double>(communication.hiddenNs))},
                                                            {"overlap", 100 * communication.overlap().value_or(0)},
                                                            {"operations", std::move(operations)}};
  Json slow = Json::array();
  for (const SlowStep& step : slowSteps(trace, 3)) {
    Json ops = Json::array();
    for (const SlowStep::Op& op : step.ops) ops.push_back({{"name", op.name}, {"over_ms", ms(op.overNs)}});
    slow.push_back({{"step", step.number},
                    {"until_gpu_ms", ms(static_cast<double>(step.range.end - step.range.begin))},
                    {"over_median_ms", ms(step.overNs)},
                    {"outlier", step.outlier},
                    {"ops", std::move(ops)}});
  }
  json["slowest_steps"] = std::move(slow);
  Json memory = Json::array();
  for (const TraceMemory& entry : trace.atPeak) memory.push_back({{"owner", entry.owner}, {"role", entry.role}, {"bytes", entry.bytes}});
  json["memory_at_peak"] = trace.atPeak.empty() ? Json() : std::move(memory);
  json["unrecorded_step_ms"] = trace.unrecordedStepNs > 0 ? ms(static_cast<double>(trace.unrecordedStepNs)) : Json();
}

// The times of each GPU within the steps.
Json devicesJson(const FactSheet& sheet) {
  Json devices = Json::array();
  for (const DeviceFacts& device : sheet.devices) {
    Json copies = Json::object();
    for (std::size_t d = 0; d < kCopyDirections; ++d)
      if (const CopyTime& time = device.copies[d]; time.calls > 0)
        copies[std::string(nameOf(static_cast<CopyDirection>(d)))] = {{"count", time.calls},
                                                                      {"ms", ms(static_cast<double>(time.ns))},
                                                                      {"exposed_ms", ms(static_cast<double>(time.exposedNs))},
                                                                      {"pageable_ms", ms(static_cast<double>(time.pageableNs))}};
    devices.push_back({{"device", device.device},
                       {"busy_ms", ms(static_cast<double>(device.busyNs))},
                       {"communication_ms", ms(static_cast<double>(device.communicationNs))},
                       {"exposed_communication_ms", ms(static_cast<double>(device.exposedCommunicationNs))},
                       {"copies", std::move(copies)}});
  }
  return devices;
}

bool holdsValidation(const Trace& trace, SpanRef step, const StepWindows& windows) {
  const TraceLane& lane = trace.laneOf(step);
  const std::int64_t end = lane.start[step.index] + lane.duration[step.index];
  return std::any_of(windows.withValidation.begin(), windows.withValidation.end(), [&](const TimeRange& range) { return range.end == end; });
}

// A text with the mean step until the last work of the GPU ends, since the mean on the host ends earlier. Empty if both are printed as the same
// number.
std::string untilGpu(const FactSheet& sheet) {
  const std::string host = text::milliseconds(sheet.meanNs * 1e-6), gpu = text::milliseconds(sheet.meanUntilGpuNs * 1e-6);
  return sheet.meanUntilGpuNs <= 0 || host == gpu ? std::string() : spoken(" on the host; {} until the last work of the GPU ends", gpu);
}

struct RankTimes {
  std::int32_t rank = 0;
  double stepMs = 0;  // median on the host; 0: no steps
  ExclusiveBreakdown breakdown;
};

std::vector<RankTimes> timesOf(const Trace& whole, const std::vector<std::int32_t>& ranks) {
  std::vector<RankTimes> times;
  for (const std::int32_t rank : ranks) {
    const Trace part = onlyRank(whole, rank);
    RankTimes of{rank, 0, exclusiveBreakdown(part)};
    std::vector<double> ns;
    for (const StepWindow& step : of.breakdown.windows.steps) ns.push_back(static_cast<double>(step.host.end - step.host.begin));
    of.stepMs = quantileOf(std::move(ns), 0.5) * 1e-6;
    times.push_back(std::move(of));
  }
  return times;
}

const RankBubble* bubbleOf(const FactSheet& sheet, std::int32_t rank) {
  const auto found = std::find_if(sheet.bubbles.begin(), sheet.bubbles.end(), [&](const RankBubble& bubble) { return bubble.rank == rank; });
  return found == sheet.bubbles.end() || found->work.empty() ? nullptr : &*found;
}

Json ofRanks(const Trace& whole, const std::vector<std::int32_t>& ranks, const FactSheet& sheet) {
  Json json = Json::array();
  for (const RankTimes& times : timesOf(whole, ranks)) {
    const RankBubble* const bubble = bubbleOf(sheet, times.rank);
    Json shares = Json::object();
    for (std::size_t c = 0; c < kTimeClasses; ++c)
      shares[std::string(nameOf(static_cast<TimeClass>(c)))] = percentOf(times.breakdown.share(static_cast<TimeClass>(c)));
    json.push_back({{"rank", times.rank},
                    {"step_ms", times.stepMs > 0 ? Json(times.stepMs) : Json()},
                    {"shares", std::move(shares)},
                    {"gpu_idle_while_others_compute_ms", bubble ? ms(static_cast<double>(bubble->bubbleNs)) : Json()},
                    {"first_to_last_work_ms", bubble ? ms(static_cast<double>(bubble->work.end - bubble->work.begin)) : Json()}});
  }
  return json;
}

void printRanks(const Trace& whole, const std::vector<std::int32_t>& ranks, const FactSheet& sheet) {
  const auto share = [](const RankTimes& times, TimeClass timeClass) {
    const std::optional<double> share = times.breakdown.share(timeClass);
    return share ? text::percent(*share) : spoken("unknown");
  };
  for (const RankTimes& times : timesOf(whole, ranks)) {
    const RankBubble* const bubble = bubbleOf(sheet, times.rank);
    say("  rank {:<5} step {}, kernel {}, communication {}, data_loader {}{}\n", times.rank,
        times.stepMs > 0 ? text::milliseconds(times.stepMs) : spoken("unknown"), share(times, TimeClass::Kernel),
        share(times, TimeClass::Communication), share(times, TimeClass::DataLoader),
        bubble ? spoken(", GPU idle while other ranks compute {} of {}", text::percent(bubble->share()),
                        text::milliseconds(static_cast<double>(bubble->work.end - bubble->work.begin) * 1e-6))
               : "");
  }
}

void printBreakdown(const ExclusiveBreakdown& breakdown, const std::string& of) {
  const std::size_t steps = breakdown.windows.steps.size();
  if (breakdown.wallNs <= 0) return;
  const std::string cut = breakdown.windows.cutLast ? spoken(" (the last one is cut off and left out)") : std::string();
  if (steps > 0) say("  time of {}{}{}\n", text::counted(static_cast<std::int64_t>(steps), "step"), cut, of);
  else say("  time of the whole trace{}\n", of);
  for (std::size_t c = 0; c < kTimeClasses; ++c) {
    const auto timeClass = static_cast<TimeClass>(c);
    if (!breakdown.knows(timeClass)) say("    {:<14} unknown\n", words().sentence(nameOf(timeClass)));
    else if (breakdown.of(timeClass) > 0) say("    {:<14} {:>8}\n", words().sentence(nameOf(timeClass)), text::percent(*breakdown.share(timeClass)));
  }
  if (const std::optional<double> busy = breakdown.gpuBusyFirstToLast())
    say("  GPU busy   {} from its first to its last work\n", text::percent(*busy));
  if (const std::optional<double> busy = breakdown.gpuBusyInSteps()) say("  GPU busy   {} of the span of the steps\n", text::percent(*busy));
  for (const Lacking lacking : breakdown.lacking) say("  missing    {}\n", sentenceOf(lacking));
}

std::int64_t gpuOps(const Trace& trace) {
  std::int64_t count = 0;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) count += isGpuWork(lane.kindOf(i));
  return count;
}

Json notesOf(const Trace& trace, bool dropped) {
  Json notes = Json::array();
  for (const TraceNote& note : trace.notes)
    if (note.dropped == dropped) notes.push_back({{"reason", note.reason}, {"count", note.count}});
  return notes;
}

void summary(const SummaryArguments& arguments) {
  const std::int64_t begin = nowNs();
  const Trace whole = openTraces(arguments.in, arguments.step);
  const double seconds = static_cast<double>(nowNs() - begin) * 1e-9;
  std::error_code unknown;
  std::int64_t fileBytes = 0;
  for (const std::string& path : arguments.in) fileBytes += static_cast<std::int64_t>(std::filesystem::file_size(path, unknown));
  // For a trace of several ranks the contents are those of all ranks, and the times are given for each rank.
  const std::vector<std::int32_t> ranks = ranksOf(whole);
  const Trace ofRank = ranks.empty() ? Trace() : onlyRank(whole, ranks.front());
  const Trace& trace = ranks.empty() ? whole : ofRank;
  const double spanMs = static_cast<double>(trace.end - trace.begin) * 1e-6;
  const FactSheet sheet = ranks.empty() ? factSheet(trace) : factSheetOfRank(trace, whole);
  const ExclusiveBreakdown& breakdown = sheet.exclusive;
  Json steps = Json::array();
  std::vector<SpanRef> spans = stepSpans(trace);
  if (breakdown.windows.cutLast && !spans.empty()) spans.pop_back();  // it is not counted
  for (const SpanRef& step : spans) {
    if (holdsValidation(trace, step, breakdown.windows)) continue;
    const TraceLane& lane = trace.laneOf(step);
    steps.push_back({{"name", trace.names.name(lane.name[step.index])},
                     {"start_ms", static_cast<double>(lane.start[step.index] - trace.begin) * 1e-6},
                     {"duration_ms", static_cast<double>(lane.duration[step.index]) * 1e-6}});
  }
  const CaptureCost cost = captureCost(trace);
  if (arguments.json) {
    Json json{{"events", whole.eventCount()},    {"gpu_ops", gpuOps(whole)},     {"spans", whole.spanCount()},
              {"tracks", whole.tracks.size()},   {"arrows", whole.flows.size()}, {"names", whole.names.size()},
              {"dropped", notesOf(whole, true)}, {"odd", notesOf(whole, false)}, {"span_ms", spanMs},
              {"steps", std::move(steps)},       {"lost", lossesJson(whole)}};
    json["ranks"] = ranks.empty() ? Json() : ofRanks(whole, ranks, sheet);
    json["rank"] = ranks.empty() ? Json() : Json(ranks.front());  // the rank whose values follow
    addBreakdown(breakdown, trace, json);
    json["mean_step_ms"] = sheet.wholeTrace || sheet.steps == 0 ? Json() : Json(sheet.meanNs * 1e-6);
    json["median_step_ms"] = sheet.wholeTrace || sheet.steps == 0 ? Json() : Json(sheet.medianNs * 1e-6);
    json["mean_step_until_gpu_ms"] = sheet.meanUntilGpuNs > 0 ? Json(sheet.meanUntilGpuNs * 1e-6) : Json();
    json["validation"] = validationJson(sheet);
    json["loader_workers"] =
        sheet.loader.workers > 0 ? Json{{"count", sheet.loader.workers}, {"busy_ms", ms(static_cast<double>(sheet.loader.busyNs))}} : Json();
    json["devices"] = devicesJson(sheet);
    addDetails(trace, json);
    json["recorded_step_ms"] = cost.recordedMs > 0 ? Json(cost.recordedMs) : Json();
    json["unrecorded_step_ms"] = cost.unrecordedMs > 0 ? Json(cost.unrecordedMs) : Json();
    json["cores_others"] = cost.othersShare >= 0 ? Json(cost.othersShare) : Json();
    json["load_seconds"] = seconds;
    json["file_bytes"] = fileBytes;
    json["resident_bytes"] = whole.residentBytes();
    printLine(json);
    return;
  }
  for (const std::string& path : arguments.in) say("{}\n", Name{path});
  const auto counted = [](std::size_t number, const char* noun) { return text::counted(static_cast<std::int64_t>(number), noun); };
  say("  events     {}, among them {} of the GPU\n", text::count(whole.eventCount()),
      text::counted(gpuOps(whole), "kernel or copy", "kernels and copies"));
  say("  spans      {} on {}, {}, {}\n", text::count(static_cast<std::int64_t>(whole.spanCount())), counted(whole.tracks.size(), "track"),
      counted(whole.flows.size(), "arrow"), counted(whole.names.size(), "name"));
  say("  time       {}\n", text::milliseconds(spanMs));
  if (const std::string said = describe(cost); !said.empty()) say("  step       {}\n", said);
  say("  loaded in  {}, {} of file, {} in memory\n", text::duration(seconds), text::bytes(static_cast<double>(fileBytes)),
      text::bytes(static_cast<double>(whole.residentBytes())));
  for (const TraceNote& note : whole.notes) say("  {:<9}  {}: {}\n", note.dropped ? "dropped" : "odd", text::count(note.count), note.reason);
  printLosses(whole);
  if (!ranks.empty()) printRanks(whole, ranks, sheet);
  if (!sheet.wholeTrace && sheet.steps > 0)
    say("  step       mean {}, median {}{}\n", text::milliseconds(sheet.meanNs * 1e-6), text::milliseconds(sheet.medianNs * 1e-6), untilGpu(sheet));
  if (const std::string said = sentenceOf(sheet.validation); !said.empty()) say("  validation {}\n", said);
  if (const LoaderLoad& loader = sheet.loader; loader.workers > 0 && breakdown.countedNs > 0)
    say("  loader     {}, busy {} of the span of the steps{}\n", text::counted(loader.workers, "worker"),
        text::percent(static_cast<double>(loader.busyNs) / static_cast<double>(loader.workers) /
                      static_cast<double>(breakdown.span.end - breakdown.span.begin)),
        loader.workers > 1 ? " each (mean)" : "");
  printBreakdown(breakdown, ranks.empty() ? "" : spoken(" of rank {}", ranks.front()));
  for (const Json& step : steps)
    say("  step       {:<20} at {:>10}  {:>10}\n", step["name"].get<std::string>(), text::milliseconds(step["start_ms"].get<double>()),
        text::milliseconds(step["duration_ms"].get<double>()));
}

}  // namespace

void addTraceSummary(CLI::App& trace) {
  const auto arguments = std::make_shared<SummaryArguments>();
  CLI::App* command = trace.add_subcommand("summary", "The contents of a trace, where the time of its steps goes, and what could not be read");
  command->add_option("FILE", arguments->in, kTraceFileHelp)->required();
  command->add_option("--step", arguments->step, kStepHelp);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { summary(*arguments); });
}

}  // namespace stepscope::cli
