// Element-wise losses of a prediction and a target of equal shape, plain f32. Elements whose target is NaN do not count.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

enum class ElementLoss { MeanSquared, L1, Huber, BceWithLogits, KlDiv };
enum class LossReduction { Mean, Sum, None, BatchMean };

struct ElementLossShape {
  ElementLoss loss = ElementLoss::MeanSquared;
  LossReduction reduction = LossReduction::Mean;
  float delta = 1;          // Huber
  std::int64_t rows = 1;    // size of the first dimension, for BatchMean
  std::int64_t period = 1;  // number of pos_weights: size of the last dimension, or 1
  std::int64_t count = 1;   // number of elements
};

// `loss` receives one number, or `count` of them with None. `posWeight` is null or has `period` numbers (BceWithLogits). Sums are double; the loss is
// 0 if no element counts.
void elementLoss(const ElementLossShape& shape, const float* prediction, const float* target, const float* posWeight, float* loss, int threads);
// `dprediction` is zero where the target does not count. `dloss` null means 1; with None it has `count` numbers. `dprediction` may be the memory of
// the prediction.
void elementLossGrad(const ElementLossShape& shape, const float* prediction, const float* target, const float* posWeight, const float* dloss,
                     float* dprediction, int threads);

}  // namespace stepscope::kernels
