#include "core/backend/cpu/ops/pooling/pooling.h"

#include <cmath>

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

// Visits every (output element, tap inside the image) of plain planes: visit(plane, out, tap, in).
template <class Visit>
void overTaps(const Pooling& p, const Visit& visit) {
  for (std::int64_t plane = 0; plane < p.input.n * p.input.c; ++plane)
    for (std::int64_t oh = 0; oh < p.outH(); ++oh)
      for (std::int64_t ow = 0; ow < p.outW(); ++ow)
        for (std::int64_t kh = 0; kh < p.kernelH; ++kh)
          for (std::int64_t kw = 0; kw < p.kernelW; ++kw) {
            const std::int64_t ih = oh * p.strideH - p.padH + kh, iw = ow * p.strideW - p.padW + kw;
            if (ih < 0 || iw < 0 || ih >= p.input.h || iw >= p.input.w) continue;
            visit(static_cast<std::size_t>((plane * p.outH() + oh) * p.outW() + ow), kh * p.kernelW + kw,
                  static_cast<std::size_t>((plane * p.input.h + ih) * p.input.w + iw));
          }
}

}  // namespace

class PoolingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void windows_data() {
    QTest::addColumn<QList<int>>("sizes");  // n c h w kernelH kernelW strideH strideW padH padW
    const QList<int> cases[] = {{1, 1, 2, 2, 2, 2, 2, 2, 0, 0},  {3, 6, 28, 28, 2, 2, 2, 2, 0, 0},  {2, 16, 10, 10, 2, 2, 2, 2, 0, 0},
                                {2, 5, 7, 9, 2, 2, 2, 2, 0, 0},  {2, 20, 15, 35, 3, 3, 2, 2, 1, 1}, {2, 3, 8, 40, 3, 3, 1, 1, 1, 1},
                                {1, 9, 5, 5, 5, 5, 5, 5, 0, 0},  {2, 4, 13, 11, 3, 2, 3, 1, 1, 0},  {1, 33, 6, 70, 2, 2, 2, 2, 0, 0},
                                {2, 7, 9, 67, 3, 3, 2, 2, 0, 0}, {1, 17, 4, 4, 4, 4, 1, 1, 2, 2},   {2, 64, 12, 12, 3, 3, 2, 2, 1, 1},
                                {2, 2, 6, 33, 3, 3, 2, 2, 1, 1}};
    for (const QList<int>& sizes : cases) {
      QString name;
      for (int size : sizes) name += QString::number(size) + ' ';
      QTest::newRow(qPrintable(name)) << sizes;
    }
  }
  void windows() {
    QFETCH(QList<int>, sizes);
    Pooling plain{{sizes[0], sizes[1], sizes[2], sizes[3], 1}, sizes[4], sizes[5], sizes[6], sizes[7], sizes[8], sizes[9]};
    const ImageLayout in = plain.input, out = plain.output();
    // Few distinct values, so that equal ones in a window test the choice of the first.
    Floats x = randomFloats(in.elements(), 1, -8, 8);
    for (float& value : x) value = std::round(value);
    const Floats dy = randomFloats(out.elements(), 2);
    const std::size_t outputs = dy.size();
    std::vector<double> best(outputs, -HUGE_VAL), mean(outputs, 0), inside(outputs, 0), dmax(x.size(), 0);
    std::vector<std::int64_t> tap(outputs, 0);
    std::vector<std::size_t> winner(outputs, 0);
    overTaps(plain, [&](std::size_t o, std::int64_t k, std::size_t i) {
      if (x[i] > best[o]) best[o] = x[i], tap[o] = k, winner[o] = i;
      mean[o] += x[i];
      inside[o] += 1;
    });
    for (std::size_t o = 0; o < outputs; ++o) dmax[winner[o]] += dy[o];

    for (const NamedBlock& named : kBlocks)
      for (int threads : {1, 2}) {
        Pooling pooling = plain;
        pooling.input.block = blockFor(named.block, in.c);
        const ChannelBlocks inLayout = pooling.input.channelBlocks(), outLayout = pooling.output().channelBlocks();
        const Floats xs = toLayout(x, inLayout), dys = toLayout(dy, outLayout);
        Floats y(dys.size(), 9.0f), dx(xs.size(), 9.0f);
        std::vector<std::uint8_t> indices(y.size(), 0xA5);
        maxPool(pooling, xs.data(), y.data(), indices.data(), threads);
        VERIFY_COMPARISON(compare(toPlain(y, outLayout), best, 0), named.name);
        QVERIFY2(paddingIsZero(y, outLayout), named.name);
        const Floats taps = toPlain(Floats(indices.begin(), indices.end()), outLayout);
        for (std::size_t o = 0; o < outputs; ++o) QCOMPARE(static_cast<std::int64_t>(taps[o]), tap[o]);
        Floats inferred(y.size(), 9.0f);
        maxPool(pooling, xs.data(), inferred.data(), nullptr, threads);
        QCOMPARE(inferred, y);
        maxPoolGrad(pooling, dys.data(), indices.data(), dx.data(), threads);
        VERIFY_COMPARISON(compare(toPlain(dx, inLayout), dmax, 1e-6), named.name);
        QVERIFY2(paddingIsZero(dx, inLayout), named.name);

        for (bool countPadding : {true, false}) {
          std::vector<double> average(outputs), davg(x.size(), 0);
          const auto area = [&](std::size_t o) { return countPadding ? static_cast<double>(pooling.kernelH * pooling.kernelW) : inside[o]; };
          for (std::size_t o = 0; o < outputs; ++o) average[o] = mean[o] / area(o);
          overTaps(plain, [&](std::size_t o, std::int64_t, std::size_t i) { davg[i] += dy[o] / area(o); });
          avgPool(pooling, countPadding, xs.data(), y.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(y, outLayout), average, 1e-6), named.name);
          avgPoolGrad(pooling, countPadding, dys.data(), dx.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(dx, inLayout), davg, 1e-6), named.name);
          QVERIFY2(paddingIsZero(dx, inLayout), named.name);
        }
      }
  }

  void nanWins() {
    for (std::int64_t block : {1, 8}) {
      const Pooling pooling{{1, 1, 2, 2, block}, 2, 2, 2, 2, 0, 0};
      const Floats x = toLayout({1.0f, std::nanf(""), 7.0f, 2.0f}, pooling.input.channelBlocks());
      Floats y(static_cast<std::size_t>(pooling.output().elements()));
      std::vector<std::uint8_t> indices(y.size());
      maxPool(pooling, x.data(), y.data(), indices.data(), 1);
      QVERIFY(std::isnan(y[0]) && indices[0] == 1);
    }
  }

  void global() {
    const int shapes[][3] = {{1, 1, 1}, {3, 5, 49}, {2, 70, 16}, {4, 512, 4}, {2, 16, 1000}, {5, 130, 1}};
    for (const auto& s : shapes)
      for (const NamedBlock& named : kBlocks)
        for (int threads : {1, 2}) {
          const ChannelBlocks layout{s[0], s[1], s[2], blockFor(named.block, s[1])}, out{s[0], s[1], 1, layout.block};
          const Floats x = randomFloats(std::int64_t{s[0]} * s[1] * s[2], 3), dy = randomFloats(std::int64_t{s[0]} * s[1], 4);
          std::vector<double> mean(dy.size(), 0), grad(x.size());
          for (std::size_t i = 0; i < x.size(); ++i) {
            mean[i / static_cast<std::size_t>(s[2])] += x[i] / static_cast<double>(s[2]);
            grad[i] = dy[i / static_cast<std::size_t>(s[2])] / static_cast<double>(s[2]);
          }
          const Floats xs = toLayout(x, layout), dys = toLayout(dy, out);
          Floats y(dys.size(), 9.0f), dx(xs.size(), 9.0f);
          globalAvgPool(layout, xs.data(), y.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(y, out), mean, 1e-6), named.name);
          QVERIFY2(paddingIsZero(y, out), named.name);
          globalAvgPoolGrad(layout, dys.data(), dx.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(dx, layout), grad, 1e-6), named.name);
          QVERIFY2(paddingIsZero(dx, layout), named.name);
        }
  }
};

QTEST_GUILESS_MAIN(PoolingTest)
#include "pooling_test.moc"
