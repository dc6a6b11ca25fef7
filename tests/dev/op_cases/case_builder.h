// Builds one entry of the op test table. Private to tests/core/graph.
#pragma once

#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/reference/formula.h"

namespace stepscope {

using Ints = std::vector<std::int64_t>;

// Builds one case. Operands get values from the formula; the output under test becomes logits of a cross-entropy, whose gradient is
// different for every element.
class CaseBuilder {
 public:
  explicit CaseBuilder(std::string name) { case_.name = std::move(name); }

  ValueId parameter(const std::string& name, const Shape& shape, double scale = 1.0, double offset = 0.0) {
    case_.inputs[name] = reference::formulaTensor(reference::saltOf(case_.name + name), numel(shape), scale, offset);
    return case_.graph.addPersistent(Role::Parameter, name, DType::F32, shape, {});
  }
  ValueId buffer(const std::string& name, const Shape& shape, double value) {
    case_.inputs[name] = reference::Tensor(static_cast<std::size_t>(numel(shape)), value);
    return case_.graph.addPersistent(Role::Buffer, name, DType::F32, shape, {});
  }
  ValueId seed(double value) {
    case_.inputs["seed"] = {value};
    return case_.graph.addScalar("seed", DType::I64);
  }
  // Numbers that are not trained.
  ValueId input(const std::string& name, const Shape& shape, double scale = 1.0, double offset = 0.0) {
    case_.inputs[name] = reference::formulaTensor(reference::saltOf(case_.name + name), numel(shape), scale, offset);
    return case_.graph.addInput(name, DType::F32, shape);
  }
  // Integers below `most`, bound as an input: token numbers (I32) or a mask of zeros and ones (U8).
  ValueId integers(const std::string& name, const Shape& shape, std::int64_t most, DType dtype = DType::I32) {
    case_.inputs[name] = reference::formulaLabels(reference::saltOf(case_.name + name), numel(shape), most);
    return case_.graph.addInput(name, dtype, shape);
  }
  void freeze(const std::string& name, std::size_t first, std::size_t last) { case_.frozen[name] = {first, last}; }
  const Shape& shapeOf(ValueId value) const { return case_.graph.value(value).shape; }
  // Readable after a run beside the loss.
  void read(const char* name, ValueId value) { case_.graph.markOutput(name, value); }
  reference::Tensor& bound(const std::string& name) { return case_.inputs[name]; }
  ValueId add(const char* op, std::vector<ValueId> inputs, Attributes attrs = {}) {
    return case_.graph.add(op, std::move(inputs), std::move(attrs), "layer");
  }
  // Another output than the first.
  ValueId output(const char* op, std::vector<ValueId> inputs, Attributes attrs, std::size_t index) {
    return case_.graph.node(case_.graph.addNode(op, std::move(inputs), std::move(attrs), "layer")).outputs[index];
  }
  ValueId rows(ValueId y) {
    const Shape shape = case_.graph.value(y).shape;
    if (shape.size() == 2) return y;
    // One row of all when there is only one dimension, so that the classes are many.
    const std::int64_t count = shape.size() < 2 ? 1 : shape[0];
    return add("reshape", {y}, {{"shape", Shape{count, numel(shape) / count}}});
  }
  OpCase finish(ValueId y, bool ignoreOne = false) {
    const ValueId logits = rows(y);
    const Shape shape = case_.graph.value(logits).shape;
    case_.inputs["labels"] = reference::formulaLabels(reference::saltOf(case_.name), shape[0], shape[1]);
    if (ignoreOne) case_.inputs["labels"][0] = -1;
    const ValueId labels = case_.graph.addInput("labels", DType::I32, {shape[0]});
    case_.graph.markOutput("loss", case_.graph.add("softmax_cross_entropy", {logits, labels}, {}, "loss"));
    return std::move(case_);
  }
  // The mean of the squares is the loss.
  OpCase finishSquares(ValueId y) {
    Ints axes;
    for (std::size_t i = 0; i < case_.graph.value(y).shape.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
    return finishScalar(add("mean", {add("mul", {y, y})}, {{"axes", axes}, {"keepdim", false}}));
  }
  // The op's own scalar is the loss.
  OpCase finishScalar(ValueId loss) {
    case_.graph.markOutput("loss", loss);
    return std::move(case_);
  }

 private:
  OpCase case_;
};

// The cases of a family, each in a file of its own in cases/.
void addLossCases(std::vector<OpCase>& cases);
void addActivationCases(std::vector<OpCase>& cases);
void addArithmeticCases(std::vector<OpCase>& cases);
void addReductionCases(std::vector<OpCase>& cases);
void addSoftmaxCases(std::vector<OpCase>& cases);
void addLayerNormCases(std::vector<OpCase>& cases);
void addBatchedMatmulCases(std::vector<OpCase>& cases);
void addAttentionCases(std::vector<OpCase>& cases);
void addEmbeddingCases(std::vector<OpCase>& cases);
void addRecurrentCases(std::vector<OpCase>& cases);
void addStructureCases(std::vector<OpCase>& cases);
void addResizeCases(std::vector<OpCase>& cases);
void addConvolutionTransposeCases(std::vector<OpCase>& cases);
void addGroupNormCases(std::vector<OpCase>& cases);

}  // namespace stepscope
