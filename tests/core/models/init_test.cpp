// Initial values: torch.nn.init's rules, the choice of [model.init], and the check that tells a wrong rule.
#include <QtTest>
#include <cmath>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/graph/op.h"
#include "core/models/init_check.h"
#include "core/models/model.h"

using namespace stepscope;
using Weights = InitSpec::Weights;

namespace {

constexpr double kSlope = 0.2, kGain = 1.7, kDeviation = 0.03;  // tests/torch/make_init_rules.py

const std::map<QString, Weights> kRules{{"pytorch", Weights::PyTorch},
                                        {"kaiming_uniform", Weights::KaimingUniform},
                                        {"kaiming_normal", Weights::KaimingNormal},
                                        {"xavier_uniform", Weights::XavierUniform},
                                        {"xavier_normal", Weights::XavierNormal},
                                        {"normal", Weights::Normal}};
const std::map<QString, Nonlinearity> kNonlinearities{
    {"linear", Nonlinearity::Linear}, {"sigmoid", Nonlinearity::Sigmoid},      {"tanh", Nonlinearity::Tanh},
    {"relu", Nonlinearity::Relu},     {"leaky_relu", Nonlinearity::LeakyRelu}, {"selu", Nonlinearity::Selu}};

Shape shapeOf(const QString& text) {
  Shape shape;
  for (const QString& d : text.split('x')) shape.push_back(d.toLongLong());
  return shape;
}

// One layer that reads a weight of this shape, with the rules of the project applied.
Value weightBy(const InitSpec& spec, const Shape& shape) {
  Graph graph;
  const ValueId w = graph.addPersistent(Role::Parameter, "layer.weight", DType::F32, shape, {Init::Kind::Constant, 7, 0});
  if (shape.size() == 2) {
    graph.add("linear", {graph.addInput("x", DType::F32, {2, shape[1]}), w}, {{"relu", false}}, "layer");
  } else {
    const std::vector<std::int64_t> one{1, 1}, zero{0, 0};
    graph.add("conv2d", {graph.addInput("x", DType::F32, {2, shape[1], 16, 16}), w},
              {{"stride", one}, {"padding", zero}, {"dilation", one}, {"groups", std::int64_t{1}}, {"relu", false}}, "layer");
  }
  applyInit(graph, spec);
  return graph.value(w);
}

InitSpec all(Weights weights) {
  InitSpec spec;
  spec.conv = spec.linear = spec.embedding = spec.recurrent = weights;
  return spec;
}

Graph zoo(const std::string& name, const InitSpec& init, const Shape& sample = {3, 64, 64}) {
  ModelSpec spec;
  spec.name = name;
  spec.init = init;
  return buildModel(spec, {sample, 10}, 2, true);
}

Value tensor(const Shape& shape, const Init& init) {
  Graph graph;
  return graph.value(graph.addPersistent(Role::Parameter, "w", DType::F32, shape, init));
}

std::vector<float> drawn(const Shape& shape, const Init& init, std::uint64_t seed = 3) {
  return initialValue(tensor(shape, init), seed);
}

const Init kNormal{Init::Kind::Normal, 0, 0.05};

}  // namespace

class InitTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Every line of torch_init.txt: five standard errors of torch's draw, and the bound itself.
  void rulesArePyTorchs() {
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/models/torch_init.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    int rows = 0;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)) {
      if (line.startsWith('#')) continue;
      const QStringList fields = line.split(' ');
      QCOMPARE(fields.size(), 7);
      InitSpec spec = all(kRules.at(fields[0]));
      spec.fanOut = fields[1] == "fan_out";
      spec.nonlinearity = kNonlinearities.at(fields[2]);
      spec.negativeSlope = kSlope;
      spec.gain = kGain;
      spec.deviation = kDeviation;
      const Value weight = weightBy(spec, shapeOf(fields[3]));
      const double n = static_cast<double>(numel(weight.shape)), deviation = deviationOf(weight.init);
      const bool uniform = weight.init.kind == Init::Kind::Uniform;
      QVERIFY2(std::abs(fields[4].toDouble() - meanOf(weight.init)) < 5 * deviation / std::sqrt(n), qPrintable(line));
      QVERIFY2(std::abs(fields[5].toDouble() / deviation - 1) < 2.5 * std::sqrt((uniform ? 0.8 : 2) / n) + 1e-4, qPrintable(line));
      if (uniform) QVERIFY2(std::abs(fields[6].toDouble() / weight.init.b - 1) < 20 / n + 1e-4, qPrintable(line));
      ++rows;
    }
    QVERIFY(rows >= 100);
  }

  void gains() {
    QCOMPARE(gainOf(Nonlinearity::Linear), 1.0);
    QCOMPARE(gainOf(Nonlinearity::Tanh), 5.0 / 3);
    QCOMPARE(gainOf(Nonlinearity::Relu), std::sqrt(2.0));
    QCOMPARE(gainOf(Nonlinearity::LeakyRelu, 0.5), std::sqrt(2 / 1.25));
    QCOMPARE(gainOf(Nonlinearity::Selu), 0.75);
  }

  void chosenByLayerType() {
    InitSpec spec;
    spec.conv = Weights::XavierUniform;
    spec.linear = Weights::Constant;
    spec.value = 0.25;
    spec.bias = InitSpec::Bias::Zeros;
    const Graph graph = zoo("lenet5", spec, {1, 28, 28}), untouched = zoo("lenet5", {}, {1, 28, 28});
    const auto initOfNamed = [](const Graph& g, const char* name) { return g.value(g.find(name)).init; };
    QCOMPARE(initOfNamed(graph, "conv2.weight").b, std::sqrt(6.0 / (25 * (6 + 16))));
    QCOMPARE(initOfNamed(graph, "fc1.weight").a, 0.25);
    QVERIFY(initOfNamed(graph, "fc1.weight").kind == Init::Kind::Constant);
    QVERIFY(initOfNamed(graph, "conv1.bias").kind == Init::Kind::Constant && initOfNamed(graph, "conv1.bias").a == 0);
    QCOMPARE(initOfNamed(untouched, "conv2.weight").b, 1 / std::sqrt(150.0));
    // PyTorch's defaults in place of torchvision's.
    const Graph plain = zoo("resnet18", all(Weights::PyTorch));
    QCOMPARE(initOfNamed(plain, "layer1.0.conv1.weight").b, 1 / std::sqrt(64 * 9.0));
    QVERIFY(initOfNamed(plain, "layer1.0.conv1.weight").kind == Init::Kind::Uniform);
  }

  // The last norm of each residual branch, never the norm of a projected shortcut.
  void zeroGamma() {
    InitSpec spec;
    spec.norm = InitSpec::Norm::ZeroGamma;
    const Graph resnet18 = zoo("resnet18", spec), resnet50 = zoo("resnet50", spec);
    const auto zeros = [](const Graph& graph) {
      std::set<std::string> names;
      for (const Value& value : graph.values())
        if (value.role == Role::Parameter && value.init.kind == Init::Kind::Constant && value.init.a == 0 && value.name.ends_with("weight"))
          names.insert(value.name);
      return names;
    };
    QCOMPARE(zeros(resnet18).size(), std::size_t{8});
    for (const std::string& name : zeros(resnet18)) QVERIFY2(name.ends_with(".bn2.weight"), name.c_str());
    QCOMPARE(zeros(resnet50).size(), std::size_t{16});
    for (const std::string& name : zeros(resnet50)) QVERIFY2(name.ends_with(".bn3.weight"), name.c_str());
    QVERIFY(zeros(zoo("resnet18", {})).empty());
    try {
      zoo("lenet5", spec, {1, 28, 28});
      QFAIL("a model without residual blocks was taken");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains("model.init.norm"), error.what());
    }
  }

  void paddingRow() {
    const Init init{Init::Kind::Normal, 0, 1, 2};
    const std::vector<float> values = drawn({5, 7}, init);
    for (std::size_t i = 0; i < values.size(); ++i) QCOMPARE(values[i] == 0, i / 7 == 2);
    QVERIFY(checkInit(tensor({5, 7}, init), values).agrees());
    std::vector<float> touched = values;
    touched[15] = 0.5f;
    QVERIFY(!checkInit(tensor({5, 7}, init), touched).agrees());
  }

  // Weights of an imported model are neither drawn nor constant.
  void weightsFromAFile() {
    Init init{Init::Kind::Given};
    init.given = std::make_shared<const std::vector<float>>(std::vector<float>{1, 2, 3, 6});
    const InitCheck check = checkInit(tensor({2, 2}, init), *init.given);
    QVERIFY2(check.agrees(), check.disagreement.c_str());
    QCOMPARE(check.expectedMean, 3.0);
    QCOMPARE(check.mean, 3.0);
    QCOMPARE(check.expectedDeviation, std::sqrt(3.5));
    QCOMPARE(check.deviation, std::sqrt(3.5));
    QVERIFY(!checkInit(tensor({2, 2}, init), std::vector<float>{1, 2, 3, 5}).agrees());
    QVERIFY(!describe(init).empty());
  }

  void checkAgreesWithItsOwnRule() {
    int checked = 0;
    for (std::uint64_t seed : {1, 2, 3}) {
      for (const Init& init : {kNormal, Init{Init::Kind::Uniform, -0.1, 0.1}, Init{Init::Kind::Constant, 0.1, 0}}) {
        for (const Shape& shape : {Shape{1}, Shape{3}, Shape{10}, Shape{64}, Shape{400}, Shape{50, 40}, Shape{64, 32, 3, 3}}) {
          const InitCheck check = checkInit(tensor(shape, init), drawn(shape, init, seed));
          QVERIFY2(check.agrees(), check.disagreement.c_str());
          ++checked;
        }
      }
    }
    QCOMPARE(checked, 63);
    for (const char* model : {"resnet18", "resnet20"})
      for (const InitCheck& check : checkInitialValues(zoo(model, {}), 1)) QVERIFY2(check.agrees(), (check.name + check.disagreement).c_str());
  }

  void checkTellsAWrongRule_data() {
    QTest::addColumn<int>("row");
    const char* names[] = {"deviation of another fan",
                           "uniform of the same deviation",
                           "shifted",
                           "too narrow a uniform",
                           "beyond the bound",
                           "not a number",
                           "constant where it should be drawn",
                           "drawn where it should be constant"};
    for (int i = 0; i < 8; ++i) QTest::newRow(names[i]) << i;
  }
  void checkTellsAWrongRule() {
    QFETCH(int, row);
    const Shape shape{64, 32, 3, 3};
    const Init uniform{Init::Kind::Uniform, -0.1, 0.1};
    struct Row {
      Init expected;
      std::vector<float> values;
      const char* says;
    };
    std::vector<float> far = drawn(shape, uniform), broken = drawn(shape, kNormal);
    far[100] = 0.1002f;
    broken[7] = std::nanf("");
    const double bound = 0.05 * std::sqrt(3.0);
    const Row rows[] = {
        {kNormal, drawn(shape, {Init::Kind::Normal, 0, 0.05 * std::sqrt(0.5)}), "standard deviation"},
        {kNormal, drawn(shape, {Init::Kind::Uniform, -bound, bound}), "distribution"},
        {kNormal, drawn(shape, {Init::Kind::Normal, 0.005, 0.05}), "mean"},
        {uniform, drawn(shape, {Init::Kind::Uniform, -0.097, 0.097}), "standard deviation"},
        {uniform, far, "reach"},
        {kNormal, broken, "finite"},
        {kNormal, drawn(shape, {Init::Kind::Constant, 0, 0}), "standard deviation"},
        {{Init::Kind::Constant, 0, 0}, drawn(shape, kNormal), "lie between"},
    };
    const InitCheck check = checkInit(tensor(shape, rows[row].expected), rows[row].values);
    QVERIFY2(QString::fromStdString(check.disagreement).contains(rows[row].says), check.disagreement.c_str());
  }
};

QTEST_GUILESS_MAIN(InitTest)
#include "init_test.moc"
