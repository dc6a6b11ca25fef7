// The models of the zoo, one file per family. Each adds its layers to the builder and returns the logits. Private to core/models.
#pragma once

#include "core/models/model_arguments.h"
#include "core/models/model_builder.h"

namespace stepscope {

ValueId buildMlp(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildTabularMlp(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildLenet5(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildResnet20(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildResnet56(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildResnet18(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildResnet34(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildResnet50(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildResnet101(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildVgg16Bn(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildMobilenetV2(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildMobilenetV3Small(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildEfficientnetB0(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildShufflenetV2(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildDensenet121(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildVitTiny(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildVitSmall(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildGpt(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildTransformer(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildLstm(ModelBuilder& builder, const ZooArguments& arguments);
ValueId buildGru(ModelBuilder& builder, const ZooArguments& arguments);

// The model of an ONNX file; training starts from the weights in the file.
ValueId buildOnnx(ModelBuilder& builder, const ModelSpec& spec);

// The layers of [[model.layers]], in order.
ValueId buildLayers(ModelBuilder& builder, const std::vector<LayerSpec>& layers);

}  // namespace stepscope
