// Pooling over windows and resizing of images. Backward kernels gather: every input pixel finds the windows that contain it, so that no two threads
// write the same number.
#pragma once

#include "core/backend/cuda/kernels/device.h"

namespace stepscope::cuda {

struct Windows {
  Int images = 0;
  Image x, y;
  Int kh = 1, kw = 1, strideH = 1, strideW = 1, padH = 0, padW = 0, dilationH = 1, dilationW = 1;
  bool padCounts = true;

  // The divisor of an average: the number of pixels of the window in the image, or in image and padding.
  STEPSCOPE_DEVICE float divisor(Int i, Int j) const {
    return static_cast<float>(along(i, strideH, padH, kh, x.h) * along(j, strideW, padW, kw, x.w));
  }
  STEPSCOPE_DEVICE Int along(Int o, Int stride, Int pad, Int kernel, Int size) const {
    const Int begin = o * stride - pad;
    if (padCounts) return least(kernel, size + 2 * pad - o * stride);
    return least(begin + kernel, size) - (begin < 0 ? 0 : begin);
  }
  static STEPSCOPE_DEVICE Int least(Int a, Int b) { return a < b ? a : b; }
  // Whether eight channels of a pixel can be processed at a time.
  STEPSCOPE_DEVICE bool eights() const { return x.last && x.channels % 8 == 0 && x.channels > 0 && dilationH == 1 && dilationW == 1; }
};

// The first maximum of a window in row-major order; NaN counts as the maximum. Its index is the position inside the window.
struct MaxPool {
  Windows s;
  In x;
  Out y;
  Byte* indices = nullptr;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(x), visit(y);
  }

  STEPSCOPE_DEVICE void eights(const Team& team) const {
    const Int across = s.x.channels / 8;
    const Image places{across, s.y.h, s.y.w, true};
    for (Int e = team.first(); e < s.images * s.y.pixels() * across; e += team.step()) {
      const auto [n, c, i, j] = places.place(e);
      Eight most{};
      unsigned long long at[2] = {};  // the eight indices, one byte each; and which of them are set
      for (Int kh = 0; kh < s.kh; ++kh) {
        const Int h = i * s.strideH - s.padH + kh;
        if (h < 0 || h >= s.x.h) continue;
        for (Int kw = 0; kw < s.kw; ++kw) {
          const Int v = j * s.strideW - s.padW + kw;
          if (v < 0 || v >= s.x.w) continue;
          const Eight values = loadEight(x, ((n * s.x.h + h) * s.x.w + v) * across + c);
          const auto place = static_cast<unsigned long long>(kh * s.kw + kw);
          for (int k = 0; k < 8; ++k) {
            const float value = values.of[k];
            if (at[1] && !(value > most.of[k] || value != value)) continue;
            most.of[k] = value;
            at[0] = (at[0] & ~(0xffull << (8 * k))) | place << (8 * k);
          }
          at[1] = 1;
        }
      }
      storeEight(y, e, most);
      if (indices) reinterpret_cast<unsigned long long*>(indices)[e] = at[0];
    }
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (s.eights()) return eights(team);
    const Int count = s.images * s.y.channels * s.y.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, i, j] = s.y.place(e);
      float most = 0;
      Int place = -1;
      for (Int kh = 0; kh < s.kh; ++kh) {
        const Int h = i * s.strideH - s.padH + kh * s.dilationH;
        if (h < 0 || h >= s.x.h) continue;
        for (Int kw = 0; kw < s.kw; ++kw) {
          const Int v = j * s.strideW - s.padW + kw * s.dilationW;
          if (v < 0 || v >= s.x.w) continue;
          const float value = x[s.x.at(n, c, h, v)];
          if (place >= 0 && !(value > most || value != value)) continue;
          most = value;
          place = kh * s.kw + kw;
        }
      }
      y.set(e, most);
      if (indices) indices[e] = static_cast<Byte>(place < 0 ? 0 : place);
    }
  }
};

struct AveragePool {
  Windows s;
  In x;
  Out y;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.images * s.y.channels * s.y.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, i, j] = s.y.place(e);
      float sum = 0;
      for (Int kh = 0; kh < s.kh; ++kh) {
        const Int h = i * s.strideH - s.padH + kh;
        if (h < 0 || h >= s.x.h) continue;
        for (Int kw = 0; kw < s.kw; ++kw) {
          const Int v = j * s.strideW - s.padW + kw;
          if (v >= 0 && v < s.x.w) sum += x[s.x.at(n, c, h, v)];
        }
      }
      y.set(e, sum / s.divisor(i, j));
    }
  }
};

// The gradient of max pooling (with indices) and of average pooling (without).
struct PoolGrad {
  Windows s;
  In dy;
  const Byte* indices = nullptr;
  Out dx;

  template <class Visit>
  STEPSCOPE_DEVICE void tensors(Visit visit) {
    visit(dy), visit(dx);
  }

  // The first window that contains the padded position `at`.
  static STEPSCOPE_DEVICE Int firstWindow(Int at, Int kernel, Int stride) { return at < kernel ? 0 : divide(at - kernel, stride).quotient + 1; }
  STEPSCOPE_DEVICE void eights(const Team& team) const {
    const Int across = s.x.channels / 8;
    const Image places{across, s.x.h, s.x.w, true};
    for (Int e = team.first(); e < s.images * s.x.pixels() * across; e += team.step()) {
      const auto [n, c, h, v] = places.place(e);
      const Int top = h + s.padH, left = v + s.padW;
      const Int lastI = s.least(divide(top, s.strideH).quotient, s.y.h - 1), lastJ = s.least(divide(left, s.strideW).quotient, s.y.w - 1);
      Eight sum{};
      for (Int i = firstWindow(top, s.kh, s.strideH); i <= lastI; ++i)
        for (Int j = firstWindow(left, s.kw, s.strideW); j <= lastJ; ++j) {
          const Int at = ((n * s.y.h + i) * s.y.w + j) * across + c;
          const Eight g = loadEight(dy, at);
          if (indices) {
            const unsigned long long chosen = reinterpret_cast<const unsigned long long*>(indices)[at];
            const auto place = static_cast<unsigned long long>((top - i * s.strideH) * s.kw + left - j * s.strideW);
            for (int k = 0; k < 8; ++k) sum.of[k] += (chosen >> (8 * k) & 0xff) == place ? g.of[k] : 0.0f;
          } else {
            const float divisor = s.divisor(i, j);
            for (int k = 0; k < 8; ++k) sum.of[k] += g.of[k] / divisor;
          }
        }
      storeEight(dx, e, sum);
    }
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    if (s.eights()) return eights(team);
    const Int count = s.images * s.x.channels * s.x.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, h, v] = s.x.place(e);
      float sum = 0;
      for (Int kh = 0; kh < s.kh; ++kh) {
        const Int top = h + s.padH - kh * s.dilationH;
        if (top < 0 || top % s.strideH || top / s.strideH >= s.y.h) continue;
        for (Int kw = 0; kw < s.kw; ++kw) {
          const Int left = v + s.padW - kw * s.dilationW;
          if (left < 0 || left % s.strideW || left / s.strideW >= s.y.w) continue;
          const Int i = top / s.strideH, j = left / s.strideW, at = s.y.at(n, c, i, j);
          if (!indices) sum += dy[at] / s.divisor(i, j);
          if (indices && indices[at] == kh * s.kw + kw) sum += dy[at];
        }
      }
      dx.set(e, sum);
    }
  }
};

// Window o of adaptive pooling is [floor(o * in / out), ceil((o + 1) * in / out)).
struct Adaptive {
  Int images = 0;
  Image x, y;

  static STEPSCOPE_DEVICE Int begin(Int o, Int in, Int out) { return o * in / out; }
  static STEPSCOPE_DEVICE Int end(Int o, Int in, Int out) { return ((o + 1) * in + out - 1) / out; }
};

struct AdaptivePool {
  Adaptive s;
  In x;
  Out y;
  int* indices = nullptr;  // positions of the maxima in the image; null: average pooling

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.images * s.y.channels * s.y.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, i, j] = s.y.place(e);
      const Int top = s.begin(i, s.x.h, s.y.h), bottom = s.end(i, s.x.h, s.y.h);
      const Int left = s.begin(j, s.x.w, s.y.w), right = s.end(j, s.x.w, s.y.w);
      float value = 0;
      Int place = -1;
      for (Int h = top; h < bottom; ++h)
        for (Int v = left; v < right; ++v) {
          const float pixel = x[s.x.at(n, c, h, v)];
          if (!indices) {
            value += pixel;
          } else if (place < 0 || pixel > value || pixel != pixel) {
            value = pixel;
            place = h * s.x.w + v;
          }
        }
      if (indices) indices[e] = static_cast<int>(place);
      y.set(e, indices ? value : value / static_cast<float>((bottom - top) * (right - left)));
    }
  }
};

struct AdaptivePoolGrad {
  Adaptive s;
  In dy;
  const int* indices = nullptr;
  Out dx;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.images * s.x.channels * s.x.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, h, v] = s.x.place(e);
      float sum = 0;
      // The first window that can contain pixel h is floor(h * out / in), or the one before it.
      for (Int i = earlier(h, s.x.h, s.y.h); i < s.y.h && s.begin(i, s.x.h, s.y.h) <= h; ++i) {
        if (s.end(i, s.x.h, s.y.h) <= h) continue;
        for (Int j = earlier(v, s.x.w, s.y.w); j < s.y.w && s.begin(j, s.x.w, s.y.w) <= v; ++j) {
          if (s.end(j, s.x.w, s.y.w) <= v) continue;
          const Int at = s.y.at(n, c, i, j);
          const Int area = (s.end(i, s.x.h, s.y.h) - s.begin(i, s.x.h, s.y.h)) * (s.end(j, s.x.w, s.y.w) - s.begin(j, s.x.w, s.y.w));
          if (!indices) sum += dy[at] / static_cast<float>(area);
          if (indices && indices[at] == h * s.x.w + v) sum += dy[at];
        }
      }
      dx.set(e, sum);
    }
  }
  static STEPSCOPE_DEVICE Int earlier(Int pixel, Int in, Int out) {
    const Int o = pixel * out / in;
    return o > 0 ? o - 1 : 0;
  }
};

// Resizing, as PyTorch's interpolate.
struct Resize {
  Int images = 0;
  Image x, y;
  bool nearest = false, alignCorners = false;

  // The two input positions for output position `o`; `rest` is the weight of the second.
  struct Source {
    Int low, high;
    float rest;
  };
  STEPSCOPE_DEVICE Source source(Int o, Int in, Int out) const {
    if (nearest) {
      const float scale = static_cast<float>(in) / static_cast<float>(out);
      Int at = static_cast<Int>(static_cast<float>(o) * scale);
      at = at < in - 1 ? at : in - 1;
      return {at, at, 0};
    }
    // The position as an exact fraction of integers: (o * (in - 1)) / (out - 1), or ((2 o + 1) in - out) / (2 out).
    Int over = alignCorners ? o * (in - 1) : (2 * o + 1) * in - out, under = alignCorners ? out - 1 : 2 * out;
    if (under <= 0 || over < 0) return {0, in > 1 ? 1 : 0, 0};
    const Int low = over / under;
    if (low >= in - 1) return {in - 1, in - 1, 0};
    return {low, low + 1, static_cast<float>(over - low * under) / static_cast<float>(under)};
  }
};

struct ResizeForward {
  Resize s;
  In x;
  Out y;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.images * s.y.channels * s.y.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, i, j] = s.y.place(e);
      const auto a = s.source(i, s.x.h, s.y.h), b = s.source(j, s.x.w, s.y.w);
      if (s.nearest) {
        y.set(e, x[s.x.at(n, c, a.low, b.low)]);
        continue;
      }
      const float top = x[s.x.at(n, c, a.low, b.low)] * (1 - b.rest) + x[s.x.at(n, c, a.low, b.high)] * b.rest;
      const float bottom = x[s.x.at(n, c, a.high, b.low)] * (1 - b.rest) + x[s.x.at(n, c, a.high, b.high)] * b.rest;
      y.set(e, top * (1 - a.rest) + bottom * a.rest);
    }
  }
};

struct ResizeGrad {
  Resize s;
  In dy;
  Out dx;

  // A range that contains all output positions that can read input position `i`: those whose source is in (i - 1, i + 1), and some more on each side
  // for rounding.
  struct Range {
    Int begin, end;
  };
  STEPSCOPE_DEVICE Range range(Int i, Int in, Int out) const {
    if (in == 1) return {0, out};
    const Int begin = (i - 1) * out / in - 2, end = (i + 2) * out / in + 3;
    // With aligned corners the scale is (out - 1) / (in - 1), so the position can be further away, by at most this much.
    const Int widen = s.alignCorners ? out / in + 2 : 0;
    return {begin - widen < 0 || i == 0 ? 0 : begin - widen, end + widen > out || i == in - 1 ? out : end + widen};
  }
  static STEPSCOPE_DEVICE float weight(const Resize::Source& source, Int i) {
    return (source.low == i ? 1 - source.rest : 0.0f) + (source.high == i ? source.rest : 0.0f);
  }

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    const Int count = s.images * s.x.channels * s.x.pixels();
    for (Int e = team.first(); e < count; e += team.step()) {
      const auto [n, c, h, v] = s.x.place(e);
      const Range rows = range(h, s.x.h, s.y.h), columns = range(v, s.x.w, s.y.w);
      float sum = 0;
      for (Int i = rows.begin; i < rows.end; ++i) {
        const float across = weight(s.source(i, s.x.h, s.y.h), h);
        if (across == 0) continue;
        for (Int j = columns.begin; j < columns.end; ++j) {
          const float along = weight(s.source(j, s.x.w, s.y.w), v);
          if (along != 0) sum += across * along * dy[s.y.at(n, c, i, j)];
        }
      }
      dx.set(e, sum);
    }
  }
};

}  // namespace stepscope::cuda
