#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "profiler/analysis/self_time.h"
#include "profiler/io/export.h"
#include "profiler/io/import.h"
#include "profiler/trace/trace_file.h"

namespace stepscope::cli {
namespace {

struct TraceArguments {
  std::string in, out;
  bool json = false;
};

// With a progress line on a terminal; Ctrl+C ends it.
Trace open(const std::string& path) {
  catchInterrupts();
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  ImportOptions options;
  options.progress = [&](const ImportProgress& progress) {
    if (terminal && progress.bytes > 0)
      fmt::print(stderr, "\r{} of {}, {} events \x1b[K", text::bytes(static_cast<double>(progress.bytesRead)),
                 text::bytes(static_cast<double>(progress.bytes)), text::count(progress.events));
    return !interrupted();
  };
  std::optional<Trace> trace = importTrace(path, options);
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  if (!trace) {
    fmt::print(stderr, "stepscope-cli: interrupted\n");
    throw Failed{};
  }
  return std::move(*trace);
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

void summary(const TraceArguments& arguments) {
  const std::int64_t begin = nowNs();
  const Trace trace = open(arguments.in);
  const double seconds = static_cast<double>(nowNs() - begin) * 1e-9;
  std::error_code unknown;
  const auto fileBytes = static_cast<std::int64_t>(std::filesystem::file_size(arguments.in, unknown));
  const double spanMs = static_cast<double>(trace.end - trace.begin) * 1e-6;
  Json steps = Json::array();
  for (const SpanRef& step : stepSpans(trace)) {
    const TraceLane& lane = trace.lanes[static_cast<std::size_t>(step.lane)];
    steps.push_back({{"name", trace.names.name(lane.name[step.index])},
                     {"start_ms", static_cast<double>(lane.start[step.index] - trace.begin) * 1e-6},
                     {"duration_ms", static_cast<double>(lane.duration[step.index]) * 1e-6}});
  }
  if (arguments.json) {
    printLine({{"events", trace.eventCount()},
               {"gpu_ops", gpuOps(trace)},
               {"dropped", notesOf(trace, true)},
               {"odd", notesOf(trace, false)},
               {"span_ms", spanMs},
               {"steps", std::move(steps)},
               {"load_seconds", seconds},
               {"file_bytes", fileBytes},
               {"resident_bytes", trace.residentBytes()}});
    return;
  }
  fmt::print("{}\n", arguments.in);
  fmt::print("  events     {}, among them {} kernels and copies of the GPU\n", text::count(trace.eventCount()), text::count(gpuOps(trace)));
  fmt::print("  spans      {} on {} tracks, {} arrows, {} names\n", text::count(static_cast<std::int64_t>(trace.spanCount())),
             text::count(static_cast<std::int64_t>(trace.tracks.size())), text::count(static_cast<std::int64_t>(trace.flows.size())),
             text::count(static_cast<std::int64_t>(trace.names.size())));
  fmt::print("  time       {}\n", text::milliseconds(spanMs));
  fmt::print("  loaded in  {}, {} of file, {} in memory\n", text::duration(seconds), text::bytes(static_cast<double>(fileBytes)),
             text::bytes(static_cast<double>(trace.residentBytes())));
  for (const TraceNote& note : trace.notes)
    fmt::print("  {}  {}: {}\n", note.dropped ? "dropped  " : "odd      ", text::count(note.count), note.reason);
  for (const Json& step : steps)
    fmt::print("  step       {:<20} at {:>10}  {:>10}\n", step["name"].get<std::string>(),
               text::milliseconds(step["start_ms"].get<double>()), text::milliseconds(step["duration_ms"].get<double>()));
}

void convert(const TraceArguments& arguments) {
  const auto is = [&](const char* extension) { return arguments.out.ends_with(extension); };
  const bool json = is(".json") || is(".json.gz"), table = is(".csv");
  if (!json && !table && !is(".sstrace"))
    throw Error(ErrorKind::Input, arguments.out, "the name tells no format that can be written",
                "End it in .json or .json.gz (Chrome and Perfetto), .sstrace (our own, compact) or .csv (a table of the spans)");
  std::error_code unknown;
  if (std::filesystem::equivalent(arguments.in, arguments.out, unknown))
    throw Error(ErrorKind::Input, arguments.out, "the trace would be written over itself", "Choose another name");
  const Trace trace = open(arguments.in);
  if (json) {
    if (!exportChrome(trace, arguments.out, [] { return !interrupted(); })) {
      fmt::print(stderr, "stepscope-cli: interrupted\n");
      throw Failed{};
    }
  } else if (table) {
    exportSpansCsv(trace, arguments.out);
  } else {
    saveTrace(trace, arguments.out);
  }
  const auto bytes = static_cast<double>(std::filesystem::file_size(arguments.out, unknown));
  fmt::print("{}: {} events, {}\n", arguments.out, text::count(trace.eventCount()), text::bytes(bytes));
  for (const TraceNote& note : trace.notes)
    if (note.dropped) fmt::print("  dropped   {}: {}\n", text::count(note.count), note.reason);
}

}  // namespace

void addTrace(CLI::App& app) {
  CLI::App* command = app.add_subcommand("trace", "Traces of any origin: PyTorch, JAX, Chrome, Nsight Systems, our own");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<TraceArguments>();
  CLI::App* summing = command->add_subcommand("summary", "What a trace holds, and what of it could not be read");
  summing->add_option("FILE", arguments->in, "The trace: JSON or JSON in gzip, an SQLite export of Nsight Systems, or a .sstrace")
      ->required();
  summing->add_flag("--json", arguments->json, "One JSON object");
  summing->callback([arguments] { summary(*arguments); });
  CLI::App* converting = command->add_subcommand("convert", "Write a trace in another format, which the name of OUT tells");
  converting->add_option("IN", arguments->in, "Any trace that opens")->required();
  converting
      ->add_option("OUT", arguments->out, ".json or .json.gz (Chrome, Perfetto), .sstrace (our own, compact), .csv (a table of the spans)")
      ->required();
  converting->callback([arguments] { convert(*arguments); });
}

}  // namespace stepscope::cli
