#include "core/backend/cpu/ops/convolution/im2col.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

class Im2colTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void patches() {
    const ConvolutionShape shapes[] = {{2, 1, 28, 28, 1, 5, 5, 1, 1, 2, 2}, {2, 6, 14, 14, 1, 5, 5, 1, 1, 0, 0}, {1, 20, 9, 7, 1, 3, 3, 2, 2, 1, 1},
                                       {3, 3, 20, 37, 1, 7, 7, 2, 2, 3, 3}, {1, 16, 5, 5, 1, 1, 1, 1, 1, 0, 0},  {1, 4, 6, 40, 1, 3, 2, 1, 3, 1, 0},
                                       {2, 33, 4, 4, 1, 3, 3, 1, 1, 2, 2},  {1, 2, 1, 1, 1, 3, 3, 1, 1, 1, 1}};
    for (const ConvolutionShape& s : shapes)
      for (const NamedBlock& named : kBlocks)
        for (int threads : {1, 2}) {
          const std::int64_t block = blockFor(named.block, s.inC), blocks = (s.inC + block - 1) / block;
          const ChannelBlocks layout = s.input(block).channelBlocks();
          const Floats plain = randomFloats(s.n * s.inC * s.inH * s.inW, 1), x = toLayout(plain, layout);
          Floats want(static_cast<std::size_t>(im2colElements(s, block)), 0.0f), col(want.size(), 9.0f);
          const Floats g = randomFloats(static_cast<std::int64_t>(want.size()), 2);
          std::vector<double> back(plain.size(), 0.0);
          const std::int64_t pixels = s.outH() * s.outW(), k = im2colK(s, block);
          for (std::int64_t n = 0; n < s.n; ++n)
            for (std::int64_t c = 0; c < s.inC; ++c)
              for (std::int64_t kh = 0; kh < s.kernelH; ++kh)
                for (std::int64_t kw = 0; kw < s.kernelW; ++kw)
                  for (std::int64_t oh = 0; oh < s.outH(); ++oh)
                    for (std::int64_t ow = 0; ow < s.outW(); ++ow) {
                      const std::int64_t ih = oh * s.strideH - s.padH + kh, iw = ow * s.strideW - s.padW + kw, pixel = oh * s.outW() + ow;
                      if (ih < 0 || iw < 0 || ih >= s.inH || iw >= s.inW) continue;
                      const std::int64_t tap = kh * s.kernelW + kw;
                      const std::int64_t place = block == 1
                                                     ? ((n * s.inC + c) * s.kernelH * s.kernelW + tap) * pixels + pixel
                                                     : (n * pixels + pixel) * k + ((c / block) * s.kernelH * s.kernelW + tap) * block + c % block;
                      const auto from = static_cast<std::size_t>(((n * s.inC + c) * s.inH + ih) * s.inW + iw);
                      want[static_cast<std::size_t>(place)] = plain[from];
                      back[from] += g[static_cast<std::size_t>(place)];
                    }
          im2col(s, block, x.data(), col.data(), threads);
          QVERIFY2(col == want, named.name);
          Floats grad = g;
          if (blocks * block != s.inC && block > 1)  // gradients of padding lanes are zero
            for (std::size_t i = 0; i < grad.size(); ++i) {
              const std::int64_t inPatch = static_cast<std::int64_t>(i) % k;
              if (inPatch / (s.kernelH * s.kernelW * block) * block + inPatch % block >= s.inC) grad[i] = 0;
            }
          Floats dx(x.size(), 9.0f);
          col2im(s, block, grad.data(), dx.data(), threads);
          VERIFY_COMPARISON(compare(toPlain(dx, layout), back, 1e-6), named.name);
          QVERIFY2(paddingIsZero(dx, layout), named.name);
        }
  }
};

QTEST_GUILESS_MAIN(Im2colTest)
#include "im2col_test.moc"
