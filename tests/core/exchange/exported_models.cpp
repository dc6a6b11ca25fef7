#include "tests/core/exchange/exported_models.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/graph/model_outputs.h"
#include "core/infer/asked_program.h"
#include "core/models/model.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope::test {

namespace {

std::string layer(const std::string& text) {
  return "[[model.layers]]\n" + text + "\n";
}

// Every layer of images, with numbers that differ in height and width.
std::string imageLayers() {
  std::string all;
  for (const char* text :
       {"type = \"conv2d\"\nout_channels = 8\nkernel_size = [3, 5]\nstride = [1, 2]\npadding = [1, 2]",
        "type = \"batch_norm\"",
        "type = \"leaky_relu\"\nnegative_slope = 0.1",
        "type = \"conv2d\"\nout_channels = 8\nkernel_size = 3\npadding = 2\ndilation = 2\ngroups = 4",
        "type = \"group_norm\"\nnum_groups = 4",
        "type = \"elu\"\nalpha = 0.7",
        "type = \"conv_transpose2d\"\nout_channels = 6\nkernel_size = 3\nstride = 2\npadding = 1\noutput_padding = [1, 0]\ngroups = 2",
        "type = \"group_norm\"\nnum_groups = 6",
        "type = \"softplus\"\nbeta = 2.0\nthreshold = 3.0",
        "type = \"max_pool\"\nkernel_size = [3, 2]\nstride = 2\npadding = 1",
        "type = \"pad\"\npadding = [1, 2, 0, 1]\nmode = \"reflect\"",
        "type = \"pad\"\npadding = [0, 1, 2, 1]\nmode = \"replicate\"",
        "type = \"pad\"\npadding = [1, 0, 0, 2]\nvalue = 0.5",
        "type = \"avg_pool\"\nkernel_size = 3\nstride = 2\npadding = 1\ncount_include_pad = false",
        "type = \"upsample\"\nsize = [23, 17]",
        "type = \"avg_pool\"\nkernel_size = [2, 3]\nstride = [1, 2]\npadding = 1",
        "type = \"hardswish\"",
        "type = \"upsample\"\nscale_factor = 2\nmode = \"bilinear\"",
        "type = \"silu\"",
        "type = \"upsample\"\nsize = [19, 22]\nmode = \"bilinear\"\nalign_corners = true",
        "type = \"upsample\"\nscale_factor = 2",
        "type = \"hardsigmoid\"",
        "type = \"channel_shuffle\"\ngroups = 3",
        "type = \"adaptive_avg_pool\"\noutput_size = [9, 11]",
        "type = \"gelu\"\napproximate = \"tanh\"",
        "type = \"adaptive_max_pool\"\noutput_size = [4, 3]",
        "type = \"tanh\"",
        "type = \"permute\"\ndims = [0, 2, 3, 1]",
        "type = \"reshape\"\nshape = [12, -1]",
        "type = \"linear\"\nout_features = 5\nbias = false",
        "type = \"relu6\"",
        "type = \"select\"\ndim = 1\nindex = -2",
        "type = \"linear\"\nout_features = 7",
        "type = \"log_softmax\""})
    all += layer(text);
  return all;
}

// Every layer of sequences.
std::string sequenceLayers() {
  std::string all;
  for (const char* text :
       {"type = \"embedding\"\nnum_embeddings = 11\nembedding_dim = 12", "type = \"layer_norm\"\nelementwise_affine = false",
        "type = \"attention\"\nname = \"seen\"\nnum_heads = 3\nis_causal = true", "type = \"rms_norm\"",
        "type = \"attention\"\nname = \"whole\"\nnum_heads = 2\nbias = false", "type = \"add\"\nother = \"seen\"",
        "type = \"lstm\"\nname = \"lstm\"\nhidden_size = 5\nnum_layers = 2\nbidirectional = true",
        "type = \"gru\"\nname = \"gru\"\nhidden_size = 6\nbidirectional = true", "type = \"layer_norm\"\nbias = false",
        "type = \"lstm\"\nhidden_size = 4\nbias = false", "type = \"gru\"\nhidden_size = 10\nbias = false", "type = \"mul\"\nother = \"lstm\"",
        "type = \"concat\"\nother = \"gru\"\ndim = 2", "type = \"sigmoid\"", "type = \"linear\"\nout_features = 11"})
    all += layer(text);
  return all;
}

// Numbers of a table.
std::string tableLayers() {
  std::string all;
  for (const char* text : {"type = \"linear\"\nout_features = 16", "type = \"batch_norm\"", "type = \"gelu\"", "type = \"rms_norm\"",
                           "type = \"reshape\"\nshape = [4, 4]", "type = \"softmax\"\ndim = 1", "type = \"mean\"\ndim = 2",
                           "type = \"group_norm\"\nnum_groups = 2", "type = \"linear\"\nout_features = 3"})
    all += layer(text);
  return all;
}

std::uint64_t hashOf(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3ULL;
  return hash;
}

std::vector<float> weightOf(const Value& value) {
  if (value.init.kind != Init::Kind::Constant) return initialValue(value, 7);
  PhiloxStream random(7, hashOf(value.name));
  std::vector<float> numbers(static_cast<std::size_t>(numel(value.shape)));
  for (float& number : numbers) {
    if (value.name.ends_with("running_mean")) number = static_cast<float>(0.3 * random.normal());
    else if (value.name.ends_with("running_var")) number = 0.5F + 1.5F * random.uniform();
    else if (value.init.a == 1) number = 0.7F + 0.6F * random.uniform();
    else number = static_cast<float>(0.2 * random.normal());
  }
  return numbers;
}

struct LayerModel {
  std::string name, layers;
  ModelInput input;
};
std::vector<LayerModel> layerModels() {
  return {{"layers_of_images", imageLayers(), {{3, 20, 31}, 7}},
          {"layers_of_sequences", sequenceLayers(), {{9}, 11, DType::I32, Task::LanguageModel}},
          {"layers_of_tables", tableLayers(), {{13}, 3, DType::F32, Task::Regression}}};
}

}  // namespace

std::vector<std::string> exportedModelNames() {
  std::vector<std::string> names;
  for (const ZooEntry& entry : modelZoo()) names.push_back(entry.name);
  for (const LayerModel& one : layerModels()) names.push_back(one.name);
  return names;
}

ExportedModelCase exportedModel(const std::string& name, bool fullSize) {
  ExportedModelCase made;
  made.name = name;
  ModelInput input;
  std::string text = "[project]\nname = \"made\"\n[data]\nkind = \"synthetic\"\n[model]\n";
  for (const ZooEntry& entry : modelZoo()) {
    if (entry.name != name) continue;
    input = defaultInput(entry);
    if (!fullSize && input.sample.size() == 3 && input.sample[1] > 64) input.sample = {3, 64, 64}, input.classes = 10;
    if (!fullSize && input.task == Task::LanguageModel) input.sample = {24};
    text += "name = \"" + name + "\"\n";
  }
  for (const LayerModel& one : layerModels())
    if (one.name == name) input = one.input, text += one.layers;
  require(!input.sample.empty(), "there is such a model");
  AskedModel& model = made.model;
  model.title = name;
  model.project = parseProject(text, "/project.toml");
  model.step = 1;
  SampleInfo info;
  info.task = input.task;
  const auto count = static_cast<std::size_t>(input.classes);
  for (std::size_t i = 0; i < count; ++i) {
    if (input.task == Task::Classification) info.classNames.push_back("class " + std::to_string(i));
    if (input.task == Task::LanguageModel) info.vocabulary.push_back("token " + std::to_string(i));
    if (input.task == Task::Regression) info.targetNames.push_back("target " + std::to_string(i));
  }
  info.targetMean.assign(info.targetNames.size(), 0.0);
  info.targetStd.assign(info.targetNames.size(), 1.0);
  info.setFields(input.sample, input.dtype);
  model.sample = info;
  if (input.sample.size() == 3) {
    const auto channels = static_cast<std::size_t>(input.sample[0]);
    model.project.data.mean.assign(channels, 0.45);
    model.project.data.std.assign(channels, 0.22);
    if (channels == 3) model.project.data.mean[1] = 0.4, model.project.data.std[2] = 0.3;
  }
  const Graph graph = buildModel(model.project.model, input, 1, false);
  for (const Value& value : graph.values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    SafeTensor tensor{value.name, DType::F32, value.shape, {}};
    const std::vector<float> numbers = weightOf(value);
    tensor.data.resize(numbers.size() * sizeof(float));
    std::memcpy(tensor.data.data(), numbers.data(), tensor.data.size());
    model.weights.push_back(std::move(tensor));
  }
  return made;
}

std::vector<float> samplesFor(const ExportedModelCase& one, std::int64_t batch) {
  const SampleInfo& info = *one.model.sample;
  PhiloxStream random(11, 3);
  std::vector<float> numbers(static_cast<std::size_t>(batch * numel(info.input().shape)));
  for (float& number : numbers)
    number = info.input().dtype == DType::I32 ? static_cast<float>(random.below(static_cast<std::uint32_t>(info.outputs())))
                                              : static_cast<float>(random.normal());
  return numbers;
}

std::vector<float> answersOf(const ExportedModelCase& one, std::int64_t batch, const std::vector<float>& samples) {
  AskedOptions options;
  options.batch = batch;
  options.threads = 1;
  options.autotune = false;
  const auto program = compileAsked(one.model, modelInputOf(*one.model.sample), *findBackend("cpu"), options);
  const std::span<std::byte> x = program->input(kInputField);
  if (one.model.sample->input().dtype == DType::I32) {
    const std::vector<std::int32_t> tokens(samples.begin(), samples.end());
    std::memcpy(x.data(), tokens.data(), x.size());
  } else {
    std::memcpy(x.data(), samples.data(), x.size());
  }
  const auto labels = program->input(kTargetField);
  std::fill(labels.begin(), labels.end(), std::byte{0xFF});
  program->run();
  const ValueId answer = modelOutputs(program->graph()).prediction;
  std::vector<float> values(static_cast<std::size_t>(numel(program->graph().value(answer).shape)));
  program->read(answer, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace stepscope::test
