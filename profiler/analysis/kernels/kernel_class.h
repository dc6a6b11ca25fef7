// The class of work of a GPU kernel, from its name, or if the name does not show it from the op that started it.
#pragma once

#include <cstdint>
#include <string_view>

namespace stepscope {

enum class KernelClass : std::uint8_t {
  Product,      // matrix products
  Convolution,  // convolutions and their helper kernels: transforms, offsets
  Attention,    // the whole attention in one kernel: flash attention and similar
  Softmax,
  Norm,
  Elementwise,
  Reduction,  // sums, means, sorting, losses
  Pool,
  Indexing,   // embedding, gather, scatter
  Copy,       // inside the device's memory: casts, layouts, concatenation
  Optimizer,  // updates of several tensors at once
  Collective,
  Other,  // not known
};
inline constexpr int kKernelClasses = 13;
std::string_view nameOf(KernelClass kind);   // "elementwise": key in JSON
std::string_view inWords(KernelClass kind);  // "element-wise kernels": a plural in a sentence

// `op`: the innermost op that started the kernel ("aten::mm", "conv2d backward weights"); may be empty. The names are those of PyTorch's native
// kernels, Inductor, cuBLAS, cuDNN, CUTLASS, flash attention, Apex, XLA, and of AMD's Tensile, MIOpen and Composable Kernel.
KernelClass kernelClass(std::string_view kernel, std::string_view op = {});

// Whether the time of such work depends on memory, on any GPU with matrix units: it does only a few operations per element read.
bool boundByMemory(KernelClass kind);
// Whether a compiler (Inductor, XLA) has already joined several element-wise ops in this kernel.
bool alreadyFused(std::string_view kernel);

}  // namespace stepscope
