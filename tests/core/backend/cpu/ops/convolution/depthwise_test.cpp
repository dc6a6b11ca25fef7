#include "core/backend/cpu/ops/convolution/depthwise_convolution.h"
#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

// visit(y index, x index, w index) for every product, all tensors plain.
template <class Visit>
void overProducts(const DepthwiseShape& s, const Visit& visit) {
  for (std::int64_t plane = 0; plane < s.n * s.c; ++plane)
    for (std::int64_t oh = 0; oh < s.outH; ++oh)
      for (std::int64_t ow = 0; ow < s.outW; ++ow)
        for (std::int64_t kh = 0; kh < s.kernelH; ++kh)
          for (std::int64_t kw = 0; kw < s.kernelW; ++kw) {
            const std::int64_t h = oh * s.strideH - s.padH + kh * s.dilationH, w = ow * s.strideW - s.padW + kw * s.dilationW;
            if (h < 0 || w < 0 || h >= s.h || w >= s.w) continue;
            visit(static_cast<std::size_t>((plane * s.outH + oh) * s.outW + ow), static_cast<std::size_t>((plane * s.h + h) * s.w + w),
                  static_cast<std::size_t>((plane % s.c * s.kernelH + kh) * s.kernelW + kw));
          }
}

DepthwiseShape shapeOf(const QList<int>& v) {
  DepthwiseShape s{v[0], v[1], v[2], v[3], 0, 0, 8, v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]};
  s.outH = (s.h + 2 * s.padH - s.dilationH * (s.kernelH - 1) - 1) / s.strideH + 1;
  s.outW = (s.w + 2 * s.padW - s.dilationW * (s.kernelW - 1) - 1) / s.strideW + 1;
  return s;
}

}  // namespace

class DepthwiseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void agreesWithLoops_data() {
    QTest::addColumn<QList<int>>("sizes");  // n c h w kernel stride padding dilation, height and width each
    const QList<int> cases[] = {
        {2, 8, 7, 7, 3, 3, 1, 1, 1, 1, 1, 1},    {1, 16, 14, 30, 3, 3, 1, 1, 1, 1, 1, 1}, {3, 17, 9, 8, 3, 3, 2, 2, 1, 1, 1, 1},
        {2, 33, 12, 11, 5, 5, 1, 1, 2, 2, 1, 1}, {2, 24, 15, 14, 5, 5, 2, 2, 2, 2, 1, 1}, {1, 9, 20, 19, 7, 7, 3, 2, 3, 3, 1, 1},
        {1, 16, 3, 2, 3, 3, 1, 1, 1, 1, 1, 1},   {2, 8, 1, 1, 3, 3, 1, 1, 1, 1, 1, 1},    {1, 20, 11, 12, 3, 3, 1, 1, 2, 2, 2, 2},
        {1, 8, 13, 13, 3, 2, 2, 3, 0, 1, 3, 2},  {2, 16, 6, 6, 1, 1, 2, 2, 0, 0, 1, 1},   {1, 8, 9, 9, 4, 6, 1, 1, 3, 5, 1, 1},
        {1, 8, 40, 5, 2, 2, 2, 2, 0, 0, 1, 1}};
    for (const QList<int>& sizes : cases) {
      QString name;
      for (int size : sizes) name += QString::number(size) + ' ';
      QTest::newRow(qPrintable(name)) << sizes;
    }
  }

  void agreesWithLoops() {
    QFETCH(QList<int>, sizes);
    DepthwiseShape s = shapeOf(sizes);
    const Floats x = randomFloats(s.n * s.c * s.h * s.w, 1), dy = randomFloats(s.n * s.c * s.outH * s.outW, 2),
                 w = randomFloats(s.c * s.kernelH * s.kernelW, 3), bias = randomFloats(s.c, 4);
    std::vector<double> y(dy.size()), dx(x.size(), 0), dw(w.size(), 0);
    for (std::size_t o = 0; o < y.size(); ++o) y[o] = bias[o / static_cast<std::size_t>(s.outH * s.outW) % static_cast<std::size_t>(s.c)];
    overProducts(s, [&](std::size_t o, std::size_t i, std::size_t k) {
      y[o] += static_cast<double>(x[i]) * w[k];
      dx[i] += static_cast<double>(dy[o]) * w[k];
      dw[k] += static_cast<double>(x[i]) * dy[o];
    });
    for (double& v : y) v = std::max(v, 0.0);
    for (std::int64_t block : {8, 16})
      for (int threads : {1, 2, 3}) {
        s.block = block;
        QVERIFY(depthwiseSupports(s) || simdTarget() == SimdTarget::Avx512);
        if (!depthwiseSupports(s)) continue;  // half vectors
        const ChannelBlocks in = s.input().channelBlocks(), out = s.output().channelBlocks();
        const Floats xs = toLayout(x, in), dys = toLayout(dy, out);
        Floats ys(dys.size(), 9.0f), dxs(xs.size(), 9.0f), dws(w.size(), 9.0f);
        depthwiseConvolution(s, xs.data(), w.data(), bias.data(), true, ys.data(), threads);
        VERIFY_COMPARISON(compare(toPlain(ys, out), y, 1e-6), "");
        QVERIFY(paddingIsZero(ys, out));
        depthwiseGradInput(s, dys.data(), w.data(), dxs.data(), threads);
        VERIFY_COMPARISON(compare(toPlain(dxs, in), dx, 1e-6), "");
        QVERIFY(paddingIsZero(dxs, in));
        const Workspace workspace = workspaceOf(depthwiseGradWeightWorkspaceBytes(s, threads));
        depthwiseGradWeight(s, xs.data(), dys.data(), dws.data(), workspace.data(), threads);
        VERIFY_COMPARISON(compare(dws, dw, 1e-6), "");
      }
  }

  void refusesLargeKernels() { QVERIFY(!depthwiseSupports(shapeOf({1, 16, 20, 20, 9, 9, 1, 1, 4, 4, 1, 1}))); }
};

QTEST_GUILESS_MAIN(DepthwiseTest)
#include "depthwise_test.moc"
