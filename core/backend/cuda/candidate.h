// Which kernels run an op on the GPU. Every op of the op table has one of ours; convolutions and matrix products have the libraries' before
// it, which are taken where they accept shape and type.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/cuda/launch.h"
#include "core/graph/op.h"

namespace stepscope::cuda {

Type typeOf(DType dtype);
ElementType elementTypeOf(DType dtype);

// One node with its operands' addresses, which are null while only shapes are asked for.
struct Call {
  const Graph& graph;
  const Node& node;
  std::vector<std::byte*> inputs, outputs{};  // outputs without the workspace
  std::byte* workspace = nullptr;

  bool has(std::size_t i) const { return i < node.inputs.size() && node.inputs[i] != kNone; }
  const Value& inputValue(std::size_t i) const { return graph.value(node.inputs[i]); }
  const Value& outputValue(std::size_t i) const { return graph.value(node.outputs[i]); }
  const Shape& inShape(std::size_t i) const { return inputValue(i).shape; }
  const Shape& outShape(std::size_t i) const { return outputValue(i).shape; }
  Int inCount(std::size_t i) const { return numel(inShape(i)); }
  Int outCount(std::size_t i) const { return numel(outShape(i)); }
  In in(std::size_t i) const { return has(i) ? In{inputs[i], typeOf(inputValue(i).dtype)} : In{}; }
  Out mutableIn(std::size_t i) const { return has(i) ? Out{inputs[i], typeOf(inputValue(i).dtype)} : Out{}; }
  Out out(std::size_t i) const { return i < outputs.size() ? Out{outputs[i], typeOf(outputValue(i).dtype)} : Out{}; }
  template <class T>
  T* inAs(std::size_t i) const {
    return has(i) ? reinterpret_cast<T*>(inputs[i]) : nullptr;
  }
  template <class T>
  T* outAs(std::size_t i) const {
    return i < outputs.size() ? reinterpret_cast<T*>(outputs[i]) : nullptr;
  }
  template <class T>
  T* work(Int byteOffset = 0) const {
    return workspace ? reinterpret_cast<T*>(workspace + byteOffset) : nullptr;
  }
  float real(std::string_view key) const { return static_cast<float>(node.attrs.real(key)); }
  float real(std::string_view key, double fallback) const { return static_cast<float>(node.attrs.real(key, fallback)); }
  bool flag(std::string_view key) const { return node.attrs.flag(key); }
};

// The device's libraries; null members where a program is only planned, without a device.
struct Library {
  const DeviceApi* api = nullptr;
  Context* context = nullptr;
  bool deterministic = false, allowTf32 = false;
};

// Input i is i, output i is -1 - i; the operand begins some bytes behind its address where several lie packed.
struct PlanOperand {
  int index = 0;
  Int offset = 0;
};

struct Planned {
  std::shared_ptr<LibraryPlan> plan;
  Int workspaceBytes = 0;
  std::vector<PlanOperand> operands;
  void (*after)(const Call&, LaunchList&) = nullptr;  // what the library left undone
};

struct OpKernel {
  std::string_view op;
  void (*bind)(const Call&, LaunchList&) = nullptr;
  Int (*workspaceBytes)(const Call&) = nullptr;                           // null: none
  bool (*supports)(const Call&) = nullptr;                                // null: always
  std::optional<Planned> (*plan)(const Call&, const Library&) = nullptr;  // null: no library has it
  // The workspace begins with an int that the kernel sets when the data make no sense; it lives to the end of the step and is looked at
  // when results are read. The sentence says what was wrong.
  const char* dataFault = nullptr;
};

// Null for an op that the GPU does not know.
const OpKernel* kernelFor(std::string_view op);

// Each family in candidates_*.cpp.
std::span<const OpKernel> elementwiseKernels();
std::span<const OpKernel> reductionKernels();
std::span<const OpKernel> normalizationKernels();
std::span<const OpKernel> productKernels();
std::span<const OpKernel> poolingKernels();
std::span<const OpKernel> structureKernels();
std::span<const OpKernel> lossKernels();
std::span<const OpKernel> sequenceKernels();
std::span<const OpKernel> optimizerKernels();

// A walk over `whole` through a tensor of shape `part`, aligned at the last dimension and repeated where it is 1.
Walk broadcastWalk(const Shape& whole, const Shape& part);
// A walk over `sizes` with these strides.
Walk walkOf(const Shape& sizes, const std::vector<Int>& strides);
std::vector<Int> rowMajorStrides(const Shape& shape);

}  // namespace stepscope::cuda
