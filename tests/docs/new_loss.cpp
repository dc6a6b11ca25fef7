// The loss that docs/adding.md adds, against torch.nn.SmoothL1Loss by its formula. Compiled by guide_test.cpp with the page's changes in place.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/models/losses.h"
#include "tests/dev/reference/interpreter.h"

using namespace stepscope;

int main() {
  LossSpec spec;
  spec.kind = LossSpec::Kind::SmoothL1;
  spec.delta = 7;  // Huber's, and not its own
  const LossDef& def = lossOf(spec, Task::Regression);
  const std::vector<std::string> names = lossNames();
  bool ok = def.name == "smooth_l1" && names.at(static_cast<std::size_t>(spec.kind)) == def.name;
  Graph graph;
  const ValueId prediction = graph.addInput("x", DType::F32, {1, 4}), labels = graph.addInput("labels", DType::F32, {1, 4});
  graph.markOutput("loss", graph.add(def.op, {prediction, labels}, def.attributes(spec, true), "loss"));
  const double loss = reference::interpret(graph, {{"x", {0, 0.5, 2, -3}}, {"labels", {0, 0, 0, 0}}}).scalar("loss");
  ok = ok && std::abs(loss - (0 + 0.125 + 1.5 + 2.5) / 4) < 1e-12;
  if (!ok) std::printf("%s gives %g\n", std::string(def.name).c_str(), loss);
  return ok ? 0 : 1;
}
