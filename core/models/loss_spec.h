// The training loss: [train.loss] of a project.
#pragma once

#include <vector>

namespace stepscope {

// The formulas are those of torch.nn.CrossEntropyLoss, MSELoss, L1Loss and HuberLoss, each the mean over a batch.
struct LossSpec {
  enum class Kind {
    Auto,  // the first loss of the task in the table: CrossEntropy; Mse for regression
    CrossEntropy,
    Mse,
    L1,
    Huber,
  } kind = Kind::Auto;
  double delta = 1;  // Huber: squared below it, linear above it

  // For cross-entropy, and only in training, so that evaluation losses can be compared whatever the training settings are.
  double labelSmoothing = 0;         // this part of a label's weight is spread evenly over all classes (Szegedy et al. 2016), [0, 1)
  std::vector<double> classWeights;  // one per class, not negative; the mean divides by the sum of the weights of a batch. Empty: all 1
  bool operator==(const LossSpec&) const = default;
};

// The buffer of the class weights in a training graph.
inline constexpr const char* kClassWeights = "loss.weight";

}  // namespace stepscope
