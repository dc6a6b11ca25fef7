// The numbers by which this backend decides between kernels, layouts and tiles, and where each comes from. "Measured" names the measurement;
// "chosen": a round number without a measurement, which a measurement may replace. Sizes of a kernel's own blocks, which follow from registers and
// caches, are in the kernels' files.
#pragma once

#include <cstdint>

namespace stepscope::cpu::limits {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// ---- Timing the kernels of a node (tuner.cpp).
inline constexpr int kKernelRuns = 12;          // runs per candidate at most. Chosen
inline constexpr double kKernelMs = 20;         // time for the runs of a candidate, after at least two. Chosen
inline constexpr double kKernelHopeless = 2.5;  // times the best: no further run. Chosen
inline constexpr double kKernelClose = 1.6;     // times the best: measured once more, since the first run may have been disturbed. Chosen
inline constexpr double kKernelShortMs = 8;     // longer runs are disturbed less, and measuring them again would take long. Chosen
inline constexpr double kKernelMargin = 0.97;   // a later candidate must be this much faster. Chosen
inline constexpr double kAgainMs = 1000;        // for timing provisional choices of an earlier run again. Chosen
inline constexpr double kTimedFlops = 3e9;      // of one timed call, per thread: a tenth of a second at 30 GFLOP/s, chosen
// If a parallel region takes longer, a thread waited for a core. Measured: 1 to 5 us on free cores.
inline constexpr std::int64_t kSlowRegionNs = 60'000;

// ---- Comparing a kernel with the trusted one (kernel_check.cpp).
inline constexpr double kCheckFlops = 5e7;  // of one run, in which our slowest kernel takes a few milliseconds. Chosen

// ---- Comparing layouts of images (image_layout_choice.cpp).
inline constexpr int kLayoutRuns = 5;          // runs per layout at most. Chosen
inline constexpr double kLayoutMs = 700;       // time for the runs of a layout, after at least two. Chosen
inline constexpr double kTrialMs = 10'000;     // for all layouts other than blocks: the user waits this long for the first step. Chosen
inline constexpr double kTuningShare = 0.65;   // part of it for timing kernels in the other layouts. Chosen
inline constexpr double kLayoutShortMs = 1;    // a shorter step is dominated by launches, not layouts. Chosen
inline constexpr double kLayoutHopeless = 2;   // times blocks, without tuning: its kernels are not timed. Chosen
inline constexpr double kLayoutMargin = 0.97;  // another layout must be this much faster than blocks. Chosen
inline constexpr double kLayoutClose = 1.3;    // times blocks: measured once more. Chosen
inline constexpr double kLayoutMemory = 1.25;  // times the plan with blocks: too much memory to be tried. Chosen
// Of a timed node, per thread: about a fifth of a second, during which a cancel waits. Chosen.
inline constexpr double kLayoutNodeFlops = 2e10;

// ---- Parts of a weight gradient (grad_weight_parts.cpp).
inline constexpr double kFlopsAByte = 5;  // operations of a thread in the time for moving a byte between cores. Chosen

// ---- Candidates that are not offered.
// im2col: beyond it the copies take longer than the product gains. Chosen; a quarter of it and four times it give resnet18 the same step in
// f32 (tests/bench/results/limits.txt).
inline constexpr std::int64_t kColumnBytes = 96 * kMiB;
// Transformed images of minimal filtering in bf16. Chosen.
inline constexpr std::int64_t kTransformBytes = 32 * kMiB;
// Products in bf16, relative to f32's peak: below this their gain is lost by the layouts they need. Chosen.
inline constexpr double kWorthwhileBf16 = 1.15;

// ---- Parts of a batch that fit in a cache. Measured against a quarter and four times each, on two cores
// (tests/bench/results/limits.txt).

// Part of a layer's result in the outer cache, besides the layer's inputs. Four times as much costs vit_small 3 %, a quarter nothing.
inline constexpr std::int64_t kEpilogueBytes = 4 * kMiB;
// F32 copies of a part in the outer cache, besides the weights. Four times as much costs gpt 4 % and memory; a quarter costs nothing
// measurable.
inline constexpr std::int64_t kMatrixBytes = 8 * kMiB;
// F32 copies in a core's own cache, for ops without matrix work. No measurable difference.
inline constexpr std::int64_t kOwnBytes = kMiB / 4;

}  // namespace stepscope::cpu::limits
