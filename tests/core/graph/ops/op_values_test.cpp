// The op test table against PyTorch: losses and gradients of every case, computed by tests/reference/make_op_values.py from the cases as
// this program writes them with --dump, and kept in tests/reference/op_values.jsonl. Held against the double-precision interpreter, against
// which every backend is held in turn.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

#include <QtTest>

using namespace stepscope;
using nlohmann::json;

namespace {

json toJson(const Attribute& attribute) {
  return std::visit([](const auto& value) { return json(value); }, attribute);
}

json toJson(const OpCase& c) {
  json nodes = json::array(), values = json::array();
  for (const Value& value : c.graph.values()) {
    json v{{"name", value.name}, {"shape", value.shape}, {"dtype", nameOf(value.dtype)}, {"parameter", value.role == Role::Parameter}};
    if (value.producer == kNone) v["data"] = c.inputs.at(value.name);
    values.push_back(std::move(v));
  }
  for (const Node& node : c.graph.nodes()) {
    json attrs = json::object();
    for (const auto& [name, attribute] : node.attrs.entries()) attrs[name] = toJson(attribute);
    nodes.push_back({{"op", node.op->name}, {"inputs", node.inputs}, {"outputs", node.outputs}, {"attrs", std::move(attrs)}});
  }
  return {{"name", c.name}, {"values", std::move(values)}, {"nodes", std::move(nodes)}, {"loss", c.graph.outputs().at("loss")}};
}

// Of a tensor only this is kept: its norm, its sum, and up to eight elements, evenly spread.
std::vector<std::size_t> probes(std::size_t count) {
  std::vector<std::size_t> at;
  const std::size_t wanted = std::min<std::size_t>(count, 8);
  for (std::size_t i = 0; i < wanted; ++i) at.push_back(i * count / wanted);
  return at;
}

double norm(const reference::Tensor& t) {
  double sum = 0;
  for (const double v : t) sum += v * v;
  return std::sqrt(sum);
}

}  // namespace

class OpValuesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::ifstream file(STEPSCOPE_SOURCE_DIR "/tests/reference/op_values.jsonl");
    QVERIFY2(file.good(), "tests/reference/op_values.jsonl is missing");
    for (std::string line; std::getline(file, line);) {
      json value = json::parse(line);
      const std::string name = value["name"];
      expected_[name] = std::move(value);
    }
  }

  void agreesWithPyTorch_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases_.size(); ++i) QTest::newRow(cases_[i].name.c_str()) << static_cast<int>(i);
  }

  void agreesWithPyTorch() {
    QFETCH(int, index);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const auto expected = expected_.find(c.name);
    QVERIFY2(expected != expected_.end(), "there is no value for this case: run tests/reference/make_op_values.py where PyTorch is installed");
    const AutodiffResult backward = autodiff(c.graph);
    const reference::Result result = reference::interpret(backward.graph, c.inputs);
    const double theirs = expected->second["loss"];
    VERIFY_COMPARISON(test::compareNumbers(result.scalar("loss"), theirs, {.absolute = 1e-9 * std::max(1.0, std::abs(theirs))}), "loss");
    const json& gradients = expected->second["gradients"];
    QCOMPARE(gradients.size(), backward.gradients.size());
    for (const auto& [parameter, gradient] : backward.gradients) {
      const std::string name(backward.graph.nameOf(parameter));
      QVERIFY2(gradients.contains(name), name.c_str());
      const json& g = gradients[name];
      const reference::Tensor& ours = result[gradient];
      const double size = g["norm"];
      const test::Bound bound{.absolute = 1e-9 * std::max(size, 1e-3)};
      VERIFY_COMPARISON(test::compareNumbers(norm(ours), size, bound), "norm of the gradient of " + name);
      std::vector<double> probed;
      for (const std::size_t at : probes(ours.size())) probed.push_back(ours[at]);
      VERIFY_COMPARISON(test::compareElements(probed, g["elements"].get<std::vector<double>>(), bound), "gradient of " + name);
    }
    ++compared_;
  }

  void cleanupTestCase() { qInfo("%d of %d op cases equal to PyTorch", compared_, static_cast<int>(cases_.size())); }

 private:
  const std::vector<OpCase> cases_ = opCases();
  std::map<std::string, json> expected_;
  int compared_ = 0;
};

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "--dump") {
    json all = json::array();
    for (const OpCase& c : opCases()) all.push_back(toJson(c));
    std::puts(all.dump().c_str());
    return 0;
  }
  QCoreApplication application(argc, argv);
  OpValuesTest test;
  return QTest::qExec(&test, argc, argv);
}
#include "op_values_test.moc"
