// Machine code of kernels on disk: in the cache, and shipped with the program. Does not use CUDA.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

// FNV-1a, 64 bits.
struct Hash {
  std::uint64_t value = 0xcbf29ce484222325u;
  void add(std::string_view text) {
    for (const unsigned char c : text) value = (value ^ c) * 0x100000001b3u;
    value = (value ^ 0xffu) * 0x100000001b3u;
  }
};

struct CompiledKernels {
  std::string image;                 // cubin
  std::vector<std::string> entries;  // the mangled name of each kernel asked for
};

// A damaged file, or one with another number of kernels, is ignored.
bool readKernels(const std::string& path, std::int32_t count, CompiledKernels& out);
// Written to a temporary file and renamed, so that no other process reads half of it. Failures only cost time.
void writeKernels(const std::string& path, const CompiledKernels& compiled);

// Identifies the text that machine code was made from.
std::uint64_t textSum(const SourceFile* files, std::int32_t fileCount);

// Made by tests/gpu/pack, so that nothing has to be compiled where the program runs: a folder with index.sm_90, whose first line is the checksum of
// the kernels' text; each further line has a file of the kernel cache and, separated by tabs, the types of its kernels.
class PackedKernels {
 public:
  struct Image {
    std::vector<std::string> types;
    CompiledKernels kernels;
    const std::string& entryOf(const std::string& type) const;
  };

  // For a GPU of compute capability major.minor. Empty if nothing was packed for it, or for another text.
  PackedKernels(const std::string& folder, int major, int minor, std::uint64_t textSum);
  // Read from its file on first use; null if no undamaged file contains the type.
  const Image* holding(const std::string& type);

 private:
  struct Place {
    std::string file;
    std::vector<std::string> types;
    std::unique_ptr<Image> image;
    bool damaged = false;
  };
  std::vector<Place> places_;
  std::map<std::string, std::size_t> byType_;
};

}  // namespace stepscope::cuda
