#include "core/backend/cuda/fusion/element_chain.h"

#include <algorithm>
#include <map>

#include "core/backend/common/element_chains.h"
#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

// The formulas, and the numbers by which the code of a chain refers to them.
struct Formulas {
  std::vector<ElementFormula> byNumber;
  std::map<std::string, std::size_t, std::less<>> numbers;
};
const Formulas& formulas() {
  static const Formulas table = [] {
    Formulas made;
    for (const ElementFormula& formula : allFormulas()) {
      made.numbers.emplace(formula.type, made.byNumber.size());
      made.byNumber.push_back(formula);
    }
    require(made.byNumber.size() < 256, "a chain's code has one byte for a formula");
    return made;
  }();
  return table;
}

bool isElementwise(const Graph& graph, const Node& node) {
  const OpKernel* kernel = node.op->aliases ? nullptr : kernelFor(*node.op);
  if (!kernel || !kernel->formula || node.outputs.size() != 1) return false;
  const auto floating = [&](ValueId v) {
    const DType type = graph.value(v).dtype;
    return type == DType::F32 || type == DType::BF16 || type == DType::F16;
  };
  return floating(node.outputs[0]) && std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId v) { return v != kNone && floating(v); }) &&
         static_cast<int>(node.inputs.size()) == kernel->formula(shapesOnly(graph, node)).arity;
}

// Builds type, code and attributes of a chain in one pass, so that they always match.
class Writer {
 public:
  Writer(const Graph& graph, ElementChain& chain) : graph_(graph), chain_(chain) {}

  std::string expression(NodeId id) {
    const Node& node = graph_.node(id);
    const ElementFormula formula = kernelFor(*node.op)->formula(shapesOnly(graph_, node));
    const std::string k = std::to_string(chain_.attributes.size() / 2);
    const auto own = static_cast<Byte>(chain_.attributes.size() / 2);
    chain_.attributes.push_back(formula.a);
    chain_.attributes.push_back(formula.b);
    std::string text = std::string("stepscope::cuda::Apply") + (formula.arity == 1 ? "1<" : "2<") + formula.type + ", " + k;
    for (const ValueId input : node.inputs) text += ", " + operand(input);
    chain_.code.insert(chain_.code.end(), {Byte{1}, static_cast<Byte>(formulas().numbers.at(formula.type)), own});
    return text + ">";
  }

 private:
  std::string operand(ValueId value) {
    const NodeId producer = graph_.value(value).producer;
    if (producer != kNone && std::find(chain_.nodes.begin(), chain_.nodes.end(), producer) != chain_.nodes.end()) return expression(producer);
    auto it = std::find(chain_.inputs.begin(), chain_.inputs.end(), value);
    if (it == chain_.inputs.end()) it = chain_.inputs.insert(it, value);
    const auto place = static_cast<std::size_t>(it - chain_.inputs.begin());
    chain_.code.insert(chain_.code.end(), {Byte{0}, static_cast<Byte>(place)});
    return "stepscope::cuda::Arg<" + std::to_string(place) + ">";
  }

  const Graph& graph_;
  ElementChain& chain_;
};

}  // namespace

ElementChains findChains(const Graph& graph, const std::vector<bool>& taken) {
  const GraphIndex index(graph);
  ElementChains chains;
  chains.endingAt.resize(graph.nodes().size());
  chains.absorbed.assign(graph.nodes().size(), false);
  ChainRules rules;
  rules.mostMembers = kChainOps;
  rules.mostInputs = kChainInputs;
  rules.fits = [&](NodeId n) { return (taken.empty() || !taken[n]) && isElementwise(graph, graph.node(n)); };
  for (const auto& [end, members] : findElementChains(index, rules)) {
    if (members.size() < 2) continue;
    ElementChain chain;
    chain.nodes = members;
    const std::string expression = Writer(graph, chain).expression(end);
    chain.type = "stepscope::cuda::Chain<" + expression + ", " + std::to_string(chain.inputs.size()) + ">";
    for (const NodeId node : chain.nodes) {
      if (node != end) chains.absorbed[node] = true;
      chain.title += (chain.title.empty() ? "" : ", ") + std::string(graph.node(node).op->title);
    }
    require(chain.code.size() <= kChainCode && chain.inputs.size() <= kChainInputs, "a chain of elementwise ops is too long");
    ++chains.count;
    chains.ops += static_cast<int>(chain.nodes.size());
    chains.endingAt[end] = std::make_shared<const ElementChain>(std::move(chain));
  }
  return chains;
}

void bindChain(const ElementChain& chain, const Call& call, LaunchList& list) {
  ChainOperands s;
  s.inputs = static_cast<int>(chain.inputs.size());
  s.allStraight = true;
  s.y = call.out(0);
  s.count = call.outCount(0);
  for (std::size_t i = 0; i < chain.inputs.size(); ++i) {
    s.x[i] = call.in(i);
    s.straight[i] = call.inShape(i) == call.outShape(0);
    s.allStraight = s.allStraight && s.straight[i];
    if (!s.straight[i]) s.walk[i] = broadcastWalk(call.outShape(0), call.inShape(i), call.channelsLast);
  }
  std::copy(chain.attributes.begin(), chain.attributes.end(), s.attributes);
  std::copy(chain.code.begin(), chain.code.end(), s.code);
  const bool eights = s.allStraight && s.count % 8 == 0;
  list.add(s, {chain.type.c_str(), runChainOnHost}, perElement(eights ? s.count / 8 : s.count));
}

void runChainOnHost(const void* functor, const Team& thread) {
  const auto& s = *static_cast<const ChainOperands*>(functor);
  for (Int e = thread.first(); e < s.count; e += thread.step()) {
    float stack[kChainOps + kChainInputs] = {};
    int top = 0;
    for (int at = 0; at < kChainCode;) {
      if (s.code[at] == 0) {
        const int i = s.code[at + 1];
        stack[top++] = s.x[i][s.straight[i] ? e : s.walk[i](e)];
        at += 2;
        continue;
      }
      const ElementFormula& formula = formulas().byNumber[s.code[at + 1]];
      const int k = s.code[at + 2];
      const float second = formula.arity == 2 ? stack[--top] : 0.0F, first = stack[--top];
      stack[top++] = formula.host(first, second, s.attributes[2 * k], s.attributes[2 * k + 1]);
      at += 3;
      if (k == 0) break;  // op 0 is the outermost one, so it comes last
    }
    s.y.set(e, stack[0]);
  }
}

}  // namespace stepscope::cuda
