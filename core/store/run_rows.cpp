#include "core/store/run_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace stepscope {

std::string nameOf(RunStatus status) {
  switch (status) {
    case RunStatus::Running: return "running";
    case RunStatus::Finished: return "finished";
    case RunStatus::Stopped: return "stopped";
    case RunStatus::Failed: return "failed";
    case RunStatus::Interrupted: return "interrupted";
    case RunStatus::Unsaved: return "finished, not saved";
  }
  return "?";
}

RunStatus statusOf(std::int64_t code) {
  return code >= 0 && code <= codeOf(RunStatus::Unsaved) ? static_cast<RunStatus>(code) : RunStatus::Interrupted;
}

std::string howItEnded(const RunInfo& run) {
  return run.status == RunStatus::Failed && run.outOfMemory ? "out of memory" : nameOf(run.status);
}

std::string tagsText(std::vector<std::string> tags) {
  std::erase(tags, std::string());
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return nlohmann::json(tags).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> tagsOf(const std::string& text) {
  std::vector<std::string> tags;
  if (text.size() <= 2) return tags;  // "[]"
  const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
  if (!list.is_array()) return tags;
  for (const auto& item : list)
    if (item.is_string()) tags.push_back(item.get<std::string>());
  return tags;
}

std::string finalsText(const std::vector<std::pair<std::string, double>>& finals) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [key, value] : finals) {
    nlohmann::json number = value;
    if (std::isnan(value)) number = "nan";
    if (std::isinf(value)) number = value > 0 ? "inf" : "-inf";
    list.push_back({key, number});
  }
  return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::pair<std::string, double>> finalsOf(const std::string& text) {
  std::vector<std::pair<std::string, double>> finals;
  const nlohmann::json list = nlohmann::json::parse(text, nullptr, false);
  if (!list.is_array()) return finals;
  for (const auto& item : list) {
    if (!item.is_array() || item.size() != 2 || !item[0].is_string()) continue;
    double value = std::numeric_limits<double>::quiet_NaN();
    if (item[1].is_number()) value = item[1].get<double>();
    if (item[1] == "inf") value = std::numeric_limits<double>::infinity();
    if (item[1] == "-inf") value = -std::numeric_limits<double>::infinity();
    finals.emplace_back(item[0].get<std::string>(), value);
  }
  return finals;
}

}  // namespace stepscope
