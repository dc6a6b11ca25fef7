// The comparison of runs against hand-made stores: times per sample, the chain from baseline to best, claims on busy cores, missing figures; and
// the page that tells it.
#include "core/report/comparison.h"
#include "core/base/error.h"
#include "core/report/report.h"
#include "core/report/run_facts.h"
#include "core/report/settings_diff.h"
#include "core/report/timeline_picture.h"

#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>
#include <cstdio>

using namespace stepscope;

namespace {

struct Wanted {
  std::string name;
  int batch = 64;
  std::string amp = "off";
  int workers = 0;
  double stepMs = 200;  // mean
  double busy = 0.01;
  double accuracy = 0.85;  // best
  std::int64_t peak = 1 << 30;
  int seed = 1;
};

QByteArray configurationOf(const Wanted& wanted) {
  return QStringLiteral(R"({"name": "flowers", "file": "/somewhere/%4", "switches": {"batch_size": %1, "amp": "%2", "workers": %3},
                           "train": {"seed": %5, "epochs": 4, "optimizer": {"learning_rate": 0.05}}})")
      .arg(wanted.batch)
      .arg(QString::fromStdString(wanted.amp))
      .arg(wanted.workers)
      .arg(QString::fromStdString(wanted.name))
      .arg(wanted.seed)
      .toUtf8();
}

RunId add(RunWriter& writer, const Wanted& wanted, int points = 100) {
  RunInfo info;
  info.name = wanted.name;
  info.model = "resnet18";
  info.configuration = configurationOf(wanted).toStdString();
  info.id = writer.createRun(info);
  for (int i = 1; i <= points; ++i) writer.append(info.id, "train_loss", {i, i * 0.1, 2.0 / i});
  for (int epoch = 1; epoch <= 4; ++epoch) {
    const double accuracy = wanted.accuracy - 0.01 * (4 - epoch) * (epoch % 2);
    writer.append(info.id, "val_accuracy", {epoch * points / 4, epoch * 2.5, accuracy});
    writer.append(info.id, "val_loss", {epoch * points / 4, epoch * 2.5, 1.0 / epoch});
  }
  info.step = points;
  info.epoch = 4;
  info.seconds = points * wanted.stepMs * 1e-3 + 5;
  info.status = RunStatus::Finished;
  info.finals = {{"best_val_accuracy", wanted.accuracy}, {"val_accuracy", wanted.accuracy}, {"val_loss", 0.25}};
  RunSpan span;
  span.firstStep = 1;
  span.lastStep = points;
  span.cause = "start";
  span.switches = QStringLiteral(R"({"batch_size": %1, "amp": "%2", "workers": %3})")
                      .arg(wanted.batch)
                      .arg(QString::fromStdString(wanted.amp))
                      .arg(wanted.workers)
                      .toStdString();
  span.samples = static_cast<std::int64_t>(points) * wanted.batch;
  span.seconds = points * wanted.stepMs * 1e-3;
  span.stepMs = wanted.stepMs;
  span.busyShare = wanted.busy;
  span.plannedPeakBytes = wanted.peak;
  span.residentPeakBytes = wanted.peak - 1000;
  info.spans = {span};
  StepBreakdown breakdown;
  breakdown.steps = 5;
  breakdown.medianStepMs = wanted.stepMs;
  breakdown.p95StepMs = wanted.stepMs * 1.1;
  breakdown.categories = {{Category::Data, wanted.stepMs * 0.25, 0.25}, {Category::Forward, wanted.stepMs * 0.75, 0.75}};
  writer.setArtefact(info.id, "breakdown", breakdownJson(breakdown, wanted.name + ", steps 40-44"));
  writer.setArtefact(info.id, "environment", R"({"device": "A CPU", "program": "Stepscope 1", "git": {"commit": "abc", "clean": true}})");
  writer.setArtefact(info.id, "data", R"({"train": {"samples": 3303, "fingerprint": "f1"}})");
  writer.finish(info);
  return info.id;
}

std::string plain(const RunComparison& comparison) {
  std::string text;
  for (const SentencePart& part : comparison.sentence) text += part.text;
  return text;
}

const ComparedRow* rowOf(const ComparedTable& table, const std::string& title, const std::string& of = {}) {
  for (const ComparedRow& row : table.rows)
    if (row.title == title && (of.empty() || row.of == of)) return &row;
  return nullptr;
}

// The body is XML, up to the head's void elements.
QString problemOf(const std::string& page) {
  const QByteArray bytes = QByteArray::fromStdString(page);
  const qsizetype begin = bytes.indexOf("<main>"), end = bytes.indexOf("</main>");
  if (begin < 0 || end < begin) return QStringLiteral("there is no <main>");
  QXmlStreamReader xml(bytes.mid(begin, end - begin + 7));
  while (!xml.atEnd()) xml.readNext();
  return xml.hasError() ? xml.errorString() : QString();
}

}  // namespace

class ComparisonTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  int stores_ = 0;
  std::string path() { return folder_.filePath(QStringLiteral("%1.db").arg(++stores_)).toStdString(); }

 private Q_SLOTS:
  void timesArePerSample() {
    const std::string store = path();
    std::vector<RunId> ids;
    {
      RunWriter writer(store);
      ids.push_back(add(writer, {.name = "run 1", .batch = 64, .stepMs = 200}));
      ids.push_back(add(writer, {.name = "run 2", .batch = 128, .stepMs = 300}));  // more a step, less a sample
    }
    const RunComparison comparison = compare(factsOf(RunReader(store), ids), 0);
    QCOMPARE(comparison.samples, 64.0);
    QCOMPARE(comparison.best, std::size_t{1});
    QVERIFY(std::abs(comparison.runs[1].msPer(64) - 150) < 1e-9);
    QVERIFY2(plain(comparison).find("run 2 is 1.33× as fast as run 1: batch size 64 → 128 −25 %") != std::string::npos, plain(comparison).c_str());
    QVERIFY2(comparison.under.find("200 ms → 150 ms per 64 samples") != std::string::npos, comparison.under.c_str());
    QVERIFY(comparison.under.find("same data") != std::string::npos && comparison.under.find("same machine") != std::string::npos);
    const ComparedRow* time = rowOf(comparison.metrics, "time per 64 samples");
    QVERIFY(time);
    QCOMPARE(time->cells[1].change, std::string("−25 %"));
    QCOMPARE(static_cast<int>(time->cells[1].tone), static_cast<int>(ComparedCell::Tone::Good));
    QCOMPARE(comparison.runs[1].breakdownSamples, 128.0);
  }

  void settingsThatDiffer() {
    const std::string store = path();
    std::vector<RunId> ids;
    {
      RunWriter writer(store);
      ids.push_back(add(writer, {.name = "a"}));
      ids.push_back(add(writer, {.name = "b", .amp = "bf16"}));
      ids.push_back(add(writer, {.name = "c", .amp = "bf16", .workers = 4, .seed = 2}));
    }
    const RunComparison comparison = compare(factsOf(RunReader(store), ids), 0);
    QCOMPARE(comparison.settings.rows.size(), std::size_t{3});
    const ComparedRow* amp = rowOf(comparison.settings, "mixed precision");
    QVERIFY(amp);
    QCOMPARE(amp->cells[0].text, std::string("off"));
    QCOMPARE(static_cast<int>(amp->cells[0].tone), static_cast<int>(ComparedCell::Tone::Plain));
    QCOMPARE(static_cast<int>(amp->cells[1].tone), static_cast<int>(ComparedCell::Tone::Differs));
    QVERIFY(rowOf(comparison.settings, "seed"));
    QVERIFY(!rowOf(comparison.settings, "file"));  // where it lies is no setting
    QVERIFY(comparison.equalSettings >= 3);
    QVERIFY(compare(factsOf(RunReader(store), std::vector<RunId>{ids[0]}), 0).settings.rows.empty());
  }

  // Runs that lie between are steps of the chain; what was turned together is not told apart.
  void whatEachSwitchBought() {
    const std::string store = path();
    std::vector<RunId> ids;
    {
      RunWriter writer(store);
      ids.push_back(add(writer, {.name = "base", .stepMs = 200}));
      ids.push_back(add(writer, {.name = "amp", .amp = "bf16", .stepMs = 150}));
      ids.push_back(add(writer, {.name = "all", .batch = 128, .amp = "bf16", .workers = 4, .stepMs = 200}));
      ids.push_back(add(writer, {.name = "aside", .workers = 8, .stepMs = 190}));
    }
    const RunComparison comparison = compare(factsOf(RunReader(store), ids), 0);
    QCOMPARE(comparison.best, std::size_t{2});
    QCOMPARE(comparison.bought.size(), std::size_t{2});
    QCOMPARE(comparison.bought[0].title, std::string("mixed precision"));
    QCOMPARE(comparison.bought[0].change, std::string("off → bf16"));
    QVERIFY(std::abs(comparison.bought[0].before - 200) < 1e-9 && std::abs(comparison.bought[0].after - 150) < 1e-9);
    QVERIFY(std::abs(comparison.bought[1].after - 100) < 1e-9);  // per 64 samples
    QVERIFY2(comparison.bought[1].title.find(" + ") != std::string::npos, comparison.bought[1].title.c_str());
    QVERIFY(comparison.boughtNote.find("not told apart") != std::string::npos);
    QVERIFY(std::isnan(comparison.bought[0].low));  // one after the other: no interval
    const RunComparison twins = compare(factsOf(RunReader(store), std::vector<RunId>{ids[0], ids[0]}), 0);
    QVERIFY(twins.bought.empty());
    QVERIFY(twins.boughtNote.find("same switches") != std::string::npos);
  }

  void busyCoresAreNoClaim() {
    for (const double busy : {0.4, std::nan("")}) {
      const std::string store = path();
      std::vector<RunId> ids;
      {
        RunWriter writer(store);
        ids.push_back(add(writer, {.name = "a", .stepMs = 200, .busy = 0.0}));
        ids.push_back(add(writer, {.name = "b", .amp = "bf16", .stepMs = 100, .busy = busy}));
      }
      const RunComparison comparison = compare(factsOf(RunReader(store), ids), 0);
      const std::string sentence = plain(comparison);
      QVERIFY2(sentence.find("b against a: nothing can be said about speed") != std::string::npos, sentence.c_str());
      QVERIFY2(sentence.find("×") == std::string::npos && sentence.find('%') == std::string::npos, sentence.c_str());
      QVERIFY2(sentence.find("off → bf16") != std::string::npos, sentence.c_str());
      QVERIFY(comparison.under.find("no claim") != std::string::npos);
      QVERIFY(comparison.bought[0].busy);
      QCOMPARE(static_cast<int>(rowOf(comparison.metrics, "time per 64 samples")->cells[1].tone), static_cast<int>(ComparedCell::Tone::Plain));
    }
  }

  // The fastest is no better where it learned less.
  void speedWithoutQualityIsNotBest() {
    const std::string store = path();
    std::vector<RunId> ids;
    {
      RunWriter writer(store);
      ids.push_back(add(writer, {.name = "a", .stepMs = 200}));
      ids.push_back(add(writer, {.name = "b", .amp = "bf16", .stepMs = 180}));
      ids.push_back(add(writer, {.name = "c", .amp = "fp16", .stepMs = 50, .accuracy = 0.1}));
    }
    QCOMPARE(compare(factsOf(RunReader(store), ids), 0).best, std::size_t{1});
  }

  void whatIsNotKnownIsUnknown() {
    const std::string store = path();
    std::vector<RunId> ids;
    {
      RunWriter writer(store);
      for (const char* name : {"a", "b"}) {
        RunInfo info;
        info.name = name;
        info.configuration = "no json";
        ids.push_back(writer.createRun(info));
      }
      writer.setArtefact(ids[0], "breakdown", "{");
      writer.setArtefact(ids[0], "environment", "[1]");
      writer.flush();
    }
    const RunComparison comparison = compare(factsOf(RunReader(store), ids), 7);
    QCOMPARE(comparison.baseline, std::size_t{1});
    QVERIFY(std::isnan(comparison.samples));
    QVERIFY(!plain(comparison).empty());
    QVERIFY(!rowOf(comparison.metrics, "peak memory"));
    QCOMPARE(problemOf(reportHtml(RunReader(store), ids)), QString());
    QVERIFY(compare({}, 0).runs.empty());
    QVERIFY_EXCEPTION_THROWN(factsOf(RunReader(store), RunId{99}), Error);
    QVERIFY_EXCEPTION_THROWN(reportHtml(RunReader(store), {}), Error);
  }

  void stepsOfACapture_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("step");
    QTest::newRow("ours") << "run 14, steps 410-419" << 410;
    QTest::newRow("one") << "run 3, step 7" << 7;
    QTest::newRow("renamed") << "9 steps to heaven, steps 12-14" << 12;
    QTest::newRow("file") << "trace.json.gz" << 0;
    QTest::newRow("empty") << "" << 0;
  }
  void stepsOfACapture() {
    QFETCH(QString, source);
    QFETCH(int, step);
    QCOMPARE(static_cast<int>(firstStepOf(source.toStdString())), step);
  }

  void samplesFollowTheSwitches() {
    RunInfo run;
    run.configuration = R"({"switches": {"batch_size": 32, "accumulation": 2}})";
    QCOMPARE(samplesOfStep(run, 5), 64.0);
    RunSpan first, second;
    first.firstStep = 1, first.lastStep = 10, first.switches = R"({"batch_size": 32})";
    second.firstStep = 11, second.lastStep = 20, second.switches = R"({"batch_size": 128})";
    run.spans = {first, second};
    QCOMPARE(samplesOfStep(run, 10), 64.0);
    QCOMPARE(samplesOfStep(run, 11), 256.0);
    QVERIFY(std::isnan(samplesOfStep(run, 50)));
  }

  void aComparisonOfTwentyRuns() {
    const std::string store = path();
    std::vector<RunId> ids;
    {
      RunWriter writer(store);
      for (int i = 0; i < 20; ++i)
        ids.push_back(add(
            writer, {.name = "run " + std::to_string(i) + " <b>", .batch = 32 << (i % 3), .workers = i % 5, .stepMs = 100.0 + i, .seed = i}, 10'000));
    }
    QElapsedTimer timer;
    timer.start();
    const std::string page = reportOf(store, ids);
    std::printf("a comparison of 20 runs of 10 000 steps: %.0f ms, %.0f kB\n", static_cast<double>(timer.nsecsElapsed()) * 1e-6,
                static_cast<double>(page.size()) / 1e3);
    QCOMPARE(problemOf(page), QString());
    QVERIFY(page.size() < 3'000'000);
    const QByteArray bytes = QByteArray::fromStdString(page);
    for (const char* outside : {"http://", "https://", "<script", "src=\"h", "url(", "<b>"})
      QVERIFY2(!bytes.contains(outside) || (QByteArray(outside) == "<b>" && !bytes.contains("run 0 <b>")), outside);
    QVERIFY(bytes.contains("default-src 'none'"));
    QVERIFY(bytes.contains("prefers-color-scheme:dark") && bytes.contains("@media print"));
    for (const char* shown : {"Runs, best first", "Validation loss", "peak memory", "Where the time of a step goes"})
      QVERIFY2(bytes.contains(shown), shown);
    QVERIFY(bytes.count("run 19 &lt;b&gt;") >= 2);  // in the table of runs and in that of times
  }

  void timelineOfTheMedianStep() {
    Trace trace;
    trace.source = "run <1>, steps 1-3";
    trace.tracks.push_back({"Trainer", 0});
    TraceLane steps, ops;
    steps.track = ops.track = 0;
    ops.depth = 1;
    const auto put = [&](TraceLane& lane, std::int64_t start, std::int64_t duration, Category category, std::int32_t step, const char* name) {
      lane.start.push_back(start);
      lane.duration.push_back(duration);
      lane.name.push_back(trace.names.intern(name));
      lane.category.push_back(static_cast<std::uint8_t>(category));
      lane.node.push_back(-1);
      lane.step.push_back(step);
    };
    const std::int64_t lengths[] = {30'000'000, 10'000'000, 20'000'000};
    std::int64_t at = 0;
    for (int s = 0; s < 3; ++s) {
      put(steps, at, lengths[s], Category::Step, s + 1, "step");
      put(ops, at, lengths[s] / 2, Category::Forward, s + 1, s == 2 ? "conv <in the median>" : "conv");
      for (int k = 0; k < 5000; ++k) put(ops, at + lengths[s] / 2 + k * 100, 50, Category::Backward, s + 1, "tiny");
      at += lengths[s];
    }
    trace.lanes = {steps, ops};
    const std::string picture = report::timelinePicture(trace, {});
    QVERIFY(picture.find("Step 3 of run &lt;1&gt;") != std::string::npos);
    QVERIFY(picture.find("20 ms") != std::string::npos);
    QVERIFY(picture.find("conv &lt;in the median&gt;") != std::string::npos);
    QCOMPARE(problemOf("<main>" + picture + "</main>"), QString());
    QVERIFY(QByteArray::fromStdString(picture).count("<rect") < 2500);
    QCOMPARE(report::timelinePicture(Trace(), {}), std::string());
  }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
