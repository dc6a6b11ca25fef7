#include "core/backend/cpu/ops/convolution/bf16_stem.h"

#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope::kernels;

class Bf16StemTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void agreesWithLoops_data() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    QTest::addColumn<QList<int>>("sizes");  // n, channels, height, width, output channels, kernel height and width, strides, paddings
    const QList<int> cases[] = {
        {2, 3, 32, 32, 64, 7, 7, 2, 2, 3, 3}, {1, 3, 33, 31, 32, 3, 3, 2, 2, 1, 1}, {3, 1, 28, 28, 16, 5, 5, 1, 1, 2, 2},
        {1, 4, 9, 70, 80, 3, 4, 1, 2, 0, 1},  {2, 2, 5, 6, 20, 1, 1, 1, 1, 0, 0},   {1, 3, 8, 130, 48, 8, 8, 2, 2, 4, 5},
        {1, 3, 2, 3, 16, 2, 3, 1, 1, 1, 2},   {2, 3, 7, 65, 96, 2, 2, 2, 1, 0, 0},  {1, 1, 1, 1, 16, 1, 1, 1, 1, 0, 0}};
    for (const QList<int>& sizes : cases) {
      QString name;
      for (int size : sizes) name += QString::number(size) + ' ';
      QTest::newRow(qPrintable(name)) << sizes;
    }
  }

  // Whole numbers, whose sums are exact.
  void agreesWithLoops() {
    QFETCH(QList<int>, sizes);
    const ConvolutionShape s{sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[8], sizes[9], sizes[10]};
    const std::int64_t outH = s.outH(), outW = s.outW(), kernel = s.kernelH * s.kernelW;
    const Floats x = wholeNumbers(s.n * s.inC * s.inH * s.inW, 1, 9, 1), w = wholeNumbers(s.outC * s.inC * kernel, 2, 9, 1);
    const Floats dy = wholeNumbers(s.n * s.outC * outH * outW, 3, 9, 1);
    std::vector<double> y(dy.size()), dw(w.size());
    for (std::int64_t n = 0; n < s.n; ++n)
      for (std::int64_t o = 0; o < s.outC; ++o)
        for (std::int64_t c = 0; c < s.inC; ++c)
          for (std::int64_t tap = 0; tap < kernel; ++tap)
            for (std::int64_t oh = 0; oh < outH; ++oh)
              for (std::int64_t ow = 0; ow < outW; ++ow) {
                const std::int64_t h = oh * s.strideH - s.padH + tap / s.kernelW, v = ow * s.strideW - s.padW + tap % s.kernelW;
                if (h < 0 || v < 0 || h >= s.inH || v >= s.inW) continue;
                const auto xi = static_cast<std::size_t>(((n * s.inC + c) * s.inH + h) * s.inW + v);
                const auto yi = static_cast<std::size_t>(((n * s.outC + o) * outH + oh) * outW + ow);
                const auto wi = static_cast<std::size_t>((o * s.inC + c) * kernel + tap);
                y[yi] += static_cast<double>(x[xi]) * w[wi];
                dw[wi] += static_cast<double>(dy[yi]) * x[xi];
              }
    for (const bool channelsLast : {false, true})
      for (const int threads : {1, 2, 3, 7}) {
        const std::int64_t block = channelsLast ? s.outC : 16;
        for (const auto pass : {ConvolutionPass::Forward, ConvolutionPass::GradWeight})
          QCOMPARE(bf16StemSupports(pass, s, block), block == 16 || s.outC % 16 == 0);
        if (!bf16StemSupports(ConvolutionPass::Forward, s, block)) continue;
        const auto layout = s.output(block).channelBlocks();
        const auto xBits = halves(x), wBits = halves(w), dyBits = halves(toLayout(dy, layout));
        std::vector<std::uint16_t> yBits(dyBits.size(), 0xFFFF);
        const Aligned forward(bf16StemWorkspaceBytes(ConvolutionPass::Forward, s, threads));
        bf16Stem(s, block, xBits.data(), wBits.data(), yBits.data(), forward.data, threads);
        QVERIFY(forward.kept());
        Floats result;
        for (const std::uint16_t half : yBits) result.push_back(fromBf16(half));
        QVERIFY(result == roundedToBf16(toLayout(asFloats(y), layout)));

        Floats sums(dw.size(), std::nanf(""));
        const Aligned backward(bf16StemWorkspaceBytes(ConvolutionPass::GradWeight, s, threads));
        bf16StemGradWeight(s, block, xBits.data(), dyBits.data(), sums.data(), backward.data, threads);
        QVERIFY(backward.kept());
        QVERIFY(sums == asFloats(dw));
      }
  }

  void otherConvolutionsAreLeftToOthers() {
    ConvolutionShape s{1, 3, 32, 32, 16, 7, 7, 2, 2, 3, 3};
    QVERIFY(!bf16StemSupports(ConvolutionPass::GradInput, s, 16));
    s.inC = 5;
    QVERIFY(!bf16StemSupports(ConvolutionPass::Forward, s, 16));
    s.inC = 3;
    s.strideW = 3;
    QVERIFY(!bf16StemSupports(ConvolutionPass::Forward, s, 16));
    s.strideW = 2;
    s.kernelW = 9;
    QVERIFY(!bf16StemSupports(ConvolutionPass::GradWeight, s, 16));
  }
};

QTEST_GUILESS_MAIN(Bf16StemTest)
#include "bf16_stem_test.moc"
