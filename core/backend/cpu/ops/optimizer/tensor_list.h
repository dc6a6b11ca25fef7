// Work on many tensors in one parallel region: they count as one long array, cut among the threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

// body(tensor, its index, range within it, thread). bytesPerElement: what the body moves, which decides how many threads are woken.
template <class Tensor, class Body>
void overTensors(std::span<const Tensor> tensors, std::int64_t bytesPerElement, std::int64_t grain, int threads, const Body& body) {
  std::int64_t total = 0;
  for (const Tensor& tensor : tensors) total += (tensor.count + grain - 1) / grain * grain;
  parallelParts(total, teamForBytes(total * bytesPerElement, threads), grain, [&](WorkRange range, int thread) {
    std::int64_t first = 0;
    for (std::size_t t = 0; t < tensors.size() && first < range.end; ++t) {
      const Tensor& tensor = tensors[t];
      const WorkRange part{std::max<std::int64_t>(range.begin - first, 0), std::min(range.end - first, tensor.count)};
      if (!part.empty()) body(tensor, t, part, thread);
      first += (tensor.count + grain - 1) / grain * grain;
    }
  });
}

}  // namespace stepscope::kernels
