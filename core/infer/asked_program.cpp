#include "core/infer/asked_program.h"

#include <span>
#include <vector>

#include "core/base/machine_limits.h"
#include "core/program/step_program.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope {
namespace {

// Those of the file itself. A tensor without given numbers (class weights of a loss) starts as in a run.
void writeOwnWeights(Program& program) {
  for (const Value& value : program.graph().values()) {
    if (!isPersistent(value.role) || value.aliasOf != kNone) continue;
    const std::vector<float> values = initialValue(value, 1);
    program.write(value.name, std::as_bytes(std::span(values)));
  }
  program.stateChanged();
}

}  // namespace

std::unique_ptr<Program> compileAsked(const AskedModel& model, const ModelInput& input, const Backend& backend, const AskedOptions& options) {
  ProgramSpec spec = programOf(model.project, input);
  spec.settings = {.batchSize = options.batch};
  CompileOptions compile;
  compile.threads = options.threads;
  compile.mayTime = options.autotune;
  compile.cancel = options.cancel;
  compile.progress = options.progress;
  KernelChoices choices = loadKernelCache(backend);
  const KernelCacheKeeper keeper(&backend, choices);
  compile.choices = &choices;
  std::unique_ptr<Program> program = compileForward(spec, backend, compile);
  returnFreedMemory();  // memory of timing and checking kernels
  program->attachAlone();
  if (model.weights.empty()) writeOwnWeights(*program);
  else writeState(*program, {model.weights, {}}, model.title);
  return program;
}

}  // namespace stepscope
