#include "core/backend/cpu/ops/normalization/batch_norm.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/backend/cpu/ops/normalization/batch_norm_loops.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/base/error.h"

namespace stepscope::kernels {
namespace {

constexpr std::int64_t kStrip = ChannelGroups::kStrip;
constexpr int kConstants = 5;
constexpr std::int64_t kCachedBytes = 512 * 1024;  // smaller groups stay completely in the second-level cache

// The workspace of a call: the partial sums of every thread, then the constants of every group.
struct Scratch {
  Scratch(void* workspace, const ChannelGroups& groups, int team)
      : groups_(groups.groups()), sums_(static_cast<double*>(workspace)), constants_(reinterpret_cast<float*>(sums_ + team * groups_ * 2 * kStrip)) {}

  double (*sums(int thread, std::int64_t group) const)[kStrip] {
    return reinterpret_cast<double(*)[kStrip]>(sums_ + (thread * groups_ + group) * 2 * kStrip);
  }
  float* constant(std::int64_t group, int which) const { return constants_ + (group * kConstants + which) * kStrip; }

 private:
  std::int64_t groups_;
  double* sums_;
  float* constants_;
};

void clear(double (*sums)[kStrip]) {
  std::memset(sums, 0, 2 * kStrip * sizeof(double));
}

// For every group runs prepare(group), reduce(range, sums), finish(group, sums) and apply(range). If the threads can divide whole groups, each does
// all of it while the group is in its cache. Otherwise they divide the segments to reduce, and after all sums are complete, again to apply.
// `groupBytes` is the memory of one group.
template <class Prepare, class Reduce, class Finish, class Apply>
void reduceThenApply(const ChannelGroups& groups, const Scratch& scratch, int team, std::int64_t groupBytes, const Prepare& prepare,
                     const Reduce& reduce, const Finish& finish, const Apply& apply) {
  const bool own = team == 1 || (!groups.rowMajor() && (groups.groups() % team == 0 || groups.groups() >= 4 * team));
  if (own && !groups.rowMajor()) {
    parallelParts(groups.groups(), team, 1, [&](WorkRange range, int thread) {
      for (std::int64_t g = range.begin; g < range.end; ++g) {
        const SegmentRange whole{g, 0, groups.segments()};
        auto* sums = scratch.sums(thread, g);
        clear(sums);
        prepare(g);
        reduce(whole, sums);
        finish(g, sums);
        if (groupBytes < kCachedBytes) {
          apply(whole);
          continue;
        }
        // Backwards, since the data read last are still in the cache.
        for (std::int64_t s = groups.segments(); s > 0; --s) apply(SegmentRange{g, s - 1, s});
      }
    });
    return;
  }
  for (std::int64_t g = 0; g < groups.groups(); ++g) prepare(g);
  parallelParts(groupItems(groups), team, 1, [&](WorkRange range, int thread) {
    for (std::int64_t g = 0; g < groups.groups(); ++g) clear(scratch.sums(thread, g));
    overItems(groups, range, [&](std::int64_t g, std::int64_t first, std::int64_t last) {
      reduce(SegmentRange{g, first, last}, scratch.sums(thread, g));
    });
  });
  for (std::int64_t g = 0; g < groups.groups(); ++g) {
    auto* total = scratch.sums(0, g);
    for (int thread = 1; thread < team; ++thread)
      for (int k = 0; k < 2; ++k)
        for (std::int64_t i = 0; i < kStrip; ++i) total[k][i] += scratch.sums(thread, g)[k][i];
    finish(g, total);
  }
  parallelParts(groupItems(groups), team, 1, [&](WorkRange range, int) {
    overItems(groups, range, [&](std::int64_t g, std::int64_t first, std::int64_t last) { apply(SegmentRange{g, first, last}); });
  });
}

// The number of channels of a group, without padding.
std::int64_t channelsOf(const ChannelGroups& groups, std::int64_t group) {
  return std::min(groups.channelsPerGroup(), groups.channels() - groups.firstChannel(group));
}

// Sets `shift` to values near the means of the channels, so that sums of squares around them do not lose digits: the means of a few elements of
// several images.
template <class T>
void fillShift(const ChannelGroups& groups, std::int64_t group, const T* x, float* shift) {
  const std::int64_t segments = std::min<std::int64_t>(groups.segments(), 8);
  const std::int64_t wanted = std::max<std::int64_t>(2, 16 / segments);
  std::int64_t elements = 0;
  std::fill(shift, shift + kStrip, 0.0f);
  for (std::int64_t s = 0; s < segments; ++s) {
    const ChannelSegment segment = groups.segment(group, s);
    const std::int64_t rows = std::min(segment.rows, wanted);
    elements += rows;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t c = 0; c < segment.width; ++c) shift[c] += widened(x[segment.offset + row * segment.stride + c]);
  }
  for (std::int64_t c = 0; c < kStrip; ++c) shift[c] /= static_cast<float>(elements);
}

double inverseDeviation(double variance, double eps) {
  return 1.0 / std::sqrt(variance + eps);
}

// Sets constants number `first` (scale) and `first` + 1 (offset), with which y = scale * x + offset. They follow from the saved statistics, so that
// the same output can be computed again from these.
void setScaleAndOffset(const Scratch& scratch, int first, std::int64_t group, std::int64_t channel, float mean, float variance, float gamma,
                       float beta, double eps) {
  const double scale = gamma * inverseDeviation(variance, eps);
  scratch.constant(group, first)[channel] = static_cast<float>(scale);
  scratch.constant(group, first + 1)[channel] = static_cast<float>(beta - mean * scale);
}

void applyTo(const ChannelGroups& groups, SegmentRange range, const BatchNormApply& t, const std::optional<FormulaUse>& activation,
             const float* scale, const float* offset) {
  if (!activation) return batchNormApply(groups, range, t, scale, offset);
  batchNormActivationApply(groups, range, {t.x, nullptr, t.y, *activation, t.storage, scale, offset});
}

}  // namespace

std::optional<FormulaUse> batchNormTakes(const std::optional<FormulaUse>& activation) {
  if (!activation) return std::nullopt;
  switch (activation->formula) {
    case Formula::Clamp:
    case Formula::LeakyRelu:
    case Formula::Gelu:
    case Formula::GeluTanh:
    case Formula::Silu:
    case Formula::HardSwish: return keepsZero(*activation) ? activation : std::nullopt;  // padding lanes must stay zero
    default: return std::nullopt;
  }
}

bool batchNormKeepsSlope(const FormulaUse& activation) {
  return activation.formula == Formula::Gelu || activation.formula == Formula::GeluTanh || activation.formula == Formula::Silu;
}

std::int64_t batchNormMaskBytes(const ChannelBlocks& layout) {
  return ChannelGroups(layout).maskElements() / batchNormMaskElementsPerByte();
}

std::int64_t batchNormWorkspaceBytes(const ChannelBlocks& layout, int threads) {
  const std::int64_t groups = ChannelGroups(layout).groups();
  return groups * kStrip * (threads * 2 * static_cast<std::int64_t>(sizeof(double)) + kConstants * static_cast<std::int64_t>(sizeof(float)));
}

void batchNormTraining(const ChannelBlocks& layout, const BatchNormTraining& t, void* workspace, int threads) {
  require(!t.activation || (!t.relu && !t.residual), "a batch norm has an activation and a relu or a residual");
  const ChannelGroups groups(layout);
  const int team = teamForBytes(layout.elements() * 3 * bytesOf(t.storage), threads);
  const Scratch scratch(workspace, groups, team);
  const double count = static_cast<double>(layout.n * layout.spatial);
  const auto prepare = [&](std::int64_t g) {
    std::memset(scratch.constant(g, 0), 0, 2 * kStrip * sizeof(float));
    withStorage(t.storage, [&]<class T>(T*) { fillShift(groups, g, static_cast<const T*>(t.x), scratch.constant(g, 2)); });
  };
  const BatchNormApply apply{t.x, t.residual, t.y, t.mask, t.relu, t.storage};

  const auto reduce = [&](SegmentRange range, double(*sums)[kStrip]) {
    batchNormMoments(groups, range, t.x, scratch.constant(range.group, 2), sums, t.storage);
  };
  const auto finish = [&](std::int64_t g, double(*sums)[kStrip]) {
    for (std::int64_t i = 0; i < channelsOf(groups, g); ++i) {
      const std::int64_t c = groups.firstChannel(g) + i;
      const double shifted = sums[0][i] / count;
      const double mean = static_cast<double>(scratch.constant(g, 2)[i]) + shifted;
      const double variance = std::max(0.0, sums[1][i] / count - shifted * shifted);
      // NaN must be kept, which max() would remove.
      const double biased = std::isnan(sums[1][i]) ? sums[1][i] : variance;
      t.savedMean[c] = static_cast<float>(mean);
      t.savedVar[c] = static_cast<float>(biased);
      if (t.runningMean) t.runningMean[c] = static_cast<float>((1 - t.momentum) * t.runningMean[c] + t.momentum * mean);
      if (t.runningVar) t.runningVar[c] = static_cast<float>((1 - t.momentum) * t.runningVar[c] + t.momentum * biased * (count / (count - 1)));
      setScaleAndOffset(scratch, 0, g, i, t.savedMean[c], t.savedVar[c], t.gamma[c], t.beta[c], t.eps);
    }
  };
  const std::int64_t groupBytes = layout.elements() * (t.residual ? 3 : 2) * bytesOf(t.storage) / groups.groups();
  reduceThenApply(groups, scratch, team, groupBytes, prepare, reduce, finish, [&](SegmentRange range) {
    applyTo(groups, range, apply, t.activation, scratch.constant(range.group, 0), scratch.constant(range.group, 1));
  });
}

void batchNormInference(const ChannelBlocks& layout, const BatchNormInference& t, void* workspace, int threads) {
  require(!t.activation || (!t.relu && !t.residual), "a batch norm has an activation and a relu or a residual");
  const ChannelGroups groups(layout);
  const int team = teamForBytes(layout.elements() * 2 * bytesOf(t.storage), threads);
  const Scratch scratch(workspace, groups, team);
  for (std::int64_t g = 0; g < groups.groups(); ++g) {
    std::memset(scratch.constant(g, 0), 0, 2 * kStrip * sizeof(float));
    for (std::int64_t i = 0; i < channelsOf(groups, g); ++i) {
      const std::int64_t c = groups.firstChannel(g) + i;
      setScaleAndOffset(scratch, 0, g, i, t.runningMean[c], t.runningVar[c], t.gamma[c], t.beta[c], t.eps);
    }
  }
  const BatchNormApply apply{t.x, t.residual, t.y, nullptr, t.relu, t.storage};
  parallelParts(groupItems(groups), team, 1, [&](WorkRange range, int) {
    overItems(groups, range, [&](std::int64_t g, std::int64_t first, std::int64_t last) {
      applyTo(groups, {g, first, last}, apply, t.activation, scratch.constant(g, 0), scratch.constant(g, 1));
    });
  });
}

void batchNormGrad(const ChannelBlocks& layout, const BatchNormGrad& t, void* workspace, int threads) {
  require(!t.activation || (t.beta && !t.relu && !t.dresidual), "a batch norm has an activation and a relu or a residual");
  const bool keepsSlope = t.activation && batchNormKeepsSlope(*t.activation);
  require(!keepsSlope || t.dx != t.x, "a batch norm's gradient would overwrite its input, which is still read");
  const ChannelGroups groups(layout);
  const int team = teamForBytes(layout.elements() * 5 * bytesOf(t.storage), threads);
  const Scratch scratch(workspace, groups, team);
  const double count = static_cast<double>(layout.n * layout.spatial);
  const auto prepare = [&](std::int64_t g) {
    std::memset(scratch.constant(g, 0), 0, kConstants * kStrip * sizeof(float));
    std::copy_n(t.savedMean + groups.firstChannel(g), channelsOf(groups, g), scratch.constant(g, 0));
    if (!t.activation) return;
    for (std::int64_t i = 0; i < channelsOf(groups, g); ++i) {
      const std::int64_t c = groups.firstChannel(g) + i;
      setScaleAndOffset(scratch, 3, g, i, t.savedMean[c], t.savedVar[c], t.gamma[c], t.beta[c], t.eps);
    }
  };
  const auto activated = [&](std::int64_t g) -> BatchNormActivation {
    return {t.x, t.dy, t.dx, *t.activation, t.storage, scratch.constant(g, 3), scratch.constant(g, 4)};
  };
  const BatchNormGradSums sumsOf{t.x, t.dy, t.dyOther, t.mask, t.y, t.dresidual, t.relu, t.storage};
  BatchNormGradApply apply{t.x, t.dy, t.mask, t.y, t.dx, t.relu, t.storage};
  if (keepsSlope) apply.dy = t.dx;
  if (t.dresidual) apply = {t.x, t.dresidual, nullptr, nullptr, t.dx, false, t.storage};  // dresidual is already masked

  const auto reduce = [&](SegmentRange range, double(*sums)[kStrip]) {
    if (t.activation) {
      BatchNormActivation in = activated(range.group);
      if (!keepsSlope) in.out = nullptr;
      return batchNormActivationGradSums(groups, range, in, scratch.constant(range.group, 0), sums);
    }
    batchNormGradSums(groups, range, sumsOf, scratch.constant(range.group, 0), sums);
  };
  // dx = gamma / s (g - mean(g) - xhat mean(g xhat)) with xhat = (x - mean) / s, written as a sum of a term in g, a term in x and a constant.
  const auto finish = [&](std::int64_t g, double(*sums)[kStrip]) {
    for (std::int64_t i = 0; i < channelsOf(groups, g); ++i) {
      const std::int64_t c = groups.firstChannel(g) + i;
      const double inverse = inverseDeviation(t.savedVar[c], t.eps);
      const double dgamma = sums[1][i] * inverse, dbeta = sums[0][i];
      t.dgamma[c] = static_cast<float>(dgamma);
      t.dbeta[c] = static_cast<float>(dbeta);
      const double gradScale = t.gamma[c] * inverse, inputScale = -gradScale * inverse * dgamma / count;
      scratch.constant(g, 0)[i] = static_cast<float>(gradScale);
      scratch.constant(g, 1)[i] = static_cast<float>(inputScale);
      scratch.constant(g, 2)[i] = static_cast<float>(-gradScale * dbeta / count - inputScale * t.savedMean[c]);
    }
  };
  const std::int64_t groupBytes = layout.elements() * (t.dresidual ? 5 : 3) * bytesOf(t.storage) / groups.groups();
  reduceThenApply(groups, scratch, team, groupBytes, prepare, reduce, finish, [&](SegmentRange range) {
    const float* constants[] = {scratch.constant(range.group, 0), scratch.constant(range.group, 1), scratch.constant(range.group, 2)};
    if (t.activation && !keepsSlope)
      return batchNormActivationGradApply(groups, range, activated(range.group), constants[0], constants[1], constants[2]);
    batchNormGradApply(groups, range, apply, constants[0], constants[1], constants[2]);
  });
}

}  // namespace stepscope::kernels
