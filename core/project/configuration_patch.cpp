#include "core/project/configuration_patch.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace stepscope {
namespace {

using Json = nlohmann::json;

// "train.optimizer.groups[0].pattern" -> "/train/optimizer/groups/0/pattern"
Json::json_pointer pointerOf(const std::string& key) {
  std::string path = "/";
  for (const char c : key) {
    if (c == '.' || c == '[') path += '/';
    else if (c != ']') path += c;
  }
  return Json::json_pointer(path);
}

}  // namespace

std::string configurationPatch(const Project& before, const Project& after, const Overrides& overrides) {
  const Json there = Json::parse(toJson(before)), here = Json::parse(toJson(after));
  Json patch = Json::diff(there, here);
  for (const auto& [key, value] : overrides) {
    const Json::json_pointer pointer = pointerOf(key);
    const bool told = std::any_of(patch.begin(), patch.end(), [&](const Json& one) { return one.at("path") == pointer.to_string(); });
    if (!told && here.contains(pointer)) patch.push_back({{"op", "add"}, {"path", pointer.to_string()}, {"value", here.at(pointer)}});
  }
  return patch.dump();
}

std::string patched(const std::string& configuration, const std::string& patch) {
  Json json = Json::parse(configuration), changes = Json::parse(patch);
  for (Json& change : changes) {
    const Json::json_pointer pointer(change.at("path").get<std::string>());
    if (change.at("op") == "replace" && !json.contains(pointer)) change["op"] = "add";
    const Json::json_pointer parent = pointer.parent_pointer();
    if (change.at("op") == "add" && !json.contains(parent)) json[parent] = Json::object();
  }
  return json.patch(changes).dump();
}

}  // namespace stepscope
