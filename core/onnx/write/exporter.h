// Exports a forward graph to ONNX: each of our ops becomes the operators of opset 17 that compute the same. The importer's opposite.
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

// The lowest opset with LayerNormalization: users' runtimes are old.
inline constexpr std::int64_t kWrittenOpset = 17;
// The IR version that was current with it, by the standard's table of versions.
inline constexpr std::int64_t kWrittenIr = 8;
// The name of the open first dimension.
inline constexpr const char* kBatchName = "batch";

// How the model's pictures are made of bytes: (value / 255 - mean) / std, for each channel.
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
  std::optional<PixelRule> pixels{};                          // the input of the file is bytes (uint8), and this is part of the graph
  std::string producerVersion;
  std::vector<std::pair<std::string, std::string>> metadata{};  // metadata_props
};

struct ExportedModel {
  std::string bytes;                // a ModelProto
  std::vector<std::string> inputs;  // names in the file
  std::int64_t nodes = 0, initializers = 0;
  std::int64_t weights = 0;  // numbers in parameters, trained or not; running statistics are not counted
};

// forward: a graph for evaluation, before any pass. Numbers are float, integers int64; a parameter or buffer is an initializer with its name in the
// graph, but for the weights of LSTM and GRU, whose gates ONNX has in another order. Throws Error (Input) naming layer and op for an op that is not
// exported, for a model whose graph depends on the batch size otherwise than by a factor, and for more than 2 GiB, protobuf's limit.
ExportedModel exportModel(const Graph& forward, const ExportSpec& spec);

// Names of the ops that are exported, sorted.
std::vector<std::string> exportedOps();

}  // namespace stepscope::onnx
