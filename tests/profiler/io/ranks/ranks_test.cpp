// The traces of several ranks as one, made here: which clocks they had is known.
#include "core/base/error.h"
#include "profiler/advisor/advise.h"
#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/analysis/gpu/communication.h"
#include "profiler/io/chrome_arguments.h"
#include "profiler/io/import.h"
#include "profiler/io/ranks/merge_ranks.h"
#include "profiler/trace/rank_parts.h"
// Above Qt.
#include "tests/profiler/io/trace_files.h"

namespace stepscope {

using namespace stepscope::test;

namespace {

constexpr std::int64_t kDate = 1'700'000'000'000'000;  // us

// Three steps of 1,000 us with a kernel and an all-reduce that ends at 900 us of the step on every rank, late[rank] us more or less.
std::string rankText(int rank, std::int64_t clockUs, int device, bool info, std::int64_t lateUs = 0, bool collectives = true) {
  std::string text = "{";
  if (info) text += "\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":" + std::to_string(rank) + ",\"world_size\":2},";
  text += "\"deviceProperties\":[{\"id\":0,\"name\":\"G0\"},{\"id\":1,\"name\":\"G1\"}],\"traceEvents\":[";
  const auto event = [&](const std::string& category, const std::string& name, int pid, int tid, std::int64_t us, std::int64_t length,
                         const std::string& arguments) {
    text += "{\"ph\":\"X\",\"cat\":\"" + category + "\",\"name\":\"" + name + "\",\"pid\":" + std::to_string(pid) +
            ",\"tid\":" + std::to_string(tid) + ",\"ts\":" + std::to_string(clockUs + us) + ",\"dur\":" + std::to_string(length) + ",\"args\":{" +
            arguments + "}},";
  };
  const std::string gpu = "\"stream\":7,\"device\":" + std::to_string(device);
  for (int step = 0; step < 3; ++step) {
    const std::int64_t at = step * 1000;
    event("user_annotation", "ProfilerStep#" + std::to_string(step + 4), 4321, 1, at, 1000, "");
    event("cpu_op", "aten::mm", 4321, 1, at + 10, 100, "\"rank\":" + std::to_string(rank));
    for (int call = 0; call < 2; ++call) {
      const std::string correlation = std::to_string(10 * step + call + 1);
      event("cuda_runtime", "cudaLaunchKernel", 4321, 1, at + 20 + call * 5, 3, "\"correlation\":" + correlation);
      const bool collective = call == 1 && collectives;
      event("kernel", collective ? "ncclDevKernel_AllReduce_Sum_f32" : "gemm", device, 7, at + (call ? 600 : 100), call ? 300 + lateUs : 400,
            gpu + ",\"correlation\":" + correlation);
    }
  }
  text += "{}]}";
  return text;
}

}  // namespace

class RanksTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  Trace open(const std::string& a, const std::string& b, const char* nameA = "a.json", const char* nameB = "b.json") {
    const std::vector<std::string> paths{writeFile(folder_, nameA, a), writeFile(folder_, nameB, b)};
    std::optional<Trace> trace = importTraces(paths);
    return trace ? std::move(*trace) : Trace();
  }
  // Starts of the first step on each rank.
  static QString firstSteps(const Trace& trace) {
    QStringList list;
    for (const NamedSpan& span : spansOf(trace))
      if (span.name == "ProfilerStep#4") list << QString::number(span.start);
    return list.join(' ');
  }

 private Q_SLOTS:
  void clocks_data() {
    QTest::addColumn<qint64>("clock");  // of rank 1, us, beside rank 0's
    QTest::addColumn<bool>("dates");
    QTest::addColumn<bool>("collectives");
    QTest::addColumn<QString>("note");
    QTest::addColumn<qint64>("apart");  // ns between the first steps of the two, afterwards
    QTest::newRow("one machine") << qint64{0} << true << true << QString("agrees with that of rank 0") << qint64{0};
    QTest::newRow("nearly one clock") << qint64{20} << true << true << QString("agrees with that of rank 0 within 20 us") << qint64{20'000};
    QTest::newRow("two machines") << qint64{7'000} << true << true << QString("7000 us ahead of that of rank 0") << qint64{0};
    QTest::newRow("clocks since the start of the machine")
        << qint64{-5'000'000} << false << true << QString("5000 ms behind that of rank 0") << qint64{0};
    QTest::newRow("no collectives") << qint64{300} << true << false << QString("by the clocks of their machines") << qint64{300'000};
    QTest::newRow("no collectives, far apart") << qint64{90'000'000} << true << false << QString("step 4 begins with that of rank 0") << qint64{0};
  }
  void clocks() {
    QFETCH(qint64, clock);
    QFETCH(bool, dates);
    QFETCH(bool, collectives);
    QFETCH(QString, note);
    QFETCH(qint64, apart);
    const std::int64_t base = dates ? kDate : 10'000'000;
    const Trace trace = open(rankText(0, base, 0, true, 0, collectives), rankText(1, base + clock, 1, true, 0, collectives));
    QCOMPARE(QString::fromStdString(broken(trace)), QString());
    QString notes;
    for (const TraceNote& said : trace.notes) notes += QString::fromStdString(said.reason) + "; ";
    QVERIFY2(notes.contains(note), qPrintable(notes));
    QCOMPARE(firstSteps(trace), QString("%1 %2").arg(base * 1000).arg(base * 1000 + apart));
  }

  void bothAreThere() {
    // Given in the wrong order; the label tells.
    const Trace trace = open(rankText(1, kDate, 0, true), rankText(0, kDate, 0, true));
    QCOMPARE(trace.events, std::int64_t{2 * 18});
    QCOMPARE(trace.spanCount(), std::size_t{2 * 18});
    QCOMPARE(trace.flows.size(), std::size_t{2 * 6});
    QStringList devices, processes;
    for (const TraceDevice& device : trace.devices) devices << QString::number(device.id);
    for (const TraceProcess& process : trace.processes) processes << QString::fromStdString(process.name);
    QCOMPARE(devices.join(' '), QString("0 1"));  // both called theirs 0
    QVERIFY2(processes.front().startsWith("rank 0"), qPrintable(processes.join(", ")));
    // Arguments come from their own files.
    QString ranks;
    for (const NamedSpan& span : spansOf(trace))
      if (span.name == "aten::mm")
        for (const TraceArgument& argument : argumentsOf(trace, trace.laneOf(span.ref).argumentsOf(span.ref.index)))
          ranks += QString::fromStdString(argument.value);
    std::sort(ranks.begin(), ranks.end());
    QCOMPARE(ranks, QString("000111"));
    const CommunicationFacts communication = communicationFacts(trace);
    QCOMPARE(communication.calls, std::int64_t{6});
    QCOMPARE(exclusiveBreakdown(trace).gpus.size(), std::size_t{2});
  }

  // Shares are of one rank: two ranks side by side are no busier than one.
  void oneRankOfThem() {
    const Trace both = open(rankText(0, kDate, 0, true), rankText(1, kDate, 1, true, -150));
    QVERIFY((ranksOf(both) == std::vector<std::int32_t>{0, 1}));
    const Trace first = onlyRank(both, 0), second = onlyRank(both, 1);
    QCOMPARE(QString::fromStdString(broken(first)), QString());
    QCOMPARE(first.spanCount(), std::size_t{18});
    QCOMPARE(first.flows.size(), std::size_t{6});
    const Trace alone = *importTrace(writeFile(folder_, "alone.json", rankText(0, kDate, 0, true)));
    QVERIFY(exclusiveBreakdown(first).ns == exclusiveBreakdown(alone).ns);
    QCOMPARE(exclusiveBreakdown(first).of(TimeClass::Communication), std::int64_t{900'000});
    QCOMPARE(exclusiveBreakdown(second).of(TimeClass::Communication), std::int64_t{450'000});
    QVERIFY(ranksOf(alone).empty() && ranksOf(first).size() == 2);
    // A SpanRef means the same in both.
    for (const NamedSpan& span : spansOf(second)) QCOMPARE(both.laneOf(span.ref).start[span.ref.index], span.start);
  }

  // Two stages of a pipeline in a step of 1 ms. Rank 0 computes 0 to 300 us and 700 to 1000, rank 1 from 300 to 700, and each waits for the other
  // within a receive. Rank 0 is idle for 400 us while rank 1 works; rank 1's first work begins at 300 and its last ends at 700: nothing in between.
  // In the second step the same, so that rank 1 waits from 700 to 1300: 600 us of 1400.
  void aPipelinesBubble() {
    const auto stage = [](int rank) {
      std::string text = "{\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":" + std::to_string(rank) + ",\"world_size\":2},\"traceEvents\":[";
      const auto kernel = [&](const char* name, int stream, std::int64_t us, std::int64_t length) {
        text += std::string("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"") + name + "\",\"pid\":" + std::to_string(rank) +
                ",\"tid\":" + std::to_string(stream) + ",\"ts\":" + std::to_string(kDate + us) + ",\"dur\":" + std::to_string(length) +
                ",\"args\":{\"stream\":" + std::to_string(stream) + ",\"device\":" + std::to_string(rank) + "}},";
      };
      for (int step = 0; step < 2; ++step) {
        const std::int64_t t = 1000 * step;
        if (rank == 0) kernel("forward", 7, t, 300), kernel("ncclDevKernel_SendRecv", 8, t + 300, 400), kernel("backward", 7, t + 700, 300);
        else kernel("ncclDevKernel_SendRecv", 8, t, 300), kernel("both", 7, t + 300, 400);
      }
      text.back() = ']';
      return text + "}";
    };
    const Trace both = open(stage(0), stage(1));
    const std::vector<RankBubble> bubbles = rankBubbles(both);
    QCOMPARE(bubbles.size(), std::size_t{2});
    QCOMPARE(bubbles[0].work.end - bubbles[0].work.begin, std::int64_t{2'000'000});
    QCOMPARE(bubbles[0].workNs, std::int64_t{1'200'000});
    QCOMPARE(bubbles[0].bubbleNs, std::int64_t{800'000});
    QCOMPARE(bubbles[0].share(), 0.4);
    QCOMPARE(bubbles[1].work.end - bubbles[1].work.begin, std::int64_t{1'400'000});
    QCOMPARE(bubbles[1].bubbleNs, std::int64_t{600'000});
    QVERIFY(factSheetOfRank(onlyRank(both, 0), both).bubbles.size() == 2 && factSheet(onlyRank(both, 0)).bubbles.empty());
    QVERIFY(rankBubbles(*importTrace(writeFile(folder_, "one.json", stage(0)))).empty());
    // Ranks that work at the same times have none.
    for (const RankBubble& bubble : rankBubbles(open(rankText(0, kDate, 0, true), rankText(1, kDate, 1, true))))
      QCOMPARE(bubble.bubbleNs, std::int64_t{0});
  }

  // The rank that waits least is the one the others wait for. Rank 1 comes 150 us late to each of the three steps of 1 ms.
  void theLateRankIsFound() {
    AdviceFacts facts;
    facts.trace = traceFacts(std::make_shared<const Trace>(open(rankText(0, kDate, 0, true), rankText(1, kDate, 1, true, -150))));
    QCOMPARE(facts.trace.steps.size(), std::size_t{3});  // of one rank
    const Advice advice = advise(facts);
    const auto finding = std::find_if(advice.findings.begin(), advice.findings.end(), [](const Finding& f) { return f.rule == "stragglers"; });
    QVERIFY(finding != advice.findings.end());
    QVERIFY2(finding->outcome == Outcome::Found, finding->sentence.c_str());
    QCOMPARE(finding->figure, 15.0);
    QVERIFY2(QString::fromStdString(finding->sentence).contains("wait for rank 1"), finding->sentence.c_str());
    // 300 and 150 us: the mean of 225 waits 75. What holds rank 1 back is asked of its own part.
    QVERIFY2(QString::fromStdString(finding->sentence).contains("waits for 75 µs of its 225 µs there. Rank 1 itself: "), finding->sentence.c_str());
    QVERIFY2(!QString::fromStdString(finding->sentence).contains("No step is recorded"), finding->sentence.c_str());
    QVERIFY(finding->gainAtMostMs && std::abs(*finding->gainAtMostMs - 0.075) < 1e-9);
    // Of rank 0's 300 us the late rank's own 150 are the transfer; the rest no overlap of communication can win.
    const auto communication =
        std::find_if(advice.findings.begin(), advice.findings.end(), [](const Finding& f) { return f.rule == "communication_bound"; });
    QVERIFY(communication != advice.findings.end() && communication->outcome == Outcome::Found);
    QVERIFY2(communication->gainAtMostMs && *communication->gainAtMostMs <= 0.15 + 1e-9, communication->sentence.c_str());
    QVERIFY2(QString::fromStdString(communication->sentence).contains("The rank that arrives last spends 150 µs a step in them"),
             communication->sentence.c_str());
    QVERIFY2(QString::fromStdString(advice.verdict.source).endsWith("figures of rank 0"), advice.verdict.source.c_str());
  }

  void ranksByFile_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("rank");
    QTest::newRow("rank") << "/x/rank12_trace.json.gz" << 12;
    QTest::newRow("rank_") << "/rank_9/trace_rank_3.json" << 3;
    QTest::newRow("worker") << "host.worker2.pt.trace.json" << 2;
    QTest::newRow("none") << "/rank7/host_4321.pt.trace.json" << -1;
  }
  void ranksByFile() {
    QFETCH(QString, path);
    QFETCH(int, rank);
    QCOMPARE(rankOf({}, path.toStdString()), rank);
  }

  void badInput() {
    const Trace same = open(rankText(0, kDate, 0, true), rankText(0, kDate, 0, true));
    QCOMPARE(noted(same, "do not contain different ranks"), std::int64_t{1});
    const Trace empty = open(rankText(0, kDate, 0, true), "{\"traceEvents\":[]}", "rank0.json", "rank1.json");
    QCOMPARE(QString::fromStdString(broken(empty)), QString());
    QCOMPARE(empty.spanCount(), std::size_t{18});
    QVERIFY_THROWS_EXCEPTION(Error, importTraces({}));
    QVERIFY_THROWS_EXCEPTION(Error, open(rankText(0, kDate, 0, true), "hello"));
    int asked = 0;
    ImportOptions options;
    options.progress = [&](const ImportProgress&) { return ++asked < 1; };
    QVERIFY(!importTraces({writeFile(folder_, "c.json", rankText(0, kDate, 0, true)), writeFile(folder_, "d.json", rankText(1, kDate, 1, true))},
                          options));
  }
};

}  // namespace stepscope

QTEST_APPLESS_MAIN(stepscope::RanksTest)
#include "ranks_test.moc"
