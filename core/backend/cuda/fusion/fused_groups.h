// Neighbouring nodes that a library runs as one kernel or two: a matrix product with an activation, or with the activation's gradient and a
// bias gradient; a convolution's gradient together with the gradient of the batch norm before it; a batch norm with a relu and its bit
// mask; a batch norm whose scale, shift and relu the next convolution applies as it reads, so that the normalised images are never written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/candidate.h"

namespace stepscope::cuda {

// A kernel that runs in the place of a node of the source graph.
struct FusedPart {
  NodeId at = kNone;
  Node node;                       // of the source graph's values; beyond those, the group's own
  std::optional<Planned> planned;  // none: our own kernel
  const OpKernel* own = nullptr;   // which; null: that of the node's op
};

struct FusedGroup {
  std::string title;          // "linear, gelu": what the report counts
  std::vector<NodeId> nodes;  // that it stands for, in their order
  std::vector<FusedPart> parts;
  std::vector<Int> ownBytes;  // of values that go from part to part and have no place in the source graph
  bool channelsLast = false;
  std::vector<NodeId> given{};  // nodes whose results agree with each other as the group's inputs must: run first where the group is tried
  std::vector<FusedPart> behind{};  // nodes that read what only the group makes: run last where it is tried, in the place of those nodes
  bool onlyIfFaster = false;        // timing must show it: without timing the group is not taken
};

struct FusedGroups {
  struct Place {
    std::shared_ptr<FusedGroup> group;
    std::size_t part = 0;
  };
  std::vector<Place> at;       // one a node of the source graph; null: it runs by itself, or
  std::vector<bool> absorbed;  // not at all
  std::vector<std::string> notes;
};

// What the library has kernels for and the tuner has let pass. Nothing without a library or where fusion is off. channelsLast: how the
// program has its images.
FusedGroups findFusedGroups(const Graph& graph, const Library& library, bool channelsLast);

// In candidates_*.cpp, which know how the ops' operands are described to the library. Null plans: it has no such kernel.
// linear with an epilogue: outputs y [what backward reads]; keep: it is written.
std::optional<Planned> planLinearEpilogue(const Call& call, const Library& library, Epilogue epilogue, bool keep);
// linear_grad_input of dy and w, after it the backward of an activation that reads input 2: outputs dx [bias gradient].
std::optional<Planned> planLinearGradEpilogue(const Call& call, const Library& library, Epilogue epilogue, bool biasGradient);
// linear_grad_weight: outputs dw and the sums of dy.
std::optional<Planned> planLinearGradWeightWithBias(const Call& call, const Library& library);
// conv2d_grad_input of dy, w and, of the norm, x gamma beta mean variance: outputs dx dgamma dbeta. The attribute eps is the norm's.
std::optional<Planned> planConvolutionThroughNorm(const Call& call, const Library& library);
// batch_norm with a relu and perhaps a residual: outputs y mean variance bits; batch_norm_grad, whose input 6 are those.
std::optional<Planned> planBatchNormWithRelu(const Call& call, const Library& library);
std::optional<Planned> planBatchNormGradWithRelu(const Call& call, const Library& library);
Int reluBitBytes(const Shape& shape);
// conv2d and conv2d_grad_weight whose input 0 is what a norm with a relu reads, and input 3 its scale and shift, packed as
// scaleShiftBytes() says. conv2d: outputs y [sums squares]; sums: they are written.
std::optional<Planned> planConvolutionOfNorm(const Call& call, const Library& library, bool sums);
std::optional<Planned> planWeightGradientOfNorm(const Call& call, const Library& library);
constexpr std::size_t kScaleShiftInput = 3;
constexpr Int shiftOffset(Int channels) {
  return alignedToPlan(2 * channels);
}
constexpr Int scaleShiftBytes(Int channels) {
  return 2 * shiftOffset(channels);
}
// batch_norm that writes no images: outputs mean variance scale-and-shift. batch_norm_grad with a relu whose mask was not written.
const OpKernel& normForPrologue();
const OpKernel& normGradWithoutMask();

}  // namespace stepscope::cuda
