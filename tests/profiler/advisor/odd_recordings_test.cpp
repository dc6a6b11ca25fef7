// The diagnosis of recordings that are not as one expects: pauses between steps, ranks that recorded different steps, compilers and gloo at work,
// names that do not tell enough. Figures are counted by hand from the times that stand here.
#include <fstream>

#include "profiler/analysis/facts/fact_sheet.h"
#include "tests/profiler/advisor/diagnosis.h"
#include "tests/profiler/advisor/kineto_writer.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr double kMs = 1000;  // us
constexpr const char* kGemm = "ampere_bf16_s16816gemm_bf16_128x128_ldg8_f2f_stages_32x5_tn";
constexpr const char* kElementwise = "void at::native::vectorized_elementwise_kernel<4, at::native::Functor>";

std::string culpritsOf(const Finding& finding) {
  std::string text;
  for (const std::string& culprit : finding.culprits) text += (text.empty() ? "" : "; ") + culprit;
  return text;
}

// A trace of one rank: an all-reduce of `communicates` ms in each step of 100 ms, beside nothing, after 50 ms of work; `late` ms of loading first.
std::string rankFile(const QTemporaryDir& folder, int rank, int steps, double late = 0) {
  std::string events;
  int correlation = 0;
  const auto span = [&](const char* category, const std::string& name, double ts, double duration, int pid, int tid, const std::string& args) {
    events += fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","ts":{:.3f},"dur":{:.3f},"pid":{},"tid":{},"args":{{{}}}}},)", category, name, ts,
                          duration, pid, tid, args);
  };
  const auto work = [&](const std::string& name, double call, double ts, double duration, int stream) {
    ++correlation;
    span("cuda_runtime", "cudaLaunchKernel", call, 5, 100, 100, fmt::format(R"("correlation":{})", correlation));
    span("kernel", name, ts, duration, 0, stream, fmt::format(R"("device":0,"stream":{},"correlation":{})", stream, correlation));
  };
  for (int s = 0; s < steps; ++s) {
    const double begin = 1000 + s * 100 * kMs, at = begin + late;
    span("user_annotation", "ProfilerStep#" + std::to_string(s), begin, 100 * kMs, 100, 100, "");
    if (late > 0) span("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", begin + 1, late, 100, 100, "");
    work(kGemm, at + 20, at + 100, 50 * kMs, 7);
    work("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", at + 40, at + 50.2 * kMs, 95 * kMs - late - 50.2 * kMs, 20);
    span("cuda_runtime", "cudaDeviceSynchronize", at + 100, 95.1 * kMs - late - 100, 100, 100, "");
  }
  const std::string file = folder.filePath(QString("rank%1-%2-%3.json").arg(rank).arg(steps).arg(late)).toStdString();
  std::ofstream(file) << R"({"distributedInfo":{"backend":"nccl","rank":)" << rank << R"(,"world_size":2},"traceEvents":[)"
                      << events.substr(0, events.size() - 1) << "]}";
  return file;
}

Diagnosis diagnosisOfRanks(const std::vector<std::string>& files) {
  return diagnosisOf(std::make_shared<const Trace>(*importTraces(files, {})));
}

}  // namespace

class OddRecordingsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Steps 0 to 3, then 40 to 43, 2 s later; 30 of 100 ms a step are work of the GPU, 60 a wait for data.
  void aPauseOfTheRecorderIsNoIdleTime() {
    for (const int second : {40, 4}) {
      KinetoWriter w;
      for (int s = 0; s < 8; ++s) {
        const double begin = 1000 + s * 100 * kMs + (s >= 4 ? 2000 * kMs : 0);
        w.step(s < 4 ? s : second + s - 4, begin, 100 * kMs);
        w.op("aten::mm", begin + 60, 50).kernel(kGemm, begin + 70, begin + 100, 30 * kMs);
        w.call("cudaDeviceSynchronize", begin + 200, 30 * kMs - 90);
        w.span("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", begin + 31 * kMs, 60 * kMs);
      }
      const Diagnosis d = diagnosisOf(w.trace());
      const FactSheet& sheet = d.facts.trace.sheet;
      QVERIFY(near(*sheet.exclusive.share(TimeClass::Kernel), 0.30, 1e-9));
      // Numbers that follow each other: what the program did between these steps took that long, and the GPU was idle.
      const double busy = second == 40 ? 240.0 / 800 : 240.0 / 2800;
      QVERIFY2(near(*sheet.gpuBusy(), busy, 1e-9), qPrintable(QString::number(*sheet.gpuBusy())));
      QVERIFY(near(d.rule("low_gpu_use").figure, 100 * busy, 1e-6));
      QCOMPARE(sheet.exclusive.unrecordedNs, second == 40 ? 2'000'000'000 : 0);
      QCOMPARE(d.advice.verdict.times.find("; 2 s between them were not recorded") != std::string::npos, second == 40);
      QVERIFY2(d.advice.verdict.sentence.starts_with("The step waits for data 60 % of the time"), d.advice.verdict.sentence.c_str());
      // Of the idle time in steps, 60 of 70 ms.
      const std::string from = culpritsOf(d.rule("low_gpu_use"));
      QVERIFY2(from.starts_with("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__ (8"), from.c_str());
    }
  }

  // Three kinds of kernels, 5 of each a step, of 35, 25 and 20 ms in all: 80 kernels and more than the 50 that are shown as evidence.
  void partsOfCulpritsAreOfAllSpans() {
    KinetoWriter w;
    for (int s = 0; s < 6; ++s) {
      const double begin = 1000 + s * 100 * kMs;
      double call = begin + 20, at = begin + 100;
      w.step(s, begin, 100 * kMs);
      const auto run = [&](const char* op, const char* kernel, double duration) {
        w.op(op, call, 40).kernel(kernel, call + 10, at, duration);
        call += 50;
        at += duration;
      };
      for (int k = 0; k < 5; ++k) {
        run("aten::mm", kGemm, 3 * kMs);
        run("aten::tanh", kElementwise, 4 * kMs);
        run("aten::add", kElementwise, 7 * kMs);
        run("aten::mul", kElementwise, 5 * kMs);
      }
      w.call("cudaDeviceSynchronize", call, at - call);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QCOMPARE(d.first(), std::string("memory_bound_kernels"));
    QCOMPARE(culpritsOf(d.rule("memory_bound_kernels")), std::string("aten::add (43.8 %); aten::mul (31.2 %); aten::tanh (25 %)"));
    QVERIFY2(d.says("most of this work is in aten::add, aten::mul, aten::tanh."), d.said().c_str());
  }

  void namesThatTellTensorCores_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<int>("outcome");
    const auto row = [](const char* kernel, Outcome outcome) { QTest::newRow(kernel) << QString(kernel) << static_cast<int>(outcome); };
    row("sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckcrs_nchw_tilesize128x128x16_stage4_warpsize2x2x1_g1_tensor16x8x8_kernel_cudnn",
        Outcome::NotFound);
    row("sm80_xmma_wgrad_implicit_gemm_indexed_tf32f32_tf32f32_f32", Outcome::NotFound);
    row("ampere_sgemm_128x64_nn", Outcome::Found);
    row("implicit_convolve_sgemm", Outcome::Found);
    row("gemm_fusion_dot_12", Outcome::NotEnoughData);  // by Triton: bf16 and TF32 run on tensor cores, f32 does not
  }
  void namesThatTellTensorCores() {
    QFETCH(QString, kernel);
    QFETCH(int, outcome);
    KinetoWriter w;
    for (int s = 0; s < 3; ++s)
      w.step(s, 1000 + s * 10 * kMs, 10 * kMs).kernel(kernel.toStdString(), 1010 + s * 10 * kMs, 1100 + s * 10 * kMs, 9 * kMs);
    const Diagnosis d = diagnosisOf(w.trace());
    QVERIFY2(static_cast<int>(d.rule("matrix_units").outcome) == outcome, d.rule("matrix_units").sentence.c_str());
  }

  // torch.compile compiles again in every step, for 60 of 100 ms; only frames of Python tell.
  void compilingComesBeforeWorkOfTheHost() {
    KinetoWriter w;
    for (int s = 0; s < 6; ++s) {
      const double begin = 1000 + s * 100 * kMs;
      w.step(s, begin, 100 * kMs);
      w.span("python_function", "torch/_dynamo/convert_frame.py(715): _compile", begin + 40, 60 * kMs);
      w.span("python_function", "torch/_inductor/compile_fx.py(901): compile_fx", begin + 9 * kMs, 50 * kMs);
      w.op("aten::mm", begin + 60.06 * kMs, 50).kernel("triton_poi_fused_mul_0", begin + 60.07 * kMs, begin + 60.1 * kMs, 39 * kMs);
      w.call("cudaDeviceSynchronize", begin + 60.4 * kMs, 38.8 * kMs);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QCOMPARE(d.first(), std::string("code_loading"));
    QVERIFY2(d.advice.verdict.sentence.starts_with("Compiling code within the steps takes 60 %"), d.said().c_str());
    QVERIFY(near(*d.rule("code_loading").gainAtMostMs, 60, 0.1));
    QVERIFY2(!d.found("host_pauses") && !d.found("sync_every_step"), d.said().c_str());
  }

  // 58 of 100 ms of an all-reduce by gloo, on a thread of its own.
  void glooIsCommunicationAndNoWorkOfTheHost() {
    KinetoWriter w;
    for (int s = 0; s < 6; ++s) {
      const double begin = 1000 + s * 100 * kMs;
      w.step(s, begin, 100 * kMs).op("aten::mm", begin + 60, 50).kernel(kGemm, begin + 70, begin + 100, 40 * kMs);
      w.call("cudaDeviceSynchronize", begin + 200, 40 * kMs - 90);
      w.span("cpu_op", "gloo:all_reduce", begin + 41 * kMs, 58 * kMs, 777);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QCOMPARE(d.first(), std::string("gloo_on_gpu"));
    QVERIFY2(!d.found("host_pauses"), d.said().c_str());
    const std::string& said = d.rule("communication_bound").sentence;
    QVERIFY2(said.find("nothing is communicated") == std::string::npos && said.find("gloo") != std::string::npos, said.c_str());
  }

  // The work of the host after a synchronisation is named where the trace knows it.
  void workAfterASynchronisationIsNamed() {
    KinetoWriter w;
    for (int s = 0; s < 6; ++s) {
      const double begin = 1000 + s * 50 * kMs;
      w.step(s, begin, 50 * kMs).op("aten::mm", begin + 40, 40).kernel(kGemm, begin + 50, begin + 100, 40 * kMs);
      w.call("cudaDeviceSynchronize", begin + 200, 39.95 * kMs);
      w.span("python_function", "train.py(77): plot_samples", begin + 40.2 * kMs, 9.7 * kMs);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QCOMPARE(d.first(), std::string("sync_every_step"));
    QVERIFY2(d.says("Meanwhile the host runs train.py(77): plot_samples 9"), d.said().c_str());
    QVERIFY2(d.says("torch.cuda.synchronize()") && !d.says("loss.item()"), d.said().c_str());
  }

  // No compiler makes a look-up of rows shorter.
  void lookUpsOfRowsAreNotFused() {
    KinetoWriter w;
    for (int s = 0; s < 6; ++s) {
      const double begin = 1000 + s * 50 * kMs;
      w.step(s, begin, 50 * kMs);
      for (int k = 0; k < 8; ++k)
        w.op("aten::embedding", begin + 50 + 50 * k, 40)
            .kernel("void at::native::(anonymous namespace)::indexSelectLargeIndex<float, long, unsigned int, 2, 2, -2, true>", begin + 60 + 50 * k,
                    begin + 120 + k * 6.1 * kMs, 6.09 * kMs);
    }
    const Diagnosis d = diagnosisOf(w.trace());
    QCOMPARE(d.first(), std::string("memory_bound_kernels"));
    QVERIFY2(!d.says("torch.compile") && d.says("EmbeddingBag"), d.said().c_str());
  }

  // Rank 1 recorded 5 of 8 steps and is as fast: per step both communicate for 44.8 ms.
  void ranksThatRecordedDifferentSteps() {
    const QTemporaryDir folder;
    const Diagnosis d = diagnosisOfRanks({rankFile(folder, 0, 8), rankFile(folder, 1, 5)});
    const Finding& found = d.rule("stragglers");
    QVERIFY2(found.outcome == Outcome::NotFound && near(found.figure, 0, 0.01), found.sentence.c_str());
    QVERIFY2(found.sentence.find("44.8 ms") != std::string::npos && found.sentence.find("28 ms") == std::string::npos, found.sentence.c_str());
    QVERIFY2(d.said().find("comes last") == std::string::npos, d.said().c_str());
    QVERIFY(near(*d.rule("communication_bound").gainAtMostMs, 44.8, 0.1));

    // The sibling: rank 1 comes 30 ms late in each of its 5 steps, and waits 14.8 ms.
    const Diagnosis late = diagnosisOfRanks({rankFile(folder, 0, 8), rankFile(folder, 1, 5, 30 * kMs)});
    const Finding& straggler = late.rule("stragglers");
    QVERIFY2(straggler.outcome == Outcome::Found && near(straggler.figure, 30, 0.1), straggler.sentence.c_str());
    QVERIFY2(straggler.sentence.find("Rank 1 spends 14.8 ms a step in collective operations; rank 0 spends 44.8 ms") == 0,
             straggler.sentence.c_str());
    QVERIFY2(straggler.sentence.find("5 of 8 steps count") != std::string::npos, straggler.sentence.c_str());
  }

  // NCCL sends, receives and all-to-alls run in kernels of one name.
  void aPipelineIsNoAllToAll() {
    for (const char* collective : {"recv", "all_to_allv"}) {
      KinetoWriter w;
      for (int s = 0; s < 4; ++s) {
        const double begin = 1000 + s * 100 * kMs;
        w.step(s, begin, 100 * kMs).op("aten::mm", begin + 20, 30).kernel(kGemm, begin + 25, begin + 100, 60 * kMs);
        const std::string id = std::to_string(1000 + s);
        w.span("cuda_runtime", "cudaLaunchKernel", begin + 60, 5, 100, "{\"correlation\":" + id + "}");
        w.span("kernel", "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", begin + 60.1 * kMs, 39 * kMs, 20,
               R"({"device":0,"stream":20,"In msg nelems":1000,"Out msg nelems":1000,"dtype":"BFloat16","Group size":2,"Collective name":")" +
                   std::string(collective) + R"(","correlation":)" + id + "}");
        w.call("cudaDeviceSynchronize", begin + 100, 99.2 * kMs);
      }
      const Diagnosis d = diagnosisOf(w.trace());
      QCOMPARE(d.first(), std::string("communication_bound"));
      const bool pipeline = std::string_view(collective) == "recv";
      QVERIFY2(d.says("ScheduleInterleaved1F1B") == pipeline && d.says("all_to_all_single") != pipeline, d.said().c_str());
    }
  }

  // JAX names frames of Python "$file.py:LINE function"; its traces have no arrows from calls to kernels, so nothing is said of launches.
  void jaxIteratorsAreWaitsForData() {
    const QTemporaryDir folder;
    std::string events;
    const auto named = [&](int pid, int tid, const char* process, const char* thread) {
      events += fmt::format(R"({{"ph":"M","pid":{0},"name":"process_name","args":{{"name":"{2}"}}}},{{"ph":"M","pid":{0},"tid":{1},"name":)"
                            R"("thread_name","args":{{"name":"{3}"}}}},)",
                            pid, tid, process, thread);
    };
    const auto span = [&](int pid, int tid, const char* name, double ts, double duration, const std::string& args) {
      events +=
          fmt::format(R"({{"ph":"X","pid":{},"tid":{},"name":"{}","ts":{:.3f},"dur":{:.3f},"args":{{{}}}}},)", pid, tid, name, ts, duration, args);
    };
    named(1, 10, "/device:GPU:0", "Stream #20(Compute)");
    named(701, 20, "/host:CPU", "python");
    for (int s = 0; s < 8; ++s) {
      const double begin = 1000 + s * 50 * kMs;
      span(701, 20, "train", begin, 50 * kMs, fmt::format(R"("step_num":"{}")", s));
      span(701, 20, "$iterator_ops.py:820 __next__", begin + 10, 30 * kMs, "");
      span(701, 20, "PjitFunction(train_step)", begin + 30.1 * kMs, 1 * kMs, "");
      span(701, 20, "$queue.py:50 __next__", begin + 32 * kMs, 10 * kMs, "");  // of another iterator
      span(1, 10, "loop_add_fusion", begin + 31 * kMs, 18 * kMs, R"("hlo_module":"jit_train_step")");
    }
    const std::string file = folder.filePath("jax.json").toStdString();
    std::ofstream(file) << R"({"displayTimeUnit":"ns","metadata":{"highres-ticks":true},"traceEvents":[)" << events.substr(0, events.size() - 1)
                        << "]}";
    const Diagnosis d = diagnosisOf(std::make_shared<const Trace>(*importTrace(file, {})));
    QVERIFY(d.facts.trace.origin == Origin::Jax);
    QVERIFY2(d.advice.verdict.sentence.starts_with("The step waits for data 60 % of the time: 30 ms of 50 ms"), d.said().c_str());
    QVERIFY(d.rule("launch_bound").outcome == Outcome::NotEnoughData);
    TraceFacts facts = d.facts.trace;
    findGains(facts);
    QVERIFY(facts.gains.empty());  // a replay cannot move the work of the GPU
  }
};

QTEST_GUILESS_MAIN(OddRecordingsTest)
#include "odd_recordings_test.moc"
