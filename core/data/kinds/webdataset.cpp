#include "core/data/kinds/webdataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/lower.h"
#include "core/data/images/image_codecs.h"
#include "core/data/images/picture_files.h"
#include "core/data/records/shards.h"
#include "core/data/records/tar_file.h"

namespace stepscope {
namespace {

constexpr std::int64_t kMostLabel = std::int64_t{1} << 20, kMostPicture = std::int64_t{1} << 30;
constexpr const char* kUnpack = "gunzip -k FILE";

bool isLabel(std::string_view field) {
  static constexpr std::array<std::string_view, 8> names = {"cls", "class", "label", "cls.txt", "class.txt", "label.txt", "cls.json", "label.json"};
  return std::ranges::find(names, field) != names.end();
}

bool isPicture(std::string_view field) {
  const std::string_view last = field.substr(std::min(field.rfind('.') + 1, field.size()));
  return std::ranges::any_of(imageCodecs(), [&](const ImageCodecDef& codec) {
    return std::ranges::any_of(codec.extensions, [&](std::string_view extension) { return extension.substr(1) == last; });
  });
}

// The class that a JSON field names.
std::string classInJson(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  const auto textOf = [](const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.is_number_integer() ? value.dump() : std::string();
  };
  if (!json.is_object()) return json.is_discarded() ? std::string() : textOf(json);
  for (const char* name : {"label", "cls", "class", "class_name", "class_id", "category", "target"})
    if (const auto found = json.find(name); found != json.end())
      if (std::string value = textOf(*found); !value.empty()) return value;
  return {};
}

// The members with one name: a sample.
struct Members {
  std::string key;
  std::string picture;  // the name of its field
  ImagePart source;
  std::string label;
  bool labelled = false;  // there is a field for the label
};

// Calls each(members) for each sample of a shard, until it returns false.
template <class Each>
void eachSample(const std::string& file, Each each, const std::atomic<bool>* cancel) {
  ShardFile in(file);
  Members members;
  bool ended = false;
  const auto finish = [&] {
    if (!members.key.empty() && !each(members)) ended = true;
    members = {};
  };
  const auto take = [&](const TarMember& member) {
    throwIfCancelled(cancel);
    const std::size_t slash = member.name.rfind('/') + 1, dot = member.name.find('.', slash);
    if (isHiddenName(member.name.substr(slash)) || dot == std::string::npos) return true;
    const std::string key = member.name.substr(0, dot), field = lower(member.name.substr(dot + 1));
    if (key != members.key) {
      finish();
      if (ended) return false;
      members.key = key;
    }
    if (isLabel(field) || field == "json") {
      if (member.bytes > kMostLabel) return true;
      const std::vector<std::uint8_t> bytes = in.read(member.bytes);
      std::string text(bytes.begin(), bytes.end());
      if (field.ends_with("json")) text = classInJson(text);
      const std::size_t begin = text.find_first_not_of(" \t\r\n"), end = text.find_last_not_of(" \t\r\n");
      text = begin == std::string::npos ? std::string() : text.substr(begin, end - begin + 1);
      if (members.label.empty() || isLabel(field)) members.label = text;
      members.labelled = members.labelled || isLabel(field) || !text.empty();
    } else if (isPicture(field) && members.picture.empty()) {
      members.picture = field;
      if (member.bytes > kMostPicture)
        throw Error(ErrorKind::Input, file, fmt::format("has a member of more than a gibibyte, \"{}\"", member.name), "Remove it from the archive");
      const std::vector<std::uint8_t> bytes = in.packed() ? in.read(member.bytes) : std::vector<std::uint8_t>();
      if (in.packed() && static_cast<std::int64_t>(bytes.size()) < member.bytes)
        throw Error(ErrorKind::Input, file, fmt::format("is a tar archive that is cut off in \"{}\"", member.name), "Download the file again");
      members.source = in.part(member.begin, bytes.data(), member.bytes);
    }
    return true;
  };
  try {
    readTar(in, file, take);
  } catch (const Error&) {
    if (!ended) finish();  // the last sample, which may be complete
    throw;
  }
  if (!ended) finish();
}

ShardContent readShard(const Shard& shard, const std::atomic<bool>* cancel) {
  ShardContent content;
  const auto take = [&](Members& members) {
    const std::string name = fmt::format("{}: {}", shard.file, members.key);
    const char* lacks = members.picture.empty() ? "it has no picture" : members.label.empty() ? "it has no class" : nullptr;
    if (lacks) {
      content.leftOut.push_back(fmt::format("{}: left out, because {}", name, lacks));
      return true;
    }
    if (members.source.memory) content.keptBytes += members.source.bytes;
    content.samples.push_back({name + '.' + members.picture, std::move(members.label), std::move(members.source)});
    return true;
  };
  try {
    eachSample(shard.file, take, cancel);
  } catch (const Error& error) {
    // The samples before the damage can be used.
    if (error.kind() != ErrorKind::Input || content.samples.empty()) throw;
    content.leftOut.push_back(fmt::format("{}, after its sample {}: left out, because it {}", shard.file, content.samples.size(), error.happened()));
  }
  return content;
}

}  // namespace

bool mayBeShard(const std::filesystem::path& file) {
  const std::string name = lower(file.filename().string());
  return name.ends_with(".tar") || name.ends_with(".tar.gz") || name.ends_with(".tgz");
}

bool isWebDataset(const std::string& file) {
  constexpr int kLookedAt = 20;
  int looked = 0;
  bool found = false;
  try {
    eachSample(
        file,
        [&](const Members& members) {
          found = !members.picture.empty() && members.labelled;
          return !found && ++looked < kLookedAt;
        },
        nullptr);
  } catch (const Error&) {
    // The samples before the damage were examined.
  }
  return found;
}

PictureSet locateMembers(const DataSpec& spec) {
  std::vector<Shard> shards = shardsAt(spec.path, mayBeShard);
  if (shards.empty()) throw Error(ErrorKind::Input, spec.path, "holds no tar archive", "Choose a folder with the shards of the set");
  for (const auto& [path, part] : {std::pair(spec.validationPath, Split::Validation), std::pair(spec.testPath, Split::Test)}) {
    if (path.empty()) continue;
    std::erase_if(shards, [part = part](const Shard& shard) { return shard.part == part; });
    for (Shard& shard : shardsAt(path, mayBeShard)) shards.push_back({std::move(shard.file), part});
  }
  return readShards(
      spec, std::move(shards), [&](const Shard& shard) { return readShard(shard, spec.cancel); }, kUnpack, "WebDataset");
}

DataSplits openWebDataset(const DataSpec& spec) {
  return openPictureSet(spec, locateMembers(spec));
}

std::vector<DataKey> webDatasetKeys() {
  return pictureSetKeys();
}

}  // namespace stepscope
