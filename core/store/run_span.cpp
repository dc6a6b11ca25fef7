#include "core/store/run_span.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

// The table of fields: writing and reading use the same list.
template <typename Span, typename Visit>
void eachField(Span& span, Visit&& visit) {
  visit("first_step", span.firstStep);
  visit("last_step", span.lastStep);
  visit("cause", span.cause);
  visit("samples", span.samples);
  visit("seconds", span.seconds);
  visit("step_ms", span.stepMs);
  visit("data_wait_seconds", span.dataWaitSeconds);
  visit("busy_share", span.busyShare);
  visit("planned_peak_bytes", span.plannedPeakBytes);
  visit("resident_peak_bytes", span.residentPeakBytes);
}

// Visits the two measured values that may be NaN or infinite.
template <typename Span, typename Visit>
void eachMeasured(Span& span, Visit&& visit) {
  visit("validation_loss", span.validationLoss);
  visit("validation_metric", span.validationMetric);
}

std::string textOf(double value) {
  return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

struct Write {
  Json& json;
  void operator()(const char* key, double value) const {
    if (std::isfinite(value)) json[key] = value;
  }
  template <typename Value>
  void operator()(const char* key, const Value& value) const {
    json[key] = value;
  }
};

struct Read {
  const Json& json;
  void operator()(const char* key, std::string& value) const {
    if (const auto found = json.find(key); found != json.end() && found->is_string()) value = found->get<std::string>();
  }
  template <typename Value>
  void operator()(const char* key, Value& value) const {
    if (const auto found = json.find(key); found != json.end() && found->is_number()) value = found->get<Value>();
  }
};

}  // namespace

std::string spansText(const std::vector<RunSpan>& spans) {
  Json list = Json::array();
  for (const RunSpan& span : spans) {
    Json json = Json::object();
    eachField(span, Write{json});
    eachMeasured(span, [&](const char* key, double value) {
      if (std::isfinite(value) || span.validated) json[key] = std::isfinite(value) ? Json(value) : Json(textOf(value));
    });
    Json switches = Json::parse(span.switches, nullptr, false);
    json["switches"] = switches.is_object() ? std::move(switches) : Json::object();
    list.push_back(std::move(json));
  }
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<RunSpan> spansOf(const std::string& text) {
  std::vector<RunSpan> spans;
  if (text.size() <= 2) return spans;  // "[]"
  const Json list = Json::parse(text, nullptr, false);
  if (!list.is_array()) return spans;
  for (const Json& json : list) {
    if (!json.is_object()) continue;
    RunSpan span;
    eachField(span, Read{json});
    eachMeasured(span, [&](const char* key, double& value) {
      const auto found = json.find(key);
      if (found == json.end()) return;
      span.validated = true;
      if (*found == "Infinity" || *found == "-Infinity") value = *found == "Infinity" ? HUGE_VAL : -HUGE_VAL;
      Read{json}(key, value);
    });
    if (const auto found = json.find("switches"); found != json.end() && found->is_object())
      span.switches = found->dump(-1, ' ', false, Json::error_handler_t::replace);
    spans.push_back(std::move(span));
  }
  return spans;
}

std::vector<RunSpan> spansOfSwitchRows(const std::string& artefact, std::int64_t lastStep) {
  std::vector<RunSpan> spans;
  const Json list = Json::parse(artefact, nullptr, false);
  if (!list.is_array()) return spans;
  for (const Json& json : list) {
    if (!json.is_object()) continue;
    RunSpan span;
    const Read read{json};
    std::int64_t after = 0, batchSize = 0;
    read("step", after);
    read("change", span.cause);
    read("batch_size", batchSize);
    read("predicted_peak_bytes", span.plannedPeakBytes);
    read("measured_peak_bytes", span.residentPeakBytes);
    span.firstStep = after + 1;
    span.lastStep = lastStep;
    // Samples and seconds were not stored. The stored step time does not include waiting for data, so it is not used as stepMs.
    if (batchSize > 0) span.switches = Json{{"batch_size", batchSize}}.dump();
    if (!spans.empty()) spans.back().lastStep = after;
    spans.push_back(std::move(span));
  }
  return spans;
}

std::vector<RunSpan> spansUntil(std::vector<RunSpan> spans, std::int64_t step) {
  std::erase_if(spans, [step](const RunSpan& span) { return span.firstStep > step; });
  for (RunSpan& span : spans) {
    if (span.lastStep <= step) continue;
    // Times and samples shrink in proportion to the kept steps; measurements of the span do not change.
    const double share = static_cast<double>(step - span.firstStep + 1) / static_cast<double>(span.steps());
    span.samples = std::llround(static_cast<double>(span.samples) * share);
    span.seconds *= share;
    span.dataWaitSeconds *= share;
    span.lastStep = step;
  }
  return spans;
}

}  // namespace stepscope
