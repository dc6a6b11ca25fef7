// The types of activations in memory. Kernels for both types compute in f32, and round to nearest even when they store.
#pragma once

#include <cstdint>
#include <cstring>

namespace stepscope::kernels {

enum class Storage : std::uint8_t { F32, BF16 };

// A bf16: the upper half of an f32.
struct Bf16 {
  std::uint16_t bits;
};

constexpr std::int64_t bytesOf(Storage storage) {
  return storage == Storage::F32 ? 4 : 2;
}

inline float widened(float value) {
  return value;
}
inline float widened(Bf16 value) {
  const std::uint32_t bits = std::uint32_t{value.bits} << 16;
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return f;
}

// Calls body with a null pointer of the element type.
template <class Body>
decltype(auto) withStorage(Storage storage, const Body& body) {
  if (storage == Storage::BF16) return body(static_cast<Bf16*>(nullptr));
  return body(static_cast<float*>(nullptr));
}

}  // namespace stepscope::kernels
