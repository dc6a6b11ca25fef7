// channelSum, reluGradChannelSum and addChannelBias of elementwise.h.
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/simd/channel_groups.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/reduction/channel_sum.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/channel_loops-inl.h"
#include "core/backend/cpu/simd/storage-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

// Adds the sums of segments [first, last) of a group to sums[0 .. kStrip). If `y` is not null, dy is masked by y > 0 first and also written to dx.
template <class T>
void sumGroupAs(const ChannelGroups& groups, std::int64_t group, std::int64_t first, std::int64_t last, const T* dy, const T* y, T* dx,
                double* sums) {
  const Patterns<0> none{};
  auto* rows = reinterpret_cast<double(*)[kPatternFloats]>(sums);
  if (y == nullptr)
    overGroup<0, 1>(groups, group, first, last, none, rows, [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector*, F32Vector* sum) HWY_ATTR {
      sum[0] = hn::Add(sum[0], loadLanes(lanes, dy + i));
    });
  else
    overGroup<0, 1>(groups, group, first, last, none, rows, [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector*, F32Vector* sum) HWY_ATTR {
      const auto g = hn::IfThenElseZero(hn::Gt(loadLanes(lanes, y + i), hn::Zero(F32())), loadLanes(lanes, dy + i));
      storeLanes(lanes, g, dx + i);
      sum[0] = hn::Add(sum[0], g);
    });
}

void sumGroup(const ChannelGroups& groups, std::int64_t group, std::int64_t first, std::int64_t last, const void* dy, const void* y, void* dx,
              double* sums, Storage storage) {
  withStorage(storage, [&]<class T>(T*) {
    sumGroupAs(groups, group, first, last, static_cast<const T*>(dy), static_cast<const T*>(y), static_cast<T*>(dx), sums);
  });
}

// Adds the bias to segments [first, last) of a group; `bias` has kStrip values for the channels of the group.
void addToGroup(const ChannelGroups& groups, std::int64_t group, std::int64_t first, std::int64_t last, const float* bias, float* y) {
  Patterns<1> patterns;
  fillPattern(groups.segment(group, first), bias, patterns.values[0]);
  overGroup<1, 0>(groups, group, first, last, patterns, nullptr,
                  [=](std::int64_t i, std::int64_t, auto lanes, const F32Vector* constants, F32Vector*)
                      HWY_ATTR { lanes.store(hn::Add(lanes.load(y + i), constants[0]), y + i); });
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(sumGroup);
HWY_EXPORT(addToGroup);

namespace {

void sumChannels(const void* dy, const void* y, void* dx, const ChannelBlocks& layout, float* sums, void* workspace, int threads, Storage storage) {
  const ChannelGroups groups(layout);
  const int team = teamForBytes(layout.elements() * (y ? 3 : 1) * bytesOf(storage), threads);
  const std::int64_t channels = groups.groups() * ChannelGroups::kStrip;
  auto* partial = static_cast<double*>(workspace);  // [team][groups][kStrip]
  parallelParts(groupItems(groups), team, 1, [&](WorkRange range, int thread) {
    double* mine = partial + thread * channels;
    std::fill(mine, mine + channels, 0.0);
    overItems(groups, range, [&](std::int64_t g, std::int64_t first, std::int64_t last) {
      HWY_DYNAMIC_DISPATCH(sumGroup)(groups, g, first, last, dy, y, dx, mine + g * ChannelGroups::kStrip, storage);
    });
  });
  for (std::int64_t c = 0; c < layout.c; ++c) {
    const std::int64_t width = groups.channelsPerGroup();
    double sum = 0;
    for (int thread = 0; thread < team; ++thread) sum += partial[thread * channels + c / width * ChannelGroups::kStrip + c % width];
    sums[c] = static_cast<float>(sum);
  }
}

}  // namespace

void addChannelBias(float* y, const float* bias, const ChannelBlocks& layout, int threads) {
  const ChannelGroups groups(layout);
  parallelParts(groupItems(groups), teamForBytes(layout.elements() * 8, threads), 1, [&](WorkRange range, int) {
    overItems(groups, range, [&](std::int64_t g, std::int64_t first, std::int64_t last) {
      float values[ChannelGroups::kStrip] = {};
      std::copy_n(bias + groups.firstChannel(g), std::min(groups.channelsPerGroup(), layout.c - groups.firstChannel(g)), values);
      HWY_DYNAMIC_DISPATCH(addToGroup)(groups, g, first, last, values, y);
    });
  });
}

std::int64_t channelSumWorkspaceBytes(const ChannelBlocks& layout, int threads) {
  return threads * ChannelGroups(layout).groups() * ChannelGroups::kStrip * static_cast<std::int64_t>(sizeof(double));
}

void channelSum(const void* dy, const ChannelBlocks& layout, float* sums, void* workspace, int threads, Storage storage) {
  sumChannels(dy, nullptr, nullptr, layout, sums, workspace, threads, storage);
}

void reluGradChannelSum(const void* dy, const void* y, void* dx, const ChannelBlocks& layout, float* sums, void* workspace, int threads,
                        Storage storage) {
  sumChannels(dy, y, dx, layout, sums, workspace, threads, storage);
}

}  // namespace stepscope::kernels
#endif
