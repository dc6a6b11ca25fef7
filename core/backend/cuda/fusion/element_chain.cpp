#include "core/backend/cuda/fusion/element_chain.h"

#include <algorithm>
#include <map>

#include "core/backend/common/graph_index.h"
#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

// Formulas by number, as the code of a chain names them.
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
  const OpKernel* kernel = node.op->aliases ? nullptr : kernelFor(node.op->name);
  if (!kernel || !kernel->formula || node.outputs.size() != 1) return false;
  const auto floating = [&](ValueId v) {
    const DType type = graph.value(v).dtype;
    return type == DType::F32 || type == DType::BF16 || type == DType::F16;
  };
  return floating(node.outputs[0]) &&
         std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId v) { return v != kNone && floating(v); }) &&
         static_cast<int>(node.inputs.size()) == kernel->formula(shapesOnly(graph, node)).arity;
}

// Writes one chain down: type, code and attributes together, so that they cannot differ.
class Writer {
 public:
  Writer(const Graph& graph, ElementChain& chain) : graph_(graph), chain_(chain) {}

  std::string expression(NodeId id) {
    const Node& node = graph_.node(id);
    const ElementFormula formula = kernelFor(node.op->name)->formula(shapesOnly(graph_, node));
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
    if (producer != kNone && std::find(chain_.nodes.begin(), chain_.nodes.end(), producer) != chain_.nodes.end())
      return expression(producer);
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
  const auto isFree = [&](NodeId n) { return taken.empty() || !taken[static_cast<std::size_t>(n)]; };
  // From the back: a node takes in what only it reads, and what is taken in takes in further.
  for (auto end = static_cast<NodeId>(graph.nodes().size()) - 1; end >= 0; --end) {
    const Node& last = graph.node(end);
    if (chains.absorbed[static_cast<std::size_t>(end)] || !isFree(end) || !isElementwise(graph, last)) continue;
    ElementChain chain;
    chain.nodes = {end};
    std::vector<ValueId> outside;
    const auto addOutside = [&](const Node& node, std::vector<ValueId> into) {
      for (const ValueId v : node.inputs)
        if (std::find(into.begin(), into.end(), v) == into.end()) into.push_back(v);
      return into;
    };
    outside = addOutside(last, outside);
    for (bool grown = true; grown && chain.nodes.size() < kChainOps;) {
      grown = false;
      for (std::size_t i = 0; i < outside.size() && chain.nodes.size() < kChainOps; ++i) {
        const ValueId value = outside[i];
        const NodeId maker = graph.value(value).producer;
        // x * x would compute x twice, once for each operand.
        int reads = 0;
        for (const NodeId node : chain.nodes)
          reads += static_cast<int>(std::count(graph.node(node).inputs.begin(), graph.node(node).inputs.end(), value));
        if (reads != 1) continue;
        // A repeated operand would be computed once for every repetition, so only what has the chain's own shape.
        if (maker == kNone || index.onlyReader(value) == kNone || graph.value(value).shape != graph.value(last.outputs[0]).shape ||
            chains.absorbed[static_cast<std::size_t>(maker)] || graph.node(maker).phase != last.phase || !isFree(maker) ||
            !isElementwise(graph, graph.node(maker)))
          continue;
        std::vector<ValueId> rest = outside;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        rest = addOutside(graph.node(maker), rest);
        if (rest.size() > kChainInputs) continue;
        outside = std::move(rest);
        chain.nodes.push_back(maker);
        grown = true;
        break;
      }
    }
    if (chain.nodes.size() < 2) continue;
    std::sort(chain.nodes.begin(), chain.nodes.end());
    const std::string expression = Writer(graph, chain).expression(end);
    chain.type = "stepscope::cuda::Chain<" + expression + ", " + std::to_string(chain.inputs.size()) + ">";
    for (const NodeId node : chain.nodes) {
      if (node != end) chains.absorbed[static_cast<std::size_t>(node)] = true;
      chain.title += (chain.title.empty() ? "" : ", ") + std::string(graph.node(node).op->title);
    }
    require(chain.code.size() <= kChainCode && chain.inputs.size() <= kChainInputs, "a chain of elementwise ops is too long");
    ++chains.count;
    chains.ops += static_cast<int>(chain.nodes.size());
    chains.endingAt[static_cast<std::size_t>(end)] = std::make_shared<const ElementChain>(std::move(chain));
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
      if (k == 0) break;  // op 0 is the outermost, which comes last
    }
    s.y.set(e, stack[0]);
  }
}

}  // namespace stepscope::cuda
