// Our ops, optimizers and trainings against what PyTorch computed (results.json, made by make_results.py).
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

using namespace stepscope;
using reference::Bindings;
using reference::saltOf;
using reference::Tensor;
using namespace stepscope::test;

namespace {

// As in make_results.py.
constexpr double kConvGain = 6.0, kLinearGain = 1.0, kNoise = 0.25;

Tensor tensorOf(const QJsonValue& json) {
  Tensor tensor;
  for (const QJsonValue& v : json.toArray()) tensor.push_back(v.toDouble());
  return tensor;
}

std::vector<std::int64_t> integersOf(const QJsonValue& json) {
  std::vector<std::int64_t> all;
  for (const QJsonValue& v : json.toArray()) all.push_back(v.toInteger());
  return all;
}

// JSON knows one kind of number; the op table knows which attributes are real.
Attributes attributesOf(const QJsonObject& json) {
  Attributes attrs;
  for (auto it = json.begin(); it != json.end(); ++it) {
    const std::string key = it.key().toStdString();
    if (it->isBool()) attrs.set(key, it->toBool());
    else if (it->isArray()) attrs.set(key, integersOf(*it));
    else if (key == "eps" || key == "momentum") attrs.set(key, it->toDouble());
    else attrs.set(key, std::int64_t{it->toInteger()});
  }
  return attrs;
}

struct OpGraph {
  Graph graph;  // outputs "y" and "loss"
  Bindings bindings;
  bool differentiated = false;
};

OpGraph graphOf(const QJsonObject& json) {
  OpGraph result;
  const std::string name = json["name"].toString().toStdString(), op = json["op"].toString().toStdString();
  result.differentiated = json.contains("gradients");
  std::vector<ValueId> operands;
  for (const QJsonValue& value : json["operands"].toArray()) {
    const QJsonObject operand = value.toObject();
    const std::string operandName = operand["name"].toString().toStdString();
    const Shape shape = integersOf(operand["shape"]);
    result.bindings[operandName] =
        reference::formulaTensor(saltOf(name + operandName), numel(shape), operand["scale"].toDouble(), operand["offset"].toDouble());
    const Role role = operand["buffer"].toBool() ? Role::Buffer : Role::Parameter;
    operands.push_back(result.graph.addPersistent(role, operandName, DType::F32, shape, {}));
  }
  const ValueId y = op.empty() ? operands[0] : result.graph.add(op, operands, attributesOf(json["attrs"].toObject()), "layer");
  const Shape shape = result.graph.value(y).shape;
  const ValueId logits = shape.size() == 2 ? y : result.graph.add("reshape", {y}, {{"shape", Shape{shape[0], numel(shape) / shape[0]}}}, "layer");
  const Shape rows = result.graph.value(logits).shape;
  const ValueId labels = result.graph.addInput("labels", DType::I32, {rows[0]});
  result.bindings["labels"] = reference::formulaLabels(saltOf(name), rows[0], rows[1]);
  if (json["ignore_first"].toBool()) result.bindings["labels"][0] = -1;
  result.graph.markOutput("y", y);
  result.graph.markOutput("loss", result.graph.add("softmax_cross_entropy", {logits, labels}, {}, "loss"));
  return result;
}

// Every element within `tolerance` of 1 + the largest of PyTorch's.
template <typename Values>
Comparison compareToTorch(const Values& ours, const Tensor& theirs, double tolerance) {
  return compareElements(ours, theirs, {.absolute = tolerance, .ofLargest = tolerance});
}

// A training's losses, each within 1e-4 of PyTorch's.
Comparison compareLosses(const Tensor& ours, const Tensor& theirs) {
  return compareElements(ours, theirs, {.relative = 1e-4});
}

std::unique_ptr<Program> compiled(const Graph& graph) {
  const Backend* backend = findBackend("cpu");
  if (!backend) return nullptr;
  CompileOptions options;
  options.autotune = false;  // the direct kernels: Winograd has errors of its own
  auto program = backend->compile(graph, options);
  attachAlone(*program);
  return program;
}

Graph optimizerGraph(const QJsonObject& json, std::int64_t count) {
  const QJsonObject settings = json["settings"].toObject();
  AutodiffResult given;
  const ValueId p = given.graph.addPersistent(Role::Parameter, "p", DType::F32, {count}, {});
  given.gradients.emplace_back(p, given.graph.addInput("g", DType::F32, {count}));
  OptimizerSpec spec;
  const QString kind = json["kind"].toString();
  spec.kind = kind == "sgd" ? OptimizerSpec::Kind::Sgd : kind == "adam" ? OptimizerSpec::Kind::Adam : OptimizerSpec::Kind::AdamW;
  spec.momentum = settings["momentum"].toDouble(0);
  spec.dampening = settings["dampening"].toDouble(0);
  spec.nesterov = settings["nesterov"].toBool(false);
  spec.weightDecay = settings["weight_decay"].toDouble(0);
  spec.eps = settings["eps"].toDouble(1e-8);
  if (settings.contains("betas")) {
    spec.beta1 = settings["betas"].toArray()[0].toDouble();
    spec.beta2 = settings["betas"].toArray()[1].toDouble();
  }
  return optimize(given, spec).graph;
}

// What the gradients and the parameter start with, and the scalars of a step.
Bindings optimizerBindings(const QJsonObject& json, const Graph& graph, int step, std::int64_t count) {
  const std::string name = json["name"].toString().toStdString();
  Bindings bindings;
  bindings["g"] = reference::formulaTensor(saltOf(name + "." + std::to_string(step)), count);
  bindings["lr"] = {json["settings"].toObject()["lr"].toDouble()};
  if (graph.find("step") != kNone) bindings["step"] = {static_cast<double>(step)};
  return bindings;
}

struct Training {
  ModelSpec model;
  ModelInput input;
  std::int64_t batch = 0;
  OptimizerSpec optimizer;
  std::set<std::string> branchEnds;  // norm weights that begin small
  double branchGain = 1;
  Tensor losses;
};

Training trainingOf(const QJsonObject& json) {
  Training t;
  t.model.name = json["model"].toString().toStdString();
  const QJsonObject arguments = json["arguments"].toObject(), integers = json["integers"].toObject();
  for (auto it = arguments.begin(); it != arguments.end(); ++it) t.model.reals[it.key().toStdString()] = it->toDouble();
  for (auto it = integers.begin(); it != integers.end(); ++it) t.model.integers[it.key().toStdString()] = {it->toInteger()};
  t.input = {integersOf(json["sample"]), json["classes"].toInt(10)};
  if (t.input.sample.size() == 1) {
    t.input.dtype = DType::I32;
    t.input.task = Task::LanguageModel;
  }
  t.batch = json["batch"].toInteger();
  t.optimizer.learningRate = json["lr"].toDouble();
  t.optimizer.momentum = json["momentum"].toDouble();
  t.optimizer.weightDecay = json["weight_decay"].toDouble();
  t.branchGain = json["branch_gain"].toDouble(1);
  for (const QJsonValue& name : json["branch_ends"].toArray()) t.branchEnds.insert(name.toString().toStdString());
  t.losses = tensorOf(json["losses"]);
  return t;
}

// make_results.py, start().
Bindings startOf(const Training& training, const Graph& graph) {
  Bindings state;
  for (const Value& value : graph.values()) {
    if (!isPersistent(value.role)) continue;
    const std::int64_t count = numel(value.shape);
    const std::uint32_t salt = saltOf(value.name);
    if (value.role != Role::Parameter) {
      state[value.name] = Tensor(static_cast<std::size_t>(count), value.init.a);
    } else if (value.shape.size() > 1) {
      const auto fanIn = static_cast<double>(count / value.shape[0]);
      state[value.name] = reference::formulaTensor(salt, count, std::sqrt((value.shape.size() == 4 ? kConvGain : kLinearGain) / fanIn));
    } else if (value.name.ends_with("weight")) {
      state[value.name] = reference::formulaTensor(salt, count, 0.1, 1.0);
      if (training.branchEnds.count(value.name))
        for (double& v : state[value.name]) v *= training.branchGain;
    } else {
      state[value.name] = reference::formulaTensor(salt, count, 0.05);
    }
  }
  return state;
}

// make_results.py, tokens_of().
Bindings tokensOf(const Training& training, int step) {
  const std::string number = std::to_string(step);
  const std::int64_t context = training.input.sample[0], vocabulary = training.input.classes;
  Bindings batch;
  for (const double start : reference::formulaLabels(saltOf("starts " + number), training.batch, vocabulary)) {
    auto token = static_cast<std::int64_t>(start);
    for (std::int64_t place = 0; place < context; ++place) {
      batch["x"].push_back(static_cast<double>(token));
      token = (5 * token + 3) % vocabulary;
      batch["labels"].push_back(static_cast<double>(token));
    }
  }
  batch["lr"] = {training.optimizer.learningRate};
  return batch;
}

// make_results.py, batch_of().
Bindings batchOf(const Training& training, int step) {
  if (training.input.task == Task::LanguageModel) return tokensOf(training, step);
  const std::int64_t pixels = numel(training.input.sample);
  const std::string number = std::to_string(step);
  Bindings batch;
  const Tensor labels = reference::formulaLabels(saltOf("labels " + number), training.batch, 10);
  const std::uint32_t patterns = saltOf("patterns"), noise = saltOf("noise " + number);
  Tensor x(static_cast<std::size_t>(training.batch * pixels));
  for (std::size_t e = 0; e < x.size(); ++e) {
    const auto size = static_cast<std::size_t>(pixels);
    const std::size_t place = static_cast<std::size_t>(labels[e / size]) * size + e % size;
    x[e] = static_cast<float>(reference::formula(patterns, static_cast<std::uint32_t>(place)) +
                              kNoise * reference::formula(noise, static_cast<std::uint32_t>(e)));
  }
  batch["x"] = std::move(x);
  batch["labels"] = labels;
  batch["lr"] = {training.optimizer.learningRate};
  return batch;
}

}  // namespace

class TorchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/torch/results.json"));
    QVERIFY2(file.open(QIODevice::ReadOnly), "tests/torch/results.json is missing");
    results_ = QJsonDocument::fromJson(file.readAll()).object();
    // Trainings that are too long to be kept among the tests, made by hand.
    QFile more(qEnvironmentVariable("STEPSCOPE_TORCH_RESULTS"));
    if (!more.fileName().isEmpty()) {
      QVERIFY2(more.open(QIODevice::ReadOnly), qPrintable(more.fileName()));
      results_["narrow_trainings"] = QJsonDocument::fromJson(more.readAll()).object()["narrow_trainings"];
    }
    QVERIFY(results_["ops"].toArray().size() > 25);
  }

  void ops_data() { rows("ops"); }
  void ops() {
    const QJsonObject json = rowOf("ops");
    const OpGraph c = graphOf(json);
    const AutodiffResult backward = c.differentiated ? autodiff(c.graph) : AutodiffResult{c.graph, {}, {}};
    const auto result = reference::interpret(backward.graph, c.bindings);
    VERIFY_COMPARISON(compareToTorch(result["y"], tensorOf(json["y"]), 1e-9), "y");
    VERIFY_COMPARISON(compareToTorch(result["loss"], Tensor{json["loss"].toDouble()}, 1e-9), "loss");
    const QJsonObject gradients = json["gradients"].toObject();
    QCOMPARE(static_cast<qsizetype>(backward.gradients.size()), gradients.size());
    for (const auto& [parameter, gradient] : backward.gradients) {
      const QString name = QString::fromStdString(backward.graph.value(parameter).name);
      VERIFY_COMPARISON(compareToTorch(result[gradient], tensorOf(gradients[name]), 1e-9), "gradient of " + name.toStdString());
    }
    const QJsonObject buffers = json["buffers"].toObject();
    for (auto it = buffers.begin(); it != buffers.end(); ++it)
      VERIFY_COMPARISON(compareToTorch(result[it.key().toStdString()], tensorOf(*it), 1e-9), it.key().toStdString());
  }

  void opsOnTheCpu_data() { rows("ops"); }
  void opsOnTheCpu() {
    const QJsonObject json = rowOf("ops");
    const OpGraph c = graphOf(json);
    AutodiffResult backward = c.differentiated ? autodiff(c.graph) : AutodiffResult{c.graph, {}, {}};
    for (const auto& [parameter, gradient] : backward.gradients)
      backward.graph.markOutput("gradient of " + backward.graph.value(parameter).name, gradient);
    const auto program = compiled(backward.graph);
    if (!program) QSKIP("there is no CPU backend in this build");
    bindState(*program, backward.graph, c.bindings);
    bindInputs(*program, backward.graph, c.bindings);
    program->run();
    const auto same = [&](const QString& name, const Tensor& theirs) {
      const std::vector<float> ours = readFloats(*program, name.toStdString(), static_cast<std::int64_t>(theirs.size()));
      VERIFY_COMPARISON(compareToTorch(ours, theirs, 2e-6), name.toStdString());
    };
    same("y", tensorOf(json["y"]));
    same("loss", {json["loss"].toDouble()});
    const QJsonObject gradients = json["gradients"].toObject(), buffers = json["buffers"].toObject();
    for (auto it = gradients.begin(); it != gradients.end(); ++it) {
      Tensor planted = tensorOf(*it);
      planted.back() = std::nan("");  // a gradient that ends in no number fails
      QVERIFY(!compareToTorch(planted, tensorOf(*it), 2e-6).ok);
    }
    for (auto it = gradients.begin(); it != gradients.end(); ++it) same("gradient of " + it.key(), tensorOf(*it));
    for (auto it = buffers.begin(); it != buffers.end(); ++it) same(it.key(), tensorOf(*it));
  }

  void optimizers_data() { rows("optimizers"); }
  void optimizers() {
    const QJsonObject json = rowOf("optimizers");
    const QJsonArray after = json["after"].toArray();
    const std::int64_t count = after[0].toArray().size();
    const Graph graph = optimizerGraph(json, count);
    Bindings state = reference::initialState(graph, 0);
    state["p"] = reference::formulaTensor(saltOf(json["name"].toString().toStdString()), count);
    for (int step = 1; step <= after.size(); ++step) {
      Bindings bindings = optimizerBindings(json, graph, step, count);
      bindings.merge(state);
      state = reference::interpret(graph, bindings).state();
      VERIFY_COMPARISON(compareToTorch(state["p"], tensorOf(after[step - 1]), 1e-9), "p after step " + std::to_string(step));
    }
  }

  void optimizersOnTheCpu_data() { rows("optimizers"); }
  void optimizersOnTheCpu() {
    const QJsonObject json = rowOf("optimizers");
    const QJsonArray after = json["after"].toArray();
    const std::int64_t count = after[0].toArray().size();
    const Graph graph = optimizerGraph(json, count);
    const auto program = compiled(graph);
    if (!program) QSKIP("there is no CPU backend in this build");
    Bindings state = reference::initialState(graph, 0);
    state["p"] = reference::formulaTensor(saltOf(json["name"].toString().toStdString()), count);
    bindState(*program, graph, state);
    for (int step = 1; step <= after.size(); ++step) {
      bindInputs(*program, graph, optimizerBindings(json, graph, step, count));
      program->run();
      VERIFY_COMPARISON(compareToTorch(readFloats(*program, "p", count), tensorOf(after[step - 1]), 5e-7), "p after step " + std::to_string(step));
    }
  }

  void runningStatistics() {
    for (const QJsonValue& value : results_["running_statistics"].toArray()) {
      const QJsonObject json = value.toObject();
      Graph graph;
      const Shape channels{3};
      const ValueId x = graph.addInput("x", DType::F32, {2, 3, 4, 5});
      const ValueId gamma = graph.addPersistent(Role::Parameter, "gamma", DType::F32, channels, {Init::Kind::Constant, 1, 0});
      const ValueId beta = graph.addPersistent(Role::Parameter, "beta", DType::F32, channels, {});
      const ValueId mean = graph.addPersistent(Role::Buffer, "mean", DType::F32, channels, {});
      const ValueId var = graph.addPersistent(Role::Buffer, "var", DType::F32, channels, {Init::Kind::Constant, 1, 0});
      graph.add("batch_norm", {x, gamma, beta, mean, var}, {{"eps", 1e-5}, {"momentum", json["momentum"].toDouble()}, {"relu", false}}, "bn");
      Bindings state = reference::initialState(graph, 0);
      int step = 1;
      for (const QJsonValue& after : json["steps"].toArray()) {
        Bindings bindings = state;
        bindings["x"] = reference::formulaTensor(saltOf("running " + std::to_string(step++)), 2 * 3 * 4 * 5, 2.0, 0.3);
        state = reference::interpret(graph, bindings).state();
        VERIFY_COMPARISON(compareToTorch(state["mean"], tensorOf(after["mean"]), 1e-9), "running mean");
        VERIFY_COMPARISON(compareToTorch(state["var"], tensorOf(after["var"]), 1e-9), "running variance");
      }
    }
  }

  // The reference itself follows a training; the larger ones are too slow for plain loops.
  void mlpByTheReference() {
    for (const QJsonValue& value : results_["trainings"].toArray()) {
      const Training training = trainingOf(value.toObject());
      if (training.model.name != "mlp") continue;
      const Graph graph = buildTrainingStep(buildModel(training.model, training.input, training.batch, true), training.optimizer).graph;
      Bindings state = startOf(training, graph);
      for (int step = 1; step <= 8; ++step) {
        Bindings bindings = batchOf(training, step);
        bindings.merge(state);
        const auto result = reference::interpret(graph, bindings);
        const double theirs = training.losses[static_cast<std::size_t>(step) - 1];
        VERIFY_COMPARISON(compareNumbers(result.scalar("loss"), theirs, {.relative = 1e-5}), "step " + std::to_string(step));
        state = result.state();
      }
      return;
    }
    QFAIL("results.json has no mlp");
  }

  // 50 steps from the same weights and batches: every loss within 1e-4 of PyTorch's.
  void trainingsOnTheCpu_data() { rows("trainings", "model"); }
  void trainingsOnTheCpu() {
    const Training training = trainingOf(rowOf("trainings"));
    const Graph graph = buildTrainingStep(buildModel(training.model, training.input, training.batch, true), training.optimizer).graph;
    const auto program = compiled(graph);
    if (!program) QSKIP("there is no CPU backend in this build");
    for (const std::string& name : training.branchEnds) QVERIFY2(graph.find(name) != kNone, name.c_str());
    bindState(*program, graph, startOf(training, graph));
    Tensor losses;
    QCOMPARE(training.losses.size(), std::size_t{50});
    for (int step = 1; step <= 50; ++step) {
      bindInputs(*program, graph, batchOf(training, step));
      program->run();
      losses.push_back(program->scalar("loss"));
    }
    const Comparison compared = compareLosses(losses, training.losses);
    QVERIFY2(compared.ok, compared.message.c_str());
    qInfo("%s: 50 losses within %.1e of PyTorch's, from %.4f to %.4f", training.model.name.c_str(), 1e-4 * compared.worst, training.losses.front(),
          training.losses.back());
    // One that is no number fails, the first, the last or between them.
    for (const std::size_t step : {std::size_t{0}, std::size_t{25}, std::size_t{49}}) {
      Tensor planted = losses;
      planted[step] = std::nan("");
      QVERIFY(!compareLosses(planted, training.losses).ok);
    }
  }

  // The same in bf16: the losses stray from PyTorch's of single precision by no more than twice what those of its autocast do.
  // As storage unless STEPSCOPE_BF16 says arithmetic: not what is faster here, so that it is the same on every machine.
  void narrowTrainingsOnTheCpu_data() { rows("narrow_trainings", "model"); }
  void narrowTrainingsOnTheCpu() {
    if (qgetenv("STEPSCOPE_BF16").isEmpty()) qputenv("STEPSCOPE_BF16", "storage");
    if (qgetenv("STEPSCOPE_BF16") == "arithmetic") {
      try {
        findBackend("cpu")->device();
      } catch (const Error& error) {
        QSKIP(error.what());
      }
    }
    const QJsonObject json = rowOf("narrow_trainings");
    const Training training = trainingOf(json);
    const Tensor autocast = tensorOf(json["bf16_losses"]);
    QCOMPARE(autocast.size(), training.losses.size());
    StepOptions passes;
    passes.lowType = DType::BF16;
    passes.ampClassOf = [](const OpDef& op) { return op.ampCpu; };
    const Graph graph = buildTrainingStep(buildModel(training.model, training.input, training.batch, true), training.optimizer, passes).graph;
    const auto program = compiled(graph);
    if (!program) QSKIP("there is no CPU backend in this build");
    bindState(*program, graph, startOf(training, graph));
    Tensor losses;
    for (std::size_t i = 0; i < autocast.size(); ++i) {
      bindInputs(*program, graph, batchOf(training, static_cast<int>(i) + 1));
      program->run();
      losses.push_back(program->scalar("loss"));
    }
    const Comparison theirs = compareElements(autocast, training.losses, {.relative = 1}),
                     between = compareElements(losses, autocast, {.relative = 1});
    VERIFY_COMPARISON(theirs, "autocast");
    const double bound = 2 * theirs.worst + 1e-3;
    const Comparison ours = compareElements(losses, training.losses, {.relative = bound});
    qInfo("%s in bf16: %zu losses within %.1e of PyTorch's in f32, where autocast is within %.1e; %.1e from autocast's", training.model.name.c_str(),
          autocast.size(), ours.worst * bound, theirs.worst, between.worst);
    VERIFY_COMPARISON(ours, training.model.name);
    losses.back() = std::nan("");
    QVERIFY(!compareElements(losses, training.losses, {.relative = bound}).ok);
  }

 private:
  void rows(const char* section, const char* title = "name") {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const QJsonValue& value : results_[QLatin1String(section)].toArray())
      QTest::newRow(qPrintable(value.toObject()[QLatin1String(title)].toString())) << index++;
  }
  QJsonObject rowOf(const char* section) const {
    QFETCH(int, index);
    return results_[QLatin1String(section)].toArray()[index].toObject();
  }

  QJsonObject results_;
};

QTEST_GUILESS_MAIN(TorchTest)
#include "torch_test.moc"
