// Frames and events of TensorBoard files against published bytes, and against damage.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/base64.h"
#include "core/base/crc32c.h"
#include "core/base/philox.h"
#include "core/exchange/event.h"
#include "core/exchange/histogram_buckets.h"
#include "core/exchange/hparams.h"
#include "core/exchange/wire.h"
#include "tests/core/exchange/event_folder.h"

using namespace stepscope;

namespace {

std::string hex(const char* digits) {
  return QByteArray::fromHex(digits).toStdString();
}

std::int64_t sumOf(const Histogram& histogram) {
  return std::accumulate(histogram.bins.begin(), histogram.bins.end(), std::int64_t{0});
}

std::vector<std::string> recordsOf(const QString& path, std::vector<RecordReader::Result>* results = nullptr) {
  std::vector<std::string> records;
  RecordReader reader(path.toStdString());
  for (int i = 0; i < 1000; ++i) {
    const RecordReader::Result result = reader.next();
    if (results) results->push_back(result);
    if (result == RecordReader::Result::Record) records.emplace_back(reader.data());
    if (result == RecordReader::Result::End || result == RecordReader::Result::Unreadable) break;
  }
  return records;
}

}  // namespace

class EventsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  QString path(const char* name = "events.out.tfevents.1") const { return folder_.filePath(name); }

 private Q_SLOTS:
  void checksums() {
    QCOMPARE(crc32c(std::string(32, '\0')), 0x8a9136aau);  // RFC 3720, B.4
    QCOMPARE(crc32c("123456789"), 0xe3069283u);
    QCOMPARE(maskedCrc(crc32c("\x1a\x11"
                              "CRC test, one two")),
             0x5794d08au);
  }

  // The two records of TensorBoard's own test of its loader.
  void publishedRecords() {
    std::string first = "\x09" + hex("000080 3899d6d741") + "\x1a\x0d" + "brain.Event:2";
    std::string out;
    appendRecord(out, first);
    QCOMPARE(QByteArray::fromStdString(out.substr(0, 12)).toHex(), QByteArray("1800000000000000a37f4b22"));
    QCOMPARE(QByteArray::fromStdString(out.substr(out.size() - 4)).toHex(), QByteArray("124b36ab"));

    const std::string second =
        hex("09c405b73d99d6d741104d2a25") + hex("0a230a08") + "accuracy" + hex("420a0801120022 04a4707d3f4a0b0a090a07") + "scalars";
    QCOMPARE(second.size(), std::size_t{0x32});
    EventParser parser;
    Event event;
    QVERIFY(parser.parse(first, event));
    QCOMPARE(event.fileVersion, "brain.Event:2");
    QVERIFY(parser.parse(second, event));
    QCOMPARE(event.step, 77);
    QCOMPARE(event.values.size(), std::size_t{1});
    QCOMPARE(event.values[0].tag, "accuracy");
    QVERIFY(event.values[0].kind == EventValue::Kind::Scalar);
    QCOMPARE(static_cast<float>(event.values[0].scalar), 0.99f);
  }

  // What we write is byte for byte what TensorFlow's writer makes of ("loss", 0.5, step 7, time 1.6e9).
  void scalarBytes() {
    const std::string event = scalarEvent(1.6e9, 7, "loss", 0.5f, false);
    QCOMPARE(QByteArray::fromStdString(event).toHex(), QByteArray("090000000084d7d74110072a0d0a0b0a046c6f7373150000003f"));
    std::string out;
    appendRecord(out, event);
    QCOMPARE(QByteArray::fromStdString(out.substr(8, 4)).toHex(), QByteArray("129bd82d"));
    QCOMPARE(QByteArray::fromStdString(out.substr(out.size() - 4)).toHex(), QByteArray("a9111f7b"));
  }

  void valuesThereAndBack() {
    EventParser parser;
    Event event;
    for (const float value : {1.5f, -0.0f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), 1e-42f}) {
      const std::string bytes = scalarEvent(2.5, -3, "größe/µ", value, true);
      QVERIFY(parser.parse(bytes, event));
      QCOMPARE(event.wallTime, 2.5);
      QCOMPARE(event.step, -3);
      QCOMPARE(event.values.at(0).tag, "größe/µ");
      QCOMPARE(event.values.at(0).pluginName, "scalars");
      const auto read = static_cast<float>(event.values.at(0).scalar);
      QCOMPARE(std::memcmp(&read, &value, sizeof value), 0);
    }
    const EventHistogram histogram{-1, 2, 6, 3, 9, {0, 1, 2}, {1, 2, 3}};
    const std::string bytes = histogramEvent(1, 4, "w", histogram, true);
    QVERIFY(parser.parse(bytes, event));
    QVERIFY(event.values.at(0).kind == EventValue::Kind::Histogram);
    QCOMPARE(event.values.at(0).histogram.limits, histogram.limits);
    QCOMPARE(event.values.at(0).histogram.counts, histogram.counts);
    QCOMPARE(event.values.at(0).histogram.sumOfSquares, 9.0);
    const std::string picture = imageEvent(1, 4, "p", {3, 2, "PNG"}, true);
    QVERIFY(parser.parse(picture, event));
    QVERIFY(event.values.at(0).kind == EventValue::Kind::Image);
    QCOMPARE(event.values.at(0).image.width, 3);
    QCOMPARE(event.values.at(0).image.height, 2);
    QCOMPARE(event.values.at(0).image.encoded, "PNG");
  }

  // TensorFlow 2 writes every scalar as a tensor, in any of these types; the plugin's name stands on the first one only.
  void tensors_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("field");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<double>("expected");
    QTest::newRow("float content") << 1 << 4 << QByteArray::fromHex("0000c03f") << 1.5;
    QTest::newRow("float value") << 1 << 5 << QByteArray::fromHex("0000c03f") << 1.5;
    QTest::newRow("double content") << 2 << 4 << QByteArray::fromHex("000000000000f83f") << 1.5;
    QTest::newRow("double value") << 2 << 6 << QByteArray::fromHex("000000000000f83f") << 1.5;
    QTest::newRow("int32 content") << 3 << 4 << QByteArray::fromHex("feffffff") << -2.0;
    QTest::newRow("int64 packed") << 9 << 10 << QByteArray::fromHex("ac02") << 300.0;
    QTest::newRow("half content") << 19 << 4 << QByteArray::fromHex("003e") << 1.5;
    QTest::newRow("bfloat16 content") << 14 << 4 << QByteArray::fromHex("c03f") << 1.5;
  }
  void tensors() {
    QFETCH(int, type);
    QFETCH(int, field);
    QFETCH(QByteArray, content);
    QFETCH(double, expected);
    std::string tensor, value, summary, bytes;
    WireWriter tensors(tensor);
    tensors.varint(1, static_cast<std::uint64_t>(type));
    tensors.bytes(2, "");
    tensors.bytes(static_cast<std::uint32_t>(field), content.toStdString());
    WireWriter values(value);
    values.bytes(1, "loss");
    values.bytes(8, tensor);
    WireWriter(summary).bytes(1, value);
    WireWriter(bytes).bytes(5, summary);
    EventParser parser;
    Event event;
    QVERIFY(parser.parse(bytes, event));
    QVERIFY(event.values.at(0).kind == EventValue::Kind::Scalar);
    QCOMPARE(event.values.at(0).scalar, expected);
  }

  void damagedFrames() {
    const std::string whole = framed({"one", "two", "three"});
    std::vector<RecordReader::Result> results;
    writeBytes(path(), whole);
    QCOMPARE(recordsOf(path()), (std::vector<std::string>{"one", "two", "three"}));

    std::string spoiled = whole;
    spoiled[19 + 12] ^= 1;  // in the data of the second record
    writeBytes(path(), spoiled);
    QCOMPARE(recordsOf(path(), &results), (std::vector<std::string>{"one", "three"}));
    QVERIFY(results.at(1) == RecordReader::Result::Damaged);

    spoiled = whole;
    spoiled[19] ^= 1;  // in its length
    writeBytes(path(), spoiled);
    results.clear();
    QCOMPARE(recordsOf(path(), &results), (std::vector<std::string>{"one"}));
    QVERIFY(results.back() == RecordReader::Result::Unreadable);

    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
      writeBytes(path(), whole.substr(0, cut));
      results.clear();
      recordsOf(path(), &results);
      QVERIFY(results.back() == RecordReader::Result::End);
    }
    // A length of petabytes with a right checksum takes no memory.
    std::string huge(8, '\x7f');
    const std::uint32_t crc = maskedCrc(crc32c(huge));
    huge.append(reinterpret_cast<const char*>(&crc), 4);
    writeBytes(path(), huge);
    results.clear();
    recordsOf(path(), &results);
    QVERIFY(results.back() == RecordReader::Result::Unreadable);
  }

  void goesOnWhereTheFileGrows() {
    const std::string whole = framed({"one", "two"});
    writeBytes(path(), whole.substr(0, 25));
    RecordReader reader(path().toStdString());
    QVERIFY(reader.next() == RecordReader::Result::Record);
    QVERIFY(reader.next() == RecordReader::Result::End);
    QVERIFY(reader.cutOff());
    writeBytes(path(), whole.substr(25), QIODevice::Append);
    QVERIFY(reader.next() == RecordReader::Result::Record);
    QCOMPARE(reader.data(), "two");
    QVERIFY(reader.next() == RecordReader::Result::End);
    QVERIFY(!reader.cutOff());
  }

  // Any bytes are an event or none; never a crash, never a view outside of them (under the address sanitizer).
  void randomBytes() {
    const std::string good = histogramEvent(1, 4, "w", {-1, 2, 6, 3, 9, {0, 1, 2}, {1, 2, 3}}, true) + scalarEvent(2, 5, "s", 1, true);
    QRandomGenerator random(7);
    EventParser parser;
    Event event;
    int events = 0;
    for (int round = 0; round < 20000; ++round) {
      std::string bytes = good.substr(0, random.bounded(1, static_cast<int>(good.size()) + 1));
      for (int i = random.bounded(4); i > 0; --i) bytes[random.bounded(static_cast<int>(bytes.size()))] = static_cast<char>(random.bounded(256));
      const std::string exact(bytes);
      if (parser.parse(exact, event)) ++events;
      for (const EventValue& value : event.values)
        if (value.kind == EventValue::Kind::Histogram) histogramOf(value.histogram);
    }
    QVERIFY(events > 0 && events < 20000);
  }

  void histograms() {
    // Four values in two wide buckets are spread evenly over our bins.
    const Histogram spread = histogramOf(EventHistogram{0, 64, 128, 4096, 200000, {32, 64}, {64, 64}});
    QCOMPARE(spread.count, 128);
    QCOMPARE(spread.mean, 32.0);
    for (const std::uint32_t bin : spread.bins) QCOMPARE(bin, 2u);
    // Ours, written and read, is the same.
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i) values.push_back(static_cast<float>(std::sin(i)));
    const Histogram ours = histogramOf(values);
    const Histogram back = histogramOf(bucketsOf(ours));
    QCOMPARE(back.bins, ours.bins);
    QCOMPARE(back.count, ours.count);
    QCOMPARE(back.least, ours.least);
    QCOMPARE(back.most, ours.most);
    QVERIFY(std::abs(back.mean - ours.mean) < 1e-12 && std::abs(back.deviation - ours.deviation) < 1e-9);
    // All in one place, none, and nonsense.
    QCOMPARE(histogramOf(EventHistogram{1, 1, 5, 5, 5, {1}, {5}}).bins[0], 5u);
    QCOMPARE(histogramOf(EventHistogram{}).count, 0);
    QCOMPARE(histogramOf(EventHistogram{std::nan(""), 1, 5, 5, 5, {1}, {5}}).bins[0], 5u);  // its limits still tell where
    QCOMPARE(histogramOf(EventHistogram{std::nan(""), std::nan(""), 5, 5, 5, {std::nan("")}, {5}}).count, 0);
    // Ten values in one wide bucket.
    QCOMPARE(sumOf(histogramOf(EventHistogram{0, 1, 10, 5, 3, {1}, {10}})), std::int64_t{10});
    QCOMPARE(histogramOf(EventHistogram{0, 1, 1e300, 1, 1, {1}, {1e300}}).bins[0] > 0, true);
  }

  // Of any histogram the bins hold as many values as the file says, each where its bucket lies, up to the half value that rounding moves.
  void noValueIsLost() {
    for (std::uint64_t round = 0; round < 3000; ++round) {
      PhiloxStream random(71, round);
      const auto uniform = [&] { return static_cast<double>(random.uniform()); };
      EventHistogram from;
      const auto buckets = 1 + random.below(120);
      double limit = (uniform() - 0.5) * 100;
      const double width = std::pow(10.0, uniform() * 8 - 4);
      from.min = limit;
      std::vector<double> lefts;
      for (std::uint32_t i = 0; i < buckets; ++i) {
        lefts.push_back(limit);
        limit += width * (random.below(5) == 0 ? 0 : uniform() * (random.below(9) == 0 ? 100 : 1));
        from.limits.push_back(limit);
        from.counts.push_back(random.below(3) == 0 ? 0 : random.below(round % 3 == 0 ? 3 : 100'000));
        from.count += from.counts.back();
      }
      from.max = limit;
      const Histogram bins = histogramOf(from);
      QCOMPARE(bins.count, static_cast<std::int64_t>(from.count));
      QCOMPARE(sumOf(bins), static_cast<std::int64_t>(from.count));
      if (from.count == 0) continue;
      // Left of the edge of any bin there are at most the values of the buckets that begin left of it, and at least those that end there.
      const double each = (bins.most - bins.least) / Histogram::kBins;
      std::int64_t below = 0;
      for (std::size_t bin = 0; bin + 1 < Histogram::kBins && each > 0; ++bin) {
        below += bins.bins[bin];
        const double edge = bins.least + static_cast<double>(bin + 1) * each, near = each * 1e-6;
        double least = 0, most = 0;
        for (std::size_t i = 0; i < from.limits.size(); ++i) {
          if (from.limits[i] < edge - near) least += from.counts[i];
          if (lefts[i] <= edge + near) most += from.counts[i];
        }
        QVERIFY2(static_cast<double>(below) >= least - 1 && static_cast<double>(below) <= most + 1,
                 qPrintable(QString("round %1, bin %2: %3 not within %4 and %5").arg(round).arg(bin).arg(below).arg(least).arg(most)));
      }
      // And the other way: what is written is read again as it was.
      const Histogram back = histogramOf(bucketsOf(bins));
      QCOMPARE(back.bins, bins.bins);
      QCOMPARE(back.count, bins.count);
    }
  }

  void hyperparameters() {
    const auto entry = [](const std::string& key, const std::string& value) {
      std::string map, out;
      WireWriter maps(map);
      maps.bytes(1, key);
      maps.bytes(2, value);
      WireWriter(out).bytes(1, map);
      return out;
    };
    std::string rate, name, flag, session, content;
    WireWriter(rate).real(2, 0.1);
    WireWriter(name).bytes(3, "adam");
    WireWriter(flag).varint(4, 1);
    session = entry("lr", rate) + entry("optimizer", name) + entry("amp", flag);
    WireWriter contents(content);
    contents.varint(1, 0);
    contents.bytes(3, session);
    const std::vector<std::pair<std::string, std::string>> expected{{"amp", "true"}, {"lr", "0.1"}, {"optimizer", "\"adam\""}};
    QCOMPARE(hyperparametersOf(content), expected);
    QCOMPARE(hyperparametersOf(hyperparametersContent(expected, 7)), expected);
    EventParser parser;
    Event event;
    const std::string record = hyperparametersEvent(3, content);
    QVERIFY(parser.parse(record, event) && event.values.size() == 1);
    QCOMPARE(hyperparametersOf(event.values[0].pluginContent), expected);
    // What JSON has no number for is told apart.
    std::string odd, sessions, contentOfOdd;
    WireWriter(odd).real(2, -std::numeric_limits<double>::infinity());
    sessions = entry("limit", odd);
    WireWriter(contentOfOdd).bytes(3, sessions);
    QCOMPARE(hyperparametersOf(contentOfOdd).at(0).second, std::string("\"-Infinity\""));
  }

  void base64Text() {
    // RFC 4648, section 10.
    const std::pair<const char*, const char*> pairs[] = {{"", ""},        {"f", "Zg=="},        {"fo", "Zm8="},
                                                         {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : pairs) {
      QCOMPARE(base64(bytes), std::string(text));
      QCOMPARE(fromBase64(text).value(), std::string(bytes));
    }
    for (const char* wrong : {"Zg=", "Zg", "Z===", "Zm9*", "=Zm9", "Zm==Zm9v"}) QVERIFY2(!fromBase64(wrong), wrong);
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    QCOMPARE(QByteArray::fromStdString(base64(all)), QByteArray::fromStdString(all).toBase64());
    QCOMPARE(fromBase64(base64(all)).value(), all);
  }
};

QTEST_GUILESS_MAIN(EventsTest)
#include "events_test.moc"
