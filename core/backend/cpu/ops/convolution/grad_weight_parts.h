// The library's weight gradient, cut into parts of one thread each.
//
// On several threads the library's own kernel meets at barriers where a thread spins until all others have come, without end and without
// giving up its core. Where another program holds a core, the one that is waited for may have none: every barrier then takes a time slice
// of the system's scheduler, some milliseconds, and a kernel has hundreds of them. A part runs on one thread and meets nobody.
#pragma once

#include "core/backend/cpu/ops/convolution/convolution_request.h"

namespace stepscope::cpu {

// How the work is divided: into parts of the batch, whose gradients are summed afterwards, and into parts of the output channels, for which a part of
// dy is copied. images * channels parts.
struct GradWeightCut {
  std::int64_t images = 1, channels = 1;
  std::int64_t parts() const { return images * channels; }
};

// The division into at most `threads` parts in which the slowest thread computes and moves least. channelGrain: channels are divided at multiples of
// this; 0: they are not divided.
GradWeightCut cutGradWeight(const onednn::ConvolutionSpec& spec, int threads, std::int64_t channelGrain);

// whole: the primitive for all images and channels, on one thread, with images in the layouts x and y.
Candidate gradWeightInParts(const Convolution& convolution, std::string name, const onednn::Primitive& whole, const Physical& x, const Physical& y);

}  // namespace stepscope::cpu
