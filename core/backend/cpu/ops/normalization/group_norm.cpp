#include "core/backend/cpu/ops/normalization/group_norm.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backend/cpu/ops/normalization/batch_norm_loops.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::kernels {
namespace {

constexpr std::int64_t kStrip = ChannelGroups::kStrip;

// The strips of one image. Here a group of channel_groups.h is called a strip, since "group" means a group of the norm.
struct Image {
  ChannelGroups strips;
  std::int64_t floats, channels, pixels;

  explicit Image(const ChannelBlocks& layout)
      : strips(ChannelBlocks{1, layout.c, layout.spatial, layout.block}),
        floats(layout.elements() / layout.n),
        channels(layout.c),
        pixels(layout.spatial) {}

  SegmentRange whole(std::int64_t strip) const { return {strip, 0, strips.segments()}; }
  // Calls visit(channel, strip, lane) for the channels [first, last).
  template <class Visit>
  void overChannels(std::int64_t first, std::int64_t last, const Visit& visit) const {
    const std::int64_t width = strips.channelsPerGroup();
    for (std::int64_t c = first; c < last; ++c) visit(c, c / width, c % width);
  }
};

// A thread's workspace: two sums and constants per channel for one image, and the thread's totals over images.
struct Scratch {
  double* sums;
  float* constants;
  double* totals;  // [2][channels]

  Scratch(void* workspace, const Image& image, int thread) {
    const std::int64_t lanes = image.strips.groups() * kStrip;
    auto* mine = static_cast<std::byte*>(workspace) + thread * bytes(image);
    sums = reinterpret_cast<double*>(mine);
    totals = sums + 2 * lanes;
    constants = reinterpret_cast<float*>(totals + 2 * lanes);
  }
  static std::int64_t bytes(const Image& image) { return image.strips.groups() * kStrip * (4 * 8 + 4 * 4); }

  double (*sumsOf(std::int64_t strip) const)[kStrip] { return reinterpret_cast<double(*)[kStrip]>(sums + strip * 2 * kStrip); }
  float* constant(std::int64_t strip, int which) const { return constants + (strip * 3 + which) * kStrip; }
};

int teamOf(const ChannelBlocks& layout, int threads) {
  return static_cast<int>(std::min<std::int64_t>(layout.n, teamForBytes(layout.elements() * 12, threads)));
}

}  // namespace

std::int64_t groupNormWorkspaceBytes(const ChannelBlocks& layout, int threads) {
  return threads * Scratch::bytes(Image(layout));
}

void groupNorm(const ChannelBlocks& layout, std::int64_t groups, double eps, const GroupNormForward& t, void* workspace, int threads) {
  const Image image(layout);
  const std::int64_t each = layout.c / groups;
  const auto pixels = static_cast<double>(image.pixels), count = static_cast<double>(each * image.pixels);
  parallelParts(layout.n, teamOf(layout, threads), 1, [&](WorkRange range, int thread) {
    const Scratch scratch(workspace, image, thread);
    for (std::int64_t n = range.begin; n < range.end; ++n) {
      const float* x = t.x + n * image.floats;
      for (std::int64_t s = 0; s < image.strips.groups(); ++s) {
        // The sums of squares are taken around the first pixel, so that they do not lose digits.
        const ChannelSegment segment = image.strips.segment(s, 0);
        float* shift = scratch.constant(s, 2);
        std::fill(shift, shift + kStrip, 0.0f);
        std::copy_n(x + segment.offset, segment.width, shift);
        std::memset(scratch.sumsOf(s), 0, 2 * kStrip * sizeof(double));
        batchNormMoments(image.strips, image.whole(s), x, shift, scratch.sumsOf(s));
      }
      for (std::int64_t g = 0; g < groups; ++g) {
        double sum = 0, squares = 0;
        image.overChannels(g * each, (g + 1) * each, [&](std::int64_t, std::int64_t s, std::int64_t lane) {
          sum += scratch.sumsOf(s)[0][lane] + pixels * static_cast<double>(scratch.constant(s, 2)[lane]);
        });
        const double mean = sum / count;
        image.overChannels(g * each, (g + 1) * each, [&](std::int64_t, std::int64_t s, std::int64_t lane) {
          const double away = mean - static_cast<double>(scratch.constant(s, 2)[lane]);
          squares += scratch.sumsOf(s)[1][lane] - 2 * away * scratch.sumsOf(s)[0][lane] + pixels * away * away;
        });
        const double inverse = 1.0 / std::sqrt(std::max(0.0, squares / count) + eps);
        t.mean[n * groups + g] = static_cast<float>(mean);
        t.inverseDeviation[n * groups + g] = static_cast<float>(inverse);
        image.overChannels(g * each, (g + 1) * each, [&](std::int64_t c, std::int64_t s, std::int64_t lane) {
          const double scale = inverse * (t.gamma ? static_cast<double>(t.gamma[c]) : 1.0);
          scratch.constant(s, 0)[lane] = static_cast<float>(scale);
          scratch.constant(s, 1)[lane] = static_cast<float>((t.beta ? static_cast<double>(t.beta[c]) : 0.0) - mean * scale);
        });
      }
      const BatchNormApply apply{.x = x, .y = t.y + n * image.floats};
      for (std::int64_t s = 0; s < image.strips.groups(); ++s) {
        const std::int64_t lanes = std::min(image.strips.channelsPerGroup(), image.channels - image.strips.firstChannel(s));
        for (int k : {0, 1}) std::fill(scratch.constant(s, k) + lanes, scratch.constant(s, k) + kStrip, 0.0f);
        batchNormApply(image.strips, image.whole(s), apply, scratch.constant(s, 0), scratch.constant(s, 1));
      }
    }
  });
}

void groupNormGrad(const ChannelBlocks& layout, std::int64_t groups, const GroupNormGrad& t, void* workspace, int threads) {
  const Image image(layout);
  const std::int64_t each = layout.c / groups;
  const double count = static_cast<double>(each * image.pixels);
  const int team = teamOf(layout, threads);
  parallelParts(layout.n, team, 1, [&](WorkRange range, int thread) {
    const Scratch scratch(workspace, image, thread);
    std::fill(scratch.totals, scratch.totals + 2 * image.channels, 0.0);
    for (std::int64_t n = range.begin; n < range.end; ++n) {
      const float *x = t.x + n * image.floats, *dy = t.dy + n * image.floats;
      const float *mean = t.mean + n * groups, *inverse = t.inverseDeviation + n * groups;
      for (std::int64_t s = 0; s < image.strips.groups(); ++s) {
        for (int k : {0, 1, 2}) std::fill(scratch.constant(s, k), scratch.constant(s, k) + kStrip, 0.0f);
        std::memset(scratch.sumsOf(s), 0, 2 * kStrip * sizeof(double));
      }
      image.overChannels(0, image.channels,
                         [&](std::int64_t c, std::int64_t s, std::int64_t lane) { scratch.constant(s, 0)[lane] = mean[c / each]; });
      for (std::int64_t s = 0; s < image.strips.groups(); ++s)
        batchNormGradSums(image.strips, image.whole(s), BatchNormGradSums{.x = x, .dy = dy}, scratch.constant(s, 0), scratch.sumsOf(s));
      for (std::int64_t g = 0; g < groups; ++g) {
        const double m = static_cast<double>(mean[g]), r = static_cast<double>(inverse[g]);
        double sum = 0, product = 0;  // the sums of gamma dy, and of gamma dy (x - mean) / deviation
        image.overChannels(g * each, (g + 1) * each, [&](std::int64_t c, std::int64_t s, std::int64_t lane) {
          const double gamma = t.gamma ? static_cast<double>(t.gamma[c]) : 1.0, dbeta = scratch.sumsOf(s)[0][lane],
                       dgamma = scratch.sumsOf(s)[1][lane] * r;
          sum += gamma * dbeta;
          product += gamma * dgamma;
          scratch.totals[c] += dgamma;
          scratch.totals[image.channels + c] += dbeta;
        });
        const double input = -r * r * product / count;
        image.overChannels(g * each, (g + 1) * each, [&](std::int64_t c, std::int64_t s, std::int64_t lane) {
          scratch.constant(s, 0)[lane] = static_cast<float>(r * (t.gamma ? static_cast<double>(t.gamma[c]) : 1.0));
          scratch.constant(s, 1)[lane] = static_cast<float>(input);
          scratch.constant(s, 2)[lane] = static_cast<float>(-r * sum / count - m * input);
        });
      }
      for (std::int64_t s = 0; s < image.strips.groups(); ++s)
        batchNormGradApply(image.strips, image.whole(s), BatchNormGradApply{.x = x, .dy = dy, .dx = t.dx + n * image.floats}, scratch.constant(s, 0),
                           scratch.constant(s, 1), scratch.constant(s, 2));
    }
  });
  for (std::int64_t c = 0; c < image.channels; ++c) {
    double dgamma = 0, dbeta = 0;
    for (int thread = 0; thread < team; ++thread) {
      const Scratch scratch(workspace, image, thread);
      dgamma += scratch.totals[c];
      dbeta += scratch.totals[image.channels + c];
    }
    if (t.dgamma) t.dgamma[c] = static_cast<float>(dgamma);
    if (t.dbeta) t.dbeta[c] = static_cast<float>(dbeta);
  }
}

}  // namespace stepscope::kernels
