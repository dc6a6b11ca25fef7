// Matrix products of the last two dimensions, leading dimensions broadcast: one product of the library for all of them.
#include <algorithm>

#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/onednn/matmul.h"

namespace stepscope::cpu {

namespace {

using onednn::Arg;
using onednn::MatmulSpec;

// Leading dimensions of both factors, equally many, neighbours joined where both factors go on alike.
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
  // One right factor for all: the left ones are rows of one matrix.
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
    return [execution = p.bind({{Arg::Src, buffers.in(0)},
                                {Arg::Weights, buffers.in(1)},
                                {Arg::Dst, buffers.out(0)},
                                {Arg::Scratchpad, buffers.workspace}})] { execution.run(); };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> batchedMatmulKernels() {
  static const OpKernels kernels[] = {{"matmul", {{"matmul", makeMatmul}}}};
  return kernels;
}

}  // namespace stepscope::cpu
