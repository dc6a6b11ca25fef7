// Softmax cross-entropy and accuracy over rows of logits (n, classes), plain f32. Labels are i32; rows with a negative label are ignored. Throws
// Error (Input) naming row and label if a label is not below `classes`.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct ClassLoss {
  std::int64_t n = 1, classes = 1;
  float labelSmoothing = 0;
  std::int32_t ignoreIndex = -1;  // rows with this label do not count; neither do rows with a negative one
  bool everyLabel = false;        // a negative label other than ignoreIndex is also out of range
};

// With smoothing e and weights w (null: 1 each), p = softmax(logits), the loss of a row is
//   (1 - e) w[label] (-log p[label]) + e / classes * sum over c of w[c] (-log p[c]),
// and `loss` is their sum over the rows that count divided by the sum of their w[label] (PyTorch's mean); 0 when none counts.
// Summed in double. probabilities (n, classes) may overwrite logits.
void softmaxCrossEntropy(const ClassLoss& shape, const float* logits, const std::int32_t* labels, const float* weights, float* loss,
                         float* probabilities, int threads);
// Times (dloss ? *dloss : 1); zero in rows that do not count. May be in place.
void softmaxCrossEntropyGrad(const ClassLoss& shape, const float* probabilities, const std::int32_t* labels, const float* weights, const float* dloss,
                             float* dlogits, int threads);

enum class RowReduction { Mean, Sum, None };
// Negative log-likelihood of log-probabilities: -w[label] logP[label] for every counted row, 0 for the others; their sum divided by the sum of
// w[label] (Mean), their sum, or each one (None: n numbers).
void nllLoss(const ClassLoss& shape, RowReduction reduction, const float* logProbabilities, const std::int32_t* labels, const float* weights,
             float* loss, int threads);
// dlogProbabilities (n, classes). dloss: null means 1; n numbers with None.
void nllLossGrad(const ClassLoss& shape, RowReduction reduction, const std::int32_t* labels, const float* weights, const float* dloss,
                 float* dlogProbabilities, int threads);
// How many rows have their first largest logit at the label, as a float.
void accuracy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* correct, int threads);

}  // namespace stepscope::kernels
