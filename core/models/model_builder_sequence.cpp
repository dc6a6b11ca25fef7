// The builder's layers for sequences and their norms, with PyTorch's parameter names and initial values.
#include <cmath>

#include "core/base/error.h"
#include "core/models/model_builder.h"

namespace stepscope {

namespace {

const Init kZero{Init::Kind::Constant, 0, 0}, kOne{Init::Kind::Constant, 1, 0};

Shape lastDimensions(const std::string& scope, const Shape& in, std::int64_t dims) {
  if (dims < 1 || dims >= static_cast<std::int64_t>(in.size()))
    throw Error(ErrorKind::Input, scope, "normalises the last " + std::to_string(dims) + " dimensions of " + toString(in),
                "At least the last one, and not the batch");
  return Shape(in.end() - static_cast<std::ptrdiff_t>(dims), in.end());
}

}  // namespace

void ModelBuilder::needSequence(const std::string& scope, ValueId x) const {
  const Shape& in = shapeOf(x);
  if (in.size() != 3)
    throw Error(ErrorKind::Input, scope, "the input is " + toString(in) + ", (batch, positions, features) is needed",
                "Put an embedding before it, or reshape the samples");
}

ValueId ModelBuilder::layerNorm(const std::string& scope, ValueId x, const LayerNormArguments& a) {
  const Shape last = lastDimensions(scope, shapeOf(x), a.dims);
  std::vector<ValueId> inputs{x};
  if (a.affine) inputs.push_back(parameter(scope + ".weight", last, kOne));
  if (a.affine && a.bias) inputs.push_back(parameter(scope + ".bias", last, kZero));
  return graph_.add("layer_norm", std::move(inputs), {{"dims", a.dims}, {"eps", a.eps}}, scope);
}

ValueId ModelBuilder::rmsNorm(const std::string& scope, ValueId x, const LayerNormArguments& a) {
  const Shape last = lastDimensions(scope, shapeOf(x), a.dims);
  std::vector<ValueId> inputs{x};
  if (a.affine) inputs.push_back(parameter(scope + ".weight", last, kOne));
  return graph_.add("rms_norm", std::move(inputs), {{"dims", a.dims}, {"eps", a.eps}}, scope);
}

ValueId ModelBuilder::groupNorm(const std::string& scope, ValueId x, std::int64_t groups, double eps, bool affine) {
  const Shape in = shapeOf(x);
  if (in.size() < 2) throw Error(ErrorKind::Input, scope, "the input of the group norm is " + toString(in) + ", it has no channels");
  if (groups < 1 || in[1] % groups != 0)
    throw Error(ErrorKind::Input, scope, std::to_string(groups) + " groups do not divide " + std::to_string(in[1]) + " channels",
                "Choose a number of groups that divides the channels");
  std::vector<ValueId> inputs{x};
  if (affine) {
    inputs.push_back(parameter(scope + ".weight", {in[1]}, kOne));
    inputs.push_back(parameter(scope + ".bias", {in[1]}, kZero));
  }
  return graph_.add("group_norm", std::move(inputs), {{"groups", groups}, {"eps", eps}}, scope);
}

ValueId ModelBuilder::embedding(const std::string& scope, ValueId indices, std::int64_t rows, std::int64_t width, std::int64_t paddingIndex) {
  const Value& x = graph_.value(indices);
  if (x.dtype != DType::I32)
    throw Error(ErrorKind::Input, scope, "the input of the embedding is not a list of tokens", "Use data of text, or a linear layer");
  if (indices == x_ && rows < input_.classes && input_.task == Task::LanguageModel)
    throw Error(ErrorKind::Input, scope,
                "the embedding has " + std::to_string(rows) + " rows, the vocabulary " + std::to_string(input_.classes) + " tokens",
                "Give it num_embeddings = " + std::to_string(input_.classes));
  const ValueId table = parameter(scope + ".weight", {rows, width}, {Init::Kind::Normal, 0, 1, paddingIndex});
  return graph_.add("embedding", {table, indices}, {{"padding_idx", paddingIndex}}, scope);
}

ValueId ModelBuilder::attention(const std::string& scope, ValueId qkv, std::int64_t heads, bool causal, double dropout) {
  const std::int64_t id = dropouts_++;
  std::vector<ValueId> operands{qkv};
  Attributes attributes{{"heads", heads}, {"causal", causal}, {"scale", 0.0}};
  if (training_ && dropout > 0) {
    if (seed_ == kNone) seed_ = graph_.addScalar("seed", DType::I64);
    operands = {qkv, kNone, kNone, kNone, seed_};
    attributes.set("p", dropout);
    attributes.set("op_id", id);
  }
  return graph_.add("attention", std::move(operands), std::move(attributes), scope);
}

ValueId ModelBuilder::selfAttention(const std::string& scope, ValueId x, const AttentionArguments& a) {
  needSequence(scope, x);
  const std::int64_t width = shapeOf(x)[2];
  if (a.heads < 1 || width % a.heads != 0)
    throw Error(ErrorKind::Input, scope, std::to_string(a.heads) + " heads do not divide " + std::to_string(width) + " features",
                "Choose a number of heads that divides the width, or change the width");
  const Shape packed{3 * width, width};
  const std::string weight = scope + ".in_proj_weight";
  std::vector<ValueId> inputs{x, parameter(weight, packed, initOf({.kind = InitRule::Kind::XavierUniform}, packed, weight))};
  if (a.bias) inputs.push_back(parameter(scope + ".in_proj_bias", {3 * width}, kZero));
  const ValueId qkv = graph_.add("linear", std::move(inputs), {{"relu", false}}, scope);
  const ValueId y = attention(scope, qkv, a.heads, a.causal, a.dropout);
  return linear(scope + ".out_proj", y, width, {.bias = a.bias, .weightInit = a.outInit, .biasInit = InitRule::constant(0)});
}

ValueId ModelBuilder::recurrent(const std::string& scope, const std::string& kind, ValueId x, const RecurrentArguments& a) {
  needSequence(scope, x);
  const std::int64_t gates = kind == "lstm" ? 4 : 3;
  const double bound = 1 / std::sqrt(static_cast<double>(a.hidden));
  const Init init{Init::Kind::Uniform, -bound, bound};
  for (std::int64_t layer = 0; layer < a.layers; ++layer) {
    std::vector<ValueId> directions;
    for (const bool reverse : {false, true}) {
      if (reverse && !a.bidirectional) continue;
      const std::string end = "_l" + std::to_string(layer) + (reverse ? "_reverse" : "");
      std::vector<ValueId> inputs{x, parameter(scope + ".weight_ih" + end, {gates * a.hidden, shapeOf(x)[2]}, init),
                                  parameter(scope + ".weight_hh" + end, {gates * a.hidden, a.hidden}, init)};
      if (a.bias) {
        inputs.push_back(parameter(scope + ".bias_ih" + end, {gates * a.hidden}, init));
        inputs.push_back(parameter(scope + ".bias_hh" + end, {gates * a.hidden}, init));
      }
      directions.push_back(graph_.add(kind, std::move(inputs), {{"reverse", reverse}}, scope));
    }
    x = directions.size() == 1 ? directions[0] : concat(scope, directions, 2);
    if (layer + 1 < a.layers) x = dropout(scope, x, a.dropout);
  }
  return x;
}

}  // namespace stepscope
