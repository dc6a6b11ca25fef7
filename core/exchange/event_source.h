// The event files of an imported run and how far each was read, kept with the run (artefact "source"), so that importing or watching the folder again
// continues where it stopped.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

struct ReadFile {
  std::string name;          // relative to its folder
  std::uint64_t offset = 0;  // bytes read
  std::uint32_t start = 0;   // CRC-32C of its first bytes: startOf(path, offset). Shows whether it is still the same file
};

struct EventSource {
  RunId run = 0;
  std::string name;  // of the run
  std::int64_t lastStep = 0;
  double seconds = 0;
  std::vector<ReadFile> files;
};

// CRC-32C of the first `offset` bytes of the file, at most 4096. Empty if the file is shorter than `offset` or cannot be read.
std::optional<std::uint32_t> startOf(const std::string& path, std::uint64_t offset);

std::string jsonOf(const EventSource& source);
// For every folder at or below `folder`, the newest run that was imported from it and whose files have not changed since, except by growing.
std::map<std::string, EventSource> sourcesBelow(const std::string& folder, const RunReader& store);

}  // namespace stepscope
