// Every model of the zoo against PyTorch, from the same weights: logits, losses, gradients and running statistics (zoo_values.json, made by
// make_zoo_values.py, which says what its numbers are).
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <cmath>
#include <set>

#include "core/backend/devices/devices.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"
#include "tests/support/compare_arrays.h"

using namespace stepscope;
using namespace stepscope::test;
using reference::saltOf;

namespace {

// How far single precision strays is told with each model; ours sums in other orders, on CPUs of other widths. Where a relu decides
// otherwise a gradient jumps, and each width meets jumps of its own: with SSE4.1, AVX and AVX2 at most 1.4 times the stray told.
constexpr double kOfLogitStray = 5, kOfValueStray = 4;
constexpr double kLeastBound = 2e-6;  // some roundings of f32
// Rounding does not get smaller with a gradient that is itself nearly zero, like that of a bias before a batch norm.
constexpr double kOfLargestNorm = 1e-3;

// A parameter: its norm and product are those of its gradient; a buffer: of what it holds after a step.
struct Row {
  std::string name;
  double scale = 0, offset = 0, norm = 0, product = 0;
};

struct Case {
  std::string row;
  ModelSpec model;
  ModelInput input;
  std::int64_t batch = 0;
  std::vector<Row> values;
  double logitsBound = 0, valuesBound = 0;
};

const ZooEntry* entryOf(const std::string& model) {
  for (const ZooEntry& entry : modelZoo())
    if (entry.name == model) return &entry;
  return nullptr;
}

// What PyTorch does without as well: its draws would be others.
void turnDrawsOff(ModelSpec& spec, const ZooEntry& entry) {
  for (const std::string& argument : entry.arguments)
    if (argument == "dropout" || argument == "stochastic_depth_prob") spec.reals[argument] = 0;
}

Case caseOf(const QJsonObject& json) {
  Case c;
  c.row = json["row"].toString().toStdString();
  c.model.name = json["model"].toString().toStdString();
  const ZooEntry* entry = entryOf(c.model.name);
  if (!entry) throw std::runtime_error("the zoo has no model " + c.model.name);
  turnDrawsOff(c.model, *entry);
  const QJsonObject arguments = json["arguments"].toObject();
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    const std::string key = it.key().toStdString();
    if (it->isString()) c.model.texts[key] = it->toString().toStdString();
    else if (it->isArray())
      for (const QJsonValue& v : it->toArray()) c.model.integers[key].push_back(v.toInteger());
    else if (key == "width_mult") c.model.reals[key] = it->toDouble();
    else c.model.integers[key] = {it->toInteger()};
  }
  for (const QJsonValue& size : json["sample"].toArray()) c.input.sample.push_back(size.toInteger());
  c.input.classes = json["classes"].toInt();
  c.input.dtype = entry->dtype;
  c.input.task = entry->task;
  c.batch = json["batch"].toInteger();
  for (const QJsonValue& value : json["values"].toArray()) {
    const QJsonArray v = value.toArray();
    c.values.push_back({v[0].toString().toStdString(), v[1].toDouble(), v[2].toDouble(), v[3].toDouble(), v[4].toDouble()});
  }
  const QJsonArray strays = json["strays"].toArray();
  c.logitsBound = kOfLogitStray * strays[0].toDouble() + kLeastBound;
  c.valuesBound = kOfValueStray * strays[1].toDouble() + kLeastBound;
  return c;
}

reference::Bindings batchOf(const Case& c) {
  reference::Bindings batch;
  const std::int64_t elements = c.batch * numel(c.input.sample);
  const bool text = c.input.task == Task::LanguageModel;
  batch["x"] = text ? reference::formulaLabels(saltOf(c.row + " x"), elements, c.input.classes)
                    : reference::formulaTensor(saltOf(c.row + " x"), elements, 1.7);
  batch["labels"] = reference::formulaLabels(saltOf(c.row + " labels"), text ? elements : c.batch, c.input.classes);
  return batch;
}

// Floats at once: the largest model has 134 million weights.
void writeStart(Program& program, const Case& c) {
  for (const Row& row : c.values) {
    std::vector<float> start(static_cast<std::size_t>(numel(program.graph().value(program.graph().find(row.name)).shape)));
    const std::uint32_t salt = saltOf(row.name);
    for (std::size_t i = 0; i < start.size(); ++i)
      start[i] = static_cast<float>(row.offset + row.scale * reference::formula(salt, static_cast<std::uint32_t>(i)));
    program.write(row.name, std::as_bytes(std::span(start)));
  }
}

// How far we stray, as PyTorch's strays are told, and everything that is too far.
struct Seen {
  double logits = 0, values = 0;
  std::string worstValue;
  QStringList faults;
  void add(const std::string& what, const Comparison& comparison) {
    if (!comparison.ok) faults << QString::fromStdString(what + ": " + comparison.message);
  }
};

void compareLogits(Seen& seen, const Program& program, const QJsonObject& json, const std::string& mode, double bound) {
  std::vector<double> theirs;
  for (const QJsonValue& v : json["logits"].toArray()) theirs.push_back(v.toDouble());
  const Value& value = program.graph().value(program.graph().outputs().at("logits"));
  const Comparison logits = compareToLargest(readFloats(program, "logits", numel(value.shape)), theirs, bound);
  seen.add(mode + ", logits", logits);
  seen.logits = std::max(seen.logits, logits.worst);
  seen.add(mode + ", loss", compareNumbers(program.scalar("loss"), json["loss"].toDouble(), {.relative = bound}));
}

void compareValues(Seen& seen, const Program& program, const Case& c, const std::map<std::string, std::string>& gradientOf) {
  double largest = 0;
  for (const Row& row : c.values) largest = std::max(largest, row.norm);
  for (const Row& row : c.values) {
    const auto gradient = gradientOf.find(row.name);
    const Value& value = program.graph().value(program.graph().find(row.name));
    const std::vector<float> ours = readFloats(program, gradient == gradientOf.end() ? row.name : gradient->second, numel(value.shape));
    const std::uint32_t salt = saltOf(row.name + " projection");
    double squares = 0, product = 0;
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const double v = ours[i];
      squares += v * v;
      product += v * reference::formula(salt, static_cast<std::uint32_t>(i));
    }
    const double norm = std::sqrt(squares), size = row.norm + kOfLargestNorm * largest;
    const std::string what = (gradient == gradientOf.end() ? "" : "gradient of ") + row.name;
    seen.add(what + ", norm", compareNumbers(norm, row.norm, {.absolute = c.valuesBound * size}));
    seen.add(what + ", projection", compareNumbers(product, row.product, {.absolute = c.valuesBound * size}));
    const double stray = std::max(std::abs(norm - row.norm), std::abs(product - row.product)) / size;
    if (stray > seen.values) {
      seen.values = stray;
      seen.worstValue = what;
    }
  }
}

}  // namespace

class ZooValuesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/models/zoo/zoo_values.json"));
    QVERIFY2(file.open(QIODevice::ReadOnly), "tests/core/models/zoo/zoo_values.json is missing");
    models_ = QJsonDocument::fromJson(file.readAll()).object()["models"].toArray();
    QVERIFY(!models_.isEmpty());
  }

  void everyModelIsThere() {
    std::set<std::string> asTheyCome;
    for (const QJsonValue& value : models_) {
      const QJsonObject json = value.toObject();
      QVERIFY2(entryOf(json["model"].toString().toStdString()), qPrintable(json["model"].toString()));
      if (json["arguments"].toObject().isEmpty()) asTheyCome.insert(json["model"].toString().toStdString());
    }
    for (const ZooEntry& entry : modelZoo())
      QVERIFY2(asTheyCome.contains(entry.name), (entry.name + ": add it to tests/core/models/zoo/make_zoo_values.py").c_str());
  }

  void asPyTorch_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < models_.size(); ++i) QTest::newRow(qPrintable(models_[i].toObject()["row"].toString())) << i;
  }

  void asPyTorch() {
    QFETCH(int, index);
    const QJsonObject json = models_[index].toObject();
    const Case c = caseOf(json);
    // The passes of buildTrainingStep up to autodiff: an optimizer would leave no gradient to be read.
    const Graph forward = foldEmbedding(fuse(buildModel(c.model, c.input, c.batch, true)).graph).graph;
    AutodiffResult backward = autodiff(forward);
    std::map<std::string, std::string> gradientOf;
    for (const auto& [parameter, gradient] : backward.gradients) {
      const std::string& name = backward.graph.value(parameter).name;
      backward.graph.markOutput(gradientOf[name] = "gradient of " + name, gradient);
    }
    std::set<std::string> expected, known;
    for (const Value& value : backward.graph.values())
      if (isPersistent(value.role)) expected.insert(value.name);
    for (const Row& row : c.values) known.insert(row.name);
    QVERIFY(known == expected && c.values.size() == known.size());
    for (const Value& value : backward.graph.values()) QCOMPARE(value.role == Role::Parameter, gradientOf.contains(value.name));

    const Backend* backend = findBackend("cpu");
    QVERIFY(backend);
    CompileOptions options;
    options.autotune = false;  // the direct kernels: Winograd has errors of its own
    const auto training = backend->compile(backward.graph, options);
    attachAlone(*training);
    const Graph evaluated = buildEvaluationStep(buildModel(c.model, c.input, c.batch, false)).graph;
    const auto evaluation = backend->compile(evaluated, options);
    attachAlone(*evaluation);
    Seen seen;
    const reference::Bindings batch = batchOf(c);
    writeStart(*evaluation, c);
    bindInputs(*evaluation, evaluated, batch);
    evaluation->run();
    compareLogits(seen, *evaluation, json["evaluation"].toObject(), "evaluation", c.logitsBound);
    writeStart(*training, c);
    bindInputs(*training, backward.graph, batch);
    training->run();
    compareLogits(seen, *training, json["training"].toObject(), "training", c.logitsBound);
    compareValues(seen, *training, c, gradientOf);
    qInfo("%s: %.1e in logits (bound %.1e), %.1e in values (bound %.1e; %s)", c.row.c_str(), seen.logits, c.logitsBound, seen.values, c.valuesBound,
          seen.worstValue.c_str());
    QVERIFY2(seen.faults.isEmpty(), qPrintable(QString("%1 differ, first: %2").arg(seen.faults.size()).arg(seen.faults.value(0))));
  }

 private:
  QJsonArray models_;
};

QTEST_GUILESS_MAIN(ZooValuesTest)
#include "zoo_values_test.moc"
