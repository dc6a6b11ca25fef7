// Matrix products of the last two dimensions, leading dimensions broadcast.
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

// Which matrix of a factor belongs to matrix `index` of the output.
std::size_t matrixOf(const Shape& factor, const Shape& output, std::size_t index) {
  std::size_t found = 0, stride = 1;
  for (std::size_t i = 3; i <= output.size(); ++i) {  // leading dimensions, the last first
    const auto size = static_cast<std::size_t>(output[output.size() - i]);
    const std::size_t place = index % size;
    index /= size;
    if (i > factor.size()) continue;
    const auto own = static_cast<std::size_t>(factor[factor.size() - i]);
    if (own > 1) found += place * stride;
    stride *= own;
  }
  return found;
}

void matmul(Call& c) {
  const Shape &sa = c.inShape(0), &sb = c.inShape(1), &sy = c.outShape(0);
  const bool ta = c.flag("transpose_a"), tb = c.flag("transpose_b");
  const auto m = static_cast<std::size_t>(sy[sy.size() - 2]), n = static_cast<std::size_t>(sy.back());
  const auto k = static_cast<std::size_t>(sa[sa.size() - (ta ? 2 : 1)]);
  for (std::size_t matrix = 0; matrix < c.out[0]->size() / (m * n); ++matrix) {
    const double* a = c.in[0]->data() + matrixOf(sa, sy, matrix) * m * k;
    const double* b = c.in[1]->data() + matrixOf(sb, sy, matrix) * k * n;
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t l = 0; l < k; ++l) (*c.out[0])[(matrix * m + i) * n + j] += a[ta ? l * m + i : i * k + l] * b[tb ? j * k + l : l * n + j];
  }
}

}  // namespace

void addBatchedMatmulKernels(Kernels& k) {
  k["matmul"] = matmul;
}

}  // namespace stepscope::reference
