#include "tests/core/backend/cuda/emulated_libraries.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/device.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/backend/cuda/emulated_faults.h"

// Written from the definitions, in double, and with no kernel of ours: of device.h only how an element is stored.
namespace stepscope::cuda {
namespace {

In inOf(const void* at, ElementType type) {
  return {at, static_cast<Type>(type)};
}
Out outOf(void* at, ElementType type) {
  return {at, static_cast<Type>(type)};
}
void set(Out to, Int at, double value) {
  to.set(at, static_cast<float>(value));
}

// What an alternative does that is wrong.
void spoil(Out result, Int count) {
  const Int from = static_cast<Int>(emulation().wrongFrom * static_cast<double>(count));
  for (Int e = from; emulation().isWrongNow && e < count; ++e) set(result, e, 1.25 * double{result.in()[e]} + 0.125);
}

double relu(double x) {
  return x < 0 ? 0 : x;  // a NaN stays one
}
// Hendrycks & Gimpel 2016, with tanh.
double gelu(double x) {
  return x / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
}
double geluSlope(double x) {
  const double root = std::sqrt(2 / 3.14159265358979323846), t = std::tanh(root * (x + 0.044715 * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * root * (1 + 3 * 0.044715 * x * x);
}

void setBit(unsigned char* bits, Int at, bool on) {
  const auto mask = static_cast<unsigned char>(1 << at % 8);
  bits[at / 8] = static_cast<unsigned char>(on ? bits[at / 8] | mask : bits[at / 8] & ~mask);
}
bool bitAt(const unsigned char* bits, Int at) {
  return (bits[at / 8] >> at % 8 & 1) != 0;
}

// Images (n, channels, height, width), row-major or with the channels last.
struct Images {
  Int n, channels, height, width;
  bool last;

  Images(const std::int64_t* shape, bool channelsLast) : n(shape[0]), channels(shape[1]), height(shape[2]), width(shape[3]), last(channelsLast) {}
  Int at(Int image, Int c, Int i, Int j) const {
    const Int strideC = last ? 1 : height * width, strideJ = last ? channels : 1;
    return image * channels * height * width + c * strideC + (i * width + j) * strideJ;
  }
  bool holds(Int i, Int j) const { return i >= 0 && i < height && j >= 0 && j < width; }
  template <class Work>
  void forEach(const Work& work) const {
    for (Int image = 0; image < n; ++image)
      for (Int c = 0; c < channels; ++c)
        for (Int i = 0; i < height; ++i)
          for (Int j = 0; j < width; ++j) work(image, c, i, j);
  }
};

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
        case Epilogue::None: break;
        case Epilogue::Relu:
          if (r.keepForBackward) setBit(bits, bit, x > 0);
          break;
        case Epilogue::Gelu:
          if (r.keepForBackward) kept.set(e, x);
          set(d, e, gelu(x));
          break;
        case Epilogue::ReluGrad:
          if (!bitAt(bits, bit)) d.set(e, 0);
          break;
        case Epilogue::GeluGrad: set(d, e, x * geluSlope(kept.in()[e])); break;
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
  for (std::size_t i = 0; i < sums.size(); ++i) gradient.set(static_cast<Int>(i), emulation().wrongBiasGradients ? 2 * sums[i] + 1 : sums[i]);
}

// A convolution walked from both ends: work(x's element, w's element, y's element) for every product of it.
template <class Work>
void forEachProduct(const ConvolutionRequest& r, const Work& work) {
  const bool last = r.channelsLast != 0;
  const Images x(r.x, last), w(r.w, last), y(r.y, last);
  const Int inGroup = x.channels / r.groups, outGroup = y.channels / r.groups;
  const bool unstrided = r.pass == ConvolutionPass::WeightGradient && isPlanted("weight gradient without stride");
  const bool unpadded = r.pass == ConvolutionPass::InputGradient && isPlanted("image gradient without padding");
  const bool firstGroup = isPlanted("first group"), turned = last && w.height == w.width && isPlanted("rows for columns");
  const Int stride[] = {unstrided ? 1 : r.stride[0], unstrided ? 1 : r.stride[1]};
  const Int padding[] = {unpadded ? 0 : r.padding[0], unpadded ? 0 : r.padding[1]};
  const Int dilation[] = {isPlanted("no dilation") ? 1 : r.dilation[0], isPlanted("no dilation") ? 1 : r.dilation[1]};
  const Int summed = isPlanted("sum of 1024 channels") ? std::min<Int>(inGroup, 1024) : inGroup;
  y.forEach([&](Int n, Int o, Int i, Int j) {
    for (Int c = 0; c < summed; ++c)
      for (Int a = 0; a < w.height; ++a)
        for (Int b = 0; b < w.width; ++b) {
          const Int h = i * stride[0] + a * dilation[0] - padding[0], v = j * stride[1] + b * dilation[1] - padding[1];
          if (x.holds(h, v))
            work(x.at(n, (firstGroup ? 0 : o / outGroup) * inGroup + c, h, v), turned ? w.at(o, c, b, a) : w.at(o, c, a, b), y.at(n, o, i, j));
        }
  });
}

// As a unit that adds in bf16 does.
double narrow(double sum) {
  std::uint16_t bits = 0;
  const Out rounded = outOf(&bits, ElementType::BF16);
  set(rounded, 0, sum);
  return rounded.in()[0];
}

void store(Out to, const std::vector<double>& values) {
  for (std::size_t e = 0; e < values.size(); ++e) set(to, static_cast<Int>(e), values[e]);
}

std::size_t countOf(const std::int64_t* shape) {
  return static_cast<std::size_t>(shape[0] * shape[1] * shape[2] * shape[3]);
}

void sumChannels(const Images& images, In y, float* sums, float* squares) {
  std::vector<double> sum(static_cast<std::size_t>(images.channels)), square(sum.size());
  images.forEach([&](Int n, Int c, Int i, Int j) {
    const double value = y[images.at(n, c, i, j)];
    sum[static_cast<std::size_t>(c)] += value;
    square[static_cast<std::size_t>(c)] += value * value;
  });
  std::copy(sum.begin(), sum.end(), sums);
  std::copy(square.begin(), square.end(), squares);
}

// Backward through the relu and to the sums of the norm before it.
void throughNorm(const ConvolutionRequest& r, void* const* operands) {
  const Images images(r.x, r.channelsLast != 0);
  const auto vector = [&](int i) { return static_cast<float*>(operands[i]); };
  const Out g = outOf(operands[2], r.type);
  const In x = inOf(operands[3], r.type);
  std::vector<double> sums(static_cast<std::size_t>(images.channels)), products(sums.size());
  images.forEach([&](Int n, Int c, Int i, Int j) {
    const Int e = images.at(n, c, i, j);
    const double normal = (static_cast<double>(x[e]) - vector(4)[c]) * vector(5)[c];
    if (!(normal * vector(6)[c] + vector(7)[c] > 0)) g.set(e, 0);
    sums[static_cast<std::size_t>(c)] += g.in()[e];
    products[static_cast<std::size_t>(c)] += g.in()[e] * normal;
  });
  for (Int c = 0; c < images.channels; ++c) {
    vector(8)[c] = static_cast<float>(products[static_cast<std::size_t>(c)]);
    vector(9)[c] = static_cast<float>(sums[static_cast<std::size_t>(c)]);
    for (int scratch = 10; scratch < 13; ++scratch) vector(scratch)[c] = -1;
  }
}

// The images as a norm and its relu would have written them, in their type.
std::vector<std::uint16_t> normalized(const ConvolutionRequest& r, void* const* operands) {
  const Images shape(r.x, r.channelsLast != 0);
  const In x = inOf(operands[0], r.type), scale = inOf(operands[5], r.type), shift = inOf(operands[6], r.type);
  std::vector<std::uint16_t> images(countOf(r.x));
  const Out out = outOf(images.data(), r.type);
  shape.forEach([&](Int n, Int c, Int i, Int j) {
    const Int e = shape.at(n, c, i, j);
    set(out, e, relu(static_cast<double>(x[e]) * scale[c] + (emulation().wrongPrologues ? 0 : shift[c])));
  });
  return images;
}

// Mean and 1 / deviation of `count` elements.
struct Moments {
  double mean = 0, variance = 0;
};
template <class At>
Moments momentsOf(Int count, bool centred, const At& at) {
  Moments m;
  for (Int e = 0; centred && e < count; ++e) m.mean += at(e);
  m.mean /= static_cast<double>(count);
  for (Int e = 0; e < count; ++e) m.variance += (at(e) - m.mean) * (at(e) - m.mean);
  m.variance /= static_cast<double>(count);
  return m;
}

// Layer and RMS norm.
void normalizeRows(const NormRequest& r, void* const* operands) {
  const auto in = [&](int i, ElementType type) { return operands[i] ? inOf(operands[i], type) : In{}; };
  const auto real = [&](int i) { return static_cast<float*>(operands[i]); };
  const In x = in(0, r.type);
  const Int width = r.channels;
  if (!r.backward) {
    const In gamma = in(1, r.typeWeight), beta = in(2, r.typeWeight);
    const Out y = outOf(operands[3], r.type);
    for (Int row = 0; row < r.rows; ++row) {
      const auto [mean, variance] = momentsOf(width, operands[4] != nullptr, [&](Int e) { return double{x[row * width + e]}; });
      const double inverse = 1 / std::sqrt(variance + r.eps);
      for (Int e = 0; e < width; ++e)
        set(y, row * width + e, (x[row * width + e] - mean) * inverse * (gamma.has() ? gamma[e] : 1) + (beta.has() ? beta[e] : 0));
      if (operands[4]) real(4)[row] = static_cast<float>(mean);
      real(5)[row] = static_cast<float>(inverse);
    }
    if (emulation().wrongNorms) y.set(0, 7);
    spoil(y, r.rows * width);
    return;
  }
  const In dy = in(1, r.type), gamma = in(2, r.typeWeight);
  const Out dx = outOf(operands[5], r.type);
  std::vector<double> dgamma(static_cast<std::size_t>(width)), dbeta(dgamma.size());
  for (Int row = 0; row < r.rows; ++row) {
    const double mean = operands[3] ? real(3)[row] : 0, inverse = real(4)[row];
    double sum = 0, product = 0;
    for (Int e = 0; e < width; ++e) {
      const double normal = (x[row * width + e] - mean) * inverse, g = dy[row * width + e];
      dgamma[static_cast<std::size_t>(e)] += g * normal;
      dbeta[static_cast<std::size_t>(e)] += g;
      sum += g * (gamma.has() ? gamma[e] : 1);
      product += g * (gamma.has() ? gamma[e] : 1) * normal;
    }
    if (!operands[3]) sum = 0;  // RMS norm takes no mean away
    for (Int e = 0; e < width; ++e) {
      const double normal = (x[row * width + e] - mean) * inverse, g = dy[row * width + e] * double{gamma.has() ? gamma[e] : 1};
      set(dx, row * width + e, inverse * (g - (sum + normal * product) / static_cast<double>(width)));
    }
  }
  spoil(dx, r.rows * width);
  store(outOf(operands[6], r.typeWeight), dgamma);
  if (operands[7]) store(outOf(operands[7], r.typeWeight), dbeta);
}

void normalizeBatch(const NormRequest& r, void* const* operands) {
  const std::int64_t shape[] = {r.rows, r.channels, r.height, r.width};
  const Images images(shape, r.channelsLast != 0);
  const Int perChannel = r.rows * r.height * r.width;
  const auto real = [&](int i) { return static_cast<float*>(operands[i]); };
  const auto at = [&](Int c, Int e) { return images.at(e / (r.height * r.width), c, e / r.width % r.height, e % r.width); };
  const In x = inOf(operands[0], r.type);
  auto* const bits = r.relu ? static_cast<unsigned char*>(operands[r.backward ? 8 : 11]) : nullptr;
  if (!r.backward) {
    const Out y = outOf(operands[3], r.type);
    for (Int c = 0; c < r.channels; ++c) {
      const auto [mean, variance] = momentsOf(perChannel, true, [&](Int e) { return double{x[at(c, e)]}; });
      const double inverse = 1 / std::sqrt(variance + r.eps);
      for (Int e = 0; e < perChannel; ++e) {
        double value = (x[at(c, e)] - mean) * inverse * real(1)[c] + real(2)[c];
        if (r.residual) value += inOf(operands[10], r.type)[at(c, e)];
        set(y, at(c, e), r.relu ? relu(value) : value);
        if (bits) setBit(bits, at(c, e), y.in()[at(c, e)] > 0);
      }
      real(4)[c] = static_cast<float>(mean);
      real(5)[c] = static_cast<float>(inverse);
      if (!operands[6]) continue;
      const auto n = static_cast<double>(perChannel);
      real(6)[c] = static_cast<float>((1 - r.momentum) * real(6)[c] + r.momentum * mean);
      real(7)[c] = static_cast<float>((1 - r.momentum) * real(7)[c] + r.momentum * variance * n / (n - 1));
    }
    spoil(y, r.channels * perChannel);
    return;
  }
  const In dy = inOf(operands[1], r.type);
  const Out dx = outOf(operands[5], r.type);
  for (Int c = 0; c < r.channels; ++c) {
    const double mean = real(3)[c], inverse = real(4)[c];
    const auto gradient = [&](Int e) { return bits && !bitAt(bits, at(c, e)) ? 0.0 : double{dy[at(c, e)]}; };
    double sum = 0, product = 0;
    for (Int e = 0; e < perChannel; ++e) {
      sum += gradient(e);
      product += gradient(e) * (x[at(c, e)] - mean) * inverse;
    }
    for (Int e = 0; e < perChannel; ++e) {
      const double normal = (x[at(c, e)] - mean) * inverse, g = gradient(e);
      if (r.residual) set(outOf(operands[9], r.type), at(c, e), g);
      set(dx, at(c, e), real(2)[c] * inverse * (g - (sum + normal * product) / static_cast<double>(perChannel)));
    }
    real(6)[c] = static_cast<float>(product);
    real(7)[c] = static_cast<float>(sum);
  }
  spoil(dx, r.channels * perChannel);
}

}  // namespace

void multiply(const MatmulRequest& r, void* const* operands) {
  const In a = inOf(operands[0], r.typeA), b = inOf(operands[1], r.typeB);
  const Out d = outOf(operands[2], r.typeD);
  const bool transposeB = (r.transposeB != 0) != (r.n == r.k && isPlanted("square transposed"));
  const Int strideB = isPlanted("one matrix of a batch") ? 0 : r.strideB;
  const double sign = r.transposeA && r.batch == 1 && isPlanted("negated product gradient") ? -1 : 1;
  const Int rows = isPlanted("rows from 64") ? std::min<Int>(r.m, 64) : r.m;
  const Int columns = isPlanted("last columns") ? std::max<Int>(r.n / 64 * 64, 1) : r.n;
  for (Int matrix = 0; matrix < r.batch; ++matrix)
    for (Int i = 0; i < rows; ++i)
      for (Int j = 0; j < columns; ++j) {
        double sum = r.bias && !(r.n > 1024 && isPlanted("wide bias")) ? inOf(operands[3], r.typeBias)[j] : 0;
        for (Int k = 0; k < r.k; ++k)
          sum += sign * double{a[matrix * r.strideA + (r.transposeA ? k * r.m + i : i * r.k + k)]} *
                 b[matrix * strideB + (transposeB ? j * r.k + k : k * r.n + j)];
        set(d, (matrix * r.m + i) * r.n + j, r.epilogue == Epilogue::Relu ? relu(sum) : sum);
      }
  if (emulation().wrongProducts) d.set(0, d.in()[0] * 1.1F + 0.1F);
  spoil(d, r.batch * r.m * r.n);
  finishProduct(r, operands, d);
}

void convolve(const ConvolutionRequest& r, void* const* operands) {
  std::vector<std::uint16_t> images;
  if (r.prologue) images = normalized(r, operands);
  const In x = inOf(r.prologue ? images.data() : operands[0], r.type), other = inOf(operands[1], r.type);
  switch (r.pass) {
    case ConvolutionPass::Forward: {
      std::vector<double> y(countOf(r.y));
      const bool narrowly = isPlanted("narrow sums");
      forEachProduct(r, [&](Int atX, Int atW, Int atY) {
        double& sum = y[static_cast<std::size_t>(atY)];
        sum += double{x[atX]} * other[atW];
        if (narrowly) sum = narrow(sum);
      });
      const Images result(r.y, r.channelsLast != 0);
      if (isPlanted("last pixels"))
        result.forEach([&](Int n, Int o, Int i, Int j) {
          if (i + 1 == result.height) y[static_cast<std::size_t>(result.at(n, o, i, j))] = 0;
        });
      result.forEach([&](Int n, Int o, Int i, Int j) {
        double& value = y[static_cast<std::size_t>(result.at(n, o, i, j))];
        if (r.bias) value += inOf(operands[3], r.type)[o];
        if (r.relu) value = relu(value);
      });
      store(outOf(operands[2], r.type), y);
      spoil(outOf(operands[2], r.type), static_cast<Int>(y.size()));
      if (r.statistics) sumChannels(result, inOf(operands[2], r.type), static_cast<float*>(operands[3]), static_cast<float*>(operands[4]));
      break;
    }
    case ConvolutionPass::InputGradient: {
      const In dy = inOf(operands[0], r.type);
      std::vector<double> dx(countOf(r.x));
      forEachProduct(r, [&](Int atX, Int atW, Int atY) { dx[static_cast<std::size_t>(atX)] += double{dy[atY]} * other[atW]; });
      if (r.w[0] >= 32 && isPlanted("negated image gradient 32"))
        for (double& value : dx) value = -value;
      store(outOf(operands[2], r.type), dx);
      spoil(outOf(operands[2], r.type), static_cast<Int>(dx.size()));
      if (r.normGradient) throughNorm(r, operands);
      break;
    }
    case ConvolutionPass::WeightGradient: {
      std::vector<double> dw(countOf(r.w));
      forEachProduct(r, [&](Int atX, Int atW, Int atY) { dw[static_cast<std::size_t>(atW)] += double{x[atX]} * other[atY]; });
      const bool wide = r.w[0] >= 32;
      const double factor = isPlanted("zero weight gradients") || (wide && isPlanted("zero weight gradient 32")) ? 0
                            : wide && isPlanted("negated weight gradient 32")                                    ? -1
                                                                                                                 : 1;
      for (double& value : dw) value *= factor;
      store(outOf(operands[2], r.weightType), dw);
      spoil(outOf(operands[2], r.weightType), static_cast<Int>(dw.size()));
      break;
    }
  }
}

void normalize(const NormRequest& r, void* const* operands) {
  if (r.kind == NormKind::Batch) normalizeBatch(r, operands);
  else normalizeRows(r, operands);
}

void pool(const PoolRequest& r, void* const* operands) {
  const Images from(r.x, r.channelsLast != 0), to(r.y, r.channelsLast != 0);
  const In x = inOf(operands[0], r.type);
  const Out y = outOf(operands[1], r.type);
  auto* const indices = !r.average && r.indices ? static_cast<Byte*>(operands[2]) : nullptr;
  to.forEach([&](Int n, Int c, Int i, Int j) {
    const Int top = i * r.stride[0] - r.padding[0], left = j * r.stride[1] - r.padding[1];
    double sum = 0, most = 0;
    Int place = -1, counted = 0;
    for (Int k = 0; k < r.window[0] * r.window[1]; ++k) {
      const Int h = top + k / r.window[1], v = left + k % r.window[1];
      const bool padded = h < from.height + r.padding[0] && v < from.width + r.padding[1];
      if (from.holds(h, v) || (r.countPadding && padded)) ++counted;
      if (!from.holds(h, v)) continue;
      const double value = x[from.at(n, c, h, v)];
      sum += value;
      if (place >= 0 && !(value > most) && !std::isnan(value)) continue;  // the first of equal ones, and a NaN wins
      most = value;
      place = k;
    }
    const Int e = to.at(n, c, i, j);
    set(y, e, r.average ? sum / static_cast<double>(counted) : most);
    if (indices) indices[e] = static_cast<Byte>(std::max<Int>(place, 0));
  });
  spoil(y, static_cast<Int>(countOf(r.y)));
  for (Int e = 0; emulation().wrongIndices && indices && e < 100; ++e) indices[e] = static_cast<Byte>(indices[e] + 1);
}

void attend(const AttentionRequest& r, void* const* operands) {
  const auto in = [&](int i) { return inOf(operands[i], r.type); };
  const auto out = [&](int i) { return outOf(operands[i], r.type); };
  const Int width = r.heads * r.size;
  auto* const logSums = static_cast<float*>(operands[4]);
  for (Int b = 0; b < r.batch; ++b)
    for (Int h = 0; h < r.heads; ++h) {
      const auto atQ = [&](Int i, Int d) { return (b * r.queries + i) * r.stepQ + h * r.size + d; };
      const auto atK = [&](Int j, Int d) { return (b * r.keys + j) * r.stepKV + h * r.size + d; };
      const auto atY = [&](Int i, Int d) { return (b * r.queries + i) * width + h * r.size + d; };
      // Scores of a query; the bias of a masked key leaves it no share beside any other.
      const bool causal = r.causal && !isPlanted("no causal mask"), masked = r.keyBias && !isPlanted("no key mask");
      const double scale = r.size == 128 && isPlanted("no scale of 128") ? 1 : r.scale;
      const auto scoresOf = [&](Int i) {
        std::vector<double> scores;
        for (Int j = 0; j < r.keys && !(causal && j > i); ++j) {
          double dot = 0;
          for (Int d = 0; d < r.size; ++d) dot += double{in(0)[atQ(i, d)]} * in(1)[atK(j, d)];
          scores.push_back(scale * dot + (masked ? inOf(operands[9], r.type)[b * r.keys + j] : 0));
        }
        return scores;
      };
      if (!r.backward) {
        for (Int i = 0; i < r.queries; ++i) {
          std::vector<double> share = scoresOf(i);
          const double most = *std::max_element(share.begin(), share.end());
          double sum = 0;
          for (double& score : share) sum += score = std::exp(score - most);
          for (Int d = 0; d < r.size; ++d) {
            double value = 0;
            for (std::size_t j = 0; j < share.size(); ++j) value += share[j] * in(2)[atK(static_cast<Int>(j), d)];
            set(outOf(operands[3], r.type), atY(i, d), value / sum);
          }
          logSums[(b * r.heads + h) * r.queries + i] = static_cast<float>(most + std::log(sum));
        }
        spoil(outOf(operands[3], r.type), b + 1 == r.batch && h + 1 == r.heads ? r.batch * r.queries * width : 0);
        continue;
      }
      std::vector<double> dq(static_cast<std::size_t>(r.queries * r.size)), dk(static_cast<std::size_t>(r.keys * r.size)), dv(dk.size());
      for (Int i = 0; i < r.queries; ++i) {
        const std::vector<double> scores = scoresOf(i);
        double delta = 0;
        for (Int d = 0; d < r.size && !isPlanted("no delta"); ++d) delta += double{in(3)[atY(i, d)]} * in(5)[atY(i, d)];
        for (std::size_t key = 0; key < scores.size(); ++key) {
          const auto j = static_cast<Int>(key);
          const double p = std::exp(scores[key] - logSums[(b * r.heads + h) * r.queries + i]);
          double dp = 0;
          for (Int d = 0; d < r.size; ++d) dp += double{in(5)[atY(i, d)]} * in(2)[atK(j, d)];
          const double ds = p * (dp - delta) * scale;
          for (Int d = 0; d < r.size; ++d) {
            dq[static_cast<std::size_t>(i * r.size + d)] += ds * in(1)[atK(j, d)];
            dk[static_cast<std::size_t>(j * r.size + d)] += ds * in(0)[atQ(i, d)];
            dv[static_cast<std::size_t>(j * r.size + d)] += p * in(5)[atY(i, d)];
          }
        }
      }
      if (isPlanted("queries for keys") && dq.size() == dk.size()) std::swap(dq, dk);
      for (std::size_t e = static_cast<std::size_t>(128 * r.size); isPlanted("keys from 128") && e < dk.size(); ++e) dk[e] = dv[e] = 0;
      for (Int i = 0; i < r.queries; ++i)
        for (Int d = 0; d < r.size; ++d) set(out(6), atQ(i, d), dq[static_cast<std::size_t>(i * r.size + d)]);
      for (Int j = 0; j < r.keys; ++j)
        for (Int d = 0; d < r.size; ++d) {
          set(out(7), atK(j, d), dk[static_cast<std::size_t>(j * r.size + d)]);
          set(out(8), atK(j, d), (emulation().isWrongNow ? 1.25 : 1) * dv[static_cast<std::size_t>(j * r.size + d)]);
        }
    }
}

}  // namespace stepscope::cuda
