// The kernel of a chain of elementwise nodes (element_chain.h): tiles of a few thousand elements, one per thread.
#include <algorithm>
#include <cstring>

#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/fusion/families.h"
#include "core/backend/cpu/ops/elementwise/broadcast.h"
#include "core/backend/cpu/ops/elementwise/dropout.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/backend/cpu/precision/narrow.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

constexpr std::int64_t kTile = 2048;  // elements: 8 KiB of f32 per operand, so that several fit in the first-level cache

// The index of a repeated operand for element p of the result: run = p / runLength, row = run % rows, column = p % width.
struct Repeated {
  std::int64_t runLength = 0, rows = 1, width = 1;
  float factor = 1;
};

struct Input {
  enum class Kind { Whole, Repeated, Seed } kind = Kind::Whole;
  bool narrow = false;
  NarrowConversion conversion{};
  Repeated repeated{};
  std::int64_t offset = -1;  // of its f32 tile in a thread's part of the workspace, bytes; -1: the operand itself is read
};

struct Step {
  enum class Kind { OfOne, Slope, OfTwo, Spread, Dropout, Cast } kind = Kind::OfOne;
  FormulaUse formula{};
  double p = 0;
  std::uint32_t opId = 0;
  NarrowConversion rounding{};  // Cast: the conversion of its narrow side
  bool roundsTile = false;      // Cast: other members read the rounded values
  int narrowOutput = -1;        // Cast: the output that it writes
  std::vector<ChainSource> reads;
  std::int64_t offset = -1;  // of its tile in the workspace, bytes; -1: written directly to output number `output`
  int output = -1;
};

struct Output {
  bool narrow = false;
  NarrowConversion conversion{};
  int step = 0;
};

struct Chain {
  std::vector<Input> inputs;
  std::vector<Step> steps;
  std::vector<Output> outputs;
  kernels::BroadcastPlan whole{{}}, rest{{}};  // for a full tile, and for the last, shorter one
  std::int64_t count = 0, tile = kTile, threadBytes = 0, columns = 0, sumsOffset = 0, sumScratchOffset = 0, scratchOffset = 0;
  int team = 1;

  std::int64_t tiles() const { return (count + tile - 1) / tile; }
};

Step stepOf(const ChainMember& member) {
  Step step;
  step.reads = member.reads;
  const OpDef& op = opNamed(member.op);
  if (op.formula) {
    step.formula = op.formula(member.attrs);
    step.kind = step.formula.slope ? Step::Kind::Slope : operandsOf(step.formula) == 1 ? Step::Kind::OfOne : Step::Kind::OfTwo;
  } else if (op.id == OpId::Cast) {
    step.kind = Step::Kind::Cast;
    const bool half = member.attrs.text("to") == nameOf(DType::F16) || member.attrs.text("from") == nameOf(DType::F16);
    step.rounding = conversionOf(half ? DType::F16 : DType::BF16);
  } else if (op.id == OpId::Dropout) {
    step.kind = Step::Kind::Dropout;
    step.p = member.attrs.real("p");
    step.opId = static_cast<std::uint32_t>(member.attrs.integer("op_id"));
  } else {
    require(isSpread(op), "a chain has an op that its kernel does not know");
    step.kind = Step::Kind::Spread;
  }
  return step;
}

// The layout of the result: that of the inputs that are not repeated. If these differ, one that is not plain.
Physical layoutOf(const KernelRequest& r) {
  const Shape& whole = r.outputShape(0);
  Physical stored = plain(whole, DType::F32);
  if (whole.size() != 4) return stored;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (!r.has(i) || r.inputShape(i) != whole) continue;
    const Physical input = retyped(r.layoutOfInput(i), whole, DType::F32);
    if (input.layout != Layout::Plain) stored = input;
  }
  const bool padded = elements(stored) != numel(whole);
  bool narrow = false;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) narrow = narrow || isNarrow(r.output(i).dtype);
  return padded && narrow ? plain(whole, DType::F32) : stored;  // padding can be zeroed in f32 only
}

Repeated repeatedOf(const Shape& operand, const Shape& whole, Repetition repetition, const Physical& stored) {
  Repeated repeated;
  repeated.runLength = std::max<std::int64_t>(1, elements(stored));
  if (repetition == Repetition::Suffix) repeated.width = numel(operand);
  if (repetition != Repetition::Channels) return repeated;
  const kernels::ChannelBlocks blocks = channelBlocks(whole, stored.layout);
  repeated.width = blocks.block;
  repeated.runLength = blocks.spatial * blocks.block;
  repeated.rows = operand[0] * blocks.blocks();
  return repeated;
}

// Writes the operand's values for the elements [first, first + count) of the result's memory to `to`.
void fill(const Input& input, const std::byte* operand, float* to, std::int64_t first, std::int64_t count) {
  const Repeated& r = input.repeated;
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t p = first + done, run = p / r.runLength, column = p % r.width;
    const std::int64_t length = std::min(count - done, r.runLength - p % r.runLength);
    float* out = to + done;
    // Fills one row first: from `column` to its end, then from its beginning. Then the filled part is appended to itself, doubling each time.
    const std::int64_t once = std::min(length, r.width), row = (run % r.rows) * r.width;
    const auto part = [&](std::int64_t from, std::int64_t elements, float* target) {
      if (elements <= 0) return;
      if (input.narrow) {
        input.conversion.toF32(reinterpret_cast<const std::uint16_t*>(operand) + row + from, target, elements, 1);
      } else {
        std::memcpy(target, reinterpret_cast<const float*>(operand) + row + from, static_cast<std::size_t>(elements) * sizeof(float));
      }
    };
    const std::int64_t head = std::min(once, r.width - column);
    part(column, head, out);
    part(0, once - head, out + head);
    if (r.factor != 1)
      for (std::int64_t i = 0; i < once; ++i) out[i] *= r.factor;
    for (std::int64_t have = once; have < length;) {
      const std::int64_t more = std::min(have, length - have);
      std::memcpy(out + have, out, static_cast<std::size_t>(more) * sizeof(float));
      have += more;
    }
    done += length;
  }
}

// Runs all members on one tile.
class Tile {
 public:
  Tile(const Chain& chain, const Buffers& buffers, int thread)
      : chain_(chain), b_(buffers), scratch_(buffers.workspace + thread * chain.threadBytes) {}

  void run(std::int64_t first, std::int64_t count) {
    first_ = first;
    count_ = count;
    for (std::size_t i = 0; i < chain_.inputs.size(); ++i) bringIn(i);
    for (const Step& step : chain_.steps) run(step);
    for (std::size_t i = 0; i < chain_.outputs.size(); ++i) {
      const Output& output = chain_.outputs[i];
      if (output.narrow && chain_.steps[static_cast<std::size_t>(output.step)].kind != Step::Kind::Cast)
        output.conversion.fromF32(at(chain_.steps[static_cast<std::size_t>(output.step)]), b_.out<std::uint16_t>(i) + first, count, 1);
    }
    if (chain_.columns > 0) addColumns();
  }

 private:
  void bringIn(std::size_t i) {
    const Input& input = chain_.inputs[i];
    if (input.offset < 0) return;
    auto* to = reinterpret_cast<float*>(scratch_ + input.offset);
    if (input.kind == Input::Kind::Repeated) return fill(input, b_.inputs[i], to, first_, count_);
    input.conversion.toF32(b_.in<std::uint16_t>(i) + first_, to, count_, 1);
  }

  const float* read(const ChainSource& source) const {
    if (source.isMember) return at(chain_.steps[static_cast<std::size_t>(source.index)]);
    const auto i = static_cast<std::size_t>(source.index);
    const Input& input = chain_.inputs[i];
    return input.offset < 0 ? b_.in(i) + first_ : reinterpret_cast<const float*>(scratch_ + input.offset);
  }

  float* at(const Step& step) const {
    return step.offset < 0 ? b_.out(static_cast<std::size_t>(step.output)) + first_ : reinterpret_cast<float*>(scratch_ + step.offset);
  }

  // Writes the output of the cast immediately, since a later member may overwrite its input.
  void runCast(const Step& step) const {
    const float* from = read(step.reads[0]);
    auto* narrow = reinterpret_cast<std::uint16_t*>(scratch_ + chain_.scratchOffset);
    if (step.narrowOutput >= 0) narrow = b_.out<std::uint16_t>(static_cast<std::size_t>(step.narrowOutput)) + first_;
    if (step.narrowOutput >= 0 || step.roundsTile) step.rounding.fromF32(from, narrow, count_, 1);
    if (step.roundsTile) {
      step.rounding.toF32(narrow, at(step), count_, 1);
    } else if (step.output >= 0) {
      std::memcpy(at(step), from, static_cast<std::size_t>(count_) * sizeof(float));
    }
  }

  void run(const Step& step) const {
    if (step.kind == Step::Kind::Cast) return runCast(step);
    float* to = at(step);
    const float* a = step.kind == Step::Kind::Dropout ? nullptr : read(step.reads[0]);
    switch (step.kind) {
      case Step::Kind::OfOne: return kernels::unary(step.formula, a, to, count_, 1);
      case Step::Kind::Slope: return kernels::unaryGrad(step.formula, a, read(step.reads[1]), to, count_, 1);
      case Step::Kind::OfTwo:
        return kernels::broadcast(step.formula, count_ == chain_.tile ? chain_.whole : chain_.rest, a, read(step.reads[1]), to, 1);
      case Step::Kind::Spread:
        if (a != to) std::memcpy(to, a, static_cast<std::size_t>(count_) * sizeof(float));
        return;
      case Step::Kind::Dropout: {
        const float* x = read(step.reads[0]);
        auto* factors = reinterpret_cast<float*>(scratch_ + chain_.scratchOffset);
        const std::int64_t seed = *reinterpret_cast<const std::int64_t*>(b_.inputs[static_cast<std::size_t>(step.reads[1].index)]);
        kernels::dropoutFactors(step.p, seed, step.opId, first_, count_, factors);
        return kernels::broadcast({Formula::Mul}, count_ == chain_.tile ? chain_.whole : chain_.rest, x, factors, to, 1);
      }
      case Step::Kind::Cast: return;  // done by runCast()
    }
  }

  // Adds the column sums of this tile to those of the thread. Tiles of a chain with sums hold whole rows.
  void addColumns() const {
    const float* made = at(chain_.steps.back());
    auto* sums = reinterpret_cast<double*>(scratch_ + chain_.sumsOffset);
    auto* part = reinterpret_cast<float*>(scratch_ + chain_.scratchOffset);
    kernels::channelSum(made, kernels::ChannelBlocks::matrix(count_ / chain_.columns, chain_.columns), part, scratch_ + chain_.sumScratchOffset, 1);
    for (std::int64_t c = 0; c < chain_.columns; ++c) sums[c] += static_cast<double>(part[c]);
  }

  const Chain& chain_;
  const Buffers& b_;
  std::byte* scratch_;
  std::int64_t first_ = 0, count_ = 0;
};

void runChain(const Chain& chain, const Buffers& b) {
  const auto sumsOf = [&](int thread) { return reinterpret_cast<double*>(b.workspace + thread * chain.threadBytes + chain.sumsOffset); };
  for (int thread = 0; chain.columns > 0 && thread < chain.team; ++thread) std::fill_n(sumsOf(thread), chain.columns, 0.0);
  kernels::parallelParts(chain.tiles(), chain.team, 1, [&](kernels::WorkRange range, int thread) {
    Tile tile(chain, b, thread);
    for (std::int64_t t = range.begin; t < range.end; ++t) tile.run(t * chain.tile, std::min(chain.tile, chain.count - t * chain.tile));
  });
  for (std::int64_t c = 0; c < chain.columns; ++c) {
    double sum = 0;
    for (int thread = 0; thread < chain.team; ++thread) sum += sumsOf(thread)[c];
    b.out(chain.outputs.size())[c] = static_cast<float>(sum);
  }
}

// Whether another member or the column sums read the result of member m.
bool isRead(const ElementChain& chain, std::size_t m) {
  if (chain.columnSums && m + 1 == chain.members.size()) return true;
  for (const ChainMember& member : chain.members)
    for (const ChainSource& source : member.reads)
      if (source.isMember && source.index == static_cast<int>(m)) return true;
  return false;
}

std::optional<Candidate> makeElementChain(const KernelRequest& r) {
  const ElementChain described = chainOf(r.node.attrs);
  const Shape& whole = r.outputShape(0);
  const Physical stored = layoutOf(r);
  Chain chain;
  chain.count = elements(stored);
  if (described.columnSums) {
    chain.columns = whole.back();
    // Long tiles, since every tile adds its sums to doubles, but several tiles for every thread.
    const std::int64_t size = std::clamp<std::int64_t>(chain.count / (4 * std::max(1, r.threads)), 4 * kTile, 16 * kTile);
    chain.tile = std::max<std::int64_t>(1, size / chain.columns) * chain.columns;
  }
  WorkspaceLayout scratch;
  const std::int64_t tileBytes = chain.tile * static_cast<std::int64_t>(sizeof(float));
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope, in tiles";
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    const Value& value = r.input(i);
    Input input;
    if (value.dtype == DType::I64) {
      input.kind = Input::Kind::Seed;
      candidate.inputs.emplace_back();
      chain.inputs.push_back(input);
      continue;
    }
    if (value.dtype != DType::F32 && !isNarrow(value.dtype)) return std::nullopt;
    input.narrow = isNarrow(value.dtype);
    if (input.narrow) input.conversion = conversionOf(value.dtype);
    const auto repetition = repetitionOf(value.shape, whole);
    if (!repetition) return std::nullopt;
    Physical wanted = plain(value.shape, value.dtype);
    if (*repetition == Repetition::None) wanted = retyped(stored, whole, value.dtype);
    if (*repetition == Repetition::Channels) wanted = image(value.shape, stored.layout, value.dtype);
    if (*repetition != Repetition::None) {
      input.kind = Input::Kind::Repeated;
      input.repeated = repeatedOf(value.shape, whole, *repetition, stored);
    } else {
      bytes += wanted.bytes;
    }
    if (input.narrow || input.kind == Input::Kind::Repeated) input.offset = scratch.add(tileBytes);
    candidate.inputs.push_back(std::move(wanted));
    chain.inputs.push_back(input);
  }
  for (const ChainMember& member : described.members) {
    chain.steps.push_back(stepOf(member));
    if (chain.steps.back().kind != Step::Kind::Spread) continue;
    // Only this member reads its operand: findElementChains() gives every spread an input of its own.
    Input& operand = chain.inputs[static_cast<std::size_t>(member.reads[0].index)];
    operand.repeated.factor =
        static_cast<float>(member.op == "expand" ? member.attrs.real("scale", 1.0) : 1.0 / static_cast<double>(whole[2] * whole[3]));
  }
  for (std::size_t i = 0; i < described.writes.size(); ++i) {
    const Value& value = r.output(i);
    Output output{isNarrow(value.dtype), {}, described.writes[i]};
    if (output.narrow) output.conversion = conversionOf(value.dtype);
    if (!output.narrow && value.dtype != DType::F32) return std::nullopt;
    Step& step = chain.steps[static_cast<std::size_t>(output.step)];
    if (!output.narrow) step.output = static_cast<int>(i);
    if (output.narrow && step.kind == Step::Kind::Cast) step.narrowOutput = static_cast<int>(i);
    candidate.outputs.push_back(retyped(stored, whole, value.dtype));
    bytes += candidate.outputs.back().bytes;
    chain.outputs.push_back(output);
  }
  for (std::size_t m = 0; m < chain.steps.size(); ++m) {
    Step& step = chain.steps[m];
    const ChainSource source = step.reads[0];
    // Inputs that were converted or repeated are read from their tiles.
    const std::int64_t made = source.isMember ? -1 : chain.inputs[static_cast<std::size_t>(source.index)].offset;
    if (step.kind == Step::Kind::Cast) {
      const bool narrows = described.members[m].attrs.text("to") != nameOf(DType::F32);
      step.roundsTile = narrows ? isRead(described, m) : source.isMember;
      if (step.output < 0 && narrows && !step.roundsTile) continue;
      if (step.output < 0 && !narrows && !source.isMember) step.offset = made;
    } else if (step.kind == Step::Kind::Spread && step.output < 0) {
      step.offset = made;
    }
    if (step.output < 0 && step.offset < 0) step.offset = scratch.add(tileBytes);
  }
  chain.scratchOffset = scratch.add(tileBytes);
  if (described.columnSums) {
    chain.sumsOffset = scratch.add(chain.columns * static_cast<std::int64_t>(sizeof(double)));
    chain.sumScratchOffset =
        scratch.add(kernels::channelSumWorkspaceBytes(kernels::ChannelBlocks::matrix(chain.tile / chain.columns, chain.columns), 1));
    candidate.outputs.push_back(plain({chain.columns}, DType::F32));
  }
  chain.threadBytes = scratch.bytes();
  chain.team = static_cast<int>(std::min<std::int64_t>(kernels::teamForBytes(bytes, r.threads), std::max<std::int64_t>(1, chain.tiles())));
  chain.whole = kernels::BroadcastPlan({{chain.tile, 1, 1}});
  chain.rest = kernels::BroadcastPlan({{std::max<std::int64_t>(1, chain.count % chain.tile), 1, 1}});
  candidate.workspaceBytes = chain.team * chain.threadBytes;

  // The members make padding lanes nonzero, so these are zeroed again.
  const bool padded = chain.count != numel(whole);
  const auto layout = padded ? channelBlocks(whole, stored.layout) : kernels::ChannelBlocks{};
  return runs(std::move(candidate), [chain = std::move(chain), padded, layout, threads = r.threads](const Buffers& b) {
    runChain(chain, b);
    for (std::size_t i = 0; padded && i < chain.outputs.size(); ++i) kernels::zeroPadding(b.out(i), layout, threads);
  });
}

}  // namespace

std::span<const OpKernels> elementChainKernels() {
  static const OpKernels kernels[] = {{"element_chain", {{"own", makeElementChain}}}};
  return kernels;
}

}  // namespace stepscope::cpu
