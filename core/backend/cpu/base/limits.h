// The numbers by which this backend decides between kernels, layouts and tiles, and what set each. "Measured" names what was; "chosen": a
// round number that nothing was measured for, and that a measurement may replace. Sizes of a kernel's own blocks, which follow from
// registers and caches, stand beside their kernels.
#pragma once

#include <cstdint>

namespace stepscope::cpu::limits {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// ---- Timing the kernels of a node (tuner.cpp).
inline constexpr int kKernelRuns = 12;          // of a candidate at most. Chosen
inline constexpr double kKernelMs = 20;         // of runs of a candidate, after at least two. Chosen
inline constexpr double kKernelHopeless = 2.5;  // times the best: not worth another run. Chosen
inline constexpr double kKernelClose = 1.6;     // times the best: worth a second look, the first may have been disturbed. Chosen
inline constexpr double kKernelShortMs = 8;     // longer runs are disturbed less, and a second look at them would take long. Chosen
inline constexpr double kKernelMargin = 0.97;   // a later candidate must be this much faster. Chosen
inline constexpr double kAgainMs = 1000;        // of timing choices of an earlier run once more, which were provisional. Chosen
inline constexpr double kTimedFlops = 3e9;      // of one call that is timed, a thread: a tenth of a second at 30 GFLOP/s, chosen
// A parallel region that takes longer waited for a core. Measured: 1 to 5 us on free ones.
inline constexpr std::int64_t kSlowRegionNs = 60'000;

// ---- Holding a kernel against the trusted one (kernel_check.cpp).
inline constexpr double kCheckFlops = 5e7;  // of one run, in which the slowest of ours takes a few milliseconds. Chosen

// ---- Comparing layouts of images (image_layout_choice.cpp).
inline constexpr int kLayoutRuns = 5;          // of a layout at most. Chosen
inline constexpr double kLayoutMs = 700;       // of runs of a layout, after at least two. Chosen
inline constexpr double kTrialMs = 10'000;     // for all that blocks do not need: what a user waits for the first step. Chosen
inline constexpr double kTuningShare = 0.65;   // of it, for timing kernels of the other layouts. Chosen
inline constexpr double kLayoutShortMs = 1;    // a step so short is launches, not layouts. Chosen
inline constexpr double kLayoutHopeless = 2;   // untuned and this much slower than blocks: not worth timing its kernels. Chosen
inline constexpr double kLayoutMargin = 0.97;  // another layout must be this much faster than blocks. Chosen
inline constexpr double kLayoutClose = 1.3;    // times blocks: worth a second look. Chosen
inline constexpr double kLayoutMemory = 1.25;  // times the plan with blocks: not worth the time. Chosen
// Of a node that is timed, a thread: about a fifth of a second, in which nothing is cancelled. Chosen.
inline constexpr double kLayoutNodeFlops = 2e10;

// ---- Parts of a weight gradient (grad_weight_parts.cpp).
inline constexpr double kFlopsAByte = 5;  // what a thread computes in the time in which it moves a byte between cores. Chosen

// ---- Candidates that are not offered.
// im2col: beyond it the copies take longer than the product gains. Chosen; a quarter of it and four times it give resnet18 the same step in
// f32 (tests/bench/results/limits.txt).
inline constexpr std::int64_t kColumnBytes = 96 * kMiB;
// Transformed images of minimal filtering in bf16. Chosen.
inline constexpr std::int64_t kTransformBytes = 32 * kMiB;
// Products in bf16, against f32's peak: below it what they gain is lost to the layouts they want. Chosen.
inline constexpr double kWorthwhileBf16 = 1.15;

// ---- Parts of a batch that stay in a cache. Measured against a quarter and four times each, on two cores
// (tests/bench/results/limits.txt).

// Of a layer's result that the outer cache holds, beside what the layer reads. Four times as much costs vit_small 3 %, a quarter nothing.
inline constexpr std::int64_t kEpilogueBytes = 4 * kMiB;
// F32 copies of a part that the outer cache holds, beside the weights. Four times as much costs gpt 4 % and memory; a quarter costs nothing
// that the noise would show.
inline constexpr std::int64_t kMatrixBytes = 8 * kMiB;
// F32 copies that a core's own cache holds, of ops that are no matrix work. No difference that the noise would show.
inline constexpr std::int64_t kOwnBytes = kMiB / 4;

}  // namespace stepscope::cpu::limits
