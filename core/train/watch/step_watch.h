// Looks at every step while it runs: stops it where the loss is not finite, before any parameter is updated, and gathers histograms of
// weights and gradients in the steps that are asked for. A step that scales its loss (fp16) is not stopped: it skips its updates by itself.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/base/histogram.h"

namespace stepscope {

class LearningWatch;
class NodeTimes;

struct TensorHistogram {
  std::string parameter;  // "layer1.0.conv1.weight"
  bool gradient = false;  // of its gradient, unscaled, before clipping; else of the weights before the step
  Histogram histogram;
};

class StepWatch : public StepObserver {
 public:
  // cancel: a step in which it becomes true is broken off after the op that runs, where that can be undone: before the weights are updated
  // and while nothing else has changed but running statistics, which then are as they were. Null: steps run to their end.
  explicit StepWatch(Program& program, const std::atomic<bool>* cancel = nullptr);
  ~StepWatch() override;
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;

  // The gradients of parameters of one dimension are shown to it in the next run; null: to nobody.
  void show(LearningWatch* vectors) { vectors_ = vectors; }

  // The next run gathers histograms.
  void gather() { gathering_ = true; }
  std::vector<TensorHistogram> take();
  // Whether the last run was broken off because its loss is not finite.
  // Where the program guards its updates itself, whether it did; that waits for the step's loss.
  bool stopped() const;
  // Whether the last run was broken off because of `cancel`: the batch was not learned from.
  bool brokenOff() const { return brokenOff_; }
  // Puts running statistics back to what they were before the run that was broken off.
  void undo();
  // Before every run. updates false: it ends before the weights are updated, gradients are only gathered (OptimizerSpec::accumulate).
  void begin(bool updates = true);

  // Every node of the runs to come is timed; null: none.
  void time(NodeTimes* times) { times_ = times; }

  void before(NodeId node) override;
  bool after(NodeId node) override;
  bool everyNode() const override;

 private:
  void gatherHistograms(const Node& node);
  void showVectors(const Node& node);
  void findStatistics();

  Program& program_;
  NodeTimes* times_ = nullptr;
  LearningWatch* vectors_ = nullptr;
  NodeId loss_ = kNone;
  NodeId lastGathering_ = kNone;  // the node that runs last where gradients are only gathered
  bool scalesLoss_ = false;
  const std::atomic<bool>* cancel_;
  NodeId firstUpdate_ = kNone;       // from here on a step can not be broken off; kNone: nowhere
  std::vector<ValueId> statistics_;  // that a step changes before it
  std::vector<std::byte> before_;    // their bytes before the step, one after the other
  bool brokenOff_ = false;
  bool gathering_ = false, stopped_ = false, updates_ = true;
  bool whole_ = false;  // the last run was not looked into
  std::vector<TensorHistogram> histograms_;
  std::vector<float> unscaled_;
};

struct NonFinite {
  std::string tensor;  // "layer3.1.conv2.conv2d", or a parameter's name
  std::string layer;   // "layer3.1.conv2"; empty for what came from outside
  std::string op;      // "conv2d"; empty for a parameter or an input
  bool parameter = false, nan = false;
};
// The first tensor of the program's last step that is not finite, in the order in which they are computed: the batch, the parameters, then
// every output up to the loss or, where the loss is scaled, up to the gradients, for which the step runs once more up to there. Nothing
// when all are finite. `lossScale`: the scale of that step, which it has changed since; 0 where the loss is not scaled. The program's
// observer is gone afterwards; its state is as it was before.
std::optional<NonFinite> findNonFinite(Program& program, double lossScale = 0);
std::string describe(const NonFinite& found);  // "the output of layer3.1.conv2 (conv2d) holds infinite values"

}  // namespace stepscope
