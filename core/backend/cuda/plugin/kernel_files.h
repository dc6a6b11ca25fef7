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

// The hash FNV-1a with 64 bits.
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

// Reads a file of kernels. Returns false for a file that is damaged, or has another number of kernels than `count`.
bool readKernels(const std::string& path, std::int32_t count, CompiledKernels& out);
// Writes a temporary file and renames it, so that no other process reads half of it. Failures are ignored: they only cost time.
void writeKernels(const std::string& path, const CompiledKernels& compiled);

// The checksum of the source text from which machine code was made.
std::uint64_t textSum(const SourceFile* files, std::int32_t fileCount);

// Machine code made by tests/gpu/pack, so that nothing has to be compiled where the program runs. The folder has a file index.sm_90 (for compute
// capability 9.0): its first line is the checksum of the kernels' source text; each further line has the name of a file of the kernel cache and,
// separated by tabs, the types of its kernels.
class PackedKernels {
 public:
  struct Image {
    std::vector<std::string> types;
    CompiledKernels kernels;
    const std::string& entryOf(const std::string& type) const;
  };

  // For a GPU of compute capability major.minor. Without kernels if nothing was packed for it, or if the source text was different.
  PackedKernels(const std::string& folder, int major, int minor, std::uint64_t textSum);
  // The image that contains the kernel of this type, read from its file on first use; null if no undamaged file does.
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
