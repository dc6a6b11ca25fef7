#include "core/train/switches/switch_rows.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/units.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
void take(const Json& json, const char* key, T& target) {
  const auto found = json.find(key);
  if (found == json.end()) return;
  if constexpr (std::is_same_v<T, std::string>) {
    if (found->is_string()) target = found->template get<std::string>();
  } else {
    if (found->is_number()) target = found->template get<T>();
  }
}

}  // namespace

SwitchRowWords wordsOf(const SwitchRow& row) {
  const auto bytes = [](std::int64_t value) { return value > 0 ? text::bytes(static_cast<double>(value)) : std::string("-"); };
  const auto ms = [](double value) { return value > 0 ? text::milliseconds(value) : std::string("-"); };
  return {bytes(row.predictedPeakBytes), bytes(row.measuredPeakBytes), ms(row.predictedMs),
          row.predictedMs > 0 ? text::percent(row.estimatedShare) : std::string("-"), row.coresBusy() ? "cores busy" : ms(row.measuredMs)};
}

std::string switchRowsJson(const std::vector<SwitchRow>& rows) {
  Json json = Json::array();
  for (const SwitchRow& row : rows) {
    json.push_back({{"step", row.step},
                    {"change", row.change},
                    {"batch_size", row.batchSize},
                    {"predicted_peak_bytes", row.predictedPeakBytes},
                    {"predicted_step_ms", row.predictedMs},
                    {"estimated_share", row.estimatedShare},
                    {"planned_peak_bytes", row.plannedPeakBytes},
                    {"measured_peak_bytes", row.measuredPeakBytes},
                    {"measured_step_ms", row.measuredMs},
                    {"steps", row.steps}});
    if (std::isfinite(row.busyShare)) json.back()["busy_share"] = row.busyShare;
    if (row.coresBusy()) json.back()["cores_busy"] = true;
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<SwitchRow> switchRowsOf(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  std::vector<SwitchRow> rows;
  if (!json.is_array()) return rows;
  for (const Json& item : json) {
    if (!item.is_object()) continue;
    SwitchRow row;
    take(item, "step", row.step);
    take(item, "change", row.change);
    take(item, "batch_size", row.batchSize);
    take(item, "predicted_peak_bytes", row.predictedPeakBytes);
    take(item, "predicted_step_ms", row.predictedMs);
    take(item, "estimated_share", row.estimatedShare);
    take(item, "planned_peak_bytes", row.plannedPeakBytes);
    take(item, "measured_peak_bytes", row.measuredPeakBytes);
    take(item, "measured_step_ms", row.measuredMs);
    take(item, "steps", row.steps);
    take(item, "busy_share", row.busyShare);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace stepscope
