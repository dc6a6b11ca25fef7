// The library's weight gradient, divided into parts that run on one thread each.
//
// On several threads the library's own kernel has barriers, at which a thread spins until all others have arrived, and never gives up its core. If
// another program uses a core, the thread that the others wait for may have none. Then every barrier takes a time slice of the system's scheduler,
// some milliseconds, and a kernel has hundreds of barriers. Parts that run on one thread each have no barriers.
#pragma once

#include "core/backend/cpu/ops/convolution/convolution_request.h"

namespace stepscope::cpu {

// How the work is divided: the batch into `images` parts, whose gradients are summed afterwards, and the output channels into `channels` parts, each
// of which copies its part of dy.
struct GradWeightCut {
  std::int64_t images = 1, channels = 1;
  std::int64_t parts() const { return images * channels; }
};

// The division into at most `threads` parts in which the slowest thread has the least to compute and to move. Channels are divided at multiples of
// `channelGrain`; 0: they are not divided.
GradWeightCut cutGradWeight(const onednn::ConvolutionSpec& spec, int threads, std::int64_t channelGrain);

// `whole` is the primitive for all images and channels, on one thread, with images in the layouts `x` and `y`.
Candidate gradWeightInParts(const Convolution& convolution, std::string name, const onednn::Primitive& whole, const Physical& x, const Physical& y);

}  // namespace stepscope::cpu
