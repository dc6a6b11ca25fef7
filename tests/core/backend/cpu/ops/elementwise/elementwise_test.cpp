#include "core/backend/cpu/ops/elementwise/elementwise.h"

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

class ElementwiseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  // A kernel that leaves a NaN anywhere in its result, after a large error or before it, fails the comparison of every test here.
  void aNanInTheResultFails() {
    const Floats a = randomFloats(1000, 1), b = randomFloats(1000, 2);
    Floats y(a.size());
    std::vector<double> sums;
    for (std::size_t i = 0; i < a.size(); ++i) sums.push_back(static_cast<double>(a[i]) + static_cast<double>(b[i]));
    add(a.data(), b.data(), y.data(), 1000, false, 2);
    VERIFY_COMPARISON(compare(y, sums, 1e-6), "without it");
    for (const std::size_t place : {0, 1, 500, 999}) {
      Floats input = a, sum(a.size());
      input[place] = std::nanf("");
      add(input.data(), b.data(), sum.data(), 1000, false, 2);
      QVERIFY(!compare(sum, sums, 1e-6).ok);
      sum[place > 0 ? 0 : 1] = 1000;
      QVERIFY(!compare(sum, sums, 1e6).ok);
    }
  }

  void flat_data() {
    QTest::addColumn<int>("count");
    for (int count : {0, 1, 3, 15, 16, 17, 100, 4099, 70001}) QTest::newRow(std::to_string(count).c_str()) << count;
  }
  void flat() {
    QFETCH(int, count);
    const std::size_t n = static_cast<std::size_t>(count);
    const Floats a = randomFloats(count, 1), b = randomFloats(count, 2);
    for (int threads : {1, 2}) {
      Floats y(n), expected(n);
      copy(a.data(), y.data(), count, threads);
      QCOMPARE(y, a);
      zero(y.data(), count, threads);
      QCOMPARE(y, Floats(n, 0.0f));
      scale(a.data(), 3.0f, y.data(), count, threads);
      for (std::size_t i = 0; i < n; ++i) expected[i] = 3.0f * a[i];
      QCOMPARE(y, expected);
      y = b;
      addScaled(a.data(), 2.0f, y.data(), count, threads);
      for (std::size_t i = 0; i < n; ++i) expected[i] = b[i] + 2.0f * a[i];
      if (count > 0) VERIFY_COMPARISON(compare(y, expected, 1e-6), "add scaled");
      relu(a.data(), y.data(), count, threads);
      for (std::size_t i = 0; i < n; ++i) expected[i] = std::max(a[i], 0.0f);
      QCOMPARE(y, expected);
      reluGrad(b.data(), a.data(), y.data(), count, threads);
      for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] > 0 ? b[i] : 0.0f;
      QCOMPARE(y, expected);
      y = a;
      reluGrad(y.data(), a.data(), y.data(), count, threads);  // in place
      for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] > 0 ? a[i] : 0.0f;
      QCOMPARE(y, expected);
      add(a.data(), b.data(), y.data(), count, false, threads);
      for (std::size_t i = 0; i < n; ++i) expected[i] = a[i] + b[i];
      QCOMPARE(y, expected);
      add(a.data(), b.data(), y.data(), count, true, threads);
      for (std::size_t i = 0; i < n; ++i) expected[i] = std::max(0.0f, a[i] + b[i]);
      QCOMPARE(y, expected);
    }
  }

  void reluKeepsNan() {
    const Floats x = {-1.0f, std::nanf(""), 2.0f};
    Floats y(3);
    relu(x.data(), y.data(), 3, 1);
    QVERIFY(y[0] == 0.0f && std::isnan(y[1]) && y[2] == 2.0f);
  }

  void channelSums_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("c");
    QTest::addColumn<int>("spatial");
    const int shapes[][3] = {{1, 1, 1},   {2, 3, 5},    {5, 1, 49},    {64, 6, 100}, {3, 16, 17},  {2, 20, 33},  {7, 40, 9},
                             {64, 10, 1}, {33, 120, 1}, {1, 67, 1000}, {9, 130, 70}, {2, 8, 3000}, {600, 64, 1}, {70, 16, 64}};
    for (const auto& s : shapes) QTest::newRow(qPrintable(QString("%1x%2x%3").arg(s[0]).arg(s[1]).arg(s[2]))) << s[0] << s[1] << s[2];
  }
  void channelSums() {
    QFETCH(int, n);
    QFETCH(int, c);
    QFETCH(int, spatial);
    const Floats g = randomFloats(std::int64_t{n} * c * spatial, 5, -1, 1.5f), act = randomFloats(std::int64_t{n} * c * spatial, 6);
    const std::size_t channels = static_cast<std::size_t>(c), pixels = static_cast<std::size_t>(spatial);
    std::vector<double> sums(channels, 0.0), maskedSums(channels, 0.0);
    Floats masked(g.size());
    for (std::size_t i = 0; i < g.size(); ++i) {
      masked[i] = act[i] > 0 ? g[i] : 0.0f;
      sums[i / pixels % channels] += g[i];
      maskedSums[i / pixels % channels] += masked[i];
    }
    for (const NamedBlock& named : kBlocks) {
      const ChannelBlocks layout{n, c, spatial, blockFor(named.block, c)};
      const Floats dy = toLayout(g, layout), y = toLayout(act, layout);
      for (int threads : {1, 2, 3}) {
        auto workspace = workspaceOf(channelSumWorkspaceBytes(layout, threads));
        Floats actual(channels, -1.0f), dx(dy.size(), -1.0f);
        channelSum(dy.data(), layout, actual.data(), workspace.data(), threads);
        VERIFY_COMPARISON(compare(actual, sums, 1e-6), named.name);
        reluGradChannelSum(dy.data(), y.data(), dx.data(), layout, actual.data(), workspace.data(), threads);
        VERIFY_COMPARISON(compare(actual, maskedSums, 1e-6), named.name);
        QVERIFY2(toPlain(dx, layout) == masked && paddingIsZero(dx, layout), named.name);
        Floats again(channels);
        reluGradChannelSum(dy.data(), y.data(), dx.data(), layout, again.data(), workspace.data(), threads);
        QCOMPARE(again, actual);
      }
    }
  }
};

QTEST_GUILESS_MAIN(ElementwiseTest)
#include "elementwise_test.moc"
