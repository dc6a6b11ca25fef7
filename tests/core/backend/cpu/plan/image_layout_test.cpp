// channels_last = auto: what was measured is kept and taken again, at another batch size too; damaged entries are measured again; a trial
// can be cancelled. Qt last: its macro "slots" would change the memory plan's header.
#include "core/backend/cpu/plan/image_layout_choice.h"
#include "core/backend/devices/devices.h"

#include <algorithm>
#include <atomic>

#include "core/models/model.h"
#include "core/passes/step_graph.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::cpu;

namespace {

constexpr std::int64_t kPlenty = std::int64_t{1} << 34;

Graph stepOf(const char* model, const Shape& sample, std::int64_t batch, const StepOptions& passes = {}) {
  ModelSpec spec;
  spec.name = model;
  return buildTrainingStep(buildModel(spec, {sample, 10}, batch, true), OptimizerSpec{}, passes).graph;
}

LoweringOptions blocks() {
  LoweringOptions lowering;
  lowering.threads = 1;
  lowering.images = Layout::Blocked8;
  lowering.machine = "a machine";
  return lowering;
}

// The layout of the images between layers that are no matrices.
Layout layoutOf(const Lowered& lowered) {
  for (const Node& node : lowered.graph.nodes())
    if (node.op->name == "batch_norm" && lowered.graph.value(node.inputs[0]).shape[2] > 1) return lowered.graph.value(node.inputs[0]).layout;
  return Layout::Opaque;
}

}  // namespace

class ImageLayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QVERIFY(!findBackend("cpu")->device().isa.empty()); }  // a cap on instruction sets is read first

  void keptChoiceIsTaken_data() {
    QTest::addColumn<QString>("kept");
    QTest::addColumn<int>("images");
    QTest::addColumn<int>("layout");
    QTest::addColumn<QString>("note");
    const auto row = [](const char* name, const char* kept, ImageLayout images, Layout layout, const char* note) {
      QTest::newRow(name) << kept << static_cast<int>(images) << static_cast<int>(layout) << note;
    };
    row("NHWC", "NHWC; images are in NHWC, 3 ms", ImageLayout::ChannelsLast, Layout::ChannelsLast, "images are in NHWC, 3 ms");
    row("NCHW", "NCHW; so it was", ImageLayout::ChannelsFirst, Layout::Plain, "so it was");
    row("blocks", "blocks of channels; so it was", ImageLayout::Auto, Layout::Blocked8, "so it was");
    row("damaged", "sideways; so it was", ImageLayout::Auto, Layout::Blocked8, "");
    row("empty", "", ImageLayout::Auto, Layout::Blocked8, "");
  }

  void keptChoiceIsTaken() {
    QFETCH(QString, kept);
    QFETCH(int, images);
    QFETCH(int, layout);
    QFETCH(QString, note);
    KernelChoices choices;
    CompileOptions options;
    options.mayTime = false;
    options.choices = &choices;
    const Graph graph = stepOf("resnet20", {3, 16, 16}, 4);
    choices.set(layoutKey(graph, blocks()), kept.toStdString());
    const LayoutChoice choice = lowerInFastestLayout(graph, options, blocks(), kPlenty);
    QCOMPARE(static_cast<int>(choice.images), images);
    QCOMPARE(static_cast<int>(layoutOf(choice.lowered)), layout);
    QCOMPARE(choice.notes.empty() ? QString() : QString::fromStdString(choice.notes[0]), note);

    const LayoutChoice larger = lowerInFastestLayout(stepOf("resnet20", {3, 16, 16}, 6), options, blocks(), kPlenty);
    QCOMPARE(static_cast<int>(larger.images), images);
    if (!note.isEmpty()) QCOMPARE(QString::fromStdString(larger.notes.at(0)), note + ", at another batch size");

    const LayoutChoice other = lowerInFastestLayout(stepOf("resnet18", {3, 16, 16}, 4), options, blocks(), kPlenty);
    QCOMPARE(static_cast<int>(other.images), static_cast<int>(ImageLayout::Auto));
    options.autotune = false;  // nothing is chosen by timing
    QCOMPARE(static_cast<int>(lowerInFastestLayout(graph, options, blocks(), kPlenty).images), static_cast<int>(ImageLayout::Auto));
  }

  void modelsWithoutImagesHaveNothingToChoose() { QVERIFY(layoutKey(stepOf("mlp", {1, 28, 28}, 4), blocks()).empty()); }

  // Turning a switch that leaves the convolutions alone asks for no other trial.
  void fusionAndCheckpointingKeepTheChoice() {
    const auto keyOf = [](const StepOptions& passes) { return layoutKey(stepOf("resnet20", {3, 16, 16}, 4, passes), blocks()); };
    const std::string key = keyOf({});
    QVERIFY(!key.empty());
    StepOptions unfused, checkpointed;
    unfused.fusion = false;
    checkpointed.checkpointing.mode = Checkpointing::Mode::Sqrt;
    QCOMPARE(keyOf(unfused), key);
    QCOMPARE(keyOf(checkpointed), key);
    QVERIFY(layoutKey(stepOf("resnet18", {3, 16, 16}, 4), blocks()) != key);
  }

  // Whatever is fastest here, it is kept with the times of all three. (One thread asks nobody whether the cores are busy.)
  void measuredChoiceIsKept() {
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Graph graph = stepOf("resnet20", {3, 32, 32}, 8);
    const LayoutChoice choice = lowerInFastestLayout(graph, options, blocks(), kPlenty);
    const auto kept = choices.find(layoutKey(graph, blocks()));
    QVERIFY(!choice.notes.empty());
    const std::string note = choice.notes[0];
    QVERIFY(kept && !choices.isProvisional(layoutKey(graph, blocks())));
    for (const char* name : {"blocks of channels", "NHWC", "NCHW"}) QVERIFY2(note.find(name) != std::string::npos, note.c_str());
    const LayoutChoice again = lowerInFastestLayout(graph, options, blocks(), kPlenty);
    QCOMPARE(static_cast<int>(again.images), static_cast<int>(choice.images));
    QCOMPARE(again.notes, choice.notes);
  }

  // The trial tells what it does, and ends when it is asked to: nothing is told after that, and nothing is kept.
  void trialCanBeCancelled_data() {
    QTest::addColumn<QString>("when");
    QTest::newRow("while kernels are timed") << "timing kernels";
    QTest::newRow("in blocks") << "comparing layouts of images: blocks";
    QTest::newRow("in NHWC") << "comparing layouts of images: NHWC";
  }

  void trialCanBeCancelled() {
    QFETCH(QString, when);
    KernelChoices choices;
    std::atomic<bool> cancel{false};
    int toldAfter = 0;
    CompileOptions options;
    options.choices = &choices;
    options.cancel = &cancel;
    options.progress = [&](const std::string& what) {
      toldAfter += cancel ? 1 : 0;
      if (QString::fromStdString(what).startsWith(when)) cancel = true;
    };
    const Graph graph = stepOf("resnet20", {3, 32, 32}, 8);
    QVERIFY_EXCEPTION_THROWN(lowerInFastestLayout(graph, options, blocks(), kPlenty), Cancelled);
    QCOMPARE(toldAfter, 0);
    QVERIFY(!choices.find(layoutKey(graph, blocks())));
  }

  // What could not be measured is kept for the programs of this run, which must agree bit for bit, and measured by the next run.
  void shortMemoryIsNoTrialOfThisRun() {
    KernelChoices choices;
    CompileOptions options;
    options.choices = &choices;
    const Graph graph = stepOf("resnet20", {3, 32, 32}, 8);
    const std::string key = layoutKey(graph, blocks());
    const LayoutChoice choice = lowerInFastestLayout(graph, options, blocks(), 1 << 20);
    QCOMPARE(static_cast<int>(choice.images), static_cast<int>(ImageLayout::Auto));
    QVERIFY(choice.notes.at(0).find("not enough memory") != std::string::npos);
    QVERIFY(choices.find(key) && choices.isProvisional(key));
    QCOMPARE(lowerInFastestLayout(graph, options, blocks(), kPlenty).notes, choice.notes);
    KernelChoices next;
    for (const auto& [known, kernel] : choices.entries()) next.set(known, kernel, choices.isProvisional(known));
    options.choices = &next;
    QVERIFY(lowerInFastestLayout(graph, options, blocks(), kPlenty).notes.at(0).find("whose kernels take") != std::string::npos);
    QVERIFY(!next.isProvisional(key));
  }
};

QTEST_GUILESS_MAIN(ImageLayoutTest)
#include "image_layout_test.moc"
