#include "core/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/models/metrics.h"
#include "core/report/html.h"
#include "core/report/settings_diff.h"
#include "core/store/run_quantities.h"

namespace stepscope {
namespace {

using Tone = ComparedCell::Tone;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kVisible = 0.01;  // a smaller relative change of a time or of memory gets no colour

bool isBusy(const RunFacts& run) {
  return coresOf(run.summary.busyShare) != Cores::Quiet;
}

std::string signedText(double value, const std::string& text) {
  return (value < 0 ? "−" : "+") + text;
}

// "−41 %"
std::string changeText(double now, double base) {
  const double change = now / base - 1;
  if (!std::isfinite(change) || std::abs(change) < 0.0005) return {};
  return signedText(change, fmt::format("{:.{}f} %", std::abs(change) * 100, std::abs(change) < 0.0995 ? 1 : 0));
}

// How a figure is shown, and which way is better.
struct Figure {
  std::string title, of;
  std::string (*format)(double);
  enum class Better { Less, More, Neither } better = Better::Neither;
  bool points = false;   // a share: its change is shown in percentage points
  bool relative = true;  // the change is shown in per cent of the baseline; else as a difference
  bool timed = false;    // a time: changes measured on busy cores get no colour
};

// `measured`: for each run, whether its value was measured, finite or not; if it is false or `measured` is empty, NaN is shown as "unknown".
ComparedRow rowOf(const Figure& figure, const std::vector<RunFacts>& runs, std::size_t baseline, const std::vector<double>& values,
                  const std::vector<bool>& measured = {}) {
  ComparedRow row{figure.title, figure.of, {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool came = !std::isfinite(values[i]) && !measured.empty() && measured[i];
    ComparedCell cell{came ? text::measured(values[i]) : std::isnan(values[i]) ? "unknown" : figure.format(values[i]), {}, Tone::Plain};
    const double base = values[baseline];
    if (i != baseline && std::isfinite(values[i]) && std::isfinite(base) && values[i] != base) {
      const double difference = values[i] - base;
      if (figure.points) cell.change = signedText(difference, fmt::format("{:.2f} points", std::abs(difference) * 100));
      else if (figure.relative && base != 0) cell.change = changeText(values[i], base);
      else cell.change = signedText(difference, text::number(std::abs(difference)));
      const bool visible = !figure.relative || figure.points || std::abs(difference) >= kVisible * std::abs(base);
      const bool claimed = !figure.timed || (!isBusy(runs[i]) && !isBusy(runs[baseline]));
      if (visible && claimed && figure.better != Figure::Better::Neither)
        cell.tone = (difference < 0) == (figure.better == Figure::Better::Less) ? Tone::Good : Tone::Bad;
    }
    row.cells.push_back(std::move(cell));
  }
  return row;
}

const SeriesInfo* seriesOf(const RunFacts& run, const std::string& key) {
  const auto found = std::find_if(run.series.begin(), run.series.end(), [&](const SeriesInfo& info) { return info.key == key; });
  return found == run.series.end() || found->count == 0 ? nullptr : &*found;
}

template <typename Get>
std::vector<double> valuesOf(const std::vector<RunFacts>& runs, Get get) {
  std::vector<double> values;
  for (const RunFacts& run : runs) values.push_back(get(run));
  return values;
}

bool anyKnown(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
}

// The number of samples that times are shown for: that of the baseline's steps. NaN if the samples per step of any run are not known.
double commonSamples(const std::vector<RunFacts>& runs, std::size_t baseline) {
  for (const RunFacts& run : runs)
    if (!(run.samplesPerStep > 0)) return kUnknown;
  return std::round(runs[baseline].samplesPerStep);
}

double timeOf(const RunFacts& run, double samples) {
  return std::isnan(samples) ? run.summary.stepMs : run.msPer(samples);
}

// "64 samples", "step"
std::string per(double samples) {
  return std::isnan(samples) ? "step" : text::count(std::llround(samples)) + " samples";
}

std::string msText(double ms) {
  return text::milliseconds(ms);
}

void addMetrics(RunComparison& comparison) {
  const std::vector<RunFacts>& runs = comparison.runs;
  const auto add = [&](const Figure& figure, const std::vector<double>& values, const std::vector<bool>& measured = {}) {
    if (anyKnown(values) || std::count(measured.begin(), measured.end(), true) > 0)
      comparison.metrics.rows.push_back(rowOf(figure, runs, comparison.baseline, values, measured));
  };
  const TaskInfo& task = infoOf(taskOf(runs[comparison.baseline].info));
  std::set<std::string> told;
  const auto came = [&](const std::string& key) {
    std::vector<bool> measured;
    for (const RunFacts& run : runs) measured.push_back(seriesOf(run, key) != nullptr);
    return measured;
  };
  // Two rows, best and last value of a validation metric, from its whole series.
  const auto validated = [&](const std::string& title, const std::string& key, bool larger, bool share) {
    const auto format = share ? +[](double value) { return text::percent(value); } : +[](double value) { return text::number(value); };
    const auto better = larger ? Figure::Better::More : Figure::Better::Less;
    told.insert(key);
    add({title, "best", format, better, share, false}, valuesOf(runs, [&](const RunFacts& run) {
          const SeriesInfo* info = seriesOf(run, key);
          return info ? (larger ? info->max : info->min) : kUnknown;
        }));
    add({title, "last", format, better, share, false},
        valuesOf(runs,
                 [&](const RunFacts& run) {
                   const SeriesInfo* info = seriesOf(run, key);
                   return info ? info->lastValue : kUnknown;
                 }),
        came(key));
  };
  for (const MetricDef* def : metricsOf(task.task))
    validated("validation " + std::string(def->metric.title), keyOf("val_", def->metric), def->metric.larger, def->metric.share);
  validated("validation loss", "val_loss", false, false);
  const auto number = +[](double value) { return text::number(value); };
  add({"time per " + per(comparison.samples), "mean of all steps", msText, Figure::Better::Less, false, true, true},
      valuesOf(runs, [&](const RunFacts& run) { return timeOf(run, comparison.samples); }));
  const auto quantity = [&](const char* key, const char* title, const char* of, Figure::Better better, bool timed = false) {
    const RunQuantity& one = runQuantity(key);
    add({title, of, one.worded, better, std::string_view(key).ends_with("_share"), true, timed},
        valuesOf(runs, [&](const RunFacts& run) { return one.of(run.summary); }));
  };
  quantity("samples_per_second", "throughput", "mean of all steps", Figure::Better::More, true);
  quantity("data_wait_share", "waited for data", "share of the steps' time", Figure::Better::Neither);
  quantity("busy_share", "cores held by others", "share of the cores' time", Figure::Better::Neither);
  quantity("peak_bytes", "peak memory", "resident of the step's, else planned", Figure::Better::Less);
  quantity("seconds", "training time", "pauses left out", Figure::Better::Neither);
  add({"epochs", "done", number, Figure::Better::Neither, false, false},
      valuesOf(runs, [](const RunFacts& run) { return static_cast<double>(run.info.epoch); }));
  // All other recorded series, for example of imported runs: the last value.
  for (const char* known : {"train_loss", "lr", "samples_per_second", "step_ms", "data_wait_ms"}) told.insert(known);
  for (const MetricDef* def : metricsOf(task.task)) told.insert(keyOf("train_", def->metric));
  std::set<std::string> rest;
  for (const RunFacts& run : runs)
    for (const SeriesInfo& info : run.series)
      if (info.count > 0 && !told.contains(info.key) && !info.key.starts_with("system/")) rest.insert(info.key);
  constexpr std::size_t kMostOthers = 30;
  for (const std::string& key : rest) {
    if (comparison.metrics.rows.size() >= kMostOthers) break;
    add({key.empty() ? oneLine(key) : key, "last", number, Figure::Better::Neither, false, false},
        valuesOf(runs,
                 [&](const RunFacts& run) {
                   const SeriesInfo* info = seriesOf(run, key);
                   return info ? info->lastValue : kUnknown;
                 }),
        came(key));
  }
}

// The fastest run per sample, other than the baseline, among those whose best metric is at most 1 % worse than the baseline's; if there is none, the
// fastest. If no times are known, the run with the best metric.
std::size_t bestOf(const std::vector<RunFacts>& runs, std::size_t baseline, double samples) {
  const Metric& metric = infoOf(taskOf(runs[baseline].info)).best;
  const std::string key = keyOf("best_val_", metric);
  const double base = finalOf(runs[baseline].info, key);
  const auto asGood = [&](const RunFacts& run) {
    const double value = finalOf(run.info, key);
    if (std::isnan(value) || std::isnan(base)) return std::isnan(base);
    return metric.larger ? value >= base - 0.01 * std::abs(base) : value <= base + 0.01 * std::abs(base);
  };
  std::size_t best = baseline;
  for (const bool quality : {true, false}) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (i == baseline || (quality && !asGood(runs[i]))) continue;
      const double ms = timeOf(runs[i], samples);
      if (std::isfinite(ms) && (best == baseline || ms < timeOf(runs[best], samples))) best = i;
    }
    if (best != baseline) return best;
  }
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (i != baseline && (best == baseline || metric.isBetter(finalOf(runs[i].info, key), finalOf(runs[best].info, key)))) best = i;
  return best;
}

double bestMetric(const RunFacts& run) {
  return finalOf(run.info, keyOf("best_val_", infoOf(taskOf(run.info)).best));
}

Bought boughtOf(const RunFacts& before, const RunFacts& after, double samples, const std::vector<DifferingSetting>& differing) {
  Bought bought;
  for (const DifferingSetting& setting : differing) {
    bought.title += (bought.title.empty() ? "" : " + ") + setting.title;
    bought.change += (bought.change.empty() ? "" : ", ") + setting.values[0] + " → " + setting.values[1];
  }
  bought.of = oneLine(after.info.name) + " against " + oneLine(before.info.name);
  bought.before = timeOf(before, samples);
  bought.after = timeOf(after, samples);
  bought.low = bought.high = kUnknown;  // the runs were not interleaved, so there is no interval of the difference
  bought.samplesBefore = before.summary.samplesPerSecond;
  bought.samplesAfter = after.summary.samplesPerSecond;
  bought.memoryBefore = before.summary.peakBytes();
  bought.memoryAfter = after.summary.peakBytes();
  bought.metricBefore = bestMetric(before);
  bought.metricAfter = bestMetric(after);
  bought.busy = isBusy(before) || isBusy(after);
  return bought;
}

// A chain of runs from the baseline to the best run, each with fewer switches that differ from the best run than the one before. Each pair of
// neighbours gives the effect of the switches in which they differ.
void addBought(RunComparison& comparison) {
  const std::vector<RunFacts>& runs = comparison.runs;
  if (comparison.best == comparison.baseline) {
    comparison.boughtNote = "One run alone bought nothing: add another.";
    return;
  }
  const auto apart = [&](std::size_t a, std::size_t b) { return differingSettings({&runs[a], &runs[b]}, SettingsPart::Switches); };
  std::vector<std::size_t> chain{comparison.baseline};
  std::set<std::string> left;
  for (const DifferingSetting& setting : apart(comparison.baseline, comparison.best)) left.insert(setting.key);
  if (left.empty()) {
    comparison.boughtNote = "The baseline and " + oneLine(runs[comparison.best].info.name) + " have the same switches.";
    return;
  }
  // A run continues the chain if every switch that differs from the last run of the chain already has the value of the best run.
  while (true) {
    std::size_t next = comparison.best, most = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (i == comparison.best || std::find(chain.begin(), chain.end(), i) != chain.end()) continue;
      const auto done = apart(chain.back(), i), rest = apart(i, comparison.best);
      if (done.empty() || rest.size() + done.size() != left.size() || rest.size() <= most) continue;
      most = rest.size();
      next = i;
    }
    chain.push_back(next);
    if (next == comparison.best) break;
    left.clear();
    for (const DifferingSetting& setting : apart(next, comparison.best)) left.insert(setting.key);
  }
  bool together = false;
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    const auto differing = apart(chain[i], chain[i + 1]);
    together = together || differing.size() > 1;
    comparison.bought.push_back(boughtOf(runs[chain[i]], runs[chain[i + 1]], comparison.samples, differing));
  }
  comparison.boughtNote = "Mean times of whole runs, one after the other";
  comparison.boughtNote += together ? "; switches that were turned together are not told apart: a run with one of them alone would tell." : ".";
  if (std::any_of(comparison.bought.begin(), comparison.bought.end(), [](const Bought& one) { return one.busy; }))
    comparison.boughtNote += " Other programs held the cores meanwhile, or nobody watched: these are no claims.";
}

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

void addSentence(RunComparison& comparison) {
  using Part = SentencePart::Tone;
  const std::vector<RunFacts>& runs = comparison.runs;
  const RunFacts &base = runs[comparison.baseline], &best = runs[comparison.best];
  auto& sentence = comparison.sentence;
  if (comparison.best == comparison.baseline) {
    sentence.push_back({oneLine(base.info.name), Part::Strong});
    return;
  }
  const double before = timeOf(base, comparison.samples), after = timeOf(best, comparison.samples);
  const bool busy = isBusy(base) || isBusy(best);
  const TaskInfo& task = infoOf(taskOf(base.info));
  const bool unknown = std::isnan(base.summary.busyShare) || std::isnan(best.summary.busyShare);
  if (busy && std::isfinite(before / after)) {
    sentence.push_back({fmt::format("{} against {}: nothing can be said about speed, {}", oneLine(best.info.name), oneLine(base.info.name),
                                    unknown ? "whether cores were quiet is unknown" : "other programs held the cores"),
                        Part::Strong});
  } else if (std::isfinite(before / after)) {
    const double ratio = before / after;
    const std::string how = fmt::format("{:.2f}×", ratio);
    if (std::abs(ratio - 1) < 0.005) {
      sentence.push_back({oneLine(best.info.name) + " is as fast as " + oneLine(base.info.name), Part::Strong});
    } else {
      sentence.push_back({oneLine(best.info.name) + " is ", Part::Strong});
      sentence.push_back({how + " as fast", ratio > 1 ? Part::Good : Part::Bad});
      sentence.push_back({" as " + oneLine(base.info.name), Part::Strong});
    }
  } else {
    const double a = bestMetric(base), b = bestMetric(best);
    if (std::isfinite(a) && std::isfinite(b))
      sentence.push_back(
          {oneLine(best.info.name) + " reached " + text::metric(task.best, b) + ", " + oneLine(base.info.name) + " " + text::metric(task.best, a),
           Part::Strong});
    else sentence.push_back({oneLine(best.info.name) + " against " + oneLine(base.info.name) + ": no figure of both is known", Part::Strong});
  }
  // Then the settings that differ; with their effects if these are known.
  constexpr std::size_t kTold = 3;
  std::vector<std::string> parts;
  const bool told = !busy && !comparison.bought.empty() && std::isfinite(before / after);
  if (told) {
    for (const Bought& one : comparison.bought) parts.push_back(one.title + " " + one.change + " " + changeText(one.after, one.before));
  } else {
    for (const DifferingSetting& setting : differingSettings({&base, &best}, SettingsPart::All))
      parts.push_back(setting.title + " " + setting.values[0] + " → " + setting.values[1]);
  }
  if (parts.empty()) {
    sentence.push_back({busy ? ". The settings are the same" : ", with the same settings", Part::Plain});
  } else {
    const std::size_t more = parts.size() > kTold ? parts.size() - kTold : 0;
    parts.resize(parts.size() - more);
    const std::string rest = more > 0 ? fmt::format(", {} more", more) : std::string();
    sentence.push_back({busy ? fmt::format(". Settings: {}{}", joined(parts, ", "), rest) : ": " + joined(parts, ", ") + rest, Part::Plain});
  }

  std::vector<std::string> under;
  if (std::isfinite(before / after))
    under.push_back(msText(before) + " → " + msText(after) + " per " + per(comparison.samples) + ", mean of all steps");
  if (busy) under.push_back(unknown ? "whether cores were quiet is unknown: no claim" : "other programs held the cores: no claim");
  if (const double a = bestMetric(base), b = bestMetric(best); std::isfinite(a) && std::isfinite(b) && std::isfinite(before / after)) {
    const std::string change = task.best.share ? signedText(b - a, fmt::format("{:.2f} points", std::abs(b - a) * 100)) : changeText(b, a);
    under.push_back("best validation " + std::string(task.best.title) + " " + (a == b ? "equal" : change));
  }
  const auto same = [&](const char* what, const std::string& a, const std::string& b) {
    if (a.empty() || b.empty()) return;
    under.push_back(a == b ? fmt::format("same {}", what) : fmt::format("other {}", what));
  };
  same("data", base.fingerprint, best.fingerprint);
  same("machine", base.device, best.device);
  same("version of the program", base.program, best.program);
  if (base.clean && best.clean) same("commit", base.commit, best.commit);
  comparison.under = joined(under, " · ");
}

// "47960 ± 310 over 3 runs"
std::string toldOf(const RunGroup& group, const Metric& metric) {
  const std::string mean = meanText(metric, group.mean, group.deviation);
  return group.measured > 1 ? fmt::format("{} over {} runs", mean, group.measured) : mean;
}

// For many runs: the group of settings with the best mean, and the second. Returns false if no run has a best value or no setting differs.
bool addSentenceOfGroups(RunComparison& comparison) {
  using Part = SentencePart::Tone;
  const RunGroups& groups = comparison.groups;
  if (groups.groups.size() < 2 || groups.settings.empty() || std::isnan(groups.groups[0].mean)) return false;
  const Metric& metric = infoOf(taskOf(comparison.runs[comparison.baseline].info)).best;
  const RunGroup& best = groups.groups[0];
  comparison.sentence.push_back({fmt::format("{} is best: ", best.title(groups.settings)), Part::Strong});
  comparison.sentence.push_back({std::string(metric.title) + " " + toldOf(best, metric), Part::Good});
  std::vector<std::string> under{fmt::format("{} runs in {} groups of equal settings", comparison.runs.size(), groups.groups.size())};
  if (const RunGroup& next = groups.groups[1]; !std::isnan(next.mean))
    under.push_back(fmt::format("next: {} with {}", next.title(groups.settings), toldOf(next, metric)));
  const auto busy = std::count_if(comparison.runs.begin(), comparison.runs.end(), isBusy);
  if (busy > 0) under.push_back(fmt::format("times of {} of {} runs are not from quiet cores", busy, comparison.runs.size()));
  comparison.under = joined(under, " · ");
  return true;
}

}  // namespace

RunComparison compare(std::vector<RunFacts> runs, std::size_t baseline) {
  RunComparison comparison;
  comparison.runs = std::move(runs);
  if (comparison.runs.empty()) return comparison;
  comparison.baseline = std::min(baseline, comparison.runs.size() - 1);
  comparison.samples = commonSamples(comparison.runs, comparison.baseline);
  comparison.best = bestOf(comparison.runs, comparison.baseline, comparison.samples);
  comparison.faster = comparison.best != comparison.baseline &&
                      timeOf(comparison.runs[comparison.best], comparison.samples) < timeOf(comparison.runs[comparison.baseline], comparison.samples);
  std::vector<const RunFacts*> all;
  for (const RunFacts& run : comparison.runs) all.push_back(&run);
  for (const DifferingSetting& setting : differingSettings(all, SettingsPart::All)) {
    ComparedRow row{setting.title, {}, {}};
    for (const std::string& value : setting.values)
      row.cells.push_back({value, {}, value == setting.values[comparison.baseline] ? Tone::Plain : Tone::Differs});
    comparison.settings.rows.push_back(std::move(row));
  }
  comparison.equalSettings = equalSettings(all);
  addMetrics(comparison);
  addBought(comparison);
  comparison.groups = runGroupsOf(comparison.runs, comparison.samples);
  if (!comparison.many() || !addSentenceOfGroups(comparison)) addSentence(comparison);
  return comparison;
}

}  // namespace stepscope
