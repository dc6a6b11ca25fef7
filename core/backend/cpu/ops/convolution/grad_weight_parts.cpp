#include "core/backend/cpu/ops/convolution/grad_weight_parts.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::cpu {

namespace {

using kernels::WorkRange;
using onednn::Arg;
using onednn::ConvolutionSpec;
using onednn::Primitive;
using onednn::TensorDesc;

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

// Channels [first, first + count) of whole images, as a separate tensor.
struct ChannelCopy {
  std::int64_t images = 0, chunks = 0;                     // a chunk is an image if a channel's pixels are contiguous, otherwise a pixel
  std::int64_t chunkBytes = 0, rowBytes = 0, skipped = 0;  // of the copied channels, of all channels, before the copied ones

  void run(const std::byte* from, std::byte* to) const {
    for (std::int64_t i = 0; i < images * chunks; ++i)
      std::memcpy(to + i * chunkBytes, from + i * rowBytes + skipped, static_cast<std::size_t>(chunkBytes));
  }
};

struct Part {
  Primitive primitive;
  std::int64_t xOffset = 0, yOffset = 0;  // of its images, bytes
  std::int64_t wOffset = 0;               // of its channels in a whole gradient, bytes
  std::int64_t image = 0;                 // index of its part of the batch; part 0 writes directly to dw, to which the others are added
  ChannelCopy copy;                       // if `chunks` is 0, dy is read directly
  std::int64_t copyOffset = 0, scratchOffset = 0;
};

struct Plan {
  std::vector<Part> parts;
  std::int64_t sums = 0;                       // number of gradients in the workspace: one per part of the batch except the first
  std::int64_t sumsOffset = 0, gradBytes = 0;  // `gradBytes`: from one of these to the next
  std::int64_t elements = 0;                   // elements of a gradient, with padding
  int threads = 1;
};

// Channels can be divided at multiples of this, since blocks of the images and of the gradient must stay whole; 0 if they cannot be divided.
std::int64_t channelGrainOf(const Convolution& c, const Physical& y, const TensorDesc& w) {
  if (c.spec.groups > 1) return 0;
  const std::int64_t grain = y.layout == Layout::Blocked8 ? 8 : 16;
  return w.outermostOffset(grain) ? grain : 0;
}

std::optional<Plan> planParts(const Convolution& c, const Primitive& whole, const Physical& x, const Physical& y, GradWeightCut cut,
                              std::int64_t grain, WorkspaceLayout& workspace) {
  const ConvolutionSpec& s = c.spec;
  const TensorDesc w = whole.desc(Arg::DiffWeights);
  const std::int64_t images = s.y[0], channels = s.y[1], pixels = s.y[2] * s.y[3];
  const std::int64_t xImage = x.bytes / images, yImage = y.bytes / images, size = sizeOf(s.dtype);
  Plan plan;
  plan.threads = c.threads;
  plan.sums = cut.images - 1;
  plan.gradBytes = (w.bytes() + 63) / 64 * 64;
  plan.elements = w.bytes() / 4;
  plan.sumsOffset = workspace.add(plan.sums * plan.gradBytes);
  for (std::int64_t i = 0; i < cut.images; ++i) {
    const WorkRange own = kernels::partOf(images, static_cast<int>(cut.images), static_cast<int>(i));
    for (std::int64_t k = 0; k < cut.channels; ++k) {
      const WorkRange range =
          cut.channels == 1 ? WorkRange{0, channels} : kernels::partOf(channels, static_cast<int>(cut.channels), static_cast<int>(k), grain);
      const std::int64_t count = range.end - range.begin;
      ConvolutionSpec spec = s;
      spec.x[0] = spec.y[0] = own.end - own.begin;
      spec.y[1] = spec.w[0] = count;
      spec.xDesc = TensorDesc::image(spec.x, s.dtype, x.layout);
      spec.yDesc = TensorDesc::image(spec.y, s.dtype, y.layout);
      if (cut.channels == 1) spec.wDesc = w;
      const std::optional<Primitive> primitive = cut.parts() == 1 ? whole : onednn::makeConvolution(spec);
      if (!primitive || (whole.isOptimized() && !primitive->isOptimized())) return std::nullopt;
      Part part;
      part.primitive = *primitive;
      part.xOffset = own.begin * xImage;
      part.yOffset = own.begin * yImage;
      part.image = i;
      if (cut.channels > 1) {
        const TensorDesc ownW = primitive->desc(Arg::DiffWeights);
        if (!ownW.isOutermostPartOf(w)) return std::nullopt;
        part.wOffset = *w.outermostOffset(range.begin);
        const bool last = y.layout == Layout::ChannelsLast;
        const std::int64_t block = blockOf(y.layout, channels), padded = last ? channels : ceilDiv(channels, block) * block;
        const std::int64_t ownPadded = last ? count : ceilDiv(count, block) * block;
        const std::int64_t together = last ? 1 : pixels;
        part.copy = {own.end - own.begin, last ? pixels : 1, ownPadded * together * size, padded * together * size, range.begin * together * size};
        part.copyOffset = workspace.add(part.copy.images * part.copy.chunks * part.copy.chunkBytes);
      }
      part.scratchOffset = workspace.add(primitive->scratchpadBytes());
      plan.parts.push_back(std::move(part));
    }
  }
  return plan;
}

Launch bind(const Plan& plan, const Buffers& b) {
  std::vector<Launch> work;
  for (const Part& part : plan.parts) {
    std::byte* const dw = part.image == 0 ? b.outputs[0] : b.workspace + plan.sumsOffset + (part.image - 1) * plan.gradBytes;
    std::byte* const given = b.inputs[1] + part.yOffset;
    std::byte* const dy = part.copy.chunks > 0 ? b.workspace + part.copyOffset : given;
    const auto execution = part.primitive.bind({{Arg::Src, b.inputs[0] + part.xOffset},
                                                {Arg::DiffDst, dy},
                                                {Arg::DiffWeights, dw + part.wOffset},
                                                {Arg::Scratchpad, b.workspace + part.scratchOffset}});
    work.push_back([execution, copy = part.copy, given, dy] {
      if (copy.chunks > 0) copy.run(given, dy);
      execution.run();
    });
  }
  return [work = std::move(work), plan, sum = b.out(0), parts = b.workspace + plan.sumsOffset] {
    // The kernels were made for one thread, so they run inside our team; if there is only one part, the number of threads is set to 1 for the
    // library.
    const int team = static_cast<int>(work.size());
    const ScopedThreads scope(team > 1 ? plan.threads : 1);
    std::vector<std::exception_ptr> failed(work.size());  // an exception must not leave a thread of a team
    kernels::parallelParts(team, team, 1, [&](WorkRange, int part) {
      const auto i = static_cast<std::size_t>(part);
      try {
        work[i]();
      } catch (...) {
        failed[i] = std::current_exception();
      }
    });
    for (const std::exception_ptr& failure : failed)
      if (failure) std::rethrow_exception(failure);
    if (plan.sums == 0) return;
    kernels::parallelParts(plan.elements, kernels::teamForBytes(plan.elements * 4, plan.threads), 16, [&](WorkRange mine, int) {
      for (std::int64_t i = 0; i < plan.sums; ++i)
        kernels::addScaled(reinterpret_cast<const float*>(parts + i * plan.gradBytes) + mine.begin, 1.0F, sum + mine.begin, mine.end - mine.begin, 1);
    });
  };
}

}  // namespace

GradWeightCut cutGradWeight(const ConvolutionSpec& s, int threads, std::int64_t channelGrain) {
  const auto real = [](std::int64_t n) { return static_cast<double>(n); };
  const std::int64_t size = sizeOf(s.dtype), grains = channelGrain > 0 ? ceilDiv(s.y[1], channelGrain) : 1;
  const double flops = 2 * real(numel(s.y)) * real(numel(s.w)) / real(s.w[0]);
  const double wBytes = real(numel(s.w) * 4), xBytes = real(numel(s.x) * size), yBytes = real(numel(s.y) * size);
  GradWeightCut best;
  double least = 0;
  for (std::int64_t channels = 1; channels <= std::min<std::int64_t>(threads, grains); ++channels) {
    // Only if the sums are f32: bf16 sums would be rounded at every addition.
    const std::int64_t images = s.weightGradType == DType::F32 ? std::min<std::int64_t>(s.y[0], threads / channels) : 1;
    const double share = real(ceilDiv(s.y[0], images)) / real(s.y[0]) * real(ceilDiv(grains, channels)) / real(grains);
    double moved = xBytes / real(images) + wBytes / real(channels);
    if (channels > 1) moved += 2 * yBytes * share;
    if (images > 1) moved += real(images + 1) * wBytes / real(threads);
    const double cost = flops * share + limits::kFlopsAByte * moved;
    if (channels == 1 || cost < least) {
      least = cost;
      best = {images, channels};
    }
  }
  return best;
}

Candidate gradWeightInParts(const Convolution& c, std::string name, const Primitive& whole, const Physical& x, const Physical& y) {
  const TensorDesc w = whole.desc(Arg::DiffWeights);
  const std::int64_t grain = channelGrainOf(c, y, w);
  std::optional<Plan> plan;
  WorkspaceLayout workspace;
  for (const GradWeightCut cut : {cutGradWeight(c.spec, c.threads, grain), cutGradWeight(c.spec, c.threads, 0), GradWeightCut{}}) {
    workspace = {};
    plan = planParts(c, whole, x, y, cut, grain, workspace);
    if (plan) break;
  }
  Candidate candidate;
  candidate.name = std::move(name);
  candidate.library = "oneDNN " + whole.implementation();
  setOperands(c, x, weight(w), y, candidate);
  candidate.workspaceBytes = workspace.bytes();
  candidate.bind = [plan = std::move(*plan)](const Buffers& b) { return bind(plan, b); };
  return candidate;
}

}  // namespace stepscope::cpu
