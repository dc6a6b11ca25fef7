// Parameter updates by the rules of core/graph/updates-inl.h. They work on flat arrays in any layout, if parameter, gradient and states have the same
// one; padding lanes with zero gradient and zero parameter stay zero. One call updates many tensors in one parallel region, which saves time in small
// networks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/backend/cpu/simd/parallel.h"
#include "core/graph/update_rule.h"

namespace stepscope::kernels {

// Applied to a gradient before anything else: g = clamp(scale g, -limit, limit). NaN stays NaN.
struct GradientClip {
  float scale = 1;
  float limit = std::numeric_limits<float>::infinity();
};

// The operands of one parameter: parameter, gradient, states; null if an optional one is absent.
struct UpdateTensor {
  void* of[kUpdateOperands] = {};
  std::int64_t count = 0;

  template <class T = float>
  T* as(int operand) const {
    return static_cast<T*>(of[operand]);
  }
};

// `workspace` has updateWorkspaceBytes() bytes. `norms`, if not null, receives the Euclidean norm of each tensor's gradient before any change, summed
// as in globalNorm(). The update has the same bits with and without it.
void update(UpdateRule rule, std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads,
            std::byte* workspace = nullptr, float* norms = nullptr);
std::int64_t updateWorkspaceBytes(UpdateRule rule, std::size_t tensors, int threads, bool norms);

// Adam with 8-bit moments. The operands are p, g, codes of m, scales of m, codes of v, scales of v. In blocks of kBlock8bit elements a moment is the
// value of its code, in a dynamic map of 256 entries, times the scale of the block, its largest magnitude. A block of zeros has scale 0, whatever its
// codes.
void adam8bit(bool decoupled, std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads);

struct ConstTensor {
  const float* x = nullptr;
  std::int64_t count = 0;
};
// The Euclidean norm over all tensors: every thread sums in double, and the sums are added in the order of the threads. `workspace` has one double
// per thread.
double globalNorm(std::span<const ConstTensor> tensors, int threads, double* workspace);
// Whether any element of any tensor is infinite or NaN. Threads stop soon after one has been found.
bool anyNonFinite(std::span<const ConstTensor> tensors, int threads);

// Tensors are divided among threads at multiples of this number of elements.
constexpr std::int64_t kUpdateGrain = 16;

// Divides the tensors, as one long array, among the threads and calls body(tensor, its index, range in it, thread). `bytesPerElement`, the bytes that
// the body moves, decides how many threads are used.
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
