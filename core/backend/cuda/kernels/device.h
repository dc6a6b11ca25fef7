// The common base of our GPU kernels. A kernel is a functor whose members are its parameters and whose operator() is the code of one thread. NVRTC
// compiles it for the GPU. The host's compiler compiles the same text for the CPU, where tests run it with one thread per block and with as many as
// on a GPU, and compare it with the reference interpreter. So a kernel must be correct for any number of blocks and of threads in a block: it uses
// strides, and sums over a block only through Team.
#pragma once

#ifdef __CUDACC_RTC__
#define STEPSCOPE_DEVICE __device__ __forceinline__
#define STEPSCOPE_PRAGMA(text) _Pragma(#text)
#define STEPSCOPE_UNROLL(times) STEPSCOPE_PRAGMA(unroll times)
namespace stepscope::cuda {
using Int = long long;
using Word = unsigned int;
using Byte = unsigned char;
using Half = unsigned short;  // the bits of a 16-bit float
}  // namespace stepscope::cuda
#else
#include <cmath>
#include <cstdint>
#include <cstring>
#define STEPSCOPE_DEVICE inline
#define STEPSCOPE_UNROLL(times)
namespace stepscope::cuda {
using Int = std::int64_t;
using Word = std::uint32_t;
using Byte = std::uint8_t;
using Half = std::uint16_t;
using std::ceil, std::erf, std::exp, std::expm1, std::fabs, std::floor, std::isinf, std::isnan, std::log, std::log1p, std::pow, std::sqrt, std::tanh;
}  // namespace stepscope::cuda
#endif

namespace stepscope::cuda {

constexpr int kMaxRank = 8;
constexpr float kInfinity = __builtin_bit_cast(float, 0x7f800000u);

#ifndef __CUDACC_RTC__
// Data on the host that the threads of a block share.
struct HostBlock {
  // Returns when every thread of the block has reached the same place (a number chosen by the caller).
  virtual void wait(int place) = 0;
  float* values = nullptr;  // one per thread, and one for all

 protected:
  ~HostBlock() = default;
};
#endif

// A thread's view of its block.
struct Team {
  Int block, blocks;
  int lane, lanes;
  float* shared;  // shared memory, as many bytes as the launch requested
#ifndef __CUDACC_RTC__
  HostBlock* host = nullptr;  // null: the only thread of its block
#endif

  // Strides over all the work of the launch.
  STEPSCOPE_DEVICE Int first() const {
    return block * lanes + lane;
  }
  STEPSCOPE_DEVICE Int step() const {
    return blocks * lanes;
  }

  STEPSCOPE_DEVICE void sync() const {
#ifdef __CUDACC_RTC__
    __syncthreads();
#else
    if (host) host->wait(0);
#endif
  }
  // Sum and maximum over the block, with the same bits in every thread and in every run. All threads must call them.
  STEPSCOPE_DEVICE float sum(float value) const {
    return over(value, [](float a, float b) { return a + b; });
  }
  STEPSCOPE_DEVICE float max(float value) const {
    // NaN is the maximum, as in PyTorch.
    return over(value, [](float a, float b) { return a != a || a > b ? a : b; });
  }

  template <class Combine>
  STEPSCOPE_DEVICE float over(float value, Combine combine) const {
#ifdef __CUDACC_RTC__
    __shared__ float warps[32];
    for (int distance = 16; distance > 0; distance /= 2) value = combine(value, __shfl_xor_sync(0xffffffffu, value, distance));
    __syncthreads();  // until the last thread has read the result of an earlier call
    if (lane % 32 == 0) warps[lane / 32] = value;
    __syncthreads();
    value = warps[0];
    for (int warp = 1; warp < lanes / 32; ++warp) value = combine(value, warps[warp]);
    return value;
#else
    if (!host) return value;
    host->values[lane] = value;
    host->wait(1);
    if (lane == 0) host->values[lanes] = overValues(combine);
    host->wait(2);
    return host->values[lanes];
#endif
  }

#ifndef __CUDACC_RTC__
 private:
  // Combines the values in the order of the GPU: by halves inside a warp of 32, then from warp to warp.
  template <class Combine>
  float overValues(Combine combine) const {
    float all = 0;
    for (int warp = 0; warp < lanes / 32; ++warp) {
      float value[32];
      std::memcpy(value, host->values + 32 * warp, sizeof(value));
      for (int distance = 16; distance > 0; distance /= 2)
        for (int i = 0; i < distance; ++i) value[i] = combine(value[i], value[i + distance]);
      all = warp == 0 ? value[0] : combine(all, value[0]);
    }
    return all;
  }
#endif
};

template <class A, class B>
STEPSCOPE_DEVICE A bitsAs(B bits) {
#ifdef __CUDACC_RTC__
  A out;
  memcpy(&out, &bits, sizeof(A));
#else
  A out;
  std::memcpy(&out, &bits, sizeof(A));
#endif
  return out;
}

STEPSCOPE_DEVICE float fromBf16(Half bits) {
  return bitsAs<float>(static_cast<Word>(bits) << 16);
}
#ifdef __CUDACC_RTC__
// The GPU's own conversions, one instruction each. They round to nearest even and keep NaN, like those of the host below.
STEPSCOPE_DEVICE Half toBf16(float value) {
  Half bits;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
STEPSCOPE_DEVICE float fromF16(Half bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}
STEPSCOPE_DEVICE Half toF16(float value) {
  Half bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
STEPSCOPE_DEVICE Word twoBf16(float low, float high) {
  Word bits;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
  return bits;
}
STEPSCOPE_DEVICE Word twoF16(float low, float high) {
  Word bits;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(high), "f"(low));
  return bits;
}
#else
// Rounds to nearest even; keeps NaN.
STEPSCOPE_DEVICE Half toBf16(float value) {
  const Word bits = bitsAs<Word>(value);
  if (value != value) return static_cast<Half>((bits >> 16) | 0x40u);
  return static_cast<Half>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
STEPSCOPE_DEVICE float fromF16(Half bits) {
  const Word sign = static_cast<Word>(bits & 0x8000u) << 16, exponent = (bits >> 10) & 31u, mantissa = bits & 0x3ffu;
  if (exponent == 31) return bitsAs<float>(sign | 0x7f800000u | (mantissa << 13));
  if (exponent == 0) {
    const float tiny = static_cast<float>(mantissa) * 0x1p-24f;
    return sign ? -tiny : tiny;
  }
  return bitsAs<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
}
STEPSCOPE_DEVICE Half toF16(float value) {
  const Word bits = bitsAs<Word>(value), sign = (bits >> 16) & 0x8000u;
  if (value != value) return static_cast<Half>(sign | 0x7e00u);
  const float size = bitsAs<float>(bits & 0x7fffffffu);
  if (size >= 65520.0f) return static_cast<Half>(sign | 0x7c00u);
  if (size < 0x1p-14f) {
    // After adding 2^-1 the last bit of the sum is the last bit of the subnormal, rounded to nearest even by the addition.
    return static_cast<Half>(sign | (bitsAs<Word>(size + 0.5f) - bitsAs<Word>(0.5f)));
  }
  const Word whole = bits & 0x7fffffffu;
  return static_cast<Half>(sign | ((whole - (112u << 23) + 0xfffu + ((whole >> 13) & 1u)) >> 13));
}
STEPSCOPE_DEVICE Word twoBf16(float low, float high) {
  return toBf16(low) | static_cast<Word>(toBf16(high)) << 16;
}
STEPSCOPE_DEVICE Word twoF16(float low, float high) {
  return toF16(low) | static_cast<Word>(toF16(high)) << 16;
}
#endif

// The types of elements, in the order of DType. A tensor stores its type, so the branch is the same for every thread of a launch.
enum Type : int { kF32, kBF16, kF16, kI64, kI32, kU8 };

struct In {
  const void* at = nullptr;
  Type type = kF32;

  STEPSCOPE_DEVICE bool has() const { return at != nullptr; }
  STEPSCOPE_DEVICE float operator[](Int i) const {
    switch (type) {
      case kF32: return static_cast<const float*>(at)[i];
      case kBF16: return fromBf16(static_cast<const Half*>(at)[i]);
      case kF16: return fromF16(static_cast<const Half*>(at)[i]);
      case kI64: return static_cast<float>(static_cast<const Int*>(at)[i]);
      case kI32: return static_cast<float>(static_cast<const int*>(at)[i]);
      case kU8: return static_cast<float>(static_cast<const Byte*>(at)[i]);
    }
    return 0;
  }
};

// Eight elements from 8 * i on, in one or two accesses of 16 bytes if the type allows it, since kernels limited by memory are fast only with wide
// accesses. The tensor must begin at a multiple of 16 bytes, like the values of the memory plan.
struct Eight {
  float of[8];
};
struct alignas(16) Words16 {
  Word word[4];
};

STEPSCOPE_DEVICE Eight loadEight(In x, Int i) {
  Eight eight;
  if (x.type == kBF16 || x.type == kF16) {
    const Words16 words = static_cast<const Words16*>(x.at)[i];
    for (int k = 0; k < 4; ++k) {
      const Half low = static_cast<Half>(words.word[k]), high = static_cast<Half>(words.word[k] >> 16);
      eight.of[2 * k] = x.type == kBF16 ? fromBf16(low) : fromF16(low);
      eight.of[2 * k + 1] = x.type == kBF16 ? fromBf16(high) : fromF16(high);
    }
  } else if (x.type == kF32) {
    const Words16 first = static_cast<const Words16*>(x.at)[2 * i], second = static_cast<const Words16*>(x.at)[2 * i + 1];
    for (int k = 0; k < 4; ++k) {
      eight.of[k] = bitsAs<float>(first.word[k]);
      eight.of[k + 4] = bitsAs<float>(second.word[k]);
    }
  } else {
    for (int k = 0; k < 8; ++k) eight.of[k] = x[8 * i + k];
  }
  return eight;
}

struct Out {
  void* at = nullptr;
  Type type = kF32;

  STEPSCOPE_DEVICE bool has() const { return at != nullptr; }
  STEPSCOPE_DEVICE void set(Int i, float value) const {
    switch (type) {
      case kF32: static_cast<float*>(at)[i] = value; break;
      case kBF16: static_cast<Half*>(at)[i] = toBf16(value); break;
      case kF16: static_cast<Half*>(at)[i] = toF16(value); break;
      case kI64: static_cast<Int*>(at)[i] = static_cast<Int>(value); break;
      case kI32: static_cast<int*>(at)[i] = static_cast<int>(value); break;
      case kU8: static_cast<Byte*>(at)[i] = static_cast<Byte>(value); break;
    }
  }
  STEPSCOPE_DEVICE In in() const { return {at, type}; }
};

STEPSCOPE_DEVICE void storeEight(Out y, Int i, const Eight& eight) {
  if (y.type == kBF16 || y.type == kF16) {
    Words16 words;
    for (int k = 0; k < 4; ++k) {
      const float low = eight.of[2 * k], high = eight.of[2 * k + 1];
      words.word[k] = y.type == kBF16 ? twoBf16(low, high) : twoF16(low, high);
    }
    static_cast<Words16*>(y.at)[i] = words;
  } else if (y.type == kF32) {
    Words16 first, second;
    for (int k = 0; k < 4; ++k) {
      first.word[k] = bitsAs<Word>(eight.of[k]);
      second.word[k] = bitsAs<Word>(eight.of[k + 4]);
    }
    static_cast<Words16*>(y.at)[2 * i] = first;
    static_cast<Words16*>(y.at)[2 * i + 1] = second;
  } else {
    for (int k = 0; k < 8; ++k) y.set(8 * i + k, eight.of[k]);
  }
}

// A kernel with the types of its tensors, in the order of its tensors(), as part of its own type. They are known when it is compiled, so they cost
// nothing at run time. A kernel with few tensors, none in arrays, lists them in this way:
//   template <class Visit>
//   STEPSCOPE_DEVICE void tensors(Visit visit) { visit(x); visit(y); }
template <class K, int... types>
struct Typed {
  K kernel;

  STEPSCOPE_DEVICE void operator()(const Team& team) const {
    K typed = kernel;
    typed.tensors(Set{});
    typed(team);
  }

 private:
  struct Set {
    int next = 0;

    template <class Tensor>
    STEPSCOPE_DEVICE void operator()(Tensor& tensor) {
      constexpr int known[] = {types...};
      tensor.type = static_cast<Type>(known[next++]);
    }
  };
};

// Division of non-negative numbers. On a GPU a 64-bit division is a function of a hundred instructions, for which registers are spilled. Most numbers
// fit in 32 bits and are divided so; the others are divided bit by bit.
struct Division {
  Int quotient, rest;
};
STEPSCOPE_DEVICE Division divide(Int number, Int by) {
  if (((number | by) >> 32) == 0) {
    const Word quotient = static_cast<Word>(number) / static_cast<Word>(by);
    return {quotient, static_cast<Word>(number) - quotient * static_cast<Word>(by)};
  }
  Division large{0, 0};
  STEPSCOPE_UNROLL(1)
  for (int bit = 62; bit >= 0; --bit) {
    large.rest = 2 * large.rest + (number >> bit & 1);
    large.quotient *= 2;
    if (large.rest < by) continue;
    large.rest -= by;
    ++large.quotient;
  }
  return large;
}

// Images (n, channels, h, w) as stored: row-major, or with the channels last.
struct Image {
  Int channels = 1, h = 0, w = 0;
  bool last = false;

  STEPSCOPE_DEVICE Int pixels() const { return h * w; }
  STEPSCOPE_DEVICE Int at(Int n, Int c, Int i, Int j) const {
    return last ? ((n * h + i) * w + j) * channels + c : ((n * channels + c) * h + i) * w + j;
  }
  struct Place {
    Int n, c, i, j;
  };
  STEPSCOPE_DEVICE Place place(Int e) const {
    if (last) {
      const Division pixel = divide(e, channels), row = divide(pixel.quotient, w), image = divide(row.quotient, h);
      return {image.quotient, pixel.rest, image.rest, row.rest};
    }
    const Division row = divide(e, w), plane = divide(row.quotient, h), image = divide(plane.quotient, channels);
    return {image.quotient, image.rest, plane.rest, row.rest};
  }
};

// Maps a row-major index over `sizes` to an offset with other strides (0 where a tensor is repeated).
struct Walk {
  int rank = 0;
  Int sizes[kMaxRank] = {}, strides[kMaxRank] = {};

  STEPSCOPE_DEVICE Int operator()(Int e) const {
    Int place = 0;
    for (int d = rank - 1; d >= 0; --d) {
      const Division along = divide(e, sizes[d]);
      place += along.rest * strides[d];
      e = along.quotient;
    }
    return place;
  }
};

// Philox4x32-10 (Salmon et al. 2011), as in core/base/philox.h.
struct Draw {
  Word lanes[4];
};
STEPSCOPE_DEVICE Draw philoxDraw(Word c0, Word c1, Word c2, Word c3, Word k0, Word k1) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long p0 = 0xD2511F53ull * c0, p1 = 0xCD9E8D57ull * c2;
    const Word n0 = static_cast<Word>(p1 >> 32) ^ c1 ^ k0, n2 = static_cast<Word>(p0 >> 32) ^ c3 ^ k1;
    c1 = static_cast<Word>(p1);
    c3 = static_cast<Word>(p0);
    c0 = n0;
    c2 = n2;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}
// Whether dropout keeps element e of a tensor; see core/graph/ops/README.md.
STEPSCOPE_DEVICE bool kept(const Int* seed, Word opId, float p, Int e) {
  const unsigned long long key = static_cast<unsigned long long>(*seed), index = static_cast<unsigned long long>(e / 4);
  const Draw draw =
      philoxDraw(0, static_cast<Word>(index), static_cast<Word>(index >> 32), opId, static_cast<Word>(key), static_cast<Word>(key >> 32));
  return static_cast<float>(draw.lanes[e % 4] >> 8) * 0x1p-24f >= p;
}

}  // namespace stepscope::cuda
