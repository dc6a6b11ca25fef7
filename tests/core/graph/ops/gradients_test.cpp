// Every gradient rule against central finite differences, in double precision through the reference interpreter.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/graph/op.h"
#include "core/passes/step_graph.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

using namespace stepscope;

class GradientsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreeWithFiniteDifferences_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases_.size(); ++i) QTest::newRow(cases_[i].name.c_str()) << static_cast<int>(i);
  }

  void agreeWithFiniteDifferences() {
    QFETCH(int, index);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const AutodiffResult backward = autodiff(c.graph);
    backward.graph.verify();
    const auto result = reference::interpret(backward.graph, c.inputs);
    QVERIFY(!backward.gradients.empty());
    std::set<std::string> trained;
    for (const auto& [parameter, gradient] : backward.gradients) trained.emplace(backward.graph.nameOf(parameter));
    for (const Value& value : c.graph.values())
      if (value.role == Role::Parameter) QVERIFY2(trained.count(value.name), ("there is no gradient of " + value.name).c_str());
    for (const auto& [parameter, gradient] : backward.gradients) {
      const std::string name(backward.graph.nameOf(parameter));
      const reference::Tensor& g = result[gradient];
      VERIFY_COMPARISON(test::compareFinite(g), "gradient of " + name);
      double largest = 0;
      for (double v : g) largest = std::max(largest, std::abs(v));
      QVERIFY2(largest > 1e-6, ("the gradient of " + name + " is zero, so the case tests nothing").c_str());
      const std::size_t stride = std::max<std::size_t>(1, g.size() / 24);
      for (std::size_t e = 0; e < g.size(); e += stride) {
        const auto frozen = c.frozen.find(name);
        if (frozen != c.frozen.end() && e >= frozen->second.first && e < frozen->second.second) {
          QCOMPARE(g[e], 0.0);
          continue;
        }
        VERIFY_COMPARISON(test::compareNumbers(g[e], centralDifference(c, name, e), {.absolute = 1e-8 + 1e-6 * largest}),
                          "gradient of " + name + " at " + std::to_string(e));
      }
    }
  }

  // A new op without a case here does not go unnoticed.
  void everyDifferentiableOpHasACase() {
    std::set<std::string_view> forward, backward;
    for (const OpCase& c : cases_) {
      for (const Node& node : c.graph.nodes()) forward.insert(node.op->name);
      const Graph graph = autodiff(c.graph).graph;
      for (const Node& node : graph.nodes()) backward.insert(node.op->name);
    }
    for (const OpDef* op : allOps()) {
      if (op->name == "cast") continue;  // rounds, so it has no finite differences; bf16_test.cpp runs it in every case
      if (op->gradient) QVERIFY2(forward.count(op->name), std::string(op->name).c_str());
      const bool isGradient =
          (op->name.find("_grad") != std::string_view::npos && !op->name.starts_with("clip_grad") && op->name != "accumulate_grad") ||
          op->name == "channel_sum";
      if (isGradient) QVERIFY2(backward.count(op->name), std::string(op->name).c_str());
    }
  }

  void gradientNodesCarryScopeAndPhase() {
    for (const OpCase& c : cases_) {
      const Graph graph = autodiff(c.graph).graph;
      for (std::size_t n = c.graph.nodes().size(); n < graph.nodes().size(); ++n) {
        QCOMPARE(graph.nodes()[n].phase, Phase::Backward);
        QVERIFY(graph.nodes()[n].scope == "layer" || graph.nodes()[n].scope == "loss");
      }
    }
  }

 private:
  static double centralDifference(const OpCase& c, const std::string& name, std::size_t element) {
    constexpr double h = 1e-5;
    reference::Bindings inputs = c.inputs;
    double& v = inputs[name][element];
    const double middle = v;
    v = middle + h;
    const double above = reference::interpret(c.graph, inputs).scalar("loss");
    inputs[name][element] = middle - h;
    const double below = reference::interpret(c.graph, inputs).scalar("loss");
    return (above - below) / (2 * h);
  }

  const std::vector<OpCase> cases_ = opCases();
};

QTEST_GUILESS_MAIN(GradientsTest)
#include "gradients_test.moc"
