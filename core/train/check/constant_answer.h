// The lowest loss of an answer that is the same for every sample. A model reaches it that learns only how often each answer occurs, without using its
// inputs (Karpathy, "A Recipe for Training Neural Networks": an input-independent baseline).
#pragma once

#include <cstddef>
#include <span>

#include "core/data/dataset.h"
#include "core/models/loss_spec.h"

namespace stepscope {

// `targets`: those of `samples` samples, as the data set wrote them. The result is in nats for a cross-entropy (with class weights and label
// smoothing), and in the unit of the loss for a regression. NaN without samples, and for a language model, whose tokens depend on those before them.
double lossOfConstantAnswer(const LossSpec& loss, const SampleInfo& info, std::span<std::byte> targets, std::int64_t samples);

}  // namespace stepscope
