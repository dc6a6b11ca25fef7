#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/json_lines.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/analysis/path/critical_path.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kShownParts = 20;

struct PathArguments {
  std::vector<std::string> in;
  std::string without, step;
  double factor = 0;
  bool json = false;
};

constexpr const char* nameOf(PathKind kind) {
  switch (kind) {
    case PathKind::Host: return "host";
    case PathKind::Gpu: return "gpu";
    case PathKind::Launch: return "launch";
    case PathKind::Queue: return "queue";
    case PathKind::Return: return "return";
  }
  return "?";
}

SpanChange changeNamed(const Trace& trace, const std::string& name) {
  for (std::size_t c = 0; c < kTimeClasses; ++c)
    if (name == nameOf(static_cast<TimeClass>(c))) return withoutClass(static_cast<TimeClass>(c));
  for (const TraceNode& node : trace.nodes) {
    if (node.layer == name && !name.empty()) return withoutLayer(trace, name);
    if (node.title == name || node.op == name) return withoutOp(trace, name);
  }
  if (trace.names.find(name)) return withoutName(trace, name);
  throw Error(ErrorKind::Input, name, "the trace has no class, layer, op or span of that name", "\"trace ops\" and \"trace path\" list the names");
}

void path(const PathArguments& arguments) {
  const Trace trace = firstRank(openTraces(arguments.in, arguments.step));
  const FactSheet sheet = factSheet(trace);
  const StepReplay replay(trace);
  const CriticalPath path = criticalPath(trace, replay);
  const std::vector<Gain> gains = gainsOf(trace, replay, path);
  const bool whole = std::find(path.lacking.begin(), path.lacking.end(), Lacking::Steps) != path.lacking.end();
  const std::size_t steps = whole ? 0 : path.steps;
  std::optional<double> changed;
  if (!arguments.without.empty()) changed = replay.stepNs(scaledBy(changeNamed(trace, arguments.without), arguments.factor));
  if (arguments.json) {
    Json rows = Json::array(), gained = Json::array(), missing = Json::array(), classes = Json::object();
    for (const PathRow& row : path.rows)
      rows.push_back({{"name", row.name},
                      {"kind", nameOf(row.kind)},
                      {"category", nameOf(row.timeClass)},
                      {"parts", row.parts},
                      {"ms", row.nsPerStep * 1e-6},
                      {"share", 100 * row.share}});
    for (const Gain& gain : gains)
      gained.push_back({{"name", gain.name},
                        {"of", gain.workers > 0 ? "workers"
                               : gain.ofClass   ? "category"
                                                : "name"},
                        {"workers", gain.workers > 0 ? Json(gain.workers) : Json()},
                        {"step_ms", gain.stepNs * 1e-6},
                        {"gain_at_most_ms", gain.gainNs * 1e-6}});
    for (std::size_t c = 0; c < kTimeClasses && path.steps > 0; ++c)
      classes[std::string(nameOf(static_cast<TimeClass>(c)))] = static_cast<double>(path.ns[c]) * 1e-6 / static_cast<double>(path.steps);
    for (const Lacking lacking : path.lacking) missing.push_back(sentenceOf(lacking));
    Json json{{"steps", steps}, {"of", steps > 0 ? "steps" : "trace"}, {"step_ms", path.steps > 0 ? Json(path.stepNs * 1e-6) : Json()}};
    // On the host, as in all commands; step_ms lasts until the last GPU work ends.
    json["mean_step_ms"] = sheet.steps > 0 ? Json(sheet.meanNs * 1e-6) : Json();
    json["gpu_busy"] = sheet.gpuBusy() ? Json(100 * *sheet.gpuBusy()) : Json();
    if (changed) json["without"] = {{"name", arguments.without}, {"factor", arguments.factor}, {"step_ms", *changed * 1e-6}};
    json["categories_ms"] = std::move(classes);
    json["path"] = std::move(rows);
    json["gains"] = std::move(gained);
    json["missing"] = std::move(missing);
    json["validation"] = validationJson(sheet);
    json["lost"] = lossesJson(trace);
    return printLine(json);
  }
  printLosses(trace);
  if (const std::string said = sentenceOf(sheet.validation); !said.empty()) say("validation {}\n", said);
  if (path.steps == 0) {
    say("{}: the trace is empty\n", Name{trace.source});
    return;
  }
  if (whole) say("the whole trace {}\n", text::milliseconds(path.stepNs * 1e-6));
  else
    say("{}: mean {} on the host, {} until the last work of the GPU ends\n", text::counted(static_cast<std::int64_t>(steps), "step"),
        text::milliseconds(sheet.meanNs * 1e-6), text::milliseconds(path.stepNs * 1e-6));
  if (changed) {
    say("{} with \"{}\" at {} of its time\n", text::milliseconds(*changed * 1e-6), arguments.without, text::percent(arguments.factor));
    return;
  }
  say("\nwhat decides how long it takes\n");
  for (std::size_t i = 0; i < path.rows.size() && i < kShownParts; ++i) {
    const PathRow& row = path.rows[i];
    say("  {:>10} {:>9}  {:<7} {}\n", text::milliseconds(row.nsPerStep * 1e-6), text::percent(row.share), nameOf(row.kind),
        row.name.empty() ? Name{spoken("(nothing is known of this time)")} : Name{row.name.substr(0, 90)});
  }
  if (!gains.empty()) say("\nwhat it would take at best without\n");
  for (const Gain& gain : gains) {
    const std::string what = gain.workers > 0 ? spoken("(with {})", text::counted(gain.workers, "loader worker"))
                             : gain.ofClass   ? spoken("all of {}", gain.name.substr(0, 90))
                                              : gain.name.substr(0, 90);
    say("  {:>10} {:>11}  {}\n", text::milliseconds(gain.stepNs * 1e-6), "-" + text::milliseconds(gain.gainNs * 1e-6), Name{what});
  }
  for (const Lacking lacking : path.lacking) say("missing  {}\n", sentenceOf(lacking));
}

}  // namespace

void addTracePath(CLI::App& trace) {
  const auto arguments = std::make_shared<PathArguments>();
  CLI::App* command = trace.add_subcommand("path", "The critical path of a step, and what it would take at best without parts of it");
  command->add_option("FILE", arguments->in, kTraceFileHelp)->required();
  command->add_option("--without", arguments->without, "A category (data_loader), layer, op or name of a span: a step without it");
  command->add_option("--factor", arguments->factor, "With --without: the fraction of its time that is left, 0 to 1")->check(CLI::Range(0.0, 10.0));
  command->add_option("--step", arguments->step, kStepHelp);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { path(*arguments); });
}

}  // namespace stepscope::cli
