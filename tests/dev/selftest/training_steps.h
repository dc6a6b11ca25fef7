// The training steps that the self-test runs: small models of every kind, their batches and their programs.
#pragma once

#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/dev/reference/interpreter.h"

namespace stepscope {

// A training step of a model.
struct TrainingStep {
  std::string name;
  ModelSpec model;
  ModelInput input;
  std::int64_t batch;
  int count;     // steps
  double bound;  // of the loss, relative; of gradients, relative L2 of the worst tensor
  DType low = DType::F32;
  ImageLayout images = ImageLayout::Auto;
  bool tuned = false;
  bool together = false;  // every kernel that stands for several nodes, whether timing finds it faster here or not
  double normBias = 0;    // of every batch norm, where gradients are compared
};

std::vector<TrainingStep> trainingSteps();
// Those whose gradients are compared: whole: resnet50 and gpt as they are trained, too.
std::vector<TrainingStep> gradientSteps(bool whole);

// Both sides run the graph that autocast makes for a GPU.
StepOptions optionsOf(DType low);
Graph graphOf(const TrainingStep& step);
// Batch n: numbers from a formula, the same on both sides.
reference::Bindings batchOf(const Graph& graph, const TrainingStep& step, int n);
// Where step.normBias is not 0: every batch norm's bias of the state becomes that.
void setNormBias(const Graph& forward, const TrainingStep& step, reference::Bindings& state);
// Of step.count steps from the same start.
std::vector<double> lossesOf(Program& program, const Graph& graph, const TrainingStep& step, StepObserver* observer);

}  // namespace stepscope
