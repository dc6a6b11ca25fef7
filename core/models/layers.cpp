// A model written as a list of layers. Input sizes follow from the layer before, so that only what a layer makes is written down.
#include "core/base/error.h"
#include "core/models/zoo.h"

namespace stepscope {

namespace {

constexpr std::int64_t kMaxWidth = 1 << 20, kMaxWindow = 1 << 12;

struct LayerBuilder {
  LayerType type;
  ValueId (*build)(ModelBuilder&, const std::string& scope, ValueId x, const LayerArguments&);
};

ValueId conv2d(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments& a) {
  ConvArguments c;
  const std::int64_t out = a.integer("out_channels", 1, kMaxWidth);
  c.kernel = a.extent("kernel_size", 1, kMaxWindow);
  c.stride = a.extent("stride", 1, 1, kMaxWindow);
  c.padding = a.extent("padding", 0, 0, kMaxWindow);
  c.dilation = a.extent("dilation", 1, 1, kMaxWindow);
  c.groups = a.integer("groups", 1, 1, kMaxWidth);
  c.bias = a.flag("bias", true);
  return b.conv(scope, x, out, c);
}

ValueId linear(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments& a) {
  return b.linear(scope, x, a.integer("out_features", 1, kMaxWidth), {.bias = a.flag("bias", true)});
}

ValueId batchNorm(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments& a) {
  return b.batchNorm(scope, x, {.eps = a.real("eps", 1e-5, 0.0, 1.0), .momentum = a.real("momentum", 0.1, 0.0, 1.0)});
}

ValueId relu(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments&) {
  return b.relu(scope, x);
}

PoolArguments poolArguments(const LayerArguments& a) {
  PoolArguments p;
  p.kernel = a.extent("kernel_size", 1, kMaxWindow);
  p.stride = a.extent("stride", p.kernel, 1, kMaxWindow);
  p.padding = a.extent("padding", 0, 0, kMaxWindow);
  return p;
}

ValueId maxPool(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments& a) {
  return b.maxPool(scope, x, poolArguments(a));
}

ValueId avgPool(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments& a) {
  PoolArguments p = poolArguments(a);
  p.countIncludePad = a.flag("count_include_pad", true);
  return b.avgPool(scope, x, p);
}

ValueId globalAvgPool(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments&) {
  return b.globalAvgPool(scope, x);
}

ValueId flatten(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments&) {
  return b.flatten(scope, x);
}

ValueId dropout(ModelBuilder& b, const std::string& scope, ValueId x, const LayerArguments& a) {
  return b.dropout(scope, x, a.real("p", 0.5, 0.0, 1.0));
}

const std::vector<LayerBuilder>& layerBuilders() {
  static const std::vector<LayerBuilder> builders{
      {{"conv2d", {"out_channels", "kernel_size", "stride", "padding", "dilation", "groups", "bias"}}, conv2d},
      {{"linear", {"out_features", "bias"}}, linear},
      {{"batch_norm", {"eps", "momentum"}}, batchNorm},
      {{"relu", {}}, relu},
      {{"max_pool", {"kernel_size", "stride", "padding"}}, maxPool},
      {{"avg_pool", {"kernel_size", "stride", "padding", "count_include_pad"}}, avgPool},
      {{"global_avg_pool", {}}, globalAvgPool},
      {{"flatten", {}}, flatten},
      {{"dropout", {"p"}}, dropout},
  };
  return builders;
}

const LayerBuilder& layerBuilder(const std::string& where, const std::string& type) {
  std::vector<std::string> names;
  for (const LayerBuilder& builder : layerBuilders()) {
    if (builder.type.type == type) return builder;
    names.push_back(builder.type.type);
  }
  checkName(where + ".type", "layer type", type, names);
  throw Error(ErrorKind::Internal, where, "the layer type is unknown");
}

}  // namespace

const std::vector<LayerType>& layerTypes() {
  static const std::vector<LayerType> types = [] {
    std::vector<LayerType> all;
    for (const LayerBuilder& builder : layerBuilders()) all.push_back(builder.type);
    return all;
  }();
  return types;
}

ValueId buildLayers(ModelBuilder& b, const std::vector<LayerSpec>& layers) {
  ValueId x = b.x();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerSpec& layer = layers[i];
    const std::string where = "model.layers[" + std::to_string(i) + "]";
    const LayerBuilder& builder = layerBuilder(where, layer.type);
    const std::string scope = layer.name.empty() ? std::to_string(i) : layer.name;
    x = builder.build(b, scope, x, LayerArguments(layer, builder.type, where));
  }
  return x;
}

}  // namespace stepscope
