#include "app/cli/bench/bench_program.h"

#include <algorithm>
#include <span>

#include "core/base/clock.h"
#include "core/base/philox.h"
#include "core/data/dataset.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/prediction/kernel_cache.h"

namespace stepscope::cli {
namespace {

constexpr std::uint64_t kSeed = 1;

StepProgram compiled(const Project& project, const ModelInput& input, bool withValidation, const Backend& backend, KernelChoices& choices) {
  CompileOptions options;
  options.threads = static_cast<int>(project.train.threads);
  options.choices = &choices;
  options.settled = [&] { extendKernelCache(backend, choices); };  // stores results at once, in case the timing is interrupted
  return compileStep(programOf(project, input, withValidation), backend, options);
}

}  // namespace

void fillBatch(Program& program, const ModelInput& input) {
  PhiloxStream random(kSeed, 0);
  const std::span<std::byte> x = program.input("x"), labels = program.input("labels");
  const auto drawFloats = [&](std::span<float> values) {
    for (float& value : values) value = static_cast<float>(random.normal());
  };
  const auto drawClasses = [&](std::span<std::int32_t> values) {
    for (std::int32_t& value : values) value = static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(input.classes)));
  };
  if (input.dtype == DType::I32) {
    drawClasses(integersOf(x));
  } else {
    drawFloats(floatsOf(x));
  }
  if (input.task == Task::Regression) {
    drawFloats(floatsOf(labels));
  } else {
    drawClasses(integersOf(labels));
  }
}

Project benchProject(const ModelSpec& model, const Switches& switches, int threads) {
  Project project;
  project.model = model;
  project.switches = switches;
  project.train.optimizer.momentum = 0.9;
  project.train.threads = threads;
  return project;
}

BenchProgram::BenchProgram(const Project& project, const ModelInput& input, const Backend& backend, KernelChoices& choices, bool withValidation)
    : batches_(project.switches.accumulation), program_(compiled(project, input, withValidation, backend, choices)) {
  program_.attach();
  initializeState(program_, kSeed);
  fillBatch(train(), input);
  watch_ = std::make_unique<StepWatch>(train());
}

double BenchProgram::step(Recorder* recorder) {
  const std::int64_t begin = nowNs();
  ++steps_;
  Program& program = train();
  program.setScalar("lr", 0.001);
  if (program.graph().find("step") != kNone) program.setScalar("step", static_cast<double>(steps_));
  if (program.graph().find("seed") != kNone) program.setScalar("seed", static_cast<double>(steps_));
  for (std::int64_t batch = 0; batch < batches_; ++batch) {
    if (batches_ > 1) program.setScalar("batch_share", 1.0 / static_cast<double>(batch + 1));
    watch_->begin(batch + 1 == batches_);
    program.run(recorder);
  }
  static_cast<void>(lossOf(program));  // reading the loss waits until a GPU has finished
  return static_cast<double>(nowNs() - begin) * 1e-6;
}

double BenchProgram::warmUp(int steps) {
  const std::int64_t begin = nowNs();
  double fastest = 1e9;
  const auto goesOn = [&](int done) { return steps > 0 ? done < steps : done < 3 || nowNs() - begin < 500'000'000; };
  for (int done = 0; goesOn(done); ++done) fastest = std::min(fastest, step());
  return fastest;
}

std::vector<double> BenchProgram::nodeMs(int steps) {
  NodeTimes times(train());
  watch_->time(&times);
  for (int i = 0; i < steps; ++i) step();
  watch_->time(nullptr);
  return times.medianMs();
}

}  // namespace stepscope::cli
