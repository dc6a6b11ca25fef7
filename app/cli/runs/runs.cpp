#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/runs/runs_commands.h"
#include "app/cli/speech.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/report/run_record.h"
#include "core/runs/run_filter.h"
#include "core/store/run_origin.h"
#include "core/store/run_quantities.h"
#include "core/store/run_store.h"
#include "core/train/switches/switch_rows.h"

namespace stepscope::cli {
namespace {

struct RunsArguments {
  std::string project, filter;
  RunId run = 0;
  bool json = false, bin = false;
};

// The spans of a run between changes of its switches, as stored; unknown values are null.
Json spansJson(const RunInfo& run) {
  Json list = Json::array();
  for (const RunSpan& span : run.spans) {
    Json switches = Json::parse(span.switches, nullptr, false);
    const auto bytes = [](std::int64_t value) { return value > 0 ? Json(value) : Json(); };
    list.push_back({{"first_step", span.firstStep},
                    {"last_step", span.lastStep},
                    {"cause", span.cause},
                    {"switches", switches.is_object() ? switches : Json::object()},
                    {"seconds", span.seconds},
                    {"step_ms", span.stepMs},
                    {"samples_per_second", span.samplesPerSecond()},
                    {"data_wait_share", span.dataWaitShare()},
                    {"planned_peak_bytes", bytes(span.plannedPeakBytes)},
                    {"resident_peak_bytes", bytes(span.residentPeakBytes)},
                    {"validation_loss", span.validated ? measured(span.validationLoss) : Json()},
                    {"validation_metric", span.validated ? measured(span.validationMetric) : Json()},
                    {"busy_share", span.busyShare}});
  }
  return list;
}

Json summaryJson(const RunInfo& run) {
  Json finals = Json::object();
  for (const auto& [key, value] : run.finals) finals[key] = hasFinal(run, key) ? measured(value) : Json();
  Json json = {{"run", run.id},
               {"name", run.name},
               {"model", run.model},
               {"status", nameOf(run.status)},
               {"message", run.message},
               {"created_ms", run.createdMs},
               {"steps", run.step},
               {"epochs", run.epoch},
               {"finals", finals},
               {"ended", howItEnded(run)},
               {"spans", spansJson(run)},
               {"tags", run.tags},
               {"note", run.note},
               {"starred", run.starred},
               {"archived", run.archived},
               {"group", run.group}};
  const RunSummary summary = summaryOf(run);
  for (const RunQuantity& quantity : runQuantities()) json[quantity.key] = quantity.of(summary);
  return json;
}

// The best metric of a run, with its unit or name: "99.1 %", "RMSE 48310", "1.85 nats/token". Runs of one project may have different tasks.
std::string bestOf(const RunInfo& run) {
  const Metric& best = infoOf(taskOf(run)).best;
  const std::string value = text::metric(best, finalOf(run, keyOf("best_val_", best)));
  return best.unit.empty() && value != "-" ? std::string(best.title) + " " + value : value;
}

std::string lossOf(const RunInfo& run) {
  return hasFinal(run, "val_loss") ? text::measured(finalOf(run, "val_loss")) : "-";
}

std::string when(std::int64_t unixMs) {
  const std::time_t seconds = unixMs / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

// The runs that match a filter, newest first.
std::vector<RunInfo> listed(const RunReader& store, const RunsArguments& arguments) {
  if (arguments.bin) return store.binned();
  if (arguments.filter.empty()) return store.runs();
  auto parsed = RunFilter::parse(arguments.filter);
  std::optional<FilterError> error;
  std::vector<RunInfo> passing;
  if (auto* filter = std::get_if<RunFilter>(&parsed)) {
    const RunChanges all = store.changes(0);
    FactColumns columns;
    std::vector<RowFacts> facts;
    for (const RunRow& row : all.changed) facts.emplace_back(row, columns);
    error = filter->bind(columns);
    for (std::size_t i = 0; !error && i < facts.size(); ++i)
      if (filter->matches(facts[i])) passing.push_back(all.changed[i].info);
  } else {
    error = std::get<FilterError>(parsed);
  }
  if (error) throw Error(ErrorKind::Input, fmt::format("--filter, at character {}", error->position + 1), error->message);
  return passing;
}

void list(const RunsArguments& arguments) {
  const std::string path = openProjectOfRuns(arguments.project).storePath();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    if (!arguments.json) say("No runs yet. Train the project with: stepscope-cli train {}\n", arguments.project);
    return;
  }
  const std::vector<RunInfo> runs = listed(RunReader(path), arguments);
  if (arguments.json) {
    for (const RunInfo& run : runs) printLine(summaryJson(run));
    return;
  }
  say("{:>5}  {:<16} {:<12} {:<19} {:<17} {:>10} {:>8} {:>10} {:>16}\n", "run", "name", "model", "status", "started", "time", "epochs", "val loss",
      "best");
  for (const RunInfo& run : runs)
    say("{:>5}  {:<16} {:<12} {:<19} {:<17} {:>10} {:>8} {:>10} {:>16}\n", run.id, oneLine(run.name), oneLine(run.model),
        words().sentence(howItEnded(run)), when(run.createdMs), text::duration(run.seconds), run.epoch, lossOf(run), bestOf(run));
}

// The figures of a line of showSpans(), in its order.
constexpr const char* kShown[] = {"seconds",         "step_ms",   "samples_per_second", "planned_peak_bytes", "resident_peak_bytes",
                                  "data_wait_share", "busy_share"};

// The whole run, then its parts from one change of its switches to the next.
void showSpans(const RunInfo& run) {
  const auto line = [](const std::string& steps, const std::array<double, std::size(kShown)>& values, const std::string& cause) {
    std::array<std::string, std::size(kShown)> told;
    for (std::size_t i = 0; i < told.size(); ++i) told[i] = runQuantity(kShown[i]).worded(values[i]);
    say("  {:>15}  {:>11}  {:>10}  {:>17}  {:>10}  {:>10}  {:>9}  {:>7}  {}\n", steps, told[0], told[1], told[2], told[3], told[4], told[5], told[6],
        cause);
  };
  say("  {:>15}  {:>11}  {:>10}  {:>17}  {:>10}  {:>10}  {:>9}  {:>7}\n", "steps", "time", "step", "speed", "planned", "resident", "data wait",
      "others");
  const RunSummary summary = summaryOf(run);
  std::array<double, std::size(kShown)> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = runQuantity(kShown[i]).of(summary);
  line(spoken("all, mean"), all, "");
  if (run.spans.size() < 2) return;
  if (const std::string turned = turnedSwitches(run); !turned.empty()) say("  turned: {}\n", turned);
  const auto bytes = [](std::int64_t value) { return value > 0 ? static_cast<double>(value) : std::nan(""); };
  for (const RunSpan& span : run.spans)
    line(spoken("{}-{}, median", span.firstStep, span.lastStep),
         {span.seconds, span.stepMs, span.samplesPerSecond(), bytes(span.plannedPeakBytes), bytes(span.residentPeakBytes), span.dataWaitShare(),
          span.busyShare},
         withoutControls(span.cause));
}

// One entry per tensor, one list element per step. The bins of a step have equal width from the first edge to the last, so these two are enough.
Json histogramsJson(const RunReader& store, RunId run) {
  Json list = Json::array();
  for (const std::string& parameter : store.histogramParameters(run))
    for (const bool gradient : {false, true}) {
      Json steps = Json::array(), means = Json::array(), deviations = Json::array(), edges = Json::array(), counts = Json::array(),
           notFinite = Json::array();
      for (const HistogramRow& row : store.histograms(run, parameter, gradient)) {
        steps.push_back(row.step);
        means.push_back(row.histogram.mean);
        deviations.push_back(row.histogram.deviation);
        edges.push_back({row.histogram.least, row.histogram.most});
        counts.push_back(row.histogram.bins);
        notFinite.push_back(row.histogram.notFinite);
      }
      if (steps.empty()) continue;
      list.push_back({{"parameter", parameter},
                      {"gradient", gradient},
                      {"steps", std::move(steps)},
                      {"means", std::move(means)},
                      {"deviations", std::move(deviations)},
                      {"edges", std::move(edges)},
                      {"counts", std::move(counts)},
                      {"not_finite", std::move(notFinite)}});
    }
  return list;
}

Json checkpointsJson(const std::string& directory, const RunInfo& run) {
  Json list = Json::array();
  for (const CheckpointInfo& info : listCheckpoints(directory)) list.push_back(checkpointJson(run.id, run.name, info));
  return list;
}

void show(const RunsArguments& arguments) {
  const RunReader store(existingStore(arguments.project));
  const std::optional<RunInfo> run = store.run(arguments.run);
  if (!run)
    throw Error(ErrorKind::Input, "run " + std::to_string(arguments.run), "there is no such run in " + arguments.project,
                "List the runs with: stepscope-cli runs list " + arguments.project);
  if (arguments.json) {
    Json json = summaryJson(*run);
    json["configuration"] = Json::parse(run->configuration, nullptr, false);
    if (json["configuration"].is_discarded()) json["configuration"] = run->configuration;
    Json series = Json::object();
    for (const SeriesInfo& info : store.series(run->id)) {
      Json steps = Json::array(), wall = Json::array(), values = Json::array();
      for (const Point& point : store.points(run->id, info.key)) {
        steps.push_back(point.step);
        wall.push_back(point.wall);
        values.push_back(measured(point.value));
      }
      series[info.key] = {{"steps", std::move(steps)}, {"seconds", std::move(wall)}, {"values", std::move(values)}};
    }
    json["series"] = std::move(series);
    Json log = Json::array();
    for (const LogLine& line : store.log(run->id))
      log.push_back(
          {{"unix_ms", line.unixMs}, {"level", std::array{"info", "warning", "error"}[static_cast<std::size_t>(line.level)]}, {"text", line.text}});
    json["log"] = std::move(log);
    Json markers = Json::array();
    for (const Marker& marker : store.markers(run->id))
      markers.push_back({{"step", marker.step}, {"seconds", marker.wall}, {"kind", marker.kind}, {"label", marker.label}});
    json["markers"] = std::move(markers);
    Json origin;
    if (const auto from = originOf(run->configuration))
      origin = {{"run", from->run}, {"name", from->name}, {"step", from->step}, {"checkpoint", from->checkpoint}};
    json["forked_from"] = std::move(origin);
    json["checkpoints"] = checkpointsJson(openProjectOfRuns(arguments.project).runDirectory(run->id), *run);
    json["histograms"] = histogramsJson(store, run->id);
    for (const char* name :
         {"data", "memory_plan", "breakdown", "findings", "capture", "switches", "environment", "vocabulary", "text_sample", "predictions", "trials"})
      if (const auto artefact = store.artefact(run->id, name)) json[name] = Json::parse(*artefact, nullptr, false);
    printLine(json);
    return;
  }
  say("{}: {}, {}\n", Name{oneLine(run->name)}, Name{oneLine(run->model)}, howItEnded(*run));
  if (!run->message.empty()) say("{}\n", withoutControls(run->message));
  say("started {}, trained {}, {}, {}\n", when(run->createdMs), text::duration(run->seconds), text::counted(run->step, "step"),
      text::counted(run->epoch, "epoch"));
  std::string tags;
  for (const std::string& tag : run->tags) tags += (tags.empty() ? "" : ", ") + oneLine(tag);
  if (!tags.empty()) say("tags: {}\n", Name{tags});
  if (!run->note.empty()) say("note: {}\n", Name{withoutControls(run->note)});
  for (const auto& [name, value] : recordOf(store, run->id, openProjectOfRuns(arguments.project).runDirectory(run->id)))
    say("{}: {}\n", name, Name{words().list(withoutControls(value))});
  showSpans(*run);
  for (const auto& [key, value] : run->finals) say("  {:<24} {}\n", oneLine(key), hasFinal(*run, key) ? text::measured(value) : "-");
  say("series:\n");
  for (const SeriesInfo& info : store.series(run->id))
    say("  {:<24} {:>9} {}, last {} at step {}, smallest {}, largest {}{}\n", oneLine(info.key), text::count(info.count),
        info.count == 1 ? "point" : "points", info.count > 0 ? text::measured(info.lastValue) : "-", info.lastStep, text::number(info.min),
        text::number(info.max), info.notFinite > 0 ? spoken(", {} not finite", text::count(info.notFinite)) : std::string());
  const std::vector<SwitchRow> rows = switchRowsOf(store.artefact(run->id, "switches").value_or(""));
  if (!rows.empty()) {
    say("switches:\n  {:>8}  {:<28} {:>12} {:>12} {:>12} {:>12}\n", "step", "change", "peak, pred.", "measured", "step, pred.", "measured");
    for (const SwitchRow& row : rows) {
      const SwitchRowWords told = wordsOf(row);
      say("  {:>8}  {:<28} {:>12} {:>12} {:>12} {:>12}\n", row.step, words().sentence(row.change), told.predictedPeak, told.measuredPeak,
          told.predictedStep, words().sentence(told.measuredStep));
    }
  }
  for (const Marker& marker : store.markers(run->id)) say("  step {:<8} {}\n", marker.step, withoutControls(marker.label));
}

}  // namespace

void addRuns(CLI::App& app) {
  CLI::App* command = app.add_subcommand("runs", "The runs of a project");
  command->require_subcommand(1);
  const auto arguments = std::make_shared<RunsArguments>();
  CLI::App* listing = command->add_subcommand("list", "Every run, newest first");
  addProject(*listing, arguments->project);
  listing->add_option("--filter", arguments->filter, "Only those that match: 'val_loss < 0.3 and switches.amp and tag:baseline'");
  listing->add_flag("--bin", arguments->bin, "The deleted ones, which can be restored");
  listing->add_flag("--json", arguments->json, "One JSON object a line");
  listing->callback([arguments] { list(*arguments); });
  CLI::App* showing = command->add_subcommand("show", "One run with its configuration and, with --json, its full series");
  addProject(*showing, arguments->project);
  showing->add_option("RUN", arguments->run, "Number of the run")->required();
  showing->add_flag(
      "--json", arguments->json,
      "One JSON object. histograms: an entry for each tensor; for each of its steps edges is [first, last] of bins of equal width, counts the "
      "values in each");
  showing->callback([arguments] { show(*arguments); });
  addRunsExchange(*command);
  addRunEdits(*command);
  addRunCompare(*command);
}

}  // namespace stepscope::cli
