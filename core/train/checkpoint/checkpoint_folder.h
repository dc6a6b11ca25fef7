// The names that checkpoints have in a run's folder: "last.000007" once it is whole, "last.tmp-<process>" before and while it is removed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

struct Generation {
  std::uint64_t number = 0;
  std::string path;
};

// "last.000007" -> 7. Newest first.
std::vector<Generation> generations(const std::string& directory, const std::string& name);
// A name that no other process uses and that removeTemporaries knows.
std::string temporaryPath(const std::string& directory, const std::string& name);
// A kill on the way leaves the whole of it, or leftovers that removeTemporaries finds. Returns the bytes that its files had.
std::uint64_t removeGeneration(const std::string& path);
// Deletes leftovers of processes that died while writing or removing; those of living processes stay. Returns the bytes that they had.
std::uint64_t removeTemporaries(const std::string& directory);
std::uint64_t bytesOfLeftovers(const std::string& directory);  // that removeTemporaries would delete
std::uint64_t bytesOfFolder(const std::string& path);

}  // namespace stepscope
