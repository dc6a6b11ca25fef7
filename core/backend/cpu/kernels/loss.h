// Softmax cross-entropy and accuracy over rows of logits (n, classes), plain f32. Labels are i32; a negative label's row is ignored.
// Throws Error (Input) when a label is not below `classes`, naming row and label.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// loss: mean of -log p[label] over the rows with a label, summed in double; 0 when no row has one. probabilities (n, classes).
void softmaxCrossEntropy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* loss,
                         float* probabilities, int threads);
// dlogits = (p - onehot(label)) * (dloss ? *dloss : 1) / rows with a label; zero in ignored rows. May be in place.
void softmaxCrossEntropyGrad(const float* probabilities, const std::int32_t* labels, const float* dloss, std::int64_t n,
                             std::int64_t classes, float* dlogits, int threads);
// How many rows have their first largest logit at the label, as a float.
void accuracy(const float* logits, const std::int32_t* labels, std::int64_t n, std::int64_t classes, float* correct, int threads);

}  // namespace stepscope::kernels
