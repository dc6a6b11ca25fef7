// The layout of data that the recurrent kernels keep between steps. Private to recurrent*.cpp.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/backend/cpu/ops/sequence/recurrent.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {

constexpr std::int64_t roundedTo(std::int64_t v, std::int64_t to) {
  return (v + to - 1) / to * to;
}

// Floats between rows of states or gates in the workspace: whole vectors of every target, and not a power of two, which would use only a few sets of
// the cache.
constexpr std::int64_t stateStride(std::int64_t width) {
  return roundedTo(width, 64) + 16;
}

// The position in the sequence of step number s.
constexpr std::int64_t positionOf(const RecurrentShape& shape, std::int64_t s) {
  return shape.reverse ? shape.steps - 1 - s : s;
}

// The number of useful threads for a step: another one is worthwhile for some hundred thousand multiplications.
constexpr int teamForStep(const RecurrentShape& shape, std::int64_t gates, std::int64_t parts, int threads) {
  const std::int64_t products = shape.batch * shape.hidden * gates * shape.hidden;
  return static_cast<int>(std::min<std::int64_t>(teamForBytes(products / 4, threads), std::max<std::int64_t>(parts, 1)));
}

}  // namespace stepscope::kernels
