// A step of five ops with a plan written down by hand, so that tests can say where every byte is.
#pragma once

#include <memory>

#include "core/graph/op.h"
#include "core/program/step_program.h"

namespace stepscope {

// Nodes: 0 linear and 1 relu (forward, layer "fc1"), 2 relu_grad and 3 linear_grad_weight (backward, "fc1"), 4 sgd (optimizer, "fc1").
// Step arena, 1000 B: x [0, 400) alive in 0-3, y [400, 600) in 0-1 with the relu's output in its place to 2, dy [600, 1000) in 1-2,
// dw [400, 500) in 3-4 where y was. State arena, 300 B: weight 200, momentum 100.
inline std::shared_ptr<const PlanView> samplePlan() {
  auto view = std::make_shared<PlanView>();
  Graph& g = view->graph;
  const ValueId x = g.addInput("x", DType::F32, {10, 10});
  const ValueId w = g.addPersistent(Role::Parameter, "fc1.weight", DType::F32, {5, 10}, {});
  const ValueId m = g.addPersistent(Role::OptimizerState, "fc1.weight.momentum", DType::F32, {5, 10}, {});
  const ValueId lr = g.addScalar("lr", DType::F32);
  const ValueId y = g.add("linear", {x, w}, {}, "fc1");
  const ValueId z = g.add("relu", {y}, {}, "fc1");
  const ValueId dy = g.add("relu_grad", {z, z}, {}, "fc1", Phase::Backward);
  const ValueId dw = g.add("linear_grad_weight", {x, dy}, {}, "fc1", Phase::Backward);
  g.addNode("sgd", {w, dw, m, lr}, {{"momentum", 0.9}, {"dampening", 0.0}, {"nesterov", false}, {"weight_decay", 0.0}}, "fc1", Phase::Optimizer);
  g.value(dy).role = Role::Gradient;
  g.value(dw).role = Role::Gradient;
  MemoryPlan& plan = view->plan;
  plan.slots = {{x, 0, 400, 0, 3, false},   {w, 0, 200, 0, 4, true},     {m, 200, 100, 0, 4, true},
                {y, 400, 200, 0, 2, false}, {dy, 600, 400, 1, 2, false}, {dw, 400, 100, 3, 4, false}};
  plan.slotOf.assign(g.values().size(), kNone);
  const auto slot = [&](ValueId value, int index) { plan.slotOf[value] = index; };
  slot(x, 0);
  slot(w, 1);
  slot(m, 2);
  slot(y, 3);
  slot(z, 3);
  slot(dy, 4);
  slot(dw, 5);
  plan.stateBytes = 300;
  plan.stepBytes = 1024;  // 24 B more than the tensors need
  plan.sumBytes = 1300;
  plan.liveBytes = {600, 1000, 1000, 500, 100};
  view->kernels.resize(g.nodes().size());
  view->batchSize = 10;
  view->predictedPeakBytes = 1324;
  return view;
}

}  // namespace stepscope
