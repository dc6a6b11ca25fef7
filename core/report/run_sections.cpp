#include "core/report/run_sections.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/report/html.h"
#include "core/report/run_record.h"
#include "core/report/svg_chart.h"
#include "core/store/run_quantities.h"
#include "core/train/switches/switch_rows.h"
#include "profiler/analysis/breakdown_json.h"

namespace stepscope::report {
namespace {

using Json = nlohmann::json;

constexpr int kBuckets = 560;  // of a curve, one for each pixel of the chart's width

std::string heading(const std::string& title) {
  return "<h2>" + html::escaped(title) + "</h2>\n";
}
std::string empty(const std::string& sentence) {
  return "<p class=\"dim\">" + html::escaped(sentence) + "</p>\n";
}
std::string panel(const std::string& inside) {
  return "<div class=\"panel\">" + inside + "</div>\n";
}

Json parsed(const std::string& text) {
  return Json::parse(text, nullptr, false);
}
double real(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : std::nan("");
}
std::string text(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}
// The objects in the array under `key`; none if there is no such array.
std::vector<Json> items(const Json& json, const char* key) {
  const auto found = json.find(key);
  std::vector<Json> out;
  if (found != json.end() && found->is_array())
    for (const Json& item : *found)
      if (item.is_object()) out.push_back(item);
  return out;
}

// A sentence about a change, translated, with "→" in place of "->".
std::string changeIn(const Words& words, const std::string& sentence) {
  std::string text = words.sentence(sentence);
  for (std::size_t at = text.find("->"); at != std::string::npos; at = text.find("->", at)) text.replace(at, 2, "→");
  return text;
}

void flatten(const Json& json, const std::string& path, std::vector<std::pair<std::string, std::string>>& out) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) flatten(value, path.empty() ? key : path + "." + key, out);
  } else if (json.is_array() && std::any_of(json.begin(), json.end(), [](const Json& item) { return item.is_structured(); })) {
    for (std::size_t i = 0; i < json.size(); ++i) flatten(json[i], path + "[" + std::to_string(i) + "]", out);
  } else {
    out.emplace_back(path, json.is_string() ? json.get<std::string>() : json.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
}

}  // namespace

std::string colorOf(const std::string& name) {
  for (const char* known : {"forward", "backward", "recompute", "optimizer", "data", "validation", "idle"})
    if (name.starts_with(known)) return std::string("var(--") + known + ")";
  return name.starts_with("copies") ? "var(--copies)" : "var(--dim)";
}

std::string statusClass(RunStatus status) {
  return status == RunStatus::Unsaved ? "unsaved" : nameOf(status);
}

std::string cards(const RunInfo& run, const RunSummary& summary, const Words& words) {
  std::string out = "<div class=\"cards\">";
  // The space is for readers without the page's style.
  const auto card = [&](const std::string& value, const std::string& what) {
    out += "<div class=\"card\"><b>" + html::escaped(value) + "</b> <span>" + html::escaped(what) + "</span></div>";
  };
  const auto final = [&](const std::string& key) { return finalOf(run, key); };
  const TaskInfo& task = infoOf(taskOf(run));
  const double best = final(keyOf("best_val_", task.best)), last = final(keyOf("val_", task.metric));
  if (!std::isnan(best)) card(text::metric(task.best, best), words("best validation {}", task.best.title));
  if (hasFinal(run, keyOf("val_", task.metric))) card(text::measured(task.metric, last), words("validation {}", task.metric.title));
  if (hasFinal(run, "val_loss")) card(text::measured(final("val_loss")), words("validation loss"));
  if (hasFinal(run, "train_loss")) card(text::measured(final("train_loss")), words("training loss"));
  card(text::count(run.epoch), words("epochs"));
  card(text::count(run.step), words("steps"));
  for (const RunQuantity& quantity : runQuantities()) {
    // Only the resident and the planned peak are shown, not peak_bytes, which is one of them.
    if (std::isnan(quantity.of(summary)) || quantity.key == std::string_view("peak_bytes")) continue;
    card(worded(summary, quantity.key), words.sentence(quantity.title));
  }
  if (!std::isnan(final("predicted_process_bytes"))) card(text::bytes(final("predicted_process_bytes")), words("memory of the process, predicted"));
  return out + "</div>\n";
}

bool drawnByName(const std::string& key, const Metric& metric) {
  for (const char* known : {"train_loss", "val_loss", "lr", "samples_per_second", "loss_scale"})
    if (key == known) return true;
  // No curves of training: times are in the breakdown, the others are only of interest in the Curves tab.
  for (const char* other : {"step_ms", "data_wait_ms", "skipped_steps", "momentum", "grad_norm"})
    if (key == other) return true;
  return key.starts_with("system/") || key == keyOf("train_", metric) || key == keyOf("val_", metric);
}

std::string curves(const RunReader& store, RunId run, Task task, const Words& words) {
  std::vector<Marker> shown;
  for (const Marker& marker : store.markers(run)) {
    if (marker.kind == "pause" || marker.kind == "checkpoint" || marker.kind == "overflow") continue;
    // Of several epochs that were the best so far, only the last one is listed.
    if (marker.kind == "best") std::erase_if(shown, [](const Marker& earlier) { return earlier.kind == "best"; });
    shown.push_back(marker);
    shown.back().label = changeIn(words, marker.label);
  }
  const auto curve = [&](const std::string& name, const std::string& key, const char* color, bool validation) {
    svg::Curve made{name, color, validation, validation, store.overview(run, key, kBuckets)};
    made.notFinite = store.notFinite(run, key);
    return made;
  };
  const auto draw = [&](svg::Chart chart) {
    chart.pointTitle = words("{{}}, step {{}}: {{}}");
    return svg::chart(chart);
  };
  std::string charts;
  charts +=
      draw({words("Loss"),
            words("step"),
            {curve(words("training"), "train_loss", "var(--forward)", false), curve(words("validation"), "val_loss", "var(--validation)", true)},
            shown,
            text::number,
            false});
  const Metric& metric = infoOf(task).metric;
  charts += draw({metric.share ? words("Accuracy") : words.sentence(metric.title),
                  words("step"),
                  {curve(words("training"), keyOf("train_", metric), "var(--forward)", false),
                   curve(words("validation"), keyOf("val_", metric), "var(--validation)", true)},
                  shown,
                  [&metric](double value) { return text::metric(metric, value); },
                  false});
  charts +=
      draw({words("Learning rate"), words("step"), {curve(words("learning rate"), "lr", "var(--optimizer)", false)}, shown, text::number, true});
  charts += draw({words("Throughput"),
                  words("step"),
                  {curve(words("samples a second"), "samples_per_second", "var(--data)", false)},
                  shown,
                  [](double value) { return text::rate(value, "/s"); },
                  true});
  charts += draw({words("Loss scale"), words("step"), {curve(words("loss scale"), "loss_scale", "var(--backward)", false)}, {}, text::number, true});
  // All other series, for example of imported runs.
  constexpr std::size_t kMostCharts = 60;
  std::size_t others = 0;
  for (const SeriesInfo& series : store.series(run)) {
    if (drawnByName(series.key, metric) || ++others > kMostCharts) continue;
    charts += draw({oneLine(series.key),
                    words("step"),
                    {curve(series.key, series.key, "var(--forward)", series.count <= kBuckets / 8)},
                    shown,
                    text::number,
                    false});
  }
  if (charts.empty())
    return heading(words("Curves")) + empty(store.run(run) && store.run(run)->step > 0 ? words("The run has no series of figures.")
                                                                                       : words("The run ended before its first step."));
  return heading(words("Curves")) + "<div class=\"grid\">" + charts + "</div><p class=\"dim\">" +
         words("A line shows the last value of each stretch of steps, the band around it the smallest and the largest.") + " " +
         words("What is not finite is a mark at the edge: a cross is not a number, a triangle is infinite.") +
         (others > kMostCharts ? " " + words("{} more series are in the Curves tab.", text::count(static_cast<std::int64_t>(others - kMostCharts)))
                               : std::string()) +
         "</p>\n";
}

std::string data(const std::string& dataJson, const Words& words) {
  const Json json = parsed(dataJson);
  if (!json.is_object()) return {};
  constexpr std::size_t kListed = 200;
  std::vector<std::pair<std::string, std::string>> rows;
  std::string lists;
  const auto list = [&](const std::string& title, const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    rows.emplace_back(title, text::count(static_cast<std::int64_t>(sentences.size())));
    lists += "<details><summary>" + html::escaped(title) + "</summary><ul>";
    for (std::size_t i = 0; i < std::min(sentences.size(), kListed); ++i) lists += "<li>" + html::escaped(words.sentence(sentences[i])) + "</li>";
    if (sentences.size() > kListed)
      lists += "<li>" +
               words("{} more: stepscope-cli runs show --json lists all", text::count(static_cast<std::int64_t>(sentences.size() - kListed))) +
               "</li>";
    lists += "</ul></details>\n";
  };
  for (const bool training : {true, false}) {
    const char* key = training ? "train" : "validation";
    const auto found = json.find(key);
    if (found == json.end() || !found->is_object()) continue;
    rows.emplace_back(training ? words("Training samples") : words("Validation samples"), text::number(real(*found, "samples")));
    if (const std::string fingerprint = text(*found, "fingerprint"); !fingerprint.empty()) {
      const std::string of = coveredBy(fingerprint);
      rows.emplace_back(training ? words("Fingerprint of the training data") : words("Fingerprint of the validation data"),
                        fingerprint + (of.empty() ? "" : words(", of {}", words.sentence(of))));
    }
    std::vector<std::string> leftOut, unreadable;
    if (const auto sentences = found->find("left_out"); sentences != found->end() && sentences->is_array())
      for (const Json& sentence : *sentences)
        if (sentence.is_string()) leftOut.push_back(sentence.get<std::string>());
    for (const Json& sample : items(*found, "unreadable")) unreadable.push_back(text(sample, "problem"));
    list(training ? words("Training: notes and files left out") : words("Validation: notes and files left out"), leftOut);
    list(training ? words("Training: samples that could not be read") : words("Validation: samples that could not be read"), unreadable);
  }
  rows.emplace_back(words("Classes, targets or tokens"), text::number(real(json, "outputs")));
  return heading(words("Data")) + panel(html::facts(rows)) + lists;
}

std::string memory(const std::string& memoryPlanJson, const Words& words) {
  const Json plan = parsed(memoryPlanJson);
  if (!plan.is_object()) return heading(words("Memory")) + empty(words("The run was not compiled far enough to have a memory plan."));
  const double state = real(plan, "state_bytes"), step = real(plan, "step_bytes"), sum = real(plan, "sum_bytes");
  std::vector<std::pair<std::string, std::string>> rows = {
      {words("Planned peak"), text::bytes(real(plan, "predicted_peak_bytes"))},
      {words("Measured peak: resident pages of it"), text::bytes(real(plan, "measured_peak_bytes"))},
      {words("Parameters, buffers and optimizer state"), text::bytes(state)},
      {words("Working memory of a training step"), text::bytes(step)},
      {words("Its tensors, were no memory shared"), text::bytes(sum)},
      {words("Batch size"), text::number(real(plan, "batch_size"))},
  };
  std::vector<svg::Area> areas;
  Json peak;
  for (const Json& node : items(plan, "nodes")) {
    const double live = real(node, "live_bytes");
    areas.push_back({std::isfinite(live) ? live : 0, colorOf(text(node, "phase"))});
    if (peak.is_null() || live > real(peak, "live_bytes")) peak = node;
  }
  if (!peak.is_null())
    rows.emplace_back(words("Peak is reached in"),
                      words("{}, {} ({} alive)", Name{text(peak, "title")}, Name{text(peak, "layer")}, text::bytes(real(peak, "live_bytes"))));
  std::string out = heading(words("Memory")) + "<div class=\"grid\">" + panel("<h3>" + words("Plan") + "</h3>" + html::facts(rows));
  if (!areas.empty())
    out += panel("<h3>" + words("Memory alive while each node of the step runs") + "</h3>" +
                 svg::columns(areas, step, text::bytes, words("memory over the nodes of a step"), words("node")) +
                 "<div class=\"legend\"><span><i style=\"background:var(--forward)\"></i>" + words("forward") +
                 "</span><span><i style=\"background:var(--backward)\"></i>" + words("backward") +
                 "</span><span><i style=\"background:var(--optimizer)\"></i>" + words("optimizer") + "</span><span>" +
                 words("dashed: working memory set aside") + "</span></div>");
  out += "</div>";
  std::vector<std::vector<std::string>> largest;
  for (const Json& value : items(plan, "largest")) {
    if (largest.size() == 15) break;
    largest.push_back({text(value, "value"), words.sentence(text(value, "role")), text::bytes(real(value, "bytes"))});
  }
  if (!largest.empty())
    out += panel("<h3>" + words("Largest tensors") + "</h3>" + html::table({{words("tensor")}, {words("role")}, {words("size"), true}}, largest));
  return out;
}

std::string breakdown(const std::string& json, const Words& words) {
  const std::optional<KeptBreakdown> kept = breakdownOf(json);
  if (!kept || kept->breakdown.categories.empty())
    return heading(words("Where the time of a step goes")) + empty(words("No steps were captured in this run."));
  const StepBreakdown& breakdown = kept->breakdown;
  std::vector<svg::Part> parts;
  std::vector<std::vector<std::string>> categories;
  for (const CategoryTime& time : breakdown.categories) {
    const std::string name(nameOf(time.category)), shown = words.sentence(name);
    parts.push_back({shown, colorOf(name), text::percent(time.share), time.share});
    categories.push_back({shown, text::milliseconds(time.msPerStep), text::percent(time.share)});
  }
  std::vector<std::vector<std::string>> ops;
  for (const OpTime& op : breakdown.ops) {
    if (ops.size() == 30) break;
    ops.push_back({op.title, words.sentence(nameOf(op.category)), text::number(op.callsPerStep), text::milliseconds(op.msPerStep),
                   text::percent(op.share), op.gflops > 0 ? text::rate(op.gflops * 1e9, "FLOP/s") : "",
                   op.gigabytesPerSecond > 0 ? text::rate(op.gigabytesPerSecond * 1e9, "B/s") : "", op.costliestLayer});
  }
  std::string out = heading(words("Where the time of a step goes")) + "<p>" +
                    words("Median of {} captured steps: {}, 95th percentile {}", text::number(breakdown.steps),
                          text::milliseconds(breakdown.medianStepMs), text::milliseconds(breakdown.p95StepMs)) +
                    " <span class=\"dim\">(" + html::escaped(words.sentence(kept->source)) + ")</span></p>";
  out += panel(svg::stackedBar(parts) + html::table({{words("part")}, {words("time a step"), true}, {words("share"), true}}, categories));
  return out + "<h3></h3>" +
         panel(html::table({{words("op")},
                            {words("part")},
                            {words("calls"), true},
                            {words("time a step"), true},
                            {words("share"), true},
                            {words("achieved"), true},
                            {words("memory traffic"), true},
                            {words("costliest layer")}},
                           ops));
}

std::string textSample(const std::string& sampleJson, const Words& words) {
  const Json sample = parsed(sampleJson);
  if (!sample.is_object() || text(sample, "text").empty()) return {};
  const std::string prompt = text(sample, "prompt");
  return heading(words("Sample of text")) +
         panel("<pre class=\"sample\"><b>" + html::escaped(prompt) + "</b>" + html::escaped(text(sample, "text")) + "</pre>") + "<p class=\"dim\">" +
         words("Written by the checkpoint of step {} at a temperature of {} with the seed {}.", text::number(real(sample, "step")),
               text::number(real(sample, "temperature")), text::number(real(sample, "seed"))) +
         "</p>\n";
}

std::string markers(const std::vector<Marker>& markers, const Words& words) {
  if (markers.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const Marker& marker : markers) rows.push_back({text::count(marker.step), text::duration(marker.wall), changeIn(words, marker.label)});
  return heading(words("What happened")) + panel(html::table({{words("step"), true}, {words("time"), true}, {words("event")}}, rows));
}

std::string switches(const std::string& switchRowsJson, const Words& words) {
  const std::vector<SwitchRow> kept = switchRowsOf(switchRowsJson);
  if (kept.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const SwitchRow& row : kept) {
    const SwitchRowWords told = wordsOf(row);
    rows.push_back({text::count(row.step), changeIn(words, row.change), told.predictedPeak, told.measuredPeak, told.predictedStep, told.estimated,
                    words.sentence(told.measuredStep)});
  }
  return heading(words("Switches: predicted and measured")) +
         panel(html::table({{words("after step"), true},
                            {words("change")},
                            {words("peak, predicted"), true},
                            {words("measured"), true},
                            {words("step, predicted"), true},
                            {words("of it estimated"), true},
                            {words("measured"), true}},
                           rows)) +
         "<p class=\"dim\">" +
         words(
             "The time of a step without waiting for data. Predicted is the sum over its kernels of what they took on this machine before, "
             "estimated where one was never timed; measured is the median of the steps after the change.") +
         "</p>\n";
}

std::string configuration(const RunInfo& run, const Words& words, bool titled) {
  const Json json = parsed(run.configuration);
  const std::string title = titled ? heading(words("Configuration")) : std::string();
  if (!json.is_object()) return title + empty(words("The configuration kept with the run cannot be read."));
  std::vector<std::pair<std::string, std::string>> rows;
  flatten(json, "", rows);
  // The kept configuration has the values of the start. A switch that was changed is shown with all its values.
  for (const Setting& setting : settingsOf(run)) {
    if (setting.values.size() < 2) continue;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.first == setting.key; });
    if (row != rows.end()) row->second = shown(setting);
    else rows.emplace_back(setting.key, shown(setting));
  }
  return title + panel(html::facts(rows, 2));
}

std::string environment(const std::string& environmentJson, const Words& words) {
  const Json json = parsed(environmentJson);
  if (!json.is_object()) return {};
  std::vector<std::pair<std::string, std::string>> rows = {{words("Program"), text(json, "program")},
                                                           {words("System"), text(json, "system")},
                                                           {words("Device"), text(json, "device")},
                                                           {words("Driver"), text(json, "driver")},
                                                           {words("Instructions used"), text(json, "isa")},
                                                           {words("Cores"), text::number(real(json, "cores"))},
                                                           {words("Compute threads"), text::number(real(json, "threads"))},
                                                           {words("Memory"), text::bytes(real(json, "memory_bytes"))},
                                                           {words("Library"), text(json, "library")}};
  std::string libraries;
  if (const auto found = json.find("libraries"); found != json.end() && found->is_array())
    for (const Json& library : *found)
      if (library.is_string()) libraries += (libraries.empty() ? "" : ", ") + library.get<std::string>();
  rows.emplace_back(words("Libraries"), libraries);
  if (const auto git = json.find("git"); git != json.end() && git->is_object()) {
    const auto clean = git->find("clean");
    const bool known = clean != git->end() && clean->is_boolean();
    rows.emplace_back(words("Commit of the project's folder"),
                      text(*git, "commit") + (!known               ? words(", whether it was changed since is unknown")
                                              : clean->get<bool>() ? words(", clean")
                                                                   : words(", with changes that are not committed")));
  }
  std::erase_if(rows, [](const auto& row) { return row.second.empty() || row.second == "-"; });
  return heading(words("Environment")) + panel(html::facts(rows));
}

std::string findings(const std::string& findingsJson, const Words& words) {
  const Json json = parsed(findingsJson);
  const Json list = json.is_object() && json.contains("findings") ? json["findings"] : json;
  if (!list.is_array() || list.empty()) return {};
  const bool claims = !json.is_object() || !json.contains("times_are_claims") || json["times_are_claims"] == true;
  const std::string of = claims ? std::string() : words(", {}", words.sentence(text(json, "cores")));
  std::string found;
  std::vector<std::vector<std::string>> others;
  for (const Json& finding : list) {
    if (!finding.is_object()) continue;
    const std::string outcome = text(finding, "outcome"), sentence = text(finding, "sentence"), cure = text(finding, "cure");
    if (outcome != "found") {
      std::string rule = text(finding, "rule");
      std::replace(rule.begin(), rule.end(), '_', ' ');
      others.push_back(
          {words.sentence(rule), outcome == "not_enough_data" ? words("not enough data") : words("not found"), words.sentence(sentence)});
      continue;
    }
    found += "<div class=\"panel finding\"><h3>" + html::escaped(words.sentence(sentence)) + "</h3>";
    if (!cure.empty()) found += "<p>" + html::escaped(changeIn(words, cure)) + "</p>";
    // Without a text for the cure, the change of the switch is shown.
    if (const auto turn = finding.find("switch"); cure.empty() && turn != finding.end() && turn->is_object())
      found += "<p>" + html::escaped(text(*turn, "key") + ": " + text(*turn, "from") + " → " + text(*turn, "to")) + "</p>";
    if (const double gain = real(finding, "gain_at_most"); gain > 0)
      found += "<p class=\"dim\">" + html::escaped(words("It can bring at most {} of a step{}.", text::milliseconds(gain), Name{of})) + "</p>";
    found += "</div>\n";
  }
  std::string out = heading(words("Findings"));
  // The main sentence may be that of the first finding; then it is not repeated.
  if (json.is_object() && found.find(html::escaped(words.sentence(text(json, "sentence")))) == std::string::npos)
    out += "<p>" + html::escaped(words.sentence(text(json, "sentence"))) + "</p>";
  out += (found.empty() ? empty(words("Nothing that slows the step down was found.")) : found);
  if (!others.empty())
    out += "<details><summary>" + words("What was looked for besides") + "</summary>" +
           panel(html::table({{words("rule")}, {words("outcome")}, {words("figure")}}, others)) + "</details>\n";
  return out;
}

std::string verdictOf(const std::string& findingsJson) {
  const Json json = parsed(findingsJson);
  return json.is_object() ? text(json, "sentence") : std::string();
}

std::string trials(const std::string& trialsJson, const Words& words) {
  const Json json = parsed(trialsJson);
  if (!json.is_array() || json.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const Json& trial : json)
    if (trial.is_object())
      rows.push_back({text::number(real(trial, "step")), changeIn(words, text(trial, "change")), words.sentence(text(trial, "sentence")),
                      words.sentence(text(trial, "choice"))});
  return heading(words("Switches that were tried")) +
         panel(html::table({{words("after step"), true}, {words("change")}, {words("what came of it")}, {words("then")}}, rows)) +
         "<p class=\"dim\">" + words("Steps with and without, in turns, from the same weights; times per sample.") + "</p>\n";
}

std::string log(const std::vector<LogLine>& lines, const Words& words) {
  constexpr std::size_t kShown = 60;
  if (lines.empty()) return {};
  std::string out;
  for (std::size_t i = lines.size() > kShown ? lines.size() - kShown : 0; i < lines.size(); ++i)
    out += html::escaped(words.sentence(lines[i].text)) + "\n";
  const std::string left =
      lines.size() > kShown
          ? "<p class=\"dim\">" + words("The last {} of {} lines.", kShown, text::count(static_cast<std::int64_t>(lines.size()))) + "</p>"
          : std::string();
  return heading(words("Log")) + panel("<pre class=\"sample\">" + out + "</pre>") + left;
}

std::string spans(const RunInfo& run, const Words& words) {
  if (run.spans.size() < 2) return {};
  const Metric& metric = infoOf(taskOf(run)).metric;
  std::vector<std::vector<std::string>> rows;
  const auto measuredBytes = [](std::int64_t value) { return value > 0 ? static_cast<double>(value) : std::nan(""); };
  const auto known = [&](const char* key, double value) { return std::isnan(value) ? words("unknown") : runQuantity(key).worded(value); };
  for (const RunSpan& span : run.spans)
    rows.push_back({text::count(span.firstStep) + "–" + text::count(span.lastStep), changeIn(words, span.cause), text::duration(span.seconds),
                    known("step_ms", span.stepMs), known("samples_per_second", span.samplesPerSecond()),
                    known("planned_peak_bytes", measuredBytes(span.plannedPeakBytes)),
                    known("resident_peak_bytes", measuredBytes(span.residentPeakBytes)), known("data_wait_share", span.dataWaitShare()),
                    known("busy_share", span.busyShare),
                    std::isnan(span.validationMetric) ? words("unknown") : text::metric(metric, span.validationMetric)});
  const std::string turned = turnedSwitches(run);
  return heading(words("From one turn of the switches to the next")) +
         (turned.empty() ? turned : "<p>" + html::escaped(words.sentence(turned)) + "</p>") +
         panel(html::table({{words("steps")},
                            {words("because of")},
                            {words("time"), true},
                            {words("step, median"), true},
                            {words("throughput"), true},
                            {words("peak, planned"), true},
                            {words("resident"), true},
                            {words("waited for data"), true},
                            {words("cores held by others"), true},
                            {words("validation {}", metric.title), true}},
                           rows));
}

}  // namespace stepscope::report
