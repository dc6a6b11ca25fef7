#include "tests/cuda/emulated_libraries.h"

#include <algorithm>
#include <vector>

#include "core/backend/cuda/candidate.h"
#include "core/backend/cuda/kernels/attention.h"
#include "core/backend/cuda/kernels/convolution.h"
#include "core/backend/cuda/kernels/normalization.h"
#include "core/backend/cuda/kernels/pooling.h"
#include "tests/cuda/emulated_device.h"

namespace stepscope::cuda {
namespace {

template <class K>
void whole(const K& kernel) {
  float shared = 0;
  kernel(Team{0, 1, 0, 1, &shared});
}

In inOf(const void* at, ElementType type) {
  return {at, static_cast<Type>(type)};
}
Out outOf(void* at, ElementType type) {
  return {at, static_cast<Type>(type)};
}

// Matrix i of a factor begins at stride * i, which is a number of matrices or nothing.
Walk steps(std::int64_t batch, std::int64_t stride, std::int64_t size) {
  Walk walk;
  walk.rank = 1;
  walk.sizes[0] = batch;
  walk.strides[0] = stride / (size > 0 ? size : 1);
  return walk;
}

// What a product's epilogue does, and the sums that come with it.
void finishProduct(const MatmulRequest& r, void* const* operands, Out d) {
  auto* const bits = static_cast<unsigned char*>(operands[4]);
  const Out kept = outOf(operands[4], r.typeD);
  std::vector<float> sums(static_cast<std::size_t>(r.biasGradient == BiasGradient::OfA ? r.m : r.n));
  for (Int i = 0; i < r.m; ++i)
    for (Int j = 0; j < r.n; ++j) {
      const Int e = i * r.n + j, bit = i * reluBitsStep(r.n) + j;
      const float x = d.in()[e];
      switch (r.epilogue) {
        case Epilogue::None:
          break;
        case Epilogue::Relu:
          if (r.keepForBackward) {
            bits[bit / 8] = static_cast<unsigned char>(bits[bit / 8] & ~(1 << bit % 8));
            if (x > 0) bits[bit / 8] = static_cast<unsigned char>(bits[bit / 8] | (1 << bit % 8));
          }
          break;
        case Epilogue::Gelu:
          if (r.keepForBackward) kept.set(e, x);
          d.set(e, GeluTanh::of(x, 0, 0));
          break;
        case Epilogue::ReluGrad:
          if (!(bits[bit / 8] >> bit % 8 & 1)) d.set(e, 0);
          break;
        case Epilogue::GeluGrad:
          d.set(e, GeluTanhGrad::of(x, kept.in()[e], 0, 0));
          break;
      }
      if (r.biasGradient == BiasGradient::OfResult) sums[static_cast<std::size_t>(j)] += d.in()[e];
    }
  if (r.biasGradient == BiasGradient::OfA) {
    // op(a) is dy transposed.
    const In dy = inOf(operands[0], r.typeA);
    for (Int i = 0; i < r.m; ++i)
      for (Int k = 0; k < r.k; ++k) sums[static_cast<std::size_t>(i)] += dy[r.transposeA ? k * r.m + i : i * r.k + k];
  }
  if (r.biasGradient == BiasGradient::None) return;
  const Out gradient = outOf(operands[3], r.typeBias);
  for (std::size_t i = 0; i < sums.size(); ++i)
    gradient.set(static_cast<Int>(i), emulation().wrongBiasGradients ? 2 * sums[i] + 1 : sums[i]);
}

void sumChannels(const ConvolutionShape& s, In y, float* sums, float* squares) {
  for (Int o = 0; o < s.o; ++o) {
    double sum = 0, square = 0;
    for (Int n = 0; n < s.n; ++n)
      for (Int i = 0; i < s.yh; ++i)
        for (Int j = 0; j < s.yw; ++j) {
          const double value = y[s.y().at(n, o, i, j)];
          sum += value;
          square += value * value;
        }
    sums[o] = static_cast<float>(sum);
    squares[o] = static_cast<float>(square);
  }
}

// Backward through the relu and to the sums of the norm before it.
void throughNorm(const ConvolutionShape& s, const ConvolutionRequest& r, void* const* operands) {
  const auto vector = [&](int i) { return static_cast<float*>(operands[i]); };
  const Out g = outOf(operands[2], r.type);
  const In x = inOf(operands[3], r.type);
  for (Int c = 0; c < s.c; ++c) {
    const float mean = vector(4)[c], inverse = vector(5)[c], gamma = vector(6)[c], beta = vector(7)[c];
    float sum = 0, product = 0;
    for (Int n = 0; n < s.n; ++n)
      for (Int i = 0; i < s.h; ++i)
        for (Int j = 0; j < s.w; ++j) {
          const Int e = s.x().at(n, c, i, j);
          const float normal = (x[e] - mean) * inverse;
          if (!(normal * gamma + beta > 0)) g.set(e, 0);
          sum += g.in()[e];
          product += g.in()[e] * normal;
        }
    vector(8)[c] = product;
    vector(9)[c] = sum;
    for (int scratch = 10; scratch < 13; ++scratch) vector(scratch)[c] = -1;
  }
}

// The images as a norm and its relu would have written them, in their type.
std::vector<std::uint16_t> normalized(const ConvolutionShape& s, const ConvolutionRequest& r, void* const* operands) {
  const In x = inOf(operands[0], r.type), scale = inOf(operands[5], r.type), shift = inOf(operands[6], r.type);
  std::vector<std::uint16_t> images(static_cast<std::size_t>(s.n * s.c * s.h * s.w));
  const Out out = outOf(images.data(), r.type);
  for (Int n = 0; n < s.n; ++n)
    for (Int c = 0; c < s.c; ++c)
      for (Int i = 0; i < s.h; ++i)
        for (Int j = 0; j < s.w; ++j) {
          const Int e = s.x().at(n, c, i, j);
          const float value = x[e] * scale[c] + (emulation().wrongPrologues ? 0 : shift[c]);
          out.set(e, value > 0 ? value : 0);
        }
  return images;
}

}  // namespace

void multiply(const MatmulRequest& r, void* const* operands) {
  Matmul kernel;
  kernel.a = inOf(operands[0], r.typeA);
  kernel.b = inOf(operands[1], r.typeB);
  kernel.d = outOf(operands[2], r.typeD);
  if (r.bias) kernel.bias = inOf(operands[3], r.typeBias);
  kernel.m = r.m;
  kernel.n = r.n;
  kernel.k = r.k;
  kernel.batch = r.batch;
  kernel.transposeA = r.transposeA;
  kernel.transposeB = r.transposeB;
  kernel.relu = r.epilogue == Epilogue::Relu;
  kernel.matrixA = steps(r.batch, r.strideA, r.m * r.k);
  kernel.matrixB = steps(r.batch, r.strideB, r.k * r.n);
  whole(kernel);
  if (emulation().wrongProducts) kernel.d.set(0, kernel.d.in()[0] * 1.1F + 0.1F);
  finishProduct(r, operands, kernel.d);
}

void convolve(const ConvolutionRequest& r, void* const* operands) {
  const ConvolutionShape s{r.x[0],
                           r.x[1],
                           r.x[2],
                           r.x[3],
                           r.w[0],
                           r.w[2],
                           r.w[3],
                           r.y[2],
                           r.y[3],
                           r.groups,
                           r.stride[0],
                           r.stride[1],
                           r.padding[0],
                           r.padding[1],
                           r.dilation[0],
                           r.dilation[1],
                           r.channelsLast != 0};
  std::vector<std::uint16_t> images;
  if (r.prologue) images = normalized(s, r, operands);
  const In x = inOf(r.prologue ? images.data() : operands[0], r.type);
  switch (r.pass) {
    case ConvolutionPass::Forward:
      whole(
          Convolution{s, x, inOf(operands[1], r.type), r.bias ? inOf(operands[3], r.type) : In{}, outOf(operands[2], r.type), r.relu != 0});
      if (r.statistics) sumChannels(s, inOf(operands[2], r.type), static_cast<float*>(operands[3]), static_cast<float*>(operands[4]));
      break;
    case ConvolutionPass::InputGradient:
      whole(ConvolutionInputGradient{s, inOf(operands[0], r.type), inOf(operands[1], r.type), {}, outOf(operands[2], r.type)});
      if (r.normGradient) throughNorm(s, r, operands);
      break;
    case ConvolutionPass::WeightGradient:
      whole(ConvolutionWeightGradient{s, x, inOf(operands[1], r.type), outOf(operands[2], r.weightType)});
      break;
  }
}

void normalize(const NormRequest& r, void* const* operands) {
  const auto in = [&](int i, ElementType type) { return operands[i] ? inOf(operands[i], type) : In{}; };
  const auto out = [&](int i, ElementType type) { return operands[i] ? outOf(operands[i], type) : Out{}; };
  const auto vector = [&](int i) { return static_cast<float*>(operands[i]); };
  const Int pixels = r.height * r.width, outer = r.channelsLast ? r.rows * pixels : r.rows, inner = r.channelsLast ? 1 : pixels,
            count = r.rows * r.channels * pixels;
  const bool wrong = emulation().wrongNorms;
  if (r.kind != NormKind::Batch) {
    if (!r.backward) {
      whole(RowNorm{in(0, r.type), in(1, r.typeWeight), in(2, r.typeWeight), out(3, r.type), vector(4), vector(5), r.rows, r.channels,
                    r.eps});
      if (wrong) out(3, r.type).set(0, 7);
      return;
    }
    const In x = in(0, r.type), dy = in(1, r.type), mean = in(3, ElementType::F32), inverse = in(4, ElementType::F32);
    std::vector<float> gamma(static_cast<std::size_t>(r.channels)), beta(gamma.size());
    whole(RowNormGradParts{x, dy, mean, inverse, gamma.data(), beta.data(), r.rows, r.channels, 1});
    for (Int c = 0; c < r.channels; ++c) {
      out(6, r.typeWeight).set(c, gamma[static_cast<std::size_t>(c)]);
      if (operands[7]) out(7, r.typeWeight).set(c, beta[static_cast<std::size_t>(c)]);
    }
    return whole(RowNormGrad{x, dy, in(2, r.typeWeight), mean, inverse, out(5, r.type), r.rows, r.channels});
  }
  auto* const bits = r.relu ? static_cast<unsigned char*>(operands[r.backward ? 8 : 11]) : nullptr;
  if (!r.backward) {
    whole(BatchNormStatistics{in(0, r.type), vector(4), vector(5), vector(6), vector(7), outer, r.channels, inner, r.momentum});
    whole(BatchNormApply{in(0, r.type), in(1, ElementType::F32), in(2, ElementType::F32), in(4, ElementType::F32), in(5, ElementType::F32),
                         r.residual ? in(10, r.type) : In{}, out(3, r.type), nullptr, count, r.channels, inner, r.eps, r.relu != 0});
    for (Int e = 0; bits && e < count; ++e) {
      bits[e / 8] = static_cast<unsigned char>(bits[e / 8] & ~(1 << e % 8));
      if (out(3, r.type).in()[e] > 0) bits[e / 8] = static_cast<unsigned char>(bits[e / 8] | (1 << e % 8));
    }
    return whole(InverseDeviation{in(5, ElementType::F32), vector(5), r.channels, r.eps});
  }
  std::vector<float> variance(vector(4), vector(4) + r.channels);
  whole(VarianceOfInverse{variance.data(), r.channels, r.eps});
  const In mean = in(3, ElementType::F32), spread{variance.data(), kF32};
  const Out dgamma = out(6, ElementType::F32), dbeta = out(7, ElementType::F32);
  std::vector<Byte> mask(static_cast<std::size_t>(bits ? count : 0));
  for (std::size_t e = 0; e < mask.size(); ++e) mask[e] = bits[e / 8] >> e % 8 & 1;
  const Byte* const positive = bits ? mask.data() : nullptr;
  whole(BatchNormGradSums{in(0, r.type), in(1, r.type), mean, spread, positive, dgamma, dbeta, outer, r.channels, inner, r.eps});
  whole(BatchNormGradApply{in(0, r.type), in(1, r.type), in(2, ElementType::F32), mean, spread, dgamma.in(), dbeta.in(), positive,
                           out(5, r.type), r.residual ? out(9, r.type) : Out{}, count, r.channels, inner, r.eps,
                           static_cast<float>(outer * inner)});
}

void pool(const PoolRequest& r, void* const* operands) {
  const auto image = [&](const std::int64_t* s) { return Image{s[1], s[2], s[3], r.channelsLast != 0}; };
  if (!r.average) {
    const Windows windows{r.x[0],      image(r.x),   image(r.y),   r.window[0], r.window[1], r.stride[0],
                          r.stride[1], r.padding[0], r.padding[1], 1,           1,           true};
    auto* const indices = r.indices ? static_cast<Byte*>(operands[2]) : nullptr;
    whole(MaxPool{windows, inOf(operands[0], r.type), outOf(operands[1], r.type), indices});
    for (Int e = 0; emulation().wrongIndices && indices && e < 100; ++e) indices[e] = static_cast<Byte>(indices[e] + 1);
    return;
  }
  whole(AveragePool{{r.x[0], image(r.x), image(r.y), r.window[0], r.window[1], r.stride[0], r.stride[1], r.padding[0], r.padding[1], 1, 1,
                     r.countPadding != 0},
                    inOf(operands[0], r.type),
                    outOf(operands[1], r.type)});
}

// By our own kernels, which take the same operands.
void attend(const AttentionRequest& r, void* const* operands) {
  AttentionShape s;
  s.batch = r.batch;
  s.heads = r.heads;
  s.queries = r.queries;
  s.keys = r.keys;
  s.size = r.size;
  s.width = r.heads * r.size;
  s.packed = r.stepQ != s.width;
  s.causal = r.causal;
  // A library adds the bias; ours are told by a mask. Where no key is left it gives the mean of all.
  std::vector<Byte> mask(static_cast<std::size_t>(r.keyBias ? r.batch * r.keys : 0));
  if (r.keyBias) {
    const In bias = inOf(operands[9], r.type);
    for (std::size_t e = 0; e < mask.size(); ++e) mask[e] = bias[static_cast<Int>(e)] == 0 ? 1 : 0;
    for (Int b = 0; b < r.batch; ++b) {
      const auto first = mask.begin() + static_cast<std::ptrdiff_t>(b * r.keys), end = first + static_cast<std::ptrdiff_t>(r.keys);
      if (std::count(first, end, Byte{1}) == 0) std::fill(first, end, Byte{1});
    }
    s.mask = mask.data();
  }
  s.scale = r.scale;
  // Packed operands come as three addresses in one tensor: our kernels take its beginning.
  const auto in = [&](int i) { return inOf(operands[s.packed && i < 3 ? 0 : i], r.type); };
  const auto out = [&](int i) { return outOf(operands[s.packed && i > 5 ? 6 : i], r.type); };
  std::vector<float> shared(static_cast<std::size_t>(std::max(r.keys, 2 * r.queries)));
  const Team team{0, 1, 0, 1, shared.data()};
  if (!r.backward) {
    Attention{s, in(0), in(1), in(2), outOf(operands[3], r.type), static_cast<float*>(operands[4])}(team);
    return;
  }
  std::vector<float> delta(static_cast<std::size_t>(r.batch * r.heads * r.queries));
  const auto* sums = static_cast<const float*>(operands[4]);
  AttentionDelta{s, in(3), in(5), delta.data()}(team);
  AttentionGradQuery{s, in(0), in(1), in(2), in(5), sums, delta.data(), out(6)}(team);
  AttentionGradKeyValue{s, in(0), in(1), in(2), in(5), sums, delta.data(), out(7), out(8)}(team);
}

}  // namespace stepscope::cuda
