// Kernels that move elements without arithmetic (concat, split, slice, pad, transpose and others): copies of boxes in any layout.
#include <algorithm>
#include <bit>
#include <limits>

#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/structure/relayout.h"
#include "core/backend/cpu/ops/structure/tensor_boxes.h"

namespace stepscope::cpu {

namespace {

// Whether all inputs have the same type, f32 or i32.
bool movable(const KernelRequest& r) {
  const DType type = r.input(0).dtype;
  if (type != DType::F32 && type != DType::I32) return false;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.input(i).dtype != type) return false;
  return true;
}

// The layout in which input i is read: its own, since these kernels read any layout; values bound by the host are plain.
Physical sourceLayout(const KernelRequest& r, std::size_t i) {
  const Value& x = r.input(i);
  return x.role == Role::Input ? plain(x.shape, x.dtype) : r.layoutOfInput(i);
}

// The layout in which output i is written: the preferred one, but plain for an image that only views read, since they need it so.
Physical targetLayout(const KernelRequest& r, std::size_t i) {
  const Value& y = r.output(i);
  if (y.shape.size() != 4) return r.preferredOutput(i);
  bool views = false;
  for (const Node& node : r.graph.nodes()) {
    if (std::find(node.inputs.begin(), node.inputs.end(), r.node.outputs[i]) == node.inputs.end()) continue;
    if (!node.op->aliases) return r.preferredOutput(i);
    views = true;
  }
  return views ? plain(y.shape, y.dtype) : r.preferredOutput(i);
}

struct Operands {
  std::vector<Physical> inputs, outputs;
  std::vector<TensorView> from, to;

  explicit Operands(const KernelRequest& r) {
    for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
      inputs.push_back(sourceLayout(r, i));
      from.emplace_back(r.inputShape(i), inputs.back());
    }
    for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
      outputs.push_back(targetLayout(r, i));
      to.emplace_back(r.outputShape(i), outputs.back());
    }
  }
};

PartOrigin whole(const Shape& shape) {
  return {Shape(shape.size(), 0), Shape(shape.size(), 1)};
}
PartOrigin startingAt(Shape start) {
  Shape step(start.size(), 1);
  return {std::move(start), std::move(step)};
}

// A candidate that copies lists of boxes, one list after another.
std::optional<Candidate> boxCandidate(const KernelRequest& r, Operands operands, std::vector<BoxList> lists) {
  if (std::any_of(lists.begin(), lists.end(), [](const BoxList& list) { return !list.fits(); })) return std::nullopt;
  Candidate candidate = ownCandidate({}, {});
  candidate.inputs = std::move(operands.inputs);
  candidate.outputs = std::move(operands.outputs);
  candidate.bind = [lists = std::move(lists), threads = r.threads](const Buffers& b) -> Launch {
    std::vector<const float*> sources;
    std::vector<float*> targets;
    for (std::size_t i = 0; i < b.inputs.size(); ++i) sources.push_back(b.in(i));
    for (std::size_t i = 0; i < b.outputs.size(); ++i) targets.push_back(b.out(i));
    return [=] {
      for (const BoxList& list : lists) kernels::copyBoxes(list.boxes(), list.outer(), sources.data(), targets.data(), threads);
    };
  };
  return candidate;
}

BoxList listFor(const Shape& shape, bool firstIsCommon) {
  if (!firstIsCommon || shape.size() < 2) return BoxList();
  return BoxList(shape[0], true);
}

std::optional<Candidate> makeConcat(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  Operands o(r);
  const auto axis = static_cast<std::size_t>(r.node.attrs.integer("axis"));
  BoxList list = listFor(r.outputShape(0), axis != 0);
  PartOrigin place = whole(r.outputShape(0));
  for (std::size_t i = 0; i < o.from.size(); ++i) {
    list.copy(static_cast<int>(i), o.from[i], whole(o.from[i].shape), 0, o.to[0], place, o.from[i].shape);
    place.start[axis] += o.from[i].shape[axis];
  }
  list.fillPadding(0, o.to[0]);
  return boxCandidate(r, std::move(o), {std::move(list)});
}

std::optional<Candidate> makeSplit(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  Operands o(r);
  const auto axis = static_cast<std::size_t>(r.node.attrs.integer("axis"));
  BoxList list = listFor(r.inputShape(0), axis != 0);
  PartOrigin place = whole(r.inputShape(0));
  for (std::size_t i = 0; i < o.to.size(); ++i) {
    list.copy(0, o.from[0], place, static_cast<int>(i), o.to[i], whole(o.to[i].shape), o.to[i].shape);
    list.fillPadding(static_cast<int>(i), o.to[i]);
    place.start[axis] += o.to[i].shape[axis];
  }
  return boxCandidate(r, std::move(o), {std::move(list)});
}

std::optional<Candidate> makeSlice(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  Operands o(r);
  const PartOrigin part{r.node.attrs.integers("starts"), r.node.attrs.integers("steps")};
  BoxList list = listFor(r.outputShape(0), true);
  list.copy(0, o.from[0], part, 0, o.to[0], whole(r.outputShape(0)), r.outputShape(0));
  list.fillPadding(0, o.to[0]);
  return boxCandidate(r, std::move(o), {std::move(list)});
}

// Fills everything of `to` around the box of `size` elements that begins at `start`.
void fillAround(BoxList& list, float value, const TensorView& to, const Shape& start, const Shape& size) {
  Shape first(start.size(), 0), extent = to.shape;
  for (std::size_t d = 0; d < start.size(); ++d) {
    extent[d] = start[d];
    list.fill(value, 0, to, first, extent);
    first[d] = start[d] + size[d];
    extent[d] = to.shape[d] - first[d];
    list.fill(value, 0, to, first, extent);
    first[d] = start[d];
    extent[d] = size[d];
  }
}

std::optional<Candidate> makeSliceGrad(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  Operands o(r);
  const PartOrigin part{r.node.attrs.integers("starts"), r.node.attrs.integers("steps")};
  const Shape &size = r.inputShape(0), &x = r.outputShape(0);
  const bool dense = std::all_of(part.step.begin(), part.step.end(), [](std::int64_t step) { return step == 1; });
  BoxList copies = listFor(size, size.empty() || !dense || size[0] == x[0]);
  if (!dense) {
    BoxList zeros = listFor(x, true);
    zeros.fill(0, 0, o.to[0], Shape(x.size(), 0), x);
    zeros.fillPadding(0, o.to[0]);
    copies.copy(0, o.from[0], whole(size), 0, o.to[0], part, size);
    return boxCandidate(r, std::move(o), {std::move(zeros), std::move(copies)});
  }
  fillAround(copies, 0, o.to[0], part.start, size);
  copies.copy(0, o.from[0], whole(size), 0, o.to[0], part, size);
  copies.fillPadding(0, o.to[0]);
  return boxCandidate(r, std::move(o), {std::move(copies)});
}

// Padding by reflection or repetition: along every dimension the part before, the middle and the part after, each as a separate copy.
void copyMirrored(BoxList& list, const Operands& o, const Shape& before, const Shape& after, bool reflect, std::size_t dimension, PartOrigin from,
                  PartOrigin to, Shape extent) {
  if (dimension == before.size()) {
    list.copy(0, o.from[0], from, 0, o.to[0], to, extent);
    return;
  }
  const std::int64_t size = o.from[0].shape[dimension], b = before[dimension], a = after[dimension];
  const auto part = [&](std::int64_t start, std::int64_t step, std::int64_t place, std::int64_t count) {
    if (count == 0) return;
    from.start[dimension] = start;
    from.step[dimension] = step;
    to.start[dimension] = place;
    extent[dimension] = count;
    copyMirrored(list, o, before, after, reflect, dimension + 1, from, to, extent);
  };
  part(reflect ? b : 0, reflect ? -1 : 0, 0, b);
  part(0, 1, b, size);
  part(reflect ? size - 2 : size - 1, reflect ? -1 : 0, b + size, a);
}

std::optional<Candidate> makePad(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  Operands o(r);
  const Shape &before = r.node.attrs.integers("before"), &after = r.node.attrs.integers("after"), &x = r.inputShape(0);
  const std::string& mode = r.node.attrs.text("mode");
  BoxList list = listFor(r.outputShape(0), !x.empty() && before[0] == 0 && after[0] == 0);
  if (mode == "constant") {
    const double value = r.node.attrs.real("value");
    const float bits = r.input(0).dtype == DType::I32 ? std::bit_cast<float>(static_cast<std::int32_t>(value)) : static_cast<float>(value);
    fillAround(list, bits, o.to[0], before, x);
    list.copy(0, o.from[0], whole(x), 0, o.to[0], startingAt(before), x);
  } else {
    copyMirrored(list, o, before, after, mode == "reflect", 0, whole(x), whole(x), x);
  }
  list.fillPadding(0, o.to[0]);
  return boxCandidate(r, std::move(o), {std::move(list)});
}

std::optional<Candidate> makePadGrad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Shape &before = r.node.attrs.integers("before"), &after = r.node.attrs.integers("after"), &x = r.outputShape(0);
  // If the channels are not padded, channel blocks stay complete.
  const bool blocked = x.size() == 4 && before[1] == 0 && after[1] == 0 && r.preferredOutput(0).layout != Layout::Plain;
  Physical dy = plain(r.inputShape(0), DType::F32), dx = plain(x, DType::F32);
  kernels::PadShape shape;
  shape.reflect = r.node.attrs.text("mode") == "reflect";
  if (blocked) {
    dy = r.preferredInput(0);
    dx = r.preferredOutput(0);
    shape.inner = blockOf(dx.layout, x[1]);
  }
  if (x.size() > kernels::PadShape::kDimensions) return std::nullopt;
  shape.rank = static_cast<int>(x.size());
  for (std::size_t d = 0; d < x.size(); ++d) {
    shape.size[d] = blocked && d == 1 ? (x[1] + shape.inner - 1) / shape.inner : x[d];
    shape.before[d] = before[d];
    shape.after[d] = after[d];
  }
  return runs(ownCandidate({dy}, {dx}), [shape, threads = r.threads](const Buffers& b) { kernels::padGrad(shape, b.in(0), b.out(0), threads); });
}

std::optional<Candidate> makeTranspose(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  Operands o(r);
  const Shape& permutation = r.node.attrs.integers("permutation");
  BoxList list = listFor(r.outputShape(0), !permutation.empty() && permutation[0] == 0);
  list.copy(0, o.from[0], whole(r.inputShape(0)), 0, o.to[0], whole(r.outputShape(0)), r.outputShape(0), permutation);
  list.fillPadding(0, o.to[0]);
  return boxCandidate(r, std::move(o), {std::move(list)});
}

std::optional<Candidate> makeChannelShuffle(const KernelRequest& r) {
  if (!movable(r)) return std::nullopt;
  const Shape& x = r.inputShape(0);
  const std::int64_t groups = r.node.attrs.integer("groups"), each = x[1] / groups;
  const Physical layout = r.preferredInput(0);
  // Channels last: (n, pixels, groups, each) transposed to (n, pixels, each, groups).
  if (layout.layout == Layout::ChannelsLast) {
    Operands o(r);
    o.inputs[0] = o.outputs[0] = layout;
    const Shape grouped{x[0], x[2] * x[3], groups, each}, shuffled{x[0], x[2] * x[3], each, groups};
    const TensorView from(grouped, plain(grouped, r.input(0).dtype)), to(shuffled, plain(shuffled, r.input(0).dtype));
    BoxList list(x[0], true);
    list.copy(0, from, whole(from.shape), 0, to, whole(to.shape), to.shape, {0, 1, 3, 2});
    return boxCandidate(r, std::move(o), {std::move(list)});
  }
  if (layout.layout != Layout::Plain && x[1] * x[2] * x[3] < std::numeric_limits<std::int32_t>::max() / 2) {
    return runs(ownCandidate({layout}, {layout}), [x, groups, block = blockOf(layout.layout, x[1]), threads = r.threads](const Buffers& b) {
      kernels::shuffleBlockedChannels(x[0], x[1], x[2] * x[3], block, groups, b.in(0), b.out(0), threads);
    });
  }
  // Plain: (n, groups, each, rest) transposed to (n, each, groups, rest).
  std::int64_t rest = 1;
  for (std::size_t d = 2; d < x.size(); ++d) rest *= x[d];
  Operands o(r);
  o.inputs[0] = o.outputs[0] = plain(x, r.input(0).dtype);
  const TensorView from({x[0], groups, each, rest}, o.inputs[0]), to({x[0], each, groups, rest}, o.outputs[0]);
  BoxList list(x[0], true);
  list.copy(0, from, whole(from.shape), 0, to, whole(to.shape), to.shape, {0, 2, 1, 3});
  return boxCandidate(r, std::move(o), {std::move(list)});
}

}  // namespace

// The padded shortcut of CIFAR residual networks (He et al. 2015, option A).
namespace {

std::optional<Candidate> makeShortcutPad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const bool grad = r.node.op->id == OpId::ShortcutPadGrad;
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const auto& stride = r.node.attrs.integers("stride");
  if (stride[0] != stride[1]) return std::nullopt;
  // Input and output have one layout: that of the output, or plain if they prefer different ones.
  Layout layout = preferred(y, DType::F32, r.images).layout;
  if (preferred(x, DType::F32, r.images).layout != layout) layout = Layout::Plain;
  const Physical small = image(y, layout), large = image(x, layout);
  const kernels::ShortcutPad shortcut{imageLayout(x, layout), stride[0], r.node.attrs.integer("pad_before"), r.node.attrs.integer("pad_after"),
                                      blockOf(layout, y[1])};
  Candidate candidate = ownCandidate({grad ? small : large}, {grad ? large : small});
  return runs(std::move(candidate), [grad, shortcut, threads = r.threads](const Buffers& b) {
    (grad ? kernels::shortcutPadGrad : kernels::shortcutPad)(shortcut, b.in(0), b.out(0), threads);
  });
}

}  // namespace

std::span<const OpKernels> structureKernels() {
  static const OpKernels kernels[] = {{"concat", {{"own", makeConcat}}},
                                      {"split", {{"own", makeSplit}}},
                                      {"slice", {{"own", makeSlice}}},
                                      {"slice_grad", {{"own", makeSliceGrad}}},
                                      {"pad", {{"own", makePad}}},
                                      {"pad_grad", {{"own", makePadGrad}}},
                                      {"transpose", {{"own", makeTranspose}}},
                                      {"channel_shuffle", {{"own", makeChannelShuffle}}},
                                      {"shortcut_pad", {{"own", makeShortcutPad}}},
                                      {"shortcut_pad_grad", {{"own", makeShortcutPad}}}};
  return kernels;
}

}  // namespace stepscope::cpu
