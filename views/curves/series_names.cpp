#include "views/curves/series_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/models/metrics.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

QString plain(double value) {
  return formatNumber(value);
}

QString formatMemory(double bytes) {
  return formatBytes(bytes);
}

QString formatMemoryRate(double bytesASecond) {
  return tr("%1/s").arg(formatBytes(bytesASecond));
}

struct Known {
  const char* key;
  const char* title;
  const char* unit;
  bool fromZero;
  QString (*format)(double);
};

// Series recorded by the trainer and its machine monitors.
constexpr auto known = std::to_array<Known>({
    {"lr", QT_TRANSLATE_NOOP("stepscope", "Learning rate"), "", true, formatLearningRate},
    {"samples_per_second", QT_TRANSLATE_NOOP("stepscope", "Throughput"), QT_TRANSLATE_NOOP("stepscope", "samples/s"), true, plain},
    {"step_ms", QT_TRANSLATE_NOOP("stepscope", "Time of a step"), "", true, formatMs},
    {"data_wait_ms", QT_TRANSLATE_NOOP("stepscope", "Wait for data"), "", true, formatMs},
    {"loss_scale", QT_TRANSLATE_NOOP("stepscope", "Loss scale"), "", false, plain},
    {"momentum", QT_TRANSLATE_NOOP("stepscope", "Momentum"), "", false, plain},
    {"system/cpu_share", QT_TRANSLATE_NOOP("stepscope", "Cores at work, all programs"), "%", true, plain},
    {"system/process_cpu_share", QT_TRANSLATE_NOOP("stepscope", "Cores at work, this program"), "%", true, plain},
    {"system/process_bytes", QT_TRANSLATE_NOOP("stepscope", "Memory of the program"), "", true, formatMemory},
    {"system/available_bytes", QT_TRANSLATE_NOOP("stepscope", "Memory that is left"), "", true, formatMemory},
    {"system/disk_read_rate", QT_TRANSLATE_NOOP("stepscope", "Read from disks"), "", true, formatMemoryRate},
    {"system/disk_write_rate", QT_TRANSLATE_NOOP("stepscope", "Written to disks"), "", true, formatMemoryRate},
    {"system/gpu_busy_share", QT_TRANSLATE_NOOP("stepscope", "GPU at work, share of time"), "%", true, plain},
    {"system/gpu_memory_bytes", QT_TRANSLATE_NOOP("stepscope", "Memory of the GPU in use"), "", true, formatMemory},
    {"system/gpu_watts", QT_TRANSLATE_NOOP("stepscope", "Power of the GPU"), "W", true, plain},
    {"system/gpu_celsius", QT_TRANSLATE_NOOP("stepscope", "Temperature of the GPU"), "°C", false, plain},
    {"system/gpu_megahertz", QT_TRANSLATE_NOOP("stepscope", "Clock of the GPU"), "MHz", true, plain},
    {"gradient_norm", QT_TRANSLATE_NOOP("stepscope", "Norm of the gradient"), "", false, plain},
});

}  // namespace

std::string quantityKeyOf(const std::string& series) {
  for (const char* prefix : {"epoch_train_", "train_", "val_"})
    if (series.starts_with(prefix)) return series.substr(std::string_view(prefix).size());
  return series;
}

Quantity quantityOf(const std::string& key, Task task) {
  const TaskInfo& info = infoOf(task);
  Quantity quantity{key, shownName(text(key)), {}, 1, false, false, false, plain};
  if (key == "loss") {
    quantity.title = tr("Loss");
    quantity.unit = engineText(info.loss) + (info.lossUnit.empty() ? QString() : QStringLiteral(", ") + engineText(info.lossUnit));
    quantity.fromZero = quantity.paired = true;
    return quantity;
  }
  for (const MetricDef* def : metricsOf(task)) {
    const Metric& metric = def->metric;
    if (key != metric.key) continue;
    quantity.title = engineText(metric.title);
    quantity.title[0] = quantity.title[0].toUpper();
    quantity.unit = metric.share ? QStringLiteral("%") : text(metric.unit);
    quantity.scale = metric.share ? 100 : 1;
    quantity.toHundred = metric.share;
    quantity.fromZero = !metric.share;
    quantity.paired = true;
    return quantity;
  }
  for (const Known& entry : known)
    if (key == entry.key) {
      quantity.title = tr(entry.title);
      quantity.unit = *entry.unit ? tr(entry.unit) : QString();
      quantity.fromZero = entry.fromZero;
      quantity.format = entry.format;
      if (key.ends_with("_share")) quantity.scale = 100;
      return quantity;
    }
  if (key.ends_with("_bytes")) {
    quantity.format = [](double value) { return formatBytes(value); };
    quantity.fromZero = true;
  } else if (key.ends_with("_ms")) {
    quantity.format = formatMs;
  }
  return quantity;
}

Quantity quantityOf(const std::string& key, const std::vector<std::shared_ptr<RunCurves>>& runs) {
  Quantity quantity = quantityOf(key, runs.empty() ? Task::Classification : runs[0]->task);
  if (!quantity.toHundred) return quantity;
  for (const auto& run : runs) {
    if (run->store.empty()) continue;  // trained by this process, which stores fractions
    for (const std::string& series : {key, "train_" + key, "val_" + key, "epoch_train_" + key}) {
      const Curve& curve = run->curve(series);
      const std::vector<double>& values = curve.thinned() ? curve.high : curve.value;
      if (std::any_of(values.begin(), values.end(), [](double value) { return value > 1.5 && std::isfinite(value); })) quantity.scale = 1;
    }
  }
  return quantity;
}

std::vector<std::string> shownQuantities(const std::vector<std::string>& own, const std::vector<std::shared_ptr<RunCurves>>& runs) {
  const bool stored = std::all_of(runs.begin(), runs.end(), [](const auto& run) { return !run->store.empty(); });
  std::vector<std::string> there = quantitiesOf(runs), shown = own;
  if (!stored || there.empty()) return shown;
  // Our own quantities keep their charts; other series fill the charts of missing quantities.
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (std::erase(there, own[i]) == 0) missing.push_back(i);
  if (missing.size() < own.size() - 1) return shown;
  for (std::size_t i = 0; i < std::min(missing.size(), there.size()); ++i) shown[missing[i]] = there[i];
  return shown;
}

std::vector<std::string> quantitiesOf(const std::vector<std::shared_ptr<RunCurves>>& runs) {
  std::set<std::string> found;
  for (const auto& run : runs)
    for (const auto& [series, curve] : run->series)
      if (!curve.empty()) found.insert(quantityKeyOf(series));
  std::vector<std::string> ordered;
  std::vector<std::string> before{"loss"};
  for (const MetricDef* def : metricsOf(runs.empty() ? Task::Classification : runs[0]->task)) before.emplace_back(def->metric.key);
  before.insert(before.end(), {"lr", "samples_per_second"});
  for (const std::string& first : before)
    if (found.erase(first) > 0) ordered.push_back(first);
  ordered.insert(ordered.end(), found.begin(), found.end());
  return ordered;
}

}  // namespace stepscope
