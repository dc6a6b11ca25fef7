// The file of a frozen model (.ssmodel): graphs for some batch sizes, the weights that they share, and a text about the model. It is mapped into
// memory when opened, and every byte of it is covered by a checksum.
//
// All numbers are little-endian. The file begins with 64 bytes, which are the same in every version (byte, type, content):
//   0  "ssmodel\n"                      32  u32 CRC-32 (zlib) of the bytes from 64 up to the weights
//   8  u32 version of the format        36  u32 CRC-32 of the weights
//   12 u32 0                            40  u64 where the weights begin, a multiple of 4096
//   16 u64 size of the file in bytes    48  u64 size of the weights in bytes; they end with the file
//   24 u64 size of the description      56  u32 0      60  u32 CRC-32 of bytes 0 to 59
// From byte 64 on comes the description, JSON: {"about": {...}, "graphs": [{"batch", "graph"}], "weights": [{"name", "shape", "at", "bytes"}]}, then
// zeros up to the weights. Weights are f32, row-major; "at" counts from the beginning of the weights and is a multiple of 64.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

struct FrozenGraph {
  std::int64_t batch = 1;
  Graph graph;  // its input is "x", its output modelOutputs().prediction; its persistent values are Role::Frozen, f32
};

struct FrozenWeight {
  std::string name;
  Shape shape;
  std::span<const float> numbers;
};

inline constexpr std::uint32_t kFrozenVersion = 1;
inline constexpr const char* kFrozenEnding = ".ssmodel";

// `about`: a JSON object. `weights`: one for every persistent value of the graphs. The file is written under a temporary name, flushed and renamed,
// so that an error leaves the old file, or none. Returns the size of the file in bytes. Throws Error: Input if the folder does not exist or `file` is
// a folder, Resource if the file cannot be written.
std::int64_t writeFrozenFile(const std::string& file, const std::string& about, const std::vector<FrozenGraph>& graphs,
                             const std::vector<FrozenWeight>& weights);

class MappedFile;

class FrozenFile {
 public:
  // Throws Error (Input) naming the file if it is empty, cut off, changed, of a newer version, or not a frozen model. Every size is checked before
  // memory is taken for it.
  explicit FrozenFile(const std::string& path);
  ~FrozenFile();

  const std::string& about() const { return about_; }
  const std::vector<FrozenGraph>& graphs() const { return graphs_; }  // by batch size
  const std::map<std::string, FrozenWeight, std::less<>>& weights() const { return weights_; }
  std::int64_t bytes() const;
  // To be called when the weights were copied to where they are used: the pages of the file then no longer count as memory of this process.
  void forgetPages() const;

 private:
  void readDescription(std::span<const std::byte> text, std::span<const std::byte> weights);

  std::string path_, about_;
  std::unique_ptr<const MappedFile> file_;
  std::vector<FrozenGraph> graphs_;
  std::map<std::string, FrozenWeight, std::less<>> weights_;
};

}  // namespace stepscope
