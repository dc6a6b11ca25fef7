// Parallel work: every function runs exactly once, also if another one throws; then the exception of the first in the list is thrown. Sorting on two
// threads gives the same as std::sort.
#include "core/base/together.h"

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using namespace stepscope;

class TogetherTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sortsAsOneThread() {
    std::mt19937 random(20261128);
    for (const std::size_t count : {0, 1, 19'999, 20'000, 20'001, 100'003}) {
      std::vector<unsigned> values(count);
      for (unsigned& value : values) value = static_cast<unsigned>(random()) % 1000;
      std::vector<unsigned> sorted = values;
      std::sort(sorted.begin(), sorted.end());
      sortTogether(values.begin(), values.end(), std::less<>());
      QCOMPARE(values, sorted);
      sortTogether(values.begin(), values.end(), std::greater<>());
      QVERIFY(std::equal(values.begin(), values.end(), sorted.rbegin(), sorted.rend()));
    }
  }

  void eachOnce() {
    std::vector<std::atomic<int>> times(1000);
    together(times.size(), [&](std::size_t i) { ++times[i]; });
    for (const std::atomic<int>& count : times) QCOMPARE(count.load(), 1);
    together(0, [](std::size_t) { std::abort(); });
    together({});
    int a = 0, b = 0;
    together({[&] { a = 1; }, [&] { b = 2; }});
    QVERIFY(a == 1 && b == 2);
  }

  void theFirstFailureIsThrown() {
    std::atomic<int> done{0};
    try {
      together(200, [&](std::size_t i) {
        if (i == 150 || i == 7 || i == 90) throw std::runtime_error(std::to_string(i));
        ++done;
      });
      QFAIL("nothing was thrown");
    } catch (const std::runtime_error& error) {
      QCOMPARE(std::string(error.what()), std::string("7"));
    }
    QCOMPARE(done.load(), 197);
  }

  // What runs may itself ask for work side by side, as analyses do that read a file.
  void within() {
    std::atomic<int> sum{0};
    together(8, [&](std::size_t) { together(8, [&](std::size_t) { ++sum; }); });
    QCOMPARE(sum.load(), 64);
  }
};

QTEST_APPLESS_MAIN(TogetherTest)
#include "together_test.moc"
