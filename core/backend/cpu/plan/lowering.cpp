#include "core/backend/cpu/plan/lowering.h"

#include <algorithm>
#include <optional>
#include <span>

#include "core/backend/common/lowered_values.h"
#include "core/backend/common/optimizer_groups.h"
#include "core/backend/cpu/fusion/fusion.h"
#include "core/backend/cpu/ops/convolution/convolution_makers.h"
#include "core/backend/cpu/tuning/tuner.h"
#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

// Whether the op works on arrays in any layout, and so accepts the layouts of its inputs.
bool takesAnyLayout(const Node& node) {
  return node.op->repeat > 0 || node.op->id == OpId::ClipGradNorm || node.op->id == OpId::NonFiniteCheck;
}

class Lowering {
 public:
  Lowering(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering)
      : source_(graph),
        lowering_(lowering),
        tuner_(options, lowering.machine, lowering.trialBytes),
        fusion_(findFusions(graph, lowering.narrow, options.fusion)),
        values_(graph) {
    tuner_.stopTimingAt(lowering.timeUntilMs);
  }

  Lowered run() {
    findMutated();
    placePersistent();
    chooseKernels();
    placeFrozen();
    findLateCasts();
    emitInputs();
    emitConstantCopies();
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) emitNode(n);
    for (const auto& [name, value] : source_.outputs()) result_.graph.markOutput(name, values_.made(value));
    result_.leftOut = tuner_.leftOut();
    return std::move(result_);
  }

 private:
  const Node& nodeAt(std::size_t n) const { return fusion_.nodeAt(source_, static_cast<NodeId>(n)); }
  Physical& layoutOf(ValueId value) { return values_.layout(value); }
  KernelRequest request(const Node& node) const { return {source_, node, lowering_.threads, lowering_.images, {}, {}, !lowering_.narrow.bf16}; }

  void findMutated() {
    mutated_.assign(source_.values().size(), false);
    for (const Node& node : source_.nodes()) {
      for (const std::size_t i : mutatedInputs(node)) {
        if (i < node.inputs.size() && node.inputs[i] != kNone) mutated_[node.inputs[i]] = true;
      }
    }
  }

  // Sets the layouts of inputs, parameters and optimizer state. Convolution weights and their optimizer state get the layout of the gradient of the
  // weight, so that the optimizer reads all arrays sequentially. If the state is shared, the other program's layouts are used.
  void placePersistent() {
    for (ValueId v = 0; v < static_cast<ValueId>(source_.values().size()); ++v) {
      const Value& value = source_.value(v);
      if (value.producer != kNone) continue;
      layoutOf(v) = plain(value.shape, value.dtype);
      if (!isPersistent(value.role) || !lowering_.stateLayouts) continue;
      const auto it = lowering_.stateLayouts->find(value.name);
      if (it == lowering_.stateLayouts->end()) {
        throw Error(ErrorKind::Internal, value.name, "is not among the parameters of the program whose state is shared");
      }
      layoutOf(v) = it->second;
    }
    choices_.resize(source_.nodes().size());
    if (lowering_.stateLayouts) return;
    const std::vector<bool> rowMajor = rowMajorState(source_);
    forOptimizerGroups(source_, [&](std::span<const ValueId> group) {
      if (!rowMajor[group[0]]) placeGroup(group);
    });
  }

  void placeGroup(std::span<const ValueId> group) {
    const auto persistent = [&](ValueId v) { return v != kNone && isPersistent(source_.value(v).role); };
    const ValueId gradient = group[1];
    Physical layout;
    if (persistent(gradient)) {
      layout = layoutOf(gradient);
    } else {
      const NodeId caster = source_.value(gradient).producer;
      if (caster == kNone) return;
      const NodeId producer = fusion_.ownerOf(caster);
      const Node& maker = fusion_.nodeAt(source_, producer);
      if (maker.op->id != OpId::Conv2dGradWeight) return;
      auto& choice = choices_[producer];
      if (!choice) choice = tuner_.choose(request(maker));
      layout = choice->candidate.outputs[0];
    }
    for (const ValueId v : group)
      if (v != gradient && persistent(v)) layoutOf(v) = layout;
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
        std::vector<Physical> layouts;
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
          const bool made = r.has(i) && r.input(i).producer != kNone;
          layouts.push_back(made ? layoutOf(node.inputs[i]) : r.has(i) ? r.preferredInput(i) : Physical{});
        }
        r.knownLayouts = layouts;
        tuner_.setPlace(n, source_.nodes().size());
        choices_[n] = tuner_.choose(r);
      }
      for (std::size_t i = 0; i < node.outputs.size(); ++i) layoutOf(node.outputs[i]) = choices_[n]->candidate.outputs[i];
    }
  }

  // A graph that only answers keeps a frozen weight as its readers want it, if they all want the same: there is no copy of it then, so programs that
  // share a state have every weight once. Not where the library's copy, which write() uses, was found to be wrong.
  void placeFrozen() {
    const auto& nodes = source_.nodes();
    if (lowering_.stateLayouts || std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.phase != Phase::Forward; })) return;
    std::vector<std::optional<Physical>> wanted(source_.values().size());
    std::vector<bool> mixed(source_.values().size(), false);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (fusion_.absorbed[n]) continue;
      const Node& node = nodeAt(n);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId v = node.inputs[i];
        if (v == kNone || source_.value(v).role != Role::Frozen) continue;
        const Physical layout = choices_[n] ? choices_[n]->candidate.inputs[i] : Physical{};
        if (!layout.desc || layout.desc.dtype() != source_.value(v).dtype || (wanted[v] && !sameBytes(*wanted[v], layout))) mixed[v] = true;
        else wanted[v] = layout;
      }
    }
    for (const auto& [name, value] : source_.outputs()) mixed[value] = true;
    for (ValueId v = 0; v < static_cast<ValueId>(wanted.size()); ++v) {
      if (!wanted[v] || mixed[v] || mutated_[v] || sameBytes(layoutOf(v), *wanted[v])) continue;
      const Candidate copy = tuner_.copyTo(layoutOf(v), *wanted[v], source_.value(v).shape, lowering_.threads, source_.value(v).name);
      if (!copy.library.ends_with("element by element")) layoutOf(v) = *wanted[v];
    }
  }

  // The cast's own input, if it can be read instead of the cast's result, in the wanted layout.
  std::optional<Candidate> lateCast(const Node& cast, const Physical& wanted) {
    const Value& parameter = source_.value(cast.inputs[0]);
    if (lowering_.narrow.bf16 || !isWeight(parameter.role)) return std::nullopt;
    return castIntoBlocks(layoutOf(cast.inputs[0]), wanted, parameter.shape, lowering_.threads);
  }

  // Finds casts of parameters whose result every reader needs in its own layout. The conversion then becomes part of the copy for each reader: one
  // pass over memory instead of two, and no copy outlives its reader.
  void findLateCasts() {
    lateCasts_.assign(source_.values().size(), kNone);
    for (std::size_t n = 0; n < source_.nodes().size(); ++n)
      if (!fusion_.absorbed[n] && nodeAt(n).op->id == OpId::Cast) lateCasts_[nodeAt(n).outputs[0]] = static_cast<NodeId>(n);
    std::vector<bool> changed(source_.values().size(), false);
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) {
      if (fusion_.absorbed[n]) continue;
      const Node& node = nodeAt(n);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        if (node.inputs[i] == kNone) continue;
        NodeId& cast = lateCasts_[node.inputs[i]];
        if (cast == kNone) continue;
        const Node& maker = nodeAt(cast);
        if (!choices_[n] || changed[maker.inputs[0]] || !lateCast(maker, choices_[n]->candidate.inputs[i])) cast = kNone;
      }
      for (const std::size_t i : mutatedInputs(node))
        if (i < node.inputs.size() && node.inputs[i] != kNone) changed[node.inputs[i]] = true;
    }
    for (const auto& [name, value] : source_.outputs()) lateCasts_[value] = kNone;
  }

  void emitInputs() {
    for (ValueId v = 0; v < static_cast<ValueId>(source_.values().size()); ++v) {
      const Value& value = source_.value(v);
      if (value.producer != kNone) continue;
      Value copy = value;
      copy.bytes = std::max<std::int64_t>(layoutOf(v).bytes, 0);
      copy.layout = layoutOf(v).layout;
      values_.setMade(v, result_.graph.addValue(std::move(copy)));
      setPhysical(values_.made(v), layoutOf(v));
    }
  }

  // Parameters that no node of this graph changes are copied to the layouts of their readers at the beginning of a step, and only if they were
  // changed from outside. The copies are marked as outputs, so that no other value gets their memory.
  void emitConstantCopies() {
    for (std::size_t n = 0; n < source_.nodes().size(); ++n) {
      if (!choices_[n]) continue;
      const Node& node = nodeAt(n);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const ValueId v = node.inputs[i];
        if (v == kNone || !isPersistent(source_.value(v).role) || mutated_[v]) continue;
        const std::size_t before = result_.graph.nodes().size();
        const ValueId copy = inLayout(v, choices_[n]->candidate.inputs[i], node);
        if (result_.graph.nodes().size() == before) continue;
        result_.onlyOnce.back() = true;
        result_.graph.markOutput("copy of " + source_.value(v).name + " #" + std::to_string(copy), copy);
      }
    }
  }

  void setPhysical(ValueId value, const Physical& physical) {
    if (value >= result_.physical.size()) result_.physical.resize(value + 1);
    result_.physical[value] = physical;
  }

  // Appends a node with its outputs and, if the kernel needs one, its workspace.
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

  ValueId inLayout(ValueId value, const Physical& wanted, const Node& reader) {
    const auto same = [](const Physical& a, const Physical& b) { return !b.desc || sameBytes(a, b); };
    return values_.in(value, wanted, same, [&] {
      const Shape& shape = source_.value(value).shape;
      const NodeId late = lateCasts_[value];
      Node copy = reorderFor(reader, values_.made(value));
      Candidate candidate;
      if (late == kNone) {
        candidate = tuner_.copyTo(layoutOf(value), wanted, shape, lowering_.threads, reader.scope);
      } else {
        const Node& cast = nodeAt(late);
        candidate = *lateCast(cast, wanted);
        copy.op = cast.op;
        copy.attrs = cast.attrs;
        copy.inputs = {values_.made(cast.inputs[0])};
      }
      const NodeId id =
          append(std::move(copy), {{source_.value(value).dtype, shape, source_.value(value).quantization}}, {Role::Workspace}, candidate);
      return result_.results[id][0];
    });
  }

  void emitNode(std::size_t n) {
    if (fusion_.absorbed[n]) return;
    Node node = nodeAt(n);
    if (node.op->id == OpId::Cast && lateCasts_[node.outputs[0]] != kNone) return;
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
      types.push_back(typeOf(source_.value(output)));
      roles.push_back(source_.value(output).role);
    }
    const NodeId id = append(std::move(node), types, roles, candidate);
    result_.kernels.back().candidateMs = choices_[n]->candidateMs;
    result_.kernels.back().provisional = choices_[n]->provisional;
    for (std::size_t i = 0; i < outputs.size(); ++i) values_.setMade(outputs[i], result_.results[id][i]);
  }

  void emitView(Node node) {
    const ValueId from = node.inputs[0], to = node.outputs[0];
    const Value& source = source_.value(from);
    const Value& target = source_.value(to);
    Candidate view;
    view.name = "view";
    view.outputs = {layoutOf(to)};
    node.inputs[0] = inLayout(from, plain(source.shape, source.dtype), node);
    const NodeId id = append(std::move(node), {typeOf(target)}, {target.role}, view);
    values_.setMade(to, result_.results[id][0]);
  }

  const Graph& source_;
  const LoweringOptions& lowering_;
  Tuner tuner_;
  Fusion fusion_;
  std::vector<bool> mutated_;
  LoweredValues<Physical> values_;
  std::vector<std::optional<Choice>> choices_;  // per node of the source
  std::vector<NodeId> lateCasts_;               // per value of the source: the cast that is part of the copies for its readers, else kNone
  Lowered result_;
};

}  // namespace

Lowered lower(const Graph& graph, const CompileOptions& options, const LoweringOptions& lowering) {
  return Lowering(graph, options, lowering).run();
}

}  // namespace stepscope::cpu
