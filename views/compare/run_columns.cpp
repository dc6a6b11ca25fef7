#include "views/compare/run_columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "views/common/text.h"
#include "views/common/units.h"
#include "views/curves/series_names.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

double numberOf(const std::string& value) {
  double number = kNaN;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  return error == std::errc() && end == value.data() + value.size() ? number : kNaN;
}

void finish(RunColumn& column) {
  double first = kNaN;
  for (const double value : column.values) {
    if (std::isnan(value)) continue;
    if (std::isnan(first)) first = value;
    column.differs = column.differs || value != first;
  }
}

RunColumn settingColumn(const std::string& key, const std::vector<std::string>& texts) {
  RunColumn column;
  column.title = shownName(text(key).section(QLatin1Char('.'), -1).replace(QLatin1Char('_'), QLatin1Char(' ')));
  column.setting = true;
  const bool numbers = std::all_of(texts.begin(), texts.end(), [](const std::string& one) { return one.empty() || !std::isnan(numberOf(one)); });
  if (numbers) {
    for (const std::string& one : texts) column.values.push_back(numberOf(one));
    column.format = [](double value) { return formatNumber(value); };
  } else {
    for (const std::string& one : texts)
      if (!one.empty() && !column.names.contains(text(one))) column.names << text(one);
    column.names.sort();
    for (const std::string& one : texts) column.values.push_back(one.empty() ? kNaN : static_cast<double>(column.names.indexOf(text(one))));
    column.format = [names = column.names](double value) {
      const auto i = static_cast<qsizetype>(std::lround(value));
      return i >= 0 && i < names.size() ? shownName(names[i]) : QString();
    };
  }
  finish(column);
  return column;
}

}  // namespace

std::vector<RunColumn> columnsOf(const std::vector<RunFacts>& runs) {
  std::vector<RunColumn> columns;
  std::map<std::string, std::vector<std::string>> settings;
  for (std::size_t i = 0; i < runs.size(); ++i)
    for (const Setting& setting : settingsOf(runs[i].info)) {
      auto& values = settings[setting.key];
      values.resize(runs.size());
      if (!setting.values.empty()) values[i] = setting.values.back();
    }
  for (auto& [key, values] : settings) {
    values.resize(runs.size());
    columns.push_back(settingColumn(key, values));
  }
  const auto add = [&](const QString& title, const std::function<double(const RunFacts&)>& value, std::function<QString(double)> format) {
    RunColumn column{title, {}, {}, std::move(format), false, false};
    for (const RunFacts& run : runs) column.values.push_back(value(run));
    if (std::all_of(column.values.begin(), column.values.end(), [](double one) { return std::isnan(one); })) return;
    finish(column);
    columns.push_back(std::move(column));
  };
  const Task task = runs.empty() ? Task::Classification : taskOf(runs[0].info);
  const TaskInfo& info = infoOf(task);
  const auto metric = [](const Metric& of) { return [&of](double value) { return formatMetric(of, value); }; };
  const auto named = [](const Metric& of, const char* pattern) { return tr(pattern).arg(engineText(of.title)); };
  add(
      named(info.best, QT_TRANSLATE_NOOP("stepscope", "best validation %1")),
      [&](const RunFacts& run) { return finalOf(run.info, keyOf("best_val_", info.best)); }, metric(info.best));
  add(
      named(info.metric, QT_TRANSLATE_NOOP("stepscope", "last validation %1")),
      [&](const RunFacts& run) { return finalOf(run.info, keyOf("val_", info.metric)); }, metric(info.metric));
  const auto plainly = [](double value) { return formatNumber(value); };
  add(
      tr("validation loss"), [](const RunFacts& run) { return finalOf(run.info, "val_loss"); }, plainly);
  add(
      tr("training loss"), [](const RunFacts& run) { return finalOf(run.info, "train_loss"); }, plainly);
  add(
      tr("samples/s"), [](const RunFacts& run) { return run.summary.samplesPerSecond; }, plainly);
  add(
      tr("time of a step"), [](const RunFacts& run) { return run.summary.stepMs; }, formatMs);
  add(
      tr("training time"), [](const RunFacts& run) { return run.summary.seconds; }, formatDuration);
  add(
      tr("peak memory"),
      [](const RunFacts& run) { return std::isnan(run.summary.residentPeakBytes) ? run.summary.plannedPeakBytes : run.summary.residentPeakBytes; },
      [](double value) { return formatBytes(value); });
  add(
      tr("epochs done"), [](const RunFacts& run) { return static_cast<double>(run.info.epoch); }, plainly);
  return columns;
}

}  // namespace stepscope
