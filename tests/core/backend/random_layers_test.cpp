// Convolutions, products and norms of random shapes in bf16 and fp16 give what they give in f32. tests/bench/bench_random_layers runs many.
#include "tests/core/backend/random_layers.h"

#include "core/backend/devices/devices.h"
#include "core/base/error.h"

#include <QtTest>

using namespace stepscope;

class RandomLayersTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    try {
      findBackend("cpu")->device();
    } catch (const Error& error) {  // bf16 arithmetic was asked of a CPU without
      QSKIP(error.what());
    }
  }

  void agreeWithF32() {
    constexpr std::uint32_t kLayers = 400;
    int ran = 0;
    for (std::uint32_t seed = 0; seed < kLayers; ++seed) {
      const RandomLayerResult result = runRandomLayer(*findBackend("cpu"), seed);
      QVERIFY2(result.wrong.empty(), (result.layer + ": " + result.wrong).c_str());
      QVERIFY2(result.raw.empty(), (result.layer + ": " + result.raw).c_str());
      ran += result.refused ? 0 : 1;
    }
    qInfo("%d layers", ran);
    QVERIFY(ran > static_cast<int>(kLayers) * 3 / 4);
  }
};

QTEST_GUILESS_MAIN(RandomLayersTest)
#include "random_layers_test.moc"
