// Rules on what a busy GPU does: work that waits for memory, attention in pieces, optimizers tensor by tensor, sizes of products; each with a sibling
// that must stay silent. And where findings say that they come from.
#include <QtTest>
#include <functional>

#include "profiler/advisor/advice_json.h"
#include "profiler/advisor/advise.h"
#include "tests/profiler/analysis/trace_builder.h"

using namespace stepscope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

struct Piece {
  const char *op, *kernel;
  double ms;
  std::string json = {};
};

std::string shapes(const char* dims, const char* type = "c10::BFloat16") {
  return std::string("{\"Input Dims\": ") + dims + ", \"Input type\": [\"" + type + "\", \"" + type + "\"]}";
}

// Five steps of 10 ms of a foreign trace. The pieces run one after the other; the rest of a step the GPU idles.
AdviceFacts stepsOf(const std::vector<Piece>& pieces, const char* device = "NVIDIA A100-SXM4-80GB",
                    const std::function<void(TraceBuilder&, std::int64_t)>& more = {}) {
  TraceBuilder b;
  std::uint32_t id = 1;
  for (int step = 0; step < 5; ++step) {
    const std::int64_t begin = step * 10 * kMs;
    std::int64_t at = begin, host = begin;
    for (const Piece& piece : pieces) {
      const auto ns = static_cast<std::int64_t>(piece.ms * 1e6);
      b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, host + 500, 1000, id);
      b.gpu("Trainer", piece.op, SpanKind::CpuOp, host, 2000, 0, -1, -1, piece.json);
      b.gpu("GPU stream 7", piece.kernel, SpanKind::Kernel, at + 3000, ns, id++);
      host += 2500;
      at += ns;
    }
    if (more) more(b, begin);
    b.span("Trainer", "step", Category::Step, begin, 10 * kMs, -1, step);
  }
  Trace trace = b.build();
  trace.events = 100;
  trace.devices.push_back({0, device, 0, 108});
  AdviceFacts facts;
  facts.trace = traceFacts(std::make_shared<const Trace>(std::move(trace)));
  facts.trace.origin = Origin::PyTorch;
  return facts;
}

Finding findingOf(const AdviceFacts& facts, const char* rule) {
  for (const Finding& finding : advise(facts).findings)
    if (finding.rule == rule) return finding;
  return {};
}

const Piece kGemm{"aten::mm", "ampere_bf16_s16816gemm_bf16_128x128", 6.0};
const Piece kGelu{"aten::gelu", "void at::native::vectorized_elementwise_kernel<4, at::native::GeluCUDAKernelImpl>", 5.0};
const Piece kNorm{"aten::native_layer_norm", "vectorized_layer_norm_kernel", 3.0};

}  // namespace

class GpuBoundTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void workThatWaitsForMemory() {
    const Finding finding = findingOf(stepsOf({{"aten::mm", kGemm.kernel, 1.9}, kGelu, kNorm}), "memory_bound_kernels");
    QCOMPARE(finding.outcome, Outcome::Found);
    QVERIFY(qAbs(finding.figure - 100 * 8.0 / 9.9) < 0.1);
    QVERIFY(finding.gainAtMostMs && qAbs(*finding.gainAtMostMs - 8.0) < 0.05);  // never more than these kernels take
    QVERIFY(finding.cure && finding.cure->text().find("torch.compile") != std::string::npos);
    QVERIFY(finding.sentence.find("aten::gelu") != std::string::npos);
    QCOMPARE(finding.culprits.front(), std::string("aten::gelu (62.5 %)"));
  }

  void aGpuThatMultipliesIsLeftAlone() {
    QCOMPARE(findingOf(stepsOf({{"aten::mm", kGemm.kernel, 8.0}, {"aten::gelu", kGelu.kernel, 1.5}}), "memory_bound_kernels").outcome,
             Outcome::NotFound);
  }

  void aGpuThatIdlesHasAnotherTrouble() {
    QCOMPARE(findingOf(stepsOf({{"aten::gelu", kGelu.kernel, 2.0}, {"aten::mm", kGemm.kernel, 1.0}}), "memory_bound_kernels").outcome,
             Outcome::NotFound);
  }

  void whatTorchCompileMadeIsLeftAlone() {
    QCOMPARE(findingOf(stepsOf({{"aten::mm", kGemm.kernel, 4.0}, {"aten::gelu", "triton_poi_fused_gelu_3", 5.0}}), "memory_bound_kernels").outcome,
             Outcome::NotFound);
  }

  void attentionInPieces() {
    const std::vector<Piece> pieces{{"aten::bmm", kGemm.kernel, 2.0},
                                    {"aten::mul", "vectorized_elementwise_kernel", 1.0},
                                    {"aten::_softmax", "softmax_warp_forward", 2.0},
                                    {"aten::bmm", kGemm.kernel, 2.0},
                                    {"aten::mm", kGemm.kernel, 2.5}};
    const Finding finding = findingOf(stepsOf(pieces), "open_attention");
    QCOMPARE(finding.outcome, Outcome::Found);
    QVERIFY(qAbs(finding.figure - 100 * 7.0 / 9.5) < 0.1);
    QVERIFY(finding.gainAtMostMs && qAbs(*finding.gainAtMostMs - 3.0) < 0.05);  // the products stay
    QVERIFY(finding.cure->text().find("scaled_dot_product_attention") != std::string::npos);
  }

  void aClassifiersSoftmaxIsNoAttention() {
    QCOMPARE(
        findingOf(stepsOf({{"aten::mm", kGemm.kernel, 2.0}, {"aten::_log_softmax", "cunn_SoftMaxForward", 2.0}, {"aten::mm", kGemm.kernel, 2.0}}),
                  "open_attention")
            .outcome,
        Outcome::NotFound);
    QCOMPARE(findingOf(stepsOf({{"aten::_scaled_dot_product_flash_attention", "flash_fwd_kernel", 5.0}, kNorm}), "open_attention").outcome,
             Outcome::NotFound);
  }

  void anOptimizerTensorByTensor_data() {
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<int>("kernels");
    QTest::addColumn<bool>("fused");
    QTest::addColumn<bool>("found");
    QTest::addColumn<QString>("cure");
    QTest::newRow("Adam") << "Adam" << 400 << false << true << "torch.optim.Adam(..., fused=True)";
    QTest::newRow("SGD") << "SGD" << 161 << false << true << "torch.optim.SGD(..., fused=True)";
    QTest::newRow("one without a fused form") << "Shampoo" << 300 << false << true << "foreach=True";
    QTest::newRow("fused") << "AdamW" << 400 << true << false << "";
    QTest::newRow("few tensors") << "Adam" << 20 << false << false << "";
  }
  void anOptimizerTensorByTensor() {
    QFETCH(QString, optimizer);
    QFETCH(int, kernels);
    QFETCH(bool, fused);
    QFETCH(bool, found);
    QFETCH(QString, cure);
    std::uint32_t id = 100000;
    const AdviceFacts facts = stepsOf({kGemm}, "NVIDIA A100-SXM4-80GB", [&](TraceBuilder& b, std::int64_t begin) {
      const std::int64_t start = begin + 6 * kMs + 100'000;
      for (int k = 0; k < kernels; ++k) {
        b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, start + 8000 * k, 3000, id);
        b.gpu("GPU stream 7", fused ? "multi_tensor_apply_kernel" : "vectorized_elementwise_kernel", SpanKind::Kernel, start + 8000 * k + 4000, 1000,
              id++);
      }
      b.gpu("Trainer", ("Optimizer.step#" + optimizer + ".step").toStdString().c_str(), SpanKind::Annotation, start, 8000 * kernels);
    });
    const Finding finding = findingOf(facts, "unfused_optimizer");
    QCOMPARE(finding.outcome, found ? Outcome::Found : Outcome::NotFound);
    if (!found) return;
    QVERIFY2(QString::fromStdString(finding.cure->text()).contains(cure), finding.cure->text().c_str());
    QVERIFY(finding.gainAtMostMs && *finding.gainAtMostMs <= 0.008 * kernels + 0.01 && *finding.gainAtMostMs > 0);
  }

  void sizesThatTensorCoresDoNotLike() {
    // The vocabulary of GPT-2: 50257 = 6282 * 8 + 1.
    const Finding finding = findingOf(stepsOf({{"aten::mm", kGemm.kernel, 4.0, shapes("[[8192, 768], [768, 50257]]")},
                                               {"aten::mm", kGemm.kernel, 4.0, shapes("[[8192, 768], [768, 3072]]")}}),
                                      "product_shapes");
    QCOMPARE(finding.outcome, Outcome::Found);
    QCOMPARE(finding.figure, 50.0);
    QVERIFY(finding.cure->text().find("50304") != std::string::npos);
    QCOMPARE(findingOf(stepsOf({{"aten::mm", kGemm.kernel, 4.0, shapes("[[8192, 768], [768, 50304]]")}}), "product_shapes").outcome,
             Outcome::NotFound);
    // In f32 rows of four elements are aligned; the rule speaks of 16 bits alone.
    QCOMPARE(
        findingOf(stepsOf({{"aten::mm", "ampere_sgemm_128x64_nn", 4.0, shapes("[[8192, 768], [768, 50257]]", "float")}}), "product_shapes").outcome,
        Outcome::NotFound);
    QCOMPARE(findingOf(stepsOf({kGemm}), "product_shapes").outcome, Outcome::NotEnoughData);
  }

  void productsOfFewRows() {
    // One row by 32768 x 131072: 8.6 GB for 8.6 GFLOP, an operation a byte; an A100 can do 153. In 9 ms that is 47 % of its 2039 GB/s.
    const Finding finding = findingOf(stepsOf({{"aten::mm", "gemv2T_kernel_val", 9.0, shapes("[[1, 32768], [32768, 131072]]")}}), "few_rows");
    QCOMPARE(finding.outcome, Outcome::Found);
    QVERIFY2(finding.sentence.find("1 operations per byte, where the A100 80 GB could do 153") != std::string::npos, finding.sentence.c_str());
    QVERIFY2(finding.sentence.find("at 46.8 % of the memory's rate") != std::string::npos, finding.sentence.c_str());
    // 90 MB in 9 ms: 0.5 % of the rate, so something else makes them slow.
    const Finding slow = findingOf(stepsOf({{"aten::mm", "gemv2T_kernel_val", 9.0, shapes("[[1, 4096], [4096, 11008]]")}}), "few_rows");
    QCOMPARE(slow.outcome, Outcome::NotFound);
    QVERIFY2(slow.sentence.find("memory does not limit them") != std::string::npos, slow.sentence.c_str());
    // 1 ms of 10 ms a step: much of the kernels' time, and little of the step.
    const Finding little = findingOf(stepsOf({{"aten::mm", "gemv2T_kernel_val", 1.0, shapes("[[1, 32768], [32768, 14563]]")}}), "few_rows");
    QVERIFY(little.outcome == Outcome::Found && little.weight < 0.05 && finding.weight > 0.3);
    QCOMPARE(findingOf(stepsOf({{"aten::mm", kGemm.kernel, 9.0, shapes("[[4096, 4096], [4096, 11008]]")}}), "few_rows").outcome, Outcome::NotFound);
    QCOMPARE(findingOf(stepsOf({{"aten::mm", kGemm.kernel, 9.0, shapes("[[1, 4096], [4096, 11008]]")}}, "Unknown GPU"), "few_rows").outcome,
             Outcome::NotEnoughData);
  }

  // Kernels run 9.9 of 10 ms; copies on a second stream are hidden by them, and are no part of the time that kernels take.
  void hiddenCopiesTakeNothingFromKernels() {
    const AdviceFacts facts = stepsOf({{"aten::mm", kGemm.kernel, 9.9}}, "NVIDIA A100-SXM4-80GB", [](TraceBuilder& b, std::int64_t begin) {
      b.gpu("GPU stream 8", "Memcpy HtoD (Pinned -> Device)", SpanKind::Memcpy, begin + 100'000, 9 * kMs);
    });
    const std::string sentence = advise(facts).verdict.sentence;
    QVERIFY2(sentence.starts_with("Kernels of the GPU take 99 % of the time, 9.9 ms of 10 ms a step"), sentence.c_str());
  }

  // 4 ms of cudaMalloc while the GPU idles: in the first step alone, or in every one.
  void whatTheFirstStepNeedsOnceIsNoCostOfAStep() {
    for (const bool always : {false, true}) {
      std::uint32_t id = 100000;
      const AdviceFacts facts = stepsOf({{"aten::mm", kGemm.kernel, 4.0}}, "NVIDIA A100-SXM4-80GB", [&](TraceBuilder& b, std::int64_t begin) {
        if (begin > 0 && !always) return;
        b.gpu("Trainer", "cudaMalloc", SpanKind::Runtime, begin + 4'100'000, 4 * kMs);
        b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, begin + 8'200'000, 2000, id);
        b.gpu("GPU stream 7", kGemm.kernel, SpanKind::Kernel, begin + 8'210'000, kMs, id++);
      });
      const Finding finding = findingOf(facts, "allocator_churn");
      QCOMPARE(finding.outcome, always ? Outcome::Found : Outcome::NotFound);
      if (!always) QVERIFY2(finding.sentence.find("1 of 5 steps only") != std::string::npos, finding.sentence.c_str());
    }
  }

  void pinnedCopiesAreNotToBePinned() {
    for (const char* copy : {"Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD (Pageable -> Device)"}) {
      std::uint32_t id = 200000;
      const AdviceFacts facts = stepsOf({{"aten::mm", kGemm.kernel, 4.0}}, "NVIDIA A100-SXM4-80GB", [&](TraceBuilder& b, std::int64_t begin) {
        b.gpu("Trainer", "cudaMemcpyAsync", SpanKind::Runtime, begin + 100'000, 5000, id);
        b.gpu("GPU stream 7", copy, SpanKind::Memcpy, begin + 4'100'000, 5 * kMs, id++);
      });
      const Finding finding = findingOf(facts, "exposed_copies");
      QCOMPARE(finding.outcome, Outcome::Found);
      QVERIFY(finding.cure);
      QCOMPARE(finding.cure->text().find("pin_memory") != std::string::npos, std::string(copy).find("Pageable") != std::string::npos);
    }
  }

  // A trace without arrows from calls to kernels: what a change of the host would win the replay cannot tell.
  void withoutLaunchArrows() {
    TraceBuilder b;
    for (int step = 0; step < 5; ++step) {
      const std::int64_t t = step * 10 * kMs;
      b.gpu("Trainer", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", SpanKind::Annotation, t + 1000, 6 * kMs);
      b.gpu("GPU stream 7", kGemm.kernel, SpanKind::Kernel, t + 6'200'000, 3 * kMs);
      b.span("Trainer", "step", Category::Step, t, 10 * kMs, -1, step);
    }
    Trace trace = b.build();
    trace.events = 100;
    for (TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (trace.names.name(lane.name[i]).starts_with("enumerate")) lane.category[i] = static_cast<std::uint8_t>(Category::Data);
    AdviceFacts facts;
    facts.trace = traceFacts(std::make_shared<const Trace>(std::move(trace)));
    const Finding finding = findingOf(facts, "input_bound");
    QCOMPARE(finding.outcome, Outcome::Found);
    QCOMPARE(finding.figure, 60.0);
    QVERIFY(finding.gainAtMostMs && *finding.gainAtMostMs > 4.5 && *finding.gainAtMostMs <= 6.5);
  }

  void culpritsSurviveTheJson() {
    const Advice advice = advise(stepsOf({{"aten::mm", kGemm.kernel, 1.9}, kGelu, kNorm}));
    const auto again = adviceOf(adviceJson(advice));
    QVERIFY(again.has_value());
    for (std::size_t i = 0; i < advice.findings.size(); ++i) QCOMPARE(again->findings[i].culprits, advice.findings[i].culprits);
    QVERIFY(!advice.findings.front().culprits.empty());
  }

  // Never a trace from elsewhere with a figure that is no number or a gain beyond the step.
  void gainsAreWithinTheStep() {
    for (const auto& pieces : std::vector<std::vector<Piece>>{
             {kGemm},
             {kGelu, kNorm},
             {kGemm, kGelu},
             {{"aten::bmm", kGemm.kernel, 3.0}, {"aten::_softmax", "softmax_warp_forward", 6.0}, {"aten::bmm", kGemm.kernel, 0.5}}})
      for (const Finding& finding : advise(stepsOf(pieces)).findings) {
        if (finding.outcome != Outcome::Found || !finding.gainAtMostMs) continue;
        QVERIFY2(*finding.gainAtMostMs >= 0 && *finding.gainAtMostMs <= 10.001, finding.rule.c_str());
      }
  }
};

QTEST_APPLESS_MAIN(GpuBoundTest)
#include "gpu_bound_test.moc"
