// Kernels of the element-wise ops of the op table that have a formula: our own, in the stored layout. relu, relu_grad and add, which come after
// nearly every layer, also have special kernels (candidates_elementwise.cpp).
#include <algorithm>
#include <initializer_list>
#include <vector>

#include "core/backend/cpu/ops/elementwise/broadcast_candidate.h"
#include "core/backend/cpu/ops/elementwise/unary.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

namespace {

using kernels::Storage;

// The type of all operands. Nullopt if they differ, and for bf16 images with padding, which can be zeroed only in f32.
std::optional<Storage> storageOf(const KernelRequest& r, std::initializer_list<const Value*> operands, const Physical& stored) {
  const DType type = r.input(0).dtype;
  if (type != DType::F32 && type != DType::BF16) return std::nullopt;
  for (const Value* operand : operands)
    if (operand->dtype != type) return std::nullopt;
  if (type == DType::F32) return Storage::F32;
  if (stored.bytes != numel(r.inputShape(0)) * sizeOf(type)) return std::nullopt;
  return Storage::BF16;
}

std::optional<Candidate> makeOfOne(const KernelRequest& r, const FormulaUse& use) {
  const Physical x = r.layoutOfInput(0);
  const auto storage = storageOf(r, {&r.input(0), &r.output(0)}, x);
  if (!storage) return std::nullopt;
  Candidate candidate = ownCandidate({x}, {x});
  const bool clean = x.layout != Layout::Plain && *storage == Storage::F32 && !kernels::keepsZero(use);
  const auto layout = clean ? channelBlocks(r.inputShape(0), x.layout) : kernels::ChannelBlocks{};
  return runs(std::move(candidate), [=, storage = *storage, count = x.bytes / kernels::bytesOf(*storage), threads = r.threads](const Buffers& b) {
    kernels::unary(use, storage, b.in(0), b.out(0), count, threads);
    if (clean) kernels::zeroPadding(b.out(0), layout, threads);
  });
}

// Whether 0 times the slope at 0 is 0; 1 / sqrt(0) is not finite.
bool slopeKeepsZero(const FormulaUse& use) {
  float zero = 0;
  kernels::unaryGrad(use, &zero, &zero, &zero, 1, 1);
  return zero == 0;
}

// The inputs are (dy, x) or (dy, y).
std::optional<Candidate> makeSlope(const KernelRequest& r, const FormulaUse& use) {
  const Physical x = r.commonLayout(0, 1);
  const auto storage = storageOf(r, {&r.input(0), &r.input(1), &r.output(0)}, x);
  if (!storage) return std::nullopt;
  Candidate candidate = ownCandidate({x, x}, {x});
  const bool clean = x.layout != Layout::Plain && *storage == Storage::F32 && !slopeKeepsZero(use);
  const auto layout = clean ? channelBlocks(r.inputShape(0), x.layout) : kernels::ChannelBlocks{};
  return runs(std::move(candidate), [=, storage = *storage, count = x.bytes / kernels::bytesOf(*storage), threads = r.threads](const Buffers& b) {
    kernels::unaryGrad(use, storage, b.in(0), b.in(1), b.out(0), count, threads);
    if (clean) kernels::zeroPadding(b.out(0), layout, threads);
  });
}

std::optional<Candidate> makeFormula(const KernelRequest& r) {
  const FormulaUse use = r.node.op->formula(r.node.attrs);
  if (use.slope) return makeSlope(r, use);
  return operandsOf(use) == 1 ? makeOfOne(r, use) : broadcastCandidate(r, use);
}

}  // namespace

std::span<const OpKernels> formulaKernels() {
  static const std::vector<OpKernels> kernels = [] {
    std::vector<OpKernels> made;
    const std::span<const OpKernels> special = elementwiseKernels();
    for (const OpDef* op : allOps()) {
      const bool hasOwn = std::any_of(special.begin(), special.end(), [&](const OpKernels& k) { return k.op == op->name; });
      if (op->formula && !hasOwn) made.push_back({op->name, {{"own", makeFormula}}});
    }
    return made;
  }();
  return kernels;
}

}  // namespace stepscope::cpu
