#include "views/inspector/inspector.h"

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/passes/step_graph.h"
#include "tests/profiler/analysis/trace_builder.h"
#include "tests/views/recorded_nodes.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/views/timeline/sample_trace.h"
#include "views/common/selection.h"
#include "views/common/theme.h"

using namespace stepscope;

class InspectorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSpanOfAnOp() {
    const std::shared_ptr<const Trace> trace = sampleTrace();
    // The lane under the steps: data wait, conv2d, batch norm, ... of each step.
    const Description d = describeSpan(*trace, nullptr, *matchGraphs(trace.get(), nullptr), {1, 1});
    QCOMPARE(d.heading, QStringLiteral("layer1.0.conv1 · conv2d"));
    const QString table = d.table().replace(QChar(0x00A0), QLatin1Char(' '));
    for (const char* part : {"this span\t20 ms · step 418 · begins at 5 ms", "20 ms median, 20 ms p95 over 3 spans",
                             "slowest of 2 layers of its kind", "50 GFLOP/s", "winograd"})
      QVERIFY2(table.contains(QLatin1String(part)) || table.contains(QString::fromUtf8(part)),
               qPrintable(QString::fromUtf8(part) + " not in\n" + table));
  }

  void aSpanOfNoOp() {
    const Description d = describeSpan(*sampleTrace(), nullptr, {}, {1, 0});
    QCOMPARE(d.heading, QStringLiteral("Trainer · data wait"));
    QVERIFY(d.table().contains(QStringLiteral("over 3 spans")));
  }

  void theInspectorFollowsClicks() {
    Selection selection;
    Inspector inspector(&selection);
    QSignalSpy described(&inspector, &Inspector::described);
    inspector.setTrace(sampleTrace());
    inspector.setSpan(SpanRef{1, 0});
    QCOMPARE(inspector.description().heading, QStringLiteral("Trainer · data wait"));
    QCOMPARE(described.count(), 1);
    inspector.setSpan(std::nullopt);
    QVERIFY(inspector.description().empty());
    selection.setNode(3);
    QCOMPARE(inspector.description().heading, QStringLiteral("layer2.0.conv2 · conv2d"));
    inspector.setSpan(std::nullopt);  // a node that another view selected stays
    QVERIFY(!inspector.description().empty());
    inspector.setSpan(SpanRef{1, 1});
    inspector.setTrace(nullptr);
    QVERIFY(inspector.description().empty());
  }

  // Row 1 of what new users found: a capture at batch 64 beside a plan at batch 32. An op that was picked in the plan is that op, its times are
  // left out and the reason is told; a span says nothing of the plan's memory.
  void figuresOfDifferentGraphsAreNotJoined() {
    const auto planOf = [](std::int64_t batch) {
      ModelSpec spec;
      spec.name = "lenet5";
      auto view = std::make_shared<PlanView>();
      view->graph = buildTrainingStep(buildModel(spec, {{1, 28, 28}, 10}, batch, true), OptimizerSpec()).graph;
      view->plan = planMemory(view->graph);
      view->batchSize = batch;
      return view;
    };
    const auto plan = planOf(32), recorded = planOf(64);
    const int node = recordedNode(*plan, "conv2", "conv2d");
    QVERIFY(node > 0);
    const auto traceOf = [](const PlanView& of, int shift) {
      TraceBuilder b;
      b.span("Trainer", "conv2d", Category::Forward, 1'000'000, 2'000'000, recordedNode(of, "conv2", "conv2d") + shift, 0);
      b.span("Trainer", "step", Category::Step, 500'000, 10'000'000, -1, 0);
      Trace trace = b.build();
      trace.nodes = recordedNodes(of);
      if (shift > 0) {
        TraceNode reorder;
        reorder.op = reorder.title = "reorder";
        reorder.layer = "conv1";
        reorder.phase = "forward";
        trace.nodes.insert(trace.nodes.begin(), std::move(reorder));
      }
      trace.source = "run 2, steps 5-7";
      return std::make_shared<const Trace>(std::move(trace));
    };
    Selection selection;
    Inspector inspector(&selection);
    inspector.setPlan(plan);
    inspector.setTrace(traceOf(*recorded, 0));
    selection.setNode(node);
    QCOMPARE(inspector.description().heading, QStringLiteral("conv2 · conv2d"));
    const QString other = inspector.description().table();
    QVERIFY2(other.contains("Times of run 2, steps 5-7 with other settings") && !other.contains("median"), qPrintable(other));
    inspector.setSpan(SpanRef{1, 0});
    const QString span = inspector.description().table();
    QVERIFY2(span.contains("median") && !span.contains("reads") && span.contains("other settings"), qPrintable(span));
    // Its nodes are numbered otherwise (a reorder came before): the op is the one that was picked all the same.
    inspector.setTrace(traceOf(*recorded, 1));
    selection.setNode(-1);
    selection.setNode(node);
    QCOMPARE(inspector.description().heading, QStringLiteral("conv2 · conv2d"));
    // Of the same graph both stand side by side.
    inspector.setTrace(traceOf(*plan, 0));
    const QString same = inspector.description().table();
    QVERIFY2(same.contains("median") && same.contains("reads") && !same.contains("other settings"), qPrintable(same));
  }

  // Row 3: 210 MiB for 148 of 150 steps, then bf16: the peak is that of the whole run, and by span of switches.
  void thePeakIsOfTheWholeRun() {
    RunInfo run;
    run.id = 1;
    run.name = "run 1";
    RunSpan first, second;
    first.firstStep = 1;
    first.lastStep = 148;
    first.residentPeakBytes = first.plannedPeakBytes = std::int64_t{210} << 20;
    second.firstStep = 149;
    second.lastStep = 150;
    second.residentPeakBytes = second.plannedPeakBytes = std::int64_t{104} << 20;
    run.spans = {first, second};
    const QString table = describeRun(run).table().replace(QChar(0x00A0), QLatin1Char(' '));
    QVERIFY2(table.contains("peak memory\t210 MiB resident, 210 MiB planned"), qPrintable(table));
    QVERIFY2(table.contains("210 MiB in steps 1 to 148 · 104 MiB in steps 149 to 150"), qPrintable(table));
  }

  void aRunThatGoesOnIsFollowed() {
    Selection selection;
    Inspector inspector(&selection);
    RunInfo run;
    run.id = 3;
    run.name = "run 3";
    run.step = 23;
    inspector.setRunLookup([&](RunId id) { return id == run.id ? std::optional(run) : std::nullopt; });
    QSignalSpy emptied(&inspector, &Inspector::emptied);
    selection.setRun(3);
    QVERIFY(inspector.description().table().contains("23 steps"));
    run.step = 157;
    inspector.refreshRun();
    QVERIFY(inspector.description().table().contains("157 steps"));
    inspector.clear();
    QVERIFY(inspector.description().empty());
    QCOMPARE(emptied.count(), 1);
  }

  // Of an imported trace: what launched a kernel and how long it took to begin, what an op launches in all, and the profiler's arguments.
  void launchesAndArguments() {
    Trace made = *importedTrace();
    class Arguments : public ArgumentSource {
     public:
      std::string json(std::uint64_t handle) const override {
        if (handle == 1) throw Error(ErrorKind::Input, "run.json", "the file has changed", "Open it again");
        return R"({"External id": 12, "grid": [128, 1, 1], "shared memory": 49152, "Input Dims": [[64, 3], []], "x": ""})";
      }
    };
    made.arguments = std::make_shared<Arguments>();
    made.lanes[5].arguments = {0};
    made.lanes[6].arguments = {1};
    const auto tableOf = [&](SpanRef span) { return describeSpan(made, nullptr, {}, span).table().replace(QChar(0x00A0), QLatin1Char(' ')); };
    const QString kernel = tableOf({5, 0});
    QVERIFY2(kernel.contains("launched by\tcudaLaunchKernel in aten::conv2d · began 16 µs after it"), qPrintable(kernel));
    QVERIFY2(kernel.contains("grid\t[128,1,1]") && kernel.contains("shared memory\t48 KiB") && kernel.contains("Input Dims\t[[64,3],[]]"),
             qPrintable(kernel));
    QVERIFY(kernel.indexOf("Input Dims") < kernel.indexOf("grid") && kernel.indexOf("grid") < kernel.indexOf("External id"));
    const QString op = tableOf({1, 0});
    QVERIFY2(op.contains("launches\t2 on the GPU, 100 µs together; first implicit_gemm"), qPrintable(op));
    const QString changed = tableOf({6, 0});
    QVERIFY2(changed.contains("the file has changed"), qPrintable(changed));
  }
};

QTEST_MAIN(InspectorTest)
#include "inspector_test.moc"
