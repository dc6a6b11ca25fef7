#include "views/timeline/time_axis.h"

#include <QtTest>
#include <cmath>

using namespace stepscope;

namespace {

TimeAxis axisOf(double total, double begin, double length) {
  TimeAxis axis;
  axis.total = total;
  axis.begin = begin;
  axis.length = length;
  axis.left = 140;
  axis.width = 1000;
  return axis;
}

}  // namespace

class TimeAxisTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pixelsAndTimesAreInverse() {
    const TimeAxis axis = axisOf(2e9, 3e8, 5e7);
    for (const double x : {140.0, 140.5, 700.0, 1140.0}) QVERIFY(std::abs(axis.xOf(axis.timeAt(x)) - x) < 1e-6);
    QCOMPARE(axis.timeAt(140), 3e8);
    QCOMPARE(axis.timeAt(1140), 3.5e8);
    QCOMPARE(axis.nsPerPixel(), 5e4);
  }

  void zoomKeepsTheTimeUnderTheCursor_data() {
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("factor");
    for (const double x : {140.0, 333.0, 640.0, 1139.0})
      for (const double factor : {0.8, 0.25, 1.25}) QTest::addRow("x %g, factor %g", x, factor) << x << factor;
  }
  void zoomKeepsTheTimeUnderTheCursor() {
    QFETCH(double, x);
    QFETCH(double, factor);
    TimeAxis axis = axisOf(2e9, 9e8, 1e8);
    const double time = axis.timeAt(x);
    for (int i = 0; i < 5; ++i) {
      axis.zoomAbout(x, factor);
      QVERIFY(std::abs(axis.xOf(time) - x) < 1e-3);
    }
  }

  void zoomEndsAtTheTraceAndAtTheDeepest() {
    TimeAxis axis = axisOf(2e9, 1e9, 1e8);
    for (int i = 0; i < 100; ++i) axis.zoomAbout(600, 2);
    QCOMPARE(axis.begin, 0.0);
    QCOMPARE(axis.length, 2e9);
    for (int i = 0; i < 100; ++i) axis.zoomAbout(600, 0.5);
    QCOMPARE(axis.length, TimeAxis::kShortest);
    TimeAxis tiny = axisOf(10, 0, 10);  // shorter than the deepest zoom
    tiny.zoomAbout(600, 0.5);
    QCOMPARE(tiny.length, 10.0);
  }

  void panStopsAtTheEnds() {
    TimeAxis axis = axisOf(1e9, 1e8, 1e8);
    axis.panPixels(100);
    QCOMPARE(axis.begin, 1.1e8);
    axis.panPixels(-1e6);
    QCOMPARE(axis.begin, 0.0);
    axis.panPixels(1e6);
    QCOMPARE(axis.begin, 9e8);
  }

  void showAddsAMargin() {
    TimeAxis axis = axisOf(1e9, 0, 1e9);
    axis.show(4e8, 5e8, 0.1);
    QCOMPARE(axis.begin, 3.9e8);
    QCOMPARE(axis.length, 1.2e8);
    axis.show(5e8, 5e8);  // nothing long: the deepest zoom, in the middle
    QCOMPARE(axis.length, TimeAxis::kShortest);
    QCOMPARE(axis.begin + axis.length / 2, 5e8);
    axis.fit();
    QCOMPARE(axis.begin, 0.0);
    QCOMPARE(axis.length, 1e9);
  }

  void revealMovesAsLittleAsNeeded() {
    TimeAxis axis = axisOf(1e9, 2e8, 1e8);
    const TimeAxis before = axis;
    axis.reveal(2.1e8, 2.5e8);
    QCOMPARE(axis, before);
    axis.reveal(6e8, 6.1e8);
    QCOMPARE(axis.length, 1e8);
    QVERIFY(axis.begin <= 6e8 && axis.end() >= 6.1e8);
    axis.reveal(1e8, 1.1e8);
    QCOMPARE(axis.length, 1e8);
    QVERIFY(axis.begin <= 1e8 && axis.end() >= 1.1e8);
    axis.reveal(1.05e8, 1.05e8 + 1000);  // a hundredth of a pixel
    QVERIFY(1000 / axis.nsPerPixel() > 3);
    QVERIFY(axis.begin <= 1.05e8 && axis.end() >= 1.05e8 + 1000);
  }

  void ticks_data() {
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("length");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    const QString s = QString(QChar(0xA0));
    QTest::newRow("whole capture") << 0.0 << 2e8 << "0" + s + "ms"
                                   << "20" + s + "ms";
    QTest::newRow("seconds") << 0.0 << 6e9 << "0" + s + "s"
                             << "1" + s + "s";
    QTest::newRow("deep in milliseconds") << 8.01e7 << 2e5 << "80.10" + s + "ms"
                                          << "80.12" + s + "ms";
    QTest::newRow("hundreds of ns") << 1e4 << 1000.0 << "10.0" + s + "µs"
                                    << "10.1" + s + "µs";
    QTest::newRow("nanoseconds") << 0.0 << 900.0 << "0" + s + "ns"
                                 << "100" + s + "ns";
  }
  void ticks() {
    QFETCH(double, begin);
    QFETCH(double, length);
    QFETCH(QString, first);
    QFETCH(QString, second);
    const TimeAxis axis = axisOf(1e10, begin, length);
    const std::vector<TimeTick> ticks = axis.ticks();
    QVERIFY(ticks.size() >= 2 && ticks.size() <= 12);
    QCOMPARE(ticks[0].label, first);
    QCOMPARE(ticks[1].label, second);
    for (std::size_t i = 1; i < ticks.size(); ++i) QVERIFY(axis.xOf(ticks[i].time) - axis.xOf(ticks[i - 1].time) >= 87.9);
    QVERIFY(axis.xOf(ticks[0].time) >= axis.left - 1e-6);
  }

  void ticksOfNothing() {
    TimeAxis axis = axisOf(1, 0, 0);
    QVERIFY(axis.ticks().empty());
  }
};

QTEST_GUILESS_MAIN(TimeAxisTest)
#include "time_axis_test.moc"
