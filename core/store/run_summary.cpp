#include "core/store/run_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/core_use.h"
#include "core/store/run_origin.h"

namespace stepscope {
namespace {

using Json = nlohmann::json;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string textOf(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void flatten(const Json& json, const std::string& path, std::map<std::string, std::vector<std::string>>& out) {
  const bool nested =
      json.is_object() || (json.is_array() && std::any_of(json.begin(), json.end(), [](const Json& item) { return item.is_structured(); }));
  if (!nested) {
    std::vector<std::string>& values = out[path];
    std::string value = textOf(json);
    if (values.empty() || values.back() != value) values.push_back(std::move(value));
  } else if (json.is_object()) {
    for (const auto& [key, value] : json.items()) flatten(value, path.empty() ? key : path + "." + key, out);
  } else {
    for (std::size_t i = 0; i < json.size(); ++i) flatten(json[i], path + "[" + std::to_string(i) + "]", out);
  }
}

double orUnknown(double value) {
  return value > 0 ? value : kNaN;
}

}  // namespace

RunSummary summaryOf(const RunInfo& run) {
  double trained = 0, samples = 0, steps = 0, planned = kNaN, resident = kNaN, busy = 0, busyTime = 0, waited = 0, waitTime = 0;
  for (const RunSpan& span : run.spans) {
    planned = std::fmax(planned, orUnknown(static_cast<double>(span.plannedPeakBytes)));
    resident = std::fmax(resident, orUnknown(static_cast<double>(span.residentPeakBytes)));
    if (!(span.seconds > 0) || span.steps() <= 0) continue;
    trained += span.seconds;
    samples += static_cast<double>(span.samples);
    steps += static_cast<double>(span.steps());
    if (!std::isnan(span.dataWaitSeconds)) waited += span.dataWaitSeconds, waitTime += span.seconds;
    if (std::isnan(span.busyShare)) continue;
    busy += span.busyShare * span.seconds;
    busyTime += span.seconds;
  }
  RunSummary summary;
  summary.seconds = run.seconds;
  summary.stepMs = trained > 0 && steps > 0 ? 1e3 * trained / steps : kNaN;
  summary.samplesPerSecond = trained > 0 && samples > 0 ? samples / trained : finalOf(run, "samples_per_second");
  summary.plannedPeakBytes = std::fmax(planned, finalOf(run, "predicted_peak_bytes"));
  summary.residentPeakBytes = std::fmax(resident, finalOf(run, "measured_peak_bytes"));
  summary.processPeakBytes = finalOf(run, "process_peak_bytes");
  summary.dataWaitShare = waitTime > 0 ? waited / waitTime : kNaN;
  summary.busyShare = busyTime > 0 ? busy / busyTime : kNaN;
  return summary;
}

double RunSummary::peakBytes() const {
  return std::isnan(residentPeakBytes) ? plannedPeakBytes : residentPeakBytes;
}

Cores coresOf(double share) {
  return std::isnan(share) ? Cores::Unknown : share > CoreUse::kMostOthers ? Cores::Busy : Cores::Quiet;
}

std::vector<Setting> settingsOf(const RunInfo& run) {
  Json json = Json::parse(run.configuration, nullptr, false);
  if (!json.is_object()) return {};
  json.erase("file");
  json.erase("directory");
  json.erase("forked_from");
  std::map<std::string, std::vector<std::string>> found;
  if (const auto origin = originOf(run.configuration)) found["forked_from"] = {describe(*origin)};
  flatten(json, "", found);
  bool first = true;
  for (const RunSpan& span : run.spans) {
    const Json switches = Json::parse(span.switches, nullptr, false);
    if (!switches.is_object()) continue;
    // The configuration has the values of the start; a span has the values in use.
    if (std::exchange(first, false))
      for (const auto& [key, value] : switches.items()) found.erase("switches." + key);
    flatten(switches, "switches", found);
  }
  std::vector<Setting> settings;
  for (auto& [key, values] : found) settings.push_back({key, std::move(values)});
  return settings;
}

std::string shown(const Setting& setting) {
  std::string text;
  for (const std::string& value : setting.values) text += (text.empty() ? "" : " → ") + value;
  return text;
}

std::string turnedSwitches(const RunInfo& run) {
  constexpr std::string_view kPrefix = "switches.";
  std::string text;
  for (const Setting& setting : settingsOf(run))
    if (setting.values.size() > 1 && setting.key.starts_with(kPrefix))
      text += (text.empty() ? "" : ", ") + setting.key.substr(kPrefix.size()) + " " + shown(setting);
  return text;
}

}  // namespace stepscope
