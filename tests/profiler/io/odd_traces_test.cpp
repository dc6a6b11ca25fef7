// Traces that tell something odd: what is wrong in one event costs that event, what is made of it is what the file says, and it is told.
#include <sqlite3.h>

#include <map>
#include <set>

#include "core/base/philox.h"
#include "profiler/analysis/kernel_table.h"
#include "profiler/analysis/ops/op_table.h"
#include "profiler/io/event_start.h"
#include "profiler/io/import.h"
#include "profiler/trace/trace_losses.h"
// Above Qt.
#include "tests/profiler/io/event_texts.h"
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

class OddTracesTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  Trace open(std::string_view text, const char* name = "trace.json") {
    const std::optional<Trace> trace = importTrace(writeFile(folder_, name, text));
    return trace ? *trace : Trace();
  }
  static std::map<std::string, NamedSpan> byName(const Trace& trace) {
    std::map<std::string, NamedSpan> spans;
    for (const NamedSpan& span : spansOf(trace)) spans[span.name] = span;
    return spans;
  }

 private Q_SLOTS:
  // A begin and an end belong together by their names; what did not end lasts as long as the trace.
  void beginsAndEndsByName() {
    const Trace trace =
        open(eventsOf(joined({edge("B", "a", 14, 200), edge("B", "b", 14, 400), edge("E", "a", 14, 480), edge("E", "b", 14, 520),
                              edge("B", "open", 15, 100), span("other", 150, 10), edge("E", "nobody", 14, 450), edge("E", "", 16, 5)})));
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    const auto spans = byName(trace);
    QCOMPARE(spans.at("a").duration, std::int64_t{280'000});
    QCOMPARE(spans.at("b").duration, std::int64_t{120'000});
    QCOMPARE(spans.at("open").duration, std::int64_t{420'000});
    QCOMPARE(noted(trace, "cross on one thread"), std::int64_t{1});
    QCOMPARE(noted(trace, "without an open begin (B) of that name"), std::int64_t{1});
    QCOMPARE(noted(trace, "an end (E) without a begin"), std::int64_t{1});
    QCOMPARE(noted(trace, "up to the end of the trace"), std::int64_t{1});
    QCOMPARE(trace.dropped, std::int64_t{2});
    // An end without a name is of what began last. Of what begins together the first is around the others, however long.
    const auto plain = byName(open(eventsOf(joined({edge("B", "outer", 1, 0), edge("B", "inner", 1, 0), edge("B", "core", 1, 0), edge("E", "", 1, 10),
                                                    edge("E", "", 1, 10), edge("E", "", 1, 10)}))));
    QCOMPARE(plain.at("outer").depth, 0);
    QCOMPARE(plain.at("inner").depth, 1);
    QCOMPARE(plain.at("core").depth, 2);
  }

  // Random begins and ends against their definition: an end takes the last open begin of its name.
  void randomBeginsAndEnds() {
    for (std::uint64_t round = 0; round < 200; ++round) {
      PhiloxStream random(3, round);
      std::vector<std::string> list;
      std::map<int, std::vector<std::pair<std::string, int>>> open_;
      std::multiset<std::tuple<std::string, std::int64_t, std::int64_t>> expected;
      int ts = 0, unmatched = 0, last = 0;
      for (int i = 0; i < 60; ++i) {
        ts += 1 + static_cast<int>(random.below(5));
        last = ts;
        const int tid = 1 + static_cast<int>(random.below(3));
        const std::string name(1, static_cast<char>('a' + random.below(4)));
        auto& open = open_[tid];
        if (random.below(2) == 0) {
          open.emplace_back(name, ts);
          list.push_back(edge("B", name, tid, ts));
          continue;
        }
        list.push_back(edge("E", name, tid, ts));
        const auto match = std::find_if(open.rbegin(), open.rend(), [&](const auto& one) { return one.first == name; });
        if (match == open.rend()) {
          ++unmatched;
          continue;
        }
        expected.emplace(name, match->second * 1000, (ts - match->second) * 1000);
        open.erase(std::next(match).base());
      }
      int end = last, unfinished = 0;
      // The end of the trace is the last moment of what is in it: an end that is dropped is not.
      const Trace trace = open(eventsOf(joined(list)));
      end = static_cast<int>(trace.end / 1000);
      for (const auto& [tid, open] : open_)
        for (const auto& [name, begin] : open) {
          expected.emplace(name, begin * 1000, (end - begin) * 1000);
          ++unfinished;
        }
      std::multiset<std::tuple<std::string, std::int64_t, std::int64_t>> found;
      for (const NamedSpan& one : spansOf(trace)) found.emplace(one.name, one.start, one.duration);
      QVERIFY2(found == expected, qPrintable(QString("round %1").arg(round)));
      QCOMPARE(noted(trace, "without an end"), std::int64_t{unfinished});
      QCOMPARE(trace.dropped, std::int64_t{unmatched});
    }
  }

  // One event with stray quotes, backslashes or braces, anywhere in the list: the others are read, and the one is told.
  void strayText_data() {
    QTest::addColumn<QByteArray>("name");
    for (const auto& [what, name] : kStrayNames) QTest::newRow(what) << QByteArray::fromStdString(name);
  }
  void strayText() {
    QFETCH(QByteArray, name);
    for (const bool lines : {false, true})
      for (const int place : {0, 1, 7, 19}) {
        std::vector<std::string> list;
        for (int i = 0; i < 20; ++i) list.push_back(span(i == place ? name.toStdString() : "e" + std::to_string(i), 10 * i, 3, numbered(i)));
        const std::string text = "{\"schemaVersion\": 1, \"traceEvents\": [" + joined(list, lines ? ",\n" : ", ") + "], \"traceName\": \"t\"}";
        const Trace trace = open(text);
        QCOMPARE(QString::fromStdString(broken(trace)), QString());
        std::set<std::string> names;
        for (const NamedSpan& one : spansOf(trace)) names.insert(one.name);
        int missing = 0;
        for (int i = 0; i < 20; ++i) missing += i != place && !names.contains("e" + std::to_string(i));
        QString told = QString::fromStdString(lossesOf(trace));
        QVERIFY2(missing == 0, qPrintable(QString("place %1: %2 missing; %3").arg(place).arg(missing).arg(told)));
        QVERIFY2(names.size() == 20 || trace.dropped >= 1, qPrintable(told));  // what can be read in spite of it may be
        QVERIFY2(trace.dropped <= 3, qPrintable(told));
      }
  }

  // Two of them far apart, whose quotes would be a pair, over the pieces in which a file is read; and one in a file of many pieces, with more
  // behind it than one event may be long.
  void strayQuotesFarApart() {
    for (const std::set<int>& places : {std::set<int>{100, 60'000}, std::set<int>{10}, std::set<int>{40'000}, std::set<int>{149'999}}) {
      std::string list;
      constexpr int kEvents = 150'000;
      for (int i = 0; i < kEvents; ++i)
        list += (i ? ",\n" : "") + span(places.contains(i) ? "a \"quote" : "event " + std::to_string(i % 50), i, 1, kFiller);
      QVERIFY(list.size() > (std::size_t{20} << 20));
      const Trace trace = open(eventsOf(list));
      QCOMPARE(trace.spanCount(), static_cast<std::size_t>(kEvents) - places.size());
      QCOMPARE(trace.dropped, static_cast<std::int64_t>(places.size()));
      QCOMPARE(trace.events, std::int64_t{kEvents} - static_cast<std::int64_t>(places.size()));
      QVERIFY(!trace.endsEarly);
    }
  }

  void startsOfEvents() {
    QCOMPARE(eventStart(kTwoEvents, 1), kTwoEvents.find(kSecondOfThem));
    QCOMPARE(eventStart(kNoEventBefore, 0), kNoStart);
    QCOMPARE(eventStart(kSpacedEvent, 0), std::size_t{1});
    QCOMPARE(listEnd(kEndOfList, 0), std::size_t{8});
  }

  // An event that lasts longer than anything that was recorded.
  void absurdDurations_data() {
    QTest::addColumn<double>("us");
    QTest::addColumn<bool>("kept");
    QTest::newRow("236 years") << 7'447'488'000'000'000.0 << false;
    QTest::newRow("2^64 us") << 1.844674407370955e+19 << false;
    QTest::newRow("2^64 ns") << 1.844674407370955e+16 << false;
    QTest::newRow("a day") << 86'400'000'000.0 << false;
    QTest::newRow("an hour") << 3'600'000'000.0 << false;
    QTest::newRow("half a minute") << 30'000'000.0 << true;
    QTest::newRow("40 ms") << 40'000.0 << true;
  }
  void absurdDurations() {
    QFETCH(double, us);
    QFETCH(bool, kept);
    std::vector<std::string> list;
    for (int i = 0; i < 40; ++i) list.push_back(span("work", 1000.0 * i, 900));
    list.insert(list.begin() + 17, span("odd", 17'001, us));
    const Trace trace = open(eventsOf(joined(list)));
    QCOMPARE(byName(trace).contains("odd"), kept);
    QCOMPARE(trace.dropped, std::int64_t{kept ? 0 : 1});
    QCOMPARE(lossesOf(trace).empty(), kept);
    QCOMPARE(trace.end - trace.begin,
             kept ? std::max<std::int64_t>(39'900'000, 17'001'000 + static_cast<std::int64_t>(us * 1000)) : std::int64_t{39'900'000});
  }

  // A long span is none that is absurd where the recording went on as long.
  void longIsNotAbsurd() {
    std::vector<std::string> list{span("two hours", 0, 7.2e9)};
    for (int i = 0; i < 20; ++i) list.push_back(span("work", 3.6e8 * i, 1000));
    QCOMPARE(open(eventsOf(joined(list))).dropped, std::int64_t{0});
    QCOMPARE(open(eventsOf(span("alone", 0, 7.2e9) + "," + span("and its beginning", 0, 10))).dropped, std::int64_t{0});
  }

  // Kernels that overlap on one stream count once; on two streams beside each other each counts.
  void overlapOnOneStream() {
    const auto totalUs = [](const Trace& trace) {
      double sum = 0;
      for (const OpRow& row : opTable(trace, OpGrouping::Kernel).rows) sum += static_cast<double>(row.gpuSelfNs) * 1e-3;
      return sum;
    };
    const Trace over = open(eventsOf(joined({kernel("a", 7, 0, 10), kernel("b", 7, 5, 10), kernel("c", 7, 100, 20), kernel("d", 7, 105, 5)})));
    QCOMPARE(totalUs(over), 35.0);
    // A call is as long as it is, whatever runs beside it: so Kineto's and Nsight's tables have it.
    const OpTable rows = opTable(over, OpGrouping::Kernel);
    for (const OpRow& row : rows.rows) {
      const std::int64_t ns = row.name == "c" ? 20'000 : row.name == "d" ? 5'000 : 10'000;
      QCOMPARE(row.gpuTotalNs, ns);
      QCOMPARE(row.shortestNs, ns);
      QCOMPARE(rows.meanNsOf(row), static_cast<double>(ns));
    }
    for (const KernelRow& row : kernelTable(over)) QCOMPARE(row.meanNs(), static_cast<double>(row.longestNs));
    QCOMPARE(noted(over, "overlap others on one stream"), std::int64_t{2});
    QVERIFY(!lossesOf(over).empty());
    const Trace beside = open(eventsOf(joined({kernel("a", 7, 0, 10), kernel("b", 8, 5, 10)})));
    QCOMPARE(totalUs(beside), 20.0);
    QCOMPARE(noted(beside, "overlap"), std::int64_t{0});
    // Random ones: the sum over a stream is the time in which it worked, counted here microsecond by microsecond.
    for (std::uint64_t round = 0; round < 100; ++round) {
      PhiloxStream random(9, round);
      std::vector<std::string> list;
      std::map<int, std::set<int>> busy;
      for (int i = 0; i < 30; ++i) {
        const int stream = 7 + static_cast<int>(random.below(2)), ts = static_cast<int>(random.below(400)),
                  dur = 1 + static_cast<int>(random.below(40));
        list.push_back(kernel(i % 2 ? "x" : "y", stream, ts, dur));
        for (int us = ts; us < ts + dur; ++us) busy[stream].insert(us);
      }
      QCOMPARE(totalUs(open(eventsOf(joined(list)))), static_cast<double>(busy[7].size() + busy[8].size()));
    }
  }

  // The same recording or the same rank twice is told by the names of the files.
  void twice() {
    const auto merged = [&](const std::string& a, const std::string& b) {
      return lossesOf(*importTraces({writeFile(folder_, "a.json", a), writeFile(folder_, "b.json", b)}, {}));
    };
    QVERIFY(merged(recordingOfRank(0, 0), recordingOfRank(0, 1)).find("a.json and b.json") == std::string::npos);
    QVERIFY(merged(recordingOfRank(0, 0), recordingOfRank(0, 0)).find("a.json and b.json hold the same records, of rank 0") != std::string::npos);
    QVERIFY(merged(recordingOfRank(0, 0), recordingOfRank(777, 0)).find("a.json and b.json hold the same records, of rank 0") != std::string::npos);
    QVERIFY(merged(recordingOfRank(0, -1), recordingOfRank(0, -1)).find("a.json and b.json hold the same records") != std::string::npos);
    std::string other = recordingOfRank(50, 0);
    other.replace(other.find("\"op\""), 4, "\"po\"");
    QVERIFY(merged(recordingOfRank(0, 0), other).find("a.json and b.json are both of rank 0") != std::string::npos);
  }

  void countersWithTexts() {
    const Trace trace = open(eventsOf(joined({counter("\"pool é\""), counter("7"), counter("\"0x1f\""), counter("\"host\"")})));
    std::set<std::string> names;
    for (const TraceTrack& track : trace.tracks) names.insert(track.name);
    QCOMPARE(names, (std::set<std::string>{"bytes pool \xC3\xA9", "bytes 7", "bytes 31", "bytes host"}));
  }

  // Tables of a later version of Nsight Systems are named.
  void unknownTables() {
    const std::string path = folder_.filePath("later.sqlite").toStdString();
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    QCOMPARE(sqlite3_exec(database,
                          "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT); CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
                          "CREATE TABLE NVTX_EVENTS_V3(start INTEGER, end INTEGER); INSERT INTO NVTX_EVENTS_V3 VALUES(1, 2);"
                          "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_V12(start INTEGER); INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL_V12 VALUES(1);"
                          "CREATE TABLE NVTX_EVENTS_V4(start INTEGER)",
                          nullptr, nullptr, nullptr),
             SQLITE_OK);
    sqlite3_close(database);
    const std::optional<Trace> trace = importTrace(path);
    QVERIFY(trace);
    QCOMPARE(noted(*trace, "the table NVTX_EVENTS_V3 is not shown"), std::int64_t{1});
    QCOMPARE(noted(*trace, "the table CUPTI_ACTIVITY_KIND_KERNEL_V12 is not shown"), std::int64_t{1});
    QCOMPARE(noted(*trace, "NVTX_EVENTS_V4"), std::int64_t{0});  // it is empty
  }

  void whatIsLostInOneLine() {
    Trace trace;
    QVERIFY(lossesOf(trace).empty());
    trace.dropped = 6;
    trace.endsEarly = true;
    trace.notes = {{"a", 3, true}, {"b", 1, false}, {"c", 1, true}, {"d", 1, true}, {"e", 1, true}};
    QCOMPARE(
        lossesOf(trace),
        std::string(
            "6 records left out (3 times: a; c; d; and 1 more reason); the file is cut off: what came later is not known; kept with a remark: b"));
  }
};

}  // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::OddTracesTest)
#include "odd_traces_test.moc"
