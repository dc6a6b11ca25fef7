// What kind of work a kernel of a GPU does, by its name, and where the name does not tell by the op that started it.
#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

enum class KernelClass : std::uint8_t {
  Product,      // matrix products
  Convolution,  // with what belongs to them: transforms, offsets
  Attention,    // one kernel for all of it: flash attention and its kind
  Softmax,
  Norm,
  Elementwise,
  Reduction,  // sums, means, sorting, losses
  Pool,
  Indexing,   // embedding, gather, scatter
  Copy,       // in the device's memory: casts, layouts, concatenation
  Optimizer,  // of several tensors at once
  Collective,
  Other,  // not known
};
inline constexpr int kKernelClasses = 13;
std::string_view nameOf(KernelClass kind);   // "elementwise": key in JSON
std::string_view inWords(KernelClass kind);  // "element-wise kernels": a plural in a sentence

// op: the innermost op that started it ("aten::mm", "conv2d backward weights"); may be empty. The names are those of PyTorch's native kernels,
// Inductor, cuBLAS, cuDNN, CUTLASS, flash attention, Apex, XLA, and of AMD's Tensile, MIOpen and Composable Kernel.
KernelClass kernelClass(std::string_view kernel, std::string_view op = {});

// Whether memory decides how long such work takes, on any GPU with matrix units: it does a few operations for each element that it reads.
bool boundByMemory(KernelClass kind);
// A compiler has joined several element-wise ops in it already (Inductor, XLA).
bool alreadyFused(std::string_view kernel);

}  // namespace stepscope
