// Works that run side by side: each once, all of them whatever one throws, and what is thrown is the first one's of the list.
#include "core/base/together.h"

#include <QtTest>
#include <atomic>
#include <stdexcept>
#include <string>

using namespace stepscope;

class TogetherTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
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
