// The op table's entry: what an op is, declared once. Kernels live with the backends; adding an op touches one file in
// core/graph/ops/, one kernel file a backend and one entry in the op test table.
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

// Which dtype autocast runs an op in (PyTorch aten/src/ATen/autocast_mode.h). Unlisted: whatever its inputs have.
enum class AmpClass : std::uint8_t { Unlisted, Low, F32, Widest };

struct Cost {
  std::int64_t flops = 0;  // multiply and add counted as two
  std::int64_t bytesRead = 0;
  std::int64_t bytesWritten = 0;
};

// Handed to a gradient rule: emits backward nodes and hands gradients to the inputs. Implemented by the autodiff pass.
class GradientEmitter {
 public:
  virtual ~GradientEmitter() = default;
  virtual const Graph& graph() const = 0;
  virtual const Node& forward() const = 0;  // stays where it is while the rule emits nodes
  // The gradient of output i of the forward node; kNone when nothing depends on it.
  virtual ValueId gradientOf(int output) const = 0;
  // True when input i needs a gradient (it is, or depends on, a parameter).
  virtual bool wants(int input) const = 0;
  // Emits a backward node in the forward node's scope. (Qt has a macro named emit.)
  virtual NodeId emitNode(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) = 0;
  // Contributes a gradient to input i; several contributions are added.
  virtual void contribute(int input, ValueId gradient) = 0;
};

struct InPlacePair {
  int input, output;
};  // the output may overwrite the input's memory when nobody reads the input later

// Of an op that treats the samples of a batch apart, so that a part of the batch can be computed by itself: what becomes of each operand
// when the batch is cut. 's': its samples are cut with it; 'w': every part reads the whole; '+': the parts' results are added up.
struct BatchRule {
  std::string_view inputs{}, outputs{};
  bool matrix = false;  // matrix work, whose cost is arithmetic
  bool known() const { return !outputs.empty(); }
};

struct OpDef {
  std::string_view name;   // "conv2d_grad_weight"
  std::string_view title;  // what the user reads: "conv2d backward weights"
  // The attributes that a node of it may have, parted by spaces; attribute_names.h says what type each is. Graph::addNode refuses others.
  std::string_view attrs{};
  std::vector<TensorType> (*infer)(const Graph&, const Node&) = nullptr;  // checks inputs; throws Error (Input) naming the scope
  void (*gradient)(GradientEmitter&) = nullptr;                           // null: no gradient passes
  Cost (*cost)(const Graph&, const Node&) = nullptr;
  AmpClass ampCuda = AmpClass::Unlisted;
  AmpClass ampCpu = AmpClass::Unlisted;
  std::vector<InPlacePair> inPlace{};
  std::vector<int> mutates{};  // inputs that the op updates in place (persistent values)
  // Above 0 the inputs begin with groups of this many, as many as the attribute "tensors" says (one when it is absent), and `mutates`
  // counts within a group: an op of many tensors is one launch. Scalars follow the groups.
  int repeat = 0;
  bool aliases = false;    // output 0 is a view of input 0
  bool movesOnly = false;  // its results are elements of its inputs as they are: it takes quantized ones, and `infer` carries their scales
  std::vector<int> workspaceOutputs{};  // outputs with Role::Workspace (masks, saved statistics)
  // Of an op that makes each element from the elements at the same place of its operands, repeated by NumPy's rules: what it computes, with
  // the node's attributes. Null: it is none such. Chains, conversions in tiles and both backends' kernels follow from it.
  FormulaUse (*formula)(const Attributes&) = nullptr;
  UpdateRule update = UpdateRule::None;  // of an op that updates parameters, or means of them: its rule, with the node's attributes
  bool activation = false;               // of those: a layer or a norm before it may apply it to its own result
  bool unitLossGradient = false;         // the gradient rule reads an absent gradient of output 0 as 1, when that is the loss
  BatchRule batch{};                     // not known: the samples depend on each other
  // Does what several nodes do in one pass over memory (ops/fused.cpp). Only a backend makes nodes of it, with the values of those: it has
  // no `infer`, and Graph::addNode refuses it. Its attribute `activation` names an activation's op, whose attributes the node has too.
  bool fused = false;
  OpId id = OpId::Other;  // set by the op table
};

const OpDef* findOp(std::string_view name);   // null if unknown
const OpDef& opNamed(std::string_view name);  // throws Error (Internal)
const OpDef& opOf(OpId id);                   // not of Other
std::vector<const OpDef*> allOps();           // that a step's graph may have
std::vector<const OpDef*> fusedOps();         // the others, of which a backend has those that it has kernels for

// What the user reads of the node: "conv2d", "linear + gelu".
std::string titleOf(const Node& node);

// The groups of a node whose op has `repeat`.
struct InputGroups {
  std::size_t count = 0, size = 0;
  std::size_t end() const { return count * size; }  // the first input after the groups
};
InputGroups inputGroups(const Node& node);
// Scalars of an op that updates parameters, from the first input after the groups on; the last ones may be absent. Means have the first alone.
namespace update_scalars {
constexpr std::size_t kRate = 0, kStep = 1, kMomentum = 2, kFactor = 3, kOverflow = 4, kCount = 5;
}
UpdateSettings updateSettings(const Attributes& attrs);
// Of a batch norm of sums: the first input after the norm's own, see ops/fused.cpp.
constexpr std::size_t kSumsInput = 6;
// Indices of the inputs that the node updates in place.
std::vector<std::size_t> mutatedInputs(const Node& node);

// Each file in core/graph/ops/ offers its entries; op_table.cpp lists the files.
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
