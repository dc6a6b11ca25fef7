// Finds and reads the files of a set that is cut into shards. Their names show the part, and how many shards there should be.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/images/picture_set.h"

namespace stepscope {

struct Shard {
  std::string file;
  Split part = Split::Train;
};

// `path` itself if it is a file; else the files in it, and in folders at most three levels below, whose names are accepted, sorted. The part comes
// from the name of the file ("train-00000-of-00004"), or else from the nearest of its folders below `path` whose name shows one ("Split-eval");
// otherwise it is training.
std::vector<Shard> shardsAt(const std::string& path, bool (*accepts)(const std::filesystem::path& name));

// Sentences about missing shards: of those named "-00003-of-00012", twelve are expected.
std::vector<std::string> missingShards(const std::vector<Shard>& shards);

// What is found in one shard.
struct ShardContent {
  struct Sample {
    std::string name, label;  // `name` for messages; `label`: the name of its class
    ImagePart source;
  };
  std::vector<Sample> samples;
  std::vector<std::string> leftOut;
  std::int64_t keptBytes = 0;  // size of the samples that are kept in memory
};

// A packed shard has no random access, so its pictures are kept in memory as they are stored: at most this many bytes for all shards together.
inline constexpr std::int64_t kMostPackedBytes = std::int64_t{4} << 30;

// Reads all shards, several at a time; the result is in their order. `unpack`: the command that unpacks, for the cure if packed shards are too large.
// `what`: the description of the data for the notes. With data.test_as "validation" the test part is used for validation if there is no such part.
PictureSet readShards(const DataSpec& spec, std::vector<Shard> shards, const std::function<ShardContent(const Shard&)>& read,
                      const std::string& unpack, const std::string& what);

}  // namespace stepscope
