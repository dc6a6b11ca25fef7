#include "core/backend/cpu/ops/convolution/small_convolution.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

// Visits every multiply-add of a convolution over plain tensors: visit(x index, w index, y index).
template <class Visit>
void overProducts(const ConvolutionShape& s, const Visit& visit) {
  for (std::int64_t n = 0; n < s.n; ++n)
    for (std::int64_t o = 0; o < s.outC; ++o)
      for (std::int64_t oh = 0; oh < s.outH(); ++oh)
        for (std::int64_t ow = 0; ow < s.outW(); ++ow)
          for (std::int64_t c = 0; c < s.inC; ++c)
            for (std::int64_t kh = 0; kh < s.kernelH; ++kh)
              for (std::int64_t kw = 0; kw < s.kernelW; ++kw) {
                const std::int64_t ih = oh * s.strideH - s.padH + kh, iw = ow * s.strideW - s.padW + kw;
                if (ih < 0 || iw < 0 || ih >= s.inH || iw >= s.inW) continue;
                visit(static_cast<std::size_t>(((n * s.inC + c) * s.inH + ih) * s.inW + iw),
                      static_cast<std::size_t>(((o * s.inC + c) * s.kernelH + kh) * s.kernelW + kw),
                      static_cast<std::size_t>(((n * s.outC + o) * s.outH() + oh) * s.outW() + ow));
              }
}

std::string nameOf(const ConvolutionShape& s) {
  return std::to_string(s.n) + "x" + std::to_string(s.inC) + "x" + std::to_string(s.inH) + "x" + std::to_string(s.inW) + " to " +
         std::to_string(s.outC) + " k" + std::to_string(s.kernelH) + "x" + std::to_string(s.kernelW) + " s" + std::to_string(s.strideH) + " p" +
         std::to_string(s.padH);
}

}  // namespace

Q_DECLARE_METATYPE(stepscope::kernels::ConvolutionShape)

class SmallConvolutionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void everyPass_data() {
    QTest::addColumn<ConvolutionShape>("shape");
    const ConvolutionShape shapes[] = {
        {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0},    {17, 1, 28, 28, 6, 5, 5, 1, 1, 2, 2}, {20, 6, 14, 14, 16, 5, 5, 1, 1, 0, 0},
        {3, 3, 20, 21, 16, 3, 3, 1, 1, 1, 1}, {2, 3, 33, 35, 20, 7, 7, 2, 2, 3, 3}, {33, 2, 6, 5, 5, 3, 3, 2, 2, 1, 1},
        {16, 4, 9, 9, 3, 2, 3, 1, 2, 0, 1},   {5, 16, 7, 7, 16, 3, 3, 1, 1, 1, 1},  {18, 7, 8, 12, 9, 1, 1, 1, 1, 0, 0},
        {18, 7, 8, 12, 9, 1, 1, 2, 2, 0, 0},  {2, 5, 9, 64, 7, 4, 6, 1, 1, 2, 3},   {16, 1, 12, 12, 33, 5, 7, 1, 1, 4, 6},
        {64, 3, 3, 3, 2, 3, 3, 1, 1, 2, 2},   {2, 1, 70, 9, 2, 3, 5, 2, 1, 1, 2},   {16, 2, 8, 8, 4, 3, 3, 2, 2, 0, 0},
        {16, 2, 9, 10, 4, 5, 5, 2, 2, 2, 1}};
    for (const ConvolutionShape& shape : shapes) QTest::newRow(::nameOf(shape).c_str()) << shape;
  }
  void everyPass() {
    QFETCH(ConvolutionShape, shape);
    const ConvolutionShape& s = shape;
    const Floats x = randomFloats(s.n * s.inC * s.inH * s.inW, 1), w = randomFloats(s.outC * s.inC * s.kernelH * s.kernelW, 2),
                 dy = randomFloats(s.n * s.outC * s.outH() * s.outW(), 3), bias = randomFloats(s.outC, 4);
    std::vector<double> y(dy.size()), plainY(dy.size(), 0.0), dx(x.size(), 0.0), dw(w.size(), 0.0);
    overProducts(s, [&](std::size_t i, std::size_t k, std::size_t o) {
      plainY[o] += static_cast<double>(x[i]) * w[k];
      dx[i] += static_cast<double>(dy[o]) * w[k];
      dw[k] += static_cast<double>(x[i]) * dy[o];
    });
    const std::size_t pixels = static_cast<std::size_t>(s.outH() * s.outW());
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = std::max(0.0, plainY[i] + bias[i / pixels % static_cast<std::size_t>(s.outC)]);

    for (const NamedBlock& xNamed : kBlocks)
      for (const NamedBlock& yNamed : kBlocks)
        for (int threads : {1, 2, 3}) {
          const std::int64_t xBlock = blockFor(xNamed.block, s.inC), yBlock = blockFor(yNamed.block, s.outC);
          const std::string name = std::string(xNamed.name) + " to " + yNamed.name;
          const ChannelBlocks xLayout = s.input(xBlock).channelBlocks(), yLayout = s.output(yBlock).channelBlocks();
          const Floats xs = toLayout(x, xLayout), dys = toLayout(dy, yLayout);
          const auto workspace = [&](ConvolutionPass pass) { return workspaceOf(smallConvolutionWorkspaceBytes(pass, s, threads)); };
          if (smallConvolutionSupports(ConvolutionPass::Forward, s, xBlock, yBlock)) {
            const auto space = workspace(ConvolutionPass::Forward);
            Floats out(dys.size(), 9.0f);
            smallConvolution(s, xBlock, yBlock, xs.data(), w.data(), bias.data(), true, out.data(), space.data(), threads);
            VERIFY_COMPARISON(compare(toPlain(out, yLayout), y, 2e-6), name.c_str());
            QVERIFY2(paddingIsZero(out, yLayout), name.c_str());
            smallConvolution(s, xBlock, yBlock, xs.data(), w.data(), nullptr, false, out.data(), space.data(), threads);
            VERIFY_COMPARISON(compare(toPlain(out, yLayout), plainY, 2e-6), name.c_str());
          }
          if (smallConvolutionSupports(ConvolutionPass::GradInput, s, xBlock, yBlock)) {
            const auto space = workspace(ConvolutionPass::GradInput);
            Floats out(xs.size(), 9.0f);
            smallConvolutionGradInput(s, xBlock, yBlock, dys.data(), w.data(), out.data(), space.data(), threads);
            VERIFY_COMPARISON(compare(toPlain(out, xLayout), dx, 2e-6), name.c_str());
            QVERIFY2(paddingIsZero(out, xLayout), name.c_str());
          }
          if (smallConvolutionSupports(ConvolutionPass::GradWeight, s, xBlock, yBlock)) {
            const auto space = workspace(ConvolutionPass::GradWeight);
            Floats out(w.size(), 9.0f), again(w.size());
            smallConvolutionGradWeight(s, xBlock, yBlock, xs.data(), dys.data(), out.data(), space.data(), threads);
            VERIFY_COMPARISON(compare(out, dw, 2e-6), name.c_str());
            smallConvolutionGradWeight(s, xBlock, yBlock, xs.data(), dys.data(), again.data(), space.data(), threads);
            QCOMPARE(again, out);
          }
        }
  }

  void refuses() {
    const ConvolutionShape large{1, 3, 32, 32, 8, 9, 9, 1, 1, 0, 0}, stride3{1, 3, 32, 32, 8, 3, 3, 3, 3, 0, 0},
        wide{1, 256, 8, 8, 256, 3, 3, 1, 1, 1, 1};
    for (const ConvolutionShape& shape : {large, stride3, wide}) QVERIFY(!smallConvolutionSupports(ConvolutionPass::Forward, shape, 1, 1));
  }
};

QTEST_GUILESS_MAIN(SmallConvolutionTest)
#include "small_convolution_test.moc"
