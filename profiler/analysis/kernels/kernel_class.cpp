#include "profiler/analysis/kernels/kernel_class.h"

#include <array>
#include <optional>
#include <string>

#include "core/base/lower.h"
#include "profiler/trace/communication_names.h"

namespace stepscope {
namespace {

struct Part {
  std::string_view text;  // in lower case
  KernelClass kind;
};
using enum KernelClass;

// The first entry that is part of the name is used: a fused softmax of attention is attention, a cast between layouts is not element-wise.
constexpr std::array kKernelParts{
    Part{"flash_fwd", Attention},
    Part{"flash_bwd", Attention},
    Part{"flash::", Attention},
    Part{"fmha", Attention},
    Part{"mha_", Attention},
    Part{"attention", Attention},
    Part{"attn_", Attention},
    Part{"sdpa", Attention},
    Part{"nchwtonhwc", Copy},
    Part{"nhwctonchw", Copy},
    Part{"nchw_to_nhwc", Copy},
    Part{"nhwc_to_nchw", Copy},
    Part{"nchwtofolded", Copy},
    Part{"catarraybatchedcopy", Copy},
    Part{"direct_copy_kernel", Copy},
    Part{"transpose_readwrite", Copy},
    Part{"copy_device_to_device", Copy},
    Part{"transpose_kernel", Copy},
    Part{"batched_transpose", Copy},
    Part{"splitkreduce", Product},
    Part{"convert_element_type", Copy},
    Part{"elementwise_kernel", Elementwise},
    Part{"reduce_kernel", Reduction},
    Part{"broadcast", Elementwise},
    Part{"softmax", Softmax},
    Part{"soft_max", Softmax},
    Part{"cunn_", Softmax},
    Part{"multi_tensor_apply", Optimizer},
    Part{"multitensorapply", Optimizer},
    Part{"fusedadam", Optimizer},
    Part{"fused_adam", Optimizer},
    Part{"fused_sgd", Optimizer},
    Part{"fusedsgd", Optimizer},
    Part{"fusedlamb", Optimizer},
    Part{"lamb_", Optimizer},
    Part{"adam_update", Optimizer},
    Part{"foreach", Optimizer},
    Part{"layer_norm", Norm},
    Part{"layernorm", Norm},
    Part{"rms_norm", Norm},
    Part{"rmsnorm", Norm},
    Part{"batch_norm", Norm},
    Part{"batchnorm", Norm},
    Part{"bn_fw", Norm},
    Part{"bn_bw", Norm},
    Part{"group_norm", Norm},
    Part{"groupnorm", Norm},
    Part{"rowwisemoments", Norm},
    Part{"gammabeta", Norm},
    Part{"computefusedparams", Norm},
    Part{"ln_fwd", Norm},
    Part{"ln_bwd", Norm},
    Part{"bnfwd", Norm},
    Part{"bnbwd", Norm},
    Part{"scalepackedtensor", Elementwise},
    Part{"op_generic_tensor", Elementwise},
    Part{"pool", Pool},
    Part{"rnn", Product},
    Part{"lstm", Product},
    Part{"gru_", Product},
    Part{"nll_loss", Reduction},
    Part{"cross_entropy", Reduction},
    Part{"convert", Copy},
    Part{"conv", Convolution},
    Part{"fprop", Convolution},
    Part{"dgrad", Convolution},
    Part{"wgrad", Convolution},
    Part{"winograd", Convolution},
    Part{"scudnn", Convolution},
    Part{"implicit_gemm", Convolution},
    Part{"im2col", Convolution},
    Part{"col2im", Convolution},
    Part{"igemm", Convolution},
    Part{"cask_cudnn", Convolution},
    Part{"cudnn", Convolution},
    Part{"miopen", Convolution},
    Part{"gemm", Product},
    Part{"gemv", Product},
    Part{"cijk_", Product},
    Part{"nvjet", Product},
    Part{"cutlass", Product},
    Part{"matmul", Product},
    Part{"s16816", Product},
    Part{"h884", Product},
    Part{"h1688", Product},
    Part{"hmma", Product},
    Part{"dot_kernel", Product},
    Part{"triton_tem", Product},
    Part{"triton_mm", Product},
    Part{"cublas", Product},
    Part{"_wmma", Product},
    Part{"linear_kernel", Product},
    Part{"embedding", Indexing},
    Part{"index_select", Indexing},
    Part{"indexselect", Indexing},
    Part{"gather", Indexing},
    Part{"scatter", Indexing},
    Part{"index_put", Indexing},
    Part{"indexing", Indexing},
    Part{"index_elementwise", Indexing},
    Part{"index_kernel", Indexing},
    Part{"masked_select", Indexing},
    Part{"triton_red", Reduction},
    Part{"triton_per", Reduction},
    Part{"triton_poi", Elementwise},
    Part{"reduce", Reduction},
    Part{"reduction", Reduction},
    Part{"argmax", Reduction},
    Part{"topk", Reduction},
    Part{"sort", Reduction},
    Part{"cumsum", Reduction},
    Part{"scan", Reduction},
    Part{"histogram", Reduction},
    Part{"dropout", Elementwise},
    Part{"distribution", Elementwise},
    Part{"elementwise", Elementwise},
    Part{"pointwise", Elementwise},
    Part{"vectorized_", Elementwise},
    Part{"fill", Elementwise},
    Part{"clamp", Elementwise},
    Part{"gelu", Elementwise},
    Part{"relu", Elementwise},
    Part{"silu", Elementwise},
    Part{"sigmoid", Elementwise},
    Part{"tanh", Elementwise},
    Part{"activation", Elementwise},
    Part{"bias_act", Elementwise},
    Part{"rope", Elementwise},
    Part{"rotary", Elementwise},
    Part{"add_kernel", Elementwise},
    Part{"mul_kernel", Elementwise},
    Part{"triton_", Elementwise},
    Part{"copy", Copy},
    Part{"cast", Copy},
    Part{"loop_", Elementwise},
    Part{"input_", Reduction},
    Part{"fusion", Elementwise},
};

constexpr std::array kOpParts{
    Part{"scaled_dot_product", Attention},
    Part{"attention", Attention},
    Part{"softmax", Softmax},
    Part{"_norm", Norm},
    Part{"norm_", Norm},
    Part{"layernorm", Norm},
    Part{"batchnorm", Norm},
    Part{"conv", Convolution},
    Part{"optimizer", Optimizer},
    Part{"_foreach", Optimizer},
    Part{"pool", Pool},
    Part{"lstm", Product},
    Part{"gru", Product},
    Part{"aten::mm", Product},
    Part{"addmm", Product},
    Part{"bmm", Product},
    Part{"matmul", Product},
    Part{"linear", Product},
    Part{"einsum", Product},
    Part{"embedding", Indexing},
    Part{"gather", Indexing},
    Part{"scatter", Indexing},
    Part{"index", Indexing},
    Part{"aten::copy_", Copy},
    Part{"aten::cat", Copy},
    Part{"aten::contiguous", Copy},
    Part{"aten::clone", Copy},
    Part{"reorder", Copy},
    Part{"aten::sum", Reduction},
    Part{"aten::mean", Reduction},
    Part{"loss", Reduction},
    Part{"topk", Reduction},
    Part{"sort", Reduction},
    Part{"aten::add", Elementwise},
    Part{"aten::mul", Elementwise},
    Part{"gelu", Elementwise},
    Part{"relu", Elementwise},
    Part{"silu", Elementwise},
    Part{"dropout", Elementwise},
};

// Ops of our own graphs, as whole names: as parts of longer names they would match too much.
constexpr std::array kOwnOps{
    Part{"add", Elementwise},    Part{"mul", Elementwise},   Part{"sub", Elementwise}, Part{"cast", Copy},
    Part{"accuracy", Reduction}, Part{"sgd", Optimizer},     Part{"adam", Optimizer},  Part{"adamw", Optimizer},
    Part{"rmsprop", Optimizer},  Part{"adagrad", Optimizer}, Part{"lamb", Optimizer},  Part{"non_finite_check", Reduction},
};

std::string small(std::string_view name) {
  return lower(std::string(name.substr(0, 400)));  // templates of C++ repeat themselves after that
}

template <std::size_t kParts>
std::optional<KernelClass> firstIn(std::string_view name, const std::array<Part, kParts>& parts) {
  for (const Part& part : parts)
    if (name.find(part.text) != std::string_view::npos) return part.kind;
  return std::nullopt;
}

}  // namespace

std::string_view nameOf(KernelClass kind) {
  constexpr std::array kNames{"product", "convolution", "attention", "softmax",   "norm",       "elementwise", "reduction",
                              "pool",    "indexing",    "copy",      "optimizer", "collective", "other"};
  static_assert(kNames.size() == kKernelClasses);
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view inWords(KernelClass kind) {
  constexpr std::array kWords{"matrix products",
                              "convolutions",
                              "attention kernels",
                              "softmax",
                              "norms",
                              "element-wise kernels",
                              "reductions",
                              "pools",
                              "gather and scatter",
                              "copies and casts",
                              "fused updates of weights",
                              "collectives",
                              "other kernels"};
  static_assert(kWords.size() == kKernelClasses);
  return kWords[static_cast<std::size_t>(kind)];
}

KernelClass kernelClass(std::string_view kernel, std::string_view op) {
  if (namesCommunication(kernel)) return Collective;
  if (const auto byName = firstIn(small(kernel), kKernelParts)) return *byName;
  for (const Part& own : kOwnOps)
    if (op == own.text) return own.kind;
  if (!op.empty())
    if (const auto byOp = firstIn(small(op), kOpParts)) return *byOp;
  return Other;
}

bool boundByMemory(KernelClass kind) {
  switch (kind) {
    case Softmax:
    case Norm:
    case Elementwise:
    case Reduction:
    case Pool:
    case Indexing:
    case Copy:
    case Optimizer: return true;
    default: return false;
  }
}

bool alreadyFused(std::string_view kernel) {
  return kernel.starts_with("triton_") || kernel.find("fusion") != std::string_view::npos;
}

}  // namespace stepscope
