#include "tests/dev/op_cases/real_sizes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "core/graph/op.h"
#include "tests/dev/op_cases/case_builder.h"

namespace stepscope {
namespace {

// The result is read, and the loss leads a number of its own back to every element.
OpCase finishRead(CaseBuilder& b, ValueId y) {
  const Shape shape = b.shapeOf(y);
  if (shape.empty()) return b.finishScalar(y);
  b.read(kRealResult, y);
  Ints axes;
  for (std::size_t i = 0; i < shape.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  const ValueId weighted = b.add("mul", {y, b.input("dy", shape)});
  return b.finishScalar(b.add("sum", {weighted}, {{"axes", axes}, {"keepdim", false}}));
}

// "4x64x56x56, 64x64x3x3; padding 1x1, stride 1x1"
std::string describe(const Graph& graph, const Node& node) {
  std::string text, given;
  for (const ValueId input : node.inputs)
    if (input != kNone) text += (text.empty() ? "" : ", ") + toString(graph.value(input).shape);
  for (const auto& [key, value] : node.attrs.entries())
    if (key != "op_id") given += (given.empty() ? "" : ", ") + key + " " + toString(value);
  return std::string(node.op->name) + " " + text + (given.empty() ? "" : "; " + given);
}

// Labels are below the last dimension of logits, tokens below the rows of a table.
std::int64_t rowsOf(const Value& operand) {
  return operand.role == Role::Parameter ? operand.shape[0] : operand.shape.back();
}

bool isNorm(const Node& node) {
  return std::string_view(node.op->name).find("norm") != std::string_view::npos;
}

// A tensor of weights is as small as its rows are long, so that results are of the size of the operands.
double scaleOf(const Value& value) {
  if (value.role != Role::Parameter || value.shape.size() < 2) return 1;
  return std::sqrt(3.0 * static_cast<double>(value.shape[0]) / static_cast<double>(numel(value.shape)));
}

}  // namespace

std::vector<OpCase> casesOfNodes(const Graph& forward, const std::string& model) {
  std::vector<OpCase> cases;
  std::set<std::string> seen;
  for (const Node& node : forward.nodes()) {
    const auto real = [&](ValueId v) { return v != kNone && forward.value(v).dtype == DType::F32; };
    if (!node.op->gradient || node.op->aliases || std::none_of(node.inputs.begin(), node.inputs.end(), real)) continue;
    if (const std::string text = model + " " + describe(forward, node); seen.insert(text).second) {
      CaseBuilder b(text);
      std::vector<ValueId> inputs;
      for (const ValueId v : node.inputs) {
        if (v == kNone) {
          inputs.push_back(kNone);
          continue;
        }
        const Value& value = forward.value(v);
        const std::string name = "operand " + std::to_string(inputs.size());
        if (value.role == Role::Scalar) inputs.push_back(b.seed(98765432109876));
        else if (value.role == Role::Buffer) inputs.push_back(b.buffer(name, value.shape, inputs.size() % 2 == 1 ? 0 : 1));
        else if (value.dtype == DType::F32)
          inputs.push_back(isNorm(node) && value.shape.size() == 1 && inputs.size() == 1 ? b.parameter(name, value.shape, 0.5, 1.0)
                                                                                         : b.parameter(name, value.shape, scaleOf(value)));
        else inputs.push_back(b.integers(name, value.shape, value.dtype == DType::U8 ? 2 : rowsOf(forward.value(node.inputs[0])), value.dtype));
      }
      cases.push_back(finishRead(b, b.add(std::string(node.op->name).c_str(), std::move(inputs), node.attrs)));
    }
  }
  return cases;
}

std::vector<OpCase> attentionOfRealSize(bool small) {
  std::vector<OpCase> cases;
  const std::int64_t batch = small ? 1 : 4, heads = small ? 1 : 6, tokens = 256;
  for (const std::int64_t size : {64, 128})
    for (const char* kind : {"packed, causal", "key mask", "fewer queries"}) {
      CaseBuilder b("attention of heads of " + std::to_string(size) + ", 256 tokens, " + kind);
      const bool packed = kind[0] == 'p', masked = kind[0] == 'k';
      const std::int64_t width = heads * size, queries = packed || masked ? tokens : 96;
      std::vector<ValueId> inputs;
      if (packed) inputs = {b.parameter("qkv", {batch, tokens, 3 * width}, 1.5), kNone, kNone};
      else
        inputs = {b.parameter("q", {batch, queries, width}, 1.5), b.parameter("k", {batch, tokens, width}, 1.5),
                  b.parameter("v", {batch, tokens, width}, 1.5)};
      if (masked) {
        inputs.push_back(b.integers("mask", {batch, tokens}, 3, DType::U8));
        for (double& value : b.bound("mask")) value = value > 0 ? 1.0 : 0.0;
      }
      cases.push_back(finishRead(b, b.add("attention", std::move(inputs), {{"heads", heads}, {"causal", packed}, {"scale", 0.0}})));
    }
  return cases;
}

}  // namespace stepscope
