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
  bool preprocessing = false;  // for pictures: the input is bytes from 0 to 255, and the file applies mean and deviation itself
  bool replace = false;        // overwrite the file if it exists
  int threads = 0;             // for the check; 0: all cores this process may use
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(const std::string&)> progress{};
};

// The largest accepted difference between file and model, relative to the larger of 1 and the model's largest output. The file may add f32 numbers in
// another order.
inline constexpr double kOnnxTolerance = 1e-4;

struct OnnxExported {
  std::string input, output;  // names in the file
  Shape sample;               // of one sample: {3, 224, 224}
  std::string type;           // of the input's elements, as NumPy names them: float32, uint8, int64
  std::int64_t batch = 0;     // 0: open
  std::int64_t opset = 0, nodes = 0, weights = 0, bytes = 0;
  std::int64_t compared = 0;     // number of outputs in which file and model were compared
  double largest = 0;            // the largest magnitude of the model's outputs
  double largestDifference = 0;  // the largest difference between an output of the file and of the model
};

// Writes the model's forward pass as a file of opset 17, reads it again, and runs file and model on the same random samples. Keeps the file only if
// both agree within kOnnxTolerance. Throws Error for an op that is not exported, for weights that are not finite, if the file exists or cannot be
// written, or if the two differ. Throws Cancelled.
OnnxExported exportOnnx(const AskedModel& model, const Backend& backend, const std::string& file, const OnnxExportOptions& options);

// A shell command that runs (ONNX Runtime) or converts (TensorRT, OpenVINO) the exported file.
struct RuntimeLine {
  std::string runtime, command;
};
std::vector<RuntimeLine> runtimeLines(const std::string& file, const OnnxExported& exported);

}  // namespace stepscope
