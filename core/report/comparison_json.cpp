#include "core/report/comparison_json.h"

#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "core/report/settings_diff.h"
#include "core/store/run_quantities.h"

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

Json known(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

// A measured value. JSON has no NaN and no infinities, so these become text.
Json measured(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

template <typename Get>
Json listOf(const RunComparison& comparison, Get get) {
  Json list = Json::array();
  for (const RunFacts& run : comparison.runs) list.push_back(known(get(run)));
  return list;
}

// A number or a flag becomes a JSON number or boolean; everything else stays text, such as "64 → 128" of a switch that was changed.
Json settingJson(const std::string& value) {
  if (value == "-") return {};
  const Json parsed = Json::parse(value, nullptr, false);
  return parsed.is_discarded() ? Json(value) : parsed;
}

// Whether the key contains the word, not as part of a longer one. So metrics of other programs are found as well, and "acc" is not found in
// "accumulate".
bool hasWord(const std::string& key, const std::string& word) {
  const auto letter = [&](std::size_t i) { return i < key.size() && std::isalpha(static_cast<unsigned char>(key[i])); };
  for (std::size_t at = key.find(word); at != std::string::npos; at = key.find(word, at + 1))
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  return false;
}

Json metricsJson(const RunComparison& comparison) {
  const std::size_t count = comparison.runs.size();
  struct Row {
    std::vector<double> best;
    std::vector<std::optional<double>> last;
  };
  std::map<std::string, Row> rows;
  for (std::size_t i = 0; i < count; ++i)
    for (const SeriesInfo& series : comparison.runs[i].series) {
      const std::optional<bool> larger = largerIsBetter(series.key);
      if (!larger || series.count == 0) continue;
      Row& row = rows[series.key];
      row.best.resize(count, kUnknown);
      row.last.resize(count);
      row.best[i] = *larger ? series.max : series.min;
      row.last[i] = series.lastValue;
    }
  Json metrics = Json::object();
  for (const auto& [key, row] : rows) {
    Json best = Json::array(), last = Json::array(), delta = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
      best.push_back(known(row.best[i]));
      last.push_back(row.last[i] ? measured(*row.last[i]) : Json());
      delta.push_back(known(row.best[i] - row.best[comparison.baseline]));
    }
    metrics[key] = {{"best", best}, {"last", last}, {"delta", delta}};
  }
  return metrics;
}

Json breakdownJson(const RunComparison& comparison) {
  Json json = Json::object();
  const std::size_t count = comparison.runs.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!comparison.runs[i].breakdown) continue;
    for (const CategoryTime& time : comparison.runs[i].breakdown->breakdown.categories) {
      Json& list = json[std::string(nameOf(time.category))];
      if (list.is_null()) list = Json(std::vector<Json>(count));
      list[i] = time.msPerStep;
    }
  }
  json["step_ms"] = listOf(comparison, [](const RunFacts& run) { return run.breakdown ? run.breakdown->breakdown.medianStepMs : kUnknown; });
  json["samples"] = listOf(comparison, [](const RunFacts& run) { return run.breakdown ? run.breakdownSamples : kUnknown; });
  return json;
}

}  // namespace

std::optional<bool> largerIsBetter(const std::string& key) {
  struct Word {
    const char* text;
    bool larger;
  };
  static constexpr Word kWords[] = {{"loss", false},       {"rmse", false},    {"mse", false}, {"mae", false},      {"error", false},
                                    {"perplexity", false}, {"accuracy", true}, {"acc", true},  {"precision", true}, {"recall", true},
                                    {"f1", true},          {"auc", true},      {"iou", true},  {"bleu", true},      {"r2", true}};
  if (key == "loss_scale" || key.starts_with("system/")) return std::nullopt;
  for (const Word& word : kWords)
    if (hasWord(key, word.text)) return word.larger;
  return std::nullopt;
}

std::string comparisonJson(const RunComparison& comparison) {
  std::string sentence;
  for (const SentencePart& part : comparison.sentence) sentence += part.text;
  Json json{{"sentence", sentence}};
  if (comparison.runs.empty()) return json.dump();
  json["baseline"] = comparison.runs[comparison.baseline].info.id;
  json["best"] = comparison.runs[comparison.best].info.id;
  std::vector<const RunFacts*> runs;
  for (const RunFacts& run : comparison.runs) {
    runs.push_back(&run);
    json["runs"].push_back({{"run", run.info.id},
                            {"name", run.info.name},
                            {"model", run.info.model},
                            {"ended", howItEnded(run.info)},
                            {"steps", run.info.step},
                            {"seconds", known(run.summary.seconds)},
                            {"device", run.device}});
  }
  json["settings"] = Json::object();
  for (const DifferingSetting& setting : differingSettings(runs, SettingsPart::All))
    for (const std::string& value : setting.values) json["settings"][setting.key].push_back(settingJson(value));
  json["metrics"] = metricsJson(comparison);
  // Every quantity of a run goes into "memory" or "speed".
  for (const RunQuantity& quantity : runQuantities()) {
    const bool bytes = std::string_view(quantity.key).ends_with("_bytes");
    json[bytes ? "memory" : "speed"][quantity.key] = listOf(comparison, [&](const RunFacts& run) { return quantity.of(run.summary); });
  }
  json["breakdown"] = breakdownJson(comparison);
  json["switches"] = Json::array();
  const auto pair = [](double before, double after) { return Json::array({known(before), known(after)}); };
  for (const Bought& bought : comparison.bought)
    json["switches"].push_back({{"setting", bought.title},
                                {"change", bought.change},
                                {"of", bought.of},
                                {"ms", pair(bought.before, bought.after)},
                                {"samples_per_second", pair(bought.samplesBefore, bought.samplesAfter)},
                                {"peak_bytes", pair(bought.memoryBefore, bought.memoryAfter)},
                                {"metric", pair(bought.metricBefore, bought.metricAfter)},
                                {"busy", bought.busy}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace stepscope
