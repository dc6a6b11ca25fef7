#include "tests/dev/selftest/op_checks.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string_view>

#include "core/models/model.h"
#include "core/passes/amp.h"
#include "core/passes/step_graph.h"
#include "tests/dev/op_cases/real_sizes.h"
#include "tests/dev/selftest/comparison.h"

namespace stepscope {
namespace {

// The case's graph with gradients as outputs "gradient of <parameter>"; narrow: its floating operands in that type.
struct Prepared {
  Graph graph;
  std::vector<std::string> outputs;
};

Prepared prepare(const OpCase& c, DType type) {
  AutodiffResult backward = autodiff(type == DType::F32 ? c.graph : amp(c.graph, type, everythingLow).graph);
  // Where the result itself can be read, the loss is a sum of it that only leads to the gradients.
  Prepared prepared{std::move(backward.graph), {}};
  prepared.outputs.push_back(prepared.graph.outputs().contains(kRealResult) ? kRealResult : "loss");
  for (const auto& [parameter, gradient] : backward.gradients) {
    prepared.outputs.push_back("gradient of " + prepared.graph.value(parameter).name);
    prepared.graph.markOutput(prepared.outputs.back(), gradient);
  }
  return prepared;
}

}  // namespace

AmpClass everythingLow(const OpDef& op) {
  return op.id == OpId::SoftmaxCrossEntropy || op.ampCuda == AmpClass::F32 ? AmpClass::F32 : AmpClass::Low;
}

bool hasLibraryKernel(const Graph& graph) {
  static const std::set<std::string_view> ops{"batch_norm", "layer_norm", "rms_norm", "max_pool2d", "avg_pool2d", "attention", "linear", "gelu"};
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) { return ops.contains(node.op->name); });
}

void tellLeftOut(const Program& program, SelftestCheck& result) {
  for (const std::string& note : program.notes())
    if (note.find("is left out") != std::string::npos) result.detail += (result.detail.empty() ? "" : " ") + note + ".";
}

bool allAgree(const Program& program, SelftestCheck& result) {
  for (const std::string& note : program.notes()) {
    if (note.find("since it disagrees with Stepscope's own kernel") == std::string::npos) continue;
    result.result = SelftestCheck::Result::Failed;
    result.detail = note + ".";
    return false;
  }
  return true;
}

void compareOp(const Backend& device, const Backend& cpu, const OpCase& c, DType type, ImageLayout images, bool tuned, int runs,
               SelftestCheck& result) {
  reference::Bindings inputs = c.inputs;
  if (type != DType::F32) {
    for (const Value& value : c.graph.values())
      if (value.producer == kNone && value.dtype == DType::F32)
        for (double& v : inputs.at(value.name)) v = rounded(v);
  }
  const Prepared exact = prepare(c, DType::F32), tried = prepare(c, type);
  const auto expected = compiled(cpu, exact.graph), got = compiled(device, tried.graph, images, tuned);
  give(*expected, exact.graph, inputs);
  expected->run();
  for (int n = 0; n < runs; ++n) {
    give(*got, tried.graph, inputs);
    got->run();
  }
  // Squares of relative errors: both sides round in f32, sums in different orders; narrow types round every result.
  result.bound = type == DType::F32 ? 1e-9 : 4e-4;
  const auto hold = [&](const std::string& what, const std::string& name, const Shape& shape) {
    const double error = differenceOf(floatsOf(*got, name, shape), floatsOf(*expected, name, shape));
    if (error < result.error) return;
    result.error = error;
    result.detail = what;
  };
  for (const std::string& output : exact.outputs) hold(output, output, exact.graph.value(exact.graph.outputs().at(output)).shape);
  for (const Value& value : exact.graph.values())
    if (value.role == Role::Buffer) hold(value.name, value.name, value.shape);
  if (tuned) tellLeftOut(*got, result);
  else allAgree(*got, result);
}

std::vector<OpCase> realSizes(bool small) {
  ModelSpec resnet50, gpt;
  resnet50.name = "resnet50";
  gpt.name = "gpt";
  gpt.integers = {{"layers", {1}}};
  const std::int64_t side = small ? 32 : 224, tokens = small ? 48 : 256, batch = small ? 2 : 4;
  const ModelInput photos{{3, side, side}, 1000};
  const ModelInput text{.sample = {tokens}, .classes = 256, .dtype = DType::I32, .task = Task::LanguageModel};
  std::vector<OpCase> cases = casesOfNodes(buildEvaluationStep(buildModel(resnet50, photos, 4, true)).graph, "resnet50");
  for (auto& more : {casesOfNodes(buildEvaluationStep(buildModel(gpt, text, batch, true)).graph, "gpt"), attentionOfRealSize(small)})
    cases.insert(cases.end(), more.begin(), more.end());
  return cases;
}

}  // namespace stepscope
