// Exports a forward graph to ONNX: each of our ops becomes the operators of opset 17 that compute the same.
// https://github.com/onnx/onnx/blob/main/docs/Operators.md, .../IR.md
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope::onnx {

// The lowest opset with LayerNormalization, so that old runtimes can read the file.
inline constexpr std::int64_t kWrittenOpset = 17;
// The IR version that belongs to this opset in the standard's table of versions.
inline constexpr std::int64_t kWrittenIr = 8;
// The name of the open first dimension.
inline constexpr const char* kBatchName = "batch";

// How the model's input is computed from the bytes of a picture: (byte / 255 - mean) / std, for each channel.
struct PixelRule {
  std::vector<double> mean, std;
};

struct ExportSpec {
  // The same model built for another batch size: dimensions that differ between the two are multiples of the batch and stay open. Null: all
  // dimensions are fixed.
  const Graph* otherBatch = nullptr;
  ValueId output = kNone;                                     // what the file computes; nodes that it does not need are left out
  std::string outputName = "logits";                          // its name in the file
  std::function<std::vector<float>(const Value&)> weights{};  // the numbers of a persistent value, row by row
  std::optional<PixelRule> pixels{};                          // if set, the file's input is bytes (uint8), and its graph applies this rule
  std::string producerVersion;
  std::vector<std::pair<std::string, std::string>> metadata{};  // metadata_props
};

struct ExportedModel {
  std::string bytes;                // a ModelProto
  std::vector<std::string> inputs;  // names in the file
  std::int64_t nodes = 0, initializers = 0;
  std::int64_t weights = 0;  // numbers in parameters, trained or not; running statistics are not counted
};

// `forward` is a graph for evaluation, before any pass. In the file, f32 is float and integers are int64. A parameter or buffer becomes an
// initializer with its name in the graph; only the weights of LSTM and GRU get other names, since ONNX has their gates in another order. Throws Error
// (Input) naming layer and op for an op that is not exported, for a dimension that depends on the batch size but is not a multiple of it, and for
// more than 2 GiB, protobuf's limit.
ExportedModel exportModel(const Graph& forward, const ExportSpec& spec);

// Names of the ops that are exported, sorted.
std::vector<std::string> exportedOps();

}  // namespace stepscope::onnx
