#include "core/train/step_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/backend/fusion_report.h"
#include "core/backend/narrow_report.h"
#include "core/backend/node_category.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "core/project/switches.h"
#include "core/train/prediction/memory_advice.h"

namespace stepscope {
namespace {

std::string shapesOf(const Graph& graph, const Node& node) {
  std::string text;
  for (const ValueId id : node.inputs) {
    if (id == kNone) continue;
    if (!text.empty()) text += ", ";
    text += toString(graph.value(id).shape);
  }
  std::string results;
  for (const ValueId id : node.outputs) {
    if (id == kNone) continue;
    if (!results.empty()) results += ", ";
    results += toString(graph.value(id).shape);
  }
  return results.empty() ? text : text + " -> " + results;
}

}  // namespace

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
  return options;
}

// Checkpointing is judged by the program as it runs: kernels bring copies and workspaces, and what the backend fuses needs less. All
// programs here are compiled without timing kernels; the one of the answer is kept for who needs no other.
class CheckpointedStep {
 public:
  CheckpointedStep(const Project& project, const Graph& forward, const StepOptions& passes, const Backend& backend,
                   const CompileOptions& options)
      : project_(project), forward_(forward), passes_(passes), backend_(backend), options_(options) {
    options_.onlyPlanned = options.onlyPlanned || options.mayTime;  // the answer is compiled once more then
    options_.mayTime = false;
  }

  // Blocks, Sqrt: none at all where that would need as much memory as keeping everything.
  StepGraph orNone() {
    const Checkpointing::Mode asked = passes_.checkpointing.mode;
    StepGraph step = build(asked);
    const std::int64_t with = peakOf(step);
    std::unique_ptr<Program> program = std::move(compiled_);
    StepGraph whole = build(Checkpointing::Mode::Off);
    const std::int64_t without = peakOf(whole);
    if (with < without) {
      compiled_ = std::move(program);
      return step;
    }
    PassReport& report = whole.reports.emplace_back();
    report.pass = "checkpointing";
    report.notes.push_back(checkpointingSavesNothing(with, without));
    return whole;
  }

  // What fits the budget with the least work: nothing computed again but norms, else stretches. The difference between the program's peak
  // and that of the graph's own plan is taken from the program that keeps everything, then from those that came out too large.
  StepGraph within(std::int64_t budget) {
    const auto fits = [&](const StepGraph& step) {
      const std::int64_t peak = peakOf(step);
      least_ = std::min(least_, peak);
      return peak <= budget;
    };
    StepGraph step = build(Checkpointing::Mode::Off);
    if (fits(step)) return step;
    std::vector<std::int64_t> peaks;
    passes_.checkpointCosts.peaks = &peaks;
    Checkpointing& how = passes_.checkpointing;
    how.budgetBytes = std::numeric_limits<std::int64_t>::max();
    step = build(Checkpointing::Mode::Budget);
    how.budgetBytes = budget;
    constexpr int kMostRounds = 8;
    for (int round = 0; round < kMostRounds; ++round) {
      if (fits(step)) return step;
      // The last peak that was asked for is that of the graph just compiled: less room is left in every round, and more stretches are
      // taken.
      const std::int64_t overhead = peak_ - peaks.back();
      how.overheadBytes = round == 0 ? overhead : std::max(how.overheadBytes, overhead);
      try {
        step = build(Checkpointing::Mode::Budget);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        break;
      }
    }
    // By that estimate no choice is small enough. What the smallest really need is known when they are compiled.
    for (const Checkpointing::Mode mode : {Checkpointing::Mode::Blocks, Checkpointing::Mode::Sqrt}) {
      step = build(mode);
      if (fits(step)) return step;
    }
    refuseBudget(step.graph, budget, least_);
  }

  std::unique_ptr<Program> takeProgram() { return std::move(compiled_); }

 private:
  StepGraph build(Checkpointing::Mode mode) {
    passes_.checkpointing.mode = mode;
    return buildTrainingStep(forward_, project_.train.optimizer, passes_);
  }
  std::int64_t peakOf(const StepGraph& step) {
    compiled_ = backend_.compile(step.graph, options_);
    return peak_ = compiled_->plan().peakBytes();
  }

  const Project& project_;
  const Graph& forward_;
  StepOptions passes_;
  const Backend& backend_;
  CompileOptions options_;
  std::unique_ptr<Program> compiled_;
  std::int64_t peak_ = 0, least_ = std::numeric_limits<std::int64_t>::max();
};

// `compiled` becomes the program of the answer where that was compiled on the way, without timing kernels.
StepGraph buildStep(const Project& project, const Graph& forward, const StepOptions& passes, const Backend& backend,
                    const CompileOptions& options, std::unique_ptr<Program>& compiled) {
  using Mode = Checkpointing::Mode;
  if (passes.checkpointing.mode == Mode::Off) return buildTrainingStep(forward, project.train.optimizer, passes);
  CheckpointedStep checkpointed(project, forward, passes, backend, options);
  StepGraph step =
      passes.checkpointing.mode == Mode::Budget ? checkpointed.within(passes.checkpointing.budgetBytes) : checkpointed.orNone();
  compiled = checkpointed.takeProgram();
  return step;
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
    if (report.pass == "amp")
      notes = describe(narrowUseOf(*program.train, backend.kind()), keptSpeed(backend, std::max(1, backend.device().cores)));
    if ((report.pass == "recompute_norms" || report.pass == "checkpointing") && report.nodesAdded > 0)
      notes = costOfRepetitions(step.graph, work);
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

std::int64_t predictPeakBytes(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches,
                              const Backend& backend, KernelChoices& choices) {
  Project changed = project;
  changed.switches = switches;
  CompileOptions options;
  options.threads = computeThreads(project, backend);
  options.mayTime = false;
  options.onlyPlanned = true;
  options.choices = &choices;
  return compileStep(changed, input, withValidation, backend, options).predictedPeakBytes;
}

namespace {

// The nodes whose results a node reads, each once.
std::vector<std::int32_t> producersOf(const Graph& graph, NodeId node) {
  std::vector<std::int32_t> producers;
  for (const ValueId input : graph.node(node).inputs) {
    if (input == kNone) continue;
    NodeId producer = graph.value(input).producer;
    if (producer == kNone) producer = graph.value(graph.storageOf(input)).producer;
    if (producer != kNone && producer != node && std::find(producers.begin(), producers.end(), producer) == producers.end())
      producers.push_back(producer);
  }
  return producers;
}

}  // namespace

std::vector<TraceNode> describeNodes(const Program& program) {
  const Graph& graph = program.graph();
  std::vector<TraceNode> nodes;
  nodes.reserve(graph.nodes().size());
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    const NodeKernel& kernel = program.kernels()[i];
    TraceNode described;
    described.op = node.op->name;
    described.title = titleOf(node);
    described.layer = node.scope;
    described.kernel = kernel.kernel;
    described.library = kernel.library;
    described.shapes = shapesOf(graph, node);
    described.category = categoryOf(node);
    if (node.op->cost) {
      const Cost cost = node.op->cost(graph, node);
      described.flops = cost.flops;
      described.bytes = cost.bytesRead + cost.bytesWritten;
    }
    described.candidateMs = kernel.candidateMs;
    described.phase = nameOf(node.phase);
    described.inputs = producersOf(graph, static_cast<NodeId>(i));
    nodes.push_back(std::move(described));
  }
  return nodes;
}

std::vector<TraceMemory> memoryAtPeak(const Program& program) {
  const Graph& graph = program.graph();
  const MemoryPlan& plan = program.plan();
  const auto fullest = std::max_element(plan.liveBytes.begin(), plan.liveBytes.end());
  if (fullest == plan.liveBytes.end()) return {};
  const auto peak = static_cast<NodeId>(fullest - plan.liveBytes.begin());
  std::map<std::pair<std::string, std::string>, std::int64_t> bytes;
  for (const MemorySlot& slot : plan.slots) {
    if (!slot.persistent && (slot.first > peak || slot.last < peak)) continue;
    const Value& value = graph.value(slot.value);
    // Of state the layer stands in its name: "layer1.0.conv1.weight".
    const std::string layer = value.producer != kNone ? graph.node(value.producer).scope
                                                      : value.name.substr(0, std::min(value.name.size(), value.name.rfind('.')));
    bytes[{isPersistent(value.role) || value.producer != kNone ? layer : std::string(), std::string(nameOf(value.role))}] += slot.bytes;
  }
  std::vector<TraceMemory> memory;
  for (const auto& [key, sum] : bytes) memory.push_back({key.first, key.second, sum});
  std::stable_sort(memory.begin(), memory.end(), [](const TraceMemory& a, const TraceMemory& b) { return a.bytes > b.bytes; });
  return memory;
}

}  // namespace stepscope
