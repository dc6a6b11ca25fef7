#include "tests/dev/bench/first.h"

#include "app/cli/bench/bench_program.h"
#include "core/models/safetensors.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope::dev {
namespace {

SafeTensor inputTensor(Program& program, const std::string& name) {
  const Value& value = program.graph().value(program.graph().find(name));
  const std::span<const std::byte> bytes = program.input(name);
  return {name, value.dtype, value.shape, {bytes.begin(), bytes.end()}};
}

}  // namespace

FirstSteps firstSteps(const ModelSpec& model, const ModelInput& input, const Switches& switches, int threads, const Backend& backend,
                      const std::string& path, int steps) {
  KernelChoices choices = loadKernelCache(backend);
  cli::BenchProgram program(cli::benchProject(model, switches, threads), input, backend, choices, true);
  if (choices.changes() > 0) extendKernelCache(backend, choices);
  Program& train = program.train();
  Program& validation = *program.program().validation;

  std::vector<SafeTensor> tensors = readState(train).model;
  std::string order;  // of the model; in the file the names are sorted
  for (const SafeTensor& tensor : tensors) order += (order.empty() ? "" : "\n") + tensor.name;
  tensors.push_back(inputTensor(train, "x"));
  tensors.push_back(inputTensor(train, "labels"));
  writeSafetensors(path, tensors, {{"order", order}});

  FirstSteps first;
  first.parameters = parameterCount(buildModel(model, input, switches.batchSize, true));
  first.random = train.graph().find("seed") != kNone;
  cli::fillBatch(validation, input);
  validation.run(nullptr);
  first.evaluationLoss = lossOf(validation);
  cli::fillBatch(train, input);  // both programs keep their inputs in one arena
  for (int i = 0; i < steps; ++i) {
    program.step();
    first.losses.push_back(lossOf(train));
  }
  return first;
}

}  // namespace stepscope::dev
