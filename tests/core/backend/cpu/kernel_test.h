// What the kernel tests and bench_kernels share: tensors in every layout, comparison and the instruction set cap.
//   STEPSCOPE_MAX_ISA=avx512 | avx2 | baseline caps the kernels.
#pragma once

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/backend/cpu/simd/layout.h"
#include "core/backend/cpu/simd/targets.h"
#include "tests/support/compare_arrays.h"

namespace stepscope::kernels {

namespace test = stepscope::test;
using Floats = std::vector<float>;

inline void capFromEnvironment() {
  const std::string cap = qEnvironmentVariable("STEPSCOPE_MAX_ISA").toStdString();
  if (cap == "avx512") capSimdTarget(SimdTarget::Avx512);
  if (cap == "avx2") capSimdTarget(SimdTarget::Avx2);
  if (cap == "baseline") capSimdTarget(SimdTarget::Baseline);
  std::printf("kernels use %s\n", std::string(nameOf(simdTarget())).c_str());
}

inline Floats randomFloats(std::int64_t count, unsigned seed, float low = -1, float high = 1) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> draw(low, high);
  Floats values(static_cast<std::size_t>(count));
  for (float& value : values) value = draw(generator);
  return values;
}

// Index in memory of logical element (n, c, s).
inline std::size_t at(const ChannelBlocks& layout, std::int64_t n, std::int64_t c, std::int64_t s) {
  return static_cast<std::size_t>(((n * layout.blocks() + c / layout.block) * layout.spatial + s) * layout.block + c % layout.block);
}

inline Floats toLayout(const Floats& plain, const ChannelBlocks& layout) {
  Floats memory(static_cast<std::size_t>(layout.elements()), 0.0f);
  const ChannelBlocks from = ChannelBlocks::plain(layout.n, layout.c, layout.spatial);
  for (std::int64_t n = 0; n < layout.n; ++n)
    for (std::int64_t c = 0; c < layout.c; ++c)
      for (std::int64_t s = 0; s < layout.spatial; ++s) memory[at(layout, n, c, s)] = plain[at(from, n, c, s)];
  return memory;
}

inline Floats toPlain(const Floats& memory, const ChannelBlocks& layout) {
  Floats plain(static_cast<std::size_t>(layout.n * layout.c * layout.spatial));
  const ChannelBlocks to = ChannelBlocks::plain(layout.n, layout.c, layout.spatial);
  for (std::int64_t n = 0; n < layout.n; ++n)
    for (std::int64_t c = 0; c < layout.c; ++c)
      for (std::int64_t s = 0; s < layout.spatial; ++s) plain[at(to, n, c, s)] = memory[at(layout, n, c, s)];
  return plain;
}

// Padding lanes must hold zeros: a kernel that leaves something there spoils the next one.
inline bool paddingIsZero(const Floats& memory, const ChannelBlocks& layout) {
  for (std::int64_t n = 0; n < layout.n; ++n)
    for (std::int64_t c = layout.c; c < layout.blocks() * layout.block; ++c)
      for (std::int64_t s = 0; s < layout.spatial; ++s)
        if (memory[at(layout, n, c, s)] != 0.0f) return false;
  return true;
}

// The largest difference relative to the largest expected magnitude (at least 1e-3) is at most `bound`.
template <typename Expected>
test::Comparison compare(const Floats& actual, const Expected& expected, double bound) {
  return test::compareToLargest(actual, expected, bound, 1e-3);
}

// A workspace of exactly the size that a kernel asked for, at a 64-byte boundary, dirty on purpose (it holds whatever ran before), between
// guards that must stay untouched.
class Workspace {
 public:
  explicit Workspace(std::int64_t bytes) : bytes_(static_cast<std::size_t>(bytes)), memory_(bytes_ + 2 * kGuard + 64, kDirt) {
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data()) + kGuard;
    data_ = memory_.data() + kGuard + (-address & 63);
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    const auto dirty = [](std::byte value) { return value == kDirt; };
    if (!std::all_of(memory_.data(), data_, dirty) || !std::all_of(data_ + bytes_, memory_.data() + memory_.size(), dirty))
      qFatal("a kernel wrote outside its workspace of %zu bytes", bytes_);
  }
  std::byte* data() const { return data_; }

 private:
  static constexpr std::byte kDirt{0xA5};
  static constexpr std::size_t kGuard = 64 * 1024;
  std::size_t bytes_;
  std::vector<std::byte> memory_;
  std::byte* data_ = nullptr;
};

inline Workspace workspaceOf(std::int64_t bytes) {
  return Workspace(bytes);
}

// Layouts that a table of shapes is tried in.
struct NamedBlock {
  const char* name;
  std::int64_t block;  // 0: NHWC
};
inline constexpr NamedBlock kBlocks[] = {{"plain", 1}, {"blocked8", 8}, {"blocked16", 16}, {"nhwc", 0}};
inline std::int64_t blockFor(std::int64_t block, std::int64_t channels) {
  return block == 0 ? channels : block;
}

}  // namespace stepscope::kernels
