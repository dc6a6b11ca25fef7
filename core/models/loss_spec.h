// What training minimises: [train.loss] of a project.
#pragma once

#include <vector>

namespace stepscope {

// The formulas are those of torch.nn.CrossEntropyLoss, MSELoss, L1Loss and HuberLoss, each the mean over a batch.
struct LossSpec {
  enum class Kind {
    Auto,  // the first of its task in the table of losses: CrossEntropy; Mse for regression
    CrossEntropy,
    Mse,
    L1,
    Huber,
  } kind = Kind::Auto;
  double delta = 1;  // Huber: below it squared, above it linear

  // Of a cross-entropy, and in training only, so that the losses of evaluation can be compared whatever training was told.
  double labelSmoothing = 0;         // this share of a label is spread evenly over all classes (Szegedy et al. 2016), [0, 1)
  std::vector<double> classWeights;  // one a class, not negative; the mean divides by the sum of the weights of a batch. Empty: all 1
  bool operator==(const LossSpec&) const = default;
};

// The buffer of the class weights in a graph of training.
inline constexpr const char* kClassWeights = "loss.weight";

}  // namespace stepscope
