// maxPool and maxPoolGrad of pooling.h.
#include <cmath>

#include "core/backend/cpu/ops/pooling/pooling_loops.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/pooling/max_pool.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/strided_loads-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

// A running maximum and its tap, in every lane.
struct Best {
  F32Vector value;
  I32Vector tap;
  F32Vector nan;  // NaN if a candidate was NaN or infinite: then offerCarefully() must decide

  HWY_INLINE Best(F32Vector first, std::int64_t firstTap)
      : value(first), tap(hn::Set(I32(), static_cast<std::int32_t>(firstTap))), nan(hn::Mul(first, hn::Zero(F32()))) {}

  HWY_INLINE void offer(F32Vector candidate, std::int64_t candidateTap) {
    const auto wins = hn::Gt(candidate, value);
    value = hn::IfThenElse(wins, candidate, value);
    tap = hn::IfThenElse(hn::RebindMask(I32(), wins), hn::Set(I32(), static_cast<std::int32_t>(candidateTap)), tap);
    nan = hn::MulAdd(candidate, hn::Zero(F32()), nan);
  }
  // PyTorch's rule: a larger value replaces the maximum, and so does NaN.
  HWY_INLINE void offerCarefully(F32Vector candidate, std::int64_t candidateTap) {
    const auto wins = hn::Or(hn::Gt(candidate, value), hn::IsNaN(candidate));
    value = hn::IfThenElse(wins, candidate, value);
    tap = hn::IfThenElse(hn::RebindMask(I32(), wins), hn::Set(I32(), static_cast<std::int32_t>(candidateTap)), tap);
  }
  HWY_INLINE bool doubtful() const { return !hn::AllFalse(F32(), hn::IsNaN(nan)); }
};

// The best of all candidates; candidates(offer) calls offer(value, tap) for each, and may leave out the first. If one of them was NaN or infinite,
// all are offered again to offerCarefully().
template <class Candidates>
HWY_INLINE Best bestOf(F32Vector first, std::int64_t firstTap, const Candidates& candidates) {
  Best best(first, firstTap);
  candidates([&](F32Vector value, std::int64_t tap) HWY_ATTR { best.offer(value, tap); });
  if (HWY_UNLIKELY(best.doubtful())) {
    best = Best(first, firstTap);
    candidates([&](F32Vector value, std::int64_t tap) HWY_ATTR { best.offerCarefully(value, tap); });
  }
  return best;
}

// Calls body(i, lanes) as overVectors() does. With `loose` the last vector is whole too: reading and writing past the end is then harmless, since the
// next row overwrites those values with the right ones.
template <class Body>
HWY_INLINE void overVectorsOf(bool loose, std::int64_t begin, std::int64_t end, const Body& body) {
  if (loose)
    for (std::int64_t i = begin; i < end; i += kLanes) body(i, AllLanes{});
  else overVectors(begin, end, body);
}

HWY_INLINE void storeTaps(I32Vector taps, std::uint8_t* p, std::int64_t lanes) {
  const auto bytes = hn::DemoteTo(U8(), taps);
  if (lanes == kLanes) {
    hn::StoreU(bytes, U8(), p);
  } else {
    HWY_ALIGN std::uint8_t buffer[kLanes < 16 ? 16 : kLanes];
    hn::StoreU(bytes, U8(), buffer);
    std::memcpy(p, buffer, static_cast<std::size_t>(std::min(lanes, kLanes)));
  }
}

HWY_INLINE I32Vector loadTaps(const std::uint8_t* p, std::int64_t lanes) {
  if (lanes == kLanes) return hn::PromoteTo(I32(), hn::LoadU(U8(), p));
  HWY_ALIGN std::uint8_t buffer[kLanes < 16 ? 16 : kLanes] = {};
  std::memcpy(buffer, p, static_cast<std::size_t>(std::min(lanes, kLanes)));
  return hn::PromoteTo(I32(), hn::LoadU(U8(), buffer));
}

// g where this tap was the maximum, otherwise 0.
HWY_INLINE F32Vector gradientOf(I32Vector taps, std::int64_t tap, F32Vector g) {
  return hn::IfThenElseZero(hn::RebindMask(F32(), hn::Eq(taps, hn::Set(I32(), static_cast<std::int32_t>(tap)))), g);
}

// Computes one output pixel of a plain plane.
void plainPixel(const Pooling& p, const float* plane, std::int64_t oh, std::int64_t ow, float* y, std::uint8_t* index) {
  const WindowTaps rows(oh, p.kernelH, p.strideH, p.padH, p.input.h, p.dilationH), columns(ow, p.kernelW, p.strideW, p.padW, p.input.w, p.dilationW);
  const float* window = plane + (oh * p.strideH - p.padH) * p.input.w + ow * p.strideW - p.padW;
  float best = -HUGE_VALF;
  std::int64_t tap = rows.first * p.kernelW + columns.first;
  for (std::int64_t kh = rows.first; kh < rows.last; ++kh)
    for (std::int64_t kw = columns.first; kw < columns.last; ++kw) {
      const float value = window[kh * p.dilationH * p.input.w + kw * p.dilationW];
      if (value > best || value != value) {
        best = value;
        tap = kh * p.kernelW + kw;
      }
    }
  *y = best;
  if (index) *index = static_cast<std::uint8_t>(tap);
}

// Computes the outputs [first, last) of a row of a plain plane, whose windows are inside the row, in vectors.
template <int kStride>
void plainRow(const Pooling& p, const float* plane, std::int64_t oh, std::int64_t first, std::int64_t last, bool loose, float* y,
              std::uint8_t* index) {
  const WindowTaps rows(oh, p.kernelH, p.strideH, p.padH, p.input.h);
  const float* window = plane + (oh * p.strideH - p.padH) * p.input.w - p.padW;
  overVectorsOf(loose, first, last, [&](std::int64_t ow, auto lanes) HWY_ATTR {
    Best best(hn::Set(F32(), -HUGE_VALF), rows.first * p.kernelW);
    const auto candidates = [&](const auto& offer) HWY_ATTR {
      for (std::int64_t kh = rows.first; kh < rows.last; ++kh) {
        const float* line = window + kh * p.input.w + ow * kStride;
        const std::int64_t tap = kh * p.kernelW;
        if constexpr (kStride == 1) {
          for (std::int64_t kw = 0; kw < p.kernelW; ++kw) offer(lanes.load(line + kw), tap + kw);
        } else {
          for (std::int64_t kw = 0; kw < p.kernelW; kw += 2) {
            const auto pair = loadEvenOdd(line + kw, lanes, kw + 1 < p.kernelW);
            offer(pair.even, tap + kw);
            if (kw + 1 < p.kernelW) offer(pair.odd, tap + kw + 1);
          }
        }
      }
    };
    if (kStride == 2 && p.kernelW == 2 && p.kernelH == 2 && rows.last - rows.first == 2) {
      // The most common window, without loops.
      const float* line = window + ow * kStride;
      const auto top = loadEvenOdd(line, lanes, true), bottom = loadEvenOdd(line + p.input.w, lanes, true);
      best = bestOf(top.even, 0, [&](const auto& offer) HWY_ATTR {
        offer(top.odd, 1);
        offer(bottom.even, 2);
        offer(bottom.odd, 3);
      });
    } else {
      candidates([&](F32Vector value, std::int64_t tap) HWY_ATTR { best.offerCarefully(value, tap); });
    }
    lanes.store(best.value, y + ow);
    if (index) storeTaps(best.tap, index + ow, lanes.count());
  });
}

// Computes one output pixel of `width` channels.
void channelsPixel(const Pooling& p, const float* plane, std::int64_t width, std::int64_t oh, std::int64_t ow, float* y, std::uint8_t* index) {
  const WindowTaps rows(oh, p.kernelH, p.strideH, p.padH, p.input.h, p.dilationH), columns(ow, p.kernelW, p.strideW, p.padW, p.input.w, p.dilationW);
  const float* window = plane + ((oh * p.strideH - p.padH) * p.input.w + ow * p.strideW - p.padW) * width;
  const std::int64_t line = p.dilationH * p.input.w * width, step = p.dilationW * width;
  overVectors(0, width, [&](std::int64_t c, auto lanes) HWY_ATTR {
    const auto first = lanes.load(window + rows.first * line + columns.first * step + c);
    const Best best = bestOf(first, rows.first * p.kernelW + columns.first, [&](const auto& offer) HWY_ATTR {
      for (std::int64_t kh = rows.first; kh < rows.last; ++kh)
        for (std::int64_t kw = columns.first; kw < columns.last; ++kw) offer(lanes.load(window + kh * line + kw * step + c), kh * p.kernelW + kw);
    });
    lanes.store(best.value, y + c);
    if (index) storeTaps(best.tap, index + c, lanes.count());
  });
}

// The same for a window inside the image, with the window's size as a compile-time constant.
template <int kKernel>
void channelsInnerPixel(const float* window, std::int64_t line, std::int64_t width, float* y, std::uint8_t* index) {
  overVectors(0, width, [&](std::int64_t c, auto lanes) HWY_ATTR {
    const Best best = bestOf(lanes.load(window + c), 0, [&](const auto& offer) HWY_ATTR {
      for (int tap = 1; tap < kKernel * kKernel; ++tap) offer(lanes.load(window + tap / kKernel * line + tap % kKernel * width + c), tap);
    });
    lanes.store(best.value, y + c);
    if (index) storeTaps(best.tap, index + c, lanes.count());
  });
}

}  // namespace

void maxPoolRows(const Pooling& p, const float* x, float* y, std::uint8_t* indices, WorkRange rows) {
  const PoolingPlanes planes(p);
  const std::int64_t outH = p.outH(), outW = p.outW();
  // Outputs whose window is inside the row: [inner, outer).
  const std::int64_t inner = std::min(outW, (p.padW + p.strideW - 1) / p.strideW);
  const std::int64_t outer = std::max(inner, p.input.w + p.padW < p.kernelW ? 0 : (p.input.w + p.padW - p.kernelW) / p.strideW + 1);
  const std::int64_t last = std::min(outer, outW);
  std::int64_t plane = rows.begin / outH, oh = rows.begin % outH - 1;
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    if (++oh == outH) {  // a division per row would cost as much as a row of LeNet
      oh = 0;
      ++plane;
    }
    const float* input = x + plane * planes.inputFloats;
    const std::int64_t offset = plane * planes.outputFloats + oh * outW * planes.width;
    float* output = y + offset;
    std::uint8_t* index = indices ? indices + offset : nullptr;
    if (planes.width > 1) {
      const bool whole = !p.dilated() && oh * p.strideH >= p.padH && oh * p.strideH - p.padH + p.kernelH <= p.input.h;
      for (std::int64_t ow = 0; ow < outW; ++ow) {
        float* const pixel = output + ow * planes.width;
        std::uint8_t* const pixelIndex = index ? index + ow * planes.width : nullptr;
        const float* const window = input + ((oh * p.strideH - p.padH) * p.input.w + ow * p.strideW - p.padW) * planes.width;
        const bool inside = whole && ow >= inner && ow < last;
        if (inside && p.kernelH == 3 && p.kernelW == 3) channelsInnerPixel<3>(window, p.input.w * planes.width, planes.width, pixel, pixelIndex);
        else if (inside && p.kernelH == 2 && p.kernelW == 2) channelsInnerPixel<2>(window, p.input.w * planes.width, planes.width, pixel, pixelIndex);
        else channelsPixel(p, input, planes.width, oh, ow, pixel, pixelIndex);
      }
      continue;
    }
    const bool vectors = p.strideW <= 2 && !p.dilated();
    const std::int64_t left = vectors ? inner : outW, right = vectors ? std::max(inner, last) : outW;
    for (std::int64_t ow = 0; ow < left; ++ow) plainPixel(p, input, oh, ow, output + ow, index ? index + ow : nullptr);
    // With `loose`, the last vector of a row reads from later rows and writes to later outputs of this thread; there must be enough of both.
    const std::int64_t readTo =
        (plane * p.input.h + oh * p.strideH - p.padH + p.kernelH - 1) * p.input.w + (outW + kLanes) * p.strideW + p.kernelW + kLanes;
    const bool loose = right == outW && readTo <= planes.planes * planes.inputFloats && offset + outW + kLanes <= rows.end * outW;
    if (vectors && p.strideW == 1) plainRow<1>(p, input, oh, left, right, loose, output, index);
    if (vectors && p.strideW == 2) plainRow<2>(p, input, oh, left, right, loose, output, index);
    for (std::int64_t ow = right; ow < outW; ++ow) plainPixel(p, input, oh, ow, output + ow, index ? index + ow : nullptr);
  }
}

// The gradient for plain planes: every output adds to its input. For 2x2 windows with stride 2 and no padding each input is written once instead.
void maxPoolGradPlainPlanes(const Pooling& p, const float* dy, const std::uint8_t* indices, float* dx, WorkRange range) {
  const std::int64_t outH = p.outH(), outW = p.outW(), w = p.input.w, planes = p.input.n * p.input.c;
  const bool pairs = p.kernelH == 2 && p.kernelW == 2 && p.strideH == 2 && p.strideW == 2 && p.padH == 0 && p.padW == 0 && !p.dilated() &&
                     2 * outH <= p.input.h && 2 * outW <= w;
  for (std::int64_t plane = range.begin; plane < range.end; ++plane) {
    float* output = dx + plane * p.input.h * w;
    const float* grad = dy + plane * outH * outW;
    const std::uint8_t* index = indices + plane * outH * outW;
    if (!pairs) {
      std::fill(output, output + p.input.h * w, 0.0f);
      for (std::int64_t oh = 0; oh < outH; ++oh)
        for (std::int64_t ow = 0; ow < outW; ++ow) {
          const std::int64_t tap = index[oh * outW + ow];
          output[(oh * p.strideH - p.padH + tap / p.kernelW * p.dilationH) * w + ow * p.strideW - p.padW + tap % p.kernelW * p.dilationW] +=
              grad[oh * outW + ow];
        }
      continue;
    }
    for (std::int64_t oh = 0; oh < outH; ++oh) {
      const std::int64_t from = (plane * outH + oh) * outW + outW + kLanes, to = (plane * p.input.h + 2 * oh + 1) * w + 2 * (outW + kLanes);
      const bool loose = outW <= kLanes && w == 2 * outW && from <= planes * outH * outW && to <= range.end * p.input.h * w;
      overVectorsOf(loose, 0, outW, [&](std::int64_t ow, auto lanes) HWY_ATTR {
        const auto g = lanes.load(grad + oh * outW + ow);
        const auto taps = loadTaps(index + oh * outW + ow, lanes.count());
        float* top = output + 2 * oh * w + 2 * ow;
        storeEvenOdd(gradientOf(taps, 0, g), gradientOf(taps, 1, g), top, lanes);
        storeEvenOdd(gradientOf(taps, 2, g), gradientOf(taps, 3, g), top + w, lanes);
      });
    }
    // An odd last row or column is in no window.
    if (w % 2)
      for (std::int64_t ih = 0; ih < p.input.h; ++ih) output[ih * w + w - 1] = 0;
    if (p.input.h % 2) std::fill(output + (p.input.h - 1) * w, output + p.input.h * w, 0.0f);
  }
}

// The gradient of one input row that kRows rows of 3x3 windows with stride 2 cover, in whole vectors of channels. Every window is read once and
// contributes to three pixels, of which the outer two may also get contributions from the neighbouring windows. taps[r] is the first tap of window
// row r that lies on the input row.
template <int kRows>
void gradRowOfThrees(const Pooling& p, std::int64_t width, const float* const* dy, const std::uint8_t* const* indices, const int* taps, float* dx) {
  const std::int64_t outW = p.outW();
  for (std::int64_t c = 0; c < width; c += kLanes) {
    F32Vector beforeLeft[2] = {hn::Zero(F32()), hn::Zero(F32())};  // contribution of the previous window to the first pixel of this one
    for (std::int64_t ow = 0, iw = -p.padW; iw < p.input.w; ++ow, iw += 2) {
      auto first = hn::Zero(F32()), second = hn::Zero(F32());
      for (int r = 0; r < kRows; ++r) {
        first = hn::Add(first, beforeLeft[r]);
        beforeLeft[r] = hn::Zero(F32());
        if (ow >= outW) continue;
        const auto g = hn::LoadU(F32(), dy[r] + ow * width + c);
        const auto best = loadTaps(indices[r] + ow * width + c, kLanes);
        first = hn::Add(first, gradientOf(best, taps[r], g));
        second = hn::Add(second, gradientOf(best, taps[r] + 1, g));
        beforeLeft[r] = gradientOf(best, taps[r] + 2, g);
      }
      if (iw >= 0) hn::StoreU(first, F32(), dx + iw * width + c);
      if (iw + 1 >= 0 && iw + 1 < p.input.w) hn::StoreU(second, F32(), dx + (iw + 1) * width + c);
    }
  }
}

// The gradient for pixels of channels: every input row is the sum over the windows that cover it.
void maxPoolGradChannelsRows(const Pooling& p, const float* dy, const std::uint8_t* indices, float* dx, WorkRange rows) {
  const F32 d;
  const PoolingPlanes planes(p);
  const std::int64_t outH = p.outH(), outW = p.outW(), width = planes.width;
  const bool threes = p.kernelH == 3 && p.kernelW == 3 && p.strideH == 2 && p.strideW == 2 && width % kLanes == 0;
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const std::int64_t plane = row / p.input.h, ih = row % p.input.h;
    const CoveringWindows high(ih, p.kernelH, p.strideH, p.padH, outH);
    const std::int64_t base = plane * planes.outputFloats;
    if (threes) {
      const std::int64_t count = high.last - high.first;
      const float* gradients[2] = {};
      const std::uint8_t* best[2] = {};
      int taps[2] = {};
      for (std::int64_t r = 0; r < count; ++r) {
        const std::int64_t oh = high.first + r, at = base + oh * outW * width;
        gradients[r] = dy + at;
        best[r] = indices + at;
        taps[r] = static_cast<int>((ih + p.padH - oh * p.strideH) * p.kernelW);
      }
      float* output = dx + plane * planes.inputFloats + ih * p.input.w * width;
      if (count == 2) gradRowOfThrees<2>(p, width, gradients, best, taps, output);
      else if (count == 1) gradRowOfThrees<1>(p, width, gradients, best, taps, output);
      else gradRowOfThrees<0>(p, width, gradients, best, taps, output);
      continue;
    }
    for (std::int64_t iw = 0; iw < p.input.w; ++iw) {
      const CoveringWindows wide(iw, p.kernelW, p.strideW, p.padW, outW);
      float* output = dx + plane * planes.inputFloats + (ih * p.input.w + iw) * width;
      overVectors(0, width, [&](std::int64_t c, auto lanes) HWY_ATTR {
        auto sum = hn::Zero(d);
        for (std::int64_t oh = high.first; oh < high.last; ++oh)
          for (std::int64_t ow = wide.first; ow < wide.last; ++ow) {
            const std::int64_t tap = (ih + p.padH - oh * p.strideH) * p.kernelW + iw + p.padW - ow * p.strideW;
            const std::int64_t at = base + (oh * outW + ow) * width + c;
            sum = hn::Add(sum, gradientOf(loadTaps(indices + at, lanes.count()), tap, lanes.load(dy + at)));
          }
        lanes.store(sum, output + c);
      });
    }
  }
}

// The same with dilation: a tap reads this input if its distance from the tap is a multiple of the stride.
void maxPoolGradDilatedRows(const Pooling& p, const float* dy, const std::uint8_t* indices, float* dx, WorkRange rows) {
  const PoolingPlanes planes(p);
  const std::int64_t outH = p.outH(), outW = p.outW(), width = planes.width;
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const std::int64_t plane = row / p.input.h, ih = row % p.input.h;
    for (std::int64_t iw = 0; iw < p.input.w; ++iw) {
      float* output = dx + plane * planes.inputFloats + (ih * p.input.w + iw) * width;
      std::fill(output, output + width, 0.0f);
      for (std::int64_t tap = 0; tap < p.kernelH * p.kernelW; ++tap) {
        const std::int64_t h = ih + p.padH - tap / p.kernelW * p.dilationH, w = iw + p.padW - tap % p.kernelW * p.dilationW;
        if (h < 0 || w < 0 || h % p.strideH || w % p.strideW || h / p.strideH >= outH || w / p.strideW >= outW) continue;
        const std::int64_t at = plane * planes.outputFloats + (h / p.strideH * outW + w / p.strideW) * width;
        overVectors(0, width, [&](std::int64_t c, auto lanes) HWY_ATTR {
          const auto g = gradientOf(loadTaps(indices + at + c, lanes.count()), tap, lanes.load(dy + at + c));
          lanes.store(hn::Add(lanes.load(output + c), g), output + c);
        });
      }
    }
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(maxPoolRows);
HWY_EXPORT(maxPoolGradPlainPlanes);
HWY_EXPORT(maxPoolGradChannelsRows);
HWY_EXPORT(maxPoolGradDilatedRows);

void maxPool(const Pooling& pooling, const float* x, float* y, std::uint8_t* indices, int threads) {
  const PoolingPlanes planes(pooling);
  const int team = teamForBytes(pooling.input.elements() * 4 + pooling.output().elements() * 5, threads);
  parallelParts(planes.planes * pooling.outH(), team, 1, [&](WorkRange rows, int) {
    HWY_DYNAMIC_DISPATCH(maxPoolRows)(pooling, x, y, indices, rows);
  });
}

void maxPoolGrad(const Pooling& pooling, const float* dy, const std::uint8_t* indices, float* dx, int threads) {
  const PoolingPlanes planes(pooling);
  const int team = teamForBytes(pooling.input.elements() * 4 + pooling.output().elements() * 5, threads);
  if (planes.width == 1)
    parallelParts(planes.planes, team, 1, [&](WorkRange range, int) {
      HWY_DYNAMIC_DISPATCH(maxPoolGradPlainPlanes)(pooling, dy, indices, dx, range);
    });
  else if (pooling.dilated())
    parallelParts(planes.planes * pooling.input.h, team, 1, [&](WorkRange range, int) {
      HWY_DYNAMIC_DISPATCH(maxPoolGradDilatedRows)(pooling, dy, indices, dx, range);
    });
  else
    parallelParts(planes.planes * pooling.input.h, team, 1, [&](WorkRange range, int) {
      HWY_DYNAMIC_DISPATCH(maxPoolGradChannelsRows)(pooling, dy, indices, dx, range);
    });
}

}  // namespace stepscope::kernels
#endif
