#include "core/infer/asked_program.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/backend/narrow_report.h"
#include "core/base/error.h"
#include "core/base/machine_limits.h"
#include "core/graph/op.h"
#include "core/models/task_end.h"
#include "core/passes/inference_graph.h"
#include "core/passes/step_graph.h"
#include "core/program/program_spec.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope {
namespace {

// Writes the weights that the ONNX file contains. A tensor without given numbers (class weights of a loss) starts as in a run.
void writeOwnWeights(Program& program) {
  for (const Value& value : program.graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    const std::vector<float> values = initialValue(value, 1);
    program.write(value.name, std::as_bytes(std::span(values)));
  }
  program.stateChanged();
}

// The bits of the bf16 nearest to `value`, ties to even; NaN stays NaN.
std::uint16_t bf16Of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

// A graph to compile. `narrow`: for each narrow weight the f32 weight whose rounded numbers it gets.
struct AskedStep {
  Graph graph;
  KernelSettings kernels{};
  std::map<std::string, std::string, std::less<>> narrow{};
};

AskedStep frozenStep(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options, DType precision) {
  StepOptions passes;
  passes.lowType = precision;
  passes.ampClassOf = [&backend](const OpDef& op) { return backend.ampClassOf(op); };
  AskedStep step;
  step.graph = buildEvaluationStep(model.frozen->graphFor(options.batch).graph, passes).graph;
  if (precision != DType::F32) {
    NarrowedWeights narrowed = narrowWeights(step.graph);
    step.graph = std::move(narrowed.graph);
    step.narrow = std::move(narrowed.from);
  }
  if (options.evaluated) step.graph = withTaskEnd(step.graph, input, model.project.model.loss);
  return step;
}

// The weights become Role::Frozen, because nothing trains them; the backend then keeps them in the layouts that its kernels read.
AskedStep trainedStep(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options) {
  ProgramSpec spec = programOf(model.project, input);
  spec.settings = {.batchSize = options.batch};
  AskedStep step{buildEvaluationStep(spec.model(options.batch, false), passesOf(spec, backend)).graph, kernelsOf(spec, {})};
  for (std::size_t v = 0; v < step.graph.values().size(); ++v)
    if (Value& value = step.graph.value(static_cast<ValueId>(v)); value.role == Role::Parameter) value.role = Role::Frozen;
  return step;
}

void writeFrozenWeights(Program& program, const FrozenModel& model, const AskedStep& step) {
  std::vector<std::uint16_t> rounded;
  for (const Value& value : program.graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    const auto narrow = step.narrow.find(value.name);
    const auto weight = model.weights.find(narrow == step.narrow.end() ? value.name : narrow->second);
    require(weight != model.weights.end(), "a frozen model has no numbers for one of its weights");
    if (narrow == step.narrow.end()) {
      program.write(value.name, std::as_bytes(weight->second.numbers));
      continue;
    }
    rounded.clear();
    for (const float number : weight->second.numbers) rounded.push_back(bf16Of(number));
    program.write(value.name, std::as_bytes(std::span(rounded)));
  }
  program.stateChanged();
  if (model.file) model.file->forgetPages();
}

KernelChoices choicesFor(const AskedModel& model, const Backend& backend, std::vector<std::string>& notes) {
  KernelChoices choices = loadKernelCache(backend);
  if (!model.frozen || model.frozen->kernels.choices.empty()) return choices;
  const FrozenKernels& kept = model.frozen->kernels;
  if (!kept.isFor(backend.device())) {
    notes.push_back(
        fmt::format("Its kernels were chosen on {} ({}, {}); they are chosen again on this machine", kept.processor, kept.isa, kept.library));
    return choices;
  }
  for (const auto& [key, kernel] : kept.choices)
    if (!choices.find(key)) choices.set(key, kernel);
  return choices;
}

}  // namespace

AskedPrograms compileStreams(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options, int streams) {
  AskedPrograms made;
  CompileOptions compile;
  compile.threads = options.threads;
  compile.mayTime = options.autotune;
  compile.cancel = options.cancel;
  compile.progress = options.progress;
  KernelChoices choices = choicesFor(model, backend, made.notes);
  const KernelCacheKeeper keeper(&backend, choices);
  compile.choices = &choices;

  if (model.frozen) made.precision = model.frozen->precision;
  AskedStep step = model.frozen ? frozenStep(model, input, backend, options, made.precision) : trainedStep(model, input, backend, options);
  const auto compiled = [&](const Program* stateFrom) {
    static_cast<KernelSettings&>(compile) = step.kernels;
    return backend.compile(step.graph, compile, stateFrom);
  };
  std::unique_ptr<Program> first = compiled(nullptr);
  if (made.precision != DType::F32 && narrowUseOf(*first, backend.kind()).arithmetic == 0) {
    made.notes.push_back(fmt::format("{} is not faster than f32 on this machine, so it is computed in f32", nameOf(made.precision)));
    made.precision = DType::F32;
    step = frozenStep(model, input, backend, options, made.precision);
    first = compiled(nullptr);
  }
  made.state = first->makeArena(first->plan().stateBytes);
  first->attach(made.state, first->makeArena(first->plan().stepBytes));
  if (model.frozen) writeFrozenWeights(*first, *model.frozen, step);
  else if (model.weights.empty()) writeOwnWeights(*first);
  else writeState(*first, {model.weights, {}}, model.title);
  made.streams.push_back(std::move(first));
  for (int stream = 1; stream < streams; ++stream) {
    std::unique_ptr<Program> next = compiled(made.streams.front().get());
    next->attach(made.state, next->makeArena(next->plan().stepBytes));
    made.streams.push_back(std::move(next));
  }
  returnFreedMemory();  // of timing and checking kernels
  made.choices = choices.usedEntries();
  std::erase_if(made.choices, [&](const auto& entry) { return choices.isProvisional(entry.first); });
  return made;
}

std::unique_ptr<Program> compileAsked(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options) {
  return std::move(compileStreams(model, input, backend, options, 1).streams.front());
}

std::int64_t batchFor(const AskedModel& model, std::int64_t wanted, std::vector<std::string>& notes) {
  if (!model.frozen) return wanted;
  const std::int64_t batch = model.frozen->graphFor(wanted).batch;
  if (batch != wanted)
    notes.push_back(fmt::format("Samples are computed {} at once: the model was frozen for batches of {}", batch, model.frozen->batches()));
  return batch;
}

}  // namespace stepscope
