// Every type of [[model.layers]]: the shape it makes, the parameters it has by PyTorch's names, a training step around it, and what it
// refuses.
#include <QtTest>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"

using namespace stepscope;

namespace {

LayerSpec layer(std::string type, std::map<std::string, std::int64_t> integers = {}, std::map<std::string, double> reals = {},
                std::map<std::string, bool> flags = {}) {
  return {std::move(type), "", std::move(integers), std::move(reals), std::move(flags)};
}
LayerSpec with(LayerSpec spec, std::map<std::string, std::vector<std::int64_t>> lists, std::map<std::string, std::string> texts = {}) {
  spec.lists = std::move(lists);
  spec.texts = std::move(texts);
  return spec;
}
LayerSpec named(LayerSpec spec, std::string name, std::string input = {}) {
  spec.name = std::move(name);
  spec.input = std::move(input);
  return spec;
}

const Shape kImage{4, 6, 6}, kSequence{5, 8};

// The layer under test between a first layer with parameters, so that gradients pass through it, and a classifier.
std::vector<LayerSpec> around(const LayerSpec& tested, const Shape& sample) {
  if (tested.type == "embedding") return {named(tested, "t"), layer("flatten"), layer("linear", {{"out_features", 3}})};
  std::vector<LayerSpec> layers;
  if (sample.size() == 3) layers.push_back(named(layer("conv2d", {{"out_channels", 4}, {"kernel_size", 1}}), "first"));
  else layers.push_back(named(layer("linear", {{"out_features", sample.back()}}), "first"));
  layers.push_back(named(tested, "t"));
  layers.push_back(layer("flatten"));
  layers.push_back(layer("linear", {{"out_features", 3}}));
  return layers;
}

ModelInput inputOf(const LayerSpec& tested, const Shape& sample) {
  if (tested.type == "embedding") return {{5}, 3, DType::I32};
  return {sample, 3};
}

struct Case {
  LayerSpec spec;
  Shape sample;
  Shape output;                                  // without the batch
  std::map<std::string, Shape> parameters = {};  // "t.<name>"
};

std::vector<Case> cases() {
  std::vector<Case> all{
      {layer("conv2d", {{"out_channels", 6}, {"stride", 2}, {"groups", 2}}), kImage, {6, 3, 2}, {{"weight", {6, 2, 3, 5}}, {"bias", {6}}}},
      {layer("conv_transpose2d", {{"out_channels", 6}, {"kernel_size", 3}, {"stride", 2}, {"output_padding", 1}, {"groups", 2}}),
       kImage,
       {6, 14, 14},
       {{"weight", {4, 3, 3, 3}}, {"bias", {6}}}},
      {layer("group_norm", {{"num_groups", 2}}), kImage, kImage, {{"weight", {4}}, {"bias", {4}}}},
      {layer("batch_norm"), kImage, kImage, {{"weight", {4}}, {"bias", {4}}}},
      {layer("relu"), kImage, kImage},
      {layer("relu6"), kImage, kImage},
      {layer("leaky_relu", {}, {{"negative_slope", 0.2}}), kImage, kImage},
      {layer("elu"), kImage, kImage},
      {with(layer("gelu"), {}, {{"approximate", "tanh"}}), kImage, kImage},
      {layer("silu"), kImage, kImage},
      {layer("sigmoid"), kImage, kImage},
      {layer("tanh"), kImage, kImage},
      {layer("hardswish"), kImage, kImage},
      {layer("hardsigmoid"), kImage, kImage},
      {layer("softplus", {{"beta", 2}}), kImage, kImage},
      {layer("softmax"), kSequence, kSequence},
      {layer("log_softmax", {{"dim", 1}}), kImage, kImage},
      {layer("mean", {{"dim", -2}}, {}, {{"keepdim", true}}), kSequence, {1, 8}},
      {with(layer("mul"), {}, {{"other", "first"}}), kImage, kImage},
      {layer("max_pool", {{"kernel_size", 2}}), kImage, {4, 3, 3}},
      {layer("avg_pool", {{"kernel_size", 3}, {"stride", 3}}), kImage, {4, 2, 2}},
      {layer("global_avg_pool"), kImage, {4, 1, 1}},
      {layer("adaptive_avg_pool", {{"output_size", 4}}), kImage, {4, 4, 4}},
      {with(layer("adaptive_max_pool"), {{"output_size", {5, 2}}}), kImage, {4, 5, 2}},
      {with(layer("pad"), {{"padding", {1, 2, 3, 0}}}, {{"mode", "reflect"}}), kImage, {4, 9, 9}},
      {with(layer("upsample", {}, {{"scale_factor", 1.5}}), {}, {{"mode", "bilinear"}}), kImage, {4, 9, 9}},
      {layer("channel_shuffle", {{"groups", 2}}), kImage, kImage},
      {layer("linear", {{"out_features", 7}}), kSequence, {5, 7}, {{"weight", {7, 8}}, {"bias", {7}}}},
      {layer("flatten"), kImage, {144}},
      {with(layer("reshape"), {{"shape", {12, -1}}}), kImage, {12, 12}},
      {with(layer("permute"), {{"dims", {0, 2, 3, 1}}}), kImage, {6, 6, 4}},
      {layer("select", {{"dim", 1}, {"index", -1}}), kSequence, {8}},
      {layer("dropout"), kImage, kImage},
      {layer("stochastic_depth", {}, {{"p", 0.2}}), kImage, kImage},
      {with(layer("add"), {}, {{"other", "first"}}), kImage, kImage},
      {with(layer("concat", {{"dim", -3}}), {}, {{"other", "first"}}), kImage, {8, 6, 6}},
      {layer("embedding", {{"num_embeddings", 11}, {"embedding_dim", 6}, {"padding_idx", 2}}), {5}, {5, 6}, {{"weight", {11, 6}}}},
      {layer("layer_norm"), kSequence, kSequence, {{"weight", {8}}, {"bias", {8}}}},
      {with(layer("rms_norm"), {{"normalized_shape", {5, 8}}}), kSequence, kSequence, {{"weight", {5, 8}}}},
      {layer("attention", {{"num_heads", 2}}, {{"dropout", 0.1}}, {{"is_causal", true}}),
       kSequence,
       kSequence,
       {{"in_proj_weight", {24, 8}}, {"in_proj_bias", {24}}, {"out_proj.weight", {8, 8}}, {"out_proj.bias", {8}}}},
      {layer("lstm", {{"hidden_size", 3}, {"num_layers", 2}}, {{"dropout", 0.1}}),
       kSequence,
       {5, 3},
       {{"weight_ih_l0", {12, 8}},
        {"weight_hh_l0", {12, 3}},
        {"bias_ih_l0", {12}},
        {"bias_hh_l0", {12}},
        {"weight_ih_l1", {12, 3}},
        {"weight_hh_l1", {12, 3}},
        {"bias_ih_l1", {12}},
        {"bias_hh_l1", {12}}}},
      {layer("gru", {{"hidden_size", 3}}, {}, {{"bidirectional", true}, {"bias", false}}),
       kSequence,
       {5, 6},
       {{"weight_ih_l0", {9, 8}}, {"weight_hh_l0", {9, 3}}, {"weight_ih_l0_reverse", {9, 8}}, {"weight_hh_l0_reverse", {9, 3}}}},
  };
  all[0].spec.lists = {{"kernel_size", {3, 5}}, {"padding", {1, 1}}};
  return all;
}

QString messageOf(const std::vector<LayerSpec>& layers, const ModelInput& input) {
  ModelSpec spec;
  spec.layers = layers;
  try {
    buildModel(spec, input, 2, true);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::Input ? QString(error.what()) : QString("not an input error: ") + error.what();
  }
  return {};
}

}  // namespace

class LayersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTypeHasACase() {
    std::set<std::string> tested, known;
    for (const Case& c : cases()) tested.insert(c.spec.type);
    for (const LayerType& type : layerTypes()) known.insert(type.type);
    QCOMPARE(tested, known);
    QCOMPARE(known.size(), layerTypes().size());
  }

  void types_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Case& c : cases()) QTest::newRow(c.spec.type.c_str()) << index++;
  }
  void types() {
    QFETCH(int, index);
    const Case c = cases()[static_cast<std::size_t>(index)];
    ModelSpec spec;
    spec.layers = around(c.spec, c.sample);
    const ModelInput input = inputOf(c.spec, c.sample);
    const Graph graph = buildModel(spec, input, 2, true);
    Shape output = c.output;
    output.insert(output.begin(), 2);
    bool found = false;
    for (const LayerSummary& row : summarize(graph)) {
      if (row.scope != "t") continue;
      if (!c.parameters.count("out_proj.weight")) QCOMPARE(toString(row.output), toString(output));
      found = true;
    }
    std::map<std::string, Shape> parameters;
    for (const Value& value : graph.values())
      if (value.role == Role::Parameter && value.name.starts_with("t.")) parameters[value.name.substr(2)] = value.shape;
    QVERIFY(found);
    QCOMPARE(parameters, c.parameters);
    // Gradients reach the parameters before the layer, and evaluation draws nothing.
    const Graph step = buildTrainingStep(graph, {}).graph;
    std::set<std::string> updated;
    for (const Node& node : step.nodes())
      if (node.phase == Phase::Optimizer)
        for (const std::size_t i : mutatedInputs(node))
          if (node.inputs[i] != kNone) updated.insert(step.value(node.inputs[i]).name);
    for (const Value& value : graph.values())
      if (value.role == Role::Parameter) QVERIFY2(updated.count(value.name), value.name.c_str());
    QCOMPARE(buildModel(spec, input, 2, false).find("seed"), kNone);
  }

  // A residual block with a projected shortcut, and squeeze by a second branch from the data.
  void branches() {
    ModelSpec spec;
    spec.layers = {named(layer("conv2d", {{"out_channels", 8}, {"kernel_size", 3}, {"padding", 1}}), "a"),
                   named(layer("batch_norm"), "norm"),
                   named(layer("conv2d", {{"out_channels", 8}, {"kernel_size", 1}}), "shortcut", "x"),
                   named(with(layer("add"), {}, {{"other", "shortcut"}}), "sum", "norm"),
                   layer("flatten"),
                   layer("linear", {{"out_features", 3}})};
    spec.init.norm = InitSpec::Norm::ZeroGamma;
    const Graph graph = buildModel(spec, {kImage, 3}, 2, true);
    int sums = 0;
    for (const Node& node : graph.nodes()) {
      if (node.op->name != "add") continue;
      QCOMPARE(graph.node(graph.value(node.inputs[0]).producer).scope, std::string("norm"));
      QCOMPARE(graph.node(graph.value(node.inputs[1]).producer).scope, std::string("shortcut"));
      ++sums;
    }
    QCOMPARE(sums, 1);
    QCOMPARE(graph.value(graph.find("norm.weight")).init.a, 0.0);
  }

  void paddingIsPyTorchs() {
    ModelSpec spec;
    spec.layers = {named(with(layer("pad"), {{"padding", {1, 2, 3, 4}}}, {{"mode", "replicate"}}), "t"), layer("flatten"),
                   layer("linear", {{"out_features", 3}})};
    const Graph graph = buildModel(spec, {kImage, 3}, 2, true);
    const Shape before{0, 0, 3, 1}, after{0, 0, 4, 2};
    QCOMPARE(graph.nodes()[0].attrs.integers("before"), before);
    QCOMPARE(graph.nodes()[0].attrs.integers("after"), after);
    QCOMPARE(graph.nodes()[0].attrs.text("mode"), std::string("edge"));
  }

  void refused_data() {
    QTest::addColumn<QString>("message");
    QTest::addColumn<QStringList>("says");
    const ModelInput image{kImage, 3}, sequence{kSequence, 3};
    const auto row = [](const char* name, const QString& message, const QStringList& says) { QTest::newRow(name) << message << says; };
    row("heads do not divide", messageOf({named(layer("attention", {{"num_heads", 3}}), "mix")}, sequence), {"mix", "3 heads", "8 features"});
    row("attention of images", messageOf({layer("attention", {{"num_heads", 3}})}, image), {"2x4x6x6", "positions"});
    row("embedding of pixels", messageOf({layer("embedding", {{"num_embeddings", 3}, {"embedding_dim", 2}})}, image), {"tokens"});
    row("groups", messageOf({named(layer("conv2d", {{"out_channels", 6}, {"kernel_size", 1}, {"groups", 4}}), "c")}, image),
        {"c: 4 groups", "6 output channels"});
    row("groups of a norm", messageOf({named(layer("group_norm", {{"num_groups", 3}}), "n")}, image), {"n: 3 groups", "4 channels"});
    row("zero-size image", messageOf({named(layer("conv2d", {{"out_channels", 6}, {"kernel_size", 7}}), "c")}, image), {"c: ", "7x7", "6x6"});
    row("unknown mode", messageOf({with(layer("pad"), {{"padding", {1, 1}}}, {{"mode", "reflct"}})}, image), {"model.layers[0].mode", "reflect"});
    row("reflection larger than the image", messageOf({named(with(layer("pad"), {{"padding", {6, 6}}}, {{"mode", "reflect"}}), "p")}, image),
        {"p: ", "6"});
    row("odd padding", messageOf({with(layer("pad"), {{"padding", {1, 1, 1}}})}, image), {"model.layers[0].padding", "3 numbers"});
    row("size and factor", messageOf({layer("upsample", {{"size", 3}, {"scale_factor", 2}})}, image), {"both a size and a scale_factor"});
    row("shrunk to nothing", messageOf({named(layer("upsample", {}, {{"scale_factor", 0.1}}), "u")}, image), {"u: ", "6x6", "0x0"});
    row("reshape", messageOf({with(layer("reshape"), {{"shape", {7, -1}}})}, image), {"model.layers[0].shape", "144"});
    row("reshape to zero", messageOf({with(layer("reshape"), {{"shape", {0, -1}}})}, image), {"model.layers[0].shape"});
    row("permute twice", messageOf({with(layer("permute"), {{"dims", {0, 1, 1, 2}}})}, image), {"model.layers[0].dims"});
    row("select beyond", messageOf({layer("select", {{"index", 5}})}, sequence), {"model.layers[0].index", "is 5", "5 places"});
    row("concat along the batch", messageOf({with(layer("concat", {{"dim", 0}}), {}, {{"other", "x"}})}, image), {"batch"});
    row("unknown layer", messageOf({named(layer("relu"), "first"), with(layer("add"), {}, {{"other", "frist"}})}, image),
        {"model.layers[1].other", "Did you mean 'first'?"});
    row("unknown input", messageOf({named(layer("relu"), "first"), named(layer("relu"), "b", "secnd")}, image), {"model.layers[1].input"});
    row("adding two shapes",
        messageOf({named(layer("conv2d", {{"out_channels", 8}, {"kernel_size", 1}}), "c"), with(layer("add"), {}, {{"other", "x"}})}, image),
        {"2x8x6x6", "2x4x6x6"});
    row("normalized shape", messageOf({with(layer("layer_norm"), {{"normalized_shape", {7}}})}, sequence), {"normalized_shape", "2x5x8"});
    row("text where a number is needed", messageOf({with(layer("dropout"), {}, {{"p", "half"}})}, image), {"model.layers[0].p", "a number"});
    row("list of three", messageOf({with(layer("max_pool"), {{"kernel_size", {2, 2, 2}}})}, image), {"model.layers[0].kernel_size"});
    row("empty list", messageOf({with(layer("max_pool"), {{"kernel_size", {}}})}, image), {"empty list"});
    row("adaptive pool of 0", messageOf({layer("adaptive_avg_pool", {{"output_size", 0}})}, image), {"output_size", "is 0"});
  }
  void refused() {
    QFETCH(QString, message);
    QFETCH(QStringList, says);
    for (const QString& part : says)
      QVERIFY2(message.contains(part), qPrintable(message.isEmpty() ? "nothing was refused" : message + "   lacks   " + part));
  }
};

QTEST_GUILESS_MAIN(LayersTest)
#include "layers_test.moc"
