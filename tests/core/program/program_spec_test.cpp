// A spec and its programs: the switches reach what reads them, a forward pass alone is that of the step, and a graph made by hand will do.
#include <QtTest>
#include <algorithm>

#include "core/backend/devices/devices.h"
#include "core/graph/model_outputs.h"
#include "core/program/planned_memory.h"
#include "core/program/step_program.h"
#include "core/program/trace_nodes.h"
#include "tests/core/backend/program_runner.h"
#include "tests/dev/reference/formula.h"

using namespace stepscope;

namespace {

const ModelInput kInput{{3, 8, 8}, 4};

Project projectOf(const Switches& switches) {
  Project project;
  project.model.name = "resnet20";
  project.switches = switches;
  return project;
}

Switches small() {
  Switches switches;
  switches.batchSize = 4;
  return switches;
}

const Backend& cpu() {
  return *findBackend("cpu");
}

CompileOptions untimed(KernelChoices& choices) {
  CompileOptions options;
  options.threads = 1;
  options.mayTime = false;
  options.choices = &choices;
  return options;
}

// What a program reads, from the formula and the initial values of its graph.
reference::Bindings bindingsFor(const Graph& graph) {
  reference::Bindings bindings = reference::initialState(graph, 3);
  for (const Value& value : graph.values()) {
    if (value.role == Role::Input && value.name == "x") bindings["x"] = reference::formulaTensor(1, numel(value.shape));
    if (value.name == "labels") bindings["labels"] = reference::formulaLabels(2, numel(value.shape), 4);
    if (value.role == Role::Scalar) bindings[value.name] = {0.1};
  }
  return bindings;
}

std::vector<float> predictionOf(const Program& program) {
  const ValueId prediction = modelOutputs(program.graph()).prediction;
  std::vector<float> values(static_cast<std::size_t>(numel(program.graph().value(prediction).shape)));
  program.read(prediction, std::as_writable_bytes(std::span(values)));
  return values;
}

// x (4, 6) through a frozen layer, relu and a trained one.
Graph netByHand(std::int64_t batch, bool) {
  const Init init{Init::Kind::Uniform, -0.5, 0.5};
  Graph g;
  const ValueId x = g.addInput("x", DType::F32, {batch, 6}), labels = g.addInput("labels", DType::I32, {batch});
  const ValueId a = g.addPersistent(Role::Frozen, "first.weight", DType::F32, {5, 6}, init);
  const ValueId b = g.addPersistent(Role::Parameter, "second.weight", DType::F32, {4, 5}, init);
  const ValueId y = g.add("linear", {g.add("relu", {g.add("linear", {x, a}, {}, "first")}, {}, "act"), b}, {}, "second");
  markOutputs(g, {.prediction = y, .loss = g.add("softmax_cross_entropy", {y, labels}, {}, "loss")});
  return g;
}

}  // namespace

class ProgramSpecTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void switchesReachWhatReadsThem() {
    Switches switches = small();
    switches.amp = Switches::Amp::Fp16;
    switches.checkpointing = Checkpointing::Mode::Budget;
    switches.checkpointBudgetMiB = 7;
    switches.fusion = false;
    switches.deterministic = true;
    switches.accumulation = 3;
    switches.channelsLast = ImageLayout::ChannelsFirst;
    switches.tf32 = true;
    Project project = projectOf(switches);
    project.train.average.decay = 0.9;
    const ProgramSpec spec = programOf(project, kInput, true);
    QVERIFY(spec.validation && spec.settings.batchSize == 4);
    QVERIFY(spec.optimizer.scalesLoss && spec.optimizer.accumulate && spec.optimizer.averageWeights && !spec.optimizer.scheduledMomentum);
    const StepOptions passes = passesOf(spec, cpu());
    QVERIFY(passes.lowType == DType::F16 && !passes.fusion && passes.ampClassOf);
    QVERIFY(passes.checkpointing.mode == Checkpointing::Mode::Budget && passes.checkpointing.budgetBytes == 7 << 20);
    CompileOptions options;
    options.threads = 5;
    const CompileOptions kernels = kernelsOf(spec, options);
    QVERIFY(!kernels.fusion && !kernels.autotune && kernels.deterministic && kernels.allowTf32 && kernels.images == ImageLayout::ChannelsFirst);
    QCOMPARE(kernels.threads, 5);
  }

  void theCallerMayLeaveOut() {
    const ProgramSpec spec = programOf(projectOf(small()), kInput);
    QVERIFY(kernelsOf(spec, {}).autotune && kernelsOf(spec, {}).fusion);
    QVERIFY(!kernelsOf(spec, {{.autotune = false}}).autotune && kernelsOf(spec, {{.autotune = false}}).fusion);
    QVERIFY(!kernelsOf(spec, {{.fusion = false}}).fusion);
    // Switches as they are by default ask for what passes and backends do by themselves.
    ProgramSettings plain;
    plain.batchSize = Switches{}.batchSize;
    QVERIFY(programSettings({}) == plain);
  }

  // The forward pass by itself and the one beside a step give the same bits, which are the interpreter's numbers.
  void forwardAloneIsTheValidation() {
    KernelChoices choices;
    const ProgramSpec spec = programOf(projectOf(small()), kInput, true);
    StepProgram step = compileStep(spec, cpu(), untimed(choices));
    const std::unique_ptr<Program> alone = compileForward(spec, cpu(), untimed(choices));
    step.attach();
    alone->attachAlone();
    const Graph graph = spec.model(4, false);
    const reference::Bindings bindings = bindingsFor(graph);
    for (Program* program : {step.validation.get(), alone.get()}) {
      bindState(*program, graph, bindings);
      bindInputs(*program, graph, bindings);
      program->stateChanged();
      program->run();
    }
    const reference::Result expected = reference::interpret(graph, bindings);
    QVERIFY(predictionOf(*alone) == predictionOf(*step.validation));
    QCOMPARE(lossOf(*alone), lossOf(*step.validation));
    VERIFY_COMPARISON(test::compareToLargest(predictionOf(*alone), expected[modelOutputs(graph).prediction], 1e-4), "prediction");
    for (const Node& node : alone->graph().nodes()) QVERIFY(node.phase == Phase::Forward);
    QVERIFY(alone->graph().find("lr") == kNone);
  }

  // Where the weights are averaged the forward pass beside a step reads the averages, in the step's own memory.
  void forwardReadsTheAverages() {
    KernelChoices choices;
    Project project = projectOf(small());
    project.train.average.decay = 0.9;
    const StepProgram step = compileStep(programOf(project, kInput, true), cpu(), untimed(choices));
    for (const Value& value : step.validation->graph().values())
      if (value.role == Role::Parameter) QVERIFY2(value.name.ends_with(kAverageSuffix), value.name.c_str());
  }

  void aGraphMadeByHand() {
    KernelChoices choices;
    ProgramSpec spec{.model = netByHand};
    spec.settings.batchSize = 4;
    StepProgram step = compileStep(spec, cpu(), untimed(choices));
    step.attach();
    const Graph graph = netByHand(4, true);
    reference::Bindings bindings = bindingsFor(step.train->graph());
    bindState(*step.train, step.train->graph(), bindings);
    bindInputs(*step.train, step.train->graph(), bindings);
    step.train->stateChanged();
    step.train->run();
    const reference::Result expected = reference::interpret(graph, bindings);
    QVERIFY(std::abs(lossOf(*step.train) - expected.scalar("loss")) < 1e-5);
    QVERIFY(test::asDoubles(readFloats(*step.train, "first.weight", 30)) == bindings["first.weight"]);
    QVERIFY(test::asDoubles(readFloats(*step.train, "second.weight", 20)) != bindings["second.weight"]);
    QVERIFY(step.predictedPeakBytes == predictPeakBytes(spec, 1, cpu(), choices));
  }

  // At the fullest node there is as much as the plan says, by layer and role.
  void memoryAtThePeak() {
    KernelChoices choices;
    ProgramSpec spec{.model = netByHand};
    spec.settings.batchSize = 4;
    const StepProgram step = compileStep(spec, cpu(), untimed(choices));
    const MemoryPlan& plan = step.train->plan();
    std::int64_t expected = 0, sum = 0;
    const auto peak = static_cast<NodeId>(std::max_element(plan.liveBytes.begin(), plan.liveBytes.end()) - plan.liveBytes.begin());
    for (const MemorySlot& slot : plan.slots)
      if (slot.persistent || (slot.first <= peak && slot.last >= peak)) expected += slot.bytes;
    bool frozen = false;
    for (const TraceMemory& part : memoryAtPeak(*step.train)) {
      sum += part.bytes;
      frozen = frozen || (part.owner == "first" && part.role == "frozen parameter" && part.bytes == 120);
    }
    QCOMPARE(sum, expected);
    QVERIFY(frozen);
    const std::vector<TraceNode> nodes = describeNodes(*step.train);
    QCOMPARE(nodes.size(), step.train->graph().nodes().size());
    QVERIFY(std::any_of(nodes.begin(), nodes.end(), [](const TraceNode& node) { return node.op == "linear" && node.layer == "second"; }));
  }
};

QTEST_GUILESS_MAIN(ProgramSpecTest)
#include "program_spec_test.moc"
