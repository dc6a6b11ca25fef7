// Kernels of reductions over dimensions. A blocked image is reduced in its layout if its channels stay; everything else is reduced from plain memory.
#include <algorithm>

#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/reduction/reduce.h"

namespace stepscope::cpu {

namespace {

using kernels::ReduceDim;
using kernels::Reduction;

bool isReduced(const std::vector<std::int64_t>& axes, std::size_t i) {
  return std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) != axes.end();
}

// The dimensions of a plain tensor, with the steps of a plain result.
std::vector<ReduceDim> plainDims(const Shape& shape, const std::vector<std::int64_t>& axes) {
  std::vector<ReduceDim> dims(shape.size());
  std::int64_t step = 1;
  for (std::size_t i = shape.size(); i-- > 0;) {
    dims[i] = {shape[i], isReduced(axes, i), step};
    if (!dims[i].reduced) step *= shape[i];
  }
  return dims;
}

// The dimensions [n][channel block][h][w][channel in block], with the steps of a result in the same order without the reduced dimensions.
std::vector<ReduceDim> blockedDims(const Shape& shape, const std::vector<std::int64_t>& axes, std::int64_t block) {
  const std::int64_t blocks = (shape[1] + block - 1) / block;
  const std::int64_t sizes[] = {shape[0], blocks, shape[2], shape[3], block};
  const std::size_t logical[] = {0, 1, 2, 3, 1};
  std::vector<ReduceDim> dims(5);
  std::int64_t step = 1;
  for (std::size_t i = 5; i-- > 0;) {
    dims[i] = {sizes[i], isReduced(axes, logical[i]), step};
    if (!dims[i].reduced) step *= sizes[i];
  }
  return dims;
}

template <Reduction reduction, bool mean = false>
std::optional<Candidate> makeReduction(const KernelRequest& r) {
  constexpr bool product = reduction == Reduction::ProductSum;
  if (r.input(0).dtype != DType::F32 || (product && r.input(1).dtype != DType::F32)) return std::nullopt;
  const Shape& shape = r.inputShape(0);
  const auto& axes = r.node.attrs.integers("axes");
  Physical x = product ? r.commonLayout(0, 1) : r.layoutOfInput(0);
  Physical y = plain(r.outputShape(0), DType::F32);
  std::vector<ReduceDim> dims;
  const std::int64_t block = x.layout != Layout::Plain ? blockOf(x.layout, shape[1]) : 1;
  // Reduced in its layout if the padding lanes of the input become padding lanes of the result, or there are none.
  const bool asItLies = x.layout != Layout::Plain && !isReduced(axes, 1) && (r.node.attrs.flag("keepdim") || shape[1] % block == 0);
  const bool resultIsPlain = isReduced(axes, 2) && isReduced(axes, 3);
  if (asItLies && r.node.attrs.flag("keepdim")) {
    y = image(r.outputShape(0), x.layout);
    dims = blockedDims(shape, axes, block);
  } else if (asItLies && resultIsPlain) {
    dims = blockedDims(shape, axes, block);
  } else {
    x = plain(shape, DType::F32);
    dims = plainDims(shape, axes);
  }
  Candidate candidate = ownCandidate(product ? std::vector<Physical>{x, x} : std::vector<Physical>{x}, {y});
  double scale = 1.0;
  if (mean) {
    for (const std::int64_t axis : axes) scale /= static_cast<double>(shape[static_cast<std::size_t>(axis)]);
  }
  return runs(std::move(candidate), [plan = kernels::ReducePlan(std::move(dims)), scale, threads = r.threads](const Buffers& b) {
    kernels::reduce(reduction, plan, b.in(0), product ? b.in(1) : nullptr, scale, b.out(0), threads);
  });
}

// The inputs are (dy, x, y), all plain.
std::optional<Candidate> makeMaxGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32 || r.input(1).dtype != DType::F32) return std::nullopt;
  const Shape& shape = r.inputShape(1);
  const Physical x = plain(shape, DType::F32), y = plain(r.inputShape(0), DType::F32);
  return runs(ownCandidate({y, x, y}, {x}), [plan = kernels::ReducePlan(plainDims(shape, r.node.attrs.integers("axes"))), threads = r.threads](
                                                const Buffers& b) { kernels::maxGrad(plan, b.in(0), b.in(1), b.in(2), b.out(0), threads); });
}

std::optional<Candidate> makeArgmax(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Shape& shape = r.inputShape(0);
  const auto axis = static_cast<std::size_t>(r.node.attrs.integer("axis"));
  std::int64_t outer = 1, inner = 1;
  for (std::size_t i = 0; i < axis; ++i) outer *= shape[i];
  for (std::size_t i = axis + 1; i < shape.size(); ++i) inner *= shape[i];
  return runs(ownCandidate({plain(shape, DType::F32)}, {plain(r.outputShape(0), DType::I32)}),
              [outer, inner, count = shape[axis], last = r.node.attrs.flag("last"), threads = r.threads](const Buffers& b) {
                kernels::argmax(b.in(0), outer, count, inner, last, b.out<std::int32_t>(0), threads);
              });
}

}  // namespace

std::span<const OpKernels> reductionKernels() {
  static const OpKernels kernels[] = {
      {"sum", {{"own", makeReduction<Reduction::Sum>}}},
      {"mean", {{"own", makeReduction<Reduction::Sum, true>}}},
      {"max", {{"own", makeReduction<Reduction::Max>}}},
      {"max_grad", {{"own", makeMaxGrad}}},
      {"product_sum", {{"own", makeReduction<Reduction::ProductSum>}}},
      {"argmax", {{"own", makeArgmax}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
