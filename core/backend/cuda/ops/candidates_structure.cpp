// Kernels that move elements, and embeddings (rows of a table).
#include <algorithm>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/elementwise.h"
#include "core/backend/cuda/kernels/structure.h"

namespace stepscope::cuda {
namespace {

using Strides = std::vector<Int>;

// The dimensions in the order in which images are stored, so that neighbouring threads access neighbouring memory.
Strides inMemoryOrder(const Call& c, const Strides& dimensions) {
  if (!c.channelsLast || dimensions.size() != 4) return dimensions;
  return {dimensions[0], dimensions[2], dimensions[3], dimensions[1]};
}

void copy(const Call& c, LaunchList& list, In x, Out y, const Shape& logical, const Strides& fromStrides, Int fromOffset, const Strides& toStrides,
          Int toOffset) {
  const Int count = numel(logical);
  if (count == 0) return;
  const Shape sizes = inMemoryOrder(c, logical);
  const Strides from = inMemoryOrder(c, fromStrides), to = inMemoryOrder(c, toStrides);
  list.add(StridedCopy{x, y, count, fromOffset, toOffset, walkOf(sizes, from), walkOf(sizes, to)}, perElement(count));
}

std::size_t axisOf(const Call& c) {
  return static_cast<std::size_t>(c.node.attrs.integer("axis"));
}

void concat(const Call& c, LaunchList& list) {
  const Strides to = stridesOf(c, c.outShape(0));
  Int start = 0;
  for (std::size_t i = 0; i < c.node.inputs.size(); ++i) {
    copy(c, list, c.in(i), c.out(0), c.inShape(i), stridesOf(c, c.inShape(i)), 0, to, start * to[axisOf(c)]);
    start += c.inShape(i)[axisOf(c)];
  }
}

void split(const Call& c, LaunchList& list) {
  const Strides from = stridesOf(c, c.inShape(0));
  Int start = 0;
  for (std::size_t i = 0; i < c.outputs.size(); ++i) {
    copy(c, list, c.in(0), c.out(i), c.outShape(i), from, start * from[axisOf(c)], stridesOf(c, c.outShape(i)), 0);
    start += c.outShape(i)[axisOf(c)];
  }
}

// Where a slice begins in the whole tensor, and its strides there.
struct Taken {
  Strides strides;
  Int offset = 0;
};
Taken takenFrom(const Call& c, const Shape& whole) {
  const auto &starts = c.node.attrs.integers("starts"), &steps = c.node.attrs.integers("steps");
  Taken taken{stridesOf(c, whole), 0};
  for (std::size_t d = 0; d < whole.size(); ++d) {
    taken.offset += starts[d] * taken.strides[d];
    taken.strides[d] *= steps[d];
  }
  return taken;
}
void slice(const Call& c, LaunchList& list) {
  const Taken taken = takenFrom(c, c.inShape(0));
  copy(c, list, c.in(0), c.out(0), c.outShape(0), taken.strides, taken.offset, stridesOf(c, c.outShape(0)), 0);
}
Int outBytes(const Call& c) {
  return c.outCount(0) * sizeOf(c.outputValue(0).dtype);
}
void sliceGrad(const Call& c, LaunchList& list) {
  const Taken taken = takenFrom(c, c.outShape(0));
  list.zero(c.outputs[0], outBytes(c));
  copy(c, list, c.in(0), c.out(0), c.inShape(0), stridesOf(c, c.inShape(0)), 0, taken.strides, taken.offset);
}

Borders bordersOf(const Call& c, const Shape& x, const Shape& padded) {
  Borders s;
  s.rank = static_cast<int>(x.size());
  std::copy(x.begin(), x.end(), s.sizes);
  std::copy(padded.begin(), padded.end(), s.padded);
  const auto& before = c.node.attrs.integers("before");
  std::copy(before.begin(), before.end(), s.before);
  s.reflect = c.node.attrs.text("mode") == "reflect";
  return s;
}
void pad(const Call& c, LaunchList& list) {
  const Shape &x = c.inShape(0), &y = c.outShape(0);
  if (c.node.attrs.text("mode") != "constant") {
    list.add(PadBorders{bordersOf(c, x, y), c.in(0), c.out(0), c.outCount(0)}, perElement(c.outCount(0)));
    return;
  }
  const Strides to = rowMajorStrides(y);
  Int offset = 0;
  for (std::size_t d = 0; d < x.size(); ++d) offset += c.node.attrs.integers("before")[d] * to[d];
  list.add(Fill{c.out(0), c.outCount(0), c.real("value")}, perElement(c.outCount(0)));
  copy(c, list, c.in(0), c.out(0), x, rowMajorStrides(x), 0, to, offset);
}
void padGrad(const Call& c, LaunchList& list) {
  list.add(PadBordersGrad{bordersOf(c, c.outShape(0), c.inShape(0)), c.in(0), c.out(0), c.outCount(0)}, perElement(c.outCount(0)));
}
bool fewDimensions(const Call& c) {
  return c.inShape(0).size() <= kMaxRank;
}

void transpose(const Call& c, LaunchList& list) {
  const auto& permutation = c.node.attrs.integers("permutation");
  const Strides own = rowMajorStrides(c.inShape(0));
  Strides from;
  for (const std::int64_t d : permutation) from.push_back(own[static_cast<std::size_t>(d)]);
  copy(c, list, c.in(0), c.out(0), c.outShape(0), from, 0, rowMajorStrides(c.outShape(0)), 0);
}

// Channel j * groups + i of y is channel i * (C / groups) + j of x.
void channelShuffle(const Call& c, LaunchList& list) {
  const Shape& x = c.inShape(0);
  const Int groups = c.node.attrs.integer("groups"), each = x[1] / groups, inner = numel(x) / std::max<Int>(x[0] * x[1], 1);
  const Shape sizes{x[0], each, groups, inner};
  if (c.channelsLast) {
    copy(c, list, c.in(0), c.out(0), sizes, {x[1] * inner, 1, each, x[1]}, 0, {x[1] * inner, groups, 1, x[1]}, 0);
    return;
  }
  copy(c, list, c.in(0), c.out(0), sizes, {x[1] * inner, inner, each * inner, 1}, 0, rowMajorStrides(sizes), 0);
}

// Copies the pixels that the padded shortcut uses, or in backward their gradients; the rest is zero.
void shortcut(const Call& c, LaunchList& list, const Shape& x, const Shape& y, bool backward) {
  const auto& stride = c.node.attrs.integers("stride");
  const Strides whole = stridesOf(c, x), small = stridesOf(c, y);
  const Shape sizes{x[0], x[1], y[2], y[3]};
  const Strides inX{whole[0], whole[1], whole[2] * stride[0], whole[3] * stride[1]}, inY{small[0], small[1], small[2], small[3]};
  const Int offset = c.node.attrs.integer("pad_before") * small[1];
  list.zero(c.outputs[0], outBytes(c));
  if (backward) {
    copy(c, list, c.in(0), c.out(0), sizes, inY, offset, inX, 0);
  } else {
    copy(c, list, c.in(0), c.out(0), sizes, inX, 0, inY, offset);
  }
}
void shortcutPad(const Call& c, LaunchList& list) {
  shortcut(c, list, c.inShape(0), c.outShape(0), false);
}
void shortcutPadGrad(const Call& c, LaunchList& list) {
  shortcut(c, list, c.outShape(0), c.inShape(0), true);
}

Int flagWorkspace(const Call&) {
  return 64;
}
void embedding(const Call& c, LaunchList& list) {
  list.zero(c.workspace, 4);
  list.add(Embedding{c.in(0), c.inAs<const int>(1), c.out(0), c.work<int>(), c.inShape(0)[0], c.inCount(1), c.inShape(0)[1]},
           perElement(c.outCount(0)));
}
Int embeddingGradWorkspace(const Call& c) {
  return 8 * c.inCount(1);
}
void embeddingGrad(const Call& c, LaunchList& list) {
  const Int count = c.inCount(1), width = c.outShape(0)[1];
  int *const next = c.work<int>(), *const heads = c.work<int>(4 * count);
  list.zero(c.outputs[0], outBytes(c));
  if (count == 0) return;
  list.add(EmbeddingChains{c.inAs<const int>(1), next, heads, count}, perElement(count));
  list.add(
      EmbeddingGrad{c.in(0), c.inAs<const int>(1), next, heads, c.out(0), c.outShape(0)[0], count, width, c.node.attrs.integer("padding_idx", -1)},
      perRow(count, width));
}

}  // namespace

std::span<const OpKernel> structureKernels() {
  static const OpKernel kernels[] = {
      {.op = "concat", .bind = concat, .supports = fewDimensions, .layout = LayoutUse::Follows},
      {.op = "split", .bind = split, .supports = fewDimensions, .layout = LayoutUse::Follows},
      {.op = "slice", .bind = slice, .supports = fewDimensions, .layout = LayoutUse::Follows},
      {.op = "slice_grad", .bind = sliceGrad, .supports = fewDimensions, .layout = LayoutUse::Follows},
      {.op = "pad", .bind = pad, .supports = fewDimensions},
      {.op = "pad_grad", .bind = padGrad, .supports = fewDimensions},
      {.op = "transpose", .bind = transpose, .supports = fewDimensions},
      {.op = "channel_shuffle", .bind = channelShuffle, .layout = LayoutUse::Follows},
      {.op = "shortcut_pad", .bind = shortcutPad, .layout = LayoutUse::Follows},
      {.op = "shortcut_pad_grad", .bind = shortcutPadGrad, .layout = LayoutUse::Follows},
      {.op = "embedding", .bind = embedding, .workspaceBytes = flagWorkspace, .dataFault = "an index is outside the table of the embedding"},
      {.op = "embedding_grad", .bind = embeddingGrad, .workspaceBytes = embeddingGradWorkspace},
  };
  return kernels;
}

}  // namespace stepscope::cuda
