#include "core/store/run_origin.h"

#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

using Json = nlohmann::json;

constexpr const char* kKey = "forked_from";

}  // namespace

std::optional<RunOrigin> originOf(const std::string& configuration) {
  if (configuration.find(kKey) == std::string::npos) return std::nullopt;
  const Json json = Json::parse(configuration, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto found = json.find(kKey);
  if (found == json.end() || !found->is_object()) return std::nullopt;
  const auto integer = [&](const char* key) {
    const auto value = found->find(key);
    return value != found->end() && value->is_number_integer() ? value->get<std::int64_t>() : 0;
  };
  const auto text = [&](const char* key) {
    const auto value = found->find(key);
    return value != found->end() && value->is_string() ? value->get<std::string>() : std::string();
  };
  RunOrigin origin{integer("run"), text("name"), text("checkpoint"), integer("step")};
  if (origin.run <= 0) return std::nullopt;
  return origin;
}

std::string withOrigin(const std::string& configuration, const RunOrigin& origin) {
  Json json = Json::parse(configuration);
  json[kKey] = {{"run", origin.run}, {"name", origin.name}, {"checkpoint", origin.checkpoint}, {"step", origin.step}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string describe(const RunOrigin& origin) {
  return (origin.name.empty() ? "run " + std::to_string(origin.run) : origin.name) + ", step " + std::to_string(origin.step);
}

}  // namespace stepscope
