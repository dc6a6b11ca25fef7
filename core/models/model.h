// The model zoo: builds a forward graph from a name with arguments, or from a list of layers.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/task.h"
#include "core/graph/graph.h"
#include "core/models/init_rules.h"
#include "core/models/loss_spec.h"

namespace stepscope {

// One [[model.layers]] entry: type = "conv2d", and its arguments.
struct LayerSpec {
  std::string type, name;  // name may be empty: "0", "1", ... by position
  std::map<std::string, std::int64_t> integers;
  std::map<std::string, double> reals;
  std::map<std::string, bool> flags;
  std::map<std::string, std::vector<std::int64_t>> lists{};  // kernel_size = [3, 1]
  std::map<std::string, std::string> texts{};                // mode = "bilinear"
  std::string input{};                                       // name of the layer whose output it takes, "x" for the data; empty: the previous layer
};

struct ModelSpec {
  std::string name;                                           // zoo name; empty if layers or an ONNX file are given
  std::map<std::string, std::vector<std::int64_t>> integers;  // arguments: hidden = [256, 128]
  std::map<std::string, double> reals;                        // dropout = 0.5
  std::map<std::string, std::string> texts;                   // activation = "tanh"
  std::vector<LayerSpec> layers;
  std::string onnx;  // absolute path of an ONNX file, instead of name and layers
  InitSpec init;
  LossSpec loss;
};

struct ModelInput {
  Shape sample;              // shape of one sample, without the batch: {3, 64, 64}, {13} columns, {128} tokens
  int classes = 0;           // Classification: classes; Regression: targets; LanguageModel: tokens of the vocabulary
  DType dtype = DType::F32;  // element type of the sample; I32 for tokens, which are in [0, classes)
  Task task = Task::Classification;
};

struct ZooEntry {
  std::string name, summary;  // "resnet18", "ResNet-18 (He et al. 2015), torchvision's variant"
  Shape defaultSample;        // {3, 224, 224}
  int defaultClasses;
  std::vector<std::string> arguments;
  DType dtype = DType::F32;                  // element type of the samples it takes; I32 for tokens
  Task task = Task::Classification;          // its default task; a model of f32 samples can also learn regression
  std::vector<std::string> textArguments{};  // those of them that take a name in quotes
};
// The input used to describe an entry: its parameter count, a benchmark.
inline ModelInput defaultInput(const ZooEntry& entry) {
  return {entry.defaultSample, entry.defaultClasses, entry.dtype, entry.task};
}
const std::vector<ZooEntry>& modelZoo();
// The arguments for a model from an ONNX file; it is not part of the zoo.
const ZooEntry& onnxEntry();

// A type of [[model.layers]] and the arguments it takes.
struct LayerType {
  std::string type;  // "conv2d"
  std::vector<std::string> arguments;
  std::vector<std::string> textArguments{};  // those of them that take a text in quotes
};
const std::vector<LayerType>& layerTypes();

// Input "x" (batch, sample...) of input.dtype; parameter names and shapes as torchvision's state_dict ("layer1.0.bn1.running_mean").
// By the task:
//   Classification: input "labels" (batch) i32; prediction (batch, classes), loss cross-entropy, metric: number of correct samples.
//   LanguageModel:  input "labels" (batch, T) i32; prediction (batch, T, vocabulary) or (batch * T, vocabulary), loss
//                   cross-entropy in nats per token, metric: number of correct tokens.
//   Regression:     input "labels" (batch, targets) f32; prediction (batch, targets), loss mean squared error,
//                   metric (targets): squared errors, summed over the batch for each target.
// Prediction, loss and metric are its ModelOutputs. The loss is that of spec.loss. Throws Error (Input) if it belongs to another task, or if
// its class weights are not one per class. A label -1 and a NaN target are not counted. Training uses batch statistics and dropout ("seed" Scalar i64
// where the model has dropout), evaluation the running statistics. Throws Error (Input) naming the key and the nearest valid name; sizes are checked
// before memory is allocated.
Graph buildModel(const ModelSpec& spec, const ModelInput& input, std::int64_t batch, bool training);

// The initial values of a parameter or buffer: f32, plain layout. They depend only on its shape and rule and on (seed, name).
std::vector<float> initialValue(const Value& value, std::uint64_t seed);
// The same; `between` is called once per 65,536 draws (about a millisecond) and may throw to cancel: hundreds of millions of draws take seconds.
std::vector<float> initialValue(const Value& value, std::uint64_t seed, const std::function<void()>& between);

// Rows of "model summary": one per layer.
struct LayerSummary {
  std::string scope, op;
  Shape output;
  std::int64_t parameters = 0, flops = 0;  // flops of the forward pass
};
std::vector<LayerSummary> summarize(const Graph& forward);
std::int64_t parameterCount(const Graph& graph);

}  // namespace stepscope
