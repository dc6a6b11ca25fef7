// The pyramid against brute force over all points.
#include "core/base/philox.h"
#include "core/store/buckets.h"
#include "core/store/chunk.h"
#include "tests/core/store/store_fixture.h"

using namespace stepscope;

namespace {

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool sameBucket(const Bucket& a, const Bucket& b) {
  return a.firstStep == b.firstStep && a.lastStep == b.lastStep && same(a.min, b.min) && same(a.max, b.max) && same(a.last, b.last);
}

// Written without the program's own bucketOf().
Bucket slowBucket(const std::vector<Point>& points, std::size_t from, std::size_t to) {
  Bucket bucket{points[from].step, points[to - 1].step, 0, 0, points[to - 1].value};
  bool any = false;
  for (std::size_t i = from; i < to; ++i) {
    const double value = points[i].value;
    if (!std::isfinite(value)) continue;
    if (!any || value < bucket.min) bucket.min = value;
    if (!any || value > bucket.max) bucket.max = value;
    any = true;
  }
  if (!any) bucket.min = bucket.max = std::numeric_limits<double>::quiet_NaN();
  return bucket;
}

std::vector<Point> randomSeries(std::size_t count, std::uint64_t seed) {
  PhiloxStream random(seed, 0);
  std::vector<Point> points;
  std::int64_t step = 0;
  for (std::size_t i = 0; i < count; ++i) {
    step += 1 + random.below(3);
    double value = random.normal();
    if (random.below(50) == 0) value = std::numeric_limits<double>::quiet_NaN();
    if (random.below(200) == 0) value = std::numeric_limits<double>::infinity();
    points.push_back({step, static_cast<double>(step) * 0.1, value});
  }
  return points;
}

}  // namespace

class OverviewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void againstBruteForce_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("finished");
    for (int count : {1, 5, 64, 1000, 1024, 3000, 40000, 70000})
      for (bool finished : {false, true}) QTest::addRow("%d points%s", count, finished ? ", finished" : "") << count << finished;
  }
  void againstBruteForce() {
    QFETCH(int, count);
    QFETCH(bool, finished);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const std::vector<Point> points = randomSeries(static_cast<std::size_t>(count), static_cast<std::uint64_t>(count));
    RunWriter writer(path);
    RunInfo info = newRun();
    info.id = writer.createRun(info);
    for (const Point& point : points) writer.append(info.id, "train_loss", point);
    writer.flush();
    info.status = RunStatus::Finished;
    if (finished) writer.finish(info);
    const RunReader reader(path);
    for (int most : {1, 2, 7, 100, 512, 1000, 5000, 100000}) {
      const auto buckets = reader.overview(info.id, "train_loss", most);
      QVERIFY(!buckets.empty() && buckets.size() <= static_cast<std::size_t>(most));
      std::size_t width = 1;
      while ((points.size() + width - 1) / width > static_cast<std::size_t>(most)) width *= 2;
      QCOMPARE(buckets.size(), (points.size() + width - 1) / width);
      for (std::size_t i = 0; i < buckets.size(); ++i)
        QVERIFY(sameBucket(buckets[i], slowBucket(points, i * width, std::min(points.size(), (i + 1) * width))));
    }
    QVERIFY(reader.overview(info.id, "train_loss", 0).empty());
    QVERIFY(reader.overview(info.id, "absent", 10).empty());
    QVERIFY(reader.overview(999, "train_loss", 10).empty());
  }

  // Buckets stay where they are while points are appended: no shimmer in a live curve.
  void bucketsStayInPlace() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const std::vector<Point> points = randomSeries(4000, 5);
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    const RunReader reader(path);
    std::vector<Bucket> before;
    for (std::size_t i = 0; i < points.size(); ++i) {
      writer.append(id, "train_loss", points[i]);
      if (i < 3100 || i % 150 != 0) continue;
      writer.flush();
      const auto now = reader.overview(id, "train_loss", 64);  // 64 points a bucket from 2049 to 4096 points
      for (std::size_t b = 0; b + 1 < before.size(); ++b) QVERIFY(sameBucket(before[b], now[b]));
      QVERIFY(now.size() >= before.size());
      before = now;
    }
    QVERIFY(before.size() > 48);
  }

  // Resumed runs have chunks cut short: widths vary, the sums do not.
  void afterResumes() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    PhiloxStream random(3, 0);
    RunWriter writer(path);
    const RunId id = writer.createRun(newRun());
    std::vector<Point> expected;
    const RunReader reader(path);
    std::int64_t step = 0;
    for (int resume = 0; resume < 25; ++resume) {
      const std::uint32_t more = 1 + random.below(3000);
      for (std::uint32_t i = 0; i < more; ++i) {
        expected.push_back({++step, static_cast<double>(step), random.normal()});
        writer.append(id, "train_loss", expected.back());
      }
      if (random.below(2)) writer.flush();
      step = static_cast<std::int64_t>(random.below(static_cast<std::uint32_t>(step + 1)));
      writer.reopenRun(id, step);
      std::erase_if(expected, [step](const Point& point) { return point.step > step; });
      QVERIFY(samePoints(reader.points(id, "train_loss"), expected));
      const auto series = reader.series(id);
      QCOMPARE(series.size(), expected.empty() ? std::size_t{0} : std::size_t{1});
      if (expected.empty()) continue;
      QCOMPARE(series[0].count, static_cast<std::int64_t>(expected.size()));
      QCOMPARE(series[0].lastStep, expected.back().step);
      const Bucket whole = slowBucket(expected, 0, expected.size());
      QVERIFY(series[0].min == whole.min && series[0].max == whole.max && series[0].lastValue == whole.last);
      for (int most : {1, 3, 40, 900}) {
        const auto buckets = reader.overview(id, "train_loss", most);
        QVERIFY(!buckets.empty() && buckets.size() <= static_cast<std::size_t>(most));
        std::size_t from = 0;
        for (const Bucket& bucket : buckets) {
          QCOMPARE(bucket.firstStep, expected[from].step);
          std::size_t to = from;
          while (to < expected.size() && expected[to].step <= bucket.lastStep) ++to;
          QVERIFY(sameBucket(bucket, slowBucket(expected, from, to)));
          from = to;
        }
        QCOMPARE(from, expected.size());
      }
    }
  }

  void damagedChunks() {
    const std::vector<Point> points = randomSeries(100, 1);
    const auto data = encodePoints(points);
    const auto crc = static_cast<std::int64_t>(crcOf(data));
    std::vector<Point> out;
    decodePoints(data, kRawCodec, crc, 100, "here", out);
    QVERIFY(samePoints(out, points));
    QVERIFY(errorOf([&] { decodePoints(data, kRawCodec, crc, 99, "here", out); }).contains("here"));
    QVERIFY(errorOf([&] { decodePoints(data, kRawCodec, crc, -1, "here", out); }).contains("here"));
    QVERIFY(errorOf([&] { decodePoints(data, kRawCodec, crc, std::numeric_limits<std::int64_t>::max(), "here", out); }).contains("here"));
    QVERIFY(errorOf([&] { decodePoints(data, 7, crc, 100, "here", out); }).contains("unknown form"));
    for (std::size_t i = 0; i < data.size(); i += 13) {
      auto spoiled = data;
      spoiled[i] ^= std::byte{0x10};
      QVERIFY(errorOf([&] { decodePoints(spoiled, kRawCodec, crc, 100, "here", out); }).contains("CRC-32"));
    }
    const auto buckets = encodeBuckets(bucketsOf(std::span<const Point>(points), kBucketPoints));
    QCOMPARE(decodeBuckets(buckets, 100, "here").size(), std::size_t{2});
    QVERIFY(errorOf([&] { decodeBuckets(buckets, 200, "here"); }).contains("here"));
    QVERIFY(errorOf([&] { decodeBuckets(buckets, 0, "here"); }).contains("here"));
  }
};

QTEST_GUILESS_MAIN(OverviewTest)
#include "overview_test.moc"
