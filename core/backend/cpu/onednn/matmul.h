// Row-major matrix products of oneDNN: C(M, N) = op(A)(M, K) * op(B)(K, N) [+ bias(N)] [+ D(M, N)] [, an activation], one or a batch of them.
#pragma once

#include <optional>

#include "core/backend/cpu/onednn/eltwise.h"
#include "core/backend/cpu/onednn/primitive.h"

namespace stepscope::onednn {

struct MatmulSpec {
  std::int64_t m = 0, n = 0, k = 0;
  // Leading (batch) dimensions, the same number in A and B, at most 4; a dimension of size 1 is repeated. Batched products support neither bias nor
  // packing.
  Shape leadingA{}, leadingB{};
  bool transposeA = false;  // A is stored (K, M)
  bool transposeB = false;  // B is stored (N, K)
  bool packB = false;       // B in the library's preferred layout, see desc(Arg::Weights)
  bool bias = false, relu = false;
  std::optional<Eltwise> activation = {};  // instead of the relu
  bool accumulate = false;                 // C += instead of C =
  bool addend = false;                     // + D, which has the type of C and must not be C itself; not with accumulate
  DType dtype = DType::F32;                // type of A, B and the bias
  std::optional<DType> resultType = {};    // type of C; if absent, that of A and B
};

// Arguments: Src (A), Weights (B), [Bias], [Addend (D)], Dst (C), Scratchpad. Nullopt if the library refuses.
std::optional<Primitive> makeMatmul(const MatmulSpec& spec);

}  // namespace stepscope::onednn
