// The loops over reduced dimensions. Private to reduce.cpp, which is compiled once per target.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace stepscope::kernels {

// The loops outside a contiguous run of reduced elements.
struct ReducedLoops {
  static constexpr std::size_t kMost = 8;
  std::array<std::int64_t, kMost> size{}, stride{};
  std::size_t count = 0;
  std::int64_t run = 1;

  std::int64_t indices() const {
    std::int64_t n = 1;
    for (std::size_t i = 0; i < count; ++i) n *= size[i];
    return n;
  }
  std::int64_t offset(std::int64_t index) const {
    std::int64_t at = 0;
    for (std::size_t i = count; i-- > 0; index /= size[i]) at += index % size[i] * stride[i];
    return at;
  }
};

// Most columns that are reduced together in one pass over memory.
inline constexpr std::int64_t kReduceColumns = 64;

}  // namespace stepscope::kernels
