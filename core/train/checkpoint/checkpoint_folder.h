// The names of checkpoints in a run's folder: "last.000007" when it is whole, "last.tmp-<process>" while it is written or removed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

struct Generation {
  std::uint64_t number = 0;
  std::string path;
};

// The saves of a name, newest first; "last.000007" has the number 7.
std::vector<Generation> generations(const std::string& directory, const std::string& name);
// A name that no other process uses and that removeTemporaries recognizes.
std::string temporaryPath(const std::string& directory, const std::string& name);
// Deletes the folder of a save. If the process is killed meanwhile, either the whole save stays, or leftovers that removeTemporaries finds. Returns
// the bytes of its files; 0 if it could not be removed.
std::uint64_t removeGeneration(const std::string& path);
// Deletes leftovers of processes that died while writing or removing; those of living processes stay. Returns their bytes.
std::uint64_t removeTemporaries(const std::string& directory);
std::uint64_t bytesOfLeftovers(const std::string& directory);  // bytes that removeTemporaries would delete
std::uint64_t bytesOfFolder(const std::string& path);

}  // namespace stepscope
