// Role::Frozen: parameters that are kept and read as others are, and that nothing changes.
#include <QtTest>
#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/memory_plan.h"
#include "core/passes/step_graph.h"
#include "tests/dev/op_cases/op_cases.h"
#include "tests/dev/reference/formula.h"
#include "tests/dev/reference/interpreter.h"
#include "tests/support/compare_arrays.h"

using namespace stepscope;

namespace {

// The same graph with these parameters frozen.
Graph withFrozen(Graph graph, const std::function<bool(const std::string&)>& which) {
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    Value& value = graph.value(static_cast<ValueId>(v));
    if (value.role == Role::Parameter && which(value.name)) value.role = Role::Frozen;
  }
  return graph;
}

// Nodes of the backward pass whose results nobody reads.
QStringList deadNodes(const AutodiffResult& backward) {
  const auto consumers = backward.graph.consumers();
  std::set<ValueId> gradients;
  for (const auto& pair : backward.gradients) gradients.insert(pair.second);
  QStringList dead;
  for (const Node& node : backward.graph.nodes()) {
    const auto isRead = [&](ValueId id) { return !consumers[id].empty() || gradients.contains(id); };
    if (node.phase == Phase::Backward && std::none_of(node.outputs.begin(), node.outputs.end(), isRead))
      dead.push_back(QString::fromStdString(std::string(node.op->name)));
  }
  return dead;
}

Graph resnet20() {
  ModelSpec spec;
  spec.name = "resnet20";
  return buildModel(spec, {{3, 8, 8}, 10}, 2, true);
}

bool isOfFirstStage(const std::string& name) {
  return name.starts_with("layer1.") || name.starts_with("fc.bias");
}

reference::Bindings bindingsFor(const Graph& graph) {
  reference::Bindings bindings = reference::initialState(graph, 7);
  bindings["x"] = reference::formulaTensor(1, numel(graph.value(graph.find("x")).shape));
  bindings["labels"] = reference::formulaLabels(2, 2, 10);
  for (const Value& value : graph.values())
    if (value.role == Role::Scalar) bindings[value.name] = {value.name == "lr" ? 0.1 : 0.9};
  return bindings;
}

OptimizerSpec momentumAndAverages() {
  OptimizerSpec spec;
  spec.momentum = 0.9;
  spec.averageWeights = true;
  return spec;
}

}  // namespace

class FrozenTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void noOpMakesItsGradient_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases_.size(); ++i) QTest::newRow(cases_[i].name.c_str()) << static_cast<int>(i);
  }

  // One parameter frozen after the other: the others' gradients stay, and no more nodes work for nobody than did.
  void noOpMakesItsGradient() {
    QFETCH(int, index);
    const OpCase& c = cases_[static_cast<std::size_t>(index)];
    const AutodiffResult trained = autodiff(c.graph);
    const reference::Result all = reference::interpret(trained.graph, c.inputs);
    const auto unread = deadNodes(trained).size();  // of an op whose slope is 0 whatever comes
    for (const auto& frozenAndGradient : trained.gradients) {
      const std::string name(trained.graph.nameOf(frozenAndGradient.first));
      const Graph graph = withFrozen(c.graph, [&](const std::string& other) { return other == name; });
      if (trained.gradients.size() == 1) {
        QVERIFY_EXCEPTION_THROWN(autodiff(graph), Error);
        continue;
      }
      const AutodiffResult backward = autodiff(graph);
      backward.graph.verify();
      QCOMPARE(backward.gradients.size(), trained.gradients.size() - 1);
      QVERIFY2(deadNodes(backward).size() <= unread, qPrintable(deadNodes(backward).join(' ')));
      const reference::Result some = reference::interpret(backward.graph, c.inputs);
      for (const auto& [parameter, gradient] : backward.gradients) {
        const auto same =
            std::find_if(trained.gradients.begin(), trained.gradients.end(), [p = parameter](const auto& pair) { return pair.first == p; });
        QVERIFY(parameter != frozenAndGradient.first && same != trained.gradients.end());
        VERIFY_COMPARISON(test::compareElements(some[gradient], all[same->second], {.absolute = 1e-13, .relative = 1e-12}),
                          "gradient of " + std::string(backward.graph.nameOf(parameter)) + " with " + name + " frozen");
      }
    }
  }

  // The first step changes each other parameter, and its state, as if nothing was frozen; what is frozen has no state and stays.
  void optimizerAndAverageLeaveIt() {
    const Graph trained = buildTrainingStep(resnet20(), momentumAndAverages()).graph;
    const StepGraph step = buildTrainingStep(withFrozen(resnet20(), isOfFirstStage), momentumAndAverages());
    const reference::Bindings before = bindingsFor(trained);
    const reference::Bindings all = reference::interpret(trained, before).state(),
                              some = reference::interpret(step.graph, bindingsFor(step.graph)).state();
    int frozen = 0;
    for (const auto& [name, values] : all) {
      if (isOfFirstStage(name) && (name.ends_with(".momentum") || name.ends_with(".ema"))) {
        QVERIFY2(!some.contains(name), name.c_str());
        continue;
      }
      QVERIFY2(some.contains(name), name.c_str());
      const bool stays = step.graph.value(step.graph.find(name)).role == Role::Frozen;
      QCOMPARE(stays, isOfFirstStage(name) && name.find("running") == std::string::npos);
      frozen += stays;
      VERIFY_COMPARISON(test::compareElements(some.at(name), stays ? before.at(name) : values, {}), name);
      if (stays && name.ends_with("conv1.weight")) QVERIFY(values != before.at(name));  // else the step tests nothing
    }
    QCOMPARE(frozen, 19);  // 6 convolutions, 6 norms of two parameters, the last bias
    bool told = false;
    for (const PassReport& report : step.reports)
      for (const std::string& note : report.notes) told = told || note == "no gradients of 19 frozen parameter tensors";
    QVERIFY(told);
  }

  void patternsOfGroupsMeanWhatIsTrained() {
    OptimizerSpec spec;
    spec.groups = {{"layer1.*", 0.5, {}}};
    QVERIFY_EXCEPTION_THROWN(buildTrainingStep(withFrozen(resnet20(), isOfFirstStage), spec), Error);
    spec.groups = {{"layer2.*", 0.5, {}}};
    buildTrainingStep(withFrozen(resnet20(), isOfFirstStage), spec);
  }

  // In the state arena, as long as a step lasts; the step itself needs less.
  void liesInTheStateArena() {
    const Graph trained = buildTrainingStep(resnet20(), {}).graph;
    const Graph graph = buildTrainingStep(withFrozen(resnet20(), isOfFirstStage), {}).graph;
    const MemoryPlan plan = planMemory(graph);
    QCOMPARE(plan.stateBytes, planMemory(trained).stateBytes);
    QVERIFY(plan.stepBytes <= planMemory(trained).stepBytes);
    for (std::size_t v = 0; v < graph.values().size(); ++v) {
      if (graph.values()[v].role != Role::Frozen) continue;
      const MemorySlot& slot = plan.slots[plan.slotOf[v]];
      QVERIFY(slot.persistent && slot.bytes == graph.values()[v].bytes && slot.first == 0);
    }
  }

  // What counts weights counts these, and their first values are the same.
  void countsAsAWeight() {
    const Graph trained = resnet20(), graph = withFrozen(resnet20(), isOfFirstStage);
    QCOMPARE(parameterCount(graph), parameterCount(trained));
    QVERIFY(reference::initialState(graph, 3) == reference::initialState(trained, 3));
    std::int64_t summed = 0;
    for (const LayerSummary& row : summarize(graph)) summed += row.parameters;
    QCOMPARE(summed, parameterCount(trained));
  }

  // Mixed precision runs a layer in the same type whether its weights are trained or not.
  void mixedPrecisionCastsIt() {
    const auto onCpu = [](const OpDef& op) { return op.ampCpu; };
    const Graph trained = amp(resnet20(), DType::BF16, onCpu).graph, graph = amp(withFrozen(resnet20(), isOfFirstStage), DType::BF16, onCpu).graph;
    QCOMPARE(graph.values().size(), trained.values().size());
    for (std::size_t v = 0; v < graph.values().size(); ++v) QVERIFY(graph.values()[v].dtype == trained.values()[v].dtype);
  }

 private:
  const std::vector<OpCase> cases_ = opCases();
};

QTEST_GUILESS_MAIN(FrozenTest)
#include "frozen_test.moc"
