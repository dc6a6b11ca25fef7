#include "core/program/step_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/backend/fusion_report.h"
#include "core/backend/narrow_report.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "core/program/checkpoint_search.h"
#include "core/project/switches.h"

namespace stepscope {

std::int64_t StepProgram::stateBytes() const {
  return validation ? std::max(train->plan().stateBytes, validation->plan().stateBytes) : train->plan().stateBytes;
}

std::int64_t StepProgram::stepBytes() const {
  return validation ? std::max(train->plan().stepBytes, validation->plan().stepBytes) : train->plan().stepBytes;
}

void StepProgram::attach(const std::atomic<bool>* cancel) {
  const auto state = train->makeArena(stateBytes());
  // The two steps never run at the same time, so they share the memory for everything that does not outlive a step.
  const auto step = train->makeArena(stepBytes());
  if (cancel) {
    state->touch(train->threads(), *cancel);
    step->touch(train->threads(), *cancel);
  }
  train->attach(state, step);
  if (validation) validation->attach(state, step);
}

std::int64_t StepProgram::measuredPeakBytes() const {
  return train->measuredPeakBytes();  // the validation step uses the same arenas
}

PlanView StepProgram::view(std::int64_t batchSize) const {
  return {train->graph(), train->plan(), train->kernels(), batchSize, predictedPeakBytes};
}

namespace {

StepOptions stepOptions(const ProgramSettings& settings, const Backend& backend) {
  StepOptions options;
  options.fusion = settings.fusion;
  options.lowType = settings.lowType;
  options.ampClassOf = [&backend](const OpDef& op) { return backend.ampClassOf(op); };
  options.checkpointing = settings.checkpointing;
  options.norms.operationsPerByte = backend.operationsPerByte(settings.lowType);
  return options;
}

// What cannot fit is refused before its kernels are timed: that takes minutes where the model is large.
void refuseTooManyParameters(const Graph& forward, std::int64_t availableBytes) {
  std::int64_t parameters = 0;
  for (const Value& value : forward.values())
    if (isWeight(value.role) && value.aliasOf == kNone) parameters += value.bytes;
  if (availableBytes > 0 && parameters > availableBytes)
    throw Error(ErrorKind::Resource, "model",
                fmt::format("its parameters take {}, but {} of memory is free", text::bytes(parameters), text::bytes(availableBytes)),
                "Choose a smaller model, or close programs that hold memory");
}

void refusePlan(std::int64_t peakBytes, std::int64_t availableBytes) {
  if (availableBytes > 0 && peakBytes > availableBytes)
    throw Error(ErrorKind::Resource, "memory",
                fmt::format("the training step needs {}, but {} is free", text::bytes(peakBytes), text::bytes(availableBytes)),
                "Choose a smaller batch, or close programs that hold memory");
}

// What running nodes again takes, by the times of their kernels on this machine; nothing where none are known.
std::vector<std::string> costOfRepetitions(const Graph& graph, const NodeWork& work) {
  if (!work) return {};
  double again = 0, all = 0;
  for (const Node& node : graph.nodes()) {
    const double ms = work(graph, node);
    all += ms;
    if (node.phase == Phase::Recompute) again += ms;
  }
  if (again <= 0 || all <= again) return {};
  return {fmt::format("running them again takes {:.1f} % more time by the kernels' times here", 100 * again / (all - again))};
}

// The evaluation's parameters become the averages that lie beside the training's. One that the loss does not reach is never changed, and has none.
void readAverages(Graph& graph, const Graph& training) {
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const Value& value = graph.values()[v];
    const std::string average = value.name + kAverageSuffix;
    if (value.role == Role::Parameter && value.aliasOf == kNone && training.find(average) != kNone) graph.rename(static_cast<ValueId>(v), average);
  }
}

}  // namespace

double lossOf(const Program& program) {
  return program.scalar(modelOutputs(program.graph()).loss);
}

int computeThreads(const Project& project, const Backend& backend) {
  const int cores = std::max(1, backend.device().cores);
  const std::int64_t wanted = project.train.threads > 0 ? project.train.threads : cores - project.switches.numWorkers;
  return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, cores));
}

StepProgram compileStep(const Project& given, const ModelInput& input, bool withValidation, const Backend& backend,
                        const CompileOptions& compileOptions, const NodeWork& work) {
  Project project = given;
  project.train.optimizer.scheduledMomentum = movesMomentum(project.train.schedule);
  project.train.optimizer.averageWeights = project.train.average.decay > 0;
  const ProgramSettings settings = programSettings(project.switches);
  project.train.optimizer.scalesLoss = settings.scalesLoss;
  project.train.optimizer.accumulate = settings.accumulates;
  const std::int64_t batch = settings.batchSize;
  CompileOptions options = compileOptions;
  options.autotune = compileOptions.autotune && settings.autotune;
  options.images = settings.images;
  options.fusion = compileOptions.fusion && settings.fusion;
  options.deterministic = settings.deterministic;
  options.allowTf32 = settings.tf32;
  StepOptions passes = stepOptions(settings, backend);
  passes.checkpointCosts.work = work;
  StepProgram program;
  std::unique_ptr<Program> compiled;
  const Graph forward = buildModel(project.model, input, batch, true);
  if (options.mayTime) {  // else it is a question to the planner, which is answered
    const std::int64_t available = backend.availableBytes();
    refuseTooManyParameters(forward, available);
    // In doubt it is planned first: the forward pass alone is larger, were no byte used twice.
    std::int64_t bytes = 0;
    for (const Value& value : forward.values())
      if (value.aliasOf == kNone) bytes += value.bytes;
    if (bytes > available) {
      CompileOptions planned = compileOptions;
      planned.mayTime = false;
      planned.onlyPlanned = true;
      refusePlan(compileStep(given, input, withValidation, backend, planned, work).predictedPeakBytes, available);
    }
  }
  StepGraph step = buildStep(project, forward, passes, backend, options, compiled);
  program.train = compiled && !options.mayTime ? std::move(compiled) : backend.compile(step.graph, options);
  program.reports = std::move(step.reports);
  for (PassReport& report : program.reports) {
    std::vector<std::string> notes;
    if (report.pass == "amp") notes = describe(narrowUseOf(*program.train, backend.kind()), keptSpeed(backend, std::max(1, backend.device().cores)));
    if ((report.pass == "recompute_norms" || report.pass == "checkpointing") && report.nodesAdded > 0) notes = costOfRepetitions(step.graph, work);
    if (report.pass == "fuse") notes = describeFusions(*program.train);
    for (std::string& note : notes) report.notes.push_back(std::move(note));
  }
  if (std::vector<std::string> notes = program.train->notes(); !notes.empty()) {
    PassReport& report = program.reports.emplace_back();
    report.pass = std::string(backend.name());
    report.notes = std::move(notes);
  }
  if (withValidation) {
    StepGraph evaluation = buildEvaluationStep(buildModel(project.model, input, batch, false), passes);
    if (project.train.optimizer.averageWeights) readAverages(evaluation.graph, program.train->graph());
    program.validation = backend.compile(evaluation.graph, options, program.train.get());
  }
  program.predictedPeakBytes = program.stateBytes() + program.stepBytes();
  return program;
}

std::int64_t predictPeakBytes(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                              KernelChoices& choices) {
  Project changed = project;
  changed.switches = switches;
  CompileOptions options;
  options.threads = computeThreads(project, backend);
  options.mayTime = false;
  options.onlyPlanned = true;
  options.choices = &choices;
  return compileStep(changed, input, withValidation, backend, options).predictedPeakBytes;
}

}  // namespace stepscope
