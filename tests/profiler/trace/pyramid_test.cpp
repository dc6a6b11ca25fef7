#include "profiler/trace/pyramid.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

using namespace stepscope;

namespace {

void append(TraceLane& lane, std::int64_t start, std::int64_t duration, Category category = Category::Forward) {
  lane.start.push_back(start);
  lane.duration.push_back(duration);
  lane.name.push_back(0);
  lane.category.push_back(static_cast<std::uint8_t>(category));
  lane.node.push_back(-1);
  lane.step.push_back(-1);
}

// Bursts of short spans, long spans and long pauses: what makes level of detail hard.
TraceLane randomLane(int spans, unsigned seed) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> length(std::log(5000), 1.5), pause(std::log(800), 1.5);
  TraceLane lane;
  std::int64_t now = 1'000'000'007;
  for (int i = 0; i < spans; ++i) {
    const auto duration = static_cast<std::int64_t>(length(random));
    append(lane, now, duration, static_cast<Category>(random() % 4));
    now += duration + static_cast<std::int64_t>(pause(random));
    if (random() % 700 == 0) now += 40'000'000;
  }
  return lane;
}

std::int64_t begin(const TraceLane& lane) {
  return lane.start.front();
}
std::int64_t end(const TraceLane& lane) {
  return lane.start.back() + lane.duration.back();
}

}  // namespace

class PyramidTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anEmptyLaneIsEmpty() {
    const TraceLane lane;
    const LanePyramid pyramid(lane, 0, 1000);
    std::vector<LanePixel> pixels(10, LanePixel{9, 4, true});
    pyramid.row(0, 100, pixels, nullptr);
    for (const LanePixel& pixel : pixels) QCOMPARE(pixel, LanePixel{});
    QCOMPARE(pyramid.busy(0, 1000), std::int64_t{0});
    LanePyramid().row(0, 1, pixels, nullptr);
    QCOMPARE(LanePyramid().busy(0, 10), std::int64_t{0});
  }

  // Of a damaged file: nothing may pass the largest time there is (the sanitizer sees it).
  void theLongestTimes() {
    constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
    TraceLane one;
    append(one, 0, kLast);
    QCOMPARE(LanePyramid(one, 0, kLast).busy(0, kLast), kLast);
    TraceLane halves;
    append(halves, 0, kLast / 2);
    append(halves, kLast / 2 + 1, kLast / 2);
    const LanePyramid pyramid(halves, 0, kLast);
    std::vector<LanePixel> pixels(4);
    pyramid.row(0, static_cast<double>(kLast) / 4, pixels, nullptr);
    for (const LanePixel& pixel : pixels) QVERIFY(pixel.coverage >= 254);
  }

  void exactPixels() {
    // Pixels of 10 ns: [0,10) half forward, [10,40) backward, 40..50 one ns of data, then nothing.
    TraceLane lane;
    append(lane, 5, 5, Category::Forward);
    append(lane, 10, 30, Category::Backward);
    append(lane, 44, 1, Category::Data);
    const LanePyramid pyramid(lane, 0, 60);
    std::vector<LanePixel> pixels(6);
    pyramid.row(0, 10, pixels, nullptr);
    QCOMPARE(pixels[0], (LanePixel{128, static_cast<std::uint8_t>(Category::Forward), false}));
    QCOMPARE(pixels[1], (LanePixel{255, static_cast<std::uint8_t>(Category::Backward), false}));
    QCOMPARE(pixels[3], (LanePixel{255, static_cast<std::uint8_t>(Category::Backward), false}));
    QCOMPARE(pixels[4].key, static_cast<std::uint8_t>(Category::Data));
    QVERIFY(pixels[4].coverage >= 25 && pixels[4].coverage <= 26);
    QCOMPARE(pixels[5].coverage, std::uint8_t{0});
  }

  void wideSpansGetAGapAndALabel() {
    TraceLane lane;
    append(lane, 0, 400);
    append(lane, 400, 290);
    append(lane, 690, 10);
    const LanePyramid pyramid(lane, 0, 700);
    std::vector<LanePixel> pixels(70);
    std::vector<LaneLabel> labels;
    pyramid.row(0, 10, pixels, &labels);
    QVERIFY(pixels[39].gap && pixels[68].gap);
    QVERIFY(!pixels[40].gap && !pixels[38].gap);
    QCOMPARE(labels.size(), std::size_t{1});  // 29 pixels are too few
    QCOMPARE(labels[0].left, 0);
    QCOMPARE(labels[0].width, 40);
    QCOMPARE(labels[0].index, 0u);
    labels.clear();
    pyramid.row(200, 10, pixels, &labels);  // the first span is cut by the left edge: 20 pixels left of it
    QVERIFY(labels.empty());
  }

  void busyEqualsTheSum_data() {
    QTest::addColumn<int>("spans");
    for (const int n : {1, 15, 16, 17, 32, 3000}) QTest::newRow(qPrintable(QString::number(n))) << n;
  }
  void busyEqualsTheSum() {
    QFETCH(int, spans);
    const TraceLane lane = randomLane(spans, 3);
    const LanePyramid pyramid(lane, begin(lane), end(lane));
    std::mt19937_64 random(11);
    for (int round = 0; round < 200; ++round) {
      std::uniform_int_distribution<std::int64_t> at(begin(lane) - 1000, end(lane) + 1000);
      std::int64_t from = at(random), to = at(random);
      if (from > to) std::swap(from, to);
      std::int64_t expected = 0;
      for (std::size_t i = 0; i < lane.size(); ++i)
        expected += std::max<std::int64_t>(0, std::min(to, lane.start[i] + lane.duration[i]) - std::max(from, lane.start[i]));
      QCOMPARE(pyramid.busy(from, to), expected);
    }
    QCOMPARE(pyramid.busy(end(lane), begin(lane)), std::int64_t{0});
  }

  // Where spans are searched themselves: of every pixel the share that is in spans, by adding them up, and the key with the largest share.
  void coverageEqualsTheShares_data() {
    QTest::addColumn<double>("spansPerPixel");
    QTest::addColumn<int>("width");
    for (const double spans : {0.45, 0.1, 0.003})
      for (const int width : {1, 7, 333, 4000}) QTest::addRow("%g spans a pixel, %d px", spans, width) << spans << width;
  }
  void coverageEqualsTheShares() {
    QFETCH(double, spansPerPixel);
    QFETCH(int, width);
    TraceLane lane = randomLane(60000, 5);
    // Among them some of no length, and crowds of which hundreds end in one pixel.
    for (std::size_t i = 0; i < lane.size(); i += 7) lane.duration[i] = 0;
    for (std::size_t i = 20000; i < 22000; ++i) {
      lane.start[i] = lane.start[19999] + lane.duration[19999] + static_cast<std::int64_t>(i - 20000) * 3;
      lane.duration[i] = 2;
    }
    const LanePyramid pyramid(lane, begin(lane), end(lane));
    const double length = static_cast<double>(end(lane) - begin(lane)), ns = spansPerPixel * length / static_cast<double>(lane.size());
    const double crowd = static_cast<double>(lane.start[20000] - begin(lane));
    for (const double from : {0.0, 0.1 * length, crowd - ns / 3, crowd - width * ns + 1000, 0.77 * length, length - width * ns / 2}) {
      std::vector<LanePixel> pixels(static_cast<std::size_t>(width));
      pyramid.row(from, ns, pixels, nullptr);
      std::vector<double> shares(pixels.size(), 0), largest(pixels.size(), -1);
      std::vector<std::vector<std::uint8_t>> keys(pixels.size());  // of the spans with about the largest share
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const double a = (static_cast<double>(lane.start[i] - begin(lane)) - from) / ns, b = a + static_cast<double>(lane.duration[i]) / ns;
        for (int x = std::max(0, static_cast<int>(std::floor(a))); x < width && x <= b; ++x) {
          const auto at = static_cast<std::size_t>(x);
          const double share = std::min(b, x + 1.0) - std::max(a, static_cast<double>(x));
          if (share < 0 || (share == 0 && a != b)) continue;
          shares[at] += share;
          if (share > largest[at] + 1e-6) keys[at].clear();
          if (share > largest[at] - 1e-6) keys[at].push_back(lane.category[i]);
          largest[at] = std::max(largest[at], share);
        }
      }
      for (std::size_t x = 0; x < pixels.size(); ++x) {
        const int expected = keys[x].empty() ? 0 : std::clamp(static_cast<int>(shares[x] * 255 + 0.5), 1, 255);
        QVERIFY2(std::abs(pixels[x].coverage - expected) <= 1, qPrintable(QString("%1: %2, not %3").arg(x).arg(pixels[x].coverage).arg(expected)));
        // In a crowd that is skipped the largest may be missed.
        if (shares[x] > 0 && largest[x] > shares[x] / 8)
          QVERIFY2(std::find(keys[x].begin(), keys[x].end(), pixels[x].key) != keys[x].end(), qPrintable(QString::number(x)));
      }
    }
  }

  // At every zoom: a pixel that a span touches is drawn within one pixel of it, and nothing is drawn far from any span.
  void nothingIsInvisible_data() {
    QTest::addColumn<double>("zoom");
    for (const double zoom : {1.0, 3.0, 10.0, 37.0, 100.0, 1000.0, 20000.0}) QTest::newRow(qPrintable(QString("1/%1").arg(zoom))) << zoom;
  }
  void nothingIsInvisible() {
    QFETCH(double, zoom);
    constexpr int kWidth = 1600;
    const TraceLane lane = randomLane(60000, 5);
    const LanePyramid pyramid(lane, begin(lane), end(lane));
    const double length = static_cast<double>(end(lane) - begin(lane));
    for (const double place : {0.0, 0.13, 0.42, 0.71, 0.99}) {
      const double span = length / zoom, from = (length - span) * place, ns = span / kWidth;
      std::vector<LanePixel> pixels(kWidth);
      pyramid.row(from, ns, pixels, nullptr);
      std::vector<bool> naive(kWidth, false);
      for (std::size_t i = 0; i < lane.size(); ++i) {
        const double a = (static_cast<double>(lane.start[i] - begin(lane)) - from) / ns, b = a + static_cast<double>(lane.duration[i]) / ns;
        if (b <= 0 || a >= kWidth) continue;
        for (int x = std::max(0, static_cast<int>(a)); x < std::min<double>(kWidth, b); ++x) naive[static_cast<std::size_t>(x)] = true;
      }
      const auto nearby = [&](const auto& test, int x) {
        for (int k = std::max(0, x - 1); k <= std::min(kWidth - 1, x + 1); ++k)
          if (test(static_cast<std::size_t>(k))) return true;
        return false;
      };
      int lost = 0, invented = 0;
      for (int x = 0; x < kWidth; ++x) {
        const auto i = static_cast<std::size_t>(x);
        if (naive[i] && !nearby([&](std::size_t k) { return pixels[k].coverage > 0; }, x)) ++lost;
        if (pixels[i].coverage > 0 && !nearby([&](std::size_t k) { return naive[k]; }, x)) ++invented;
      }
      QCOMPARE(lost, 0);
      QCOMPARE(invented, 0);
    }
  }

  // What is drawn as covered is what is covered: the mean coverage of a row is the busy share of its time.
  void coverageIsTheBusyShare() {
    const TraceLane lane = randomLane(60000, 9);
    const LanePyramid pyramid(lane, begin(lane), end(lane));
    const double length = static_cast<double>(end(lane) - begin(lane));
    for (const double zoom : {1.0, 7.0, 150.0, 4000.0}) {
      std::vector<LanePixel> pixels(1000);
      const double span = length / zoom, from = (length - span) * 0.3;
      pyramid.row(from, span / 1000, pixels, nullptr);
      double drawn = 0;
      for (const LanePixel& pixel : pixels) drawn += pixel.coverage / 255.0 / 1000;
      const double busy =
          static_cast<double>(pyramid.busy(begin(lane) + static_cast<std::int64_t>(from), begin(lane) + static_cast<std::int64_t>(from + span))) /
          span;
      QVERIFY2(std::abs(drawn - busy) < 0.02, qPrintable(QString("zoom %1: drawn %2, busy %3").arg(zoom).arg(drawn).arg(busy)));
    }
  }

  // Zoomed out a pixel has the colour of its fuller half, and the last bin is drawn even where it has no neighbour: one span in every bin of
  // 16 ns, 14 ns of the forward pass and 2 ns of data in turns, and every level of an odd number of bins.
  void coarseLevels() {
    constexpr std::int64_t kBins = 40961;
    TraceLane lane;
    for (std::int64_t i = 0; i < kBins - 1; ++i)
      if (i != 6) append(lane, 16 * i, i % 2 ? 2 : 14, i % 2 ? Category::Data : Category::Forward);  // fewer spans than bins
    append(lane, 16 * (kBins - 1), 14, Category::Optimizer);
    const LanePyramid pyramid(lane, 0, 16 * kBins - 1);
    for (int level = 1; level <= 6; ++level) {
      const std::int64_t wide = std::int64_t{1} << level;
      std::vector<LanePixel> pixels(static_cast<std::size_t>((kBins + wide - 1) / wide));
      pyramid.row(0, static_cast<double>(16 * wide), pixels, nullptr);
      for (std::size_t x = 16; x + 1 < pixels.size(); ++x) {
        QCOMPARE(pixels[x].key, static_cast<std::uint8_t>(Category::Forward));
        QVERIFY2(std::abs(pixels[x].coverage - 128) < 8, qPrintable(QString("level %1: %2").arg(level).arg(pixels[x].coverage)));
      }
      QCOMPARE(pixels.back().key, static_cast<std::uint8_t>(Category::Optimizer));
      QVERIFY(pixels.back().coverage > 0);
    }
  }

  void searchFindsTheSpan() {
    TraceLane lane;
    append(lane, 10, 5);
    append(lane, 20, 5);
    append(lane, 30, 5);
    const LanePyramid pyramid(lane, 10, 35);
    QCOMPARE(pyramid.firstEndingAfter(0), std::size_t{0});
    QCOMPARE(pyramid.firstEndingAfter(14), std::size_t{0});
    QCOMPARE(pyramid.firstEndingAfter(15), std::size_t{1});
    QCOMPARE(pyramid.firstEndingAfter(22), std::size_t{1});
    QCOMPARE(pyramid.firstEndingAfter(35), std::size_t{3});
    QCOMPARE(pyramid.firstStartingFrom(20), std::size_t{1});
    QCOMPARE(pyramid.firstStartingFrom(21), std::size_t{2});
    QCOMPARE(pyramid.firstStartingFrom(31), std::size_t{3});
  }
};

QTEST_GUILESS_MAIN(PyramidTest)
#include "pyramid_test.moc"
