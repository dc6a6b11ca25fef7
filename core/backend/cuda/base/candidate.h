// The kernels for each op on the GPU. Every op of the op table has a kernel of ours. Convolutions and matrix products also have kernels of libraries,
// which are preferred if they accept shape and type.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/backend/cuda/base/launch.h"
#include "core/backend/kernel_settings.h"
#include "core/graph/op.h"

namespace stepscope::cuda {

class PlanTuner;

Type typeOf(DType dtype);
ElementType elementTypeOf(DType dtype);

// A node with the addresses of its operands, which are null if only shapes are needed.
struct Call {
  const Graph& graph;
  const Node& node;
  std::vector<std::byte*> inputs, outputs{};  // outputs without the workspace
  std::byte* workspace = nullptr;
  bool channelsLast = false;  // every 4-dimensional tensor of the node is stored with dimension 1 last

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
  float real(RealName key) const { return static_cast<float>(node.attrs.real(key)); }
  float real(RealName key, double fallback) const { return static_cast<float>(node.attrs.real(key, fallback)); }
  bool flag(FlagName key) const { return node.attrs.flag(key); }
};

// A call for which only shapes are needed.
inline Call shapesOnly(const Graph& graph, const Node& node, bool channelsLast = false) {
  return {graph, node, std::vector<std::byte*>(node.inputs.size()), std::vector<std::byte*>(node.outputs.size()), nullptr, channelsLast};
}

// The layouts that an op accepts for images. A value with one channel or one pixel has both layouts at once.
enum class LayoutUse : std::uint8_t {
  Plain,    // row-major only
  Images,   // channels last if the program stores images so; all 4-dimensional tensors of the op in one layout
  Follows,  // the layout of its inputs: channels last if one of them is
  Reads,    // the same for inputs; the outputs are row-major
  Any,      // every input in its own layout, since it is read as a flat array; an optimizer group in one layout
};

// Scale and shift of a norm's channels are packed in one input of conv2d_of_norm: its index, and the offset in bytes at which the shift begins.
constexpr std::size_t kScaleShiftInput = 3;
constexpr Int shiftOffset(Int channels) {
  return (2 * channels + 255) / 256 * 256;
}
// Bytes of a relu's mask with one bit per element, rounded up to 64 bytes.
inline Int reluBitBytes(const Shape& shape) {
  return (numel(shape) / 8 + 63) / 64 * 64;
}

// The libraries of a device, and the settings for them. Pointers are null if a program is only planned, without a device.
struct Library {
  const DeviceApi* api = nullptr;
  Context* context = nullptr;
  bool deterministic = false, allowTf32 = false;
  ImageLayout images = ImageLayout::Auto;
  bool fusion = true;          // neighbouring nodes may run as one kernel
  PlanTuner* tuner = nullptr;  // chooses among a plan's alternatives; null: the first of the library is used
  // True if nothing is timed. Then kernels that are used only if timing finds them faster, and the libraries' norms and pools, are skipped.
  bool untimed = false;
};

// An operand of a plan: input i of the node has index i, output i has index -1 - i. `offset` is in bytes, for operands that are packed with others.
struct PlanOperand {
  int index = 0;
  Int offset = 0;
};
// The index of operands that the library needs and the graph does not have: they are at the beginning of the workspace.
inline constexpr int kInWorkspace = -1000;
inline constexpr int kNoOperand = -1001;

struct Planned {
  std::shared_ptr<LibraryPlan> plan;
  Int workspaceBytes = 0;  // workspace that the library needs
  std::vector<PlanOperand> operands;
  std::vector<std::pair<std::string, double>> candidateMs{};  // times of its alternatives; empty if they were not timed
  void (*after)(const Call&, LaunchList&) = nullptr;          // adds launches after it, for work that the library does not do
  void (*before)(const Call&, LaunchList&) = nullptr;         // adds launches before it, which make the operands in the workspace
  Int ownBytes = 0;                                           // bytes of those operands
  // True: used only if a run on the device has shown that its results agree with those of our own kernels.
  bool checked = false;
  // True: our own kernel is about as fast, so this one is used only if timing finds it faster.
  bool competes = false;
};

// The library's kernel for the request, from one of DeviceApi's make... functions; nullopt if there is none.
template <class Request>
std::optional<Planned> plannedBy(std::int32_t (*make)(Context*, const Request*, LibraryPlan**, Int*), const Request& request, const Library& library,
                                 std::vector<PlanOperand> operands) {
  LibraryPlan* plan = nullptr;
  Planned made;
  if (make(library.context, &request, &plan, &made.workspaceBytes) != kOk) return std::nullopt;
  made.plan = {plan, library.api->freePlan};
  made.operands = std::move(operands);
  return made;
}

// Alignment in bytes of the workspace of a library's kernel. The allocated workspace is larger by this, and the aligned one begins at the first
// multiple of it.
constexpr Int kPlanAlignment = 256;
constexpr Int alignedToPlan(Int bytes) {
  return (bytes + kPlanAlignment - 1) / kPlanAlignment * kPlanAlignment;
}
// The workspace that a node with this plan needs.
inline Int workspaceOf(const Planned& planned) {
  const Int bytes = alignedToPlan(planned.ownBytes) + planned.workspaceBytes;
  return bytes > 0 ? bytes + kPlanAlignment : 0;
}
// Adds the launches of a planned node to `list`. The call's workspace has the size workspaceOf(), or is null if only the kernels are needed.
void bindPlan(const Planned& planned, const Call& call, LaunchList& list);

// What an elementwise op computes for one element, for kernels that run several such ops.
struct ElementFormula {
  const char* type = nullptr;  // "stepscope::cuda::Relu"
  int arity = 1;
  float (*host)(float x, float y, float a, float b) = nullptr;
  float a = 0, b = 0;  // the node's attributes
};

struct OpKernel {
  std::string_view op;
  void (*bind)(const Call&, LaunchList&) = nullptr;                       // null: there are only library kernels
  Int (*workspaceBytes)(const Call&) = nullptr;                           // null: none
  bool (*supports)(const Call&) = nullptr;                                // null: always
  Int (*outputBytes)(const Call&, std::size_t output) = nullptr;          // null: the size follows from type and shape
  std::optional<Planned> (*plan)(const Call&, const Library&) = nullptr;  // null: no library has the op
  // Not null: the workspace begins with an int that the kernel sets if the data are invalid. It lives to the end of the step and is checked when
  // results are read; this sentence is then the error.
  const char* dataFault = nullptr;
  LayoutUse layout = LayoutUse::Plain;
  ElementFormula (*formula)(const Call&) = nullptr;  // not null for an op that works element by element, with broadcasting
};

// Null if the GPU does not support the op.
const OpKernel* kernelFor(const OpDef& op);

// The kernels of each family, in candidates_*.cpp.
std::span<const OpKernel> elementwiseKernels();
std::span<const OpKernel> reductionKernels();
std::span<const OpKernel> normalizationKernels();
std::span<const OpKernel> productKernels();
std::span<const OpKernel> poolingKernels();
std::span<const OpKernel> structureKernels();
std::span<const OpKernel> lossKernels();
std::span<const OpKernel> sequenceKernels();
std::span<const OpKernel> optimizerKernels();

// Every formula of the op table once, without attributes.
std::vector<ElementFormula> allFormulas();

// A walk over the elements of `whole` that gives their offsets in a tensor of shape `part`, which is aligned at the last dimension and repeated where
// it is 1. With `channelsLast` the order of `whole` is channels last, and so is the layout of `part` if it has 4 dimensions.
Walk broadcastWalk(const Shape& whole, const Shape& part, bool channelsLast = false);
// A walk over `sizes` with these strides, in elements.
Walk walkOf(const Shape& sizes, const std::vector<Int>& strides);
std::vector<Int> rowMajorStrides(const Shape& shape);
// Strides of a tensor in the call's layout.
std::vector<Int> stridesOf(const Call& call, const Shape& shape);

}  // namespace stepscope::cuda
