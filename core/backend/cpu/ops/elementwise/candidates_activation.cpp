// Activations of one element, and the other functions of one operand: our own kernels on the bytes as they lie.
#include <initializer_list>

#include "core/backend/cpu/candidate.h"
#include "core/backend/cpu/ops/elementwise/activation_function.h"
#include "core/backend/cpu/ops/elementwise/unary.h"

namespace stepscope::cpu {

namespace {

using kernels::Storage;
using kernels::Unary;
using kernels::UnaryFunction;

// The type in which all operands lie; empty where there is none, and for images in bf16 with padding, which is cleaned in f32 only.
std::optional<Storage> storageOf(const KernelRequest& r, std::initializer_list<const Value*> operands, const Physical& lies) {
  const DType type = r.input(0).dtype;
  if (type != DType::F32 && type != DType::BF16) return std::nullopt;
  for (const Value* operand : operands)
    if (operand->dtype != type) return std::nullopt;
  if (type == DType::F32) return Storage::F32;
  if (lies.bytes != numel(r.inputShape(0)) * sizeOf(type)) return std::nullopt;
  return Storage::BF16;
}

template <Unary kind>
std::optional<Candidate> makeForward(const KernelRequest& r) {
  const Physical x = r.lies(0);
  const auto storage = storageOf(r, {&r.input(0), &r.output(0)}, x);
  if (!storage) return std::nullopt;
  Candidate candidate = ownCandidate({x}, {x});
  const UnaryFunction function = unaryFunctionOf(r.node.attrs, kind);
  const bool clean = x.layout != Layout::Plain && *storage == Storage::F32 && !kernels::keepsZero(function);
  const auto layout = clean ? channelBlocks(r.inputShape(0), x.layout) : kernels::ChannelBlocks{};
  candidate.bind = [=, storage = *storage, count = x.bytes / kernels::bytesOf(*storage), threads = r.threads](const Buffers& b) -> Launch {
    return [=] {
      kernels::unary(function, storage, b.in(0), b.out(0), count, threads);
      if (clean) kernels::zeroPadding(b.out(0), layout, threads);
    };
  };
  return candidate;
}

// (dy, x) or (dy, y).
template <Unary kind>
std::optional<Candidate> makeBackward(const KernelRequest& r) {
  const Physical x = r.liesTogether(0, 1);
  const auto storage = storageOf(r, {&r.input(0), &r.input(1), &r.output(0)}, x);
  if (!storage) return std::nullopt;
  Candidate candidate = ownCandidate({x, x}, {x});
  // Elsewhere 0 times a finite slope; 1 / sqrt(0) is not finite.
  const bool clean = x.layout != Layout::Plain && *storage == Storage::F32 && kind == Unary::Sqrt;
  const auto layout = clean ? channelBlocks(r.inputShape(0), x.layout) : kernels::ChannelBlocks{};
  candidate.bind = [=, storage = *storage, function = unaryFunctionOf(r.node.attrs, kind), count = x.bytes / kernels::bytesOf(*storage),
                    threads = r.threads](const Buffers& b) -> Launch {
    return [=] {
      kernels::unaryGrad(function, storage, b.in(0), b.in(1), b.out(0), count, threads);
      if (clean) kernels::zeroPadding(b.out(0), layout, threads);
    };
  };
  return candidate;
}

}  // namespace

std::span<const OpKernels> activationKernels() {
  static const OpKernels kernels[] = {
      {"clamp", {{"own", makeForward<Unary::Clamp>}}},
      {"clamp_grad", {{"own", makeBackward<Unary::Clamp>}}},
      {"leaky_relu", {{"own", makeForward<Unary::LeakyRelu>}}},
      {"leaky_relu_grad", {{"own", makeBackward<Unary::LeakyRelu>}}},
      {"elu", {{"own", makeForward<Unary::Elu>}}},
      {"elu_grad", {{"own", makeBackward<Unary::Elu>}}},
      {"gelu", {{"own", makeForward<Unary::Gelu>}}},
      {"gelu_grad", {{"own", makeBackward<Unary::Gelu>}}},
      {"silu", {{"own", makeForward<Unary::Silu>}}},
      {"silu_grad", {{"own", makeBackward<Unary::Silu>}}},
      {"sigmoid", {{"own", makeForward<Unary::Sigmoid>}}},
      {"sigmoid_grad", {{"own", makeBackward<Unary::Sigmoid>}}},
      {"tanh", {{"own", makeForward<Unary::Tanh>}}},
      {"tanh_grad", {{"own", makeBackward<Unary::Tanh>}}},
      {"hardswish", {{"own", makeForward<Unary::HardSwish>}}},
      {"hardswish_grad", {{"own", makeBackward<Unary::HardSwish>}}},
      {"hardsigmoid", {{"own", makeForward<Unary::HardSigmoid>}}},
      {"hardsigmoid_grad", {{"own", makeBackward<Unary::HardSigmoid>}}},
      {"softplus", {{"own", makeForward<Unary::Softplus>}}},
      {"softplus_grad", {{"own", makeBackward<Unary::Softplus>}}},
      {"neg", {{"own", makeForward<Unary::Neg>}}},
      {"exp", {{"own", makeForward<Unary::Exp>}}},
      {"log", {{"own", makeForward<Unary::Log>}}},
      {"sqrt", {{"own", makeForward<Unary::Sqrt>}}},
      {"erf", {{"own", makeForward<Unary::Erf>}}},
      {"floor", {{"own", makeForward<Unary::Floor>}}},
      {"sqrt_grad", {{"own", makeBackward<Unary::Sqrt>}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
