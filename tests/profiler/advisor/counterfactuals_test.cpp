// What a step would take at best: made traces whose answer is counted by hand, and bounds on every trace at hand: never less than nothing, never more
// than the part of the critical path that the change can take away, and nothing that cannot apply.
#include "tests/profiler/advisor/diagnosis.h"
#include "tests/profiler/advisor/kineto_writer.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr double kMs = 1000;  // us
constexpr char kGemm[] = "ampere_bf16_s16816gemm";

QString dataFile(const QString& name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + '/' + name;
}

const Counterfactual* of(const Advice& advice, const char* key) {
  for (const Counterfactual& one : advice.whatIf)
    if (one.key == key) return &one;
  return nullptr;
}

std::string all(const Advice& advice) {
  std::string text;
  for (const Counterfactual& one : advice.whatIf) text += one.key + ": " + one.sentence + '\n';
  return text;
}

// Six steps of so many ms.
template <class Step>
Diagnosis stepsOf(double ms, const Step& step) {
  KinetoWriter w;
  for (int s = 0; s < 6; ++s) {
    const double t = s * ms * kMs;
    w.step(s, t, ms * kMs - 1);
    step(w, t);
  }
  return diagnosisOf(w.trace());
}

}  // namespace

class CounterfactualsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  static void bounds(const Diagnosis& d, const char* of) {
    const double step = d.facts.trace.replayedStepMs;
    double before = 1e300;
    for (const Counterfactual& one : d.advice.whatIf) {
      const QByteArray what = QByteArray(of) + ": " + one.key.c_str() + ": " + one.sentence.c_str();
      QVERIFY2(one.gainMs >= 0 && one.gainMs <= one.partMs * 1.0001, what.constData());
      QVERIFY2(std::abs(one.stepMs + one.gainMs - step) < 1e-6 * step && one.stepMs >= 0, what.constData());
      QVERIFY2(one.gainMs <= before && one.sentence.find("nan") == std::string::npos, what.constData());
      before = one.gainMs;
    }
  }

 private Q_SLOTS:
  // 100 kernels of 20 us, one every 200 us, each 5 us after its call has ended: without the host 2.5 ms.
  void graphs() {
    const Diagnosis d = stepsOf(20, [](KinetoWriter& w, double t) {
      for (int k = 0; k < 100; ++k)
        w.op("aten::mul", t + k * 200, 150).kernel("vectorized_elementwise_kernel", t + k * 200 + 50, t + k * 200 + 60, 20);
    });
    const Counterfactual* graphs = of(d.advice, "cuda_graphs");
    QVERIFY2(graphs && near(graphs->stepMs, 2.5, 0.1), all(d.advice).c_str());
    QVERIFY2(graphs->sentence.starts_with("If CUDA graphs started the kernels: "), graphs->sentence.c_str());
    // Twice the batch: 100 kernels of 40 us in the same 20 ms, 10 ms for as many samples.
    const Counterfactual* twice = of(d.advice, "twice_the_batch");
    QVERIFY2(twice && near(twice->stepMs, 10, 0.2), all(d.advice).c_str());
    for (const char* key : {"copies_ahead", "communication_hidden", "fused_optimizer", "loader_workers"})
      QVERIFY2(!of(d.advice, key), all(d.advice).c_str());
    bounds(d, "graphs");
  }

  // 200 small updates, one every 50 us, after 10 ms of work: without them the work is left, and one kernel of 5 us.
  void fusedOptimizer() {
    const auto trace = [](const char* name) {
      return stepsOf(22, [name](KinetoWriter& w, double t) {
        w.op("aten::mm", t + 10, 50).kernel(kGemm, t + 20, t + 40, 10 * kMs);
        w.call("cudaDeviceSynchronize", t + 100, 10 * kMs).span("user_annotation", name, t + 11 * kMs, 10 * kMs);
        for (int k = 0; k < 200; ++k) {
          const double at = t + 11 * kMs + k * 50;
          w.op("aten::addcdiv_", at, 40).kernel("vectorized_elementwise_kernel", at + 10, at + 20, 5);
        }
      });
    };
    const Diagnosis d = trace("Optimizer.step#Adam.step");
    const Counterfactual* fused = of(d.advice, "fused_optimizer");
    QVERIFY2(fused && fused->sentence.find("update by Adam") != std::string::npos && near(fused->gainMs, 10, 0.5), all(d.advice).c_str());
    bounds(d, "fused");
    // LBFGS has no fused form.
    const Diagnosis other = trace("Optimizer.step#LBFGS.step");
    QVERIFY2(!of(other.advice, "fused_optimizer"), all(other.advice).c_str());
  }

  // A copy of 40 ms that its own call waits for, and then 50 ms of work that the host waits for: 50 ms are left.
  void copiesAhead() {
    const Diagnosis d = stepsOf(91, [](KinetoWriter& w, double t) {
      w.op("aten::copy_", t + 10, 40 * kMs)
          .work("gpu_memcpy", "cudaMemcpyAsync", t + 20, 39.9 * kMs, "Memcpy HtoD (Pageable -> Device)", t + 60, 39.8 * kMs);
      w.op("aten::mm", t + 40.2 * kMs, 100).kernel(kGemm, t + 40.25 * kMs, t + 40.3 * kMs, 50 * kMs);
      w.call("cudaDeviceSynchronize", t + 40.4 * kMs, 49.9 * kMs);
    });
    const Counterfactual* copies = of(d.advice, "copies_ahead");
    QVERIFY2(copies && near(copies->gainMs, 39.9, 0.5), all(d.advice).c_str());
    bounds(d, "copies");
  }

  // A batch takes 100 ms to load in the loop, the rest of a step 20 ms: five workers, and 20 ms. With loading of 60 beside 40 ms: two, and 40 ms.
  void loaderWorkers() {
    for (const auto& [load, rest, workers] :
         {std::tuple{100.0, 20.0, "5 workers"}, std::tuple{60.0, 40.0, "2 workers"}, std::tuple{10.0, 40.0, "one worker"}}) {
      const Diagnosis d = stepsOf(load + rest, [load = load, rest = rest](KinetoWriter& w, double t) {
        w.span("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", t + 1, load * kMs);
        w.op("aten::mm", t + load * kMs + 10, 50).kernel(kGemm, t + load * kMs + 20, t + load * kMs + 40, rest * kMs - 100);
        w.call("cudaDeviceSynchronize", t + load * kMs + 80, rest * kMs - 130);
      });
      const Counterfactual* one = of(d.advice, "loader_workers");
      QVERIFY2(one && one->sentence.find(workers) != std::string::npos && near(one->stepMs, rest, 0.5), all(d.advice).c_str());
      bounds(d, "workers");
    }
  }

  void communicationHidden() {
    const Diagnosis d = stepsOf(51, [](KinetoWriter& w, double t) {
      w.op("aten::mm", t + 10, 50).kernel(kGemm, t + 20, t + 40, 30 * kMs);
      w.op("nccl:all_reduce", t + 100, 50).kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", t + 110, t + 30 * kMs + 50, 20 * kMs);
      w.call("cudaDeviceSynchronize", t + 200, 50 * kMs);
    });
    const Counterfactual* one = of(d.advice, "communication_hidden");
    QVERIFY2(one && near(one->gainMs, 20, 0.3), all(d.advice).c_str());
    bounds(d, "communication");
  }

  // A GPU that works all the time: nothing of it applies.
  void nothingWhereNothingHelps() {
    const Diagnosis d = stepsOf(50, [](KinetoWriter& w, double t) {
      w.op("aten::mm", t + 10, 50)
          .kernel(kGemm, t + 20, t + 40, 25 * kMs - 40)
          .op("aten::mm", t + 70, 50)
          .kernel(kGemm, t + 80, t + 25 * kMs, 25 * kMs);
    });
    QVERIFY2(d.advice.whatIf.empty(), all(d.advice).c_str());
    QVERIFY(diagnosisOf(nullptr).advice.whatIf.empty());
  }

  void boundsOfTracesAtHand() {
    if (!QFile::exists(dataFile("traces"))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    for (const char* archive : {"traces_diagnosis.tar.gz", "traces_attach.tar.gz"})
      if (const QString file = dataFile(archive); QFile::exists(file))
        QCOMPARE(QProcess::execute(QStringLiteral("tar"), {"xzf", file, "-C", folder_.path()}), 0);
    QStringList files;
    for (const QString& name : QDir(folder_.path()).entryList({"s*.json", "*.json.gz"}, QDir::Files))
      if (!name.startsWith("pyspy")) files << folder_.filePath(name);
    for (const QString& name : QDir(dataFile("traces")).entryList(QDir::Files)) files << dataFile("traces/" + name);
    QVERIFY(files.size() >= 4);
    int told = 0;
    for (const QString& file : files) {
      const Diagnosis d = diagnosisOf(std::make_shared<const Trace>(*importTrace(file.toStdString())));
      told += static_cast<int>(d.advice.whatIf.size());
      bounds(d, qPrintable(file));
      if (QTest::currentTestFailed()) return;
    }
    QVERIFY(told > 5);
  }
};

QTEST_GUILESS_MAIN(CounterfactualsTest)
#include "counterfactuals_test.moc"
