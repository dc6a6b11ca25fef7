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

// Fills the program's input with the batch that all benchmarks use: random values that depend only on the shapes.
void fillBatch(Program& program, const ModelInput& input);

// A project with this model and these switches that trains with SGD with momentum 0.9. threads = 0: all cores.
Project benchProject(const ModelSpec& model, const Switches& switches, int threads);

class BenchProgram {
 public:
  // Compiles the step, times the kernels that are not in `choices`, allocates the memory, and initialises weights and data.
  BenchProgram(const Project& project, const ModelInput& input, const Backend& backend, KernelChoices& choices, bool withValidation = false);
  BenchProgram(const BenchProgram&) = delete;
  BenchProgram& operator=(const BenchProgram&) = delete;

  // Runs the batches of one update of the weights (as many as the switch "accumulation" says); returns its time in ms. `recorder`: records it like a
  // capture; null: no recording.
  double step(Recorder* recorder = nullptr);
  // Runs steps until pages, caches and clock frequency have settled: `steps` of them; 0: half a second, at least three. Returns the fastest, in ms.
  double warmUp(int steps = 0);
  // The median time of each node in ms, over this many further steps. They are separate from the steps that are timed as a whole, because reading the
  // clock around every node takes time.
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
