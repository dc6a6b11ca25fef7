// The types of [[model.layers]], one table per family. Private to core/models.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/models/model_arguments.h"
#include "core/models/model_builder.h"

namespace stepscope {

inline constexpr std::int64_t kMaxWidth = 1 << 20, kMaxWindow = 1 << 12;

// Input of the functions that build a layer.
struct LayerContext {
  ModelBuilder& builder;
  const std::string& scope;
  ValueId x;  // the output of the layer before, or of the one given by `input`
  const LayerArguments& arguments;
  const std::map<std::string, ValueId>& outputs;  // of the layers before, by name

  Shape shape() const { return builder.shapeOf(x); }
  // The output of the layer that an argument names. Throws Error (Input) that suggests the nearest name.
  ValueId named(const std::string& argument) const;
};

struct LayerBuilder {
  LayerType type;
  ValueId (*build)(const LayerContext&);
};

std::span<const LayerBuilder> imageLayers();
std::span<const LayerBuilder> elementLayers();
std::span<const LayerBuilder> sequenceLayers();

}  // namespace stepscope
