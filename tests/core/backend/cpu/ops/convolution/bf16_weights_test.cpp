#include "core/backend/cpu/ops/convolution/bf16_weights.h"

#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope::kernels;

class Bf16WeightsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyWeightIsWhereTheLayoutSays_data() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("taps");
    QTest::newRow("one block") << 16 << 16 << 1;
    QTest::newRow("more outputs") << 96 << 32 << 1;
    QTest::newRow("more inputs") << 32 << 80 << 9;
    QTest::newRow("threads have much to do") << 256 << 272 << 4;
  }

  void everyWeightIsWhereTheLayoutSays() {
    QFETCH(int, outputs);
    QFETCH(int, inputs);
    QFETCH(int, taps);
    const Floats w = randomFloats(std::int64_t{outputs} * inputs * taps, 3);
    for (const bool pairsOfOutputs : {false, true})
      for (const bool inputsOutermost : {false, true})
        for (const int threads : {1, 2, 3}) {
          const Aligned result(static_cast<std::int64_t>(w.size()) * 2);
          blockWeightsBf16(outputs, inputs, taps, {pairsOfOutputs, inputsOutermost}, w.data(), reinterpret_cast<std::uint16_t*>(result.data),
                           threads);
          QVERIFY(result.kept());
          const auto* actual = reinterpret_cast<const std::uint16_t*>(result.data);
          for (int o = 0; o < outputs; ++o)
            for (int i = 0; i < inputs; ++i)
              for (int tap = 0; tap < taps; ++tap) {
                const int block = inputsOutermost ? i / 16 * (outputs / 16) + o / 16 : o / 16 * (inputs / 16) + i / 16;
                const int paired = pairsOfOutputs ? o % 16 : i % 16, other = pairsOfOutputs ? i % 16 : o % 16;
                const int at = (block * taps + tap) * 256 + paired / 2 * 32 + other * 2 + paired % 2;
                QCOMPARE(actual[at], toBf16(w[static_cast<std::size_t>(((o * (inputs / 16) + i / 16) * taps + tap) * 16 + i % 16)]));
              }
        }
  }
};

QTEST_GUILESS_MAIN(Bf16WeightsTest)
#include "bf16_weights_test.moc"
