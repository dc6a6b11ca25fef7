#include "core/backend/cpu/precision/through_f32.h"

#include <algorithm>
#include <cstring>

#include "core/backend/cpu/precision/narrow.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/graph/op.h"

namespace stepscope::cpu {

namespace {

constexpr std::int64_t kTile = 4096;  // elements: 16 KiB of f32 per operand

struct Operand {
  bool present = false, narrow = false;
  std::int64_t offset = 0;  // of the tile's f32 copy in a thread's part of the workspace, bytes
  NarrowConversion conversion{};
};

struct Tiles {
  std::vector<Operand> inputs, outputs;
  Candidate whole, rest;  // `rest` is for the last, shorter tile; its bind is empty if there is none
  std::int64_t count = 0, threadBytes = 0, wholeOffset = 0, restOffset = 0;
  int team = 1;

  std::int64_t tiles() const { return (count + kTile - 1) / kTile; }
};

void bringIn(const Operand& o, const std::byte* from, std::byte* scratch, std::int64_t first, std::int64_t count) {
  auto* to = reinterpret_cast<float*>(scratch + o.offset);
  if (o.narrow) return o.conversion.toF32(reinterpret_cast<const std::uint16_t*>(from) + first, to, count, 1);
  std::memcpy(to, reinterpret_cast<const float*>(from) + first, static_cast<std::size_t>(count) * sizeof(float));
}

void takeOut(const Operand& o, const std::byte* scratch, std::byte* target, std::int64_t first, std::int64_t count) {
  const auto* made = reinterpret_cast<const float*>(scratch + o.offset);
  if (o.narrow) return o.conversion.fromF32(made, reinterpret_cast<std::uint16_t*>(target) + first, count, 1);
  std::memcpy(reinterpret_cast<float*>(target) + first, made, static_cast<std::size_t>(count) * sizeof(float));
}

// The launches of a kernel, one per thread, each on the memory of that thread.
std::vector<Launch> bindTiles(const Tiles& tiles, const Candidate& kernel, std::int64_t workspaceOffset, std::byte* workspace) {
  std::vector<Launch> launches;
  for (int thread = 0; thread < tiles.team; ++thread) {
    std::byte* scratch = workspace + thread * tiles.threadBytes;
    Buffers b;
    for (const Operand& o : tiles.inputs) b.inputs.push_back(o.present ? scratch + o.offset : nullptr);
    for (const Operand& o : tiles.outputs) b.outputs.push_back(scratch + o.offset);
    b.workspace = scratch + workspaceOffset;
    launches.push_back(kernel.bind(b));
  }
  return launches;
}

Launch bind(const Tiles& tiles, const Buffers& b) {
  const auto whole = bindTiles(tiles, tiles.whole, tiles.wholeOffset, b.workspace);
  const auto rest = tiles.rest.bind ? bindTiles(tiles, tiles.rest, tiles.restOffset, b.workspace) : whole;
  return [tiles, b, whole, rest] {
    kernels::parallelParts(tiles.tiles(), tiles.team, 1, [&](kernels::WorkRange range, int thread) {
      std::byte* scratch = b.workspace + thread * tiles.threadBytes;
      for (std::int64_t tile = range.begin; tile < range.end; ++tile) {
        const std::int64_t first = tile * kTile, count = std::min(kTile, tiles.count - first);
        for (std::size_t i = 0; i < tiles.inputs.size(); ++i)
          if (tiles.inputs[i].present) bringIn(tiles.inputs[i], b.inputs[i], scratch, first, count);
        (count == kTile ? whole : rest)[static_cast<std::size_t>(thread)]();
        for (std::size_t i = 0; i < tiles.outputs.size(); ++i) takeOut(tiles.outputs[i], scratch, b.outputs[i], first, count);
      }
    });
  };
}

// The maker's f32 kernel for `count` contiguous elements.
std::optional<Candidate> kernelOf(const NamedMaker& maker, const KernelRequest& r, std::int64_t count) {
  const F32Twin twin(r, [&](bool, std::size_t, Shape& shape) { shape = {count}; });
  return maker.make({twin.graph, twin.node, 1, r.images, {}, {}});
}

}  // namespace

std::optional<Candidate> elementTiles(const NamedMaker& maker, const KernelRequest& r) {
  if (!r.node.op->formula || !anyNarrow(r)) return std::nullopt;
  const Shape& shape = r.outputShape(0);
  Tiles tiles;
  std::vector<std::size_t> present;
  std::int64_t bytes = 0;
  const auto operand = [&](const Value& value) {
    Operand o{true, isNarrow(value.dtype), tiles.threadBytes, {}};
    if (o.narrow) o.conversion = conversionOf(value.dtype);
    tiles.threadBytes += kTile * 4;
    bytes += numel(value.shape) * sizeOf(value.dtype);
    return o;
  };
  const auto fits = [&](const Value& value) { return value.shape == shape && (value.dtype == DType::F32 || isNarrow(value.dtype)); };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (!r.has(i)) {
      tiles.inputs.emplace_back();
      continue;
    }
    if (!fits(r.input(i))) return std::nullopt;
    tiles.inputs.push_back(operand(r.input(i)));
    present.push_back(i);
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
    if (!fits(r.output(i))) return std::nullopt;
    tiles.outputs.push_back(operand(r.output(i)));
  }
  if (present.empty() || numel(shape) == 0) return std::nullopt;

  Physical stored = present.size() == 1 ? r.layoutOfInput(present[0]) : r.commonLayout(present[0], present[1]);
  stored = retyped(stored, shape, DType::F32);
  tiles.count = elements(stored);
  if (tiles.count != numel(shape)) return std::nullopt;  // not with padding: not every function keeps its zeros
  tiles.team = kernels::teamForBytes(bytes, r.threads);
  auto whole = kernelOf(maker, r, kTile);
  if (!whole) return std::nullopt;
  tiles.whole = std::move(*whole);
  WorkspaceLayout scratch;
  scratch.add(tiles.threadBytes);
  tiles.wholeOffset = scratch.add(tiles.whole.workspaceBytes);
  if (const std::int64_t remainder = tiles.count % kTile; remainder > 0) {
    tiles.rest = *kernelOf(maker, r, remainder);
    tiles.restOffset = scratch.add(tiles.rest.workspaceBytes);
  }
  tiles.threadBytes = scratch.bytes();

  Candidate candidate;
  candidate.name = tiles.whole.name;
  candidate.library = tiles.whole.library + ", converted in tiles";
  for (std::size_t i = 0; i < tiles.inputs.size(); ++i)
    candidate.inputs.push_back(tiles.inputs[i].present ? retyped(stored, shape, r.input(i).dtype) : Physical{});
  for (std::size_t i = 0; i < tiles.outputs.size(); ++i) candidate.outputs.push_back(retyped(stored, shape, r.output(i).dtype));
  candidate.unread = tiles.whole.unread;
  candidate.workspaceBytes = tiles.team * tiles.threadBytes;
  candidate.bind = [tiles = std::move(tiles)](const Buffers& b) { return bind(tiles, b); };
  return candidate;
}

}  // namespace stepscope::cpu
