#include "core/backend/cpu/ops/elementwise/dropout.h"

#include "core/base/philox.h"
#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

namespace {

Floats reference(const Floats& x, double p, std::uint64_t seed, std::uint32_t opId) {
  Floats y(x.size());
  for (std::size_t e = 0; e < x.size(); ++e) {
    const std::uint64_t block = e / 4;
    const auto draws = stepscope::philox({0, static_cast<std::uint32_t>(block), static_cast<std::uint32_t>(block >> 32), opId},
                                         {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)});
    const bool keep = (draws[e % 4] >> 8) * 0x1p-24 >= p;
    y[e] = keep ? static_cast<float>(x[e] / (1 - p)) : 0.0f;
  }
  return y;
}

}  // namespace

class DropoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void againstPhilox() {
    const std::int64_t seed = -0x123456789ABCDEFLL;
    for (double p : {0.0, 0.1, 0.5, 0.9, 1.0})
      for (std::int64_t count : {1, 5, 64, 511, 513, 70001})
        for (int threads : {1, 2}) {
          const Floats x = randomFloats(count, 1, 0.5f, 1.5f);
          Floats y(x.size(), 9.0f);
          dropout(x.data(), y.data(), count, p, seed, 7, threads);
          const Floats want = p < 1 ? reference(x, p, static_cast<std::uint64_t>(seed), 7) : Floats(x.size(), 0.0f);
          VERIFY_COMPARISON(compare(y, want, 1e-6), "");
          for (std::size_t i = 0; i < y.size(); ++i) QCOMPARE(y[i] != 0, want[i] != 0);
        }
  }

  // The stream that the rest of the program would draw.
  void sameAsStream() {
    const Floats x(4096, 1.0f);
    Floats y(x.size());
    dropout(x.data(), y.data(), 4096, 0.3, 42, 5, 1);
    for (std::size_t e = 0; e < x.size(); e += 4) {
      stepscope::PhiloxStream stream(42, e / 4, 5);
      for (std::size_t lane = 0; lane < 4; ++lane) QCOMPARE(y[e + lane] != 0, stream.uniform() >= 0.3f);
    }
  }

  void everyLayout() {
    const std::int64_t n = 3, c = 21, spatial = 70;
    const Floats x = randomFloats(n * c * spatial, 1, 0.5f, 1.5f), want = reference(x, 0.4, 99, 3);
    for (const NamedBlock& named : kBlocks) {
      const ChannelBlocks layout{n, c, spatial, blockFor(named.block, c)};
      const Floats xs = toLayout(x, layout);
      Floats y(xs.size(), 9.0f);
      dropout(xs.data(), y.data(), layout, 0.4, 99, 3, 2);
      VERIFY_COMPARISON(compare(toPlain(y, layout), want, 1e-6), named.name);
      QVERIFY2(paddingIsZero(y, layout), named.name);
    }
  }
};

QTEST_GUILESS_MAIN(DropoutTest)
#include "dropout_test.moc"
