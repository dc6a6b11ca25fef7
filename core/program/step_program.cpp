#include "core/program/step_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/backend/fusion_report.h"
#include "core/backend/narrow_report.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/program/checkpoint_search.h"
#include "core/program/planned_memory.h"

namespace stepscope {

std::int64_t StepProgram::stateBytes() const {
  return validation ? std::max(train->plan().stateBytes, validation->plan().stateBytes) : train->plan().stateBytes;
}

std::int64_t StepProgram::stepBytes() const {
  return validation ? std::max(train->plan().stepBytes, validation->plan().stepBytes) : train->plan().stepBytes;
}

void StepProgram::attach(const std::atomic<bool>* cancel) {
  const auto state = train->makeArena(stateBytes());
  // The two steps never run at the same time, so they use the same memory for everything that does not outlive a step.
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

// The cost of recomputed nodes, from the times of their kernels on this machine; nothing if no times are known.
std::vector<std::string> costOfRepetitions(const Graph& graph, const NodeWork& work) {
  if (!work) return {};
  double again = 0, all = 0;
  for (const Node& node : graph.nodes()) {
    const double ms = work(graph, node);
    all += ms;
    if (node.phase == Phase::Recompute) again += ms;
  }
  if (again <= 0 || all <= again) return {};
  return {fmt::format("recomputing them takes {:.1f} % more time, by the times of the kernels on this machine", 100 * again / (all - again))};
}

// Evaluation reads the moving averages stored beside the training parameters. A parameter that the loss does not reach has none.
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

std::unique_ptr<Program> compileForward(const ProgramSpec& spec, const Backend& backend, const CompileOptions& options, const Program* stateFrom) {
  StepGraph evaluation = buildEvaluationStep(spec.model(spec.settings.batchSize, false), passesOf(spec, backend));
  if (stateFrom && spec.optimizer.averageWeights) readAverages(evaluation.graph, stateFrom->graph());
  return backend.compile(evaluation.graph, kernelsOf(spec, options), stateFrom);
}

StepProgram compileStep(const ProgramSpec& spec, const Backend& backend, const CompileOptions& compileOptions) {
  const CompileOptions options = kernelsOf(spec, compileOptions);
  StepProgram program;
  std::unique_ptr<Program> compiled;
  const Graph forward = spec.model(spec.settings.batchSize, true);
  if (options.mayTime) refuseWithoutMemory(spec, forward, backend, compileOptions);  // a prediction is answered even if the memory is too small
  StepGraph step = buildStep(forward, spec.optimizer, passesOf(spec, backend), backend, options, compiled);
  program.train = compiled && !options.mayTime ? std::move(compiled) : backend.compile(step.graph, options);
  program.reports = std::move(step.reports);
  for (PassReport& report : program.reports) {
    std::vector<std::string> notes;
    if (report.pass == "amp") notes = describe(narrowUseOf(*program.train, backend.kind()), keptSpeed(backend, std::max(1, backend.device().cores)));
    if ((report.pass == "recompute_norms" || report.pass == "checkpointing") && report.nodesAdded > 0)
      notes = costOfRepetitions(step.graph, spec.work);
    if (report.pass == "fuse") notes = describeFusions(*program.train);
    for (std::string& note : notes) report.notes.push_back(std::move(note));
  }
  if (std::vector<std::string> notes = program.train->notes(); !notes.empty()) {
    PassReport& report = program.reports.emplace_back();
    report.pass = std::string(backend.name());
    report.notes = std::move(notes);
  }
  if (spec.validation) program.validation = compileForward(spec, backend, compileOptions, program.train.get());
  program.predictedPeakBytes = program.stateBytes() + program.stepBytes();
  return program;
}

}  // namespace stepscope
