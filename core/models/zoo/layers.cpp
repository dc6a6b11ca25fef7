// Builds a model from a list of layers. Input sizes follow from the previous layer, so the list gives only output sizes.
#include <algorithm>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/models/layer_types.h"
#include "core/models/zoo/zoo.h"

namespace stepscope {

namespace {

const char* const kModelInput = "x";  // the name of the data among the layers

std::vector<LayerBuilder> allBuilders() {
  std::vector<LayerBuilder> all;
  for (const std::span<const LayerBuilder> family : {imageLayers(), elementLayers(), sequenceLayers()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

const std::vector<LayerBuilder>& layerBuilders() {
  static const std::vector<LayerBuilder> builders = allBuilders();
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

ValueId outputNamed(const std::map<std::string, ValueId>& outputs, const std::string& name, const std::string& where) {
  const auto found = outputs.find(name);
  if (found != outputs.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, value] : outputs) names.push_back(known);
  throw Error(ErrorKind::Input, where, "no layer before this one has the name '" + name + "'", suggestName(name, names));
}

}  // namespace

ValueId LayerContext::named(const std::string& argument) const {
  return outputNamed(outputs, arguments.text(argument), arguments.where() + "." + argument);
}

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
  std::map<std::string, ValueId> outputs{{kModelInput, x}};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const LayerSpec& layer = layers[i];
    const std::string where = "model.layers[" + std::to_string(i) + "]";
    const LayerBuilder& builder = layerBuilder(where, layer.type);
    const std::string scope = layer.name.empty() ? std::to_string(i) : layer.name;
    if (outputs.count(scope))
      throw Error(ErrorKind::Input, where + ".name", "'" + scope + "' is the name of another layer or of the data",
                  "Give every layer a name of its own");
    const LayerArguments arguments(layer, builder.type, where);
    if (!layer.input.empty()) x = outputNamed(outputs, layer.input, where + ".input");
    x = builder.build({b, scope, x, arguments, outputs});
    outputs.emplace(scope, x);
  }
  return x;
}

}  // namespace stepscope
