#include "core/infer/freeze.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/graph/model_outputs.h"
#include "core/infer/asked_program.h"
#include "core/infer/predictor.h"
#include "core/infer/random_inputs.h"
#include "core/passes/inference_graph.h"
#include "core/train/steps/task_metrics.h"

namespace stepscope {
namespace {

namespace fs = std::filesystem;

// The greatest difference that rounding in another order can explain in f32; a larger one is an error. With bf16, which has 8 significant bits, the
// difference is only reported.
constexpr double kMostDifference = 1e-3;

// The numbers of the model's weights by name.
class OwnWeights {
 public:
  OwnWeights(const AskedModel& model, const Graph& graph) : where_(model.title) {
    for (const SafeTensor& tensor : model.weights) given_[tensor.name] = &tensor;
    for (const Value& value : graph.values()) {
      if (!isPersistent(value.role) || value.aliasOf != kNone || !model.weights.empty()) continue;
      made_[value.name] = initialValue(value, 1);  // the numbers in the ONNX file
    }
    checkTypes(graph);
  }

  std::span<const float> of(const std::string& name) const {
    if (const auto made = made_.find(name); made != made_.end()) return made->second;
    const std::vector<std::byte>& bytes = given_.at(name)->data;
    return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
  }

 private:
  void checkTypes(const Graph& graph) const {
    for (const Value& value : graph.values()) {
      if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
      if (made_.contains(value.name)) continue;
      const auto given = given_.find(value.name);
      if (given == given_.end() || given->second->shape != value.shape || given->second->dtype != DType::F32)
        throw Error(ErrorKind::Input, where_, "there are no numbers for the tensor " + value.name + " of the model",
                    "Name the run that it was trained in");
    }
  }

  std::string where_;
  std::map<std::string, const SafeTensor*, std::less<>> given_;
  std::map<std::string, std::vector<float>, std::less<>> made_;
};

// The answers of a program to random samples, `distinct` of which differ.
std::vector<float> answersOf(Program& program, const SampleInfo& sample, std::int64_t distinct) {
  fillRandomly(program, sample, distinct);
  program.run();
  const ValueId answer = modelOutputs(program.graph()).prediction;
  std::vector<float> answers(static_cast<std::size_t>(numel(program.graph().value(answer).shape)));
  program.read(answer, std::as_writable_bytes(std::span(answers)));
  return answers;
}

// The largest difference between `answers` and `wanted`, divided by the largest absolute number of `wanted`. `answers` may be longer: its samples
// repeat those of `wanted`. NaN if a difference is not finite.
double differenceOf(const std::vector<float>& wanted, const std::vector<float>& answers) {
  double largest = 0, difference = 0;
  for (const float one : wanted) largest = std::max(largest, std::abs(static_cast<double>(one)));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double d = std::abs(static_cast<double>(answers[i]) - wanted[i % wanted.size()]);
    if (!std::isfinite(d)) return std::numeric_limits<double>::quiet_NaN();
    difference = std::max(difference, d);
  }
  return largest > 0 ? difference / largest : difference;
}

void checkPlace(const std::string& file, bool replace) {
  std::error_code ignored;
  if (!file.ends_with(kFrozenEnding))
    throw Error(ErrorKind::Input, file, std::string("the name of a frozen model ends with ") + kFrozenEnding, "Name it, for example, model.ssmodel");
  if (fs::is_directory(file, ignored)) throw Error(ErrorKind::Input, file, "this is a folder", "Name a file, for example model.ssmodel");
  if (!replace && fs::exists(file, ignored))
    throw Error(ErrorKind::Input, file, "the file exists", "Choose another name, or replace it with --force");
  if (const fs::path folder = fs::path(file).parent_path(); !folder.empty() && !fs::is_directory(folder, ignored))
    throw Error(ErrorKind::Input, file, "its folder is not there", "Make the folder first, or choose another place");
}

SampleInfo namedSample(const AskedModel& model, const FreezeOptions& options, ChannelScale& pixels) {
  SampleInfo sample = sampleOf(model, pixels, options.cancel);
  if (options.classNames.empty()) return sample;
  if (options.classNames.size() != sample.classNames.size())
    throw Error(ErrorKind::Input, "--classes",
                fmt::format("there are {} names, and the model has {} classes", options.classNames.size(), sample.classNames.size()),
                "Give a file with one name a line, in the order of the model's outputs");
  sample.classNames = options.classNames;
  return sample;
}

}  // namespace

Frozen freeze(const AskedModel& model, const Backend& backend, const FreezeOptions& options, const std::string& file) {
  const auto tell = [&](const std::string& what) {
    throwIfCancelled(options.cancel);
    if (options.progress) options.progress(what);
  };
  if (model.frozen)
    throw Error(ErrorKind::Input, model.source, "this is a frozen model already", "Name the run or the ONNX file that it was made from");
  checkPlace(file, options.replace);
  tell("opening the model");
  auto frozen = std::make_shared<FrozenModel>();
  frozen->sample = namedSample(model, options, frozen->pixels);
  const ModelInput input = modelInputOf(frozen->sample);
  std::vector<std::int64_t> batches = options.batches;
  std::sort(batches.begin(), batches.end());
  batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
  require(!batches.empty() && batches.front() > 0, "a model is frozen for at least one batch size");

  Frozen result;
  std::unique_ptr<const OwnWeights> own;
  ComputedWeights computed;
  for (const std::int64_t batch : batches) {
    tell("folding batch norms");
    const Graph evaluation = buildModel(model.project.model, input, batch, false);
    const Graph answering = answerOnly(evaluation).graph;
    // For an ONNX model the numbers are in the graph, so the weights are taken from the first graph.
    if (!own) own = std::make_unique<OwnWeights>(model, evaluation);
    FoldedNorms folded = foldNorms(answering, [&](const std::string& name) { return own->of(name); });
    if (computed.empty()) computed = std::move(folded.computed);
    result.nodesBefore = static_cast<std::int64_t>(evaluation.nodes().size());
    result.nodes = static_cast<std::int64_t>(folded.graph.nodes().size());
    result.foldedNorms = folded.folded;
    result.keptNorms = folded.kept;
    for (const Value& value : folded.graph.values()) {
      if (value.role != Role::Frozen || value.aliasOf != kNone) continue;
      const auto found = computed.find(value.name);
      frozen->weights[value.name] = {value.name, value.shape, found != computed.end() ? std::span<const float>(found->second) : own->of(value.name)};
    }
    frozen->graphs.push_back({batch, std::move(folded.graph)});
  }
  for (const auto& [name, weight] : frozen->weights) {
    result.parameters += static_cast<std::int64_t>(weight.numbers.size());
    // Not seen in the answers: a kernel with a fused ReLU may turn NaN into 0.
    if (!std::all_of(weight.numbers.begin(), weight.numbers.end(), [](float v) { return std::isfinite(v); }))
      throw Error(ErrorKind::Input, model.title, "the weights of " + name + " are not all finite numbers",
                  "Freeze an earlier checkpoint, or train it again");
  }

  frozen->precision = options.precision;
  frozen->origin = {model.title, model.source, model.project.name, model.run, model.step};
  frozen->record = {result.foldedNorms, result.keptNorms};
  if (model.score.known()) {
    frozen->record.metric = model.score.metric;
    frozen->record.score = model.score.value;
  }
  frozen->project = model.project;
  AskedModel asked;
  asked.title = model.title;
  asked.project = model.project;
  asked.sample = frozen->sample;
  asked.frozen = frozen;

  AskedOptions asking;
  asking.threads = options.threads;
  asking.autotune = options.autotune;
  asking.cancel = options.cancel;
  asking.progress = options.progress;
  asking.batch = batches.front();
  tell("choosing the fastest kernel of every layer");
  const std::vector<float> wanted = answersOf(*compileAsked(model, input, backend, asking), frozen->sample, batches.front());
  asking.evaluated = false;
  for (const std::int64_t batch : batches) {
    asking.batch = batch;
    tell("choosing the fastest kernel of every layer");
    const AskedPrograms programs = compileStreams(asked, input, backend, asking, 1);
    const double difference = differenceOf(wanted, answersOf(*programs.streams.front(), frozen->sample, batches.front()));
    if (!std::isfinite(difference))
      throw Error(ErrorKind::Input, model.title, "its answers to random samples are not finite numbers",
                  "Freeze an earlier checkpoint, or train it again");
    if (programs.precision == DType::F32 && difference > kMostDifference)
      throw Error(
          ErrorKind::Input, model.title,
          fmt::format("the frozen model would answer otherwise than the model, by {:.2g} of its largest answer, in a batch of {}", difference, batch),
          "Do not use it frozen, and please report this with the model");
    result.difference = std::max(result.difference, difference);
    result.precision = programs.precision;
    if (batch == batches.front()) result.notes = programs.notes;
    frozen->kernels.choices.insert(programs.choices.begin(), programs.choices.end());
  }
  frozen->record.difference = result.difference;
  const DeviceInfo device = backend.device();
  frozen->kernels.processor = device.name;
  frozen->kernels.isa = device.isa;
  frozen->kernels.library = device.library;
  tell("writing the file");
  result.bytes = writeFrozenModel(*frozen, file);
  try {
    readFrozenModel(file);  // throws unless every checksum is right and the graphs can be built
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);  // a file that cannot be opened is not left behind
    throw;
  }
  return result;
}

}  // namespace stepscope
