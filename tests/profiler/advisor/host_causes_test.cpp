// What holds the host: Python after a wait for the GPU, compilers and code that is loaded in the first steps, single slow steps. Traces are made;
// what must be said is counted by hand from the times that stand in them.
#include "tests/profiler/advisor/diagnosis.h"
#include "tests/profiler/advisor/kineto_writer.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr double kMs = 1000;  // us

bool culpritIs(const Finding& finding, const char* part) {
  return !finding.culprits.empty() && finding.culprits.front().find(part) != std::string::npos;
}

// A step: the host works for hostMs (in a function of Python, where it has a name), then starts a kernel of gpuMs and waits for that.
KinetoWriter waitingSteps(double hostMs, double gpuMs, const std::string& function, const std::string& wait = "cudaStreamSynchronize") {
  KinetoWriter w;
  for (int s = 0; s < 6; ++s) {
    const double length = (hostMs + gpuMs) * kMs + 400, t = s * length, at = t + hostMs * kMs;
    w.step(s, t, length - 10);
    if (!function.empty()) w.span("python_function", function, t + 20, hostMs * kMs - 60);
    w.op("aten::mm", at, 100).kernel("ampere_bf16_s16816gemm", at + 50, at + 100, gpuMs * kMs);
    if (wait == "aten::item") {
      w.op("aten::item", at + 150, gpuMs * kMs).op("aten::_local_scalar_dense", at + 152, gpuMs * kMs - 4);
      w.work("gpu_memcpy", "cudaMemcpyAsync", at + 160, 5, "Memcpy DtoH (Device -> Pageable)", at + 105 + gpuMs * kMs, 2);
      w.call("cudaStreamSynchronize", at + 170, gpuMs * kMs - 40);
    } else {
      w.call(wait, at + 150, gpuMs * kMs - 20);
    }
  }
  return w;
}

}  // namespace

class HostCausesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Without the wait the host would run ahead: a step would take the longer of host and GPU. So the wait is to blame for min(host, GPU) at most, and
  // where the host is the longer one its own work is the cause.
  void pythonAfterAWait_data() {
    QTest::addColumn<double>("hostMs");
    QTest::addColumn<double>("gpuMs");
    QTest::addColumn<QString>("wait");
    QTest::addColumn<bool>("python");
    QTest::newRow("tokenizer before the kernels") << 60.0 << 39.0 << "cudaStreamSynchronize" << true;
    QTest::newRow("metrics after loss.item()") << 30.0 << 10.0 << "aten::item" << true;
    QTest::newRow("on AMD") << 50.0 << 20.0 << "hipStreamSynchronize" << true;
    QTest::newRow("a GPU that works longer") << 10.0 << 60.0 << "cudaStreamSynchronize" << false;
    QTest::newRow("loss.item(), a GPU that works longer") << 8.0 << 40.0 << "aten::item" << false;
  }
  void pythonAfterAWait() {
    QFETCH(double, hostMs);
    QFETCH(double, gpuMs);
    QFETCH(QString, wait);
    QFETCH(bool, python);
    for (const std::string function : {"train.py(33): prepare_batch", ""}) {
      const Diagnosis d = diagnosisOf(waitingSteps(hostMs, gpuMs, function, wait.toStdString()).trace());
      const std::string said = d.said();
      const double stepMs = hostMs + gpuMs + 0.4, idle = hostMs / stepMs * 100;
      if (python) {
        QVERIFY2(d.first() == "host_pauses" && d.advice.verdict.sentence == d.advice.findings.front().sentence, said.c_str());
        QVERIFY2(near(d.rule("host_pauses").figure, idle, 2), said.c_str());
        QVERIFY2(d.rule("host_pauses").gainAtMostMs.value_or(0) <= hostMs + 0.5 && d.rule("host_pauses").gainAtMostMs.value_or(0) > 0.9 * hostMs,
                 said.c_str());
        QVERIFY2(!d.found("sync_every_step"), said.c_str());
        if (!function.empty()) QVERIFY2(culpritIs(d.rule("host_pauses"), "prepare_batch") && d.says("prepare_batch"), said.c_str());
        QVERIFY2(function.empty() == d.says("code without a span"), said.c_str());
      } else {
        QVERIFY2(d.first() == "sync_every_step" && !d.found("host_pauses"), said.c_str());
        // All of the host's work would be hidden, but that of the first of six steps.
        QVERIFY2(near(d.rule("sync_every_step").gainAtMostMs.value_or(0), hostMs * 5 / 6, 0.6), said.c_str());
      }
    }
  }

  // A function that began while the GPU still worked, and ended when it worked again, holds the idle time from end to end.
  void aFunctionThatHoldsTheWholePause() {
    KinetoWriter w;
    for (int s = 0; s < 6; ++s) {
      const double t = s * 100 * kMs;
      w.step(s, t, 100 * kMs - 10).span("python_function", "train.py(9): main_loop", t + 5, 100 * kMs - 20);
      w.op("aten::mm", t + 50, 100).kernel("ampere_bf16_s16816gemm", t + 80, t + 100, 30 * kMs);
      w.span("python_function", "train.py(70): save_pictures", t + 10 * kMs, 80 * kMs);
      w.op("aten::mm", t + 85 * kMs, 100).kernel("ampere_bf16_s16816gemm", t + 85 * kMs + 50, t + 85 * kMs + 100, 15 * kMs - 150);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QVERIFY2(d.first() == "host_pauses" && culpritIs(d.rule("host_pauses"), "save_pictures"), d.said().c_str());
    QVERIFY2(near(d.rule("host_pauses").figure, 55, 1.5), d.said().c_str());
  }

  void codeOfTheFirstSteps_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("category");
    QTest::addColumn<int>("steps");  // that have it
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("cure");
    QTest::newRow("modules of CUDA") << "cudaModuleLoadData"
                                     << "cuda_runtime" << 1 << "Loading code of kernels takes 900 ms of 1 s in the first step"
                                     << "wait=1";
    QTest::newRow("lazily, in two steps") << "cuModuleLoadData"
                                          << "cuda_driver" << 2 << "Loading code of kernels takes 1.8 s of 2 s in the first 2 steps"
                                          << "wait=1";
    QTest::newRow("torch.compile") << "CompiledFxGraph codegen (dynamo_timed)"
                                   << "user_annotation" << 1 << "Compiling takes 900 ms of 1 s"
                                   << "wait=1";
    QTest::newRow("XLA") << "PjRtStreamExecutorClient::Compile"
                         << "cpu_op" << 1 << "Compiling takes 900 ms of 1 s in the first step"
                         << "wait=1";
    QTest::newRow("TensorFlow") << "XlaCompilationCache::CompileStrict"
                                << "cpu_op" << 1 << "Compiling takes 900 ms of 1 s in the first step"
                                << "wait=1";
    QTest::newRow("in every step") << "CompiledFxGraph codegen (dynamo_timed)"
                                   << "user_annotation" << 12 << "Compiling code within the steps takes 90 %"
                                   << "recompiles";
  }
  void codeOfTheFirstSteps() {
    QFETCH(QString, name);
    QFETCH(QString, category);
    QFETCH(int, steps);
    QFETCH(QString, says);
    QFETCH(QString, cure);
    KinetoWriter w;
    double t = 0;
    for (int s = 0; s < 12; ++s) {
      const double length = s < steps ? 1000 * kMs : 100 * kMs;
      w.step(s, t, length);
      if (s < steps) w.span(category.toStdString(), name.toStdString(), t + 10, 900 * kMs);
      const double at = t + length - 99 * kMs;
      w.op("aten::mm", at, 100).kernel("ampere_bf16_s16816gemm", at + 50, at + 100, 98 * kMs).call("cudaDeviceSynchronize", at + 150, 98 * kMs);
      t += length;
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QVERIFY2(d.first() == "code_loading" && d.says(qPrintable(says)), d.said().c_str());
    QVERIFY2(d.advice.verdict.sentence == d.rule("code_loading").sentence, d.said().c_str());
    QVERIFY2(d.rule("code_loading").cure->text().find(cure.toStdString()) != std::string::npos, d.said().c_str());
    if (steps < 3) QVERIFY2(d.says("the other steps take 100 ms each") && !d.rule("code_loading").gainAtMostMs, d.said().c_str());
  }

  // A profile of JAX on a CPU: no kernel of a GPU, and a compiler in the first step.
  void aProfileOfJaxOnACpu() {
    KinetoWriter w;
    for (int s = 0; s < 5; ++s) {
      const double t = s == 0 ? 0 : 60 * kMs + (s - 1) * 2 * kMs;
      w.step(s, t, s == 0 ? 60 * kMs : 2 * kMs).span("cpu_op", "PjitFunction(train_step)", t + 10, s == 0 ? 59 * kMs : 1.5 * kMs);
      if (s == 0) w.span("cpu_op", "backend_compile_and_load", 10 * kMs, 40 * kMs);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QVERIFY2(d.says("Compiling takes 40 ms of 60 ms in the first step; the other steps take 2 ms each"), d.said().c_str());
    QVERIFY(!d.lists("launch_bound") && !d.lists("low_gpu_use"));
  }

  // Three of twenty-four steps take 100 ms more, in the collector of garbage; a sibling whose kernel takes longer, and one without any name for it.
  void slowStepsNameWhatIsSlow_data() {
    QTest::addColumn<QString>("slow");
    QTest::addColumn<QString>("culprit");
    QTest::newRow("Python") << "python_function"
                            << "gc.py(0): collect (100 ms more than in other steps)";
    QTest::newRow("a kernel") << "kernel"
                              << "slow_kernel (100 ms more than in other steps)";
    QTest::newRow("nothing known") << ""
                                   << "";
  }
  void slowStepsNameWhatIsSlow() {
    QFETCH(QString, slow);
    QFETCH(QString, culprit);
    KinetoWriter w;
    double t = 0;
    for (int s = 0; s < 24; ++s) {
      const bool long_ = s % 8 == 7;
      const double length = long_ ? 150 * kMs : 50 * kMs;
      w.step(s, t, length).op("aten::mm", t + 100, 100).kernel("ampere_bf16_s16816gemm", t + 120, t + 150, 48 * kMs);
      w.call("cudaDeviceSynchronize", t + 300, 47.9 * kMs);
      if (long_ && slow == "python_function")
        w.span("python_function", "train.py(12): tidy", t + 48.9 * kMs, 100.2 * kMs)
            .span("python_function", "gc.py(0): collect", t + 49 * kMs, 100 * kMs);
      if (long_ && slow == "kernel") w.kernel("slow_kernel", t + 48.5 * kMs, t + 49 * kMs, 100 * kMs);
      t += length;
    }
    const Diagnosis d = diagnosisOf(w.trace());
    const Finding& finding = d.rule("step_outliers");
    QVERIFY2(finding.outcome == Outcome::Found, d.said().c_str());
    QCOMPARE(QString::fromStdString(finding.culprits.empty() ? std::string() : finding.culprits.front()), culprit);
  }

  // A trace of a CPU is told nothing about GPUs; of an empty one nothing can be ruled out.
  void whatCannotApplyIsNotListed() {
    KinetoWriter w;
    for (int s = 0; s < 4; ++s) w.step(s, s * 1000, 1000).op("aten::mm", s * 1000 + 10, 900);
    const Diagnosis d = diagnosisOf(w.trace());
    QVERIFY(!d.advice.findings.empty());
    for (const Finding& finding : d.advice.findings) QVERIFY2(finding.sentence.find("GPU") == std::string::npos, finding.sentence.c_str());
    QVERIFY(diagnosisOf(nullptr).lists("launch_bound"));
  }
};

QTEST_GUILESS_MAIN(HostCausesTest)
#include "host_causes_test.moc"
