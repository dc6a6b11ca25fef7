#include "core/backend/cpu/ops/structure/relayout.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

class RelayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void everyPair() {
    const int shapes[][3] = {{1, 1, 1}, {2, 3, 5}, {3, 16, 49}, {2, 20, 33}, {1, 64, 1100}, {2, 6, 784}, {2, 37, 100}, {5, 8, 3}, {2, 130, 17}};
    for (const auto& s : shapes) {
      const Floats plain = randomFloats(std::int64_t{s[0]} * s[1] * s[2], 1);
      for (const NamedBlock& from : kBlocks)
        for (const NamedBlock& to : kBlocks)
          for (int threads : {1, 2}) {
            const ChannelBlocks x{s[0], s[1], s[2], blockFor(from.block, s[1])}, y{s[0], s[1], s[2], blockFor(to.block, s[1])};
            const Floats src = toLayout(plain, x);
            Floats dst(static_cast<std::size_t>(y.elements()), 9.0f);
            relayout(x, src.data(), y.block, dst.data(), threads);
            QVERIFY2(dst == toLayout(plain, y), qPrintable(QString("%1 to %2, %3 channels").arg(from.name).arg(to.name).arg(s[1])));
          }
    }
  }

  void matrixTranspose() {
    const int sizes[][2] = {{1, 1}, {3, 7}, {16, 16}, {17, 33}, {64, 400}, {300, 129}};
    for (const auto& s : sizes)
      for (int threads : {1, 2}) {
        const Floats x = randomFloats(std::int64_t{s[0]} * s[1], 1);
        Floats y(x.size()), want(x.size());
        for (int r = 0; r < s[0]; ++r)
          for (int c = 0; c < s[1]; ++c) want[static_cast<std::size_t>(c * s[0] + r)] = x[static_cast<std::size_t>(r * s[1] + c)];
        transpose(x.data(), s[0], s[1], y.data(), threads);
        QCOMPARE(y, want);
      }
  }

  void shortcut() {
    // n c h w stride before after
    const int cases[][7] = {{2, 16, 8, 8, 2, 8, 8}, {1, 3, 5, 7, 2, 2, 1}, {3, 32, 4, 4, 2, 16, 16}, {2, 5, 3, 3, 1, 0, 4}, {1, 9, 7, 6, 3, 5, 0}};
    for (const auto& s : cases)
      for (const NamedBlock& named : kBlocks)
        for (int threads : {1, 2}) {
          ShortcutPad pad{{s[0], s[1], s[2], s[3], blockFor(named.block, s[1])}, s[4], s[5], s[6], blockFor(named.block, s[1] + s[5] + s[6])};
          const ImageLayout in = pad.input, out = pad.output();
          const Floats x = randomFloats(in.n * in.c * in.h * in.w, 1), dy = randomFloats(out.n * out.c * out.h * out.w, 2);
          Floats y(dy.size(), 0.0f), dx(x.size(), 0.0f);
          for (std::int64_t n = 0; n < in.n; ++n)
            for (std::int64_t c = 0; c < in.c; ++c)
              for (std::int64_t oh = 0; oh < out.h; ++oh)
                for (std::int64_t ow = 0; ow < out.w; ++ow) {
                  const auto i = static_cast<std::size_t>(((n * in.c + c) * in.h + oh * pad.stride) * in.w + ow * pad.stride);
                  const auto o = static_cast<std::size_t>(((n * out.c + c + pad.before) * out.h + oh) * out.w + ow);
                  y[o] = x[i];
                  dx[i] = dy[o];
                }
          const Floats xs = toLayout(x, in.channelBlocks()), dys = toLayout(dy, out.channelBlocks());
          Floats ys(dys.size(), 9.0f), dxs(xs.size(), 9.0f);
          shortcutPad(pad, xs.data(), ys.data(), threads);
          QVERIFY2(ys == toLayout(y, out.channelBlocks()), named.name);
          shortcutPadGrad(pad, dys.data(), dxs.data(), threads);
          QVERIFY2(dxs == toLayout(dx, in.channelBlocks()), named.name);
        }
  }
};

QTEST_GUILESS_MAIN(RelayoutTest)
#include "relayout_test.moc"
