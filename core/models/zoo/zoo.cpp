#include "core/models/zoo/zoo.h"

#include "core/base/error.h"

namespace stepscope {

namespace {

struct ZooModel {
  ZooEntry entry;
  ValueId (*build)(ModelBuilder&, const ZooArguments&);
};

constexpr Task kText = Task::LanguageModel;
const std::vector<std::string> kVit{"depth", "patch_size", "dropout"};
const std::vector<std::string> kGpt{"layers", "width", "heads", "dropout", "tie_weights"};
const std::vector<std::string> kEncoder{"layers", "width", "heads", "feedforward", "dropout"};
const std::vector<std::string> kRecurrent{"layers", "hidden", "embedding", "dropout"};

const std::vector<ZooModel>& zooModels() {
  static const std::vector<ZooModel> models{
      {{"mlp",
        "Fully connected layers with relu, 256 and 128 wide by default",
        {784},
        10,
        {"hidden", "dropout", "activation"},
        DType::F32,
        Task::Classification,
        {"activation"}},
       buildMlp},
      {{"tabular_mlp",
        "Fully connected layers with batch norm for tables, two of 64 by default",
        {13},
        3,
        {"hidden", "dropout", "activation", "batch_norm"},
        DType::F32,
        Task::Classification,
        {"activation"}},
       buildTabularMlp},
      {{"lenet5", "LeNet-5 (LeCun et al. 1998) with relu and max pooling", {1, 28, 28}, 10, {}}, buildLenet5},
      {{"resnet20", "ResNet-20 for CIFAR-10 (He et al. 2015, section 4.2)", {3, 32, 32}, 10, {"projection"}}, buildResnet20},
      {{"resnet56", "ResNet-56 for CIFAR-10 (He et al. 2015, section 4.2)", {3, 32, 32}, 10, {"projection"}}, buildResnet56},
      {{"resnet18", "ResNet-18 (He et al. 2015), torchvision's variant", {3, 224, 224}, 1000, {}}, buildResnet18},
      {{"resnet34", "ResNet-34 (He et al. 2015), torchvision's variant", {3, 224, 224}, 1000, {}}, buildResnet34},
      {{"resnet50", "ResNet-50 v1.5 (He et al. 2015), torchvision's variant", {3, 224, 224}, 1000, {}}, buildResnet50},
      {{"resnet101", "ResNet-101 v1.5 (He et al. 2015), torchvision's variant", {3, 224, 224}, 1000, {}}, buildResnet101},
      {{"vgg16_bn", "VGG-16 with batch norm (Simonyan and Zisserman 2014)", {3, 224, 224}, 1000, {"dropout"}}, buildVgg16Bn},
      {{"mobilenet_v2", "MobileNet V2 (Sandler et al. 2018), torchvision's variant", {3, 224, 224}, 1000, {"width_mult", "dropout"}},
       buildMobilenetV2},
      {{"mobilenet_v3_small", "MobileNet V3 small (Howard et al. 2019), torchvision's variant", {3, 224, 224}, 1000, {"width_mult", "dropout"}},
       buildMobilenetV3Small},
      {{"efficientnet_b0", "EfficientNet-B0 (Tan and Le 2019), torchvision's variant", {3, 224, 224}, 1000, {"dropout", "stochastic_depth_prob"}},
       buildEfficientnetB0},
      {{"shufflenet_v2_x1_0", "ShuffleNet V2 1.0x (Ma et al. 2018), torchvision's variant", {3, 224, 224}, 1000, {}}, buildShufflenetV2},
      {{"densenet121", "DenseNet-121 (Huang et al. 2017), torchvision's variant", {3, 224, 224}, 1000, {}}, buildDensenet121},
      {{"vit_tiny", "Vision transformer, 12 x 192 (Touvron et al. 2021), timm's", {3, 224, 224}, 1000, kVit}, buildVitTiny},
      {{"vit_small", "Vision transformer, 12 x 384 (Touvron et al. 2021), timm's", {3, 224, 224}, 1000, kVit}, buildVitSmall},
      {{"gpt", "Transformer decoder in the layout of GPT-2 (Radford et al. 2019), 6 x 384", {256}, 65, kGpt, DType::I32, kText}, buildGpt},
      {{"transformer", "Transformer encoder (Vaswani et al. 2017), 6 x 512", {256}, 65, kEncoder, DType::I32, kText}, buildTransformer},
      {{"lstm", "Embedding and LSTM layers, 2 x 256 by default", {64}, 65, kRecurrent, DType::I32, kText}, buildLstm},
      {{"gru", "Embedding and GRU layers, 2 x 256 by default", {64}, 65, kRecurrent, DType::I32, kText}, buildGru},
  };
  return models;
}

const ZooModel& zooModel(const std::string& name) {
  std::vector<std::string> names;
  for (const ZooModel& model : zooModels()) {
    if (model.entry.name == name) return model;
    names.push_back(model.entry.name);
  }
  checkName("model.name", "known model", name, names);
  throw Error(ErrorKind::Internal, "model.name", "is not in the zoo");
}

}  // namespace

const std::vector<ZooEntry>& modelZoo() {
  static const std::vector<ZooEntry> entries = [] {
    std::vector<ZooEntry> all;
    for (const ZooModel& model : zooModels()) all.push_back(model.entry);
    return all;
  }();
  return entries;
}

Graph buildModel(const ModelSpec& spec, const ModelInput& input, std::int64_t batch, bool training) {
  if (!spec.name.empty() + !spec.layers.empty() + !spec.onnx.empty() > 1)
    throw Error(ErrorKind::Input, "model", "has more than one of name, layers and onnx", "Keep model.name, [[model.layers]] or model.onnx");
  if (spec.name.empty() && spec.layers.empty() && spec.onnx.empty())
    throw Error(ErrorKind::Input, "model", "has neither a name nor layers nor an ONNX file",
                "Set model.name, for example \"resnet20\", or model.onnx, or add [[model.layers]]");
  ModelBuilder builder(input, batch, training);
  const auto finished = [&](ValueId logits) {
    Graph graph = builder.finish(logits, spec.loss);
    applyInit(graph, spec.init);
    return graph;
  };
  if (!spec.onnx.empty()) return builder.finish(buildOnnx(builder, spec), spec.loss);
  if (!spec.layers.empty()) return finished(buildLayers(builder, spec.layers));
  const ZooModel& model = zooModel(spec.name);
  if (model.entry.dtype != input.dtype) {
    const bool tokens = model.entry.dtype == DType::I32;
    throw Error(ErrorKind::Input, "model.name", spec.name + (tokens ? " takes text, the data are numbers" : " takes numbers, the data are text"),
                tokens ? "Use data of the kind text, or another model" : "Use a model of text, or other data");
  }
  if (model.entry.defaultSample.size() == 3 && input.sample.size() != 3) {
    throw Error(ErrorKind::Input, "model.name", spec.name + " takes images, the data are samples of the shape " + toString(input.sample),
                "Use images, or the model mlp");
  }
  return finished(model.build(builder, ZooArguments(spec, model.entry)));
}

}  // namespace stepscope
