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

// Fills in the batch of all benchmarks: it depends only on the shapes of the inputs.
void fillBatch(Program& program, const ModelInput& input);

// SGD with momentum 0.9. threads 0: all cores.
Project benchProject(const ModelSpec& model, const Switches& switches, int threads);

class BenchProgram {
 public:
  // Compiles, times kernels that are not in `choices`, allocates the memory and initialises weights and data.
  BenchProgram(const Project& project, const ModelInput& input, const Backend& backend, KernelChoices& choices, bool withValidation = false);
  BenchProgram(const BenchProgram&) = delete;
  BenchProgram& operator=(const BenchProgram&) = delete;

  // Runs one update of the weights, after as many batches as the switch says; returns milliseconds. recorder: records like a capture.
  double step(Recorder* recorder = nullptr);
  // Runs this many steps, or half a second and at least three (for pages, caches, clock frequency); returns the fastest, in milliseconds.
  double warmUp(int steps = 0);
  // Medians of the nodes over this many further steps, separate from the steps timed as a whole, so that those do not include clock reads.
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
