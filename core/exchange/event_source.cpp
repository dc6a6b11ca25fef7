#include "core/exchange/event_source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/crc32c.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uint64_t kStart = 4096;

std::string textIn(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::int64_t numberIn(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : -1;
}

// The folder that a run was imported from; empty: it was trained here.
std::string folderOf(const RunInfo& run) {
  const Json configuration = Json::parse(run.configuration, nullptr, false);
  if (!configuration.is_object()) return {};
  const auto source = configuration.find("source");
  if (source == configuration.end() || !source->is_object() || textIn(*source, "kind") != "tensorboard") return {};
  return textIn(*source, "folder");
}

// Whether the relative path is a file of the folder itself or of a folder directly in it.
bool isBelow(const fs::path& name) {
  const fs::path parent = name.parent_path();
  return name.has_filename() && name.is_relative() && name.filename() != ".." && parent != ".." && !parent.has_parent_path();
}

std::optional<EventSource> read(const std::string& text, const std::string& folder) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || !json.contains("files") || !json["files"].is_array() || json["files"].empty()) return std::nullopt;
  EventSource source;
  source.lastStep = numberIn(json, "last_step");
  if (source.lastStep < 0) return std::nullopt;
  for (const Json& file : json["files"]) {
    if (!file.is_object()) return std::nullopt;
    const std::int64_t offset = numberIn(file, "offset"), start = numberIn(file, "start");
    const std::string name = textIn(file, "name");
    if (offset < 0 || start < 0 || !isBelow(name)) return std::nullopt;
    if (startOf((fs::path(folder) / name).string(), static_cast<std::uint64_t>(offset)) != static_cast<std::uint32_t>(start)) return std::nullopt;
    source.files.push_back({name, static_cast<std::uint64_t>(offset), static_cast<std::uint32_t>(start)});
  }
  return source;
}

}  // namespace

std::optional<std::uint32_t> startOf(const std::string& path, std::uint64_t offset) {
  std::error_code error;
  if (const auto size = fs::file_size(path, error); error || size < offset) return std::nullopt;
  std::string bytes(static_cast<std::size_t>(std::min(offset, kStart)), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!bytes.empty() && !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) return std::nullopt;
  return crc32c(bytes);
}

std::string jsonOf(const EventSource& source) {
  Json files = Json::array();
  for (const ReadFile& file : source.files) files.push_back({{"name", file.name}, {"offset", file.offset}, {"start", file.start}});
  return Json{{"last_step", source.lastStep}, {"files", files}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::map<std::string, EventSource> sourcesBelow(const std::string& folder, const RunReader& store) {
  std::map<std::string, EventSource> found;
  for (const RunInfo& run : store.runs()) {  // newest first
    const std::string of = folderOf(run);
    if (of.empty() || (of != folder && !of.starts_with(folder + '/')) || found.contains(of)) continue;
    const std::optional<std::string> text = store.artefact(run.id, "source");
    if (!text) continue;
    if (std::optional<EventSource> source = read(*text, of)) {
      source->run = run.id;
      source->name = run.name;
      source->seconds = run.seconds;
      found.emplace(of, std::move(*source));
    }
  }
  return found;
}

}  // namespace stepscope
