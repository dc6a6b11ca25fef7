// The files of a set that is cut into shards, and what their names say of them: the part, and the number of shards.
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

// `path` itself, or the files in it and three folders deep whose names are accepted, sorted. The part is told by the name of the file
// ("train-00000-of-00004"), or else by those of its folders below `path` ("Split-eval"); none: for training.
std::vector<Shard> shardsAt(const std::string& path, bool (*accepts)(const std::filesystem::path& name));

// Sentences about shards of "-00003-of-00012" that are missing.
std::vector<std::string> missingShards(const std::vector<Shard>& shards);

// What is found in one shard.
struct ShardContent {
  struct Sample {
    std::string name, label;  // for messages; of its class
    ImagePart source;
  };
  std::vector<Sample> samples;
  std::vector<std::string> leftOut;
  std::int64_t keptBytes = 0;  // of samples in memory
};

// A packed shard cannot be read at a place, so that its pictures are kept in memory as they are stored; so many bytes of all shards together.
inline constexpr std::int64_t kMostPackedBytes = std::int64_t{4} << 30;

// Reads all shards, several at a time; the result is in their order. unpack: the command that unpacks, for the cure if they are too large. what: how
// it was read, in the notes. With data.test_as "validation" the part for the test serves for validation where there is none.
PictureSet readShards(const DataSpec& spec, std::vector<Shard> shards, const std::function<ShardContent(const Shard&)>& read,
                      const std::string& unpack, const std::string& what);

}  // namespace stepscope
