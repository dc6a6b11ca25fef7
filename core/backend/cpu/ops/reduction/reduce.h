// Sums, maxima and sums of products of f32 tensors over some of their dimensions, in any memory order.
#pragma once

#include <cstdint>
#include <vector>

namespace stepscope::kernels {

enum class Reduction { Sum, ProductSum, Max };

// One dimension of the input. `step` is that of a kept dimension in the result, in elements.
struct ReduceDim {
  std::int64_t size = 1;
  bool reduced = false;
  std::int64_t step = 0;
};

// The loops of the kernel, from the dimensions of the input in memory order, outermost first. The result of kept indices is written to result[sum of
// index * step].
class ReducePlan {
 public:
  explicit ReducePlan(std::vector<ReduceDim> dims);

  const std::vector<ReduceDim>& dims() const { return dims_; }  // neighbours of the same kind are merged if possible
  std::int64_t elements() const { return elements_; }

 private:
  std::vector<ReduceDim> dims_;
  std::int64_t elements_ = 1;
};

// result = scale * (the sum of x, the sum of x * other, or the maximum of x; NaN is the maximum). Partial sums of at most a few thousand elements are
// f32, their sum double. `other` is stored like x. A reduction of no elements gives 0.
void reduce(Reduction reduction, const ReducePlan& plan, const float* x, const float* other, double scale, float* result, int threads);

// y = the maximum of x by `plan`. dx = dy divided evenly among the elements that equal their maximum, 0 elsewhere (PyTorch's amax).
void maxGrad(const ReducePlan& plan, const float* dy, const float* x, const float* y, float* dx, int threads);

// index[o][i] is the position of the first maximum of x[o][0 .. count)[i], or with `last` of the last one. NaN counts as the maximum.
void argmax(const float* x, std::int64_t outer, std::int64_t count, std::int64_t inner, bool last, std::int32_t* index, int threads);

}  // namespace stepscope::kernels
