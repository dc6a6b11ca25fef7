// The instructions of AVX-512 that the kernels for pairs of bf16 use, lane by lane in plain C++, so that those kernels are tested on every
// CPU and not only where AVX512_BF16 is. Takes the place of the compiler's header for their sources (CMakeLists.txt, kernels_*_emulated).
// Semantics are those of Intel's manual; an access that must be aligned to 64 bytes and is not ends the program, as it does on a real CPU.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the compiler's
typedef float __m512 __attribute__((vector_size(64), may_alias));
typedef long long __m512i __attribute__((vector_size(64), may_alias));
typedef short __m512bh __attribute__((vector_size(64), may_alias));
typedef long long __m256i __attribute__((vector_size(32), may_alias));
typedef std::uint16_t __mmask16;
typedef std::uint32_t __mmask32;

namespace emulated {

typedef std::int32_t I32x16 __attribute__((vector_size(64), may_alias));
typedef std::uint32_t U32x16 __attribute__((vector_size(64), may_alias));
typedef std::uint16_t U16x32 __attribute__((vector_size(64), may_alias));
typedef std::uint16_t U16x16 __attribute__((vector_size(32), may_alias));
typedef double F64x16 __attribute__((vector_size(128), may_alias));

template <class To, class From>
inline To bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

template <class Vector>
inline Vector load(const void* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class Vector>
inline void store(void* to, const Vector& v) {
  std::memcpy(to, &v, sizeof v);
}

template <class Vector>
inline void requireAligned(const void* address) {
  if (reinterpret_cast<std::uintptr_t>(address) % sizeof(Vector) == 0) return;
  std::fprintf(stderr, "an aligned access of %zu bytes at %p: a CPU would end the program here\n", sizeof(Vector), address);
  std::abort();
}

template <class Vector>
inline Vector loadAligned(const void* from) {
  requireAligned<Vector>(from);
  return load<Vector>(from);
}

template <class Vector>
inline void storeAligned(void* to, const Vector& v) {
  requireAligned<Vector>(to);
  store(to, v);
}

// One f32 as bf16: to the nearest, ties to even; denormals become zeros, NaN stay NaN.
inline std::uint16_t narrowed(float value) {
  const std::uint32_t b = bits<std::uint32_t>(value), magnitude = b & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return static_cast<std::uint16_t>(b >> 16 | 0x40u);
  if (magnitude < 0x00800000u) return static_cast<std::uint16_t>(b >> 16 & 0x8000u);
  return static_cast<std::uint16_t>((b + 0x7FFFu + (b >> 16 & 1u)) >> 16);
}

}  // namespace emulated

// ---- memory

inline __m512 _mm512_loadu_ps(const void* p) {
  return emulated::load<__m512>(p);
}
inline __m512 _mm512_load_ps(const void* p) {
  return emulated::loadAligned<__m512>(p);
}
inline void _mm512_storeu_ps(void* p, __m512 v) {
  emulated::store(p, v);
}
inline void _mm512_store_ps(void* p, __m512 v) {
  emulated::storeAligned(p, v);
}
inline __m512i _mm512_loadu_si512(const void* p) {
  return emulated::load<__m512i>(p);
}
inline __m512i _mm512_load_si512(const void* p) {
  return emulated::loadAligned<__m512i>(p);
}
inline void _mm512_storeu_si512(void* p, __m512i v) {
  emulated::store(p, v);
}
inline void _mm512_store_si512(void* p, __m512i v) {
  emulated::storeAligned(p, v);
}
inline __m256i _mm256_loadu_si256(const __m256i* p) {
  return emulated::load<__m256i>(p);
}
inline void _mm256_storeu_si256(__m256i* p, __m256i v) {
  emulated::store(p, v);
}
inline void _mm256_store_si256(__m256i* p, __m256i v) {
  emulated::storeAligned(p, v);
}

inline __m512i _mm512_maskz_loadu_epi16(__mmask32 mask, const void* p) {
  emulated::U16x32 v{};
  for (int i = 0; i < 32; ++i)
    if (mask >> i & 1u) {
      std::uint16_t lane;  // lanes that are masked out are not read
      std::memcpy(&lane, static_cast<const char*>(p) + 2 * i, 2);
      v[i] = lane;
    }
  return emulated::bits<__m512i>(v);
}

enum _mm_hint { _MM_HINT_T0 = 3, _MM_HINT_T1 = 2 };
inline void _mm_prefetch(const void*, _mm_hint) {}

// ---- f32

inline __m512 _mm512_setzero_ps() {
  return __m512{};
}
inline __m512 _mm512_set1_ps(float f) {
  return __m512{} + f;
}
inline __m512 _mm512_add_ps(__m512 a, __m512 b) {
  return a + b;
}
inline __m512 _mm512_sub_ps(__m512 a, __m512 b) {
  return a - b;
}
inline __m512 _mm512_mul_ps(__m512 a, __m512 b) {
  return a * b;
}

// The product of two f32 is exact in f64; that the sum is rounded twice is seen in the last bit of few results.
inline __m512 _mm512_fmadd_ps(__m512 a, __m512 b, __m512 c) {
  using emulated::F64x16;
  return __builtin_convertvector(__builtin_convertvector(a, F64x16) * __builtin_convertvector(b, F64x16) + __builtin_convertvector(c, F64x16),
                                 __m512);
}

inline __m512 _mm512_max_ps(__m512 a, __m512 b) {
  __m512 r;
  for (int i = 0; i < 16; ++i) r[i] = a[i] > b[i] ? a[i] : b[i];
  return r;
}

inline __m512 _mm512_mask_max_ps(__m512 otherwise, __mmask16 mask, __m512 a, __m512 b) {
  for (int i = 0; i < 16; ++i)
    if (mask >> i & 1) otherwise[i] = a[i] > b[i] ? a[i] : b[i];
  return otherwise;
}

inline __m512 _mm512_mask_add_ps(__m512 otherwise, __mmask16 mask, __m512 a, __m512 b) {
  for (int i = 0; i < 16; ++i)
    if (mask >> i & 1) otherwise[i] = a[i] + b[i];
  return otherwise;
}

inline __m512 _mm512_maskz_mov_ps(__mmask16 mask, __m512 a) {
  for (int i = 0; i < 16; ++i)
    if (!(mask >> i & 1)) a[i] = 0;
  return a;
}

constexpr int _MM_FROUND_TO_NEAREST_INT = 0, _MM_FROUND_NO_EXC = 8;

// What is left of x beside the nearest whole number; 0 of an infinite x.
inline __m512 _mm512_reduce_ps(__m512 x, int) {
  for (int i = 0; i < 16; ++i) x[i] = std::isinf(x[i]) ? 0.0f : x[i] - std::nearbyint(x[i]);
  return x;
}

// a times two to the power of b rounded down.
inline __m512 _mm512_scalef_ps(__m512 a, __m512 b) {
  for (int i = 0; i < 16; ++i)
    a[i] = std::isnan(b[i]) ? b[i] : std::ldexp(a[i], static_cast<int>(std::fmax(-1000.0f, std::fmin(1000.0f, std::floor(b[i])))));
  return a;
}

// Halves are added to halves, as the compiler's own header does it.
inline float _mm512_reduce_add_ps(__m512 v) {
  for (int half = 8; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) v[i] += v[i + half];
  return v[0];
}

inline float _mm512_reduce_max_ps(__m512 v) {
  for (int half = 8; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) v[i] = v[i] > v[i + half] ? v[i] : v[i + half];
  return v[0];
}

// ---- bf16

inline __m256i _mm512_cvtneps_pbh(__m512 v) {
  emulated::U16x16 r;
  for (int i = 0; i < 16; ++i) r[i] = emulated::narrowed(v[i]);
  return emulated::bits<__m256i>(r);
}

inline __m512bh _mm512_cvtne2ps_pbh(__m512 upper, __m512 lower) {
  emulated::U16x32 r;
  for (int i = 0; i < 16; ++i) r[i] = emulated::narrowed(lower[i]), r[i + 16] = emulated::narrowed(upper[i]);
  return emulated::bits<__m512bh>(r);
}

// The products of a pair are exact in f32; each is added with a rounding of its own, the second of the pair first.
inline __m512 _mm512_dpbf16_ps(__m512 sum, __m512bh a, __m512bh b) {
  const auto first = [](__m512bh v) { return emulated::bits<__m512>(emulated::bits<emulated::U32x16>(v) << 16); };
  const auto second = [](__m512bh v) { return emulated::bits<__m512>(emulated::bits<emulated::U32x16>(v) & 0xFFFF0000u); };
  sum += second(a) * second(b);
  sum += first(a) * first(b);
  return sum;
}

// ---- whole numbers

inline __m512i _mm512_setzero_si512() {
  return __m512i{};
}
inline __m256i _mm256_setzero_si256() {
  return __m256i{};
}
inline __m512i _mm512_set1_epi32(int value) {
  return emulated::bits<__m512i>(emulated::I32x16{} + value);
}
inline __m512i _mm512_set1_epi16(short value) {
  return emulated::bits<__m512i>(emulated::U16x32{} + static_cast<std::uint16_t>(value));
}
inline __m512i _mm512_setr_epi64(long long a, long long b, long long c, long long d, long long e, long long f, long long g, long long h) {
  return __m512i{a, b, c, d, e, f, g, h};
}
inline __m512i _mm512_add_epi16(__m512i a, __m512i b) {
  return emulated::bits<__m512i>(emulated::bits<emulated::U16x32>(a) + emulated::bits<emulated::U16x32>(b));
}
inline __m512i _mm512_slli_epi32(__m512i v, unsigned count) {
  return emulated::bits<__m512i>(emulated::bits<emulated::U32x16>(v) << count);
}
inline __m512i _mm512_cvtepu16_epi32(__m256i v) {
  return emulated::bits<__m512i>(__builtin_convertvector(emulated::bits<emulated::U16x16>(v), emulated::U32x16));
}

// ---- order of lanes

inline __m512 _mm512_castsi512_ps(__m512i v) {
  return emulated::bits<__m512>(v);
}
inline __m512i _mm512_castsi256_si512(__m256i v) {
  return __m512i{v[0], v[1], v[2], v[3], 0, 0, 0, 0};
}
inline __m256i _mm512_castsi512_si256(__m512i v) {
  return __m256i{v[0], v[1], v[2], v[3]};
}
inline __m256i _mm512_extracti64x4_epi64(__m512i v, int half) {
  return half ? __m256i{v[4], v[5], v[6], v[7]} : __m256i{v[0], v[1], v[2], v[3]};
}
inline __m512i _mm512_maskz_inserti64x4(unsigned char mask, __m512i v, __m256i part, int half) {
  for (int i = 0; i < 4; ++i) v[4 * half + i] = part[i];
  for (int i = 0; i < 8; ++i)
    if (!(mask >> i & 1)) v[i] = 0;
  return v;
}

inline __m512i _mm512_unpacklo_epi64(__m512i a, __m512i b) {
  return __m512i{a[0], b[0], a[2], b[2], a[4], b[4], a[6], b[6]};
}
inline __m512i _mm512_unpackhi_epi64(__m512i a, __m512i b) {
  return __m512i{a[1], b[1], a[3], b[3], a[5], b[5], a[7], b[7]};
}

namespace emulated {
// Within every 128 bits: lanes `from` and `from + 1` of a and b in turn.
inline __m512i unpack32(__m512i a, __m512i b, int from) {
  const auto x = bits<I32x16>(a), y = bits<I32x16>(b);
  I32x16 r;
  for (int q = 0; q < 16; q += 4) {
    r[q] = x[q + from], r[q + 1] = y[q + from];
    r[q + 2] = x[q + from + 1], r[q + 3] = y[q + from + 1];
  }
  return bits<__m512i>(r);
}
}  // namespace emulated

inline __m512i _mm512_unpacklo_epi32(__m512i a, __m512i b) {
  return emulated::unpack32(a, b, 0);
}
inline __m512i _mm512_unpackhi_epi32(__m512i a, __m512i b) {
  return emulated::unpack32(a, b, 2);
}

inline __m512i _mm512_permutexvar_epi16(__m512i order, __m512i v) {
  const auto at = emulated::bits<emulated::U16x32>(order), from = emulated::bits<emulated::U16x32>(v);
  emulated::U16x32 r;
  for (int i = 0; i < 32; ++i) r[i] = from[at[i] & 31];
  return emulated::bits<__m512i>(r);
}
inline __m512i _mm512_permutex2var_epi16(__m512i a, __m512i order, __m512i b) {
  const auto at = emulated::bits<emulated::U16x32>(order), x = emulated::bits<emulated::U16x32>(a), y = emulated::bits<emulated::U16x32>(b);
  emulated::U16x32 r;
  for (int i = 0; i < 32; ++i) r[i] = at[i] & 32 ? y[at[i] & 31] : x[at[i] & 31];
  return emulated::bits<__m512i>(r);
}
inline __m512i _mm512_permutex2var_epi64(__m512i a, __m512i order, __m512i b) {
  __m512i r;
  for (int i = 0; i < 8; ++i) r[i] = order[i] & 8 ? b[order[i] & 7] : a[order[i] & 7];
  return r;
}
// NOLINTEND(bugprone-reserved-identifier)
