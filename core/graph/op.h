// The entry of an op in the op table: everything about the op, declared once. Kernels are in the backends; adding an op needs one file in
// core/graph/ops/, one kernel file per backend and one entry in the op test table.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/formula.h"
#include "core/graph/graph.h"
#include "core/graph/op_id.h"
#include "core/graph/update_rule.h"

namespace stepscope {

// The dtype in which autocast runs an op (PyTorch aten/src/ATen/autocast_mode.h). Low: the narrow type. Widest: the widest type of
// its inputs. Unlisted: the types that its inputs have.
enum class AmpClass : std::uint8_t { Unlisted, Low, F32, Widest };

struct Cost {
  std::int64_t flops = 0;  // multiply and add counted as two
  std::int64_t bytesRead = 0;
  std::int64_t bytesWritten = 0;
};

// Passed to a gradient rule, which emits backward nodes and contributes gradients to the inputs. Implemented by the autodiff pass.
class GradientEmitter {
 public:
  virtual ~GradientEmitter() = default;
  virtual const Graph& graph() const = 0;
  virtual const Node& forward() const = 0;  // the reference stays valid while the rule emits nodes
  // The gradient of output `output` of the forward node; kNone if the loss does not depend on it.
  virtual ValueId gradientOf(int output) const = 0;
  // True if input `input` needs a gradient (it is, or depends on, a parameter).
  virtual bool wants(int input) const = 0;
  // Emits a backward node in the forward node's scope. (Qt has a macro named emit.)
  virtual NodeId emitNode(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) = 0;
  // Contributes a gradient to input `input`; several contributions are added.
  virtual void contribute(int input, ValueId gradient) = 0;
};

struct InPlacePair {
  int input, output;
};  // the output may overwrite the input's memory if no later node reads the input

// For an op that treats the samples of a batch independently, so that a part of the batch can be computed alone. One letter per operand:
// 's' if it is divided with the batch, 'w' if every part reads all of it, '+' if the results of the parts are added.
struct BatchRule {
  std::string_view inputs{}, outputs{};
  bool matrix = false;  // a matrix product or convolution, whose cost is arithmetic
  bool known() const { return !outputs.empty(); }
};

struct OpDef {
  std::string_view name;   // "conv2d_grad_weight"
  std::string_view title;  // shown to the user: "conv2d backward weights"
  // The attributes that a node of this op may have, separated by spaces; attribute_names.h gives their types. Graph::addNode refuses others.
  std::string_view attrs{};
  std::vector<TensorType> (*infer)(const Graph&, const Node&) = nullptr;  // checks inputs; throws Error (Input) with the scope
  void (*gradient)(GradientEmitter&) = nullptr;                           // null: the op has no gradient
  Cost (*cost)(const Graph&, const Node&) = nullptr;
  AmpClass ampCuda = AmpClass::Unlisted;
  AmpClass ampCpu = AmpClass::Unlisted;
  std::vector<InPlacePair> inPlace{};
  std::vector<int> mutates{};  // inputs that the op updates in place (persistent values)
  // Above 0: the inputs begin with groups of this size; the attribute "tensors" gives their number (one if it is absent), and `mutates` counts within
  // a group. So one launch can process many tensors. Scalars follow the groups.
  int repeat = 0;
  bool aliases = false;    // output 0 is a view of input 0
  bool movesOnly = false;  // its outputs are elements of its inputs, unchanged: it accepts quantized inputs, and `infer` passes their scales on
  std::vector<int> workspaceOutputs{};  // outputs with Role::Workspace (masks, saved statistics)
  // For an op that makes each element from the elements at the same position of its operands, broadcast by NumPy's rules: its formula, with the
  // node's attributes. Null: not such an op. Chains, tiled conversions and the kernels of both backends follow from it.
  FormulaUse (*formula)(const Attributes&) = nullptr;
  UpdateRule update = UpdateRule::None;  // for an op that updates parameters, or their averages: its rule, with the node's attributes
  bool activation = false;               // an element-wise op that a layer or a norm before it may apply to its own result
  bool unitLossGradient = false;         // if output 0 is the loss, the gradient rule treats its absent gradient as 1
  BatchRule batch{};                     // default: unknown, the samples may depend on each other
  // Does the work of several nodes in one pass over memory (ops/fused.cpp). Only a backend makes such nodes, with the values of the nodes replaced:
  // it has no `infer`, and Graph::addNode refuses it. Its attribute `activation` names an activation's op, whose attributes the node also has.
  bool fused = false;
  OpId id = OpId::Other;  // set by the op table
};

const OpDef* findOp(std::string_view name);   // null if unknown
const OpDef& opNamed(std::string_view name);  // throws Error (Internal)
const OpDef& opOf(OpId id);                   // not for OpId::Other
std::vector<const OpDef*> allOps();           // ops that a step's graph may have
std::vector<const OpDef*> fusedOps();         // the other ops; a backend uses those that it has kernels for

// The node's title for the user: "conv2d", "linear + gelu".
std::string titleOf(const Node& node);

// The groups of a node whose op has `repeat`.
struct InputGroups {
  std::size_t count = 0, size = 0;
  std::size_t end() const { return count * size; }  // the first input after the groups
};
InputGroups inputGroups(const Node& node);
// Positions of the scalars among the inputs after the groups of an op that updates parameters; the last ones may be absent. Ops that keep an average
// have only the first.
namespace update_scalars {
constexpr std::size_t kRate = 0, kStep = 1, kMomentum = 2, kFactor = 3, kOverflow = 4, kCount = 5;
}
UpdateSettings updateSettings(const Attributes& attrs);
// For batch_norm_of_sums: the first input after the inputs of the plain norm, see ops/fused.cpp.
constexpr std::size_t kSumsInput = 6;
// Indices of the inputs that the node updates in place.
std::vector<std::size_t> mutatedInputs(const Node& node);

// Each file in core/graph/ops/ exports its entries; op_table.cpp lists the files.
std::span<const OpDef> convolutionOps();
std::span<const OpDef> matmulOps();
std::span<const OpDef> normalizationOps();
std::span<const OpDef> elementwiseOps();
std::span<const OpDef> poolingOps();
std::span<const OpDef> shapeOps();
std::span<const OpDef> lossOps();
std::span<const OpDef> elementLossOps();
std::span<const OpDef> optimizerOps();
std::span<const OpDef> castOps();
std::span<const OpDef> activationOps();
std::span<const OpDef> arithmeticOps();
std::span<const OpDef> reductionOps();
std::span<const OpDef> softmaxOps();
std::span<const OpDef> layerNormOps();
std::span<const OpDef> batchedMatmulOps();
std::span<const OpDef> attentionOps();
std::span<const OpDef> embeddingOps();
std::span<const OpDef> recurrentOps();
std::span<const OpDef> structureOps();
std::span<const OpDef> resizeOps();
std::span<const OpDef> convolutionTransposeOps();
std::span<const OpDef> groupNormOps();
std::span<const OpDef> fusedOpEntries();

}  // namespace stepscope
