// Softmax cross-entropy, negative log-likelihood and accuracy over rows (n, classes), plain f32. Labels are i32; rows with a negative label are
// ignored. A label that is not below `classes` throws Error (Input) naming row and label.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct ClassLoss {
  std::int64_t n = 1, classes = 1;
  float labelSmoothing = 0;
  std::int32_t ignoreIndex = -1;  // rows with this label do not count; nor do rows with a negative label
  bool everyLabel = false;        // a negative label other than ignoreIndex is also out of range
};

// With smoothing e and weights w (null: 1 each), p = softmax(logits), the loss of a row is
//   (1 - e) w[label] (-log p[label]) + e / classes * sum over c of w[c] (-log p[c]),
// and `loss` is its sum over the rows that count, divided by the sum of their w[label] (PyTorch's mean); 0 if no row counts.
// Sums are double. `probabilities` (n, classes) may overwrite `logits`.
void softmaxCrossEntropy(const ClassLoss& shape, const float* logits, const std::int32_t* labels, const float* weights, float* loss,
                         float* probabilities, int threads);
// The gradient of that, times (dloss ? *dloss : 1); zero in rows that do not count. May be in place.
void softmaxCrossEntropyGrad(const ClassLoss& shape, const float* probabilities, const std::int32_t* labels, const float* weights, const float* dloss,
                             float* dlogits, int threads);

enum class RowReduction { Mean, Sum, None };
// Negative log-likelihood of log-probabilities: -w[label] logP[label] for every row that counts, 0 for the others. `loss` is their sum divided by the
// sum of w[label] (Mean), their sum (Sum), or each one (None: n numbers).
void nllLoss(const ClassLoss& shape, RowReduction reduction, const float* logProbabilities, const std::int32_t* labels, const float* weights,
             float* loss, int threads);
// Writes dlogProbabilities (n, classes). `dloss` null means 1; with None it has n numbers.
void nllLossGrad(const ClassLoss& shape, RowReduction reduction, const std::int32_t* labels, const float* weights, const float* dloss,
                 float* dlogProbabilities, int threads);
// `correct` receives the number of rows whose first largest logit is at the label.
void accuracy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* correct, int threads);

}  // namespace stepscope::kernels
