// Kernels of matrix products over the last two dimensions, with leading dimensions broadcast: one library kernel for all of them.
#include <algorithm>

#include "core/backend/cpu/onednn/matmul.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/plain/plain_product.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;
using onednn::MatmulSpec;

// The leading dimensions of both operands, the same number for each; neighbouring dimensions are merged if both operands are contiguous over them.
struct Leading {
  Shape a, b;
};

Leading leadingOf(const Shape& a, const Shape& b) {
  const std::size_t rank = std::max(a.size(), b.size()) - 2;
  const auto at = [rank](const Shape& shape, std::size_t i) {
    const std::size_t own = shape.size() - 2, missing = rank - own;
    return i < missing ? std::int64_t{1} : shape[i - missing];
  };
  Leading leading;
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t x = at(a, i), y = at(b, i);
    if (x == 1 && y == 1) continue;
    const bool joins = !leading.a.empty() && (x == 1) == (leading.a.back() == 1) && (y == 1) == (leading.b.back() == 1);
    if (joins) {
      leading.a.back() *= x;
      leading.b.back() *= y;
    } else {
      leading.a.push_back(x);
      leading.b.push_back(y);
    }
  }
  return leading;
}

std::optional<Candidate> makeMatmul(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  const Shape &a = r.inputShape(0), &b = r.inputShape(1), &y = r.outputShape(0);
  if (!candidate || numel(y) == 0 || numel(a) == 0) return std::nullopt;
  MatmulSpec spec{.m = y[y.size() - 2], .n = y.back(), .transposeA = r.node.attrs.flag("transpose_a")};
  spec.transposeB = r.node.attrs.flag("transpose_b");
  spec.k = a[a.size() - (spec.transposeA ? 2 : 1)];
  Leading leading = leadingOf(a, b);
  // If all use one right matrix, the left matrices are the rows of a single matrix.
  const bool sameRight = std::all_of(leading.b.begin(), leading.b.end(), [](std::int64_t size) { return size == 1; });
  if (sameRight && (!spec.transposeA || leading.a.empty())) {
    spec.m *= numel(leading.a);
    leading = {};
  }
  if (leading.a.size() > 4) return std::nullopt;
  spec.leadingA = leading.a;
  spec.leadingB = leading.b;
  const ScopedThreads scope(r.threads);
  const auto product = onednn::makeMatmul(spec);
  if (!product) return std::nullopt;
  candidate->name = "matmul";
  candidate->library = "oneDNN " + product->implementation();
  candidate->workspaceBytes = product->scratchpadBytes();
  candidate->bind = [p = *product](const Buffers& buffers) -> Launch {
    return [execution = p.bind(
                {{Arg::Src, buffers.in(0)}, {Arg::Weights, buffers.in(1)}, {Arg::Dst, buffers.out(0)}, {Arg::Scratchpad, buffers.workspace}})] {
      execution.run();
    };
  };
  return candidate;
}

// One matrix product after another. The library's kernel is compared with this one, which runs if the library's may not.
std::optional<Candidate> makePlain(const KernelRequest& r) {
  auto candidate = plainCandidate(r);
  const Shape a = r.inputShape(0), b = r.inputShape(1), y = r.outputShape(0);
  if (!candidate || numel(y) == 0 || numel(a) == 0) return std::nullopt;
  const bool transposeA = r.node.attrs.flag("transpose_a"), transposeB = r.node.attrs.flag("transpose_b");
  candidate->name = "plain";
  candidate->workspaceBytes = kernels::plainProductWorkspaceBytes(r.threads);
  return runs(std::move(candidate), [=, threads = r.threads](const Buffers& buffers) {
    const std::int64_t m = y[y.size() - 2], n = y.back(), k = a[a.size() - (transposeA ? 2 : 1)];
    // The offset of the operand's matrix for matrix `index` of the result. Leading dimensions are aligned at the last one, and repeated if they are
    // 1.
    const auto matrixOf = [&](const Shape& shape, std::int64_t index) {
      std::int64_t matrix = 0, step = 1;
      for (std::size_t d = 3; d <= y.size(); ++d) {
        const std::int64_t at = index % y[y.size() - d];
        index /= y[y.size() - d];
        if (d > shape.size()) continue;
        const std::int64_t size = shape[shape.size() - d];
        matrix += (size == 1 ? 0 : at) * step;
        step *= size;
      }
      return matrix * shape[shape.size() - 2] * shape.back();
    };
    for (std::int64_t index = 0; index < numel(y) / (m * n); ++index) {
      const float *left = buffers.in(0) + matrixOf(a, index), *right = buffers.in(1) + matrixOf(b, index);
      kernels::plainProduct(m, n, k, {left, transposeA ? 1 : k, transposeA ? m : 1}, {right, transposeB ? 1 : n, transposeB ? k : 1},
                            buffers.out(0) + index * m * n, n, false, buffers.workspace, threads);
    }
  });
}

}  // namespace

std::span<const OpKernels> batchedMatmulKernels() {
  static const OpKernels kernels[] = {{"matmul", {{"matmul", makeMatmul}, {"plain", makePlain, true}}}};
  return kernels;
}

}  // namespace stepscope::cpu
