// What changed between two traces: on hand-made ones with known differences and noise, and on the published pair.
#include "profiler/analysis/diff/trace_diff.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QFile>
#include <QtTest>
#include <random>

using namespace stepscope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

struct Made {
  double waitMs = 12, convMs = 20, reluMs = 5, noise = 0.02;
  int steps = 12;
  unsigned seed = 1;
  bool norm = false;
};

// A training on the CPU, each op with noise of its own.
Trace made(const Made& of) {
  std::mt19937 random(of.seed);
  std::normal_distribution<double> normal;
  TraceBuilder b;
  b.node("conv2d", "conv1", Category::Forward).node("relu", "act", Category::Forward).node("batch_norm", "norm", Category::Forward);
  std::int64_t t = 0;
  for (int step = 0; step < of.steps; ++step) {
    const std::int64_t begin = t;
    const auto ns = [&](double ms) { return static_cast<std::int64_t>(ms * (1 + of.noise * normal(random)) * 1e6); };
    const auto add = [&](const char* name, Category category, double ms, int node) {
      const std::int64_t duration = ns(ms);
      b.span("Trainer", name, category, t, duration, node, step);
      t += duration;
    };
    add("data wait", Category::Data, of.waitMs, -1);
    add("conv2d", Category::Forward, of.convMs, 0);
    add("relu", Category::Forward, of.reluMs, 1);
    if (of.norm) add("batch_norm", Category::Forward, 3, 2);
    t += kMs / 10;
    b.span("Trainer", "step", Category::Step, begin, t - begin, -1, step);
  }
  return b.build();
}

const DiffRow* find(const std::vector<DiffRow>& rows, const std::string& name) {
  for (const DiffRow& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

}  // namespace

class TraceDiffTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatChangedIsTold() {
    const TraceDiff diff = diffTraces(made({}), made({.waitMs = 1, .convMs = 18.4, .seed = 2}));
    QCOMPARE(diff.step, Change::Faster);
    QVERIFY(diff.stepNoise->high < 0);
    QVERIFY2(diff.sentence.starts_with("step 3") && diff.sentence.find("ms: data wait -1") != std::string::npos &&
                 diff.sentence.find("conv2d -1.") != std::string::npos,
             diff.sentence.c_str());
    QCOMPARE(find(diff.categories, "data_loader")->change, Change::Faster);
    QVERIFY(!find(diff.categories, "profiler"));  // not told by either
    QCOMPARE(find(diff.ops, "conv2d")->change, Change::Faster);
    QCOMPARE(find(diff.ops, "relu")->change, Change::None);
    QCOMPARE(find(diff.layers, "conv1")->change, Change::Faster);
    const DiffRow* node = find(diff.nodes, "conv1 conv2d forward");
    QVERIFY(node && node->key && node->key->layer == "conv1" && node->change == Change::Faster);
    QVERIFY(!diff.onGpu && diff.kernels.empty());
    QCOMPARE(diff.common, 1.0);
  }

  void whatIsNewOrGone() {
    const Trace with = made({.norm = true}), without = made({});
    const TraceDiff added = diffTraces(without, with), removed = diffTraces(with, without);
    QCOMPARE(find(added.ops, "batch_norm")->change, Change::New);
    QCOMPARE(find(removed.ops, "batch_norm")->change, Change::Gone);
    QCOMPARE(added.step, Change::Slower);
    QVERIFY(find(removed.nodes, "norm batch_norm forward"));
  }

  // The same program again, 40 times: never is the step called changed, and hardly ever an op.
  void noiseIsNoChange() {
    int steps = 0, rows = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
      const TraceDiff diff = diffTraces(made({.noise = 0.05, .seed = 100 + 2 * seed}), made({.noise = 0.05, .seed = 101 + 2 * seed}));
      steps += diff.step != Change::None;
      for (const DiffRow& row : diff.ops) rows += row.change != Change::None;
    }
    QVERIFY2(steps <= 2, qPrintable(QString::number(steps)));
    QVERIFY2(rows <= 3, qPrintable(QString::number(rows)));  // of 120
    const Trace same = made({});
    const TraceDiff diff = diffTraces(same, same);
    QCOMPARE(diff.step, Change::None);
    QVERIFY(diff.sentence.find("no change") != std::string::npos);
    for (const DiffRow& row : diff.nodes) QVERIFY(row.change == Change::None && row.delta() == 0);
  }

  void theIntervalHoldsTheTruth() {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    for (const std::size_t count : {std::size_t{5}, std::size_t{8}, std::size_t{30}, std::size_t{200}}) {
      int holds99 = 0, holds95 = 0;
      for (int trial = 0; trial < 400; ++trial) {
        std::vector<double> a, b;
        for (std::size_t i = 0; i < count; ++i) {
          a.push_back(40 + normal(random));
          b.push_back(38 + normal(random));
        }
        holds99 += noiseOfDifference(a, b, 0.99)->holds(-2);
        holds95 += noiseOfDifference(a, b, 0.95)->holds(-2);
      }
      QVERIFY2(holds99 >= 388 && holds95 >= 368 && holds95 < 400, qPrintable(QString("%1 and %2 of 400 at %3").arg(holds99).arg(holds95).arg(count)));
    }
    QVERIFY(!noiseOfDifference({1, 2}, {1, 2, 3}, 0.95));
    QCOMPARE(meanOf({1, 2, 9}), 4.0);
    QCOMPARE(meanOf({}), 0.0);
  }

  // Nothing shows how much steps vary that are all alike, or too few: no interval, and no word of a noise of 0.
  void noiseThatIsUnknown() {
    QVERIFY(!noiseOfDifference({5, 5, 5, 5}, {7, 7, 7, 7}, 0.95));
    QVERIFY(noiseOfDifference({5, 5, 5, 5}, {7, 7, 7, 8}, 0.95));
    const auto alike = [](int steps, double ms) { return made({.convMs = ms, .noise = 0, .steps = steps}); };
    const TraceDiff same = diffTraces(alike(6, 20), alike(6, 20));
    QCOMPARE(same.step, Change::None);
    QVERIFY2(same.sentence.ends_with(", a change below 1 %, its noise is unknown (on each side all steps take the same time)"),
             same.sentence.c_str());
    const TraceDiff slower = diffTraces(alike(6, 20), alike(6, 30));
    QCOMPARE(slower.step, Change::Unknown);
    QVERIFY(!slower.stepNoise);
    QVERIFY2(slower.sentence.find("ms, its noise is unknown (on each side all steps take the same time): conv2d +10") != std::string::npos,
             slower.sentence.c_str());
    const TraceDiff few = diffTraces(alike(1, 20), alike(6, 30));
    QVERIFY2(few.sentence.find("its noise is unknown (1 and 6 steps are too few to tell)") != std::string::npos, few.sentence.c_str());
    for (const TraceDiff& diff : {same, slower, few}) QVERIFY2(diff.sentence.find("noise of 0") == std::string::npos, diff.sentence.c_str());
    const TraceDiff noisy = diffTraces(made({.seed = 3}), made({.seed = 4}));
    QVERIFY2(noisy.stepNoise && noisy.sentence.find("beyond the noise of ") != std::string::npos, noisy.sentence.c_str());
  }

  // The step of a diff lasts until the last work of the GPU ends; the host's figure, which other commands tell, stands beside it. Steps of 1 ms on
  // the host whose kernels end 0.5 ms later: three steps from 0 to 3.5 ms.
  void theStepIsNamed() {
    const auto late = [](std::int64_t lateNs) {
      TraceBuilder b;
      for (int step = 0; step < 3; ++step) {
        const std::int64_t t = step * kMs;
        b.gpu("GPU stream 7", "gemm", SpanKind::Kernel, t + kMs / 2, kMs / 2 + lateNs - 1, 0, -1, step);
        b.span("Trainer", "step", Category::Step, t, kMs, -1, step);
      }
      return b.build();
    };
    const TraceDiff diff = diffTraces(late(kMs / 4), late(kMs / 2));
    QCOMPARE(*diff.hostStepNs[0], 1e6);
    QCOMPARE(*diff.hostStepNs[1], 1e6);
    QVERIFY(*diff.stepNs[1] > *diff.stepNs[0] && *diff.stepNs[0] > 1e6);
    QVERIFY2(diff.sentence.find("until the last work of the GPU ends (1.00 -> 1.00 ms on the host)") != std::string::npos, diff.sentence.c_str());
    const TraceDiff cpu = diffTraces(made({}), made({.seed = 2}));
    QVERIFY2(cpu.sentence.find("on the host") == std::string::npos, cpu.sentence.c_str());
  }

  void whatIsMissingIsSaid() {
    TraceBuilder other;  // no steps, other ops
    other.gpu("GPU stream 7", "gemm", SpanKind::Kernel, 0, 500);
    const Trace noSteps = other.build(), steps = made({});
    for (const TraceDiff& diff : {diffTraces(noSteps, steps), diffTraces(steps, noSteps), diffTraces(noSteps, noSteps), diffTraces(Trace{}, steps),
                                  diffTraces(Trace{}, Trace{})}) {
      QVERIFY(!diff.missing.empty() || !diff.sentence.empty());
      QVERIFY(diff.step == Change::Unknown || diff.step == Change::None);
      QVERIFY2(diff.sentence.find("no training steps") != std::string::npos, diff.sentence.c_str());
    }
    const TraceDiff two = diffTraces(made({.steps = 2}), made({.waitMs = 30, .steps = 2}));
    QCOMPARE(two.step, Change::Unknown);
    QVERIFY(two.sentence.find("too few") != std::string::npos);
    const TraceDiff models = diffTraces(steps, [] {
      TraceBuilder b;
      b.node("matmul", "fc", Category::Forward);
      for (int step = 0; step < 5; ++step)
        b.span("Trainer", "matmul", Category::Forward, step * kMs, kMs / 2, 0, step)
            .span("Trainer", "step", Category::Step, step * kMs, kMs, -1, step);
      return b.build();
    }());
    QVERIFY(models.common < 0.5);
    QVERIFY(std::any_of(models.missing.begin(), models.missing.end(),
                        [](const std::string& s) { return s.find("not two runs of one model") != std::string::npos; }));
  }

  void published() {
    const auto open = [](const char* name) {
      const QString path = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + "/traces/" + name;
      return QFile::exists(path) ? importTrace(path.toStdString(), {}) : std::nullopt;
    };
    const std::optional<Trace> a = open("resnet50_num_workers_0.pt.trace.json.gz"), b = open("resnet50_num_workers_4.pt.trace.json.gz");
    if (!a || !b) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const TraceDiff diff = diffTraces(*a, *b);
    QCOMPARE(diff.step, Change::Faster);
    QVERIFY2(diff.sentence.find("data wait -") != std::string::npos, diff.sentence.c_str());
    QCOMPARE(find(diff.categories, "data_loader")->change, Change::Faster);
    QVERIFY(diff.common > 0.9);
    QVERIFY(diff.onGpu);
    const TraceDiff none = diffTraces(*a, *a);
    QCOMPARE(none.step, Change::None);
  }
};

QTEST_GUILESS_MAIN(TraceDiffTest)
#include "trace_diff_test.moc"
