#include "profiler/analysis/breakdown_json.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace stepscope {
namespace {

using Json = nlohmann::ordered_json;

double number(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

std::string text(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// The objects in an array member; empty if the member is not an array.
std::vector<Json> objects(const Json& object, const char* key) {
  std::vector<Json> all;
  if (const auto found = object.find(key); found != object.end() && found->is_array())
    for (const Json& item : *found)
      if (item.is_object()) all.push_back(item);
  return all;
}

Category categoryNamed(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(Category::Other); ++i)
    if (name == nameOf(static_cast<Category>(i))) return static_cast<Category>(i);
  return Category::Other;
}

}  // namespace

std::string breakdownJson(const StepBreakdown& breakdown, const std::string& source) {
  Json categories = Json::array(), ops = Json::array();
  for (const CategoryTime& time : breakdown.categories)
    categories.push_back({{"name", nameOf(time.category)}, {"ms", time.msPerStep}, {"share", time.share}});
  for (const OpTime& op : breakdown.ops)
    ops.push_back({{"title", op.title},
                   {"category", nameOf(op.category)},
                   {"calls", op.callsPerStep},
                   {"ms", op.msPerStep},
                   {"share", op.share},
                   {"gflops", op.gflops},
                   {"gb_per_second", op.gigabytesPerSecond},
                   {"layer", op.costliestLayer}});
  const Json json{{"source", source},
                  {"steps", breakdown.steps},
                  {"median_step_ms", breakdown.medianStepMs},
                  {"p95_step_ms", breakdown.p95StepMs},
                  {"categories", std::move(categories)},
                  {"ops", std::move(ops)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<KeptBreakdown> breakdownOf(const std::string& json) {
  const Json object = Json::parse(json, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  KeptBreakdown kept{{}, text(object, "source")};
  StepBreakdown& breakdown = kept.breakdown;
  const double steps = number(object, "steps");
  if (!(steps >= 1 && steps <= 1e9)) return std::nullopt;
  breakdown.steps = static_cast<int>(steps);
  breakdown.medianStepMs = number(object, "median_step_ms");
  breakdown.p95StepMs = number(object, "p95_step_ms");
  for (const Json& item : objects(object, "categories"))
    breakdown.categories.push_back({categoryNamed(text(item, "name")), number(item, "ms"), number(item, "share")});
  for (const Json& item : objects(object, "ops"))
    breakdown.ops.push_back({text(item, "title"), categoryNamed(text(item, "category")), number(item, "calls"), number(item, "ms"),
                             number(item, "share"), number(item, "gflops"), number(item, "gb_per_second"), text(item, "layer")});
  return kept;
}

}  // namespace stepscope
