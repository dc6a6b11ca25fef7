// Reductions against naive loops in double: many elements into few results, few into many, with one thread and two; NaN.
#include "core/backend/cpu/ops/reduction/reduce.h"

#include <cmath>

#include "tests/core/backend/cpu/kernel_test.h"

using namespace stepscope::kernels;

class ReduceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { capFromEnvironment(); }

  void agreesWithLoops_data() {
    QTest::addColumn<int>("outer");
    QTest::addColumn<int>("middle");
    QTest::addColumn<int>("inner");
    QTest::addColumn<bool>("middleStays");
    QTest::newRow("all") << 1 << 1 << 200003 << false;
    QTest::newRow("rows") << 37 << 1 << 1001 << false;
    QTest::newRow("columns") << 4001 << 1 << 67 << true;
    QTest::newRow("channels") << 16 << 70 << 49 << true;
    QTest::newRow("two channels") << 16 << 2 << 3136 << true;
    QTest::newRow("middle") << 9 << 300 << 33 << false;
  }
  // (outer, middle, inner): either the middle stays, or everything but the middle; "all" and "rows" have a middle of one.
  void agreesWithLoops() {
    QFETCH(int, outer);
    QFETCH(int, middle);
    QFETCH(int, inner);
    QFETCH(bool, middleStays);
    const bool columns = middleStays && middle == 1;
    const std::int64_t o = outer, m = columns ? inner : middle, in = columns ? 1 : inner;
    const bool reduceInner = middleStays || middle == 1;
    const bool reduceOuter = middleStays;
    const std::vector<ReduceDim> dims = {{o, reduceOuter, reduceInner ? 1 : in}, {m, !middleStays, 1}, {in, reduceInner, 1}};
    const ReducePlan plan(dims);
    const Floats x = randomFloats(o * m * in, 1), other = randomFloats(o * m * in, 2);
    const std::int64_t results = (reduceOuter ? 1 : o) * (middleStays ? m : 1) * (reduceInner ? 1 : in);
    std::vector<double> sum(static_cast<std::size_t>(results)), product(sum), size(sum), most(sum.size(), -HUGE_VAL);
    for (std::int64_t e = 0; e < o * m * in; ++e) {
      const std::int64_t at = (reduceOuter ? 0 : e / (m * in)) * (reduceInner ? 1 : in) + (middleStays ? e / in % m : 0) + (reduceInner ? 0 : e % in);
      const auto r = static_cast<std::size_t>(at), i = static_cast<std::size_t>(e);
      sum[r] += static_cast<double>(x[i]);
      product[r] += static_cast<double>(x[i]) * static_cast<double>(other[i]);
      size[r] += std::abs(static_cast<double>(x[i]));
      most[r] = std::max(most[r], static_cast<double>(x[i]));
    }
    for (const int threads : {1, 2}) {
      Floats y(static_cast<std::size_t>(results));
      const auto check = [&](const std::vector<double>& expected, double scale) {
        std::vector<double> scaled(expected), bounds(size);
        for (double& value : scaled) value *= scale;
        for (double& bound : bounds) bound *= 3e-7;
        VERIFY_COMPARISON(test::compareWithin(y, scaled, bounds), "");
      };
      reduce(Reduction::Sum, plan, x.data(), nullptr, 0.5, y.data(), threads);
      check(sum, 0.5);
      reduce(Reduction::ProductSum, plan, x.data(), other.data(), 1.0, y.data(), threads);
      check(product, 1.0);
      reduce(Reduction::Max, plan, x.data(), nullptr, 1.0, y.data(), threads);
      check(most, 1.0);
    }
  }

  void nanWins() {
    for (const std::int64_t at : {0, 5, 40, 8000}) {
      Floats x = randomFloats(8001, 3);
      x[static_cast<std::size_t>(at)] = std::nanf("");
      float y = 0;
      reduce(Reduction::Max, ReducePlan({{8001, true, 1}}), x.data(), nullptr, 1.0, &y, 2);
      QVERIFY(std::isnan(y));
      std::int32_t index = -1;
      argmax(x.data(), 1, 8001, 1, false, &index, 1);
      QCOMPARE(static_cast<std::int64_t>(index), at);
      // Among columns: the 9 x 889 matrix has it in one.
      std::vector<std::int32_t> columns(889);
      argmax(x.data(), 1, 9, 889, false, columns.data(), 2);
      QCOMPARE(static_cast<std::int64_t>(columns[static_cast<std::size_t>(at % 889)]), at / 889);
    }
  }

  void firstMaximumWins() {
    const Floats x = {1, 3, 3, 2, 3, 3};
    std::int32_t index = -1;
    argmax(x.data(), 1, 6, 1, false, &index, 1);
    QCOMPARE(index, 1);
    argmax(x.data(), 1, 6, 1, true, &index, 1);
    QCOMPARE(index, 5);
    std::vector<std::int32_t> columns(2);
    argmax(x.data(), 1, 3, 2, false, columns.data(), 1);  // rows {1, 3}, {3, 2}, {3, 3}
    QCOMPARE(columns, (std::vector<std::int32_t>{1, 0}));
    argmax(x.data(), 1, 3, 2, true, columns.data(), 1);
    QCOMPARE(columns, (std::vector<std::int32_t>{2, 2}));
  }

  void maximaShareTheGradient() {
    const Floats x = {1, 3, 3, 2, 2, 2}, y = {3, 2}, dy = {1, 6};
    Floats dx(6);
    maxGrad(ReducePlan({{2, false, 1}, {3, true, 1}}), dy.data(), x.data(), y.data(), dx.data(), 1);
    QCOMPARE(dx, (Floats{0, 0.5f, 0.5f, 2, 2, 2}));
  }

  void nothingGivesZero() {
    Floats y(3, 7.0f);
    reduce(Reduction::Sum, ReducePlan({{3, false, 1}, {0, true, 1}}), nullptr, nullptr, 1.0, y.data(), 2);
    QCOMPARE(y, Floats(3, 0.0f));
  }
};

QTEST_GUILESS_MAIN(ReduceTest)
#include "reduce_test.moc"
