// The least loss of an answer that is the same for every sample: what a model comes to that learns how often each answer comes, and sees nothing of
// its inputs (Karpathy, "A Recipe for Training Neural Networks": an input-independent baseline).
#pragma once

#include <cstddef>
#include <span>

#include "core/data/dataset.h"
#include "core/models/loss_spec.h"

namespace stepscope {

// targets: of `samples` samples, as the data set wrote them. Nats of a cross-entropy, with its class weights and label smoothing; of a regression in
// the unit of its loss. NaN of a language model, whose places depend on those before, and without samples.
double lossOfConstantAnswer(const LossSpec& loss, const SampleInfo& info, std::span<std::byte> targets, std::int64_t samples);

}  // namespace stepscope
