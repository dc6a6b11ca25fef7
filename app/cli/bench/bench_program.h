// The training step of a model with synthetic data in memory, ready to run.
#pragma once

#include <cstdint>

#include "core/backend/node_times.h"
#include "core/models/model.h"
#include "core/program/step_program.h"
#include "core/project/project.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {
class Recorder;
}

namespace stepscope::cli {

// The batch that every bench computes with: it depends on the shapes of the inputs only.
void fillBatch(Program& program, const ModelInput& input);

// SGD with momentum 0.9. threads 0: all cores.
Project benchProject(const ModelSpec& model, const Switches& switches, int threads);

class BenchProgram {
 public:
  // Compiles, times kernels that `choices` does not know, takes the memory and draws weights and data.
  BenchProgram(const Project& project, const ModelInput& input, const Backend& backend, KernelChoices& choices, bool withValidation = false);
  BenchProgram(const BenchProgram&) = delete;
  BenchProgram& operator=(const BenchProgram&) = delete;

  // One update of the weights, after as many batches as the switch says; milliseconds. recorder: what a capture writes is written there.
  double step(Recorder* recorder = nullptr);
  // So many steps, or for half a second and at least three (pages, caches, clock frequency); the fastest of them, milliseconds.
  double warmUp(int steps = 0);
  // Medians of the nodes over so many further steps, apart from those that are timed whole, so that asking the clock is not in their times.
  std::vector<double> nodeMs(int steps);
  const StepProgram& program() const { return program_; }
  Program& train() { return *program_.train; }

 private:
  std::int64_t batches_;
  StepProgram program_;
  std::unique_ptr<StepWatch> watch_;
  std::int64_t steps_ = 0;
};

}  // namespace stepscope::cli
