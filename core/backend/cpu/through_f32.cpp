#include "core/backend/cpu/through_f32.h"

#include <algorithm>

#include "core/backend/cpu/batch_tiles.h"
#include "core/backend/cpu/element_tiles.h"
#include "core/backend/cpu/kernels/convert.h"
#include "core/backend/cpu/kernels/convert_f16.h"

namespace stepscope::cpu {

namespace {

bool isHalf(const Value& value) {
  return value.dtype == DType::BF16 || value.dtype == DType::F16;
}

// The narrow type among the node's operands; f32 when there is none.
DType narrowTypeOf(const KernelRequest& r) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && isHalf(r.input(i))) return r.input(i).dtype;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (isHalf(r.output(i))) return r.output(i).dtype;
  return DType::F32;
}

// The same node on f32 values, alone in a graph.
struct Twin {
  explicit Twin(const KernelRequest& r) : node(r.node) {
    for (ValueId& input : node.inputs) input = copy(r.graph, input);
    for (ValueId& output : node.outputs) output = copy(r.graph, output);
  }

  Graph graph;
  Node node;

 private:
  ValueId copy(const Graph& from, ValueId id) {
    if (id == kNone) return kNone;
    Value value = from.value(id);
    value.producer = value.aliasOf = kNone;
    if (isHalf(value)) {
      value.dtype = DType::F32;
      value.bytes = 0;
    }
    return graph.addValue(std::move(value));
  }
};

// How an operand crosses: as it is, converted element by element in the layout that the kernel wants, or, where that layout is the
// library's own secret, converted in plain order and then laid out.
struct Crossing {
  bool converted = false;
  DType type = DType::BF16;   // of the operand
  std::int64_t elements = 0;  // in memory, with padding
  std::int64_t offset = 0;    // of the f32 copy that the kernel is given
  std::optional<Candidate> reorder;
  std::int64_t plainOffset = 0, reorderOffset = 0;
};

Physical half(const Physical& f32, const Value& value) {
  const Shape& shape = value.shape;
  if (shape.size() == 4 && f32.layout != Layout::Plain && f32.layout != Layout::Opaque) return image(shape, f32.layout, value.dtype);
  return plain(shape, value.dtype);
}

// The layouts of the inputs with f32 for the narrow types.
std::vector<Physical> inF32(const KernelRequest& r, std::span<const Physical> narrow) {
  std::vector<Physical> lying(narrow.begin(), narrow.end());
  for (std::size_t i = 0; i < lying.size(); ++i) {
    if (!r.has(i) || !isHalf(r.input(i))) continue;
    const Layout layout = lying[i].layout;
    const bool blocked = layout != Layout::Plain && layout != Layout::Opaque;
    lying[i] = blocked ? image(r.inputShape(i), layout) : plain(r.inputShape(i), DType::F32);
  }
  return lying;
}

struct Conversion {
  Candidate inner;
  std::vector<Crossing> inputs, outputs;
  std::int64_t innerOffset = 0;
};

Crossing crossingOf(const Physical& wanted, const Value& value, bool in, int threads, WorkspaceLayout& workspace) {
  const Shape& shape = value.shape;
  Crossing c;
  c.converted = true;
  c.type = value.dtype;
  c.offset = workspace.add(wanted.bytes);
  if (wanted.layout == Layout::Opaque) {
    const Physical rows = plain(shape, DType::F32);
    c.reorder = in ? reorderCandidate(rows, wanted, shape, threads) : reorderCandidate(wanted, rows, shape, threads);
    c.plainOffset = workspace.add(rows.bytes);
    c.reorderOffset = workspace.add(c.reorder->workspaceBytes);
    c.elements = numel(shape);
  } else {
    c.elements = wanted.bytes / 4;
  }
  return c;
}

Launch bindConversion(const Conversion& conversion, const Buffers& b, int threads) {
  std::vector<Launch> launches;
  Buffers inner = b;
  inner.workspace = b.workspace + conversion.innerOffset;
  const auto f32At = [&](std::int64_t offset) { return reinterpret_cast<float*>(b.workspace + offset); };
  for (std::size_t i = 0; i < conversion.inputs.size(); ++i) {
    const Crossing& c = conversion.inputs[i];
    if (!c.converted) continue;
    inner.inputs[i] = b.workspace + c.offset;
    float* converted = f32At(c.reorder ? c.plainOffset : c.offset);
    launches.push_back([from = b.in<std::uint16_t>(i), converted, count = c.elements, threads,
                        widen = c.type == DType::F16 ? kernels::f16ToF32 : kernels::bf16ToF32] { widen(from, converted, count, threads); });
    if (c.reorder)
      launches.push_back(c.reorder->bind({{b.workspace + c.plainOffset}, {b.workspace + c.offset}, b.workspace + c.reorderOffset}));
  }
  const std::size_t kernelAt = launches.size();
  launches.emplace_back();
  for (std::size_t i = 0; i < conversion.outputs.size(); ++i) {
    const Crossing& c = conversion.outputs[i];
    if (!c.converted) continue;
    inner.outputs[i] = b.workspace + c.offset;
    if (c.reorder)
      launches.push_back(c.reorder->bind({{b.workspace + c.offset}, {b.workspace + c.plainOffset}, b.workspace + c.reorderOffset}));
    const float* made = f32At(c.reorder ? c.plainOffset : c.offset);
    launches.push_back([made, to = b.out<std::uint16_t>(i), count = c.elements, threads,
                        narrow = c.type == DType::F16 ? kernels::f32ToF16 : kernels::f32ToBf16] { narrow(made, to, count, threads); });
  }
  launches[kernelAt] = conversion.inner.bind(inner);
  return [launches = std::move(launches)] {
    for (const Launch& launch : launches)
      if (launch) launch();
  };
}

}  // namespace

std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& r) {
  if (auto candidate = maker.make(r)) return candidate;
  if (narrowTypeOf(r) == DType::F32) return std::nullopt;
  // What an op changes in place would be changed in the copy only.
  for (const std::size_t i : mutatedInputs(r.node))
    if (r.has(i) && isHalf(r.input(i))) return std::nullopt;
  if (auto tiles = elementTiles(maker, r)) return tiles;
  if (auto tiles = batchTiles(maker, r)) return tiles;
  const Twin twin(r);
  const std::vector<Physical> lying = inF32(r, r.lying);
  const KernelRequest f32{twin.graph, twin.node, r.threads, r.block, inF32(r, r.inputLayouts), lying};
  auto made = maker.make(f32);
  if (!made) return std::nullopt;

  Conversion conversion{std::move(*made), {}, {}, 0};
  const Candidate& inner = conversion.inner;
  Candidate candidate;
  candidate.name = inner.name;
  candidate.library = inner.library + ", " + std::string(nameOf(narrowTypeOf(r))) + " converted";
  candidate.inputs = inner.inputs;
  candidate.outputs = inner.outputs;
  candidate.unread = inner.unread;
  WorkspaceLayout workspace;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    Crossing& c = conversion.inputs.emplace_back();
    const bool unread = std::find(inner.unread.begin(), inner.unread.end(), i) != inner.unread.end();
    if (!r.has(i) || unread || !isHalf(r.input(i))) continue;
    Physical wanted = inner.inputs.at(i);
    if (!wanted.desc) wanted = plain(r.inputShape(i), DType::F32);
    c = crossingOf(wanted, r.input(i), true, r.threads, workspace);
    candidate.inputs[i] = half(wanted, r.input(i));
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
    Crossing& c = conversion.outputs.emplace_back();
    if (!isHalf(r.output(i))) continue;
    const Physical& wanted = inner.outputs.at(i);
    c = crossingOf(wanted, r.output(i), false, r.threads, workspace);
    candidate.outputs[i] = half(wanted, r.output(i));
  }
  conversion.innerOffset = workspace.add(inner.workspaceBytes);
  candidate.workspaceBytes = workspace.bytes();
  candidate.bind = [conversion = std::move(conversion), threads = r.threads](const Buffers& b) {
    return bindConversion(conversion, b, threads);
  };
  return candidate;
}

}  // namespace stepscope::cpu
