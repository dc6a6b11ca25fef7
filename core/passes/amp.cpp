#include "core/passes/amp.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

class Caster {
 public:
  Caster(const Graph& forward, DType low, const AmpClassOf& classOf) : forward_(forward), low_(low), classOf_(classOf) {}

  PassResult run() {
    moved_.assign(forward_.values().size(), kNone);
    for (std::size_t v = 0; v < moved_.size(); ++v) {
      if (forward_.values()[v].producer == kNone) moved_[v] = graph_.addValue(forward_.values()[v]);
    }
    int lowNodes = 0;
    for (const Node& node : forward_.nodes()) {
      std::vector<ValueId> inputs = castInputs(node);
      const NodeId made = graph_.addNode(node.op->name, std::move(inputs), node.attrs, node.scope, node.phase);
      for (std::size_t i = 0; i < node.outputs.size(); ++i) moved_[node.outputs[i]] = graph_.node(made).outputs[i];
      if (!node.outputs.empty() && graph_.value(graph_.node(made).outputs[0]).dtype == low_) ++lowNodes;
    }
    for (const auto& [name, value] : forward_.outputs()) {
      const ValueId output = moved_[value];
      const bool restore = isFloat(graph_.value(output).dtype) && forward_.value(value).dtype == DType::F32;
      graph_.markOutput(name, restore ? cast(output, DType::F32, "") : output);
    }
    PassReport report = reportChange("amp", forward_, graph_);
    report.notes.push_back(fmt::format("{} of {} forward nodes run in {}, {} casts inserted ({} of them of weights)", lowNodes,
                                       forward_.nodes().size(), nameOf(low_), casts_, weightCasts_));
    return {std::move(graph_), std::move(report)};
  }

 private:
  std::vector<ValueId> castInputs(const Node& node) {
    std::vector<ValueId> inputs;
    for (const ValueId input : node.inputs) inputs.push_back(input == kNone ? kNone : moved_[input]);
    const AmpClass kind = classOf_(*node.op);
    DType target = low_;
    if (kind == AmpClass::F32) target = DType::F32;
    if (kind == AmpClass::Widest || kind == AmpClass::Unlisted) target = widest(inputs, kind == AmpClass::Unlisted);
    const bool isProduct = node.op->ampCpu == AmpClass::Low;
    for (ValueId& input : inputs) {
      if (input == kNone || !isFloat(graph_.value(input).dtype)) continue;
      // State that the op keeps from step to step (running statistics) and scalars are not cast; a buffer that is an operand of a matrix product is.
      const Role role = graph_.value(input).role;
      if ((role == Role::Buffer && !(kind == AmpClass::Low && isProduct)) || role == Role::OptimizerState || role == Role::Scalar) continue;
      if (kind == AmpClass::Unlisted && isWeight(role)) continue;
      input = cast(input, target, node.scope);
    }
    return inputs;
  }

  DType widest(const std::vector<ValueId>& inputs, bool activationsOnly) const {
    DType type = low_;
    for (const ValueId input : inputs) {
      if (input == kNone) continue;
      const Value& value = graph_.value(input);
      if (activationsOnly && isPersistent(value.role)) continue;
      if (value.dtype == DType::F32) type = DType::F32;
    }
    return type;
  }

  ValueId cast(ValueId value, DType to, const std::string& scope) {
    if (graph_.value(value).dtype == to) return value;
    const auto [it, fresh] = copies_.emplace(std::pair{value, to}, kNone);
    if (fresh) {
      ++casts_;
      if (isWeight(graph_.value(value).role)) ++weightCasts_;
      it->second = graph_.add("cast", {value}, {{"to", std::string(nameOf(to))}}, scope);
    }
    return it->second;
  }

  const Graph& forward_;
  DType low_;
  AmpClassOf classOf_;
  Graph graph_;
  std::vector<ValueId> moved_;  // for each value of `forward_`: the value in the new graph
  std::map<std::pair<ValueId, DType>, ValueId> copies_;
  int casts_ = 0, weightCasts_ = 0;
};

}  // namespace

PassResult amp(const Graph& forward, DType low, const AmpClassOf& classOf) {
  return Caster(forward, low, classOf).run();
}

}  // namespace stepscope
