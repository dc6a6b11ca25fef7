// Losses of a prediction and a target of equal shape, element by element. Plain f32. Elements with a NaN as target do not count.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

enum class ElementLoss { MeanSquared, L1, Huber, BceWithLogits, KlDiv };
enum class LossReduction { Mean, Sum, None, BatchMean };

struct ElementLossShape {
  ElementLoss loss = ElementLoss::MeanSquared;
  LossReduction reduction = LossReduction::Mean;
  float delta = 1;          // Huber
  std::int64_t rows = 1;    // of the first dimension, for BatchMean
  std::int64_t period = 1;  // elements of the last dimension, as many as pos_weights
  std::int64_t count = 1;   // all elements
};

// loss: one number, or `count` of them with None. posWeight: null, or `period` numbers (BceWithLogits). Sums in double; 0 if nothing
// counts.
void elementLoss(const ElementLossShape& shape, const float* prediction, const float* target, const float* posWeight, float* loss, int threads);
// dprediction; zero if the target does not count. dloss: null means 1. May be in place with the prediction.
void elementLossGrad(const ElementLossShape& shape, const float* prediction, const float* target, const float* posWeight, const float* dloss,
                     float* dprediction, int threads);

}  // namespace stepscope::kernels
