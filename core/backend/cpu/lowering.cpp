#include "core/backend/cpu/lowering.h"

#include <algorithm>
#include <optional>
#include <set>

#include "core/backend/cpu/fusion/fusion.h"
#include "core/backend/cpu/ops/convolution/cast_into_blocks.h"
#include "core/backend/cpu/tuning/tuner.h"
#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

// Ops that work on arrays as they lie: their inputs' layouts are theirs.
bool takesAnyLayout(const Node& node) {
  return node.op->repeat > 0 || node.op->name == "clip_grad_norm" || node.op->name == "non_finite_check";
}

class Lowering {
 public:
  Lowering(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering)
      : source_(graph),
        lowering_(lowering),
        tuner_(options, lowering.machine, lowering.trialBytes),
        fusion_(findFusions(graph, lowering.narrow, options.fusion)) {
    tuner_.stopTimingAt(lowering.timeUntilMs);
  }

  Lowered run() {
    findMutated();
    placePersistent();
    chooseKernels();
    findLateCasts();
    emitInputs();
    emitConstantCopies();
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) emitNode(n);
    for (const auto& [name, value] : source_.outputs()) result_.graph.markOutput(name, lowered(value));
    return std::move(result_);
  }

 private:
  const Node& nodeAt(std::size_t n) const { return fusion_.nodeAt(source_, static_cast<NodeId>(n)); }
  Physical& layoutOf(ValueId value) { return layouts_[static_cast<std::size_t>(value)]; }
  ValueId lowered(ValueId value) const { return lowered_[static_cast<std::size_t>(value)]; }
  KernelRequest request(const Node& node) const {
    return {source_, node, lowering_.threads, lowering_.images, {}, {}, !lowering_.narrow.bf16};
  }

  void findMutated() {
    mutated_.assign(source_.values().size(), false);
    for (const Node& node : source_.nodes()) {
      for (const std::size_t i : mutatedInputs(node)) {
        if (i < node.inputs.size() && node.inputs[i] != kNone) mutated_[static_cast<std::size_t>(node.inputs[i])] = true;
      }
    }
  }

  // Parameters and their optimizer state lie as the parameter's gradient is produced: the optimizer then reads three arrays front to back
  // and knows no layout.
  void placePersistent() {
    layouts_.resize(source_.values().size());
    for (std::size_t v = 0; v < source_.values().size(); ++v) {
      const Value& value = source_.values()[v];
      if (value.producer != kNone) continue;
      layouts_[v] = plain(value.shape, value.dtype);
      if (!isPersistent(value.role) || !lowering_.stateLayouts) continue;
      const auto it = lowering_.stateLayouts->find(value.name);
      if (it == lowering_.stateLayouts->end()) {
        throw Error(ErrorKind::Internal, value.name, "is not among the parameters of the program whose state is shared");
      }
      layouts_[v] = it->second;
    }
    choices_.resize(source_.nodes().size());
    if (lowering_.stateLayouts) return;
    findRowMajor();
    for (const Node& node : source_.nodes()) {
      const InputGroups groups = inputGroups(node);
      for (std::size_t first = 0; first < groups.end(); first += groups.size) placeGroup(node, first, groups.size);
    }
  }

  // States that count elements in row-major order keep their parameter so, and the mean of its gradients.
  void findRowMajor() {
    for (const Node& node : source_.nodes()) {
      const InputGroups groups = inputGroups(node);
      for (std::size_t first = 0; first < groups.end(); first += groups.size) {
        const Shape& shape = source_.value(node.inputs[first]).shape;
        for (std::size_t i = first + 2; i < first + groups.size; ++i)
          if (node.inputs[i] != kNone && source_.value(node.inputs[i]).shape != shape)
            rowMajor_.insert({node.inputs[first], node.inputs[first + 1]});
      }
    }
  }

  // Inputs [first, first + size) of an optimizer's node: a parameter, its gradient, states; a copy of a parameter and the parameter; or
  // the mean of gradients and a gradient.
  void placeGroup(const Node& node, std::size_t first, std::size_t size) {
    if (rowMajor_.contains(node.inputs[first])) return;
    const auto persistent = [&](std::size_t i) { return node.inputs[i] != kNone && isPersistent(source_.value(node.inputs[i]).role); };
    Physical lies;
    if (persistent(first + 1)) {
      lies = layoutOf(node.inputs[first + 1]);
    } else {
      const NodeId caster = source_.value(node.inputs[first + 1]).producer;
      if (caster == kNone) return;
      const NodeId producer = fusion_.owner[static_cast<std::size_t>(caster)];
      const Node& maker = fusion_.nodeAt(source_, producer);
      if (maker.op->name != "conv2d_grad_weight") return;
      auto& choice = choices_[static_cast<std::size_t>(producer)];
      if (!choice) choice = tuner_.choose(request(maker));
      lies = choice->candidate.outputs[0];
    }
    for (std::size_t i = first; i < first + size; ++i)
      if (i != first + 1 && persistent(i)) layoutOf(node.inputs[i]) = lies;
  }

  void chooseKernels() {
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) {
      if (fusion_.absorbed[n]) continue;
      const Node& node = nodeAt(n);
      if (node.op->aliases) {
        layoutOf(node.outputs[0]) = plain(source_.value(node.outputs[0]).shape, source_.value(node.outputs[0]).dtype);
        continue;
      }
      if (!choices_[n]) {
        KernelRequest r = request(node);
        if (takesAnyLayout(node))
          for (const ValueId input : node.inputs) r.inputLayouts.push_back(input == kNone ? Physical{} : layoutOf(input));
        std::vector<Physical> lying;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
          const bool made = r.has(i) && r.input(i).producer != kNone;
          lying.push_back(made ? layoutOf(node.inputs[i]) : r.has(i) ? r.preferredInput(i) : Physical{});
        }
        r.lying = lying;
        tuner_.setPlace(n, source_.nodes().size());
        choices_[n] = tuner_.choose(r);
      }
      for (std::size_t i = 0; i < node.outputs.size(); ++i) layoutOf(node.outputs[i]) = choices_[n]->candidate.outputs[i];
    }
  }

  // The cast's own input, where it can be read in place of the cast's result in the layout that is wanted.
  std::optional<Candidate> lateCast(const Node& cast, const Physical& wanted) {
    const Value& parameter = source_.value(cast.inputs[0]);
    if (lowering_.narrow.bf16 || parameter.role != Role::Parameter) return std::nullopt;
    return castIntoBlocks(layoutOf(cast.inputs[0]), wanted, parameter.shape, lowering_.threads);
  }

  // Casts of parameters that every reader wants in a layout of its own: they are made on the way there, one pass over memory each instead
  // of two, and none of them outlives its reader.
  void findLateCasts() {
    lateCasts_.assign(source_.values().size(), kNone);
    for (std::size_t n = 0; n < source_.nodes().size(); ++n)
      if (!fusion_.absorbed[n] && nodeAt(n).op->name == "cast")
        lateCasts_[static_cast<std::size_t>(nodeAt(n).outputs[0])] = static_cast<NodeId>(n);
    std::vector<bool> changed(source_.values().size(), false);
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) {
      if (fusion_.absorbed[n]) continue;
      const Node& node = nodeAt(n);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (node.inputs[i] == kNone) continue;
        NodeId& cast = lateCasts_[static_cast<std::size_t>(node.inputs[i])];
        if (cast == kNone) continue;
        const Node& maker = nodeAt(static_cast<std::size_t>(cast));
        if (!choices_[n] || changed[static_cast<std::size_t>(maker.inputs[0])] || !lateCast(maker, choices_[n]->candidate.inputs[i]))
          cast = kNone;
      }
      for (const std::size_t i : mutatedInputs(node))
        if (i < node.inputs.size() && node.inputs[i] != kNone) changed[static_cast<std::size_t>(node.inputs[i])] = true;
    }
    for (const auto& [name, value] : source_.outputs()) lateCasts_[static_cast<std::size_t>(value)] = kNone;
  }

  void emitInputs() {
    lowered_.assign(source_.values().size(), kNone);
    for (std::size_t v = 0; v < source_.values().size(); ++v) {
      const Value& value = source_.values()[v];
      if (value.producer != kNone) continue;
      Value copy = value;
      copy.bytes = std::max<std::int64_t>(layouts_[v].bytes, 0);
      copy.layout = layouts_[v].layout;
      lowered_[v] = result_.graph.addValue(std::move(copy));
      setPhysical(lowered_[v], layouts_[v]);
    }
  }

  // Parameters that no node of this graph changes are copied to the layouts that their readers want before everything else, and only when
  // they have changed from outside. They are outputs, so that nothing else ever takes their memory.
  void emitConstantCopies() {
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) {
      if (!choices_[n]) continue;
      const Node& node = nodeAt(n);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId v = node.inputs[i];
        if (v == kNone || !isPersistent(source_.value(v).role) || mutated_[static_cast<std::size_t>(v)]) continue;
        const std::size_t before = result_.graph.nodes().size();
        const ValueId copy = inLayout(v, choices_[n]->candidate.inputs[i], node);
        if (result_.graph.nodes().size() == before) continue;
        result_.onlyOnce.back() = true;
        result_.graph.markOutput("copy of " + source_.value(v).name + " #" + std::to_string(copy), copy);
      }
    }
  }

  void setPhysical(ValueId value, const Physical& physical) {
    if (result_.physical.size() <= static_cast<std::size_t>(value)) result_.physical.resize(static_cast<std::size_t>(value) + 1);
    result_.physical[static_cast<std::size_t>(value)] = physical;
  }

  // Appends a node with its outputs and, where the kernel wants one, its workspace.
  NodeId append(Node node, const std::vector<TensorType>& types, const std::vector<Role>& roles, const Candidate& candidate) {
    std::vector<TensorType> all = types;
    if (candidate.workspaceBytes > 0) all.push_back({DType::U8, {candidate.workspaceBytes}});
    const NodeId id = result_.graph.addRawNode(std::move(node), all, Role::Workspace);
    const std::vector<ValueId> outputs = result_.graph.node(id).outputs;
    for (std::size_t i = 0; i < types.size(); ++i) {
      Value& value = result_.graph.value(outputs[i]);
      value.role = roles[i];
      value.bytes = candidate.outputs[i].bytes;
      value.layout = candidate.outputs[i].layout;
      setPhysical(outputs[i], candidate.outputs[i]);
    }
    if (candidate.workspaceBytes > 0) setPhysical(outputs.back(), bytesOnly(candidate.workspaceBytes));
    result_.workspaces.push_back(candidate.workspaceBytes > 0 ? outputs.back() : kNone);
    result_.results.emplace_back(outputs.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(types.size()));
    result_.binds.push_back(candidate.bind);
    result_.kernels.push_back({candidate.name, candidate.library, {}});
    result_.onlyOnce.push_back(false);
    return id;
  }

  // The value as `wanted` has it; a copy is made once and serves every later reader.
  ValueId inLayout(ValueId value, const Physical& wanted, const Node& reader) {
    const Physical& current = layoutOf(value);
    if (!wanted.desc || sameBytes(current, wanted)) return lowered(value);
    auto& copies = copies_[value];
    for (const auto& [physical, copy] : copies) {
      if (sameBytes(physical, wanted)) return copy;
    }
    const Shape& shape = source_.value(value).shape;
    const NodeId late = lateCasts_[static_cast<std::size_t>(value)];
    const ValueId from = late == kNone ? value : nodeAt(static_cast<std::size_t>(late)).inputs[0];
    const Candidate candidate = late == kNone ? reorderCandidate(current, wanted, shape, lowering_.threads)
                                              : *lateCast(nodeAt(static_cast<std::size_t>(late)), wanted);
    Node node;
    if (late == kNone)
      node.op = &opNamed("reorder");
    else
      node = nodeAt(static_cast<std::size_t>(late));
    node.inputs = {lowered(from)};
    node.scope = reader.scope;
    node.phase = reader.phase;
    const NodeId id = append(std::move(node), {{source_.value(value).dtype, shape}}, {Role::Workspace}, candidate);
    const ValueId copy = result_.results[static_cast<std::size_t>(id)][0];
    copies.emplace_back(wanted, copy);
    return copy;
  }

  void emitNode(std::size_t n) {
    if (fusion_.absorbed[n]) return;
    Node node = nodeAt(n);
    if (node.op->name == "cast" && lateCasts_[static_cast<std::size_t>(node.outputs[0])] != kNone) return;
    if (node.op->aliases) return emitView(std::move(node));
    const Candidate& candidate = choices_[n]->candidate;
    const std::vector<ValueId> outputs = node.outputs;
    Node original = node;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kNone) continue;
      const bool unread = std::find(candidate.unread.begin(), candidate.unread.end(), i) != candidate.unread.end();
      node.inputs[i] = unread ? kNone : inLayout(original.inputs[i], candidate.inputs[i], original);
    }
    std::vector<TensorType> types;
    std::vector<Role> roles;
    for (const ValueId output : outputs) {
      types.push_back({source_.value(output).dtype, source_.value(output).shape});
      roles.push_back(source_.value(output).role);
    }
    const NodeId id = append(std::move(node), types, roles, candidate);
    result_.kernels.back().candidateMs = choices_[n]->candidateMs;
    result_.kernels.back().provisional = choices_[n]->provisional;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      lowered_[static_cast<std::size_t>(outputs[i])] = result_.results[static_cast<std::size_t>(id)][i];
    }
  }

  void emitView(Node node) {
    const ValueId from = node.inputs[0], to = node.outputs[0];
    const Value& source = source_.value(from);
    const Value& target = source_.value(to);
    Candidate view;
    view.name = "view";
    view.outputs = {layoutOf(to)};
    node.inputs[0] = inLayout(from, plain(source.shape, source.dtype), node);
    const NodeId id = append(std::move(node), {{target.dtype, target.shape}}, {target.role}, view);
    lowered_[static_cast<std::size_t>(to)] = result_.results[static_cast<std::size_t>(id)][0];
  }

  const Graph& source_;
  const LoweringOptions& lowering_;
  Tuner tuner_;
  Fusion fusion_;
  std::vector<bool> mutated_;
  std::set<ValueId> rowMajor_;                  // persistent values that may not be laid out as their gradient
  std::vector<Physical> layouts_;               // of the source's values
  std::vector<std::optional<Choice>> choices_;  // of the source's nodes
  std::vector<NodeId> lateCasts_;               // of the source's values: the cast that is made on the way to a reader, else kNone
  std::vector<ValueId> lowered_;                // source value -> its value in the result
  std::map<ValueId, std::vector<std::pair<Physical, ValueId>>> copies_;
  Lowered result_;
};

}  // namespace

Lowered lower(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering) {
  return Lowering(graph, options, lowering).run();
}

}  // namespace stepscope::cpu
