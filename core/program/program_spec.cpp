#include "core/program/program_spec.h"

#include <algorithm>
#include <utility>

namespace stepscope {

ProgramSpec programOf(const Project& project, const ModelInput& input, bool validation, NodeWork work) {
  ProgramSpec spec;
  spec.model = [model = project.model, input](std::int64_t batch, bool training) { return buildModel(model, input, batch, training); };
  spec.settings = programSettings(project.switches);
  spec.optimizer = project.train.optimizer;
  spec.optimizer.scheduledMomentum = movesMomentum(project.train.schedule);
  spec.optimizer.averageWeights = project.train.average.decay > 0;
  spec.optimizer.scalesLoss = spec.settings.scalesLoss;
  spec.optimizer.accumulate = spec.settings.accumulates;
  spec.validation = validation;
  spec.work = std::move(work);
  return spec;
}

int computeThreads(const Project& project, const Backend& backend) {
  const int cores = std::max(1, backend.device().cores);
  const std::int64_t wanted = project.train.threads > 0 ? project.train.threads : cores - project.switches.numWorkers;
  return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, cores));
}

StepOptions passesOf(const ProgramSpec& spec, const Backend& backend) {
  StepOptions options;
  static_cast<PassSettings&>(options) = spec.settings.passes;
  options.ampClassOf = [&backend](const OpDef& op) { return backend.ampClassOf(op); };
  options.norms.operationsPerByte = backend.operationsPerByte(options.lowType);
  options.checkpointCosts.work = spec.work;
  return options;
}

CompileOptions kernelsOf(const ProgramSpec& spec, CompileOptions options) {
  KernelSettings kernels = spec.settings.kernels;
  kernels.autotune = kernels.autotune && options.autotune;
  kernels.fusion = kernels.fusion && options.fusion;
  static_cast<KernelSettings&>(options) = kernels;
  return options;
}

}  // namespace stepscope
