#include <QtTest>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/error.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/models/init_check.h"
#include "core/models/metrics.h"
#include "core/models/model.h"

using namespace stepscope;

namespace {

Graph zoo(const std::string& name, const Shape& sample, int classes, std::int64_t batch = 2, bool training = true) {
  ModelSpec spec;
  spec.name = name;
  ModelInput input{sample, classes};
  for (const ZooEntry& entry : modelZoo()) {
    if (entry.name != name) continue;
    input.dtype = entry.dtype;
    input.task = entry.task;
  }
  return buildModel(spec, input, batch, training);
}

QStringList persistentNames(const Graph& graph) {
  QStringList names;
  for (const Value& v : graph.values())
    if (isPersistent(v.role)) names << QString::fromStdString(v.name + " " + toString(v.shape));
  return names;
}

// The message of the error that building throws; empty when nothing is thrown.
QString messageOf(const ModelSpec& spec, const ModelInput& input = {{3, 32, 32}, 10}, std::int64_t batch = 4) {
  try {
    buildModel(spec, input, batch, true);
  } catch (const Error& error) {
    return error.kind() == ErrorKind::Input ? QString(error.what()) : QString("not an input error: ") + error.what();
  }
  return {};
}

LayerSpec layer(std::string type, std::map<std::string, std::int64_t> integers = {}, std::map<std::string, double> reals = {},
                std::map<std::string, bool> flags = {}) {
  return {std::move(type), "", std::move(integers), std::move(reals), std::move(flags)};
}

}  // namespace

class ZooTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void parameterCounts_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("mlp 784-256-128-10") << "mlp" << qint64{235146};
    QTest::newRow("tabular_mlp 13-64-64-3") << "tabular_mlp" << qint64{26 + 14 * 64 + 65 * 64 + 65 * 3 + 4 * 64};
    QTest::newRow("lenet5") << "lenet5" << qint64{61706};
    QTest::newRow("resnet20, option A") << "resnet20" << qint64{269722};
    QTest::newRow("resnet56, option A") << "resnet56" << qint64{853018};
    QTest::newRow("resnet18") << "resnet18" << qint64{11689512};
    QTest::newRow("resnet34") << "resnet34" << qint64{21797672};
    QTest::newRow("resnet50") << "resnet50" << qint64{25557032};
    QTest::newRow("resnet101") << "resnet101" << qint64{44549160};
    QTest::newRow("vgg16_bn") << "vgg16_bn" << qint64{138365992};
    QTest::newRow("mobilenet_v2") << "mobilenet_v2" << qint64{3504872};
    QTest::newRow("mobilenet_v3_small") << "mobilenet_v3_small" << qint64{2542856};
    QTest::newRow("efficientnet_b0") << "efficientnet_b0" << qint64{5288548};
    QTest::newRow("shufflenet_v2_x1_0") << "shufflenet_v2_x1_0" << qint64{2278604};
    QTest::newRow("densenet121") << "densenet121" << qint64{7978856};
    QTest::newRow("vit_tiny") << "vit_tiny" << qint64{5717416};
    QTest::newRow("vit_small") << "vit_small" << qint64{22050664};
    // The formulas of core/models/zoo/gpt.cpp, transformer.cpp and recurrent.cpp; the numbers are those of tests/torch/sequence_models.py.
    QTest::newRow("gpt") << "gpt" << qint64{10770816};
    QTest::newRow("transformer") << "transformer" << qint64{19112001};
    QTest::newRow("lstm") << "lstm" << qint64{946625};
    QTest::newRow("gru") << "gru" << qint64{716225};
  }

  void parameterCounts() {
    QFETCH(QString, model);
    QFETCH(qint64, parameters);
    for (const ZooEntry& entry : modelZoo()) {
      if (entry.name != model.toStdString()) continue;
      const Graph graph = zoo(entry.name, entry.defaultSample, entry.defaultClasses);
      QCOMPARE(parameterCount(graph), std::int64_t{parameters});
      const auto rows = summarize(graph);
      QCOMPARE(std::accumulate(rows.begin(), rows.end(), std::int64_t{0}, [](std::int64_t sum, const LayerSummary& r) { return sum + r.parameters; }),
               std::int64_t{parameters});
      return;
    }
    QFAIL("the zoo has no such model");
  }

  void sequenceModels() {
    ModelSpec spec;
    spec.name = "gpt";
    spec.integers["tie_weights"] = {0};
    const ModelInput text{{256}, 65, DType::I32, Task::LanguageModel};
    QCOMPARE(parameterCount(buildModel(spec, text, 2, true)), std::int64_t{10770816 + 65 * 384});
    // GPT-2 small (Radford et al. 2019): 124 million.
    spec = {};
    spec.name = "gpt";
    spec.integers = {{"layers", {12}}, {"width", {768}}, {"heads", {12}}};
    QCOMPARE(parameterCount(buildModel(spec, {{1024}, 50257, DType::I32, Task::LanguageModel}, 1, true)), std::int64_t{124439808});

    spec.integers["heads"] = {7};
    const QString heads = messageOf(spec, text);
    QVERIFY2(heads.contains("transformer.h.0.attn") && heads.contains("7 heads do not divide 768"), qPrintable(heads));
    const QString images = messageOf(spec);
    QVERIFY2(images.contains("takes text"), qPrintable(images));
    spec = {};
    spec.name = "vit_tiny";
    spec.integers["patch_size"] = {5};
    const QString patches = messageOf(spec);
    QVERIFY2(patches.contains("patches of 5 do not divide images of 32x32"), qPrintable(patches));
  }

  void resnet20WithProjections() {
    ModelSpec spec;
    spec.name = "resnet20";
    spec.integers["projection"] = {1};
    QCOMPARE(parameterCount(buildModel(spec, {{3, 32, 32}, 10}, 2, true)), std::int64_t{272474});
  }

  void statesAreTorchvisions_data() {
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/models/zoo/torchvision_state.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QTest::addColumn<QStringList>("entries");
    std::map<QString, QStringList> models;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n'))
      if (!line.isEmpty() && !line.startsWith('#')) models[line.section(' ', 0, 0)] << line.section(' ', 1);
    for (const ZooEntry& entry : modelZoo()) {
      const QString name = QString::fromStdString(entry.name);
      if (models.count(name)) QTest::newRow(qPrintable(name)) << models[name];
    }
  }

  // Names and shapes in torchvision's order, and the rule of every entry explains what torchvision drew.
  void statesAreTorchvisions() {
    QFETCH(QStringList, entries);
    const Graph graph = zoo(QTest::currentDataTag(), {3, 224, 224}, 1000);
    QStringList expected;
    for (const QString& entry : entries) expected << entry.section(' ', 0, 1);
    QCOMPARE(persistentNames(graph), expected);
    for (const QString& entry : entries) {
      const Value& value = graph.value(graph.find(entry.section(' ', 0, 0).toStdString()));
      const double mean = entry.section(' ', 2, 2).toDouble(), deviation = entry.section(' ', 3, 3).toDouble();
      const double largest = entry.section(' ', 4, 4).toDouble(), n = static_cast<double>(numel(value.shape));
      const double expectedMean = meanOf(value.init), expectedDeviation = deviationOf(value.init);
      if (value.init.kind == Init::Kind::Constant) {
        QVERIFY2(mean == expectedMean && deviation == 0, qPrintable(entry));
        continue;
      }
      // Five standard errors, and the four digits that are stored.
      const bool normal = value.init.kind == Init::Kind::Normal;
      const double relative = 5 * std::sqrt((normal ? 2 : 0.8) / n) / 2 + 1e-3;
      QVERIFY2(std::abs(mean - expectedMean) <= 5 * expectedDeviation / std::sqrt(n) + 1e-3 * std::abs(mean), qPrintable(entry));
      if (n > 50) QVERIFY2(std::abs(deviation / expectedDeviation - 1) <= relative, qPrintable(entry));
      if (normal) {
        QVERIFY2(largest <= 6.5 * expectedDeviation && (n < 1000 || largest > 2.5 * expectedDeviation), qPrintable(entry));
      } else {
        QVERIFY2(largest <= value.init.b * (1 + 1e-3) && (n < 1000 || largest > 0.98 * value.init.b), qPrintable(entry));
      }
    }
  }

  // He et al. 2015, table 1: multiply-adds of a 224x224 image; v1.5 has its strides later and needs 4.1 instead of 3.8 billion.
  void flopsOfAnImage() {
    const auto giga = [](const std::string& model) {
      const Graph graph = zoo(model, {3, 224, 224}, 1000, 2);
      double flops = 0;
      for (const LayerSummary& row : summarize(graph))
        if (row.op == "conv2d" || row.op == "linear") flops += static_cast<double>(row.flops);
      return flops / 2 / 1e9;
    };
    QVERIFY(std::abs(giga("resnet18") / 2 - 1.814) < 0.01);
    QVERIFY(std::abs(giga("resnet50") / 2 - 4.089) < 0.01);
  }

  void evaluationHasTheSameStateAndNoRandomness() {
    for (const ZooEntry& entry : modelZoo()) {
      const Graph train = zoo(entry.name, entry.defaultSample, entry.defaultClasses);
      const Graph evaluate = zoo(entry.name, entry.defaultSample, entry.defaultClasses, 7, false);
      QCOMPARE(persistentNames(train), persistentNames(evaluate));
      for (const Node& node : evaluate.nodes()) QVERIFY(node.op->name != "batch_norm" && node.op->name != "dropout");
      const ModelOutputs outputs = modelOutputs(evaluate);
      QVERIFY(outputs.loss != kNone && metricOutput(evaluate, *metricsOf(entry.task).front()) != kNone);
      Shape logits{7, entry.defaultClasses};
      if (entry.task == Task::LanguageModel) logits.insert(logits.begin() + 1, entry.defaultSample[0]);
      QCOMPARE(evaluate.value(outputs.prediction).shape, logits);
      // A summary is of the layers: whatever is after the prediction is none of them.
      const std::vector<LayerSummary> rows = summarize(train);
      const NodeId last = train.value(train.storageOf(modelOutputs(train).prediction)).producer;
      QVERIFY(rows.size() > 1 && std::any_of(rows.begin(), rows.end(), [&](const LayerSummary& row) { return row.scope == train.node(last).scope; }));
      for (const LayerSummary& row : rows) QVERIFY2(row.scope != "loss" && row.scope != "accuracy", entry.name.c_str());
    }
  }

  void hiddenWidthsAndDropout() {
    ModelSpec spec;
    spec.name = "mlp";
    spec.integers["hidden"] = {32, 16, 8};
    spec.reals["dropout"] = 0.5;
    const Graph train = buildModel(spec, {{1, 4, 4}, 3}, 5, true), evaluate = buildModel(spec, {{1, 4, 4}, 3}, 5, false);
    const Shape expected{16, 32};
    QCOMPARE(train.value(train.find("fc2.weight")).shape, expected);
    QVERIFY(train.find("fc4.weight") != kNone && train.find("seed") != kNone);
    QCOMPARE(train.value(train.find("seed")).role, Role::Scalar);
    QCOMPARE(evaluate.find("seed"), kNone);
    std::set<std::int64_t> ids;
    for (const Node& node : train.nodes())
      if (node.op->name == "dropout") ids.insert(node.attrs.integer("op_id"));
    QCOMPARE(ids.size(), std::size_t{3});  // no two layers drop the same elements
  }

  void activationOfAnMlp() {
    ModelSpec spec;
    spec.name = "mlp";
    spec.texts["activation"] = "tanh";
    int tanhs = 0;
    const Graph graph = buildModel(spec, {{8}, 3}, 4, true);
    for (const Node& node : graph.nodes()) {
      QVERIFY(node.op->name != "relu");
      tanhs += node.op->name == "tanh";
    }
    QCOMPARE(tanhs, 2);
    spec.texts["activation"] = "tahn";
    QVERIFY2(messageOf(spec).contains("model.activation: 'tahn' is not a valid name. Did you mean 'tanh'?"), qPrintable(messageOf(spec)));
  }

  // A table of numbers: regression and classification, with and without batch norm.
  void tables() {
    for (const char* name : {"mlp", "tabular_mlp"}) {
      for (const Task task : {Task::Regression, Task::Classification}) {
        ModelSpec spec;
        spec.name = name;
        spec.integers["hidden"] = {16};
        const Graph graph = buildModel(spec, {{13}, 2, DType::F32, task}, 8, true);
        const Shape logits{8, 2};
        QCOMPARE(graph.value(graph.outputs().at("logits")).shape, logits);
        QCOMPARE(graph.find("bn0.weight") != kNone, spec.name == "tabular_mlp");
      }
    }
    ModelSpec plain;
    plain.name = "tabular_mlp";
    plain.integers["batch_norm"] = {0};
    QCOMPARE(buildModel(plain, {{13}, 2}, 8, true).find("bn0.weight"), kNone);
  }

  // Which norms, and which draws in training, torchvision has.
  void normsAndDropout() {
    const auto normOf = [](const Graph& graph) {
      std::set<std::pair<double, double>> all;
      for (const Node& node : graph.nodes())
        if (node.op->name == "batch_norm") all.emplace(node.attrs.real("eps"), node.attrs.real("momentum"));
      return all;
    };
    const std::set<std::pair<double, double>> usual{{1e-5, 0.1}}, v3{{0.001, 0.01}};
    for (const char* model : {"mobilenet_v2", "efficientnet_b0", "densenet121", "shufflenet_v2_x1_0"})
      QCOMPARE(normOf(zoo(model, {3, 64, 64}, 10)), usual);
    QCOMPARE(normOf(zoo("mobilenet_v3_small", {3, 64, 64}, 10)), v3);

    std::vector<double> depths, dropouts;
    std::set<std::int64_t> ids;
    const Graph efficientnet = zoo("efficientnet_b0", {3, 64, 64}, 10);
    for (const Node& node : efficientnet.nodes()) {
      if (node.op->name == "stochastic_depth") depths.push_back(node.attrs.real("p"));
      if (node.op->name == "dropout") dropouts.push_back(node.attrs.real("p"));
      if (node.attrs.has("op_id")) QVERIFY(ids.insert(node.attrs.integer("op_id")).second);
    }
    // Blocks 2, 4, 6, 7, 9, 10, 12, 13, 14 of 16 are residual: 0.2 * block / 16.
    const std::vector<int> blocks{2, 4, 6, 7, 9, 10, 12, 13, 14};
    QCOMPARE(depths.size(), blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) QVERIFY(std::abs(depths[i] - 0.0125 * blocks[i]) < 1e-12);
    QCOMPARE(dropouts, std::vector<double>{0.2});
    ModelSpec spec;
    spec.name = "efficientnet_b0";
    spec.reals = {{"stochastic_depth_prob", 0.0}, {"dropout", 0.0}};
    QCOMPARE(buildModel(spec, {{3, 64, 64}, 10}, 2, true).find("seed"), kNone);
  }

  void widthMultiplier() {
    ModelSpec spec;
    spec.name = "mobilenet_v2";
    spec.reals["width_mult"] = 0.5;
    QCOMPARE(parameterCount(buildModel(spec, {{3, 64, 64}, 1000}, 2, true)), std::int64_t{1968680});  // torchvision's count
  }

  void layersByList() {
    ModelSpec spec;
    spec.layers = {layer("conv2d", {{"out_channels", 8}, {"kernel_size", 3}, {"padding", 1}}, {}, {{"bias", false}}),
                   layer("batch_norm"),
                   layer("relu"),
                   layer("max_pool", {{"kernel_size", 2}}),
                   layer("conv2d", {{"out_channels", 16}, {"kernel_size", 3}, {"stride", 2}}),
                   layer("avg_pool", {{"kernel_size", 3}, {"padding", 1}}, {}, {{"count_include_pad", false}}),
                   layer("dropout", {}, {{"p", 0.25}}),
                   layer("global_avg_pool"),
                   layer("flatten"),
                   layer("linear", {{"out_features", 10}})};
    spec.layers.back().name = "head";
    const Graph graph = buildModel(spec, {{3, 32, 32}, 10}, 4, true);
    const Shape conv{16, 8, 3, 3}, head{10, 16};
    QCOMPARE(graph.value(graph.find("4.weight")).shape, conv);
    QCOMPARE(graph.value(graph.find("head.weight")).shape, head);
    QCOMPARE(parameterCount(graph), std::int64_t{8 * 27 + 16 + 16 * 72 + 16 + 170});
    QVERIFY(graph.find("0.bias") == kNone);
    const auto rows = summarize(graph);
    QCOMPARE(rows.size(), spec.layers.size());
    const Shape pooled{4, 8, 16, 16};
    QCOMPARE(rows[3].output, pooled);
  }

  void badModels_data() {
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const QString& message, const char* says) { QTest::newRow(name) << message << says; };
    const auto named = [](const std::string& name) {
      ModelSpec spec;
      spec.name = name;
      return spec;
    };
    const auto layers = [](std::vector<LayerSpec> list) {
      ModelSpec spec;
      spec.layers = std::move(list);
      return spec;
    };
    row("unknown model", messageOf(named("resnet81")), "model.name: 'resnet81' is not a known model. Did you mean 'resnet18'?");
    row("no model", messageOf({}), "neither a name nor layers");
    ModelSpec both = named("mlp");
    both.layers = {layer("relu")};
    row("name and layers", messageOf(both), "more than one of name, layers and onnx");
    ModelSpec argument = named("mlp");
    argument.integers["hiden"] = {3};
    row("unknown argument", messageOf(argument), "model.hiden: 'hiden' is not a known argument of the model mlp. Did you mean 'hidden'?");
    ModelSpec none = named("lenet5");
    none.reals["dropout"] = 0.5;
    row("argument where there is none", messageOf(none, {{1, 28, 28}, 10}), "model.dropout");
    ModelSpec width = named("mlp");
    width.integers["hidden"] = {0};
    row("width 0", messageOf(width), "model.hidden: is 0");
    ModelSpec dropout = named("mlp");
    dropout.reals["dropout"] = 1.0;
    row("dropout 1", messageOf(dropout), "model.dropout: is 1");
    row("images needed", messageOf(named("resnet20"), {{4}, 3}), "takes images");
    row("image too small", messageOf(named("lenet5"), {{1, 8, 8}, 10}), "conv2");
    row("batch 0", messageOf(named("mlp"), {{4}, 3}, 0), "switches.batch_size");
    row("batch too large", messageOf(named("resnet20"), {{3, 32, 32}, 10}, std::int64_t{1} << 40), "too large");
    row("batch norm of one sample",
        messageOf(layers({layer("flatten"), layer("batch_norm"), layer("linear", {{"out_features", 10}})}), {{3, 4, 4}, 10}, 1), "batch size");
    row("unknown layer", messageOf(layers({layer("conv")})), "model.layers[0].type: 'conv' is not a layer type. Did you mean 'conv2d'?");
    row("unknown layer argument", messageOf(layers({layer("flatten"), layer("linear", {{"out_featurs", 3}})})), "model.layers[1].out_featurs");
    row("missing layer argument", messageOf(layers({layer("conv2d", {{"out_channels", 3}})})), "has no kernel_size");
    row("wrong type", messageOf(layers({layer("conv2d", {{"kernel_size", 3}}, {{"out_channels", 2.5}})})), "a whole number");
    row("linear of images", messageOf(layers({layer("linear", {{"out_features", 10}})})), "Put a flatten layer before it");
    row("convolution after flatten", messageOf(layers({layer("flatten"), layer("conv2d", {{"out_channels", 3}, {"kernel_size", 3}})})),
        "put it before flatten");
    row("wrong number of classes", messageOf(layers({layer("flatten"), layer("linear", {{"out_features", 9}})})), "10 output features");
    std::vector<LayerSpec> twins{layer("flatten"), layer("linear", {{"out_features", 10}}), layer("linear", {{"out_features", 10}})};
    twins[1].name = twins[2].name = "fc";
    row("two layers of one name", messageOf(layers(twins)), "Give every layer a name of its own");
    row("window larger than the image", messageOf(layers({layer("max_pool", {{"kernel_size", 33}})})), "does not fit");
  }

  void badModels() {
    QFETCH(QString, message);
    QFETCH(QString, says);
    QVERIFY2(message.contains(says), qPrintable(message.isEmpty() ? "nothing was refused" : message));
  }

  void initialValuesFollowPyTorch() {
    const Graph graph = zoo("lenet5", {1, 28, 28}, 10);
    const Value& weight = graph.value(graph.find("conv2.weight"));
    const float bound = 1.0f / std::sqrt(6.0f * 25);  // U(+-1/sqrt(fan_in))
    double sum = 0, squares = 0, largest = 0;
    const auto data = initialValue(weight, 1);
    QCOMPARE(data.size(), std::size_t{16 * 6 * 25});
    for (float v : data) {
      sum += v;
      squares += v * v;
      largest = std::max(largest, static_cast<double>(std::abs(v)));
    }
    const double n = static_cast<double>(data.size());
    QVERIFY(largest <= bound && largest > 0.99 * bound);
    QVERIFY(std::abs(sum / n) < 4 * bound / std::sqrt(3 * n));
    QVERIFY(std::abs(squares / n / (bound * bound / 3) - 1) < 0.1);

    const Graph resnet = zoo("resnet18", {3, 64, 64}, 10);
    const Value& conv = resnet.value(resnet.find("layer1.0.conv1.weight"));
    double variance = 0;
    const auto normal = initialValue(conv, 1);
    for (float v : normal) variance += v * v / static_cast<double>(normal.size());
    QVERIFY(std::abs(variance / (2.0 / (64 * 9)) - 1) < 0.03);  // kaiming_normal, fan_out
    QCOMPARE(initialValue(resnet.value(resnet.find("bn1.weight")), 1)[5], 1.0f);
    QCOMPARE(initialValue(resnet.value(resnet.find("bn1.running_var")), 1)[5], 1.0f);
    QCOMPARE(initialValue(resnet.value(resnet.find("bn1.bias")), 1)[5], 0.0f);
  }

  void initialValuesDependOnSeedAndNameOnly() {
    const Graph a = zoo("lenet5", {1, 28, 28}, 10), b = zoo("lenet5", {1, 28, 28}, 10, 64, false);
    const auto draw = [](const Graph& g, const char* name, std::uint64_t seed) { return initialValue(g.value(g.find(name)), seed); };
    QVERIFY(draw(a, "fc1.weight", 1) == draw(b, "fc1.weight", 1));
    QVERIFY(draw(a, "fc1.weight", 1) != draw(a, "fc1.weight", 2));
    QVERIFY(draw(a, "fc1.bias", 1)[0] != draw(a, "fc2.bias", 1)[0]);
  }
};

QTEST_GUILESS_MAIN(ZooTest)
#include "zoo_test.moc"
