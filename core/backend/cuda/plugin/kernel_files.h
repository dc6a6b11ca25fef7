// Machine code of kernels on disk: of the cache, and what travels with the program. Knows nothing of CUDA.
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

// A damaged file, or one of another number of kernels, is no file.
bool readKernels(const std::string& path, std::int32_t count, CompiledKernels& out);
// Saved beside and moved, so that no other process reads half of it. Failures cost only time.
void writeKernels(const std::string& path, const CompiledKernels& compiled);

// Whether machine code was made of this text.
std::uint64_t textSum(const SourceFile* files, std::int32_t fileCount);

// What tests/gpu/pack made, so that nothing need be compiled where the program runs: in a folder index.sm_90, whose first line is the sum of
// the text that it was made of, and whose others name a file of the kernel cache and, parted by tabs, the types of its kernels.
class PackedKernels {
 public:
  struct Image {
    std::vector<std::string> types;
    CompiledKernels kernels;
    const std::string& entryOf(const std::string& type) const;
  };

  // For a GPU of compute capability major.minor. Empty where nothing was packed for it, or of another text.
  PackedKernels(const std::string& folder, int major, int minor, std::uint64_t textSum);
  // Read from its file on first use; null where no file that is whole holds the type.
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
