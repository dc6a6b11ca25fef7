#include "core/report/run_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/task.h"
#include "core/base/units.h"

namespace stepscope {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

bool isSeed(const std::string& key) {
  return key == "seed" || key.ends_with(".seed");
}

}  // namespace

std::string RunGroup::title(const std::vector<DifferingSetting>& settings) const {
  std::string text;
  for (std::size_t i = 0; i < settings.size() && i < values.size(); ++i) text += (text.empty() ? "" : ", ") + settings[i].title + " " + values[i];
  return text;
}

RunGroups runGroupsOf(const std::vector<RunFacts>& runs, double samples) {
  RunGroups out;
  if (runs.empty()) return out;
  std::vector<const RunFacts*> all;
  for (const RunFacts& run : runs) all.push_back(&run);
  out.settings = differingSettings(all, SettingsPart::All);
  std::erase_if(out.settings, [](const DifferingSetting& setting) { return isSeed(setting.key); });
  std::map<std::vector<std::string>, std::vector<std::size_t>> byValues;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::string> values;
    for (const DifferingSetting& setting : out.settings) values.push_back(setting.values[i]);
    byValues[std::move(values)].push_back(i);
  }
  const Metric& metric = infoOf(taskOf(runs[0].info)).best;
  for (auto& [values, members] : byValues) {
    RunGroup group{values, members, 0, kUnknown, kUnknown, kUnknown, kUnknown};
    double sum = 0, squares = 0, ms = 0;
    std::size_t timed = 0;
    for (const std::size_t member : members) {
      const RunFacts& run = runs[member];
      if (const double best = finalOf(run.info, keyOf("best_val_", metric)); std::isfinite(best)) sum += best, ++group.measured;
      if (const double one = std::isnan(samples) ? run.summary.stepMs : run.msPer(samples); std::isfinite(one)) ms += one, ++timed;
      group.peakBytes = std::fmax(group.peakBytes, run.summary.peakBytes());
    }
    if (group.measured > 0) group.mean = sum / static_cast<double>(group.measured);
    if (timed > 0) group.msMean = ms / static_cast<double>(timed);
    for (const std::size_t member : members)
      if (const double best = finalOf(runs[member].info, keyOf("best_val_", metric)); std::isfinite(best))
        squares += (best - group.mean) * (best - group.mean);
    if (group.measured > 1) group.deviation = std::sqrt(squares / static_cast<double>(group.measured - 1));
    out.groups.push_back(std::move(group));
  }
  std::stable_sort(out.groups.begin(), out.groups.end(), [&](const RunGroup& a, const RunGroup& b) {
    if (std::isnan(a.mean) || std::isnan(b.mean)) return !std::isnan(a.mean) && std::isnan(b.mean);
    return metric.isBetter(a.mean, b.mean);
  });
  return out;
}

std::vector<std::size_t> groupOfRuns(const RunGroups& groups, std::size_t runs) {
  std::vector<std::size_t> of(runs, 0);
  for (std::size_t i = 0; i < groups.groups.size(); ++i)
    for (const std::size_t run : groups.groups[i].runs)
      if (run < runs) of[run] = i;
  return of;
}

std::string meanText(const Metric& metric, double mean, double deviation) {
  if (!std::isfinite(mean)) return "-";
  if (!std::isfinite(deviation)) return text::metric(metric, mean);
  const double scale = metric.share ? 100 : 1;
  const double spread = deviation * scale, value = mean * scale;
  // Decimals at which the deviation has two digits; at least 0, so digits before the decimal point are not rounded.
  const int decimals = spread > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(spread))), 0, 12) : 4;
  const std::string numbers = spread > 0 ? fmt::format("{:.{}f} ± {:.{}f}", value, decimals, spread, decimals) : text::number(value) + " ± 0";
  if (metric.share) return numbers + " %";
  return metric.unit.empty() ? numbers : numbers + " " + std::string(metric.unit);
}

}  // namespace stepscope
