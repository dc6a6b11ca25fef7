// A graph for every optimizer of the op table: more tensors than one launch takes, of sizes that fill chunks and that do not.
#pragma once

#include <string>
#include <vector>

#include "core/graph/op.h"
#include "tests/dev/reference/formula.h"

namespace stepscope {

struct OptimizerGraph {
  std::string name;
  Graph graph;
  reference::Bindings start;  // state before the first step; gradients and scalars are set every step
  std::vector<std::string> parameters;
};

inline OptimizerGraph optimizerGraph(const std::string& name, const char* op, Attributes attrs, std::vector<bool> states, bool needsStep,
                                     std::size_t tensors = 30, bool factor = false) {
  OptimizerGraph made;
  made.name = name;
  Graph& g = made.graph;
  const bool codes = std::string_view(op).ends_with("8bit");
  std::vector<ValueId> inputs;
  for (std::size_t t = 0; t < tensors; ++t) {
    const std::int64_t sizes[] = {1, 37, 256, 5000, 300};
    const Shape shape{sizes[t % 5]};
    const std::string p = "p" + std::to_string(t);
    made.parameters.push_back(p);
    made.start[p] = reference::formulaTensor(reference::saltOf(name + p), shape[0]);
    inputs.push_back(g.addPersistent(Role::Parameter, p, DType::F32, shape, {}));
    inputs.push_back(g.addInput("grad " + p, DType::F32, shape));
    for (std::size_t s = 0; s < states.size(); ++s) {
      if (!states[s]) {
        inputs.push_back(kNone);
        continue;
      }
      const std::string state = p + " state " + std::to_string(s);
      const bool code = codes && s % 2 == 0;
      const Shape own = codes && !code ? Shape{(shape[0] + 255) / 256} : shape;
      // Code 127 of the signed map and code 0 of the unsigned one are zero.
      made.start[state] = reference::Tensor(static_cast<std::size_t>(own[0]), code && s == 0 ? 127.0 : 0.0);
      inputs.push_back(g.addPersistent(Role::OptimizerState, state, code ? DType::U8 : DType::F32, own, {}));
    }
  }
  inputs.push_back(g.addScalar("lr", DType::F32));
  inputs.push_back(needsStep ? g.addScalar("step", DType::I64) : kNone);
  inputs.push_back(kNone);
  inputs.push_back(factor ? g.addScalar("factor", DType::F32) : kNone);
  attrs.set("tensors", static_cast<std::int64_t>(tensors));
  g.addNode(op, std::move(inputs), std::move(attrs), "optimizer", Phase::Optimizer);
  return made;
}

inline std::vector<OptimizerGraph> optimizerGraphs() {
  const auto adam = [](double decay) { return Attributes{{"beta1", 0.9}, {"beta2", 0.999}, {"eps", 1e-8}, {"weight_decay", decay}}; };
  std::vector<OptimizerGraph> graphs;
  graphs.push_back(
      optimizerGraph("sgd", "sgd", {{"momentum", 0.0}, {"dampening", 0.0}, {"nesterov", false}, {"weight_decay", 1e-4}}, {false}, false));
  graphs.push_back(
      optimizerGraph("sgd with momentum", "sgd", {{"momentum", 0.9}, {"dampening", 0.1}, {"nesterov", false}, {"weight_decay", 1e-4}}, {true}, true));
  graphs.push_back(optimizerGraph("sgd nesterov, clipped", "sgd",
                                  {{"momentum", 0.9}, {"dampening", 0.0}, {"nesterov", true}, {"weight_decay", 0.0}, {"clip_value", 0.3}}, {true},
                                  false, 3, true));
  graphs.push_back(optimizerGraph("adam", "adam", adam(0.01), {true, true, false}, true));
  graphs.push_back(optimizerGraph("adam amsgrad", "adam", adam(0), {true, true, true}, true));
  graphs.push_back(optimizerGraph("adamw", "adamw", adam(0.05), {true, true, false}, true, 55));
  graphs.push_back(
      optimizerGraph("rmsprop", "rmsprop", {{"alpha", 0.99}, {"eps", 1e-8}, {"momentum", 0.9}, {"weight_decay", 1e-3}}, {true, true, true}, false));
  graphs.push_back(optimizerGraph("adagrad", "adagrad", {{"lr_decay", 0.1}, {"eps", 1e-10}, {"weight_decay", 1e-3}}, {true}, true));
  graphs.push_back(optimizerGraph("lamb", "lamb", adam(0.01), {true, true}, true));
  graphs.push_back(optimizerGraph("adam8bit", "adam8bit", adam(0.01), {true, true, true, true}, true, 5));
  graphs.push_back(optimizerGraph("adamw8bit", "adamw8bit", adam(0.01), {true, true, true, true}, true, 26));
  return graphs;
}

}  // namespace stepscope
