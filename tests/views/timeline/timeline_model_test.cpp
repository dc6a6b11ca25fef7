#include "views/timeline/timeline_model.h"
#include "views/common/theme.h"

#include <QtTest>

#include "sample_trace.h"
#include "views/timeline/timeline_layout.h"

using namespace stepscope;

namespace {

QStringList labels(const TimelineModel& model, int row) {
  QStringList list;
  const TimelineRow& at = model.rows()[static_cast<std::size_t>(row)];
  for (std::uint32_t i = 0; i < at.lane->size(); ++i) list << model.label({row, i});
  return list;
}

int rowNamed(const TimelineModel& model, const QString& name) {
  for (std::size_t i = 0; i < model.rows().size(); ++i)
    if (model.rows()[i].label == name) return static_cast<int>(i);
  return -1;
}

}  // namespace

class TimelineModelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rowsFromTopToBottom() {
    const TimelineModel model(sampleTrace());
    QStringList names;
    for (const TimelineRow& row : model.rows()) names << row.label;
    QCOMPARE(names, (QStringList{"Steps", "Trainer", "layers", "", "ops", "Loader worker 1", "loader queue"}));
    QCOMPARE(model.opsRow(), 4);
    QVERIFY(model.hasLayers());
    const TimelineModel plain(sampleTrace(), {.layerRows = false});
    QCOMPARE(plain.rows().size(), model.rows().size() - 2);
    QVERIFY(plain.hasLayers());  // there would be some to show
    QCOMPARE(model.length(), 350e6);
  }

  void namesOfProcesses_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<QString>("shown");
    // clang-format off
    QTest::newRow("named") << "python" << "4321" << "GPU 0" << "python 4321 · GPU 0";
    QTest::newRow("without a name") << "" << "4321" << "" << "process 4321";
    QTest::newRow("nothing") << "" << "" << "" << "no process";
    QTest::newRow("of a rank") << "rank 0: python" << "rank 0: 4321" << "" << "rank 0: python 4321";
    QTest::newRow("of a rank, without a name") << "rank 10" << "rank 10: 100" << "" << "rank 10: process 100";
    QTest::newRow("of our own rank") << "rank 1" << "rank 1: " << "" << "rank 1";
    // clang-format on
  }
  void namesOfProcesses() {
    QFETCH(QString, name);
    QFETCH(QString, id);
    QFETCH(QString, labels);
    QFETCH(QString, shown);
    Trace trace = *sampleTrace();
    trace.processes.push_back({name.toStdString(), id.toStdString(), labels.toStdString(), 0});
    for (TraceTrack& track : trace.tracks) track.process = static_cast<std::int32_t>(trace.processes.size()) - 1;
    const auto last = static_cast<std::int32_t>(trace.processes.size()) - 1;
    QCOMPARE(TimelineModel(std::make_shared<const Trace>(std::move(trace))).processName(last), shown);
  }

  void phasesAndLayersAreGroups() {
    const TimelineModel model(sampleTrace());
    QCOMPARE(labels(model, 1).mid(0, 4), (QStringList{"data wait", "forward", "backward", "optimizer"}));
    QCOMPARE(model.begin({1, 1}), 5e6);
    QCOMPARE(model.end({1, 1}), 50e6);  // over the reorder in between
    QCOMPARE(labels(model, 2).mid(0, 6), (QStringList{"layer1", "layer2", "layer2", "layer2", "layer1", "layer1"}));
    QCOMPARE(labels(model, 3).mid(0, 2), (QStringList{"layer1.0", "layer2.0"}));
    QCOMPARE(model.end({2, 0}), 30e6);
    QVERIFY(!model.span({1, 1}).has_value());
    QVERIFY(!model.span({2, 0}).has_value());
  }

  void updatesBetweenBackwardOpsMakeOnePhase() {
    TraceBuilder b;
    b.node("loss", "loss", Category::Forward).node("dw", "fc", Category::Backward).node("sgd", "fc", Category::Optimizer);
    for (int step = 0; step < 2; ++step) {
      const int t = step * 100;
      b.span("Trainer", "loss", Category::Forward, t, 10, 0, step).span("Trainer", "dw", Category::Backward, t + 10, 10, 1, step);
      if (step == 1)
        b.span("Trainer", "sgd", Category::Optimizer, t + 20, 10, 2, step).span("Trainer", "dw", Category::Backward, t + 30, 10, 1, step);
      b.span("Trainer", "sgd", Category::Optimizer, t + 40, 10, 2, step).span("Trainer", "step", Category::Step, t, 90, -1, step);
    }
    const TimelineModel model(std::make_shared<const Trace>(b.build()));
    QCOMPARE(labels(model, 1), (QStringList{"forward", "backward", "optimizer", "forward", "backward, with optimizer", "optimizer"}));
    QCOMPARE(model.end({1, 4}), 140.0);
  }

  void opsLeadBackToTheTrace() {
    const std::shared_ptr<const Trace> trace = sampleTrace();
    const TimelineModel model(trace);
    QCOMPARE(labels(model, 4).mid(0, 4), (QStringList{"data wait", "conv2d", "batch norm", "reorder"}));
    for (const int row : {0, 4, 5})
      for (std::uint32_t i = 0; i < model.rows()[static_cast<std::size_t>(row)].lane->size(); ++i) {
        const TimelineHit hit{row, i};
        const std::optional<SpanRef> span = model.span(hit);
        QVERIFY(span.has_value());
        const TraceLane& lane = trace->laneOf(*span);
        QCOMPARE(static_cast<double>(lane.start[span->index] - trace->begin), model.begin(hit));
        QCOMPARE(lane.node[span->index], model.node(hit));
        QCOMPARE(model.find(*span), std::optional<TimelineHit>(hit));
      }
    QCOMPARE(model.layer({4, 1}), QString("layer1.0.conv1"));
    QVERIFY(model.tooltip({4, 1}).contains("winograd") && model.tooltip({4, 1}).contains("50"));  // 1 GFLOP in 20 ms
  }

  void steps() {
    const TimelineModel model(sampleTrace());
    QCOMPARE(model.steps().size(), std::size_t{3});
    QCOMPARE(model.steps()[1].step, 419);
    QCOMPARE(model.medianStep(), 102e6);
    QCOMPARE(model.stepIndexAt(-1), -1);
    QCOMPARE(model.stepIndexAt(0), 0);
    QCOMPARE(model.stepIndexAt(119e6), 0);
    QCOMPARE(model.stepIndexAt(300e6), 2);
    QVERIFY(model.label({0, 0}).startsWith("step 418 · 100"));
    QCOMPARE(model.shortLabel({0, 0}), QString("418"));
  }

  void hitTests() {
    const TimelineModel model(sampleTrace());
    QCOMPARE(model.hit(4, 6e6, 0), std::optional<TimelineHit>({4, 1}));
    QCOMPARE(model.hit(4, 24.999e6, 0), std::optional<TimelineHit>({4, 1}));
    QCOMPARE(model.hit(4, 25e6, 0), std::optional<TimelineHit>({4, 2}));
    QVERIFY(!model.hit(4, 3.5e6, 1e6).has_value());
    QCOMPARE(model.hit(4, 3e6, 1.5e6), std::optional<TimelineHit>({4, 0}));
    QCOMPARE(model.hit(4, 4.2e6, 1.5e6), std::optional<TimelineHit>({4, 1}));
    QVERIFY(!model.hit(6, 6e6, 1e9).has_value());  // a counter
    QVERIFY(!model.hit(99, 6e6, 1e9).has_value() && !model.hit(-1, 0, 1).has_value());
    const TimelineLayout layout(model, {});
    QCOMPARE(layout.rowAt(0), 0);
    QCOMPARE(layout.rowAt(layout.top(4) + 1), 4);
    QCOMPARE(layout.rowAt(-1), -1);
    QCOMPARE(layout.rowAt(layout.height()), -1);
  }

  void counters() {
    const TimelineModel model(sampleTrace());
    const int row = rowNamed(model, "loader queue");
    QVERIFY(!model.counterAt(row, 69e6).has_value());
    QCOMPARE(model.counterAt(row, 70e6), std::optional<double>(1));
    QCOMPARE(model.counterAt(row, 200e6), std::optional<double>(2));
    QVERIFY(!model.counterAt(0, 200e6).has_value());
    QCOMPARE(model.rows()[static_cast<std::size_t>(row)].counterMax, 3.0);
  }

  void searching_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("count");
    QTest::newRow("nothing") << "  " << 0;
    QTest::newRow("op title") << "backward weights" << 6;
    QTest::newRow("any case") << "CONV2D" << 12;
    QTest::newRow("layer") << "layer2.0" << 9;
    QTest::newRow("one layer by its whole name") << "layer:layer1.0.conv1" << 9;
    QTest::newRow("layers within a layer") << "layer:layer2" << 9;
    QTest::newRow("no part of a layer") << "layer:conv1" << 0;
    QTest::newRow("an op by its whole title") << "name:conv2d" << 6;
    QTest::newRow("a span by its whole name") << "name: load  batch " << 3;
    QTest::newRow("no part of a name") << "name:load" << 0;
    QTest::newRow("no name behind a title") << "name:conv2d_grad_weight" << 0;
    QTest::newRow("kernel") << "winograd" << 3;
    QTest::newRow("span of no op") << "data wait" << 3;
    QTest::newRow("another track") << "load b" << 3;
    QTest::newRow("not there") << "lstm" << 0;
  }
  void searching() {
    QFETCH(QString, text);
    QFETCH(int, count);
    const TimelineModel model(sampleTrace());
    const std::vector<TimelineHit> found = model.search(text);
    QCOMPARE(static_cast<int>(found.size()), count);
    for (std::size_t i = 1; i < found.size(); ++i) QVERIFY(model.begin(found[i]) >= model.begin(found[i - 1]));
  }

  void spansOfANode() {
    const TimelineModel model(sampleTrace());
    QCOMPARE(model.spansOfNode(3).size(), std::size_t{3});
    QVERIFY(model.spansOfNode(-1).empty());
    QVERIFY(model.spansOfNode(99).empty());
  }

  void rangesAreSummarized() {
    const TimelineModel model(sampleTrace());
    RangeSummary summary = model.summarize(0, 10e6);
    QCOMPARE(summary.ops, std::int64_t{2});
    QCOMPARE(summary.length, 10e6);
    QCOMPARE(summary.busy, 0.7);
    summary = model.summarize(95e6, 120e6);
    QCOMPARE(summary.ops, std::int64_t{0});
    QCOMPARE(summary.busy, 0.0);
    QCOMPARE(model.summarize(5, 5).ops, std::int64_t{0});
  }

  void table() {
    const TimelineModel model(sampleTrace());
    const QString text = model.toTable(0, 10e6);
    const QStringList lines = text.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines[0], QString("track\tspan\tlayer\tstep\tbegin ms\tduration ms"));
    QVERIFY(lines.contains("ops\tconv2d\tlayer1.0.conv1\t418\t5.000000\t20.000000"));
    for (const QString& line : lines) QCOMPARE(line.count('\t'), 5);
    const QString cut = model.toTable(0, model.length(), 3);
    QCOMPARE(cut.count('\n'), 5);
    QVERIFY(cut.contains("more spans"));
  }

  void groupsFold() {
    const TimelineModel model(sampleTrace());
    QCOMPARE(model.groups().size(), std::size_t{1});  // the trainer; a single lane is no group
    QCOMPARE(model.groupPath(0), QString("Trainer"));
    QCOMPARE(model.groups()[0].header, 1);
    QCOMPARE(model.groups()[0].end, 5);
    QCOMPARE(model.rows()[1].heads, 0);
    const TimelineLayout open(model, {}), folded(model, {"Trainer"}), low(model, {}, 2);
    QCOMPARE(open.height() - folded.height(), 3 * 24);
    QCOMPARE(folded.foldedAt(1), 0);
    QVERIFY(folded.shown(1) && !folded.shown(4) && folded.shown(5));
    QCOMPARE(folded.shownRow(4), 1);
    QCOMPARE(folded.rowAt(folded.top(5) + 1), 5);
    QVERIFY(low.height() < open.height() / 2 && low.shown(4));
  }

  // Processes, streams whose kernels overlap, loader workers, moments and counters of an imported trace.
  // Rows grow into the room there is, headings do not, and no row more than twice.
  void rowsGrow() {
    const TimelineModel model(sampleTrace());
    const TimelineLayout plain(model, {});
    for (const int room : {plain.height() / 2, plain.height() + 60, plain.height() * 5}) {
      const TimelineLayout grown(model, {}, 0, room);
      QVERIFY(grown.height() <= std::max(room, plain.height()));
      bool more = false;
      for (int row = 0; row < static_cast<int>(model.rows().size()); ++row) {
        QVERIFY(grown.height(row) >= plain.height(row) && grown.height(row) <= 2 * plain.height(row));
        if (model.rows()[static_cast<std::size_t>(row)].kind == TimelineRow::Kind::Steps) QCOMPARE(grown.height(row), plain.height(row));
        more = more || grown.height(row) > plain.height(row);
        if (grown.height(row) > 0) QCOMPARE(grown.rowAt(grown.top(row)), row);
      }
      QCOMPARE(more, room > plain.height());
    }
  }

  void processesOfAnImport() {
    const std::shared_ptr<const Trace> trace = importedTrace();
    const TimelineModel model(trace);
    QStringList names;
    for (const TimelineRow& row : model.rows()) names << row.label;
    QCOMPARE(names, (QStringList{"Steps", "python 4711", "thread 4711", "", "", "Loader workers", "Loader worker 1", "Loader worker 2",
                                 "python 0 · GPU 0", "stream 7", "", "GPU memory bytes"}));
    QCOMPARE(model.rows()[2].indent, 1);
    QCOMPARE(model.rows()[6].indent, 2);
    QCOMPARE(model.groupPath(model.rows()[6].group), QString("python 4711 / Loader workers"));
    // Both lanes of the stream belong to it and fold together.
    QCOMPARE(model.rows()[9].group, model.rows()[10].group);
    const TimelineLayout folded(model, {"python 0 · GPU 0"});
    QVERIFY(folded.shown(8) && !folded.shown(9) && !folded.shown(11));
    QVERIFY(model.counterRange(11).contains("MiB"));
    QCOMPARE(model.spansLike({9, 0}).size(), std::size_t{2});  // both kernels of that name, of whichever lane
    QVERIFY(!model.span({8, 0}).has_value());
  }

  void coloursByCategoryLayerAndDuration() {
    const TimelineModel plain(sampleTrace()), layers(sampleTrace(), {.colors = TimelineColors::Layer}),
        durations(sampleTrace(), {.colors = TimelineColors::Duration});
    QVERIFY(plain.rows()[4].keys.empty());
    QCOMPARE(layers.rows()[4].keys.size(), layers.rows()[4].lane->size());
    QCOMPARE(layers.rows()[4].keys[1], layers.rows()[4].keys[2]);   // layer1
    QVERIFY(layers.rows()[4].keys[1] != layers.rows()[4].keys[4]);  // layer2
    QVERIFY(durations.rows()[4].keys[1] > durations.rows()[4].keys[0]);
    QStringList names;
    for (const TimelineKeys::Entry& entry : layers.legend()) names << entry.name;
    QCOMPARE(names, (QStringList{"layer1", "layer2"}));
    names.clear();
    for (const TimelineKeys::Entry& entry : plain.legend()) names << entry.name;
    QVERIFY(names.contains("forward") && names.contains("data") && !names.contains("step"));
    const TimelineModel imported(importedTrace());
    names.clear();
    for (const TimelineKeys::Entry& entry : imported.legend()) names << entry.name;
    QVERIFY(names.contains("GPU kernel") && names.contains("CPU op"));
  }

  // Kernels and ops of the host that communicate, whatever phase they are of; in every mode of colours there is a key for it.
  void communicationHasItsOwnColour() {
    TraceBuilder b;
    b.gpu("GPU stream 7", "gemm", SpanKind::Kernel, 0, 10).gpu("GPU stream 20", "ncclDevKernel_AllReduce_Sum_bf16", SpanKind::Kernel, 5, 10);
    b.gpu("Trainer", "MPI_Allreduce", SpanKind::CpuOp, 0, 10).gpu("Trainer", "aten::add", SpanKind::CpuOp, 20, 10);
    Trace trace = b.build();
    for (TraceLane& lane : trace.lanes) std::fill(lane.category.begin(), lane.category.end(), static_cast<std::uint8_t>(Category::Backward));
    trace.events = 4;
    const TimelineKeys keys(trace, TimelineColors::Category);
    int communicates = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const std::uint8_t key = keys.keysOf(lane)[i];
        QVERIFY(key < kTimelineKeys);
        const QString name = QString::fromStdString(std::string(trace.names.name(lane.name[i])));
        const bool wanted = name.startsWith("nccl") || name.startsWith("MPI");
        QVERIFY2((timelineColor(TimelineColors::Category, key) == communicationColor()) == wanted, qPrintable(name));
        communicates += wanted;
      }
    QCOMPARE(communicates, 2);
    const std::vector<TimelineKeys::Entry> legend = keys.legend();
    const auto entry = std::find_if(legend.begin(), legend.end(), [](const TimelineKeys::Entry& e) { return e.name == "communication"; });
    QVERIFY(entry != legend.end());
    QCOMPARE(entry->color, communicationColor());
    for (int category = 0; category <= static_cast<int>(Category::Other); ++category)
      QVERIFY(categoryColor(static_cast<Category>(category)) != communicationColor());
  }

  void aTraceWithoutStepsStillShows() {
    TraceBuilder b;
    b.span("stream 7", "kernel", Category::Other, 10, 5).span("stream 7", "kernel", Category::Other, 20, 5);
    const TimelineModel model(std::make_shared<const Trace>(b.build()));
    QCOMPARE(model.rows().size(), std::size_t{1});
    QVERIFY(model.steps().empty());
    QCOMPARE(model.opsRow(), -1);
    QCOMPARE(model.summarize(0, 10).ops, std::int64_t{0});
    const TimelineModel nothing(std::make_shared<const Trace>());
    QVERIFY(nothing.rows().empty());
    QCOMPARE(TimelineLayout(nothing, {}).height(), 0);
    QCOMPARE(TimelineLayout().height(), 0);
    QVERIFY(nothing.search("x").empty());
  }

  void spansOutsideStepsAndNestedOnes() {
    TraceBuilder b;
    b.span("Trainer", "inner", Category::Forward, 20, 10)
        .span("Trainer", "op", Category::Forward, 10, 50)
        .span("Trainer", "step", Category::Step, 0, 100, -1, 1)
        .span("Trainer", "validation", Category::Validation, 150, 50);
    const TimelineModel model(std::make_shared<const Trace>(b.build()));
    QCOMPARE(labels(model, model.opsRow()), (QStringList{"op", "validation"}));
    QCOMPARE(labels(model, model.opsRow() + 1), QStringList{"inner"});
  }
};

QTEST_GUILESS_MAIN(TimelineModelTest)
#include "timeline_model_test.moc"
