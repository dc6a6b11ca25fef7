// Kernels of batch, layer, RMS and group norm. Images with the channels last are rows of channels.
#include <algorithm>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/batch_norm.h"
#include "core/backend/cuda/kernels/normalization.h"

namespace stepscope::cuda {
namespace {

struct Channels {
  Int outer, channels, inner;
};
Channels channelsOf(const Call& c) {
  const Shape& x = c.inShape(0);
  if (c.channelsLast) return {numel(x) / std::max<Int>(x[1], 1), x[1], 1};
  return {x[0], x[1], numel(x) / std::max<Int>(x[0] * x[1], 1)};
}

// Most blocks that run at once: with the registers of these kernels a multiprocessor holds four blocks of 256 threads, and an H100 has 132
// multiprocessors. More blocks would start later.
constexpr Int kBlocksAtOnce = 4 * 132;
// Bytes of shared memory for joinRows().
constexpr Int kJoinBytes = 256 * 16 * sizeof(float);

// The number of parts into which rows are divided: enough to use the whole device, with enough rows in each to justify the second launch. If eight
// channels are processed at a time, one block handles a part, and its 256 threads handle several rows at once.
Int partsOf(const Channels& s) {
  if (s.channels % 8 != 0) return std::clamp<Int>(std::min(s.outer / 16, 65536 / std::max<Int>(s.channels, 1)), 1, 4096);
  const Int rowsAtOnce = 256 / std::min<Int>(std::max<Int>(s.channels / 8, 1), 256);
  return std::clamp<Int>(s.outer / (16 * rowsAtOnce), 1, kBlocksAtOnce);
}
Geometry partsGeometry(const Channels& s, Int parts) {
  return s.channels % 8 == 0 ? Geometry{parts, 256} : perElement(parts * s.channels);
}
Int joinBytes(const Channels& s) {
  return s.channels % 8 == 0 ? kJoinBytes : 0;
}
Int channelPartsWorkspace(const Call& c) {
  const Channels s = channelsOf(c);
  return s.inner == 1 ? 2 * partsOf(s) * s.channels * 4 : 0;
}
// Bytes of the mask of a relu: one bit per element if eight channels are processed at a time, else one byte.
Int maskBytes(const Channels& s, Int count) {
  return s.inner == 1 && s.channels % 8 == 0 ? count / 8 : count;
}
Int batchNormOutputBytes(const Call& c, std::size_t output) {
  constexpr std::size_t kMask = 3;
  return output == kMask ? maskBytes(channelsOf(c), c.outCount(kMask)) : c.outputValue(output).bytes;
}
// The kernels process eight channels at a time if possible, and load per-channel values once per thread.
Geometry applyGeometry(Int count, const Channels& s) {
  if (s.inner != 1 || s.channels % 8 != 0) return perElement(count);
  const Geometry all = perElement(count / 8);
  return {std::min(all.blocks, kBlocksAtOnce), all.threads};
}

// Computes the statistics. `output` is the index of the output for the mean; the next one is the variance.
void batchNormStatistics(const Call& c, LaunchList& list, const Channels& s, std::size_t output = 1) {
  const Statistics statistics{c.outAs<float>(output), c.outAs<float>(output + 1), c.inAs<float>(3), c.inAs<float>(4), c.real("momentum")};
  if (c.has(kSumsInput)) {
    list.add(MomentsFromSums{c.inAs<const float>(kSumsInput), c.inAs<const float>(kSumsInput + 1), statistics, s.outer * s.inner, s.channels},
             perElement(s.channels));
    return;
  }
  if (s.inner == 1) {
    const Int parts = partsOf(s);
    float *const sums = c.work<float>(), *const squares = c.work<float>(parts * s.channels * 4);
    list.add(ChannelMoments{c.in(0), sums, squares, s.outer, s.channels, parts}, partsGeometry(s, parts), joinBytes(s));
    list.add(JoinMoments{sums, squares, statistics, s.outer, s.channels, parts}, perRow(s.channels, parts));
    return;
  }
  list.add(BatchNormStatistics{c.in(0), statistics, s.outer, s.channels, s.inner}, perRow(s.channels, s.outer * s.inner));
}

void batchNorm(const Call& c, LaunchList& list) {
  const Channels s = channelsOf(c);
  batchNormStatistics(c, list, s);
  const bool relu = c.flag("relu");
  list.add(BatchNormApply{c.in(0), c.in(1), c.in(2), c.out(1).in(), c.out(2).in(), c.in(5), c.out(0), relu ? c.outAs<Byte>(3) : nullptr,
                          c.outCount(0), s.channels, s.inner, c.real("eps"), relu},
           applyGeometry(c.outCount(0), s));
}

void batchNormInference(const Call& c, LaunchList& list) {
  const Channels s = channelsOf(c);
  list.add(BatchNormApply{c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), c.in(5), c.out(0), nullptr, c.outCount(0), s.channels, s.inner, c.real("eps"),
                          c.flag("relu")},
           applyGeometry(c.outCount(0), s));
}

void batchNormGradBy(const Byte* mask, const Call& c, LaunchList& list) {
  const Channels s = channelsOf(c);
  if (s.inner == 1) {
    const Int parts = partsOf(s);
    float *const products = c.work<float>(), *const sums = c.work<float>(parts * s.channels * 4);
    list.add(BatchNormGradParts{c.in(0), c.in(1), c.in(4), c.in(5), mask, products, sums, s.outer, s.channels, parts, c.real("eps")},
             partsGeometry(s, parts), joinBytes(s));
    list.add(BatchNormGradJoin{products, sums, c.out(1), c.out(2), s.channels, parts}, perRow(s.channels, parts));
  } else {
    list.add(BatchNormGradSums{c.in(0), c.in(1), c.in(4), c.in(5), mask, c.out(1), c.out(2), s.outer, s.channels, s.inner, c.real("eps")},
             perRow(s.channels, s.outer * s.inner));
  }
  list.add(BatchNormGradApply{c.in(0), c.in(1), c.in(2), c.in(4), c.in(5), c.out(1).in(), c.out(2).in(), mask, c.out(0), c.out(3), c.outCount(0),
                              s.channels, s.inner, c.real("eps"), static_cast<float>(s.outer * s.inner)},
           applyGeometry(c.outCount(0), s));
}

// Inputs: x dy gamma beta mean variance [mask y].
void batchNormGrad(const Call& c, LaunchList& list) {
  batchNormGradBy(c.flag("relu") ? c.inAs<const Byte>(6) : nullptr, c, list);
}

Int scaleShiftWorkspace(const Call& c) {
  return c.has(kSumsInput) ? 0 : channelPartsWorkspace(c);
}
// Outputs: mean, variance, and the packed scale and shift for convolutions that apply the norm while they read.
void batchNormForPrologue(const Call& c, LaunchList& list) {
  const Channels s = channelsOf(c);
  batchNormStatistics(c, list, s, 0);
  const Type type = typeOf(c.inputValue(0).dtype);
  std::byte* const scale = c.outAs<std::byte>(2);
  list.add(NormScaleShift{c.in(1),
                          c.in(2),
                          c.out(0).in(),
                          c.out(1).in(),
                          {scale, type},
                          {scale ? scale + shiftOffset(s.channels) : nullptr, type},
                          s.channels,
                          c.real("eps")},
           perElement(s.channels));
}

// The mask is in the workspace after the sums of the parts; offset in bytes.
Int maskOffset(const Call& c) {
  return alignedToPlan(channelPartsWorkspace(c));
}
Int withoutMaskWorkspace(const Call& c) {
  return maskOffset(c) + maskBytes(channelsOf(c), c.outCount(0));
}
void batchNormGradWithoutMask(const Call& c, LaunchList& list) {
  const Channels s = channelsOf(c);
  auto* const mask = c.work<Byte>(maskOffset(c));
  list.add(ReluMaskOfNorm{c.in(0), c.in(2), c.in(3), c.in(4), c.in(5), mask, c.outCount(0), s.channels, c.real("eps")},
           applyGeometry(c.outCount(0), s));
  batchNormGradBy(mask, c, list);
}

struct Rows {
  Int rows, width;
};
Rows rowsOf(const Call& c) {
  const Shape& shape = c.inShape(0);
  Int width = 1;
  for (std::int64_t d = 0; d < c.node.attrs.integer("dims"); ++d) width *= shape[shape.size() - 1 - static_cast<std::size_t>(d)];
  return {numel(shape) / std::max<Int>(width, 1), width};
}

void layerNorm(const Call& c, LaunchList& list) {
  const Rows s = rowsOf(c);
  list.add(RowNorm{c.in(0), c.in(1), c.in(2), c.out(0), c.outAs<float>(1), c.outAs<float>(2), s.rows, s.width, c.real("eps")},
           perRow(s.rows, s.width));
}
void rmsNorm(const Call& c, LaunchList& list) {
  const Rows s = rowsOf(c);
  list.add(RowNorm{c.in(0), c.in(1), {}, c.out(0), nullptr, c.outAs<float>(1), s.rows, s.width, c.real("eps")}, perRow(s.rows, s.width));
}

Int partsOf(const Rows& s) {
  return std::clamp<Int>(s.rows / 16, 1, 64);
}
Int rowNormGradWorkspace(const Call& c) {
  const Rows s = rowsOf(c);
  return c.outputs.size() > 1 ? 2 * partsOf(s) * s.width * 4 : 0;
}

// Inputs: x dy [gamma] [mean] inverse. Outputs: dx [dgamma] [dbeta]. The sums are computed first, because dx may overwrite x or dy.
template <bool centered>
void rowNormGrad(const Call& c, LaunchList& list) {
  const Rows s = rowsOf(c);
  const In mean = centered ? c.in(3) : In{}, inverse = c.in(centered ? 4 : 3);
  if (c.outputs.size() > 1) {
    const Int parts = partsOf(s);
    float *const gamma = c.work<float>(), *const beta = c.work<float>(parts * s.width * 4);
    list.add(RowNormGradParts{c.in(0), c.in(1), mean, inverse, gamma, beta, s.rows, s.width, parts}, perElement(parts * s.width));
    if (c.has(2)) list.add(ColumnSums{gamma, c.out(1), parts, s.width}, perElement(s.width));
    if (c.flag("bias")) list.add(ColumnSums{beta, c.out(c.outputs.size() - 1), parts, s.width}, perElement(s.width));
  }
  list.add(RowNormGrad{c.in(0), c.in(1), c.in(2), mean, inverse, c.out(0), s.rows, s.width}, perRow(s.rows, s.width));
}

GroupShape groupsOf(const Call& c) {
  const Shape& x = c.inShape(0);
  const Int groups = x[0] * c.node.attrs.integer("groups");
  return {groups, numel(x) / std::max<Int>(groups, 1), numel(x) / std::max<Int>(x[0] * x[1], 1), x[1], c.channelsLast};
}

void groupNorm(const Call& c, LaunchList& list) {
  const GroupShape s = groupsOf(c);
  list.add(GroupNorm{c.in(0), c.in(1), c.in(2), c.out(0), c.outAs<float>(1), c.outAs<float>(2), s, c.real("eps")}, perRow(s.groups, s.size));
}

// Inputs: x dy [gamma] mean inverse. Outputs: dx [dgamma] [dbeta].
void groupNormGrad(const Call& c, LaunchList& list) {
  const GroupShape s = groupsOf(c);
  const Out dgamma = c.has(2) ? c.out(1) : Out{}, dbeta = c.flag("bias") ? c.out(c.outputs.size() - 1) : Out{};
  if (c.outputs.size() > 1)
    list.add(GroupNormGradChannels{c.in(0), c.in(1), c.in(3), c.in(4), dgamma, dbeta, s, c.inShape(0)[0]},
             perRow(s.channels, c.inShape(0)[0] * s.inner));
  list.add(GroupNormGrad{c.in(0), c.in(1), c.in(2), c.in(3), c.in(4), c.out(0), s}, perRow(s.groups, s.size));
}

// --- cuDNN's norms, as alternatives to ours ---

std::optional<Planned> planned(const NormRequest& request, const Library& library, std::vector<PlanOperand> operands) {
  if (library.untimed) return std::nullopt;
  std::optional<Planned> made = plannedBy(library.api->makeNorm, request, library, std::move(operands));
  if (made) made->checked = made->competes = true;
  return made;
}

NormRequest requestOf(const Call& c, NormKind kind, const Library& library) {
  NormRequest r;
  r.kind = kind;
  r.type = elementTypeOf(c.inputValue(0).dtype);
  r.eps = c.real("eps", 0);  // 0 in the backward pass of a layer norm, which reads inverse deviations
  r.deterministic = library.deterministic;
  r.workspaceLimit = Int{32} << 20;
  return r;
}

// A norm that cuDNN can run here. Not with a relu: it keeps a mask in our own format for the backward pass, and only our kernel adds a residual
// before it.
bool isPlainBatchNorm(const Call& c) {
  return !c.flag("relu") && c.inShape(0).size() == 4 && c.outCount(0) > 0;
}
NormRequest batchRequest(const Call& c, const Library& library) {
  NormRequest r = requestOf(c, NormKind::Batch, library);
  const Shape& x = c.inShape(0);
  r.rows = x[0];
  r.channels = x[1];
  r.height = x[2];
  r.width = x[3];
  r.channelsLast = c.channelsLast;
  return r;
}
void varianceFromInverse(const Call& c, LaunchList& list) {
  list.add(VarianceOfInverse{c.outAs<float>(2), c.inShape(0)[1], c.real("eps")}, perElement(c.inShape(0)[1]));
}
void inverseFromVariance(const Call& c, LaunchList& list) {
  list.add(InverseDeviation{c.in(5), c.work<float>(), c.inShape(0)[1], c.real("eps")}, perElement(c.inShape(0)[1]));
}
std::optional<Planned> planBatchNorm(const Call& c, const Library& library) {
  if (!isPlainBatchNorm(c) || c.has(5) || !c.has(3) || !c.has(4)) return std::nullopt;
  NormRequest r = batchRequest(c, library);
  r.momentum = c.real("momentum");
  auto made = planned(r, library, {{0}, {1}, {2}, {-1}, {-2}, {-3}, {3}, {4}, {3}, {4}});
  if (made) made->after = varianceFromInverse;
  return made;
}
std::optional<Planned> planBatchNormGrad(const Call& c, const Library& library) {
  if (!isPlainBatchNorm(c) || c.flag("residual")) return std::nullopt;
  NormRequest r = batchRequest(c, library);
  r.backward = 1;
  auto made = planned(r, library, {{0}, {1}, {2}, {4}, {kInWorkspace}, {-1}, {-2}, {-3}});
  if (!made) return std::nullopt;
  made->ownBytes = 4 * r.channels;
  made->before = inverseFromVariance;
  return made;
}

std::optional<Planned> planBatchNormWithRelu(const Call& c, const Library& library) {
  const Shape& x = c.inShape(0);
  if (x.size() != 4 || !c.channelsLast || x[1] % 8 != 0 || c.outCount(0) == 0 || !c.has(3) || !c.has(4)) return std::nullopt;
  NormRequest r = batchRequest(c, library);
  r.momentum = c.real("momentum");
  r.relu = 1;
  r.residual = c.has(5);
  auto made = planned(r, library, {{0}, {1}, {2}, {-1}, {-2}, {-3}, {3}, {4}, {3}, {4}, {r.residual ? 5 : kNoOperand}, {-4}});
  if (made) made->after = varianceFromInverse;
  return made;
}
std::optional<Planned> planBatchNormGradWithRelu(const Call& c, const Library& library) {
  NormRequest r = batchRequest(c, library);
  r.backward = r.relu = 1;
  r.residual = c.flag("residual");
  auto made = planned(r, library, {{0}, {1}, {2}, {4}, {kInWorkspace}, {-1}, {-2}, {-3}, {6}, {r.residual ? -4 : kNoOperand}});
  if (!made) return std::nullopt;
  made->ownBytes = 4 * r.channels;
  made->before = inverseFromVariance;
  return made;
}

std::optional<NormRequest> rowsRequest(const Call& c, NormKind kind, const Library& library) {
  const Rows s = rowsOf(c);
  if (s.rows == 0 || s.width == 0) return std::nullopt;
  NormRequest r = requestOf(c, kind, library);
  r.rows = s.rows;
  r.channels = s.width;
  return r;
}
// cuDNN's kernels are used only if the norm has its weights: gamma and beta for layer norm, gamma for RMS norm.
std::optional<Planned> planLayerNorm(const Call& c, const Library& library) {
  auto r = rowsRequest(c, NormKind::Layer, library);
  if (!r || !c.has(1) || !c.has(2)) return std::nullopt;
  r->typeWeight = elementTypeOf(c.inputValue(1).dtype);
  return planned(*r, library, {{0}, {1}, {2}, {-1}, {-2}, {-3}});
}
std::optional<Planned> planRmsNorm(const Call& c, const Library& library) {
  auto r = rowsRequest(c, NormKind::Rms, library);
  if (!r || !c.has(1)) return std::nullopt;
  r->typeWeight = elementTypeOf(c.inputValue(1).dtype);
  return planned(*r, library, {{0}, {1}, {kNoOperand}, {-1}, {kNoOperand}, {-2}});
}
template <bool centered>
std::optional<Planned> planRowNormGrad(const Call& c, const Library& library) {
  auto r = rowsRequest(c, centered ? NormKind::Layer : NormKind::Rms, library);
  const std::size_t wanted = centered ? 3 : 2;
  if (!r || !c.has(2) || c.outputs.size() != wanted || c.flag("bias") != centered) return std::nullopt;
  r->backward = 1;
  r->typeWeight = elementTypeOf(c.inputValue(2).dtype);
  if (elementTypeOf(c.outputValue(1).dtype) != r->typeWeight) return std::nullopt;
  if (centered) return planned(*r, library, {{0}, {1}, {2}, {3}, {4}, {-1}, {-2}, {-3}});
  return planned(*r, library, {{0}, {1}, {2}, {kNoOperand}, {3}, {-1}, {-2}});
}

}  // namespace

std::span<const OpKernel> normalizationKernels() {
  static const OpKernel kernels[] = {
      {.op = "batch_norm",
       .bind = batchNorm,
       .workspaceBytes = channelPartsWorkspace,
       .outputBytes = batchNormOutputBytes,
       .plan = planBatchNorm,
       .layout = LayoutUse::Images},
      {.op = "batch_norm_of_sums", .bind = batchNorm, .outputBytes = batchNormOutputBytes, .layout = LayoutUse::Images},
      {.op = "batch_norm_scale_shift", .bind = batchNormForPrologue, .workspaceBytes = scaleShiftWorkspace, .layout = LayoutUse::Images},
      {.op = "batch_norm_relu_bits", .plan = planBatchNormWithRelu, .layout = LayoutUse::Images},
      {.op = "batch_norm_grad_relu_bits", .plan = planBatchNormGradWithRelu, .layout = LayoutUse::Images},
      {.op = "batch_norm_grad_without_mask", .bind = batchNormGradWithoutMask, .workspaceBytes = withoutMaskWorkspace, .layout = LayoutUse::Images},
      {.op = "batch_norm_inference", .bind = batchNormInference, .layout = LayoutUse::Images},
      {.op = "batch_norm_grad",
       .bind = batchNormGrad,
       .workspaceBytes = channelPartsWorkspace,
       .plan = planBatchNormGrad,
       .layout = LayoutUse::Images},
      {.op = "layer_norm", .bind = layerNorm, .plan = planLayerNorm},
      {.op = "layer_norm_grad", .bind = rowNormGrad<true>, .workspaceBytes = rowNormGradWorkspace, .plan = planRowNormGrad<true>},
      {.op = "rms_norm", .bind = rmsNorm, .plan = planRmsNorm},
      {.op = "rms_norm_grad", .bind = rowNormGrad<false>, .workspaceBytes = rowNormGradWorkspace, .plan = planRowNormGrad<false>},
      {.op = "group_norm", .bind = groupNorm, .layout = LayoutUse::Images},
      {.op = "group_norm_grad", .bind = groupNormGrad, .layout = LayoutUse::Images},
  };
  return kernels;
}

}  // namespace stepscope::cuda
