// Kernels for pairs of bf16 where the instruction may not be used: each refuses, none is ended by an illegal instruction. Held on every CPU,
// since a cap at AVX2 takes the instruction away where there is one.
#include "core/backend/cpu/ops/attention/attention_bf16.h"
#include "core/backend/cpu/ops/convolution/bf16_grad_weight.h"
#include "core/backend/cpu/ops/convolution/bf16_weights.h"
#include "core/backend/cpu/ops/convolution/bf16_winograd.h"
#include "core/backend/cpu/ops/matmul/bf16_linear_grad_weight.h"
#include "core/backend/cpu/ops/sequence/recurrent_bf16.h"
#include "core/base/error.h"
#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope;
using namespace stepscope::kernels;

namespace {

constexpr std::int64_t kElements = 64 * 1024;  // more than any of the shapes below touches

struct Memory {
  std::vector<std::uint16_t> a = std::vector<std::uint16_t>(kElements), b = a, c = a, d = a, e = a, f = a, g = a;
  Floats x = Floats(kElements), y = x;
  Aligned workspace{16 << 20};
};

using Start = std::function<void(Memory&)>;

ConvolutionShape image() {
  ConvolutionShape s;
  s.inC = s.outC = 16;
  s.inH = s.inW = 8;
  s.kernelH = s.kernelW = 3;
  s.padH = s.padW = 1;
  return s;
}

AttentionShape heads() {
  AttentionShape s;
  s.batch = s.heads = 1;
  s.queries = s.keys = 5;
  s.headSize = 16;
  return s;
}

const RecurrentShape kSequence{2, 3, 16};

}  // namespace

Q_DECLARE_METATYPE(Start)

class Bf16RefusedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    if (multipliesBf16Pairs()) capSimdTarget(SimdTarget::Avx2);
  }

  void nothingIsSupported() {
    QVERIFY(!multipliesBf16Pairs());
    QVERIFY(!attentionBf16Supports(heads()));
    QVERIFY(!lstmBf16Supports(kSequence));
    QVERIFY(!bf16GradWeightSupports(image(), 16, 16));
    QVERIFY(!bf16WinogradSupports(image(), 16, 16));
  }

  void everyKernelRefuses_data() {
    QTest::addColumn<Start>("start");
    const auto row = [](const char* name, const Start& start) { QTest::newRow(name) << start; };
    row("attention", [](Memory& m) {
      attentionBf16(heads(), {m.a.data(), m.b.data(), m.c.data(), nullptr}, m.d.data(), m.x.data(), m.workspace.data, 1);
    });
    row("attention grad", [](Memory& m) {
      attentionGradBf16(heads(), {m.a.data(), m.b.data(), m.c.data(), nullptr}, m.d.data(), m.x.data(), m.d.data(), m.e.data(), m.f.data(),
                        m.g.data(), m.workspace.data, 1);
    });
    row("lstm", [](Memory& m) {
      lstmBf16(kSequence, m.a.data(), {m.x.data(), nullptr, m.y.data()}, m.b.data(), m.c.data(), m.d.data(), m.e.data(), m.f.data(), m.workspace.data,
               1);
    });
    row("lstm grad", [](Memory& m) {
      lstmGradBf16(kSequence, m.a.data(), m.b.data(), m.c.data(), m.d.data(), m.e.data(), nullptr, nullptr, m.f.data(), m.g.data(), m.workspace.data,
                   1);
    });
    row("convolution's weights' gradient",
        [](Memory& m) { bf16GradWeight(image(), 16, 16, m.a.data(), m.b.data(), m.x.data(), m.workspace.data, 1); });
    row("winograd", [](Memory& m) { bf16Winograd(image(), 16, 16, m.a.data(), m.b.data(), m.c.data(), m.workspace.data, 1); });
    row("winograd grad input", [](Memory& m) { bf16WinogradGradInput(image(), 16, 16, m.a.data(), m.b.data(), m.c.data(), m.workspace.data, 1); });
    row("winograd grad weight", [](Memory& m) { bf16WinogradGradWeight(image(), 16, 16, m.a.data(), m.b.data(), m.x.data(), m.workspace.data, 1); });
    row("linear grad weight", [](Memory& m) { linearGradWeightBf16(5, 16, 16, m.a.data(), m.b.data(), m.x.data(), nullptr, m.workspace.data, 1); });
    row("weights", [](Memory& m) { blockWeightsBf16(16, 16, 9, {}, m.x.data(), m.a.data(), 1); });
  }

  void everyKernelRefuses() {
    QFETCH(Start, start);
    Memory memory;
    try {
      start(memory);
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Internal);
      QVERIFY2(QString::fromUtf8(error.what()).contains("AVX512_BF16"), error.what());
      return;
    }
    QFAIL("the kernel ran");
  }
};

QTEST_GUILESS_MAIN(Bf16RefusedTest)
#include "bf16_refused_test.moc"
