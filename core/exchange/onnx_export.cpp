#include "core/exchange/onnx_export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/base/units.h"
#include "core/data/preview/formats.h"
#include "core/exchange/output_file.h"
#include "core/graph/model_outputs.h"
#include "core/infer/asked_program.h"
#include "core/infer/predictor.h"
#include "core/onnx/importer.h"
#include "core/onnx/write/exporter.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kCheckedBatch = 2;  // an open batch is checked with this many samples, and its shapes with one more
constexpr std::uint64_t kSeed = 17;

void checkPlace(const std::string& file, bool replace) {
  std::error_code error;
  if (fs::is_directory(file, error)) throw Error(ErrorKind::Input, file, "this is a folder", "Name a file, for example model.onnx");
  if (!replace && fs::exists(file, error)) throw Error(ErrorKind::Input, file, "the file exists", "Choose another name, or remove it");
  if (const fs::path folder = fs::path(file).parent_path(); !folder.empty() && !fs::is_directory(folder, error))
    throw Error(ErrorKind::Input, file, "its folder is not there", "Make the folder first, or choose another place");
}

bool takesPictures(const SampleInfo& info) {
  return info.task != Task::LanguageModel && info.input().shape.size() == 3 && info.input().dtype == DType::F32;
}

// The metadata that a program needs to use the file without the project.
std::vector<std::pair<std::string, std::string>> metadataOf(const AskedModel& model, const SampleInfo& info, const ChannelScale& scale, bool inside) {
  std::vector<std::pair<std::string, std::string>> all{{"task", std::string(infoOf(info.task).name)},
                                                       {"model", model.project.model.name},
                                                       {"size", Json(info.input().shape).dump()},
                                                       {"source", model.title}};
  if (model.step >= 0) all.emplace_back("step", std::to_string(model.step));
  const auto list = [&](const char* key, const auto& values) {
    if (!values.empty()) all.emplace_back(key, Json(values).dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  switch (info.task) {
    case Task::Classification: list("classes", info.classNames); break;
    case Task::LanguageModel: list("vocabulary", info.vocabulary); break;
    case Task::Regression:
      list("targets", info.targetNames);
      list("target_mean", info.targetMean);
      list("target_std", info.targetStd);
      break;
  }
  if (takesPictures(info) && !scale.mean.empty()) {
    list("mean", scale.mean);
    list("std", scale.std);
    all.emplace_back("pixels", inside ? "uint8" : "(value/255-mean)/std");
  }
  return all;
}

// Returns the numbers of a parameter or buffer: from the checkpoint, or, if that does not have the tensor, the initial ones in the graph.
std::function<std::vector<float>(const Value&)> weightsOf(const AskedModel& model) {
  auto byName = std::make_shared<std::map<std::string, const SafeTensor*, std::less<>>>();
  for (const SafeTensor& tensor : model.weights) byName->emplace(tensor.name, &tensor);
  return [byName, &model](const Value& value) {
    std::vector<float> numbers;
    if (const auto found = byName->find(value.name); found != byName->end()) {
      const SafeTensor& tensor = *found->second;
      if (tensor.dtype != DType::F32 || tensor.shape != value.shape)
        throw Error(ErrorKind::Input, model.title,
                    fmt::format("the tensor {} is {}, the model needs {}", value.name, toString(tensor.shape), toString(value.shape)),
                    "The checkpoint is of another model");
      numbers.resize(tensor.data.size() / sizeof(float));
      std::memcpy(numbers.data(), tensor.data.data(), tensor.data.size());
    } else if (value.init.kind == Init::Kind::Given && value.init.given) {
      numbers = *value.init.given;
    } else {
      throw Error(ErrorKind::Input, model.title, "the tensor " + value.name + " is missing", "The checkpoint is of another model");
    }
    const bool finite = std::all_of(numbers.begin(), numbers.end(), [](float v) { return std::isfinite(v); });
    if (isWeight(value.role) && !finite)
      throw Error(ErrorKind::Input, model.title, "the weights of " + value.name + " are not all finite numbers",
                  "Export an earlier checkpoint, from before the training broke: --checkpoint NAME");
    return numbers;
  };
}

// Random samples, the same in every export: bytes of a picture (if the file has the preprocessing), normally distributed numbers, or tokens.
struct Samples {
  std::vector<float> numbers;  // as the model takes them
  std::vector<float> pixels;   // the same before mean and deviation are applied; empty without preprocessing in the file
  std::vector<std::int32_t> tokens;
};

Samples randomSamples(const SampleInfo& info, std::int64_t batch, const ChannelScale* inside) {
  Samples samples;
  PhiloxStream random(kSeed, 0);
  const std::int64_t each = numel(info.input().shape), count = batch * each;
  if (info.input().dtype == DType::I32) {
    for (std::int64_t i = 0; i < count; ++i)
      samples.tokens.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(info.outputs()))));
    return samples;
  }
  const std::int64_t plane = info.input().shape.empty() ? 1 : each / info.input().shape[0];
  for (std::int64_t i = 0; i < count; ++i) {
    if (!inside) {
      samples.numbers.push_back(static_cast<float>(random.normal()));
      continue;
    }
    const auto channel = static_cast<std::size_t>(i % each / plane);
    samples.pixels.push_back(static_cast<float>(random.below(256)));
    samples.numbers.push_back(static_cast<float>((samples.pixels.back() / 255.0 - inside->mean[channel]) / inside->std[channel]));
  }
  return samples;
}

template <class T>
void fill(Program& program, const std::string& name, const std::vector<T>& values) {
  const std::span<std::byte> target = program.input(name);
  require(target.size() == values.size() * sizeof(T), "an input takes as many numbers as a sample has");
  std::memcpy(target.data(), values.data(), target.size());
}

std::vector<float> answerOf(Program& program, ValueId answer) {
  program.run();
  std::vector<float> values(static_cast<std::size_t>(numel(program.graph().value(answer).shape)));
  program.read(answer, std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<float> answerOfModel(const AskedModel& model, const SampleInfo& info, const Backend& backend, const AskedOptions& asked,
                                 const Samples& samples) {
  const std::unique_ptr<Program> program = compileAsked(model, modelInputOf(info), backend, asked);
  if (samples.tokens.empty()) fill(*program, std::string(kInputField), samples.numbers);
  else fill(*program, std::string(kInputField), samples.tokens);
  const auto labels = program->input(kTargetField);
  std::fill(labels.begin(), labels.end(), std::byte{0xFF});  // labels of -1: no sample counts for the loss
  return answerOf(*program, modelOutputs(program->graph()).prediction);
}

// Imports the exported file like any other ONNX file, runs it and returns its output. If the batch is open, first checks the shape of the output for
// one sample more.
std::vector<float> answerOfFile(const std::string& path, const Backend& backend, const AskedOptions& asked, bool openBatch, const Shape& oneMore,
                                const Samples& samples) {
  const onnx::OnnxModel file = onnx::readModel(path);
  onnx::ImportOptions options;
  if (openBatch) {
    options.batch = asked.batch + 1;
    const onnx::Imported other = onnx::importModel(file, options);
    const Shape& shape = other.graph.value(other.graph.outputs().at(file.outputs.at(0).name)).shape;
    if (shape != oneMore)
      throw Error(ErrorKind::Internal, path,
                  fmt::format("gives {} for {} samples where the model gives {}", toString(shape), options.batch, toString(oneMore)),
                  "Export it for one batch size, --batch N, and report this");
  }
  options.batch = asked.batch;
  const onnx::Imported imported = onnx::importModel(file, options);
  CompileOptions compile;
  compile.threads = asked.threads;
  compile.autotune = false;
  compile.cancel = asked.cancel;
  const std::unique_ptr<Program> program = backend.compile(imported.graph, compile);
  program->attachAlone();
  for (const Value& value : imported.graph.values())
    if (value.init.kind == Init::Kind::Given && value.init.given) program->write(value.name, std::as_bytes(std::span(*value.init.given)));
  program->stateChanged();
  const std::string& input = file.inputs.at(0).name;
  if (!samples.tokens.empty()) fill(*program, input, samples.tokens);
  else if (samples.pixels.empty()) fill(*program, input, samples.numbers);
  else fill(*program, input, std::vector<std::int32_t>(samples.pixels.begin(), samples.pixels.end()));
  return answerOf(*program, program->graph().outputs().at(file.outputs.at(0).name));
}

// The forward graph for this batch size. A model that was imported from an ONNX file may work for one batch size only; then the error says how to
// export it.
Graph graphOf(const AskedModel& model, const ModelInput& input, std::int64_t batch, bool open) {
  try {
    return buildModel(model.project.model, input, batch, false);
  } catch (const Error& error) {
    if (!open || model.project.model.onnx.empty()) throw;
    throw Error(error.kind(), error.where(), error.happened(), "Export it for the batch size that its file was made for: --batch N");
  }
}

void compare(OnnxExported& done, const std::vector<float>& ours, const std::vector<float>& theirs, const std::string& title) {
  require(ours.size() == theirs.size(), "the file gives as many numbers as the model");
  done.compared = static_cast<std::int64_t>(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!std::isfinite(ours[i]) || !std::isfinite(theirs[i]))
      throw Error(ErrorKind::Input, title, "the model gives numbers that are not finite, so the file cannot be compared with it",
                  "Export an earlier checkpoint, from before the training broke: --checkpoint NAME");
    done.largest = std::max(done.largest, std::abs(static_cast<double>(ours[i])));
    const double difference = std::abs(static_cast<double>(ours[i]) - theirs[i]);
    done.largestDifference = std::max(done.largestDifference, difference);
  }
  if (done.largestDifference <= kOnnxTolerance * std::max(1.0, done.largest)) return;
  throw Error(ErrorKind::Internal, title,
              fmt::format("the ONNX file gives numbers that differ from the model's by up to {}, of up to {}", text::number(done.largestDifference),
                          text::number(done.largest)),
              "No file was written; report this as a bug, please");
}

}  // namespace

OnnxExported exportOnnx(const AskedModel& model, const Backend& backend, const std::string& file, const OnnxExportOptions& options) {
  checkPlace(file, options.replace);
  const auto tell = [&](const char* what) {
    if (options.cancel && options.cancel->load()) throw Cancelled{};
    if (options.progress) options.progress(what);
  };
  if (model.weights.empty())
    throw Error(ErrorKind::Input, model.source, "this is an ONNX file already", "Name a project, the folder of a run or of a checkpoint");
  ChannelScale scale;
  const SampleInfo info = sampleOf(model, scale, options.cancel);
  if (options.preprocessing && (!takesPictures(info) || scale.mean.empty()))
    throw Error(ErrorKind::Input, "--with-preprocessing", "the model takes no pictures whose mean and deviation are known",
                "Leave --with-preprocessing out");
  const std::int64_t batch = options.batch > 0 ? options.batch : kCheckedBatch;
  tell("writing the graph");
  const ModelInput input = modelInputOf(info);
  const Graph forward = graphOf(model, input, batch, options.batch == 0);
  std::optional<Graph> other;
  if (options.batch == 0) other = graphOf(model, input, batch + 1, true);
  onnx::ExportSpec spec;
  spec.otherBatch = other ? &*other : nullptr;
  spec.output = modelOutputs(forward).prediction;
  spec.weights = weightsOf(model);
  spec.producerVersion = STEPSCOPE_VERSION;
  spec.metadata = metadataOf(model, info, scale, options.preprocessing);
  if (options.preprocessing) spec.pixels = onnx::PixelRule{scale.mean, scale.std};
  const onnx::ExportedModel made = onnx::exportModel(forward, spec);

  OutputFile out(file);
  out.write(made.bytes);
  tell("reading it again and comparing it with the model");
  AskedOptions asked;
  asked.batch = batch;
  asked.threads = options.threads;
  asked.autotune = false;
  asked.cancel = options.cancel;
  const Samples samples = randomSamples(info, batch, options.preprocessing ? &scale : nullptr);
  OnnxExported done;
  {
    const Shape oneMore = other ? other->value(spec.output).shape : Shape{};
    const std::vector<float> theirs = answerOfFile(out.written(), backend, asked, other.has_value(), oneMore, samples);
    compare(done, answerOfModel(model, info, backend, asked, samples), theirs, model.title);
  }
  if (options.cancel && options.cancel->load()) throw Cancelled{};
  out.close();
  done.input = made.inputs.at(0);
  done.output = spec.outputName;
  done.sample = info.input().shape;
  done.type = options.preprocessing ? "uint8" : info.input().dtype == DType::I32 ? "int64" : "float32";
  done.batch = options.batch;
  done.opset = onnx::kWrittenOpset;
  done.nodes = made.nodes;
  done.weights = made.weights;
  done.bytes = static_cast<std::int64_t>(made.bytes.size());
  return done;
}

std::vector<RuntimeLine> runtimeLines(const std::string& file, const OnnxExported& exported) {
  const std::string quoted = shellQuoted(file);
  const auto shapeOf = [&](std::int64_t batch) { return fmt::format("{}:{}x{}", exported.input, batch, fmt::join(exported.sample, "x")); };
  std::string tensorrt = fmt::format("{} --onnx={}", "trtexec", quoted);
  if (exported.batch == 0) tensorrt += fmt::format(" --minShapes={} --optShapes={} --maxShapes={}", shapeOf(1), shapeOf(8), shapeOf(32));
  const std::string program = fmt::format(R"(import sys, numpy as np, onnxruntime as ort; session = ort.InferenceSession(sys.argv[1]); )"
                                          R"(print(session.run(None, {{"{}": np.zeros(({}, {}), np.{})}})[0]))",
                                          exported.input, std::max<std::int64_t>(exported.batch, 1), fmt::join(exported.sample, ", "), exported.type);
  return {{"ONNX Runtime", fmt::format("python3 -c '{}' {}", program, quoted)},
          {"TensorRT", tensorrt},
          {"OpenVINO", fmt::format("{} {}", "ovc", quoted)}};
}

}  // namespace stepscope
