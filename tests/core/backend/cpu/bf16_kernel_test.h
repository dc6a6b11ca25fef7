// What the tests of kernels that multiply bf16 share.
#pragma once

#include "core/backend/cpu/simd/bf16_pairs.h"
#include "tests/core/backend/cpu/kernel_test.h"

namespace stepscope::kernels {

// To the nearest, ties to even; finite values only.
inline std::uint16_t toBf16(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return static_cast<std::uint16_t>((bits + 0x7FFFu + (bits >> 16 & 1)) >> 16);
}

inline float fromBf16(std::uint16_t half) {
  const std::uint32_t bits = static_cast<std::uint32_t>(half) << 16;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
std::vector<std::uint16_t> halves(const T& values) {
  std::vector<std::uint16_t> result;
  for (const float value : values) result.push_back(toBf16(value));
  return result;
}

// Whole numbers, `scale` times at most `most`: their transforms and sums are exact, so that one wrong tap, tile or border shows.
inline Floats wholeNumbers(std::int64_t count, unsigned seed, int most, float scale) {
  Floats values = randomFloats(count, seed);
  for (float& value : values) value = scale * std::round(value * static_cast<float>(most));
  return values;
}

inline Floats roundedToBf16(Floats values) {
  for (float& value : values) value = fromBf16(toBf16(value));
  return values;
}

inline Floats asFloats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

// A workspace of exactly this size: full of NaN, so that nothing may be read before it is written, with a guard behind it.
struct Aligned {
  explicit Aligned(std::int64_t bytes)
      : size((bytes + 63) / 64 * 64), data(static_cast<std::byte*>(std::aligned_alloc(64, static_cast<std::size_t>(size) + 64))) {
    std::memset(data, 0xFF, static_cast<std::size_t>(size) + 64);  // NaN: nothing may be read before it is written
  }
  ~Aligned() { std::free(data); }
  Aligned(const Aligned&) = delete;
  Aligned& operator=(const Aligned&) = delete;
  bool kept() const {
    return std::all_of(data + size, data + size + 64, [](std::byte b) { return b == std::byte{0xFF}; });
  }
  std::int64_t size;
  std::byte* data;
};

}  // namespace stepscope::kernels
