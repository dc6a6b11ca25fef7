#include "profiler/trace/counter_pyramid.h"

#include <QtTest>
#include <algorithm>
#include <limits>
#include <random>

using namespace stepscope;

class CounterPyramidTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalsLookingAtEverySample_data() {
    QTest::addColumn<int>("samples");
    for (const int n : {1, 15, 16, 17, 255, 256, 257, 5000, 70000}) QTest::addRow("%d", n) << n;
  }
  void equalsLookingAtEverySample() {
    QFETCH(int, samples);
    std::mt19937 random(7);
    std::normal_distribution<double> value(0, 100);
    std::vector<double> values(static_cast<std::size_t>(samples));
    for (double& v : values) v = value(random);
    const CounterPyramid pyramid(values);
    for (int round = 0; round < 300; ++round) {
      std::size_t first = random() % values.size(), last = random() % values.size() + 1;
      if (first >= last) std::swap(first, --last), ++last;
      const auto [low, high] =
          std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.begin() + static_cast<std::ptrdiff_t>(last));
      const CounterExtent extent = pyramid.extent(first, last);
      QCOMPARE(extent.low, *low);
      QCOMPARE(extent.high, *high);
    }
  }

  void valuesThatAreNoNumbersCountAsZero() {
    std::vector<double> values(40, 3.0);
    values[7] = std::numeric_limits<double>::quiet_NaN();
    values[30] = std::numeric_limits<double>::infinity();
    const CounterPyramid pyramid(values);
    QCOMPARE(pyramid.extent(0, 40).low, 0.0);
    QCOMPARE(pyramid.extent(0, 40).high, 3.0);
  }
};

QTEST_GUILESS_MAIN(CounterPyramidTest)
#include "counter_pyramid_test.moc"
