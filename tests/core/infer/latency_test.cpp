// Percentiles and arrivals against their definitions; measured figures only against what must hold of any of them.
#include "core/infer/latency.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/backend/devices/devices.h"
#include "core/base/cancelled.h"
#include "core/base/error.h"

#include <QtTest>

using namespace stepscope;

namespace {

SampleInfo sampleOfMlp() {
  SampleInfo sample;
  for (int c = 0; c < 4; ++c) sample.classNames.push_back(std::to_string(c));
  sample.setFields({3, 8, 8});
  return sample;
}

AskedModel mlp() {
  AskedModel model;
  model.title = "mlp";
  model.project.model.name = "mlp";
  model.project.model.integers["hidden"] = {16};
  return model;
}

}  // namespace

class LatencyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Nearest rank: of 1 to 10 the 50th percentile is 5, the 90th 9, the 99th 10.
  void percentiles() {
    std::vector<double> values(10);
    std::iota(values.begin(), values.end(), 1.0);
    QCOMPARE(percentile(values, 0.5), 5.0);
    QCOMPARE(percentile(values, 0.9), 9.0);
    QCOMPARE(percentile(values, 0.99), 10.0);
    QCOMPARE(percentile({7.0}, 0.01), 7.0);
    std::vector<double> hundred(100);
    std::iota(hundred.begin(), hundred.end(), 1.0);
    QCOMPARE(percentile(hundred, 0.99), 99.0);
    QCOMPARE(percentile(hundred, 0.5), 50.0);
  }

  // The gaps of a Poisson process have mean and deviation 1 / rate, and the counts in equal times have the variance of their mean.
  void arrivals() {
    const std::vector<double> at = poissonArrivals(50, 400, 3);
    QVERIFY(std::is_sorted(at.begin(), at.end()));
    QVERIFY(at.front() > 0 && at.back() < 400);
    QVERIFY(std::abs(static_cast<double>(at.size()) - 20'000) < 4 * std::sqrt(20'000.0));
    double squares = 0;
    for (std::size_t i = 1; i < at.size(); ++i) squares += std::pow((at[i] - at[i - 1]) * 50 - 1, 2);
    QVERIFY(std::abs(squares / static_cast<double>(at.size()) - 1) < 0.1);
    std::vector<double> counts(400);
    for (const double one : at) ++counts[static_cast<std::size_t>(one)];
    double spread = 0;
    for (const double count : counts) spread += std::pow(count - 50, 2) / 400;
    QVERIFY(std::abs(spread / 50 - 1) < 0.4);
    QCOMPARE(poissonArrivals(50, 400, 3), at);
    QVERIFY(poissonArrivals(50, 400, 4) != at);
  }

  // Samples at 0, 1, 2 and 10 s; at most three in a batch.
  void dispatches_data() {
    QTest::addColumn<int>("next");
    QTest::addColumn<double>("now");
    QTest::addColumn<double>("timeout");
    QTest::addColumn<double>("at");
    QTest::addColumn<int>("samples");
    QTest::newRow("at once") << 0 << 0.0 << 0.0 << 0.0 << 1;
    QTest::newRow("what waits, after a long batch") << 0 << 1.5 << 0.0 << 1.5 << 2;
    QTest::newRow("not more than the largest") << 0 << 20.0 << 0.0 << 20.0 << 3;
    QTest::newRow("until the first has waited long enough") << 0 << 0.0 << 1.25 << 1.25 << 2;
    QTest::newRow("full before that") << 0 << 0.0 << 5.0 << 2.0 << 3;
    QTest::newRow("the first one's time is over already") << 0 << 1.75 << 1.0 << 1.75 << 2;
    QTest::newRow("nobody is there yet") << 3 << 4.0 << 0.0 << 10.0 << 1;
    QTest::newRow("the last one waits, too") << 3 << 4.0 << 2.0 << 12.0 << 1;
  }
  void dispatches() {
    QFETCH(int, next);
    QFETCH(double, now);
    QFETCH(double, timeout);
    QFETCH(double, at);
    QFETCH(int, samples);
    const Dispatch dispatch = nextDispatch({0, 1, 2, 10}, static_cast<std::size_t>(next), now, 3, timeout);
    QCOMPARE(dispatch.at, at);
    QCOMPARE(static_cast<int>(dispatch.samples), samples);
  }

  void figures_data() {
    QTest::addColumn<int>("scenario");
    QTest::newRow("single") << static_cast<int>(Scenario::Single);
    QTest::newRow("offline") << static_cast<int>(Scenario::Offline);
    QTest::newRow("server") << static_cast<int>(Scenario::Server);
    QTest::newRow("server, waiting") << -static_cast<int>(Scenario::Server);
  }
  void figures() {
    QFETCH(int, scenario);
    LatencyOptions options;
    options.scenario = static_cast<Scenario>(std::abs(scenario));
    options.timeoutMs = scenario < 0 ? 30 : 0;  // four samples arrive in 20 ms on average
    options.batches = {1, 4};
    options.seconds = 0.2;
    options.qps = 200;
    options.threads = 1;
    const std::vector<LatencyFigures> all = measureLatency(mlp(), sampleOfMlp(), *findBackend("cpu"), options);
    const bool server = options.scenario == Scenario::Server;
    QCOMPARE(all.size(), std::size_t{server ? 1u : 2u});
    for (std::size_t i = 0; i < all.size(); ++i) {
      const LatencyFigures& one = all[i];
      QVERIFY(0 < one.p50 && one.p50 <= one.p90 && one.p90 <= one.p99 && one.p99 <= one.most);
      QVERIFY(std::abs(one.samplesPerSecond - static_cast<double>(one.samples) / one.seconds) < 1e-6 * one.samplesPerSecond);
      QCOMPARE(one.parameterBytes, std::int64_t{4 * (192 * 16 + 16 + 16 * 4 + 4)});
      if (server) {
        QCOMPARE(one.samples + one.unanswered, static_cast<std::int64_t>(poissonArrivals(200, 0.2, 1).size()));
        QVERIFY(one.waitP50 <= one.p50 && one.meanBatch >= 1 && one.meanBatch <= 4);
        QVERIFY(scenario > 0 || one.meanBatch > 1.5);
      } else {
        QCOMPARE(one.batch, options.batches[i]);
        QVERIFY(one.queries >= 100);
        QCOMPARE(one.samples, one.queries * one.batch);
      }
    }
  }

  void refused() {
    LatencyOptions options;
    options.scenario = Scenario::Server;
    QVERIFY_EXCEPTION_THROWN(measureLatency(mlp(), sampleOfMlp(), *findBackend("cpu"), options), Error);
    std::atomic<bool> stop{true};
    options.scenario = Scenario::Single;
    options.cancel = &stop;
    QVERIFY_EXCEPTION_THROWN(measureLatency(mlp(), sampleOfMlp(), *findBackend("cpu"), options), Cancelled);
  }
};

QTEST_GUILESS_MAIN(LatencyTest)
#include "latency_test.moc"
