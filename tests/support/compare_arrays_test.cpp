// That a comparison fails where it must: every test of numbers rests on it.
#include "tests/support/compare_arrays.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <regex>

using namespace stepscope::test;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

using Numbers = std::vector<double>;
using Compare = std::function<Comparison(const Numbers&, const Numbers&)>;

// Every comparison, with a bound so wide that only what cannot be compared fails.
std::vector<std::pair<const char*, Compare>> comparisons() {
  return {
      {"elements", [](const Numbers& a, const Numbers& e) { return compareElements(a, e, {.absolute = 1e6}); }},
      {"infinities", [](const Numbers& a, const Numbers& e) { return compareElements(a, e, {.absolute = 1e6}, Infinities::WhereExpected); }},
      {"within", [](const Numbers& a, const Numbers& e) { return compareWithin(a, e, Numbers(e.size(), 1e6)); }},
      {"largest", [](const Numbers& a, const Numbers& e) { return compareToLargest(a, e, 1e6); }},
      {"norms", [](const Numbers& a, const Numbers& e) { return compareNorms(a, e, 1e6); }},
  };
}

bool refuses(const Comparison& c) {
  return !c.ok && c.worst == kInfinity && !c.message.empty();
}

}  // namespace

class CompareArraysTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalNumbersAreEqual() {
    for (const auto& [name, compare] : comparisons()) {
      const Comparison c = compare({1, -2, 0, 1e30}, {1, -2, 0, 1e30});
      QVERIFY2(c.ok && c.worst == 0 && c.message.empty(), name);
    }
    QVERIFY(compareElements(Numbers{1, 2}, Numbers{1, 2}, {}).ok);  // without any bound: the same numbers
    QVERIFY(compareToLargest(std::vector<float>{0, 0}, std::vector<int>{0, 0}, 0).ok);
  }

  void nanFails_data() {
    QTest::addColumn<int>("place");
    QTest::newRow("first") << 0;
    QTest::newRow("middle") << 1;
    QTest::newRow("last") << 2;
  }
  void nanFails() {
    QFETCH(int, place);
    const auto at = static_cast<std::size_t>(place);
    const Numbers good{1000, 1, 1};
    Numbers bad = good;
    bad[at] = kNaN;
    for (const auto& [name, compare] : comparisons()) {
      for (const Comparison& c : {compare(bad, good), compare(good, bad), compare(bad, bad)}) {
        QVERIFY2(refuses(c), name);
        QCOMPARE(c.index, at);
        QVERIFY2(QString::fromStdString(c.message).contains(QString("[%1]").arg(place)) && c.message.find("nan") != std::string::npos,
                 c.message.c_str());
      }
    }
  }

  // A large error before the NaN, and one after it: neither order hides anything.
  void nanBetweenErrorsFails() {
    for (const auto& [name, compare] : comparisons()) {
      QVERIFY2(refuses(compare({1000, kNaN, 1}, {1, 1, 1})), name);
      QVERIFY2(refuses(compare({1, kNaN, 1000}, {1, 1, 1})), name);
    }
  }

  void infinityFailsUnlessExpected() {
    for (const double infinity : {kInfinity, -kInfinity}) {
      const Numbers good{1, 2, 3}, bad{1, infinity, 3}, other{1, -infinity, 3};
      for (const auto& [name, compare] : comparisons()) {
        QVERIFY2(refuses(compare(bad, good)), name);
        QVERIFY2(refuses(compare(good, bad)), name);
        QVERIFY2(refuses(compare(bad, other)), name);
        QVERIFY2(compare(bad, bad).ok == (std::string(name) == "infinities"), name);
      }
      QVERIFY(!compareElements(Numbers{1.5, infinity, 3}, bad, {.absolute = 0.1}, Infinities::WhereExpected).ok);  // and the rest counts
    }
  }

  void differentSizesFail() {
    for (const auto& [name, compare] : comparisons()) {
      QVERIFY2(refuses(compare({1, 2}, {1, 2, 3})), name);
      QVERIFY2(refuses(compare({1, 2, 3}, {1, 2})), name);
      QVERIFY2(refuses(compare({}, {1})) && refuses(compare({1}, {})), name);
    }
    QVERIFY(refuses(compareWithin(Numbers{1, 2}, Numbers{1, 2}, Numbers{1})));
  }

  void nothingFails() {
    for (const auto& [name, compare] : comparisons()) QVERIFY2(refuses(compare({}, {})), name);
  }

  void oneWrongElementFails() {
    for (std::size_t place = 0; place < 5; ++place) {
      const Numbers expected{1, -20, 0.001, 0, 4};
      Numbers actual = expected;
      actual[place] += 0.01;
      for (const Comparison& c :
           {compareElements(actual, expected, {.absolute = 0.009}), compareToLargest(actual, expected, 4e-4), compareNorms(actual, expected, 4e-4),
            compareElements(actual, expected, {.ofLargest = 4e-4}), compareWithin(actual, expected, {0.009, 0.009, 0.009, 0.009, 0.009})}) {
        QVERIFY(!c.ok);
        QCOMPARE(c.index, place);
        const QString message = QString::fromStdString(c.message);
        QVERIFY2(message.contains("[" + QString::number(place) + "]") && message.contains("expected") && message.contains("bound"),
                 c.message.c_str());
      }
      QVERIFY(compareElements(actual, expected, {.absolute = 0.011}).ok);
      QVERIFY(compareToLargest(actual, expected, 6e-4).ok);
      QVERIFY(compareNorms(actual, expected, 6e-4).ok);
    }
  }

  void messagesSayWhereAndHowFar() {
    const Comparison c = compareElements(Numbers{1, 2.5}, Numbers{1, 2}, {.absolute = 0.05, .relative = 0.1});
    QCOMPARE(QString::fromStdString(c.message), QString("[1] of 2 is 2.5, expected 2: error 0.5, bound 0.25"));
    QCOMPARE(c.worst, 2.0);
  }

  void boundsAddUp() {
    const Numbers expected{100, 1};
    QVERIFY(compareElements(Numbers{100, 1.9}, expected, {.ofLargest = 0.01}).ok);
    QVERIFY(!compareElements(Numbers{100, 1.9}, expected, {.relative = 0.01}).ok);
    QVERIFY(compareElements(Numbers{100.9, 1}, expected, {.relative = 0.01}).ok);
    QVERIFY(compareElements(Numbers{102.4, 1}, expected, {.absolute = 0.5, .relative = 0.01, .ofLargest = 0.01}).ok);
    QVERIFY(!compareElements(Numbers{102.6, 1}, expected, {.absolute = 0.5, .relative = 0.01, .ofLargest = 0.01}).ok);
  }

  // A bound that was itself computed wrongly lets nothing pass.
  void boundsThatAreNoNumbersFail() {
    for (const double bound : {kNaN, -1.0, kInfinity}) {
      QVERIFY(!compareElements(Numbers{1}, Numbers{2}, {.absolute = bound}).ok);
      QVERIFY(!compareWithin(Numbers{1}, Numbers{2}, {bound}).ok);
    }
    QVERIFY(!compareToLargest(Numbers{1}, Numbers{2}, kNaN).ok && !compareNorms(Numbers{1}, Numbers{2}, kNaN).ok);
  }

  void finiteNumbers() {
    QVERIFY(compareFinite(Numbers{1, -1e300, 0}).ok);
    QVERIFY(refuses(compareFinite(Numbers{})));
    for (const double bad : {kNaN, kInfinity, -kInfinity})
      for (std::size_t place = 0; place < 3; ++place) {
        Numbers numbers{1, 2, 3};
        numbers[place] = bad;
        QVERIFY(refuses(compareFinite(numbers)) && compareFinite(numbers).index == place);
      }
  }

  void squaresThatOverflowFail() { QVERIFY(refuses(compareNorms(Numbers{1e200, 2}, Numbers{1e200, 1}, 1e6))); }

  void numbers() {
    QVERIFY(compareNumbers(2.0001, 2, {.relative = 1e-4}).ok);
    QVERIFY(!compareNumbers(2.0003, 2, {.relative = 1e-4}).ok);
    QVERIFY(refuses(compareNumbers(kNaN, 2, {.absolute = 1e6})) && refuses(compareNumbers(2, kNaN, {.absolute = 1e6})));
    QVERIFY(!compareNumbers(0.1, 0, {.relative = 1}).ok);
  }

  // std::max(worst, NaN) is worst: what a comparison measured may be kept in a maximum because it is never NaN.
  void maximaKeepFailures() {
    for (const auto& [name, compare] : comparisons()) {
      double worst = 0;
      for (const Numbers& actual : {Numbers{1, 2}, Numbers{1, kNaN}, Numbers{1, 2}}) worst = std::max(worst, compare(actual, {1, 2}).worst);
      QVERIFY2(worst == kInfinity, name);
    }
  }

  // And no test keeps a maximum of differences of its own again.
  void noTestKeepsItsOwnMaximum() {
    const std::regex ownMaximum(R"(std::f?max\(\w*([wW]orst|[eE]rror)\w*, (std::)?f?abs\()");
    const std::filesystem::path tests = STEPSCOPE_SOURCE_DIR "/tests";
    int files = 0;
    std::string found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".h") continue;
      if (entry.path().filename() == "codecs_test.cpp") continue;  // of whole numbers
      ++files;
      std::ifstream file(entry.path());
      int number = 0;
      for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.find("max(") != std::string::npos && std::regex_search(line, ownMaximum))
          found += entry.path().string() + ":" + std::to_string(number) + ": " + line + "\n";
      }
    }
    QVERIFY(files > 100);
    QVERIFY2(found.empty(), ("use tests/support/compare_arrays.h:\n" + found).c_str());
  }

  // What cmake/in_fresh_cache.sh gives every entry. Run by hand, the cache is the user's and nothing is asked of it.
  void theCacheIsOwnAndEmpty() {
    const QString cache = qEnvironmentVariable("XDG_CACHE_HOME");
    if (!cache.contains("/test-cache/")) QSKIP("not started by CTest");
    QVERIFY2(cache.endsWith("/test-cache/support_compare"), qPrintable(cache));
    QVERIFY(QDir(cache).isEmpty());
    // For the next run, which must not see it.
    QFile kept(cache + "/kept");
    QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("x") == 1);
  }
};

QTEST_GUILESS_MAIN(CompareArraysTest)
#include "compare_arrays_test.moc"
