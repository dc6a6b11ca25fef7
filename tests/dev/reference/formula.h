// Numbers from a formula: the same in C++ and in Python (tests/torch/make_results.py), so that no test data need be stored.
#pragma once

#include <cstdint>
#include <string_view>

#include "tests/dev/reference/interpreter.h"

namespace stepscope::reference {

// In [-1, 1), a multiple of 2^-23, so exact in f32. Mixes by the constants of Wellons' "lowbias32".
inline double formula(std::uint32_t salt, std::uint32_t index) {
  std::uint32_t h = index + salt * 0x9E3779B9u;
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  h *= 0x846ca68bu;
  h ^= h >> 16;
  return static_cast<double>(h >> 8) * 0x1p-23 - 1.0;
}

inline Tensor formulaTensor(std::uint32_t salt, std::int64_t count, double scale = 1.0, double offset = 0.0) {
  Tensor t(static_cast<std::size_t>(count));
  // Rounded to f32, because that is what a backend and PyTorch can hold.
  for (std::size_t i = 0; i < t.size(); ++i) t[i] = static_cast<float>(offset + scale * formula(salt, static_cast<std::uint32_t>(i)));
  return t;
}

inline Tensor formulaLabels(std::uint32_t salt, std::int64_t count, std::int64_t classes) {
  Tensor t(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = static_cast<double>(static_cast<std::int64_t>((formula(salt, static_cast<std::uint32_t>(i)) + 1.0) * 0x1p22) % classes);
  return t;
}

// FNV-1a, 32 bits: the salt of a named tensor.
inline std::uint32_t saltOf(std::string_view name) {
  std::uint32_t hash = 0x811c9dc5u;
  for (unsigned char c : name) hash = (hash ^ c) * 0x01000193u;
  return hash;
}

}  // namespace stepscope::reference
