// What the kernel tests share: tensors in every layout, comparison, the instruction set cap and the timing mode.
//   STEPSCOPE_MAX_ISA=avx512 | avx2 | baseline caps the kernels; STEPSCOPE_OP_TIMING=1 prints GB/s and GFLOP/s.
#pragma once

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/backend/cpu/kernels/layout.h"
#include "core/backend/cpu/kernels/targets.h"
#include "core/base/clock.h"

namespace stepscope::kernels {

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

// Largest difference relative to the largest expected magnitude (at least 1e-3).
inline double difference(const Floats& actual, const std::vector<double>& expected) {
  if (actual.size() != expected.size()) return HUGE_VAL;
  double largest = 1e-3, worst = 0;
  for (double value : expected) largest = std::max(largest, std::fabs(value));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double error = std::fabs(static_cast<double>(actual[i]) - expected[i]);
    if (!(error <= worst)) worst = error;
  }
  return worst / largest;
}

inline double difference(const Floats& actual, const Floats& expected) {
  return difference(actual, std::vector<double>(expected.begin(), expected.end()));
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

inline bool timingWanted() {
  return qEnvironmentVariable("STEPSCOPE_OP_TIMING") == "1";
}

inline double cpuNs(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Best of many runs; prints one line. A run that used one thread is timed by that thread's CPU clock, which a busy machine disturbs less.
inline void timeKernel(const std::string& name, double bytes, double flops, const std::function<void()>& run) {
  run();
  double best = HUGE_VAL, bestCpu = HUGE_VAL, others = 0;
  const std::int64_t until = nowNs() + 300'000'000;
  for (int round = 0; round < 2000 && (round < 5 || nowNs() < until); ++round) {
    const double process = cpuNs(CLOCK_PROCESS_CPUTIME_ID), thread = cpuNs(CLOCK_THREAD_CPUTIME_ID);
    const std::int64_t start = nowNs();
    run();
    best = std::min(best, static_cast<double>(nowNs() - start));
    const double mine = cpuNs(CLOCK_THREAD_CPUTIME_ID) - thread;
    bestCpu = std::min(bestCpu, mine);
    others += cpuNs(CLOCK_PROCESS_CPUTIME_ID) - process - mine;
  }
  const bool alone = others < 1e6;
  if (alone) best = std::min(best, bestCpu);
  std::printf("  %-58s %9.1f us%s", name.c_str(), best / 1e3, alone ? " cpu" : "    ");
  if (bytes > 0) std::printf(" %7.1f GB/s", bytes / best);
  if (flops > 0) std::printf(" %7.1f GFLOP/s", flops / best);
  std::printf("\n");
  std::fflush(stdout);
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
