#include "core/report/compared_sections.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <set>

#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/report/html.h"
#include "core/report/run_sections.h"
#include "core/report/svg_chart.h"
#include "core/words/width.h"

namespace stepscope::report {
namespace {

constexpr std::size_t kColors = 7;

std::string panelOf(const std::string& inside) {
  return "<div class=\"panel\">" + inside + "</div>\n";
}

// The index of the run's colour. In a comparison of many runs, those of one group have the same colour.
std::size_t colorOf(const RunComparison& comparison, std::size_t i) {
  return comparison.many() ? groupOfRuns(comparison.groups, comparison.runs.size())[i] : i;
}

std::string markOf(std::size_t color) {
  return "<i style=\"background:" + runColor(color) + "\"></i>";
}

std::string nameWithMark(const RunComparison& comparison, std::size_t i) {
  return markOf(colorOf(comparison, i)) + html::name(comparison.runs[i].info.name);
}

std::string roleOf(const RunComparison& comparison, std::size_t i, const Words& words) {
  return i == comparison.baseline                                          ? words(" (baseline)")
         : !comparison.many() && i == comparison.best && comparison.faster ? words(" (best)")
                                                                           : std::string();
}

const char* classOf(ComparedCell::Tone tone) {
  switch (tone) {
    case ComparedCell::Tone::Good: return "good";
    case ComparedCell::Tone::Bad: return "warn";
    case ComparedCell::Tone::Differs: return "differs";
    case ComparedCell::Tone::Plain: break;
  }
  return "dim";
}

std::string tableOf(const RunComparison& comparison, const ComparedTable& table, const std::string& title, const Words& words) {
  std::string out = "<table><thead><tr><th>" + html::escaped(title) + "</th>";
  for (std::size_t i = 0; i < comparison.runs.size(); ++i) out += "<th class=\"legend\">" + nameWithMark(comparison, i) + "</th>";
  out += "</tr></thead><tbody>";
  for (const ComparedRow& row : table.rows) {
    out += "<tr><td>" + html::name(words.sentence(row.title)) +
           (row.of.empty() ? "" : " <span class=\"dim\">" + html::escaped(words.sentence(row.of)) + "</span>") + "</td>";
    for (const ComparedCell& cell : row.cells) {
      const bool differs = cell.tone == ComparedCell::Tone::Differs;
      out += differs ? "<td class=\"differs\">" : "<td>";
      out += html::escaped(words.sentence(cell.text));
      if (!cell.change.empty())
        out += std::string(" <span class=\"") + classOf(cell.tone) + "\">" + html::escaped(words.sentence(cell.change)) + "</span>";
      out += "</td>";
    }
    out += "</tr>";
  }
  return out + "</tbody></table>\n";
}

std::string started(std::int64_t unixMs) {
  const std::time_t seconds = unixMs / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M}", local);
}

}  // namespace

std::string runColor(std::size_t index) {
  return fmt::format("var(--run{})", index % kColors);
}

std::string sentence(const RunComparison& comparison, const Words& words) {
  std::string out = "<h1>";
  for (const SentencePart& part : comparison.sentence) {
    const char* tone = part.tone == SentencePart::Tone::Good    ? "good"
                       : part.tone == SentencePart::Tone::Bad   ? "warn"
                       : part.tone == SentencePart::Tone::Plain ? "dim"
                                                                : nullptr;
    out += tone ? std::string("<span class=\"") + tone + "\">" + html::escaped(words.sentence(part.text)) + "</span>"
                : html::escaped(words.sentence(part.text));
  }
  return out + "</h1><p class=\"dim\">" + html::escaped(words.sentence(comparison.under)) + "</p>\n";
}

std::string runList(const RunComparison& comparison, const Words& words) {
  std::string out = "<table><thead><tr><th>" + words("run") + "</th><th>" + words("model") + "</th><th>" + words("how it ended") + "</th><th>" +
                    words("started") + "</th><th>" + words("trained") + "</th><th>" + words("note") + "</th></tr></thead><tbody>";
  for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
    const RunInfo& info = comparison.runs[i].info;
    const std::string role = roleOf(comparison, i, words);
    out += "<tr><td class=\"legend\">" + nameWithMark(comparison, i) + role + "</td><td>" + html::escaped(info.model) + "</td><td class=\"status-" +
           statusClass(info.status) + "\">" + html::escaped(words.sentence(howItEnded(info))) +
           (info.message.empty() ? "" : " <span class=\"dim\">" + html::escaped(words.sentence(info.message)) + "</span>") + "</td><td>" +
           started(info.createdMs) + "</td><td>" + html::escaped(text::duration(comparison.runs[i].summary.seconds)) + "</td><td>" +
           html::escaped(info.note) + "</td></tr>";
  }
  return panelOf(out + "</tbody></table>");
}

std::string settingsTable(const RunComparison& comparison, const Words& words) {
  const std::string equal = text::count(static_cast<std::int64_t>(comparison.equalSettings));
  if (comparison.settings.rows.empty())
    return "<h2>" + words("Settings") + "</h2><p class=\"dim\">" + words("All {} settings are equal.", equal) + "</p>\n";
  return "<h2>" + words("Settings that differ") + "</h2>" + panelOf(tableOf(comparison, comparison.settings, words("setting"), words)) +
         "<p class=\"dim\">" + words("{} others are equal.", equal) + "</p>\n";
}

std::string metricsTable(const RunComparison& comparison, const Words& words) {
  return "<h2>" + words("Metrics") + "</h2>" + panelOf(tableOf(comparison, comparison.metrics, words("metric"), words)) + "<p class=\"dim\">" +
         words("Changes are against {}.", Name{html::name(comparison.runs[comparison.baseline].info.name)}) + "</p>\n";
}

std::string timePer(const RunComparison& comparison, const Words& words) {
  return std::isnan(comparison.samples) ? words("time per step") : words("time per {} samples", text::count(std::llround(comparison.samples)));
}

std::string groupTable(const RunComparison& comparison, const Words& words) {
  const RunGroups& groups = comparison.groups;
  if (groups.settings.empty() || groups.groups.size() == comparison.runs.size()) return {};
  const Metric& metric = infoOf(taskOf(comparison.runs[comparison.baseline].info)).best;
  std::string out = "<table><thead><tr>";
  const auto head = [&](const std::string& title, bool numeric) {
    out += (numeric ? "<th class=\"num\">" : "<th>") + html::escaped(title) + "</th>";
  };
  for (const DifferingSetting& setting : groups.settings) head(words.sentence(setting.title), false);
  head(words("runs"), true);
  head(words("best validation {}", metric.title), true);
  head(timePer(comparison, words), true);
  head(words("peak memory"), true);
  out += "</tr></thead><tbody>";
  for (std::size_t g = 0; g < groups.groups.size(); ++g) {
    const RunGroup& group = groups.groups[g];
    const auto numeric = [&](const std::string& shown, bool strong = false) {
      out += strong ? "<td class=\"num\"><b>" : "<td class=\"num\">";
      out += html::escaped(shown);
      out += strong ? "</b></td>" : "</td>";
    };
    out += "<tr>";
    for (std::size_t i = 0; i < group.values.size(); ++i)
      out += "<td class=\"legend\">" + (i == 0 ? markOf(g) : std::string()) + html::escaped(words.sentence(group.values[i])) + "</td>";
    numeric(text::count(static_cast<std::int64_t>(group.runs.size())));
    numeric(meanText(metric, group.mean, group.deviation), g == 0);
    numeric(text::milliseconds(group.msMean));
    numeric(text::bytes(group.peakBytes));
    out += "</tr>";
  }
  return "<h2>" + words("Groups of equal settings") + "</h2>" + panelOf(out + "</tbody></table>") + "<p class=\"dim\">" +
         words("Mean and standard deviation over the runs of a group, which differ in their seeds alone.") + "</p>\n";
}

std::string runTable(const RunComparison& comparison, const Words& words) {
  const Metric& metric = infoOf(taskOf(comparison.runs[comparison.baseline].info)).best;
  std::vector<const ComparedRow*> columns;
  constexpr std::size_t kMostSettings = 6, kMostMetrics = 6;
  const auto varies = [](const ComparedRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(), [&](const ComparedCell& cell) { return cell.text != row.cells[0].text; });
  };
  for (const ComparedRow& row : comparison.settings.rows)
    if (columns.size() < kMostSettings) columns.push_back(&row);
  const std::size_t settings = columns.size();
  const auto has = [](const ComparedRow& row, std::string_view of) { return row.of == of; };
  for (const ComparedRow& row : comparison.metrics.rows)
    if (varies(row) && columns.size() < settings + kMostMetrics && !has(row, "last") && row.title != "throughput") columns.push_back(&row);

  std::vector<std::size_t> order(comparison.runs.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto best = [&](std::size_t i) { return finalOf(comparison.runs[i].info, keyOf("best_val_", metric)); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const double x = best(a), y = best(b);
    return std::isfinite(x) != std::isfinite(y) ? std::isfinite(x) : std::isfinite(x) && metric.isBetter(x, y);
  });
  std::string out = "<table><thead><tr><th>" + words("run") + "</th>";
  for (std::size_t c = 0; c < columns.size(); ++c)
    out += (c < settings ? "<th>" : "<th class=\"num\">") + html::escaped(words.sentence(columns[c]->title)) + "</th>";
  out += "<th>" + words("how it ended") + "</th></tr></thead><tbody>";
  for (const std::size_t i : order) {
    const RunInfo& info = comparison.runs[i].info;
    // A sweep names its runs after their settings, which have columns of their own.
    const bool settingsAsName = !comparison.settings.rows.empty() && !info.group.empty() && widthOf(info.name) > 24;
    const std::string name = settingsAsName ? words("run {}", info.id) : html::name(info.name);
    out += "<tr><td class=\"legend\">" + markOf(colorOf(comparison, i)) + name + roleOf(comparison, i, words) + "</td>";
    for (std::size_t c = 0; c < columns.size(); ++c)
      out += (c < settings ? "<td>" : "<td class=\"num\">") + html::escaped(words.sentence(columns[c]->cells[i].text)) + "</td>";
    out += "<td class=\"status-" + statusClass(info.status) + "\">" + html::escaped(words.sentence(howItEnded(info))) + "</td></tr>";
  }
  const std::size_t left = comparison.settings.rows.size() - settings;
  return "<h2>" + words("Runs, best first") + "</h2>" + panelOf(out + "</tbody></table>") + "<p class=\"dim\">" +
         (left > 0 ? words("{} more settings differ.", left) + " " : std::string()) +
         words("{} others are equal.", text::count(static_cast<std::int64_t>(comparison.equalSettings))) + "</p>\n";
}

std::string verdictTable(const RunReader& store, const RunComparison& comparison, const Words& words) {
  std::vector<std::vector<std::string>> rows;
  for (const RunFacts& run : comparison.runs)
    if (const std::string verdict = verdictOf(store.artefact(run.info.id, "findings").value_or("")); !verdict.empty())
      rows.push_back({oneLine(run.info.name), words.sentence(verdict)});
  if (rows.empty()) return {};
  return "<h2>" + words("Findings") + "</h2>" + panelOf(html::table({{words("run")}, {words("its captured steps")}}, rows));
}

std::string boughtTable(const RunComparison& comparison, const Words& words) {
  std::string out = "<h2>" + words("The effect of each switch") + "</h2>";
  if (!comparison.bought.empty()) {
    const Metric& metric = infoOf(taskOf(comparison.runs[comparison.baseline].info)).best;
    const auto arrow = [](const std::string& a, const std::string& b) { return a + " → " + b; };
    std::vector<std::vector<std::string>> rows;
    for (const Bought& one : comparison.bought) {
      const double change = one.after / one.before - 1;
      rows.push_back({words.sentence(one.title), words.sentence(one.change), arrow(text::milliseconds(one.before), text::milliseconds(one.after)),
                      std::isfinite(change) ? (change < 0 ? "−" : "+") + text::percent(std::abs(change)) : words("unknown"),
                      arrow(text::throughput(one.samplesBefore), text::throughput(one.samplesAfter)),
                      arrow(text::bytes(one.memoryBefore), text::bytes(one.memoryAfter)),
                      arrow(text::metric(metric, one.metricBefore), text::metric(metric, one.metricAfter))});
    }
    out += panelOf(html::table({{words("switch")},
                                {words("change")},
                                {timePer(comparison, words), true},
                                {"", true},
                                {words("throughput"), true},
                                {words("peak memory"), true},
                                {words("best {}", metric.title), true}},
                               rows));
  }
  return out + "<p class=\"dim\">" + html::escaped(words.sentence(comparison.boughtNote)) + "</p>\n";
}

std::string overlays(const RunReader& store, const RunComparison& comparison, const Words& words) {
  const TaskInfo& task = infoOf(taskOf(comparison.runs[comparison.baseline].info));
  // Points per line. Fewer for more runs, so that the page stays small.
  const int buckets = std::clamp(6000 / static_cast<int>(comparison.runs.size()), 60, 400);
  const auto chart = [&](const std::string& title, const std::string& key, std::function<std::string(double)> format, bool points, bool fromZero) {
    std::vector<svg::Curve> curves;
    for (std::size_t i = 0; i < comparison.runs.size(); ++i) {
      const RunFacts& run = comparison.runs[i];
      const std::size_t color = colorOf(comparison, i);
      svg::Curve curve{run.info.name, runColor(color), false, points && !comparison.many(), store.overview(run.info.id, key, buckets)};
      curve.notFinite = store.notFinite(run.info.id, key);
      curve.dash = static_cast<int>(color / kColors);
      // No bands: they would hide the other lines.
      for (Bucket& bucket : curve.buckets) bucket.min = bucket.max = bucket.last;
      curves.push_back(std::move(curve));
    }
    return svg::chart({title, words("step"), std::move(curves), {}, std::move(format), fromZero, words("{{}}, step {{}}: {{}}"), !comparison.many()});
  };
  const Metric& metric = task.metric;
  std::string charts = chart(words("Validation loss"), "val_loss", text::number, true, false);
  charts += chart(
      words("Validation {}", metric.title), keyOf("val_", metric), [&metric](double value) { return text::metric(metric, value); }, true, false);
  charts += chart(words("Training loss"), "train_loss", text::number, false, false);
  charts += chart(
      words("Throughput"), "samples_per_second", [](double value) { return text::rate(value, "/s"); }, false, true);
  constexpr std::size_t kMostCharts = 24;
  std::set<std::string> others;
  for (const RunFacts& run : comparison.runs)
    for (const SeriesInfo& series : store.series(run.info.id))
      if (!drawnByName(series.key, metric)) others.insert(series.key);
  std::size_t left = others.size();
  for (const std::string& key : others) {
    if (others.size() - left >= kMostCharts) break;
    charts += chart(oneLine(key), key, text::number, false, false);
    --left;
  }
  if (charts.empty()) return "<h2>" + words("Curves") + "</h2><p class=\"dim\">" + words("No run got to its first step.") + "</p>\n";
  return "<h2>" + words("Curves") + "</h2><div class=\"grid\">" + charts + "</div><p class=\"dim\">" +
         (comparison.many() ? words("Colours are those of the table of groups and runs.") + " " : std::string()) +
         words("A line shows the last value of each stretch of steps.") + " " +
         words("What is not finite is a mark at the edge: a cross is not a number, a triangle is infinite.") +
         (left > 0 ? " " + words("{} more series are in the Curves tab.", text::count(static_cast<std::int64_t>(left))) : std::string()) + "</p>\n";
}

// "run 1, steps 6 to 10": the name of the run stays as it is in every language.
std::string capturedIn(const RunFacts& run, const Words& words) {
  const std::string said = words.sentence(run.breakdown->source);
  return said.starts_with(run.info.name) ? html::name(run.info.name) + html::escaped(said.substr(run.info.name.size())) : html::escaped(said);
}

std::string breakdowns(const RunComparison& comparison, const Words& words) {
  const auto& runs = comparison.runs;
  const bool any = std::any_of(runs.begin(), runs.end(), [](const RunFacts& run) { return run.breakdown.has_value(); });
  std::string out = "<h2>" + words("Where the time of a step goes") + "</h2>";
  if (!any) return out + "<p class=\"dim\">" + words("No steps were captured in these runs.") + "</p>\n";
  bool perSample = true;
  for (const RunFacts& run : runs) perSample = perSample && (!run.breakdown || run.breakdownSamples > 0);
  const double samples = perSample ? comparison.samples : std::nan("");
  const auto factor = [&](const RunFacts& run) { return std::isfinite(samples) ? samples / run.breakdownSamples : 1.0; };
  double longest = 0;
  std::set<Category> categories;
  for (const RunFacts& run : runs)
    if (run.breakdown) {
      longest = std::max(longest, meanStepMs(run.breakdown->breakdown) * factor(run));
      for (const CategoryTime& time : run.breakdown->breakdown.categories) categories.insert(time.category);
    }
  std::vector<html::Column> columns{{words("run")}, {words("median step"), true}, {words("mean step"), true}};
  for (const Category category : categories) columns.push_back({words.sentence(nameOf(category)), true});
  std::vector<std::vector<std::string>> rows;
  std::string bars;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunFacts& run = runs[i];
    if (!run.breakdown) {
      rows.push_back({oneLine(run.info.name), words("none captured")});
      continue;
    }
    const StepBreakdown& breakdown = run.breakdown->breakdown;
    std::vector<svg::Part> parts;
    std::vector<std::string> row{oneLine(run.info.name), text::milliseconds(breakdown.medianStepMs * factor(run)),
                                 text::milliseconds(meanStepMs(breakdown) * factor(run))};
    for (const Category category : categories) {
      double ms = 0;
      for (const CategoryTime& time : breakdown.categories)
        if (time.category == category) ms += time.msPerStep * factor(run);
      row.push_back(text::milliseconds(ms));
      parts.push_back(
          {words.sentence(nameOf(category)), colorOf(std::string(nameOf(category))), text::milliseconds(ms), longest > 0 ? ms / longest : 0});
    }
    rows.push_back(std::move(row));
    // Of many runs only two get a bar, since one for each would fill pages. The table has all.
    if (!comparison.many() || i == comparison.baseline || i == comparison.best)
      bars +=
          "<p class=\"legend\">" + nameWithMark(comparison, i) + " <span class=\"dim\">" + capturedIn(run, words) + "</span></p>" + svg::bar(parts);
  }
  std::string legend;
  for (const Category category : categories)
    legend += "<span><i style=\"background:" + colorOf(std::string(nameOf(category))) + "\"></i>" + html::escaped(words.sentence(nameOf(category))) +
              "</span> ";
  const std::string unit = std::isfinite(samples)
                               ? words("Times are per {} samples. The parts are those of the mean step.", text::count(std::llround(samples)))
                               : words("Times are per step, the parts those of the mean one; how many samples a step held is not known of all runs.");
  return out + panelOf(bars + "<div class=\"legend\">" + legend + "</div>" + html::table(columns, rows)) + "<p class=\"dim\">" + unit + "</p>\n";
}

std::string memories(const RunComparison& comparison, const Words& words) {
  std::vector<std::vector<std::string>> rows;
  for (const RunFacts& run : comparison.runs)
    rows.push_back({oneLine(run.info.name), text::bytes(run.summary.residentPeakBytes), text::bytes(run.summary.plannedPeakBytes),
                    text::bytes(run.summary.processPeakBytes)});
  return "<h2>" + words("Peak memory") + "</h2>" +
         panelOf(html::table(
             {{words("run")}, {words("resident of the step's memory"), true}, {words("planned"), true}, {words("of the whole process"), true}},
             rows)) +
         "<p class=\"dim\">" + words("The highest over the whole run, whatever its switches were.") + "</p>\n";
}

}  // namespace stepscope::report
