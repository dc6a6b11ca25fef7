// The limits that decide between kernels, layouts and tiles in this backend, and the origin of each. "Measured": the comment gives the measurement.
// "Chosen": a round number that was not measured. The block sizes of a kernel, which follow from registers and caches, are in the kernels' files.
#pragma once

#include <cstdint>

namespace stepscope::cpu::limits {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// ---- Choosing by timing: the kernels of a node (tuner.cpp) and the layouts of images (image_layout_choice.cpp). "Measured" here: every run of every
// candidate of ten models was recorded, on one undisturbed thread and on two cores that other programs used too. A script then repeated the choices
// with other limits (tests/bench/results/tuning.txt). The percentages refer to the total time of the kernels of a step.
inline constexpr int kRuns = 8;            // most runs of a candidate per measurement. Measured: 5 to 20 runs lead to equally good choices
inline constexpr double kKernelMs = 20;    // time after which a kernel is not run again, if it ran twice. Measured: 5 ms costs 0.3 to 1.1 %
inline constexpr double kHopeless = 2.5;   // times the best time: not run again. Measured: 1.5 costs up to 1.7 %, 4 gains 0.7 % at most
inline constexpr double kClose = 1.6;      // times the best time: up to this, measured twice against disturbances. Measured: once costs up to 2.4 %
inline constexpr double kMargin = 0.97;    // a later candidate must take less than this fraction of the time. Measured: 1 is as good, 0.9 costs 0.3 %
inline constexpr double kWaitMs = 10'000;  // longest comparison of layouts, since a user waits for the first step. Chosen
// Derived from kWaitMs. kLayoutMs: time for the runs of one layout. kLayoutTuningMs: time after which kernels of other layouts are no longer timed,
// so that five measurements of layouts still fit. kAgainMs: time for timing provisional choices of an earlier run again.
inline constexpr double kLayoutMs = kWaitMs / 15;
inline constexpr double kLayoutTuningMs = kWaitMs - 5 * kLayoutMs;
inline constexpr double kAgainMs = kWaitMs / 10;
inline constexpr double kLayoutShortMs = 1;    // a shorter step is dominated by launches, so layouts are not compared. Chosen
inline constexpr double kLayoutMemory = 1.25;  // a layout whose plan is this many times that of blocks is not tried. Chosen
inline constexpr double kTimedFlops = 3e9;     // most FLOPs of one timed call, per thread: 0.1 s at 30 GFLOP/s. Chosen
// If an empty parallel region takes longer, a thread waited for a core. Measured: 1 to 5 us on free cores.
inline constexpr std::int64_t kSlowRegionNs = 60'000;

// ---- Comparing a kernel with the trusted one (kernel_check.cpp).
inline constexpr double kCheckFlops = 5e7;  // FLOPs of one run: our slowest kernel then takes a few milliseconds. Chosen

// ---- Parts of a weight gradient (grad_weight_parts.cpp).
inline constexpr double kFlopsAByte = 5;  // FLOPs of one thread in the time to move a byte between cores. Chosen

// ---- Candidates that are not offered.
// Largest column matrix of im2col; with a larger one the copies cost more than the matrix product gains. Chosen; with a quarter of it and with four
// times as much the step of resnet18 in f32 takes as long (tests/bench/results/limits.txt).
inline constexpr std::int64_t kColumnBytes = 96 * kMiB;
// Largest transformed images of minimal filtering (Winograd) in bf16. Chosen.
inline constexpr std::int64_t kTransformBytes = 32 * kMiB;
// Least ratio of the peak rates of matrix products, bf16 / f32: below it, the layouts that bf16 products need cost more than they gain. Chosen.
inline constexpr double kWorthwhileBf16 = 1.15;

// ---- Parts of a batch that fit in a cache. Measured against a quarter and four times each, on two cores
// (tests/bench/results/limits.txt).

// Largest part of a layer's result, in the outer cache besides the layer's inputs. Four times as much costs vit_small 3 %, a quarter costs nothing.
inline constexpr std::int64_t kEpilogueBytes = 4 * kMiB;
// Largest f32 copies of a part for ops with matrix products, in the outer cache besides the weights. Four times as much costs gpt 4 % and memory; a
// quarter costs nothing measurable.
inline constexpr std::int64_t kMatrixBytes = 8 * kMiB;
// Largest f32 copies of a part for other ops, in the own cache of a core. No measurable difference.
inline constexpr std::int64_t kOwnBytes = kMiB / 4;

}  // namespace stepscope::cpu::limits
