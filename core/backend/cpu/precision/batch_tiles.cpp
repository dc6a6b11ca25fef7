#include "core/backend/cpu/precision/batch_tiles.h"

#include <algorithm>

#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/precision/batch_rules.h"
#include "core/backend/cpu/precision/narrow.h"
#include "core/backend/cpu/simd/parallel.h"

namespace stepscope::cpu {

namespace {

struct Operand {
  enum class Kind { None, AsIs, Cut, CutNarrow, WholeNarrow, Sum } kind = Kind::None;
  std::int64_t tileBytes = 0;  // Cut, CutNarrow: bytes of a tile in the operand itself
  std::int64_t elements = 0;   // CutNarrow: elements of a tile; Sum: elements of the result; with padding
  std::int64_t offset = 0;     // in a thread's part of the workspace, bytes. CutNarrow: of the f32 copy; Sum: of a tile's result
  std::int64_t sumOffset = 0;  // Sum: of the thread's own sum; not used by the first thread
  NarrowConversion conversion{};
  Crossing crossing;  // used by WholeNarrow, and by Sum if the result is narrow
};

struct Plan {
  Candidate kernel;
  std::vector<Operand> inputs, outputs;
  std::int64_t tiles = 1;
  int threads = 1;  // threads of a conversion
  int team = 1;     // threads that each work on their own tiles
  std::int64_t common = 0, threadBytes = 0, kernelOffset = 0;

  std::byte* scratch(std::byte* workspace, int thread) const { return workspace + common + thread * threadBytes; }
};

std::byte* cut(const Operand& o, std::byte* whole, std::int64_t tile) {
  return whole ? whole + tile * o.tileBytes : nullptr;
}

// Where a thread adds up the results of its tiles. The first thread does this directly in the result.
std::byte* sumOf(const Operand& o, std::byte* whole, std::byte* workspace, std::byte* scratch, int thread) {
  if (thread > 0) return scratch + o.sumOffset;
  return o.crossing ? workspace + o.crossing.offset() : whole;
}

// A tile of the batch, and the thread that works on it.
struct Tile {
  std::int64_t index = 0;
  int thread = 0;
  bool first = true;  // whether it is the first tile of its thread
  std::byte* scratch = nullptr;
};

// The address of an operand for the kernel. For Sum, the first tile is written directly to the thread's sum.
std::byte* addressOf(const Operand& o, std::byte* whole, std::byte* workspace, const Tile& tile) {
  switch (o.kind) {
    case Operand::Kind::None: return nullptr;
    case Operand::Kind::AsIs: return whole;
    case Operand::Kind::Cut: return cut(o, whole, tile.index);
    case Operand::Kind::CutNarrow: return tile.scratch + o.offset;
    case Operand::Kind::WholeNarrow: return workspace + o.crossing.offset();
    case Operand::Kind::Sum: return tile.first ? sumOf(o, whole, workspace, tile.scratch, tile.thread) : tile.scratch + o.offset;
  }
  return nullptr;
}

void bindTile(const Plan& plan, const Buffers& b, const Tile& tile, std::vector<Launch>& launches) {
  Buffers inner;
  inner.workspace = tile.scratch + plan.kernelOffset;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    const Operand& o = plan.inputs[i];
    inner.inputs.push_back(addressOf(o, b.inputs[i], b.workspace, tile));
    if (o.kind != Operand::Kind::CutNarrow) continue;
    launches.push_back([toF32 = o.conversion.toF32, from = reinterpret_cast<const std::uint16_t*>(cut(o, b.inputs[i], tile.index)),
                        to = reinterpret_cast<float*>(tile.scratch + o.offset), count = o.elements,
                        threads = plan.threads] { toF32(from, to, count, threads); });
  }
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) inner.outputs.push_back(addressOf(plan.outputs[i], b.outputs[i], b.workspace, tile));
  launches.push_back(plan.kernel.bind(inner));
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    const Operand& o = plan.outputs[i];
    const auto* made = reinterpret_cast<const float*>(tile.scratch + o.offset);
    if (o.kind == Operand::Kind::CutNarrow) {
      launches.push_back([fromF32 = o.conversion.fromF32, made, to = reinterpret_cast<std::uint16_t*>(cut(o, b.outputs[i], tile.index)),
                          count = o.elements, threads = plan.threads] { fromF32(made, to, count, threads); });
    } else if (o.kind == Operand::Kind::Sum && !tile.first) {
      auto* sum = reinterpret_cast<float*>(sumOf(o, b.outputs[i], b.workspace, tile.scratch, tile.thread));
      launches.push_back([made, sum, count = o.elements, threads = plan.threads] { kernels::addScaled(made, 1.0F, sum, count, threads); });
    }
  }
}

Launch bind(const Plan& plan, const Buffers& given) {
  Buffers b = given;
  b.inputs.resize(plan.inputs.size(), nullptr);
  std::vector<Launch> before, after;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i)
    if (plan.inputs[i].kind == Operand::Kind::WholeNarrow) plan.inputs[i].crossing.bindIn(b.inputs[i], b.workspace, before);
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    const Operand& o = plan.outputs[i];
    if (o.kind != Operand::Kind::Sum) continue;
    auto* sum = reinterpret_cast<float*>(sumOf(o, b.outputs[i], b.workspace, nullptr, 0));
    for (int thread = 1; thread < plan.team; ++thread) {
      const auto* part = reinterpret_cast<const float*>(sumOf(o, nullptr, b.workspace, plan.scratch(b.workspace, thread), thread));
      after.push_back([part, sum, count = o.elements] { kernels::addScaled(part, 1.0F, sum, count, 1); });
    }
    if (o.crossing) o.crossing.bindOut(b.outputs[i], b.workspace, after);
  }
  std::vector<std::vector<Launch>> work(static_cast<std::size_t>(plan.team));
  for (int thread = 0; thread < plan.team; ++thread) {
    const kernels::WorkRange mine = kernels::partOf(plan.tiles, plan.team, thread);
    for (std::int64_t tile = mine.begin; tile < mine.end; ++tile)
      bindTile(plan, b, {tile, thread, tile == mine.begin, plan.scratch(b.workspace, thread)}, work[static_cast<std::size_t>(thread)]);
  }
  return [before, work, after, team = plan.team] {
    const auto runAll = [](const std::vector<Launch>& launches) {
      for (const Launch& launch : launches)
        if (launch) launch();
    };
    runAll(before);
    kernels::parallelParts(team, team, 1, [&](kernels::WorkRange, int thread) { runAll(work[static_cast<std::size_t>(thread)]); });
    runAll(after);
  };
}

}  // namespace

std::int64_t samplesATile(std::int64_t batch, std::int64_t bytesASample, std::int64_t most) {
  const std::int64_t fits = std::max<std::int64_t>(1, most / std::max<std::int64_t>(1, bytesASample));
  std::int64_t samples = 1;
  for (std::int64_t d = 1; d <= batch; ++d) {
    if (batch % d != 0) continue;
    if (d > fits && samples * 4 >= fits) break;
    samples = d;
    if (d > fits) break;
  }
  return samples;
}

std::optional<Physical> wholeOf(const Physical& tile, const Shape& shape, DType type, std::int64_t tiles) {
  if (!tile.desc) {  // bytes in a format that only their kernels know, or integers
    Physical whole = tile;
    whole.bytes *= tiles;
    return whole;
  }
  if (tile.layout == Layout::Opaque) return std::nullopt;
  const Physical whole = retyped(tile, shape, tile.desc.dtype());
  if (whole.bytes != tile.bytes * tiles) return std::nullopt;
  return retyped(tile, shape, type);
}

std::optional<Candidate> batchTiles(const NamedMaker& maker, const KernelRequest& r) {
  const BatchRule& rule = r.node.op->batch;
  if (!rule.known() || !anyNarrow(r) || r.inputShape(0).empty() || !samplesAreIndependent(r.node, r.inputShape(0))) return std::nullopt;
  if (r.node.inputs.size() > rule.inputs.size() || r.node.outputs.size() > rule.outputs.size()) return std::nullopt;
  const std::int64_t batch = r.inputShape(0)[0];
  std::int64_t bytes = 0, converted = 0;
  const auto cuts = [&](const Value& value, char kind) {
    if (kind != 's') return true;
    if (value.shape.empty() || value.shape[0] != batch) return false;
    bytes += value.bytes;
    if (isNarrow(value.dtype)) converted += numel(value.shape) * 4;
    return true;
  };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && !cuts(r.input(i), rule.inputs[i])) return std::nullopt;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (!cuts(r.output(i), rule.outputs[i])) return std::nullopt;
  if (batch == 0 || converted == 0) return std::nullopt;

  Plan plan;
  const std::int64_t samples = samplesATile(batch, converted / batch, rule.matrix ? limits::kMatrixBytes : limits::kOwnBytes);
  plan.tiles = batch / samples;
  if (!rule.matrix) {
    plan.team = kernels::teamForBytes(bytes, r.threads);
    if (plan.tiles < plan.team) return std::nullopt;
  }
  plan.threads = rule.matrix ? r.threads : 1;
  F32Twin twin(r, [&](bool input, std::size_t i, Shape& shape) {
    if ((input ? rule.inputs : rule.outputs)[i] == 's') shape[0] = samples;
  });
  cutInputShape(twin.node, samples);
  KernelRequest request{twin.graph, twin.node, plan.threads, r.images, {}, {}};
  const std::vector<Physical> layouts = layoutsFor(r, request);
  request.knownLayouts = layouts;
  auto made = maker.make(request);
  if (!made) return std::nullopt;
  plan.kernel = std::move(*made);

  Candidate candidate;
  candidate.name = plan.kernel.name;
  candidate.library = plan.kernel.library + ", converted in tiles";
  candidate.inputs = plan.kernel.inputs;
  candidate.outputs = plan.kernel.outputs;
  candidate.unread = plan.kernel.unread;
  WorkspaceLayout common, own;
  const auto cutOperand = [&](Operand& o, const Value& value, Physical& physical) {
    const Physical tile = physical;
    const auto whole = wholeOf(tile, value.shape, value.dtype, plan.tiles);
    if (!whole) return false;
    physical = *whole;
    o.kind = isNarrow(value.dtype) ? Operand::Kind::CutNarrow : Operand::Kind::Cut;
    o.tileBytes = whole->bytes / plan.tiles;
    if (o.kind == Operand::Kind::Cut) return true;
    o.elements = elements(tile);
    o.offset = own.add(tile.bytes);
    o.conversion = conversionOf(value.dtype);
    return true;
  };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    Operand& o = plan.inputs.emplace_back();
    const bool unread = std::find(candidate.unread.begin(), candidate.unread.end(), i) != candidate.unread.end();
    if (!r.has(i) || unread) continue;
    if (rule.inputs[i] == 's') {
      // A kernel that takes its operand in any layout cannot use a converted copy of it.
      if (!candidate.inputs[i].desc && isNarrow(r.input(i).dtype)) return std::nullopt;
      if (!candidate.inputs[i].desc && candidate.inputs[i].bytes == 0) return std::nullopt;
      if (!cutOperand(o, r.input(i), candidate.inputs[i])) return std::nullopt;
    } else if (isNarrow(r.input(i).dtype)) {
      Physical wanted = candidate.inputs[i];
      if (!wanted.desc) wanted = plain(r.inputShape(i), DType::F32);
      o.kind = Operand::Kind::WholeNarrow;
      o.crossing = Crossing(wanted, r.inputShape(i), r.input(i).dtype, true, r.threads, common);
      candidate.inputs[i] = retyped(wanted, r.inputShape(i), r.input(i).dtype);
    } else {
      o.kind = Operand::Kind::AsIs;
    }
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
    Operand& o = plan.outputs.emplace_back();
    const Value& value = r.output(i);
    if (rule.outputs[i] == 's') {
      if (!cutOperand(o, value, candidate.outputs[i])) return std::nullopt;
      continue;
    }
    const Physical wanted = candidate.outputs[i];
    o.kind = Operand::Kind::Sum;
    o.elements = elements(wanted);
    if (plan.tiles > plan.team) o.offset = own.add(wanted.bytes);
    if (plan.team > 1) o.sumOffset = own.add(wanted.bytes);
    if (!isNarrow(value.dtype)) continue;
    o.crossing = Crossing(wanted, value.shape, value.dtype, false, r.threads, common);
    candidate.outputs[i] = retyped(wanted, value.shape, value.dtype);
  }
  plan.kernelOffset = own.add(plan.kernel.workspaceBytes);
  plan.common = common.bytes();
  plan.threadBytes = own.bytes();
  candidate.workspaceBytes = plan.common + plan.team * plan.threadBytes;
  candidate.bind = [plan = std::move(plan)](const Buffers& b) { return bind(plan, b); };
  return candidate;
}

}  // namespace stepscope::cpu
