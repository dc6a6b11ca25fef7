#include "core/backend/cpu/ops/convolution/bf16_winograd.h"

#include "tests/core/backend/cpu/bf16_kernel_test.h"

using namespace stepscope::kernels;

namespace {

Floats bf16Floats(std::int64_t count, unsigned seed) {
  return roundedToBf16(randomFloats(count, seed));
}

// Plain tensors and what the three passes make of them.
struct Case {
  ConvolutionShape s;
  Floats x, w, dy;
  std::vector<double> y, dx, dw;

  Case(const ConvolutionShape& shape, Floats images, Floats weights, Floats gradients)
      : s(shape), x(std::move(images)), w(std::move(weights)), dy(std::move(gradients)), y(dy.size()), dx(x.size()), dw(w.size()) {
    const std::int64_t outH = s.outH(), outW = s.outW();
    for (std::int64_t n = 0; n < s.n; ++n)
      for (std::int64_t o = 0; o < s.outC; ++o)
        for (std::int64_t c = 0; c < s.inC; ++c)
          for (std::int64_t tap = 0; tap < 9; ++tap)
            for (std::int64_t oh = 0; oh < outH; ++oh)
              for (std::int64_t ow = 0; ow < outW; ++ow) {
                const std::int64_t h = oh - s.padH + tap / 3, v = ow - s.padW + tap % 3;
                if (h < 0 || v < 0 || h >= s.inH || v >= s.inW) continue;
                const auto xi = static_cast<std::size_t>(((n * s.inC + c) * s.inH + h) * s.inW + v);
                const auto yi = static_cast<std::size_t>(((n * s.outC + o) * outH + oh) * outW + ow);
                const auto wi = static_cast<std::size_t>((o * s.inC + c) * 9 + tap);
                y[yi] += static_cast<double>(x[xi]) * w[wi];
                dx[xi] += static_cast<double>(dy[yi]) * w[wi];
                dw[wi] += static_cast<double>(dy[yi]) * x[xi];
              }
  }
};

struct Results {
  Floats y, dx, dw;  // as they lie, padding included
  bool keptInside = true;
};

Results compute(const Case& c, std::int64_t xBlock, std::int64_t yBlock, int threads) {
  const ConvolutionShape& s = c.s;
  const auto x = halves(toLayout(c.x, s.input(xBlock).channelBlocks())), dy = halves(toLayout(c.dy, s.output(yBlock).channelBlocks()));
  const auto w = halves(toLayout(c.w, ChannelBlocks::blocked(s.outC, s.inC, 9, 16)));
  std::vector<std::uint16_t> y(dy.size(), 0xFFFF), dx(x.size(), 0xFFFF);
  Results r;
  r.dw.assign(w.size(), std::nanf(""));
  for (const auto pass : {ConvolutionPass::Forward, ConvolutionPass::GradInput, ConvolutionPass::GradWeight}) {
    const Aligned workspace(bf16WinogradWorkspaceBytes(pass, s, threads));
    if (pass == ConvolutionPass::Forward) bf16Winograd(s, xBlock, yBlock, x.data(), w.data(), y.data(), workspace.data, threads);
    if (pass == ConvolutionPass::GradInput) bf16WinogradGradInput(s, xBlock, yBlock, dy.data(), w.data(), dx.data(), workspace.data, threads);
    if (pass == ConvolutionPass::GradWeight) bf16WinogradGradWeight(s, xBlock, yBlock, x.data(), dy.data(), r.dw.data(), workspace.data, threads);
    r.keptInside = r.keptInside && workspace.kept();
  }
  for (const std::uint16_t half : y) r.y.push_back(fromBf16(half));
  for (const std::uint16_t half : dx) r.dx.push_back(fromBf16(half));
  return r;
}

}  // namespace

class Bf16WinogradTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeNumbersAreExact_data() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    QTest::addColumn<QList<int>>("sizes");  // n, channels, height, width, output channels, padding
    const QList<int> cases[] = {{1, 16, 2, 2, 16, 1}, {2, 64, 14, 14, 64, 1}, {3, 16, 7, 7, 80, 1}, {2, 80, 5, 9, 16, 1},   {1, 20, 6, 5, 12, 1},
                                {2, 32, 3, 3, 48, 0}, {1, 16, 1, 1, 32, 1},   {2, 16, 4, 3, 16, 2}, {1, 32, 40, 37, 16, 1}, {5, 16, 9, 8, 128, 0}};
    for (const QList<int>& sizes : cases) {
      QString name;
      for (int size : sizes) name += QString::number(size) + ' ';
      QTest::newRow(qPrintable(name)) << sizes;
    }
  }

  void wholeNumbersAreExact() {
    QFETCH(QList<int>, sizes);
    const ConvolutionShape s{sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], 3, 3, 1, 1, sizes[5], sizes[5]};
    const Case c(s, wholeNumbers(s.n * s.inC * s.inH * s.inW, 1, 3, 1), wholeNumbers(s.outC * s.inC * 9, 2, 2, 4),
                 wholeNumbers(s.n * s.outC * s.outH() * s.outW(), 3, 3, 1));
    for (const bool channelsLast : {false, true})
      for (const int threads : {1, 2, 3, 7}) {
        const std::int64_t xBlock = channelsLast ? s.inC : 16, yBlock = channelsLast ? s.outC : 16;
        if (channelsLast) QCOMPARE(bf16WinogradSupports(s, xBlock, yBlock), s.inC % 16 == 0 && s.outC % 16 == 0);
        if (!bf16WinogradSupports(s, xBlock, yBlock)) continue;
        const Results r = compute(c, xBlock, yBlock, threads);
        QVERIFY(r.keptInside);
        QVERIFY(r.y == roundedToBf16(toLayout(asFloats(c.y), s.output(yBlock).channelBlocks())));
        QVERIFY(r.dx == roundedToBf16(toLayout(asFloats(c.dx), s.input(xBlock).channelBlocks())));
        QVERIFY(r.dw == toLayout(asFloats(c.dw), ChannelBlocks::blocked(s.outC, s.inC, 9, 16)));
      }
  }

  // What the rounding of transformed tiles and weights costs, at the size of a real layer.
  void errorIsThatOfBf16() {
    if (!multipliesBf16Pairs()) QSKIP("this CPU has no AVX512_BF16");
    const ConvolutionShape s{1, 128, 14, 14, 128, 3, 3, 1, 1, 1, 1};
    const Case c(s, bf16Floats(s.n * s.inC * s.inH * s.inW, 1), bf16Floats(s.outC * s.inC * 9, 2), bf16Floats(s.n * s.outC * s.outH() * s.outW(), 3));
    const Results r = compute(c, 16, 16, 2);
    VERIFY_COMPARISON(test::compareNorms(r.y, toLayout(asFloats(c.y), s.output(16).channelBlocks()), 5e-3), "y");
    VERIFY_COMPARISON(test::compareNorms(r.dx, toLayout(asFloats(c.dx), s.input(16).channelBlocks()), 5e-3), "dx");
    VERIFY_COMPARISON(test::compareNorms(r.dw, toLayout(asFloats(c.dw), ChannelBlocks::blocked(s.outC, s.inC, 9, 16)), 5e-3), "dw");
  }

  void otherConvolutionsAreLeftToOthers() {
    ConvolutionShape s{1, 16, 8, 8, 16, 3, 3, 1, 1, 1, 1};
    s.strideH = 2;
    QVERIFY(!bf16WinogradSupports(s, 16, 16));
    s.strideH = 1;
    QVERIFY(!bf16WinogradSupports(s, 1, 16));
    s.kernelW = 5;
    QVERIFY(!bf16WinogradSupports(s, 16, 16));
    s.kernelW = 3;
    s.inC = 3;
    QVERIFY(!bf16WinogradSupports(s, 3, 16));
  }
};

QTEST_GUILESS_MAIN(Bf16WinogradTest)
#include "bf16_winograd_test.moc"
