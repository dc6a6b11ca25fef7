#include "core/backend/cpu/ops/normalization/layer_norm.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/normalization/layer_norm.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// The sum of term(i, lanes) over a row, in four accumulators.
template <class Term>
HWY_INLINE float sumOver(std::int64_t width, const Term& term) {
  const F32 d;
  auto s0 = hn::Zero(d), s1 = hn::Zero(d), s2 = hn::Zero(d), s3 = hn::Zero(d);
  std::int64_t i = 0;
  for (; i + 4 * kLanes <= width; i += 4 * kLanes) {
    s0 = hn::Add(s0, term(i, AllLanes{}));
    s1 = hn::Add(s1, term(i + kLanes, AllLanes{}));
    s2 = hn::Add(s2, term(i + 2 * kLanes, AllLanes{}));
    s3 = hn::Add(s3, term(i + 3 * kLanes, AllLanes{}));
  }
  overVectors(i, width, [&](std::int64_t k, auto lanes) HWY_ATTR { s0 = hn::Add(s0, lanes.keep(term(k, lanes))); });
  return sumOfLanes(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)));
}

template <class X, class Y>
void norm(const RowNorm& t, WorkRange rows, const X* x, const float* gamma, const float* beta, Y* y, float* mean, float* inverse) {
  const F32 d;
  const std::int64_t width = t.width;
  for (std::int64_t r = rows.begin; r < rows.end; ++r) {
    const X* row = x + r * width;
    Y* out = y + r * width;
    float center = 0;
    if (mean) {
      center = sumOver(width, [=](std::int64_t i, auto lanes) HWY_ATTR { return loadLanes(lanes, row + i); }) / static_cast<float>(width);
      mean[r] = center;
    }
    const auto shift = hn::Set(d, center);
    const float squares = sumOver(width, [=](std::int64_t i, auto lanes) HWY_ATTR {
      const auto v = hn::Sub(loadLanes(lanes, row + i), shift);
      return hn::Mul(v, v);
    });
    const float scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(squares) / static_cast<double>(width) + t.eps));
    inverse[r] = scale;
    const auto factor = hn::Set(d, scale);
    overVectors(0, width, [=](std::int64_t i, auto lanes) HWY_ATTR {
      auto v = hn::Mul(hn::Sub(loadLanes(lanes, row + i), shift), factor);
      if (gamma) v = hn::Mul(v, lanes.load(gamma + i));
      if (beta) v = hn::Add(v, lanes.load(beta + i));
      storeLanes(lanes, v, out + i);
    });
  }
}

// The gradient of a layer norm or RMS norm for these rows. Adds their sums to dgamma and dbeta, if these are not null.
template <class X, class G>
void normGrad(std::int64_t width, WorkRange rows, const X* x, const G* dy, const float* gamma, const float* mean, const float* inverse,
              const X* added, X* dx, Bf16* rounded, float* dgamma, float* dbeta) {
  const F32 d;
  for (std::int64_t r = rows.begin; r < rows.end; ++r) {
    const std::int64_t begin = r * width;
    const auto shift = hn::Set(d, mean ? mean[r] : 0.0f), factor = hn::Set(d, inverse[r]);
    auto sum = hn::Zero(d), product = hn::Zero(d);
    overVectors(0, width, [&](std::int64_t i, auto lanes) HWY_ATTR {
      const auto normal = hn::Mul(hn::Sub(loadLanes(lanes, x + begin + i), shift), factor);
      const auto g = loadLanes(lanes, dy + begin + i);
      if (dgamma) lanes.store(hn::MulAdd(g, normal, lanes.load(dgamma + i)), dgamma + i);
      if (dbeta) lanes.store(hn::Add(g, lanes.load(dbeta + i)), dbeta + i);
      const auto weighted = lanes.keep(gamma ? hn::Mul(g, lanes.load(gamma + i)) : g);
      sum = hn::Add(sum, weighted);
      product = hn::MulAdd(weighted, normal, product);
    });
    const float n = static_cast<float>(width);
    const auto meanOfG = hn::Set(d, mean ? sumOfLanes(sum) / n : 0.0f), meanOfProduct = hn::Set(d, sumOfLanes(product) / n);
    overVectors(0, width, [=](std::int64_t i, auto lanes) HWY_ATTR {
      const auto normal = hn::Mul(hn::Sub(loadLanes(lanes, x + begin + i), shift), factor);
      const auto g = loadLanes(lanes, dy + begin + i);
      const auto weighted = gamma ? hn::Mul(g, lanes.load(gamma + i)) : g;
      auto v = hn::Mul(factor, hn::NegMulAdd(normal, meanOfProduct, hn::Sub(weighted, meanOfG)));
      if (added) v = hn::Add(v, loadLanes(lanes, added + begin + i));
      storeLanes(lanes, v, dx + begin + i);
      if (rounded) storeLanes(lanes, v, rounded + begin + i);
    });
  }
}

}  // namespace

void normRows(const RowNorm& t, WorkRange rows, const void* x, const float* gamma, const float* beta, void* y, float* mean, float* inverse) {
  withStorage(t.x, [&](auto* in) {
    withStorage(t.y, [&](auto* out) {
      norm(t, rows, static_cast<const std::remove_pointer_t<decltype(in)>*>(x), gamma, beta, static_cast<decltype(out)>(y), mean, inverse);
    });
  });
}

void normGradRows(const RowNormGrad& t, WorkRange rows, const void* x, const void* dy, const float* gamma, const float* mean, const float* inverse,
                  const void* added, const RowNormGradOutputs& out) {
  withStorage(t.x, [&](auto* in) {
    withStorage(t.dy, [&](auto* slope) {
      using X = std::remove_pointer_t<decltype(in)>;
      normGrad(t.width, rows, static_cast<const X*>(x), static_cast<const std::remove_pointer_t<decltype(slope)>*>(dy), gamma, mean, inverse,
               static_cast<const X*>(added), static_cast<X*>(out.dx), out.rounded, out.dgamma, out.dbeta);
    });
  });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(normRows);
HWY_EXPORT(normGradRows);

void rowNorm(const RowNorm& norm, const void* x, const float* gamma, const float* beta, void* y, float* mean, float* inverse, int threads) {
  const std::int64_t bytes = norm.rows * norm.width * (bytesOf(norm.x) + bytesOf(norm.y));
  parallelParts(norm.rows, teamForBytes(bytes, threads), 1, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(normRows)(norm, range, x, gamma, beta, y, mean, inverse);
  });
}

namespace {

// Floats for one thread's sums of one parameter, with at least a cache line between threads.
std::int64_t sumStride(std::int64_t width) {
  return (width + 15) / 16 * 16 + 16;
}

}  // namespace

std::int64_t rowNormGradWorkspaceBytes(std::int64_t width, int threads) {
  return 2 * threads * sumStride(width) * static_cast<std::int64_t>(sizeof(float));
}

void rowNormGrad(const RowNormGrad& norm, const void* x, const void* dy, const float* gamma, const float* mean, const float* inverse,
                 const void* added, const RowNormGradOutputs& out, void* workspace, int threads) {
  const std::int64_t width = norm.width, stride = sumStride(width);
  const int team = teamForBytes(norm.rows * width * (2 * bytesOf(norm.x) + bytesOf(norm.dy)), threads);
  auto* sums = static_cast<float*>(workspace);  // [team][gamma, beta][stride]
  parallelParts(norm.rows, team, 1, [&](WorkRange range, int thread) {
    float* mine = sums + thread * 2 * stride;
    std::fill(mine, mine + 2 * stride, 0.0f);
    RowNormGradOutputs part = out;
    part.dgamma = out.dgamma ? mine : nullptr;
    part.dbeta = out.dbeta ? mine + stride : nullptr;
    HWY_DYNAMIC_DISPATCH(normGradRows)(norm, range, x, dy, gamma, mean, inverse, added, part);
  });
  for (std::int64_t i = 0; i < width; ++i) {
    float g = 0, b = 0;
    for (int thread = 0; thread < team; ++thread) {
      g += sums[thread * 2 * stride + i];
      b += sums[thread * 2 * stride + stride + i];
    }
    if (out.dgamma) out.dgamma[i] = g;
    if (out.dbeta) out.dbeta[i] = b;
  }
}

}  // namespace stepscope::kernels
#endif
