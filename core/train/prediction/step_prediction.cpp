#include "core/train/prediction/step_prediction.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/graph/op.h"

namespace stepscope {

MeasuredTables loadMeasured(const Backend& backend, int threads, bool measure) {
  MeasuredTables measured;
  measured.choices = KernelChoices::load(KernelChoices::defaultPath(backend.name()));
  measured.times = KernelTimes::load(KernelTimes::defaultPath(backend), machineName(backend, threads));
  measured.speed = measure ? machineSpeed(backend, threads) : keptSpeed(backend, threads);
  measured.threads = threads;
  measured.measure = measure;
  return measured;
}

ProgramFacts factsOf(const Program& program, std::int64_t accumulation) {
  ProgramFacts facts;
  const Graph& graph = program.graph();
  for (const Node& node : graph.nodes()) {
    if (node.op->aliases) continue;
    ++facts.nodes;
    if (node.op->id == OpId::Cast) ++facts.casts;
    if (node.op->id == OpId::Reorder) ++facts.reorders;
    if (node.phase == Phase::Recompute) ++facts.recomputed;
    const std::int64_t times = node.phase == Phase::Optimizer ? 1 : accumulation;
    if (node.op->cost && node.op->id != OpId::Reorder) {
      const Cost cost = node.op->cost(graph, node);
      facts.flops += times * cost.flops;
      facts.bytesMoved += times * (cost.bytesRead + cost.bytesWritten);
    } else {
      for (const ValueId input : node.inputs) facts.bytesMoved += input == kNone ? 0 : times * graph.value(input).bytes;
      for (const ValueId output : node.outputs) facts.bytesMoved += output == kNone ? 0 : times * graph.value(output).bytes;
    }
  }
  facts.activationBytes = activationBytes(graph, program.plan());
  facts.tensorBytes = program.plan().stateBytes + program.plan().sumBytes;
  return facts;
}

namespace {

StepProgram plan(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                 MeasuredTables& measured) {
  Project changed = project;
  changed.switches = switches;
  CompileOptions options;
  options.threads = computeThreads(changed, backend);
  options.mayTime = false;
  options.onlyPlanned = true;
  options.choices = &measured.choices;
  return compileStep(programOf(changed, input, withValidation, measuredWork(measured.times, measured.speed)), backend, options);
}

// The time of a step. For a number of threads other than that of the tables, uses the few times known for it and scales the others from the tables.
StepTime timeOf(const Program& program, std::int64_t accumulation, const Backend& backend, MeasuredTables& measured) {
  const int threads = program.threads();
  if (measured.threads == 0 || threads == measured.threads) return predictStepTime(program, measured.times, measured.speed, accumulation);
  auto known = measured.others.find(threads);
  if (known == measured.others.end()) {
    MeasuredTables::Threads tables{KernelTimes::load(KernelTimes::defaultPath(backend), machineName(backend, threads)),
                                   measured.measure ? machineSpeed(backend, threads) : keptSpeed(backend, threads)};
    known = measured.others.emplace(threads, std::move(tables)).first;
  }
  const OtherThreads from{measured.times, measured.speed};
  return predictStepTime(program, known->second.times, known->second.speed, accumulation, &from);
}

}  // namespace

StepPrediction predictStep(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                           MeasuredTables& measured) {
  const std::int64_t begin = nowNs();
  StepProgram program = plan(project, input, withValidation, switches, backend, measured);
  StepPrediction prediction;
  prediction.planMs = static_cast<double>(nowNs() - begin) * 1e-6;
  prediction.peakBytes = program.predictedPeakBytes;
  prediction.stateBytes = program.train->plan().stateBytes;
  prediction.threads = program.train->threads();
  prediction.time = timeOf(*program.train, switches.accumulation, backend, measured);
  prediction.facts = factsOf(*program.train, switches.accumulation);
  prediction.reports = std::move(program.reports);
  return prediction;
}

LargestBatch largestBatch(const Project& project, const ModelInput& input, bool withValidation, const Switches& switches, const Backend& backend,
                          MeasuredTables& measured, std::int64_t budgetBytes, std::int64_t most) {
  LargestBatch answer;
  const auto peakOf = [&](std::int64_t batch) {
    Switches tried = switches;
    tried.batchSize = batch;
    ++answer.plans;
    return plan(project, input, withValidation, tried, backend, measured).predictedPeakBytes;
  };
  std::int64_t peak = peakOf(1);
  if (peak > budgetBytes) {
    answer.peakBytes = peak;
    return answer;
  }
  // Bisection between a batch that fits and one that is too large.
  std::int64_t fits = 1, tooLarge = 0, fittingPeak = peak;
  for (std::int64_t batch = std::min<std::int64_t>(most, 2); fits < most; batch = std::min(most, batch * 2)) {
    peak = peakOf(batch);
    if (peak > budgetBytes) {
      tooLarge = batch;
      break;
    }
    fits = batch;
    fittingPeak = peak;
  }
  while (tooLarge > 0 && tooLarge - fits > 1) {
    const std::int64_t middle = fits + (tooLarge - fits) / 2;
    peak = peakOf(middle);
    if (peak > budgetBytes) {
      tooLarge = middle;
    } else {
      fits = middle;
      fittingPeak = peak;
    }
  }
  answer.batch = fits;
  answer.peakBytes = fittingPeak;
  answer.limitedByData = tooLarge == 0;
  return answer;
}

std::int64_t memoryForTraining(const Backend& backend) {
  return backend.availableBytes() / 10 * 9;
}

}  // namespace stepscope
