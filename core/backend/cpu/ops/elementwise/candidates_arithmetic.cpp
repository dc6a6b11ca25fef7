// expand and the constant. (Formulas of two operands: candidates_formula.cpp.)
#include <algorithm>

#include "core/backend/cpu/ops/elementwise/broadcast_candidate.h"
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeExpand(const KernelRequest& r) {
  return expandCandidate(r, static_cast<float>(r.node.attrs.real("scale", 1.0)));
}

std::optional<Candidate> makeFill(const KernelRequest& r) {
  const Physical y = plain(r.outputShape(0), DType::F32);
  return runs(ownCandidate({}, {y}),
              [count = elements(y), value = static_cast<float>(r.node.attrs.real("value")), threads = r.threads](const Buffers& b) {
                kernels::parallelParts(count, kernels::teamForBytes(count * 4, threads), 16,
                                       [&](kernels::WorkRange range, int) { std::fill(b.out(0) + range.begin, b.out(0) + range.end, value); });
              });
}

}  // namespace

std::span<const OpKernels> arithmeticKernels() {
  static const OpKernels kernels[] = {
      {"expand", {{"own", makeExpand}}},
      {"fill", {{"own", makeFill}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
