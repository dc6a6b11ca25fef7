#include "core/backend/cpu/ops/convolution/bf16_grad_weight.h"

#include "core/backend/cpu/simd/bf16_pairs.h"
#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope::kernels;

namespace {

// Numbers that bf16 holds, in the upper half of an f32.
Floats bf16Floats(std::int64_t count, unsigned seed) {
  Floats values = randomFloats(count, seed);
  for (float& value : values) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    bits &= 0xFFFF0000u;
    std::memcpy(&value, &bits, sizeof bits);
  }
  return values;
}

std::vector<std::uint16_t> upperHalves(const Floats& values) {
  std::vector<std::uint16_t> halves;
  for (const float value : values) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    halves.push_back(static_cast<std::uint16_t>(bits >> 16));
  }
  return halves;
}

}  // namespace

class Bf16GradWeightTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithLoops_data() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    QTest::addColumn<QList<int>>("sizes");  // n, channels, height, width, output channels, kernel height and width, stride, padding
    const QList<int> cases[] = {{2, 16, 8, 8, 16, 1, 1, 1, 0},    {3, 48, 7, 7, 40, 1, 1, 1, 0},   {2, 64, 14, 14, 32, 3, 3, 1, 1},
                                {1, 32, 9, 11, 24, 3, 3, 2, 1},   {2, 20, 6, 5, 12, 3, 3, 1, 1},   {5, 16, 3, 3, 16, 5, 5, 1, 2},
                                {1, 16, 64, 40, 16, 4, 7, 1, 2},  {2, 32, 13, 12, 64, 1, 1, 2, 0}, {40, 16, 8, 8, 16, 3, 3, 1, 1},
                                {1, 80, 45, 1, 16, 1, 1, 1, 0},   {2, 32, 9, 9, 32, 1, 1, 2, 1},   {2, 64, 24, 24, 144, 1, 1, 1, 0},
                                {3, 144, 15, 15, 64, 1, 1, 1, 0}, {2, 48, 31, 17, 96, 3, 3, 2, 1}, {1, 16, 20, 20, 48, 7, 7, 2, 3},
                                {1, 16, 1, 1100, 32, 1, 3, 1, 1}, {1, 16, 33, 33, 17, 2, 2, 3, 0}};
    for (const QList<int>& sizes : cases) {
      QString name;
      for (int size : sizes) name += QString::number(size) + ' ';
      QTest::newRow(qPrintable(name)) << sizes;
    }
  }

  void agreesWithLoops() {
    QFETCH(QList<int>, sizes);
    const ConvolutionShape s{
        sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[7], sizes[8], std::min(sizes[8], (sizes[6] - 1) / 2)};
    const std::int64_t outH = s.outH(), outW = s.outW(), blocks = (s.inC + 15) / 16;
    const Floats x = bf16Floats(s.n * s.inC * s.inH * s.inW, 1), dy = bf16Floats(s.n * s.outC * outH * outW, 2);
    std::vector<double> expected(static_cast<std::size_t>(s.outC * blocks * s.kernelH * s.kernelW * 16), 0);
    for (std::int64_t n = 0; n < s.n; ++n)
      for (std::int64_t o = 0; o < s.outC; ++o)
        for (std::int64_t c = 0; c < s.inC; ++c)
          for (std::int64_t kh = 0; kh < s.kernelH; ++kh)
            for (std::int64_t kw = 0; kw < s.kernelW; ++kw) {
              double sum = 0;
              for (std::int64_t oh = 0; oh < outH; ++oh)
                for (std::int64_t ow = 0; ow < outW; ++ow) {
                  const std::int64_t h = oh * s.strideH - s.padH + kh, w = ow * s.strideW - s.padW + kw;
                  if (h < 0 || w < 0 || h >= s.inH || w >= s.inW) continue;
                  sum += static_cast<double>(x[static_cast<std::size_t>(((n * s.inC + c) * s.inH + h) * s.inW + w)]) *
                         dy[static_cast<std::size_t>(((n * s.outC + o) * outH + oh) * outW + ow)];
                }
              expected[static_cast<std::size_t>((((o * blocks + c / 16) * s.kernelH + kh) * s.kernelW + kw) * 16 + c % 16)] += sum;
            }
    Floats first;
    for (const bool channelsLast : {false, true})
      for (const int threads : {1, 2, 3, 7}) {
        const std::int64_t xBlock = channelsLast ? s.inC : 16, dyBlock = channelsLast ? s.outC : 16;
        if (channelsLast) QCOMPARE(bf16GradWeightSupports(s, xBlock, dyBlock), s.inC % 16 == 0 && s.outC % 16 == 0);
        if (!bf16GradWeightSupports(s, xBlock, dyBlock)) continue;
        const auto xBits = upperHalves(toLayout(x, s.input(xBlock).channelBlocks()));
        const auto dyBits = upperHalves(toLayout(dy, s.output(dyBlock).channelBlocks()));
        const Aligned workspace(bf16GradWeightWorkspaceBytes(s, threads));
        Floats dw(expected.size(), 7.0f);
        bf16GradWeight(s, xBlock, dyBlock, xBits.data(), dyBits.data(), dw.data(), workspace.data, threads);
        VERIFY_COMPARISON(test::compareNorms(dw, expected, 1e-6), std::to_string(threads) + " threads");
        QVERIFY(workspace.kept());
        if (first.empty()) first = dw;
        QVERIFY(dw == first);  // neither the layout nor the threads change a bit
      }
  }

  void plainImagesAreLeftToOthers() {
    const ConvolutionShape s{1, 3, 8, 8, 16, 3, 3, 1, 1, 1, 1};
    QVERIFY(!bf16GradWeightSupports(s, 1, 16));
    QVERIFY(!bf16GradWeightSupports(s, 3, 16));
  }
};

QTEST_GUILESS_MAIN(Bf16GradWeightTest)
#include "bf16_grad_weight_test.moc"
