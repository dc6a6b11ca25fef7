#include "core/backend/cuda/plan/lowering.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "core/backend/common/lowered_values.h"
#include "core/backend/cuda/fusion/fused_groups.h"
#include "core/backend/cuda/plan/image_order.h"
#include "core/backend/cuda/tuning/plan_tuner.h"
#include "core/base/error.h"
#include "core/graph/graph_index.h"
#include "core/graph/model_outputs.h"
#include "core/graph/optimizer.h"

namespace stepscope::cuda {
namespace {

class Lowering {
 public:
  Lowering(const Graph& source, const Library& library, const StateLayouts* stateLayouts)
      : source_(source), library_(library), index_(source), values_(source), last_(channelsLastWanted(source, library.images)) {
    statistics_.assign(source.values().size(), {kNone, kNone});
    const std::vector<bool> parameters = last_ && !stateLayouts ? parametersLast(source) : std::vector<bool>(source.values().size(), false);
    for (ValueId v = 0; v < static_cast<ValueId>(source.values().size()); ++v) {
      const Value& value = source.value(v);
      if (value.producer != kNone) continue;
      const bool given = stateLayouts && stateLayouts->count(value.name) && isPersistent(value.role);
      const Layout layout = given ? stateLayouts->at(value.name) : layoutOf(parameters[v]);
      Value copy = value;
      copy.bytes = 0;
      copy.layout = values_.layout(v) = layout;
      if (isPersistent(value.role)) result_.state.emplace(value.name, layout);
      values_.setMade(v, result_.graph.addValue(std::move(copy)));
    }
  }

  Lowered run() {
    timeProducts();
    const FusedGroups groups = findFusedGroups(source_, library_, last_);
    taken_ = groups.absorbed;
    readsSums_.assign(taken_.size(), false);
    for (std::size_t n = 0; n < taken_.size(); ++n) {
      const auto& [group, part] = groups.at[n];
      taken_[n] = taken_[n] || group;
      readsSums_[n] = group && group->parts[part].node.op->id == OpId::BatchNormScaleShift;
    }
    result_.notes = groups.notes;
    ElementChains chains;
    if (library_.fusion) {
      chains = findChains(source_, taken_);
    } else {
      chains.endingAt.resize(source_.nodes().size());
      chains.absorbed.assign(source_.nodes().size(), false);
    }
    if (chains.count > 0) result_.notes.push_back(fmt::format("{} elementwise ops run as {} kernels", chains.ops, chains.count));
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) {
      const Node& node = source_.nodes()[n];
      if (!supported(source_, node)) {
        throw Error(ErrorKind::Input, node.scope.empty() ? std::string(node.op->name) : node.scope,
                    "the GPU has no kernel for " + std::string(node.op->title) + " of this shape and type", "Train on the CPU (--device cpu)");
      }
      if (chains.absorbed[n] || groups.absorbed[n]) continue;
      if (groups.at[n].group) {
        emitPart(groups.at[n].group, groups.at[n].part);
        continue;
      }
      chains.endingAt[n] ? emitChain(node, chains.endingAt[n]) : emit(node);
    }
    for (const auto& [name, value] : source_.outputs()) result_.graph.markOutput(name, values_.made(value));
    if (fused_ + apart_ > 0)
      result_.notes.push_back(fmt::format("{} of {} convolutions before a batch norm also write its sums{}", fused_, fused_ + apart_,
                                          apart_ > 0 ? "; cuDNN has no such kernel for the others, whose outputs are read once more" : ""));
    if (slow_ > 0)
      result_.notes.push_back(fmt::format(
          "{} {} on our own kernels, which are slow for these operations, since no library kernel can be used for {} ({})", slow_,
          slow_ == 1 ? "convolution or matrix product runs" : "convolutions and matrix products run", slow_ == 1 ? "it" : "them", slowReason_));
    return std::move(result_);
  }

 private:
  // Chooses the kernels of matrix products and convolutions, which take most of a step, before the fused kernels that could replace them.
  void timeProducts() {
    if (!library_.api || !library_.tuner || !library_.tuner->times()) return;
    taken_.assign(source_.nodes().size(), false);
    readsSums_ = taken_;
    std::vector<const Node*> products;
    for (const Node& node : source_.nodes())
      if (isProduct(node.op->id) && supported(source_, node) && kernelFor(*node.op)->plan) products.push_back(&node);
    for (std::size_t i = 0; i < products.size(); ++i) {
      const Node& node = *products[i];
      library_.tuner->tell(i + 1, products.size());
      const OpKernel& kernel = *kernelFor(*node.op);
      Call call = shapesOnly(source_, node, nodeLast(node, kernel.layout));
      if (wantsStatistics(node, call.channelsLast) && plannedWithSums(node)) continue;
      if (std::optional<Planned> planned = kernel.plan(call, library_)) library_.tuner->settle(call, idOf(node), planned);
    }
  }

  NodeId idOf(const Node& node) const { return static_cast<NodeId>(&node - source_.nodes().data()); }

  // The library's kernel of the convolution that also sums its channels, if there is one whose results agree with ours.
  std::optional<Planned> plannedWithSums(const Node& convolution) {
    const Node node = withSums(source_, convolution);
    const Call call = shapesOnly(source_, node, true);
    std::optional<Planned> planned = kernelFor(*node.op)->plan(call, library_);
    if (planned && library_.tuner) library_.tuner->settle(call, planned, triedWithSums(idOf(convolution), node, *planned));
    return planned;
  }

  static Layout layoutOf(bool channelsLast) { return channelsLast ? Layout::ChannelsLast : Layout::Plain; }
  bool isLast(ValueId value) const { return value != kNone && values_.layout(value) == Layout::ChannelsLast; }
  bool isImage(ValueId value) const { return value != kNone && !liesBothWays(source_.value(value).shape); }

  // Whether the node's images are NHWC.
  bool nodeLast(const Node& node, LayoutUse use) const {
    const auto any = [&](const auto& test) { return std::any_of(node.inputs.begin(), node.inputs.end(), test); };
    switch (use) {
      case LayoutUse::Images:
        // If only weights are images here, the layout does not follow from the inputs: that of the program is used.
        return last_ && (any([&](ValueId v) { return isImage(v); }) ||
                         std::any_of(node.outputs.begin(), node.outputs.end(), [&](ValueId v) { return isImage(v); }));
      case LayoutUse::Follows: return any([&](ValueId v) { return isLast(v); }) && source_.value(node.outputs[0]).shape.size() == 4;
      case LayoutUse::Reads: return any([&](ValueId v) { return isLast(v); });
      default: return false;
    }
  }

  ValueId inLayout(ValueId value, Layout wanted, const Node& reader) {
    const auto same = [&](Layout a, Layout b) { return a == b || !isImage(value); };
    return values_.in(value, wanted, same, [&] {
      const Value& from = source_.value(value);
      LoweredNode lowered;
      lowered.kernel = kernelFor(opOf(OpId::Reorder));
      lowered.results = 1;
      lowered.channelsLast = wanted == Layout::ChannelsLast;
      const NodeId id = append(reorderFor(reader, values_.made(value)), {typeOf(from)}, std::move(lowered), {"own", "stepscope", {}});
      const ValueId copy = result_.graph.node(id).outputs[0];
      result_.graph.value(copy).layout = wanted;
      return copy;
    });
  }

  // The value `made` of the lowered graph replaces `source`. `channelsLast` is the layout in which the kernel writes images.
  void take(ValueId source, ValueId made, bool channelsLast) {
    const Value& value = source_.value(source);
    result_.graph.value(made).role = value.role;
    if (result_.graph.find(value.name) == kNone) result_.graph.rename(made, value.name);
    values_.setMade(source, made);
    if (!channelsLast || !isImage(source)) return;
    values_.layout(source) = Layout::ChannelsLast;
    result_.graph.value(made).layout = Layout::ChannelsLast;
  }

  NodeId append(Node node, const std::vector<TensorType>& types, LoweredNode lowered, NodeKernel kernel) {
    const NodeId id = result_.graph.addRawNode(std::move(node), types, Role::Workspace);
    result_.nodes.push_back(std::move(lowered));
    result_.kernels.push_back(std::move(kernel));
    return id;
  }

  // Appends one node for several elementwise nodes, at the place of the last of them.
  void emitChain(const Node& last, const std::shared_ptr<const ElementChain>& chain) {
    const ValueId output = last.outputs[0];
    const Value& value = source_.value(output);
    LoweredNode lowered;
    lowered.kernel = kernelFor(*last.op);
    lowered.results = 1;
    lowered.chain = chain;
    lowered.channelsLast = value.shape.size() == 4 && std::any_of(chain->inputs.begin(), chain->inputs.end(), [&](ValueId v) { return isLast(v); });
    const bool channelsLast = lowered.channelsLast;
    Node node = last;
    node.inputs.clear();
    for (const ValueId input : chain->inputs) node.inputs.push_back(inLayout(input, layoutOf(channelsLast), last));
    const NodeId id = append(std::move(node), {{value.dtype, value.shape}}, std::move(lowered), {"fused", "stepscope: " + chain->title, {}});
    take(output, result_.graph.node(id).outputs[0], channelsLast);
  }

  // Appends one of the kernels that replace a group of nodes.
  void emitPart(const std::shared_ptr<FusedGroup>& group, std::size_t index) {
    const FusedPart& part = group->parts[index];
    const auto values = static_cast<ValueId>(source_.values().size());
    const Layout layout = layoutOf(group->channelsLast);
    std::vector<ValueId>& own = owned_[group.get()];
    own.resize(group->ownBytes.size(), kNone);
    Node node = part.node;
    for (ValueId& input : node.inputs)
      if (input != kNone) input = input >= values ? own[input - values] : inLayout(input, layout, part.node);
    std::vector<TensorType> types;
    for (const ValueId output : part.node.outputs)
      types.push_back(output >= values ? TensorType{DType::U8, {group->ownBytes[output - values]}} : typeOf(source_.value(output)));
    LoweredNode lowered;
    lowered.kernel = kernelFor(*node.op);
    lowered.planned = part.planned;
    lowered.results = types.size();
    lowered.channelsLast = group->channelsLast;
    const bool summed = node.op->id == OpId::BatchNormScaleShift && addStatistics(part.node, node);
    node.keepsInputs = true;  // the kernel of a library may read an operand again after it has written its result
    Int workspace = 0;
    NodeKernel chosen{"own", "stepscope (" + group->title + ")", {}};
    if (part.planned) {
      workspace = workspaceOf(*part.planned);
      const std::string name = library_.api->planName(part.planned->plan.get());
      chosen = {name.substr(0, name.find(' ')), name + " (" + group->title + ")", part.planned->candidateMs};
    } else if (lowered.kernel->workspaceBytes && !summed) {
      workspace = lowered.kernel->workspaceBytes(shapesOnly(source_, part.node, group->channelsLast));
    }
    if (workspace > 0) types.push_back({DType::U8, {workspace}});
    const std::vector<ValueId> sources = part.node.outputs;
    const NodeId id = append(std::move(node), types, std::move(lowered), std::move(chosen));
    const std::vector<ValueId> outputs = result_.graph.node(id).outputs;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      if (sources[i] >= values) own[sources[i] - values] = outputs[i];
      else take(sources[i], outputs[i], group->channelsLast);
    }
    if (outputs.size() > sources.size()) result_.nodes.back().workspace = outputs.back();
    const std::size_t given = source_.node(part.at).outputs.size();
    if (part.node.op->id == OpId::Conv2dOfNorm && sources.size() == given + 2) {
      statistics_[sources[0]] = {outputs[given], outputs[given + 1]};
      ++fused_;
    }
  }

  // Lets a batch norm read the sums of the convolution before it. Returns false if that wrote none.
  bool addStatistics(const Node& source, Node& made) const {
    const auto& [sums, squares] = statistics_[source.inputs[0]];
    if (sums == kNone) return false;
    made = ofSums(made, sums, squares);
    return true;
  }

  // The group in which a convolution with sums is tried: with the norm after it, whose result must be the same.
  FusedGroup triedWithSums(NodeId convolution, const Node& node, const Planned& planned) const {
    FusedGroup group;
    group.title = "conv2d with the sums of its channels";
    group.channelsLast = true;
    group.ownBytes.assign(2, source_.value(node.outputs[0]).shape[1] * 4);
    group.nodes = {convolution};
    group.parts.push_back({convolution, node, planned});
    for (const NodeId reader : index_.readers(node.outputs[0])) {
      if (source_.node(reader).op->id != OpId::BatchNorm) continue;
      group.nodes.push_back(reader);
      group.parts.push_back({reader, ofSums(source_.node(reader), node.outputs[1], node.outputs[2])});
      break;
    }
    return group;
  }

  void emit(const Node& node) {
    LoweredNode lowered;
    lowered.results = node.outputs.size();
    const LayoutUse use = node.op->aliases ? LayoutUse::Plain : kernelFor(*node.op)->layout;
    lowered.channelsLast = nodeLast(node, use);
    Node copy = node;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kNone) continue;
      copy.inputs[i] = use == LayoutUse::Any ? asItsGroup(node, i) : inLayout(node.inputs[i], layoutOf(lowered.channelsLast), node);
    }
    guardUpdate(copy);
    if (node.op->id == OpId::BatchNorm) addStatistics(node, copy);
    std::vector<TensorType> types;
    for (const ValueId output : node.outputs) types.push_back(typeOf(source_.value(output)));
    NodeKernel chosen{"view", "", {}};
    Int workspace = 0;
    if (!node.op->aliases) {
      lowered.kernel = kernelFor(*copy.op);
      chosen = {"own", "stepscope", {}};
      const Call call = shapesOnly(source_, node, lowered.channelsLast);
      if (lowered.kernel->plan && library_.api) {
        if (wantsStatistics(node, lowered.channelsLast)) {
          lowered.planned = plannedWithSums(node);
          ++(lowered.planned ? fused_ : apart_);
          if (lowered.planned) {
            copy.op = &opOf(OpId::Conv2dSums);
            lowered.kernel = kernelFor(*copy.op);
            types.insert(types.end(), 2, TensorType{DType::F32, {source_.value(node.outputs[0]).shape[1]}});
            lowered.results += 2;
          }
        }
        const bool settled = lowered.planned.has_value();
        if (!settled) lowered.planned = lowered.kernel->plan(call, library_);
        if (!lowered.planned && isProduct(node.op->id) && call.outCount(0) > 0 && ++slow_ == 1)
          slowReason_ = fmt::format("{}{}: {}", node.op->title, node.scope.empty() ? "" : " of " + node.scope, library_.api->errorText());
        if (lowered.planned && library_.tuner && !settled) {
          library_.tuner->settle(call, idOf(node), lowered.planned);
          if (!lowered.planned && isProduct(node.op->id) && ++slow_ == 1)
            slowReason_ =
                fmt::format("{}{}: the kernels of the libraries were left out", node.op->title, node.scope.empty() ? "" : " of " + node.scope);
        }
      }
      if (lowered.planned) {
        workspace = workspaceOf(*lowered.planned);
        copy.keepsInputs = true;
        const std::string name = library_.api->planName(lowered.planned->plan.get());
        chosen = {name.substr(0, name.find(' ')), name, lowered.planned->candidateMs};
      } else if (lowered.kernel->workspaceBytes) {
        workspace = lowered.kernel->workspaceBytes(call);
      }
      if (workspace > 0) types.push_back({DType::U8, {workspace}});
    }
    const bool planned = lowered.planned.has_value(), channelsLast = lowered.channelsLast, last = channelsLast && use != LayoutUse::Reads;
    const std::size_t results = lowered.results;
    const OpKernel* const kernel = lowered.kernel;
    const NodeId id = append(std::move(copy), types, std::move(lowered), std::move(chosen));
    const std::vector<ValueId> outputs = result_.graph.node(id).outputs;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
      take(node.outputs[i], outputs[i], last);
      if (kernel && kernel->outputBytes && !planned)
        result_.graph.value(outputs[i]).bytes = kernel->outputBytes(shapesOnly(source_, node, channelsLast), i);
    }
    if (results > node.outputs.size()) statistics_[node.outputs[0]] = {outputs[node.outputs.size()], outputs[node.outputs.size() + 1]};
    if (workspace > 0) {
      result_.nodes.back().workspace = outputs.back();
      if (kernel->dataFault && !planned) result_.graph.markOutput("data check #" + std::to_string(id), outputs.back());
    }
  }

  // If there is no gradient scaler, makes the device skip the update if the loss is not finite. A step is one launch, so the host sees the loss only
  // after the step.
  void guardUpdate(Node& node) {
    if (!updatesParameters(node.op->update)) return;
    const std::size_t place = inputGroups(node).end() + update_scalars::kOverflow;
    if (place < node.inputs.size() && node.inputs[place] != kNone) return;
    if (guard_ == kNone) {
      const ValueId loss = modelOutputs(source_).loss;
      if (loss == kNone || values_.made(loss) == kNone || source_.value(loss).dtype != DType::F32) return;
      Node check;
      check.op = &opOf(OpId::NonFiniteCheck);
      check.inputs = {kNone, values_.made(loss)};
      check.scope = "loss";
      check.phase = Phase::Optimizer;
      LoweredNode lowered;
      lowered.kernel = kernelFor(*check.op);
      lowered.results = 2;
      const NodeId id =
          append(std::move(check), {{DType::F32, {}}, {DType::F32, {}}, {DType::U8, {64}}}, std::move(lowered), {"own", "stepscope", {}});
      result_.nodes.back().workspace = result_.graph.node(id).outputs[2];
      guard_ = result_.graph.node(id).outputs[0];
    }
    node.inputs.resize(std::max(node.inputs.size(), place + 1), kNone);
    node.inputs[place] = guard_;
    result_.guarded = true;
  }

  // Input i of an optimizer in the layout of the first value of its group: the optimizer reads the group as arrays in one element order.
  ValueId asItsGroup(const Node& node, std::size_t i) {
    const InputGroups groups = inputGroups(node);
    if (i >= groups.end()) return values_.made(node.inputs[i]);
    const ValueId first = node.inputs[i - i % groups.size];
    if (source_.value(first).shape != source_.value(node.inputs[i]).shape) return values_.made(node.inputs[i]);
    return inLayout(node.inputs[i], values_.layout(first), node);
  }

  // Whether a convolution should also sum its channels, while they are in registers, for the training batch norm that reads its output. Sums of
  // squares lose digits, so this is done only for narrow types.
  bool wantsStatistics(const Node& node, bool channelsLast) const {
    if (!library_.fusion || node.op->id != OpId::Conv2d || !channelsLast || node.attrs.flag("relu")) return false;
    if (hasInput(node, 2)) return false;
    const ValueId output = node.outputs[0];
    const DType type = source_.value(output).dtype;
    if (type != DType::BF16 && type != DType::F16) return false;
    const auto& readers = index_.readers(output);
    return std::any_of(readers.begin(), readers.end(), [&](NodeId reader) {
      const Node& norm = source_.node(reader);
      return norm.op->id == OpId::BatchNorm && norm.inputs[0] == output && (!taken_[reader] || readsSums_[reader]);
    });
  }

  const Graph& source_;
  const Library& library_;
  GraphIndex index_;
  LoweredValues<Layout> values_;
  bool last_;
  std::vector<std::array<ValueId, 2>> statistics_;           // per value: its channel sums and sums of squares, if a convolution wrote them
  std::map<const FusedGroup*, std::vector<ValueId>> owned_;  // values passed from part to part of a group
  ValueId guard_ = kNone;                                    // value of the lowered graph: 1 if the loss is not finite
  std::vector<bool> taken_;                                  // per source node: whether it is part of a group
  std::vector<bool> readsSums_;                              // per source node: whether it is a norm in a group that reads sums
  int fused_ = 0, apart_ = 0;
  int slow_ = 0;  // number of products that the libraries refused, so that our kernels run; the reason for the first
  std::string slowReason_;
  Lowered result_;
};

}  // namespace

bool supported(const Graph& graph, const Node& node) {
  if (node.op->aliases) return true;
  const OpKernel* kernel = kernelFor(*node.op);
  if (!kernel) return false;
  const auto fits = [&](ValueId value) {
    return value == kNone || (graph.value(value).shape.size() <= kMaxRank && graph.value(value).dtype != DType::I8);
  };
  return std::all_of(node.inputs.begin(), node.inputs.end(), fits) && std::all_of(node.outputs.begin(), node.outputs.end(), fits) &&
         (!kernel->supports || kernel->supports(shapesOnly(graph, node, false)));
}

Lowered lower(const Graph& graph, const Library& library, const StateLayouts* stateLayouts) {
  return Lowering(graph, library, stateLayouts).run();
}

}  // namespace stepscope::cuda
