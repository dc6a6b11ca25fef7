#include "core/train/checkpoint/checkpoint_list.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uintmax_t kLargestText = std::uintmax_t{64} << 20;

Json jsonIn(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  if (error || size == 0 || size > kLargestText) return Json::value_t::discarded;
  std::ifstream stream(path, std::ios::binary);
  return Json::parse(stream, nullptr, false);
}

std::int64_t integerIn(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

std::int64_t writtenMs(const std::string& path) {
  std::error_code error;
  const auto written = fs::last_write_time(path, error);
  if (error) return 0;
  const auto system = std::chrono::file_clock::to_sys(written);
  return std::chrono::duration_cast<std::chrono::milliseconds>(system.time_since_epoch()).count();
}

std::string problemOf(const std::string& path, const Json& manifest) {
  const auto files = manifest.find("files");
  if (files == manifest.end() || !files->is_object()) return "its manifest lists no files";
  for (const auto& [name, file] : files->items()) {
    std::error_code error;
    const auto size = fs::file_size(path + '/' + name, error);
    if (error) return name + " is missing";
    if (!file.is_object() || static_cast<std::int64_t>(size) != integerIn(file, "size"))
      return name + " does not have the size that its manifest says";
  }
  return {};
}

}  // namespace

CheckpointInfo readManifest(const std::string& path) {
  CheckpointInfo info;
  info.path = path;
  info.name = fs::path(path).filename().string();
  info.kind = info.name.substr(0, info.name.rfind('.'));
  info.bytes = bytesOfFolder(path);
  const std::string file = path + "/MANIFEST.json";
  const Json manifest = jsonIn(file);
  if (!manifest.is_object()) {
    info.problem = "it has no manifest";
    return info;
  }
  info.step = integerIn(manifest, "step");
  info.epoch = integerIn(manifest, "epoch");
  info.savedMs = integerIn(manifest, "saved_ms");
  info.problem = problemOf(path, manifest);
  if (info.savedMs < 0) info.savedMs = writtenMs(file);
  if (info.epoch < 0)  // of an old version
    if (const Json state = jsonIn(path + "/state.json"); state.is_object()) info.epoch = integerIn(state, "epoch");
  if (const auto score = manifest.find("score"); score != manifest.end() && score->is_object()) {
    const auto value = score->find("value");
    const auto larger = score->find("larger_is_better"), metric = score->find("metric");
    if (metric != score->end() && metric->is_string() && value != score->end() && value->is_number() && larger != score->end() &&
        larger->is_boolean())
      info.score = {metric->get<std::string>(), value->get<double>(), larger->get<bool>(), {}};
    if (const auto data = score->find("data"); data != score->end() && data->is_string()) info.score.data = data->get<std::string>();
  }
  return info;
}

std::vector<Generation> rankedGenerations(const std::string& directory, const std::string& name) {
  std::vector<Generation> all = generations(directory, name);
  if (name != "best" || all.size() < 2) return all;
  struct Ranked {
    Generation generation;
    CheckpointInfo info;
    bool counts;
  };
  std::vector<Ranked> ranked;
  std::int64_t leastLater = INT64_MAX;  // the least step of the newer saves
  for (Generation& generation : all) {
    CheckpointInfo info = readManifest(generation.path);
    // Scores with another metric or other validation data than the newest one has cannot be compared with it.
    const bool comparable = ranked.empty() || info.score.isComparable(ranked.front().info.score);
    const bool counts = info.score.known() && comparable && info.step < leastLater && (ranked.empty() || ranked.front().counts);
    if (info.step >= 0) leastLater = std::min(leastLater, info.step);
    ranked.push_back({std::move(generation), std::move(info), counts});
  }
  const auto others = std::stable_partition(ranked.begin(), ranked.end(), [](const Ranked& one) { return one.counts; });
  std::stable_sort(ranked.begin(), others, [](const Ranked& a, const Ranked& b) { return a.info.score.isBetter(b.info.score); });
  for (std::size_t i = 0; i < ranked.size(); ++i) all[i] = std::move(ranked[i].generation);
  return all;
}

CheckpointInfo findCheckpoint(const std::string& directory, const std::string& name, const std::string& of) {
  std::string known;
  for (CheckpointInfo& info : listCheckpoints(directory)) {
    if (info.name == name || (info.first && info.kind == name)) return std::move(info);
    known += (known.empty() ? "" : ", ") + info.name;
  }
  throw Error(ErrorKind::Input, of, "it has no checkpoint \"" + name + "\"", known.empty() ? "It has none at all" : "It has " + known);
}

std::vector<CheckpointInfo> listCheckpoints(const std::string& directory) {
  std::vector<CheckpointInfo> found;
  for (const char* name : {"last", "best"}) {
    bool first = true;
    for (const Generation& generation : rankedGenerations(directory, name)) {
      CheckpointInfo info = readManifest(generation.path);
      info.first = info.problem.empty() && std::exchange(first, false);
      found.push_back(std::move(info));
    }
  }
  return found;
}

}  // namespace stepscope
