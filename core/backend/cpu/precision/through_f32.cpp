#include "core/backend/cpu/precision/through_f32.h"

#include <algorithm>

#include "core/backend/cpu/precision/batch_tiles.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

// The narrow type among the node's operands.
DType narrowTypeOf(const KernelRequest& r) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && isNarrow(r.input(i).dtype)) return r.input(i).dtype;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (isNarrow(r.output(i).dtype)) return r.output(i).dtype;
  return DType::F32;
}

// The layouts of the inputs with f32 for the narrow types.
std::vector<Physical> inF32(const KernelRequest& r, std::span<const Physical> narrow) {
  std::vector<Physical> layouts(narrow.begin(), narrow.end());
  for (std::size_t i = 0; i < layouts.size(); ++i)
    if (r.has(i) && isNarrow(r.input(i).dtype)) layouts[i] = retyped(layouts[i], r.inputShape(i), DType::F32);
  return layouts;
}

// A kernel on f32 copies of whole operands.
struct Conversion {
  Candidate inner;
  std::vector<Crossing> inputs, outputs;
  std::int64_t innerOffset = 0;
};

Launch bindConversion(const Conversion& conversion, const Buffers& b) {
  std::vector<Launch> launches, after;
  Buffers inner = b;
  inner.workspace = b.workspace + conversion.innerOffset;
  for (std::size_t i = 0; i < conversion.inputs.size(); ++i) {
    const Crossing& crossing = conversion.inputs[i];
    if (!crossing) continue;
    inner.inputs[i] = b.workspace + crossing.offset();
    crossing.bindIn(b.inputs[i], b.workspace, launches);
  }
  for (std::size_t i = 0; i < conversion.outputs.size(); ++i) {
    const Crossing& crossing = conversion.outputs[i];
    if (!crossing) continue;
    inner.outputs[i] = b.workspace + crossing.offset();
    crossing.bindOut(b.outputs[i], b.workspace, after);
  }
  launches.push_back(conversion.inner.bind(inner));
  launches.insert(launches.end(), after.begin(), after.end());
  return [launches = std::move(launches)] {
    for (const Launch& launch : launches)
      if (launch) launch();
  };
}

std::optional<Candidate> converted(const NamedMaker& maker, const KernelRequest& r) {
  const F32Twin twin(r);
  const std::vector<Physical> layouts = inF32(r, r.knownLayouts);
  const KernelRequest f32{twin.graph, twin.node, r.threads, r.images, inF32(r, r.inputLayouts), layouts};
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
    Crossing& crossing = conversion.inputs.emplace_back();
    const bool unread = std::find(inner.unread.begin(), inner.unread.end(), i) != inner.unread.end();
    if (!r.has(i) || unread || !isNarrow(r.input(i).dtype)) continue;
    Physical wanted = inner.inputs.at(i);
    if (!wanted.desc) wanted = plain(r.inputShape(i), DType::F32);
    crossing = Crossing(wanted, r.inputShape(i), r.input(i).dtype, true, r.threads, workspace);
    candidate.inputs[i] = retyped(wanted, r.inputShape(i), r.input(i).dtype);
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
    Crossing& crossing = conversion.outputs.emplace_back();
    if (!isNarrow(r.output(i).dtype)) continue;
    const Physical& wanted = inner.outputs.at(i);
    crossing = Crossing(wanted, r.outputShape(i), r.output(i).dtype, false, r.threads, workspace);
    candidate.outputs[i] = retyped(wanted, r.outputShape(i), r.output(i).dtype);
  }
  conversion.innerOffset = workspace.add(inner.workspaceBytes);
  candidate.workspaceBytes = workspace.bytes();
  candidate.bind = [conversion = std::move(conversion)](const Buffers& b) { return bindConversion(conversion, b); };
  return candidate;
}

}  // namespace

std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& r, Way way) {
  if (way == Way::Itself) return maker.make(r);
  if (!anyNarrow(r)) return std::nullopt;
  // Not possible if the op changes a narrow operand in place: only the copy would change.
  for (const std::size_t i : mutatedInputs(r.node))
    if (r.has(i) && isNarrow(r.input(i).dtype)) return std::nullopt;
  if (way == Way::ElementTiles) return elementTiles(maker, r);
  return way == Way::BatchTiles ? batchTiles(maker, r) : converted(maker, r);
}

std::optional<Candidate> makeCandidate(const NamedMaker& maker, const KernelRequest& r) {
  for (const Way way : kWays)
    if (auto candidate = makeCandidate(maker, r, way)) return candidate;
  return std::nullopt;
}

}  // namespace stepscope::cpu
