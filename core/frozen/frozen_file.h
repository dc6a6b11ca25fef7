// The file of a frozen model (.ssmodel): graphs for some batch sizes, the weights that they share, and a text about them. It is mapped when opened,
// and every byte of it is covered by a checksum.
//
// Little-endian. 64 bytes of head, the same in every version:
//   0  "ssmodel\n"                      32  u32 CRC-32 (zlib's) of [64, begin of the weights)
//   8  u32 version of the format        36  u32 CRC-32 of the weights
//   12 u32 0                            40  u64 begin of the weights, a multiple of 4096
//   16 u64 bytes of the whole file      48  u64 bytes of the weights, to the end of the file
//   24 u64 bytes of the description     56  u32 0      60  u32 CRC-32 of [0, 60)
// At 64 the description, JSON: {"about": {...}, "graphs": [{"batch", graph}], "weights": [{name, shape, at, bytes}]}, then zeros. Weights are f32,
// row-major, each at a multiple of 64 from the begin of the weights.
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
  Graph graph;  // input "x", output of modelOutputs().prediction; its persistent values are Role::Frozen, f32
};

struct FrozenWeight {
  std::string name;
  Shape shape;
  std::span<const float> numbers;
};

inline constexpr std::uint32_t kFrozenVersion = 1;
inline constexpr const char* kFrozenEnding = ".ssmodel";

// about: a JSON object. weights: one for every persistent value of the graphs. The file is written beside its place, flushed and renamed: a disk that
// is full leaves the old file, or none. Returns its bytes. Throws Error: Resource if the disk refuses, Input if the folder is not there.
std::int64_t writeFrozenFile(const std::string& file, const std::string& about, const std::vector<FrozenGraph>& graphs,
                             const std::vector<FrozenWeight>& weights);

class MappedFile;

class FrozenFile {
 public:
  // Throws Error (Input) naming the file, with a cure: it is empty, cut off, changed, of a newer version, or something else. Every size is checked
  // before memory is taken for it.
  explicit FrozenFile(const std::string& path);
  ~FrozenFile();

  const std::string& about() const { return about_; }
  const std::vector<FrozenGraph>& graphs() const { return graphs_; }  // by batch size
  const std::map<std::string, FrozenWeight, std::less<>>& weights() const { return weights_; }
  std::int64_t bytes() const;
  // Once the weights were copied to where they are used: the file's pages no longer count as memory of this process.
  void forgetPages() const;

 private:
  void readDescription(std::span<const std::byte> text, std::span<const std::byte> weights);

  std::string path_, about_;
  std::unique_ptr<const MappedFile> file_;
  std::vector<FrozenGraph> graphs_;
  std::map<std::string, FrozenWeight, std::less<>> weights_;
};

}  // namespace stepscope
