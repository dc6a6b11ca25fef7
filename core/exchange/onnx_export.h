// A trained model as an ONNX file for other runtimes: ONNX Runtime, TensorRT, OpenVINO.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/data/dataset.h"
#include "core/infer/asked_model.h"

namespace stepscope {

struct OnnxExportOptions {
  std::int64_t batch = 0;      // samples of every input; 0: left open
  bool preprocessing = false;  // pictures: the input is bytes from 0 to 255, and the file applies mean and deviation itself
  bool replace = false;        // the file, if it exists
  int threads = 0;             // of the check; 0: all cores this process may use
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress{};
};

// Relative to the largest number that the model gives, or 1 where that is smaller: sums in f32 in another order.
inline constexpr double kOnnxTolerance = 1e-4;

struct OnnxExported {
  std::string input, output;  // names in the file
  Shape sample;               // of one sample: {3, 224, 224}
  std::string type;           // of the input's elements, as NumPy names them: float32, uint8, int64
  std::int64_t batch = 0;     // 0: open
  std::int64_t opset = 0, nodes = 0, weights = 0, bytes = 0;
  std::int64_t compared = 0;     // numbers in which file and model were compared
  double largest = 0;            // of them, by magnitude
  double largestDifference = 0;  // between what the file and the model gave for them
};

// Writes the model's forward pass as a file of opset 17, reads it again, runs it beside the model on random samples, and keeps it if both give the
// same within kOnnxTolerance; otherwise there is no file. Throws Error: an op that is not exported, weights that are not numbers, the file exists or
// cannot be written, the two differ; Cancelled.
OnnxExported exportOnnx(const AskedModel& model, const Backend& backend, const std::string& file, const OnnxExportOptions& options);

// One command to run the exported file with, and whose it is.
struct RuntimeLine {
  std::string runtime, command;
};
std::vector<RuntimeLine> runtimeLines(const std::string& file, const OnnxExported& exported);

}  // namespace stepscope
