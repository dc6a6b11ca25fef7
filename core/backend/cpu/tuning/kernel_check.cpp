#include "core/backend/cpu/tuning/kernel_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>

#include "core/backend/common/agreement.h"
#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/fusion/element_chain.h"
#include "core/backend/cpu/ops/structure/any_order.h"
#include "core/backend/cpu/ops/structure/reorder.h"
#include "core/backend/cpu/precision/batch_rules.h"
#include "core/backend/cpu/precision/narrow.h"
#include "core/backend/cpu/tuning/tuner.h"
#include "core/base/error.h"
#include "core/base/philox.h"

namespace stepscope::cpu {

namespace {

constexpr std::size_t kGuard = std::size_t{16} << 10;  // bytes between operands; library kernels access 128 bytes and more beyond an operand
constexpr std::byte kGuardByte{0xA5};
constexpr std::byte kNothing{0xFF};    // NaN in every floating point type
constexpr std::size_t kDrawn = 65521;  // random numbers, repeated; a prime, so that no two rows are equal

// Memory for the operands of a kernel: one after another, filled with NaN, with guards between them. This reveals elements that a kernel does not
// write, and writes outside its operands.
class Blocks {
 public:
  Blocks(std::vector<std::byte>& pool, const std::vector<std::int64_t>& sizes) {
    std::size_t at = kGuard;
    for (const std::int64_t size : sizes) {
      blocks_.push_back({at, static_cast<std::size_t>(std::max<std::int64_t>(size, 0))});
      at = (at + blocks_.back().size + kGuard + 63) / 64 * 64;
    }
    if (pool.size() < at + 4 * kGuard + 64) pool.resize(at + 4 * kGuard + 64);
    void* begin = pool.data();
    std::size_t room = pool.size();
    base_ = static_cast<std::byte*>(std::align(64, at, begin, room));
    end_ = pool.data() + pool.size() - base_;
    std::memset(base_, static_cast<int>(kGuardByte), static_cast<std::size_t>(end_));
    for (const Block& block : blocks_) std::memset(base_ + block.at, static_cast<int>(kNothing), block.size);
  }
  std::byte* at(std::size_t i) const { return base_ + blocks_[i].at; }
  std::size_t size(std::size_t i) const { return blocks_[i].size; }
  bool guardsAreWhole() const {
    std::size_t at = 0;
    for (const Block& block : blocks_) {
      if (!isGuard(at, block.at)) return false;
      at = block.at + block.size;
    }
    return isGuard(at, static_cast<std::size_t>(end_));
  }

 private:
  struct Block {
    std::size_t at = 0, size = 0;
  };
  // Whether all these bytes still have the value of a guard: compares the first with it, and each byte with the next one.
  bool isGuard(std::size_t from, std::size_t to) const {
    return from >= to || (base_[from] == kGuardByte && std::memcmp(base_ + from, base_ + from + 1, to - from - 1) == 0);
  }

  std::vector<Block> blocks_;
  std::byte* base_ = nullptr;
  std::ptrdiff_t end_ = 0;
};

std::vector<std::byte> narrowed(const std::vector<float>& numbers, DType type) {
  std::vector<std::byte> bytes(numbers.size() * static_cast<std::size_t>(sizeOf(type)));
  if (type == DType::F32) {
    if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  } else {
    conversionOf(type).fromF32(numbers.data(), reinterpret_cast<std::uint16_t*>(bytes.data()), static_cast<std::int64_t>(numbers.size()), 1);
  }
  return bytes;
}

std::vector<float> widened(const std::byte* bytes, std::int64_t count, DType type) {
  std::vector<float> numbers(static_cast<std::size_t>(count));
  if (type == DType::F32) {
    if (count > 0) std::memcpy(numbers.data(), bytes, numbers.size() * sizeof(float));
  } else {
    conversionOf(type).toF32(reinterpret_cast<const std::uint16_t*>(bytes), numbers.data(), count, 1);
  }
  return numbers;
}

// Copies from or to row-major order, with the library's reorder if only the library knows the other layout.
void copyBetween(const Physical& from, const std::byte* source, const Physical& to, std::byte* target, const Shape& shape, int threads) {
  if (knowsOrders(from.desc, to.desc)) return copyInAnyOrder(from.desc, source, to.desc, target);
  const Candidate copy = reorderCandidate(from, to, shape, threads);
  std::vector<std::byte> workspace(static_cast<std::size_t>(copy.workspaceBytes) + 64);
  copy.bind({{const_cast<std::byte*>(source)}, {target}, workspace.data()})();
}

// One operand's values in row-major order: floating point numbers, or raw bytes for other types.
struct Numbers {
  std::vector<float> floats;
  std::vector<std::byte> bytes;
};

// The test values of input i. Weights are scaled so that matrix products with them have the magnitude of the other operand. Values that a forward
// pass keeps for its backward pass (deviations, gates, sums of exponentials) are positive and below one.
Numbers numbersOf(const KernelRequest& whole, const KernelRequest& r, std::size_t i, bool positive) {
  const Value& value = r.input(i);
  const std::int64_t count = numel(value.shape);
  PhiloxStream random(0x5EED, i);
  Numbers made;
  if (!isFloat(value.dtype)) {
    // Labels and indices of rows are 0, which is always valid. Masks are zeros and ones. A seed or a step number is 1.
    const bool mask = value.dtype == DType::U8;
    made.bytes.assign(static_cast<std::size_t>(std::max(count * sizeOf(value.dtype), value.bytes)), std::byte{0});
    if (mask)
      for (std::byte& b : made.bytes) b = static_cast<std::byte>(random.uniform() < 0.75F);
    if (value.role == Role::Scalar && !made.bytes.empty()) made.bytes[0] = std::byte{1};
    return made;
  }
  const bool trained = isOfParameter(whole.graph, whole.input(i)) && value.role != Role::Buffer;
  const bool kept = !trained && (value.role == Role::Workspace || value.role == Role::Buffer);
  const float row = trained && value.shape.size() > 1 ? static_cast<float>(count) / static_cast<float>(std::max<std::int64_t>(value.shape[0], 1)) : 1;
  const float scale = std::sqrt(3 / std::max(row, 3.0F));
  made.floats.resize(static_cast<std::size_t>(count));
  const std::size_t drawn = std::min(made.floats.size(), kDrawn);
  for (std::size_t j = 0; j < drawn; ++j) {
    const float u = random.uniform();
    made.floats[j] = value.role == Role::Scalar ? 0.5F : kept || positive ? 0.25F + u / 2 : scale * (2 * u - 1);
  }
  for (std::size_t j = drawn; j < made.floats.size(); ++j) made.floats[j] = made.floats[j - drawn];
  if (isNarrow(value.dtype)) made.floats = widened(narrowed(made.floats, value.dtype).data(), count, value.dtype);
  return made;
}

DType narrowestOf(const KernelRequest& r) {
  DType type = DType::F32;
  const auto look = [&](const Value& value) {
    if (value.dtype == DType::BF16 || (value.dtype == DType::F16 && type != DType::BF16)) type = value.dtype;
  };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i)) look(r.input(i));
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) look(r.output(i));
  return type;
}

// One letter per operand: 's' if it becomes smaller with fewer samples, 'w' if it stays whole.
struct Cuts {
  std::string inputs, outputs;
};

// For ops that sum over the batch, or for which no rule says how to cut them: operands whose first dimension is the batch are cut, if these are all
// of its images or sequences, and no other operand has that dimension.
std::optional<Cuts> cutsByShape(const KernelRequest& r, std::int64_t batch) {
  static const std::set<std::string_view> windows{"stride", "padding", "dilation", "kernel", "output_padding", "input_shape"};
  for (const auto& [name, attribute] : r.node.attrs.entries())
    if (std::holds_alternative<std::vector<std::int64_t>>(attribute) && !windows.contains(name)) return std::nullopt;
  if (r.inputShape(0).size() < 3) return std::nullopt;
  Cuts cuts;
  std::set<Shape> weights;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    const bool large = r.has(i) && r.inputShape(i).size() > 1, trained = large && isOfParameter(r.graph, r.input(i));
    if (large && (r.inputShape(i)[0] == batch) == trained) return std::nullopt;
    if (trained) weights.insert(r.inputShape(i));
    cuts.inputs += large && !trained ? 's' : 'w';
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
    const bool large = r.outputShape(i).size() > 1 && !weights.contains(r.outputShape(i));
    if (large && r.outputShape(i)[0] != batch) return std::nullopt;
    cuts.outputs += large ? 's' : 'w';
  }
  return cuts;
}

// Nullopt if the op cannot be computed on fewer samples.
std::optional<Cuts> cutsOf(const KernelRequest& r) {
  if (r.node.inputs.empty() || !r.has(0) || r.inputShape(0).empty()) return std::nullopt;
  const std::int64_t batch = r.inputShape(0)[0];
  const BatchRule& rule = r.node.op->batch;
  const bool elementwise = r.node.op->formula || r.node.op->id == OpId::ElementChain;
  if (!rule.known() && !elementwise) return cutsByShape(r, batch);
  if (rule.known() && r.node.attrs.real("p", 0.0) == 0 && !samplesAreIndependent(r.node, r.inputShape(0))) return std::nullopt;
  Cuts cuts;
  // Operands that an elementwise op repeats along the batch stay whole: they have fewer dimensions, or size 1 in place of the batch.
  const std::size_t rank = r.outputShape(0).size();
  const auto kindOf = [&](std::string_view kinds, std::size_t i, const Value& value) {
    const bool first = !value.shape.empty() && value.shape[0] == batch;
    return first && (rule.known() ? i < kinds.size() && kinds[i] == 's' : rank > 1 && value.shape.size() == rank) ? 's' : 'w';
  };
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) cuts.inputs += r.has(i) ? kindOf(rule.inputs, i, r.input(i)) : 'w';
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) cuts.outputs += kindOf(rule.outputs, i, r.output(i));
  return cuts;
}

// Whether the op is a cast: only casts have the target type as the attribute "to".
bool changesType(const Attributes& attrs) {
  return attrs.has("to");
}

// Whether the node can be computed in f32 instead of its narrow types, on made-up inputs. Not possible for a chain with casts among its members, nor
// for ops that read positions of maxima, which only a forward pass can make.
bool hasTwin(const KernelRequest& r) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && r.input(i).role == Role::Workspace && !isFloat(r.input(i).dtype) && r.node.attrs.has("kernel")) return false;
  if (r.node.op->id == OpId::AdaptiveMaxPool2dGrad) return false;
  if (r.node.op->id != OpId::ElementChain || !anyNarrow(r)) return true;
  const ElementChain chain = chainOf(r.node.attrs);
  return std::none_of(chain.members.begin(), chain.members.end(), [](const ChainMember& member) { return changesType(member.attrs); });
}

// Enough samples for all threads, and few enough to take milliseconds. With many rows, a number that is not a multiple of 16, so that both full
// blocks of 16 rows and the remainder are computed.
std::int64_t fewSamples(const KernelRequest& r, std::int64_t batch) {
  double work = 0;
  if (r.node.op->cost) work = static_cast<double>(r.node.op->cost(r.graph, r.node).flops);
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) work = std::max(work, 16.0 * static_cast<double>(numel(r.outputShape(i))));
  const auto most = static_cast<std::int64_t>(limits::kCheckFlops * static_cast<double>(batch) / std::max(work, 1.0));
  std::int64_t samples = std::clamp<std::int64_t>(most, std::min<std::int64_t>(r.threads, 4), 64);
  if (samples >= 32) samples = 32 + batch % 16;
  return std::clamp<std::int64_t>(samples, 1, batch);
}

}  // namespace

// The node on some of its samples, its inputs, and the right results.
struct KernelCheck::Part {
  Part(const KernelRequest& real, const NamedMaker& trusted, std::int64_t samples)
      : cuts(samples > 0 ? cutsOf(real) : std::nullopt),
        alone(real,
              [&](bool input, std::size_t i, Value& value) {
                if (cuts && (input ? cuts->inputs : cuts->outputs)[i] == 's') value.shape[0] = samples;
              }),
        layouts(),
        request{alone.graph, alone.node, real.threads, real.images, {}, {}, real.bf16Arithmetic} {
    if (cuts) cutInputShape(alone.node, samples);
    layouts = layoutsFor(real, request);
    request.knownLayouts = layouts;
    const F32Twin twin(request);
    // The trusted kernel runs in the layouts of the request, since a mask has the element order of its image.
    std::vector<Physical> wide(layouts);
    for (std::size_t i = 0; i < wide.size(); ++i)
      if (request.has(i) && isNarrow(request.input(i).dtype)) wide[i] = retyped(wide[i], request.inputShape(i), DType::F32);
    const KernelRequest f32{twin.graph, twin.node, real.threads, real.images, {}, wide};
    const auto candidate = trusted.make(f32);
    // Logarithms and roots need positive numbers.
    for (const bool positive : {false, true}) {
      numbers.clear();
      for (std::size_t i = 0; i < real.node.inputs.size(); ++i) numbers.push_back(real.has(i) ? numbersOf(real, request, i, positive) : Numbers{});
      if (!candidate) return;
      right = run(*candidate, f32, nullptr);
      const auto isFinite = [](float x) { return std::isfinite(x); };
      if (std::all_of(right.begin(), right.end(), [&](const auto& result) { return std::all_of(result.begin(), result.end(), isFinite); })) return;
    }
  }

  // The floating point results of a kernel, and the operands that it updates in place, in row-major order; empty for other types. `*wroteBeyond`
  // becomes true if it wrote outside its operands.
  std::vector<std::vector<float>> run(const Candidate& candidate, const KernelRequest& r, bool* wroteBeyond) {
    const std::size_t inputs = r.node.inputs.size();
    std::vector<Physical> wanted(inputs);
    std::vector<std::vector<std::byte>> given(inputs);
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < inputs; ++i) {
      const bool unread = std::find(candidate.unread.begin(), candidate.unread.end(), i) != candidate.unread.end();
      if (r.has(i) && !unread) {
        if (i < candidate.inputs.size()) wanted[i] = candidate.inputs[i];
        given[i] = isFloat(r.input(i).dtype) ? narrowed(numbers[i].floats, r.input(i).dtype) : numbers[i].bytes;
      }
      sizes.push_back(std::max<std::int64_t>(wanted[i].bytes, static_cast<std::int64_t>(given[i].size())));
    }
    for (std::size_t i = 0; i < r.node.outputs.size(); ++i) sizes.push_back(candidate.outputs.at(i).bytes);
    sizes.push_back(candidate.workspaceBytes);
    const Blocks blocks(memory, sizes);
    Buffers buffers;
    for (std::size_t i = 0; i < inputs; ++i) {
      const bool bound = r.has(i) && (!given[i].empty() || numel(r.inputShape(i)) == 0) &&
                         std::find(candidate.unread.begin(), candidate.unread.end(), i) == candidate.unread.end();
      buffers.inputs.push_back(bound ? blocks.at(i) : nullptr);
      if (!bound) continue;
      if (wanted[i].desc && isFloat(r.input(i).dtype)) {
        copyBetween(plain(r.inputShape(i), r.input(i).dtype), given[i].data(), wanted[i], blocks.at(i), r.inputShape(i), r.threads);
      } else {
        std::memset(blocks.at(i), 0, blocks.size(i));
        if (!given[i].empty()) std::memcpy(blocks.at(i), given[i].data(), given[i].size());
      }
    }
    for (std::size_t i = 0; i < r.node.outputs.size(); ++i) buffers.outputs.push_back(blocks.at(inputs + i));
    buffers.workspace = blocks.at(sizes.size() - 1);
    const Launch launch = candidate.bind(buffers);
    if (launch) launch();
    if (wroteBeyond) *wroteBeyond = !blocks.guardsAreWhole();
    std::vector<std::vector<float>> results;
    const auto read = [&](const Value& value, const Physical& made, const std::byte* at) {
      results.emplace_back();
      if (!isFloat(value.dtype) || !at || numel(value.shape) == 0) return;
      const Physical rows = plain(value.shape, value.dtype);
      std::vector<std::byte> bytes(static_cast<std::size_t>(rows.bytes));
      if (made.desc) {
        copyBetween(made, at, rows, bytes.data(), value.shape, r.threads);
      } else {
        std::memcpy(bytes.data(), at, bytes.size());
      }
      results.back() = widened(bytes.data(), numel(value.shape), value.dtype);
    };
    for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
      read(r.output(i), candidate.outputs[i], candidate.outputs[i].desc ? buffers.outputs[i] : nullptr);
    for (const std::size_t i : mutatedInputs(r.node))
      if (r.has(i)) read(r.input(i), i < candidate.inputs.size() ? candidate.inputs[i] : Physical{}, buffers.inputs[i]);
    return results;
  }

  std::optional<Cuts> cuts;
  LoneNode alone;
  std::vector<Physical> layouts;
  KernelRequest request;
  std::vector<Numbers> numbers;
  std::vector<std::byte> memory;
  std::vector<std::vector<float>> right;  // empty: there is no trusted kernel
};

KernelCheck::KernelCheck(const KernelRequest& request, std::span<const NamedMaker> makers, std::function<void()> between)
    : request_(request), makers_(makers), between_(std::move(between)) {}
KernelCheck::~KernelCheck() = default;

bool KernelCheck::isTrusted(const NamedMaker& maker, Way way) const {
  const Node& node = request_.node;
  if (changesType(node.attrs) || node.op->repeat > 0 || !request_.inputLayouts.empty() || !hasTwin(request_)) return true;
  bool makesNumbers = false;
  for (std::size_t i = 0; i < node.outputs.size(); ++i)
    makesNumbers = makesNumbers || (isFloat(request_.output(i).dtype) && numel(request_.outputShape(i)) > 0);
  if (!makesNumbers) return true;
  return &maker == &makers_.back() && (way == Way::Converted || (way == Way::Itself && !anyNarrow(request_)));
}

KernelCheck::Part& KernelCheck::part(std::int64_t samples) {
  auto& made = parts_[samples];
  if (!made) made = std::make_unique<Part>(request_, makers_.back(), samples);
  return *made;
}

std::string KernelCheck::differs(const NamedMaker& maker, Way way, const Candidate& real) {
  between_();
  const ScopedThreads scope(request_.threads);
  const bool cut = cutsOf(request_).has_value();
  const std::int64_t batch = cut ? request_.inputShape(0)[0] : 0;
  std::optional<Candidate> candidate;
  Part* tried = nullptr;
  for (std::int64_t samples = cut ? fewSamples(request_, batch) : 0;; samples = std::min(batch, 4 * samples)) {
    tried = &part(samples);
    candidate = makeCandidate(maker, tried->request, way);
    if ((candidate && candidate->library == real.library) || samples == batch) break;
    between_();
  }
  if (!candidate) return "it cannot be made for a part of the batch, so it was not compared with f32";
  if (tried->right.empty()) return {};
  bool wroteBeyond = false;
  const auto results = tried->run(*candidate, tried->request, &wroteBeyond);
  if (wroteBeyond) return "it writes beyond its memory";
  // Despite a data race one run may be right, so the kernel runs again.
  const auto same = [](const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
  };
  for (int again = 0; again < (request_.threads > 1 ? 2 : 0); ++again)
    if (!std::ranges::equal(tried->run(*candidate, tried->request, &wroteBeyond), results, same)) return "its results differ from run to run";
  AgreementBounds bounds = agreementBounds(narrowestOf(request_));
  // Ops that compare numbers (a relu's backward, a maximum) may take the other branch for single elements after rounding.
  if (!request_.node.op->batch.matrix) bounds.largest = HUGE_VAL;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (std::string why = difference(results[i], tried->right[i], bounds); !why.empty()) return why;
  return {};
}

std::string checkKey(const KernelRequest& r, const Candidate& candidate, const std::string& machine) {
  std::string types;
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) types += r.has(i) ? std::string(nameOf(r.input(i).dtype)) + ' ' : std::string("- ");
  types += "to";
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) types += ' ' + std::string(nameOf(r.output(i).dtype));
  return "checked " + choiceKey(r).layer + ", " + types + " by " + candidate.name + ", " + candidate.library + " | " + machine;
}

}  // namespace stepscope::cpu
