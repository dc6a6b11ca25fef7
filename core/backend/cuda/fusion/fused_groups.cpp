#include "core/backend/cuda/fusion/fused_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/backend/cuda/tuning/plan_tuner.h"
#include "core/graph/graph_index.h"

namespace stepscope::cuda {
namespace {

class Finder {
 public:
  Finder(const Graph& graph, const Library& library, bool channelsLast) : graph_(graph), library_(library), last_(channelsLast) {
    found_.at.resize(graph.nodes().size());
    found_.absorbed.assign(graph.nodes().size(), false);
  }

  FusedGroups run() {
    if (!library_.api || !library_.fusion) return std::move(found_);
    for (NodeId n = 0; n < graph_.nodeCount(); ++n) {
      const OpId op = graph_.node(n).op->id;
      if (op == OpId::Gelu) gelu(n);
      if (op == OpId::GeluGrad) geluGrad(n);
      if (op == OpId::ReluGrad) reluGrad(n);
      if (op == OpId::BatchNormGrad) normGrad(n);
    }
    for (NodeId n = 0; n < graph_.nodeCount(); ++n)
      if (graph_.isOp(n, OpId::BatchNorm) && !normPrologue(n)) normRelu(n);
    // Weight gradients come last, since the backward of an activation may already compute the bias gradient.
    for (NodeId n = 0; n < graph_.nodeCount(); ++n)
      if (graph_.isOp(n, OpId::LinearGradWeight)) weightGrad(n);
    for (const auto& [title, times] : counts_) found_.notes.push_back(fmt::format("{} run as one kernel of a library: {}", times, title));
    return std::move(found_);
  }

 private:
  bool isFree(NodeId n) const { return n != kNone && !found_.absorbed[n] && !found_.at[n].group; }
  // The node whose first output is the value, if it is an `op` and not yet in a group.
  NodeId maker(ValueId value, OpId op) const {
    const NodeId n = graph_.maker(value, op);
    return n != kNone && graph_.node(n).outputs[0] == value && isFree(n) ? n : kNone;
  }
  bool isReadOnce(ValueId value) const { return graph_.onlyReader(value) != kNone; }
  static bool isTanh(const Node& node) { return node.attrs.text("approximate") == "tanh"; }

  // The node of the bias gradient that sums the rows of the value; kNone if there is none or it is already in a group.
  NodeId biasGradient(ValueId value) const {
    for (const GraphIndex::RowSum& found : graph_.rowSums(value))
      if (isFree(found.sum)) return found.sum;
    return kNone;
  }

  // A part with this op, and the attributes and scope of `like`.
  FusedPart part(NodeId place, OpId op, NodeId like, std::vector<ValueId> inputs, std::vector<ValueId> outputs) const {
    FusedPart made{place, graph_.node(like)};
    made.node.op = &opOf(op);
    made.node.inputs = std::move(inputs);
    made.node.outputs = std::move(outputs);
    return made;
  }
  // Sets the library's kernel of the part; false if there is none.
  bool plan(FusedPart& part, bool last = false) const {
    part.planned = kernelFor(*part.node.op)->plan(shapesOnly(graph_.graph(), part.node, last), library_);
    return part.planned.has_value();
  }
  // The id of a group's first own value: one that the graph does not contain.
  ValueId firstOwn() const { return static_cast<ValueId>(graph_.graph().values().size()); }

  // Whether every part reads its weights before they are updated, as the group's nodes do. An update runs as early as possible, so it may be between
  // two nodes of the group.
  bool readsBeforeUpdates(const FusedGroup& group) const {
    const Graph& graph = graph_.graph();
    for (const FusedPart& p : group.parts)
      for (const ValueId input : p.node.inputs) {
        if (input == kNone || input >= firstOwn() || !isPersistent(graph.value(graph.storageOf(input)).role)) continue;
        NodeId first = p.at, last = p.at;
        for (const NodeId n : group.nodes) {
          const std::vector<ValueId>& read = graph_.node(n).inputs;
          if (std::find(read.begin(), read.end(), input) == read.end()) continue;
          first = std::min(first, n);
          last = std::max(last, n);
        }
        for (NodeId n = first + 1; n < last; ++n)
          for (const std::size_t changed : mutatedInputs(graph_.node(n))) {
            // The inputs for state that an optimizer does not use are kNone.
            const std::vector<ValueId>& inputs = graph_.node(n).inputs;
            if (changed < inputs.size() && inputs[changed] != kNone && graph.storageOf(inputs[changed]) == graph.storageOf(input)) return false;
          }
      }
    return true;
  }

  bool accept(FusedGroup group) {
    if (!readsBeforeUpdates(group)) return false;
    for (FusedPart& p : group.parts) {
      if (!p.runs()) return false;
      if (p.planned) p.planned->checked = true;
    }
    if (library_.tuner && !library_.tuner->settle(graph_.graph(), group, library_)) return false;
    ++counts_[group.title];
    const auto made = std::make_shared<FusedGroup>(std::move(group));
    for (const NodeId n : made->nodes) found_.absorbed[n] = true;
    for (std::size_t i = 0; i < made->parts.size(); ++i) {
      found_.absorbed[made->parts[i].at] = false;
      found_.at[made->parts[i].at] = {made, i};
    }
    return true;
  }

  void gelu(NodeId n) {
    const Node& node = graph_.node(n);
    const NodeId product = layerBefore(graph_, n, 0);
    if (!isTanh(node) || !isFree(n) || !graph_.isOp(product, OpId::Linear) || !isFree(product)) return;
    const Node& linear = graph_.node(product);
    const bool keep = !isReadOnce(node.inputs[0]);
    std::vector<ValueId> outputs{node.outputs[0]};
    if (keep) outputs.push_back(node.inputs[0]);
    FusedGroup group{"linear, gelu", {product, n}, {part(product, OpId::LinearActivation, product, linear.inputs, outputs)}, {}};
    group.parts[0].node.attrs.set("activation", std::string("gelu"));
    group.parts[0].node.attrs.set("keeps_input", keep);
    if (plan(group.parts[0])) accept(std::move(group));
  }

  // Adds a product with the backward of the activation after it, and with the bias gradient that sums its result, if there is one.
  bool addProductAndGrad(FusedGroup& group, NodeId product, NodeId grad, ValueId reads, const char* activation) {
    const Node &gradient = graph_.node(product), &node = graph_.node(grad);
    const std::vector<ValueId> inputs{gradient.inputs[0], gradient.inputs[1], reads};
    // A library's epilogue may sum in a different order in every run.
    const NodeId sums = library_.deterministic ? kNone : biasGradient(node.outputs[0]);
    group.nodes.insert(group.nodes.end(), {product, grad});
    // It runs at the place of the product if all its inputs exist there, since the weight may be updated between the two nodes.
    const NodeId made = reads < firstOwn() ? graph_.value(reads).producer : kNone;
    const NodeId place = made < product ? product : grad;
    for (const bool withSums : {true, false}) {
      if (withSums && sums == kNone) continue;
      std::vector<ValueId> outputs{node.outputs[0]};
      if (withSums) outputs.push_back(graph_.node(sums).outputs[0]);
      FusedPart fused = part(place, OpId::LinearGradInputActivationGrad, product, inputs, outputs);
      fused.node.attrs.set("activation", std::string(activation));
      if (!plan(fused)) continue;
      group.parts.push_back(std::move(fused));
      if (withSums) {
        group.nodes.push_back(sums);
        group.title += ", bias gradient";
      }
      return true;
    }
    return false;
  }

  void geluGrad(NodeId n) {
    const Node& node = graph_.node(n);
    if (!isTanh(node) || !isFree(n) || !isReadOnce(node.inputs[0])) return;
    const NodeId product = maker(node.inputs[0], OpId::LinearGradInput);
    if (product == kNone) return;
    FusedGroup group{"linear backward input, gelu backward", {}, {}, {}};
    if (addProductAndGrad(group, product, n, node.inputs[1], "gelu")) accept(std::move(group));
  }

  // Groups a linear layer with relu and its backward: the forward product keeps one bit per element, which the backward pass reads instead of the
  // values.
  void reluGrad(NodeId n) {
    const Node& node = graph_.node(n);
    if (!isFree(n) || !isReadOnce(node.inputs[0])) return;
    const NodeId forward = maker(node.inputs[1], OpId::Linear), product = maker(node.inputs[0], OpId::LinearGradInput);
    if (forward == kNone || product == kNone || !graph_.node(forward).attrs.flag("relu")) return;
    const Shape& y = graph_.shape(node.inputs[1]);
    const auto bits = firstOwn();
    FusedGroup group{"linear with relu, linear backward input, relu backward", {forward}, {}, {}};
    group.ownBytes = {reluBitsStep(y.back()) / 8 * (numel(y) / std::max<Int>(y.back(), 1))};
    group.parts.push_back(part(forward, OpId::LinearReluBits, forward, graph_.node(forward).inputs, {node.inputs[1], bits}));
    if (plan(group.parts[0]) && addProductAndGrad(group, product, n, bits, "relu")) accept(std::move(group));
  }

  void weightGrad(NodeId n) {
    if (library_.deterministic || !isFree(n)) return;
    const Node& node = graph_.node(n);
    const std::vector<NodeId> beside = biasGradientsBeside(graph_, n);
    const auto found = std::find_if(beside.begin(), beside.end(), [&](NodeId sum) { return isFree(sum); });
    if (found == beside.end()) return;
    const NodeId sums = *found;
    FusedGroup group{"linear backward weights, bias gradient",
                     {n, sums},
                     {part(n, OpId::LinearGradWeightBias, n, node.inputs, {node.outputs[0], graph_.node(sums).outputs[0]})},
                     {}};
    if (plan(group.parts[0])) accept(std::move(group));
  }

  // Groups the input gradient of a convolution with the backward of the batch norm with relu that made this input: the kernel of the convolution also
  // computes the sums that the norm's backward needs.
  void normGrad(NodeId n) {
    const Node& node = graph_.node(n);
    if (!last_ || !isFree(n) || !node.attrs.flag("relu") || node.attrs.flag("residual") || !isReadOnce(node.inputs[1])) return;
    const NodeId product = maker(node.inputs[1], OpId::Conv2dGradInput);
    const NodeId forward = graph_.value(node.inputs[4]).producer;
    const DType type = graph_.value(node.inputs[1]).dtype;
    if (product == kNone || forward == kNone || (type != DType::BF16 && type != DType::F16)) return;
    // The mask of the relu must depend only on the norm's output, so there must be no residual.
    const Node& norm = graph_.node(forward);
    if (norm.op->id != OpId::BatchNorm || hasInput(norm, 5)) return;
    const Node& convolution = graph_.node(product);
    FusedGroup group{"conv2d backward input, batch norm backward", {product, n}, {}, {}};
    group.channelsLast = true;
    group.given = {forward};  // it makes the mask
    group.parts.push_back(
        part(n, OpId::Conv2dGradInputNormGrad, product,
             {convolution.inputs[0], convolution.inputs[1], node.inputs[0], node.inputs[2], node.inputs[3], node.inputs[4], node.inputs[5]},
             {node.outputs[0], node.outputs[1], node.outputs[2]}));
    group.parts[0].node.attrs.set("eps", node.attrs.real("eps"));
    if (!plan(group.parts[0], true)) return;
    group.parts[0].planned->competes = true;
    accept(std::move(group));
  }

  // The batch norm whose input is `images`; kNone: there is none.
  NodeId sumReader(ValueId images) const {
    for (const NodeId reader : graph_.readers(images))
      if (graph_.node(reader).op->id == OpId::BatchNorm && graph_.node(reader).inputs[0] == images) return reader;
    return kNone;
  }

  // Groups a batch norm with relu with the convolutions that read its result, if only convolutions and their weight gradients do. The convolutions
  // normalise their inputs themselves; the norm computes only scale and shift, and neither its result nor the relu's mask is stored. Only in f16: the
  // library has no such kernels for bf16, whose 8 bits of precision are few for a scale by which a whole channel is multiplied.
  bool normPrologue(NodeId n) {
    const Node& node = graph_.node(n);
    if (!last_ || library_.untimed || !isFree(n) || !node.attrs.flag("relu") || node.outputs.size() < 4) return false;
    const ValueId y = node.outputs[0], mask = node.outputs[3];
    const Value& images = graph_.value(y);
    if (images.dtype != DType::F16 || graph_.value(node.inputs[0]).dtype != DType::F16 || images.shape.size() != 4 || graph_.isOutput(y) ||
        graph_.isOutput(mask) || hasInput(node, 5) || graph_.readers(mask).size() != 1)
      return false;
    const NodeId back = graph_.readers(mask)[0];
    if (graph_.node(back).op->id != OpId::BatchNormGrad) return false;
    std::vector<NodeId> nodes{n};
    int forward = 0, gradients = 0;
    for (const NodeId reader : graph_.readers(y)) {
      const Node& r = graph_.node(reader);
      if (reader == back) continue;
      const bool convolves = r.op->id == OpId::Conv2d;
      const bool others = std::count(r.inputs.begin(), r.inputs.end(), y) != 1 || hasInput(r, 2);
      if ((!convolves && r.op->id != OpId::Conv2dGradWeight) || r.inputs[0] != y || others || r.attrs.flag("relu") || !isFree(reader)) return false;
      ++(convolves ? forward : gradients);
      nodes.push_back(reader);
    }
    if (forward == 0 || gradients == 0) return false;
    // If the norm's backward is already in a group with the gradient of a convolution, it needs no mask.
    if (isFree(back)) nodes.push_back(back);
    std::sort(nodes.begin(), nodes.end());

    FusedGroup group{"batch norm with relu read by conv2d, conv2d backward weights", nodes, {}, {}};
    group.channelsLast = group.onlyIfFaster = true;
    const auto own = [&](Int bytes) {
      group.ownBytes.push_back(bytes);
      return firstOwn() + static_cast<ValueId>(group.ownBytes.size()) - 1;
    };
    const ValueId scaleShift = own(2 * shiftOffset(images.shape[1]));
    for (const NodeId each : nodes) {
      const Node& e = graph_.node(each);
      if (each == n) {
        group.parts.push_back(part(n, OpId::BatchNormScaleShift, n, node.inputs, {node.outputs[1], node.outputs[2], scaleShift}));
      } else if (each == back) {
        group.parts.push_back(part(back, OpId::BatchNormGradWithoutMask, back, {e.inputs.begin(), e.inputs.begin() + 6}, e.outputs));
      } else {
        const OpId op = e.op->id == OpId::Conv2d ? OpId::Conv2dOfNorm : OpId::Conv2dGradWeightOfNorm;
        FusedPart made = part(each, op, each, {node.inputs[0], e.inputs[1], kNone, scaleShift}, e.outputs);
        const NodeId reader = e.op->id == OpId::Conv2d ? sumReader(e.outputs[0]) : kNone;
        if (reader != kNone) {
          const Int channels = graph_.shape(e.outputs[0])[1];
          const ValueId sums = own(4 * channels), squares = own(4 * channels);
          made.node.outputs.insert(made.node.outputs.end(), {sums, squares});
          const Node& norm = graph_.node(reader);
          FusedPart scaleShift =
              part(reader, OpId::BatchNormScaleShift, reader, norm.inputs, {norm.outputs[1], norm.outputs[2], own(2 * shiftOffset(channels))});
          scaleShift.node = ofSums(scaleShift.node, sums, squares);
          group.following.push_back(std::move(scaleShift));
        }
        if (!plan(made, true)) return false;
        made.planned->competes = true;
        group.parts.push_back(std::move(made));
      }
    }
    return accept(std::move(group));
  }

  // Groups a batch norm, the addition to its result and its relu, and their backward: one kernel each. The mask between them has one bit per element.
  // Not in f16 after a convolution: there the convolution sums its channels, so that the norm need not read the images for that.
  void normRelu(NodeId n) {
    const Node& node = graph_.node(n);
    if (!last_ || !isFree(n) || !node.attrs.flag("relu") || node.outputs.size() < 4 || graph_.isOutput(node.outputs[3])) return;
    const ValueId mask = node.outputs[3];
    const NodeId before = graph_.value(node.inputs[0]).producer;
    if (graph_.value(node.outputs[0]).dtype == DType::F16 && before != kNone && graph_.node(before).op->id == OpId::Conv2d) return;
    if (graph_.readers(mask).size() != 1) return;
    const NodeId back = graph_.readers(mask)[0];
    const Node& grad = graph_.node(back);
    if (grad.op->id != OpId::BatchNormGrad || !isFree(back) || grad.inputs.size() < 7 || grad.inputs[6] != mask) return;
    const auto bits = firstOwn();
    FusedGroup group{"batch norm with relu, its backward", {n, back}, {}, {reluBitBytes(graph_.value(node.outputs[0]).shape)}};
    group.channelsLast = true;
    group.parts.push_back(part(n, OpId::BatchNormReluBits, n, node.inputs, {node.outputs[0], node.outputs[1], node.outputs[2], bits}));
    std::vector<ValueId> inputs = grad.inputs;
    inputs[6] = bits;
    group.parts.push_back(part(back, OpId::BatchNormGradReluBits, back, std::move(inputs), grad.outputs));
    if (plan(group.parts[0], true) && plan(group.parts[1], true)) accept(std::move(group));
  }

  const GraphIndex graph_;
  const Library& library_;
  bool last_;
  std::map<std::string, int> counts_;
  FusedGroups found_;
};

}  // namespace

FusedGroups findFusedGroups(const Graph& graph, const Library& library, bool channelsLast) {
  return Finder(graph, library, channelsLast).run();
}

}  // namespace stepscope::cuda
