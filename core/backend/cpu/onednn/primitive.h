// A kernel of oneDNN, chosen and generated for given shapes, layouts and number of threads, and its execution on given memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/backend/cpu/onednn/tensor_desc.h"

namespace stepscope::onednn {

enum class Arg : std::uint8_t { Src, Weights, Bias, Dst, DiffSrc, DiffWeights, DiffDst, Scratchpad, Addend };

struct PrimitiveImpl;

// A kernel with its pointers bound. run() uses the OpenMP team of the calling thread; our code allocates nothing in it.
class Execution {
 public:
  void run() const;

 private:
  friend class Primitive;
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

class Primitive {
 public:
  Primitive() = default;
  explicit Primitive(std::shared_ptr<const PrimitiveImpl> impl) : impl_(std::move(impl)) {}

  explicit operator bool() const { return impl_ != nullptr; }
  // The layout of an argument, chosen by the library if it was left open. Empty for an unused argument.
  TensorDesc desc(Arg arg) const;
  std::int64_t scratchpadBytes() const;
  const std::string& implementation() const;  // "jit:avx512_core"
  // False for the library's slow reference code.
  bool isOptimized() const;
  Execution bind(const std::vector<std::pair<Arg, void*>>& pointers) const;

 private:
  std::shared_ptr<const PrimitiveImpl> impl_;
};

// Copies a tensor from one layout to another; padding of the destination becomes zero. Nullopt if the library has no such copy.
std::optional<Primitive> makeReorder(const TensorDesc& from, const TensorDesc& to);

}  // namespace stepscope::onednn
