// Scaled dot-product attention with causal and key masks, the probabilities written out.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/philox.h"
#include "tests/dev/reference/call.h"

namespace stepscope::reference {

namespace {

struct Attention {
  const Call& c;
  std::size_t batch, queries, keys, heads, headSize, width;
  bool packed, causal;
  double scale, p;
  std::uint64_t seed = 0;
  std::uint32_t opId = 0;

  explicit Attention(const Call& call) : c(call) {
    const auto dim = [&](std::size_t input, std::size_t i) { return static_cast<std::size_t>(c.inShape(input)[i]); };
    packed = !c.has(1);
    batch = dim(0, 0);
    queries = dim(0, 1);
    keys = packed ? queries : dim(1, 1);
    width = packed ? dim(0, 2) / 3 : dim(0, 2);
    heads = static_cast<std::size_t>(c.node.attrs.integer("heads"));
    headSize = width / heads;
    causal = c.flag("causal");
    scale = c.node.attrs.real("scale", 0.0);
    if (scale == 0) scale = 1.0 / std::sqrt(static_cast<double>(headSize));
    p = c.node.attrs.real("p", 0.0);
    if (p > 0) {
      seed = static_cast<std::uint64_t>(static_cast<std::int64_t>((*c.in[4])[0]));
      opId = static_cast<std::uint32_t>(c.node.attrs.integer("op_id"));
    }
  }

  // Where element `d` of head h at a position of operand 0 (q), 1 (k) or 2 (v) lies.
  std::size_t at(std::size_t operand, std::size_t b, std::size_t position, std::size_t h, std::size_t d) const {
    const std::size_t length = operand == 0 ? queries : keys;
    if (packed) return (b * length + position) * 3 * width + operand * width + h * headSize + d;
    return (b * length + position) * width + h * headSize + d;
  }
  double q(std::size_t b, std::size_t i, std::size_t h, std::size_t d) const { return (*c.in[0])[at(0, b, i, h, d)]; }
  double k(std::size_t b, std::size_t j, std::size_t h, std::size_t d) const { return (*c.in[packed ? 0 : 1])[at(1, b, j, h, d)]; }
  double v(std::size_t b, std::size_t j, std::size_t h, std::size_t d) const { return (*c.in[packed ? 0 : 2])[at(2, b, j, h, d)]; }

  bool seen(std::size_t b, std::size_t i, std::size_t j) const { return !(causal && j > i) && !(c.has(3) && (*c.in[3])[b * keys + j] == 0); }
  // 1 / (1 - p) where the probability is kept, else 0.
  double factor(std::size_t b, std::size_t h, std::size_t i, std::size_t j) const {
    if (p == 0) return 1.0;
    const std::size_t e = ((b * heads + h) * queries + i) * keys + j;
    PhiloxStream stream(seed, e / 4, opId);
    for (std::size_t lane = 0; lane < e % 4; ++lane) stream.next();
    return stream.uniform() >= p ? 1.0 / (1.0 - p) : 0.0;
  }
  // Probabilities of one row, zeros where no key is seen; returns the logarithm of the sum of exponentials.
  double row(std::size_t b, std::size_t h, std::size_t i, Tensor& probabilities) const {
    probabilities.assign(keys, -std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < keys; ++j) {
      if (!seen(b, i, j)) continue;
      double score = 0;
      for (std::size_t d = 0; d < headSize; ++d) score += q(b, i, h, d) * k(b, j, h, d);
      probabilities[j] = score * scale;
    }
    const double largest = *std::max_element(probabilities.begin(), probabilities.end());
    double sum = 0;
    for (double& value : probabilities) {
      value = std::isinf(value) ? 0.0 : std::exp(value - largest);
      sum += value;
    }
    for (double& value : probabilities) value = sum > 0 ? value / sum : 0.0;
    return largest + std::log(sum);
  }
};

void attention(Call& c) {
  const Attention a(c);
  Tensor probabilities;
  for (std::size_t b = 0; b < a.batch; ++b)
    for (std::size_t h = 0; h < a.heads; ++h)
      for (std::size_t i = 0; i < a.queries; ++i) {
        (*c.out[1])[(b * a.heads + h) * a.queries + i] = a.row(b, h, i, probabilities);
        for (std::size_t j = 0; j < a.keys; ++j)
          for (std::size_t d = 0; d < a.headSize; ++d)
            (*c.out[0])[(b * a.queries + i) * a.width + h * a.headSize + d] += probabilities[j] * a.factor(b, h, i, j) * a.v(b, j, h, d);
      }
}

void attentionGrad(Call& c) {
  const Attention a(c);
  Tensor &dq = *c.out[0], &dk = *c.out[a.packed ? 0 : 1], &dv = *c.out[a.packed ? 0 : 2];
  Tensor probabilities, dp(a.keys);
  for (std::size_t b = 0; b < a.batch; ++b)
    for (std::size_t h = 0; h < a.heads; ++h)
      for (std::size_t i = 0; i < a.queries; ++i) {
        a.row(b, h, i, probabilities);
        const double* dy = c.in[7]->data() + (b * a.queries + i) * a.width + h * a.headSize;
        double sum = 0;
        for (std::size_t j = 0; j < a.keys; ++j) {
          dp[j] = 0;
          const double factor = a.factor(b, h, i, j);
          for (std::size_t d = 0; d < a.headSize; ++d) {
            dp[j] += factor * dy[d] * a.v(b, j, h, d);
            dv[a.at(2, b, j, h, d)] += probabilities[j] * factor * dy[d];
          }
          sum += dp[j] * probabilities[j];
        }
        for (std::size_t j = 0; j < a.keys; ++j) {
          const double ds = probabilities[j] * (dp[j] - sum) * a.scale;
          for (std::size_t d = 0; d < a.headSize; ++d) {
            dq[a.at(0, b, i, h, d)] += ds * a.k(b, j, h, d);
            dk[a.at(1, b, j, h, d)] += ds * a.q(b, i, h, d);
          }
        }
      }
}

}  // namespace

void addAttentionKernels(Kernels& k) {
  k["attention"] = attention;
  k["attention_grad"] = attentionGrad;
}

}  // namespace stepscope::reference
