// Observes every step while it runs: stops it if the loss is not finite, before any parameter is updated, and collects histograms of weights and
// gradients on request. A step that scales its loss (fp16) is not stopped: it skips its updates itself.
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
  bool gradient = false;  // true: the histogram of its gradient, unscaled and before clipping; false: that of the weights before the step
  Histogram histogram;
};

class StepWatch : public StepObserver {
 public:
  // `cancel`: if it becomes true, the step ends after the current op, as long as that can be undone: before the weights are updated and while only
  // running statistics have changed, which are then restored. Null: steps run to their end.
  explicit StepWatch(Program& program, const std::atomic<bool>* cancel = nullptr);
  ~StepWatch() override;
  StepWatch(const StepWatch&) = delete;
  StepWatch& operator=(const StepWatch&) = delete;

  // In the next run `vectors` receives the gradients of parameters with one dimension; null: none.
  void show(LearningWatch* vectors) { vectors_ = vectors; }

  // The next run collects histograms.
  void gather() { gathering_ = true; }
  std::vector<TensorHistogram> take();
  // Whether the last run was broken off because its loss is not finite. If the program guards its updates itself, whether it skipped them; waits for
  // the step's loss.
  bool stopped() const;
  // Whether the last run was broken off because of `cancel`; the weights have not changed then.
  bool brokenOff() const { return brokenOff_; }
  // Restores the running statistics from before the run that was broken off.
  void undo();
  // Call it before every run. `updates` false: the run ends before the weights are updated, so gradients are only accumulated
  // (OptimizerSpec::accumulate).
  void begin(bool updates = true);

  // Times every node of the next runs; null: none.
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
  NodeId lastGathering_ = kNone;  // the last node that runs if gradients are only accumulated
  bool scalesLoss_ = false;
  const std::atomic<bool>* cancel_;
  NodeId firstUpdate_ = kNone;       // from this node on a step cannot be broken off; kNone: never
  std::vector<ValueId> statistics_;  // changed by a step before that node
  std::vector<std::byte> before_;    // their bytes before the step, one after the other
  bool brokenOff_ = false;
  bool gathering_ = false, stopped_ = false, updates_ = true;
  bool whole_ = false;  // the last run was not observed
  std::vector<TensorHistogram> histograms_;
  std::vector<float> unscaled_;
};

struct NonFinite {
  std::string tensor;  // "layer3.1.conv2.conv2d", or a parameter's name
  std::string layer;   // "layer3.1.conv2"; empty for inputs and parameters
  std::string op;      // "conv2d"; empty for a parameter or an input
  bool parameter = false, nan = false;
};
// The first tensor of the program's last step that is not finite, in the order of computation: the batch, the parameters, then every output up
// to the loss or, if the loss is scaled, up to the gradients, for which the step runs once more. Nothing if all are finite. `lossScale`: the
// scale of that step, which has changed since; 0 if the loss is not scaled. Afterwards the program has no observer; its state is the same as
// before.
std::optional<NonFinite> findNonFinite(Program& program, double lossScale = 0);
std::string describe(const NonFinite& found);  // "the output of layer3.1.conv2 (conv2d) holds infinite values"

}  // namespace stepscope
