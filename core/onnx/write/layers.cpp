// Layers with weights: convolutions, matrix products, norms, embeddings.
#include "core/onnx/write/emitter.h"

namespace stepscope::onnx {

namespace {

// ONNX's pads: the same padding at both ends of every dimension.
Ints bothEnds(const Ints& padding) {
  Ints all = padding;
  all.insert(all.end(), padding.begin(), padding.end());
  return all;
}

NodeAttributes windowOf(Emitter& e) {
  const Shape& weight = e.shape(1);
  return {{"kernel_shape", Ints{weight[2], weight[3]}},
          {"strides", e.attrs().integers("stride")},
          {"pads", bothEnds(e.attrs().integers("padding"))},
          {"dilations", e.attrs().integers("dilation")},
          {"group", e.attrs().integer("groups")}};
}

void conv(Emitter& e) {
  e.set(0, e.relu(e.add("Conv", e.inputs(), windowOf(e))));
}

void convTranspose(Emitter& e) {
  NodeAttributes attributes = windowOf(e);
  attributes.emplace_back("output_padding", e.attrs().integers("output_padding"));
  e.set(0, e.add("ConvTranspose", e.inputs(), attributes));
}

// Input i with its last two dimensions exchanged. A weight that two layers read is transposed once.
std::string transposed(Emitter& e, std::size_t i) {
  const std::string x = e.in(i);
  Ints permutation;
  const auto rank = static_cast<std::int64_t>(e.shape(i).size());
  for (std::int64_t d = 0; d < rank; ++d) permutation.push_back(d < rank - 2 ? d : 2 * rank - 3 - d);
  return e.once("transposed:" + x, [&] { return e.transpose(x, permutation); });
}

// y = x w^T + b over the last dimension: Gemm for rows, MatMul for more dimensions.
void linear(Emitter& e) {
  if (e.shape(0).size() == 2) return e.set(0, e.relu(e.add("Gemm", e.inputs(), {{"transB", std::int64_t{1}}})));
  std::string y = e.add("MatMul", {e.in(0), transposed(e, 1)});
  if (e.has(2)) y = e.add("Add", {y, e.in(2)});
  e.set(0, e.relu(y));
}

void matmul(Emitter& e) {
  const std::string a = e.attrs().flag("transpose_a") ? transposed(e, 0) : e.in(0), b = e.attrs().flag("transpose_b") ? transposed(e, 1) : e.in(1);
  e.set(0, e.add("MatMul", {a, b}));
}

float epsilonOf(const Emitter& e) {
  return static_cast<float>(e.attrs().real("eps"));
}

// Normalizes by the running statistics; then adds the residual and applies the relu, if the op has them.
void batchNorm(Emitter& e) {
  std::string y = e.add("BatchNormalization", {e.in(0), e.in(1), e.in(2), e.in(3), e.in(4)}, {{"epsilon", epsilonOf(e)}});
  if (e.has(5)) y = e.add("Add", {y, e.in(5)});
  e.set(0, e.relu(y));
}

std::string filled(Emitter& e, const Shape& shape, float value) {
  return e.table(value == 1 ? "constants/ones" : "constants/zeros", shape, std::vector<float>(static_cast<std::size_t>(numel(shape)), value));
}

// Input i, an optional weight; if it is absent, a constant tensor with this value.
std::string weightOr(Emitter& e, std::size_t i, const Shape& shape, float value) {
  return e.has(i) ? e.in(i) : filled(e, shape, value);
}

// Opset 17 has no group norm. As in torch.onnx.export, it becomes an instance norm over (N, groups, the rest); with one channel per group it is an
// instance norm itself.
void groupNorm(Emitter& e) {
  const Shape& x = e.shape(0);
  const std::int64_t groups = e.attrs().integer("groups"), channels = x[1];
  const Shape each{channels};
  if (e.isRead(1) || e.isRead(2)) e.refuse("gives the statistics of its groups to other layers, which is not exported", "Use its result only");
  if (groups == channels && x.size() > 2)
    return e.set(0, e.add("InstanceNormalization", {e.in(0), weightOr(e, 1, each, 1), weightOr(e, 2, each, 0)}, {{"epsilon", epsilonOf(e)}}));
  const Dims whole = e.dims(0);
  const Dims grouped{whole[0], {groups}, {numel(x) / x[0] / groups}};
  const Shape ofGroups{groups};
  std::string y =
      e.add("InstanceNormalization", {e.reshape(e.in(0), grouped), filled(e, ofGroups, 1), filled(e, ofGroups, 0)}, {{"epsilon", epsilonOf(e)}});
  y = e.reshape(y, whole);
  Dims perChannel{{channels}};
  for (std::size_t d = 2; d < x.size(); ++d) perChannel.push_back({1});
  const auto alongChannels = [&](std::size_t i) { return x.size() == 2 ? e.in(i) : e.reshape(e.in(i), perChannel); };
  if (e.has(1)) y = e.add("Mul", {y, alongChannels(1)});
  if (e.has(2)) y = e.add("Add", {y, alongChannels(2)});
  e.set(0, y);
}

Shape lastDimensions(const Emitter& e) {
  const Shape& x = e.shape(0);
  return Shape(x.end() - static_cast<std::ptrdiff_t>(e.attrs().integer("dims")), x.end());
}

void layerNorm(Emitter& e) {
  const std::size_t outputs = e.isRead(2) ? 3 : e.isRead(1) ? 2 : 1;
  const Tensors made = e.addAll("LayerNormalization", {e.in(0), weightOr(e, 1, lastDimensions(e), 1), e.in(2)},
                                {{"axis", -e.attrs().integer("dims")}, {"epsilon", epsilonOf(e)}}, outputs);
  e.set(0, made[0]);
  // ONNX keeps the normalised dimensions of the statistics with a size of 1.
  for (std::size_t i = 1; i < outputs; ++i)
    if (e.isRead(i)) e.set(i, e.reshape(made[i], e.dimsOf(e.node().outputs[i])));
}

void rmsNorm(Emitter& e) {
  if (e.isRead(1)) e.refuse("gives the statistics of its rows to other layers, which is not exported", "Use its result only");
  const std::string x = e.in(0);
  Ints axes;
  for (std::int64_t d = -e.attrs().integer("dims"); d < 0; ++d) axes.push_back(d);
  const std::string mean = e.add("ReduceMean", {e.add("Mul", {x, x})}, {{"axes", axes}, {"keepdims", std::int64_t{1}}});
  std::string y = e.add("Div", {x, e.add("Sqrt", {e.add("Add", {mean, e.scalar(e.attrs().real("eps"))})})});
  if (e.has(1)) y = e.add("Mul", {y, e.in(1)});
  e.set(0, y);
}

void embedding(Emitter& e) {
  e.set(0, e.add("Gather", {e.in(0), e.in(1)}, {{"axis", std::int64_t{0}}}));
}

}  // namespace

std::span<const Exporter> layerExporters() {
  static const Exporter table[] = {
      {"conv2d", conv},
      {"conv_transpose2d", convTranspose},
      {"linear", linear},
      {"matmul", matmul},
      {"batch_norm_inference", batchNorm},
      {"group_norm", groupNorm},
      {"layer_norm", layerNorm},
      {"rms_norm", rmsNorm},
      {"embedding", embedding},
  };
  return table;
}

}  // namespace stepscope::onnx
