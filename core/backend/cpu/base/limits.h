// The numbers by which this backend decides between kernels, layouts and tiles, and where each comes from. "Measured" names the measurement;
// "chosen": a round number without a measurement, which a measurement may replace. Sizes of a kernel's own blocks, which follow from registers and
// caches, are in the kernels' files.
#pragma once

#include <cstdint>

namespace stepscope::cpu::limits {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// ---- Choosing by timing: the kernels of a node (tuner.cpp) and the layouts of images (image_layout_choice.cpp). "Measured" here: every run of
// every candidate of ten models was recorded, on one undisturbed thread and on two cores that other programs used too; a script then chose by
// these runs with other numbers (tests/bench/results/tuning.txt). The percentages are of the time of a step's kernels.
inline constexpr int kRuns = 8;            // runs of a candidate per measurement at most. Measured: 5 to 20 choose as well
inline constexpr double kKernelMs = 20;    // time for the runs of a kernel, after at least two. Measured: 5 ms costs 0.3 to 1.1 %
inline constexpr double kHopeless = 2.5;   // times the best: no further run. Measured: 1.5 costs up to 1.7 %, 4 gains 0.7 % at most
inline constexpr double kClose = 1.6;      // times the best: measured twice, against disturbances. Measured: once costs up to 2.4 %
inline constexpr double kMargin = 0.97;    // a later candidate must be this much faster. Measured: 1 gives the same step, 0.9 costs 0.3 %
inline constexpr double kWaitMs = 10'000;  // for comparing layouts, during which a user waits for the first step. Chosen
// These follow from kWaitMs: time for the runs of a layout; time after which kernels of other layouts are no longer timed, since five
// measurements of layouts must still fit; time for measuring provisional choices of an earlier run again.
inline constexpr double kLayoutMs = kWaitMs / 15;
inline constexpr double kLayoutTuningMs = kWaitMs - 5 * kLayoutMs;
inline constexpr double kAgainMs = kWaitMs / 10;
inline constexpr double kLayoutShortMs = 1;    // a shorter step is dominated by launches, not layouts. Chosen
inline constexpr double kLayoutMemory = 1.25;  // times the plan with blocks: too much memory to be tried. Chosen
inline constexpr double kTimedFlops = 3e9;     // of one timed call, per thread: a tenth of a second at 30 GFLOP/s, chosen
// If a parallel region takes longer, a thread waited for a core. Measured: 1 to 5 us on free cores.
inline constexpr std::int64_t kSlowRegionNs = 60'000;

// ---- Comparing a kernel with the trusted one (kernel_check.cpp).
inline constexpr double kCheckFlops = 5e7;  // of one run, in which our slowest kernel takes a few milliseconds. Chosen

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
