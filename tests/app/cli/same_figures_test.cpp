// One run whose switches were turned on the way: what the table, the inspector, the report and the command line say of its peak, its duration
// and its time a step is the same, of the whole run and by span.
#include <QRegularExpression>
#include <QtTest>
#include <cmath>
#include <limits>

#include "command_line.h"
#include "core/base/units.h"
#include "core/report/report.h"
#include "core/store/run_store.h"
#include "core/store/run_summary.h"
#include "views/common/units.h"
#include "views/inspector/description.h"
#include "views/runs/runs_model.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// As a script reads it from the store: what a run with these two spans must be told with, text for text.
struct Trained {
  const char* name;
  double seconds;  // of the run: validations lie between the spans
  double spanSeconds[2], stepMs[2];
  std::int64_t resident[2], planned[2];  // bytes; 0: not measured
};

// Each last digit is one that another rounding would tell otherwise: 1.938 s, 45.25 MiB, 1023.7 KiB, 0.8437 ms, 312.46 samples/s, 59.96 s.
const Trained kTrained[] = {
    {"the last span is the smallest", 397.4, {59.2, 0.3}, {398.5, 149.5}, {210 * kMiB, 104 * kMiB}, {208 * kMiB, 102 * kMiB}},
    {"seconds a step", 59.96, {57.02, 1.24}, {1938.4, 619.6}, {47'448'064, 1'524'713'390}, {1'048'269, 1'524'713'391}},
    {"less than a millisecond", 9.96, {0.1249, 0.0017}, {0.8437, 0.99996}, {523'980, 1'048'268}, {511'999, 1'048'064}},
    {"minutes a step", 207'360, {9'127.66, 597.8}, {61'674.5, 119'600}, {3'298'534'883'329, 1'073'741'823}, {3'298'534'883'328, 1'073'217'536}},
    {"nobody measured the memory", 1263.4, {1184.55, 2.05}, {7996.4, 1024.6}, {0, 0}, {45'259'162, 10'747'904}},
};

RunSpan spanOf(const Trained& trained, int which) {
  RunSpan span;
  span.firstStep = which == 0 ? 1 : 149;
  span.lastStep = which == 0 ? 148 : 150;
  span.cause = which == 0 ? "start" : "batch size 64 -> 16";
  span.switches = which == 0 ? R"({"amp":"off","batch_size":64,"channels_last":false,"prefetch":2})"
                             : R"({"amp":"bf16","batch_size":16,"channels_last":true,"prefetch":2})";
  span.samples = span.steps() * (which == 0 ? 64 : 16);
  span.seconds = trained.spanSeconds[which];
  span.stepMs = trained.stepMs[which];
  span.busyShare = 0.0126;
  span.plannedPeakBytes = trained.planned[which];
  span.residentPeakBytes = trained.resident[which];
  return span;
}

// Thin, narrow and unbreakable spaces, and marks of HTML, are one space.
QString plain(QString text) {
  text.replace(QRegularExpression(QStringLiteral("<[^>]*>")), QStringLiteral(" "));
  text.replace(QRegularExpression(QStringLiteral("[\\x{00A0}\\x{2009}\\x{202F}\\s]+")), QStringLiteral(" "));
  return text;
}

}  // namespace

class SameFiguresTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void figuresReadAlike() {
    const auto same = [](const std::string& shell, const QString& window) { QCOMPARE(plain(window), plain(QString::fromStdString(shell))); };
    for (const double seconds : {0.0, 4.2, 9.96, 72.4, 97.0, 99.7, 119.7, 120.0, 397.6, 599.0, 599.8, 1263.0, 3599.0, 4320.0, 7200.0, 200'000.0})
      same(text::duration(seconds), formatDuration(seconds));
    for (const double ms : {0.0, 3.21e-4, 9.999e-4, 0.0125, 0.8437, 0.99996, 6.123, 45.25, 99.97, 205.14, 999.96, 1234.0, 1938.0, 59'960.0, 61'000.0})
      same(text::milliseconds(ms), formatMs(ms));
    for (const double bytes : {0.0, 512.0, 1023.7, 1536.0, 47'448'064.0, 1'048'269.0, 1'524'713'390.0, 3.3e12, 5e15})
      same(text::bytes(bytes), formatBytes(bytes));
    for (const double rate : {0.25, 312.46, 999.7, 1790.49, 17'903.4, 99'999.7, 250'000.0}) same(text::throughput(rate), formatRate(rate));
  }

  void whereverTheyAreTold_data() {
    QTest::addColumn<int>("which");
    for (std::size_t i = 0; i < std::size(kTrained); ++i) QTest::newRow(kTrained[i].name) << static_cast<int>(i);
  }
  void whereverTheyAreTold() {
    QFETCH(int, which);
    const Trained& trained = kTrained[which];
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const std::string store = folder.filePath(".stepscope/runs.db").toStdString();
    RunInfo run;
    run.name = "turned";
    run.model = "mlp";
    run.configuration = R"({"switches":{"amp":"off","batch_size":64,"channels_last":false,"prefetch":2},"train":{"epochs":3}})";
    RunInfo plainRun = run;
    plainRun.name = "left alone";
    {
      RunWriter writer(store);
      run.id = writer.createRun(run);
      run.status = RunStatus::Finished;
      run.seconds = trained.seconds;
      run.step = 150;
      run.epoch = 3;
      run.spans = {spanOf(trained, 0), spanOf(trained, 1)};
      run.finals = {{"val_accuracy", 0.5}, {"best_val_accuracy", 0.75}};
      writer.finish(run);
      plainRun.id = writer.createRun(plainRun);
      plainRun.status = RunStatus::Finished;
      writer.finish(plainRun);
    }
    const RunInfo kept = RunReader(store).run(run.id).value();
    const RunSummary summary = summaryOf(kept);
    const bool measured = trained.resident[0] > 0;
    QCOMPARE(summary.plannedPeakBytes, double(std::max(trained.planned[0], trained.planned[1])));
    if (measured) QCOMPARE(summary.residentPeakBytes, double(std::max(trained.resident[0], trained.resident[1])));
    QCOMPARE(summary.seconds, trained.seconds);
    const double inSpans = trained.spanSeconds[0] + trained.spanSeconds[1];
    QVERIFY(std::abs(summary.stepMs - 1e3 * inSpans / 150) < 1e-9 * summary.stepMs);
    QVERIFY(std::abs(summary.samplesPerSecond - (148 * 64 + 2 * 16) / inSpans) < 1e-9 * summary.samplesPerSecond);

    RunsModel table;
    table.setRuns({kept});
    table.setChosen({"step_ms", "planned_memory", "switches.amp", "switches.channels_last", "switches.batch_size", "switches.prefetch"});
    const auto cell = [&](int column) { return plain(table.data(table.index(0, column)).toString()); };
    const QString inspector = plain(describeRun(kept).table());
    const QString report = plain(QString::fromStdString(reportOf(store, {run.id})));
    const auto run1 = QString::number(run.id), run2 = QString::number(plainRun.id);
    const Said text = cli({"runs", "show", project, run1});
    QVERIFY2(text.exitCode == 0, text.err);
    const QString shell = plain(QString::fromUtf8(text.out));
    const Said said = cli({"runs", "show", project, run1, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject json = said.lines().at(0);
    const Said beside = cli({"runs", "compare", project, run1, run2, "--json"});
    QVERIFY2(beside.exitCode == 0, beside.err);
    const QJsonObject compared = beside.lines().at(0);
    const Said besideText = cli({"runs", "compare", project, run1, run2});
    const QString comparison = plain(QString::fromUtf8(besideText.out));
    const QString comparedReport = plain(QString::fromStdString(reportOf(store, {run.id, plainRun.id})));
    const std::vector<std::pair<const char*, QString>> pages{{"inspector", inspector}, {"report", report}, {"command line", shell}};
    const auto toldIn = [](const std::vector<std::pair<const char*, QString>>& places, const QString& what, const QString& shown) {
      for (const auto& [place, words] : places)
        QVERIFY2(words.contains(shown), qPrintable(QString("%1: %2 is not in the %3: %4").arg(what, shown, place, words.left(4000))));
    };

    struct Figure {
      const char* name;
      double value;
      std::string shown;
      int column;
      const char* key;
      QJsonValue compared;
    };
    const QJsonObject memory = compared["memory"].toObject(), speed = compared["speed"].toObject();
    for (const Figure& figure :
         {Figure{"planned peak", summary.plannedPeakBytes, text::bytes(summary.plannedPeakBytes), table.columnOf("planned_memory"),
                 "planned_peak_bytes", memory["planned_peak_bytes"][0]},
          {"peak", summary.residentPeakBytes, text::bytes(summary.residentPeakBytes), RunsModel::PeakMemory, "resident_peak_bytes",
           memory["resident_peak_bytes"][0]},
          {"duration", summary.seconds, text::duration(summary.seconds), RunsModel::Duration, "seconds", compared["runs"][0]["seconds"]},
          {"time a step", summary.stepMs, text::milliseconds(summary.stepMs), table.columnOf("step_ms"), "step_ms", speed["step_ms"][0]},
          {"throughput", summary.samplesPerSecond, text::throughput(summary.samplesPerSecond), RunsModel::Throughput, "samples_per_second",
           speed["samples_per_second"][0]}}) {
      const QString shown = plain(QString::fromStdString(figure.shown));
      if (std::isnan(figure.value)) {
        QVERIFY2(json[QLatin1String(figure.key)].isNull() && figure.compared.isNull(), figure.name);
        continue;
      }
      QCOMPARE(json[QLatin1String(figure.key)].toDouble(), figure.value);
      QCOMPARE(figure.compared.toDouble(), figure.value);
      QVERIFY2(cell(figure.column) == shown, qPrintable(QString("%1: %2, the table says %3").arg(figure.name, shown, cell(figure.column))));
      toldIn(pages, figure.name, shown);
    }
    // Where nobody measured, the table tells the plan, as the comparison does.
    const QString peak = plain(QString::fromStdString(text::bytes(measured ? summary.residentPeakBytes : summary.plannedPeakBytes)));
    QCOMPARE(cell(RunsModel::PeakMemory), peak);
    toldIn({{"comparison", comparison}, {"comparison's report", comparedReport}}, "peak", peak);
    toldIn({{"comparison", comparison}, {"comparison's report", comparedReport}}, "duration",
           plain(QString::fromStdString(text::duration(summary.seconds))));

    for (const auto& [key, shown] : {std::pair{"amp", "off → bf16"}, {"batch_size", "64 → 16"}, {"channels_last", "false → true"}}) {
      const QString name = QLatin1String("switches.") + QLatin1String(key), values = QString::fromUtf8(shown);
      QCOMPARE(cell(table.columnOf(name.toStdString())), values);
      QCOMPARE(compared["settings"][name][0].toString(), values);
      toldIn(pages, name, QLatin1String(key) + QLatin1Char(' ') + values);
      toldIn({{"comparison", comparison}, {"comparison's report", comparedReport}}, name, values);
      QVERIFY2(report.contains(name + QLatin1Char(' ') + values), qPrintable(name));  // in the configuration as well
    }
    QCOMPARE(cell(RunsModel::BatchSize), QString::fromUtf8("64 → 16"));
    QCOMPARE(cell(table.columnOf("switches.prefetch")), QString("2"));
    QVERIFY(!inspector.contains("prefetch"));

    const QJsonArray spans = json["spans"].toArray();
    QCOMPARE(spans.size(), 2);
    for (int i = 0; i < 2; ++i) {
      const RunSpan& span = kept.spans[static_cast<std::size_t>(i)];
      const QJsonObject told = spans[i].toObject();
      QCOMPARE(told["planned_peak_bytes"].toDouble(), double(trained.planned[i]));
      QCOMPARE(told["resident_peak_bytes"].isNull(), !measured);
      if (measured) QCOMPARE(told["resident_peak_bytes"].toDouble(), double(trained.resident[i]));
      QCOMPARE(told["step_ms"].toDouble(), trained.stepMs[i]);
      QCOMPARE(told["seconds"].toDouble(), trained.spanSeconds[i]);
      QCOMPARE(told["first_step"].toInt(), int(span.firstStep));
      QCOMPARE(told["switches"]["batch_size"].toInt(), i == 0 ? 64 : 16);
      QCOMPARE(told["switches"]["channels_last"].toBool(), i == 1);
      const std::int64_t held = measured ? trained.resident[i] : trained.planned[i];
      const QString name = QString("span %1").arg(i);
      for (const std::string& shown : {text::bytes(double(held)), text::duration(span.seconds), text::milliseconds(span.stepMs), span.cause})
        toldIn({{"inspector", inspector}, {"command line", shell}}, name, plain(QString::fromStdString(shown)));
      for (const std::string& shown :
           {text::bytes(double(held)), text::duration(span.seconds), text::milliseconds(span.stepMs), text::throughput(span.samplesPerSecond())})
        toldIn({{"report", report}, {"command line", shell}}, name, plain(QString::fromStdString(shown)));
    }
  }

  // The last validation as it was, finite or not, wherever a run is told; an older value never stands for it, and it is never the best.
  void finalsThatAreNotFinite_data() {
    QTest::addColumn<double>("last");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QJsonValue>("json");
    const double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("NaN") << std::nan("") << "NaN" << QJsonValue("NaN");
    QTest::newRow("infinite") << infinity << "inf" << QJsonValue("Infinity");
    QTest::newRow("negative infinite") << -infinity << "-inf" << QJsonValue("-Infinity");
    QTest::newRow("finite") << 0.3125 << "0.3125" << QJsonValue(0.3125);
  }
  void finalsThatAreNotFinite() {
    QFETCH(double, last);
    QFETCH(QString, shown);
    QFETCH(QJsonValue, json);
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const std::string store = folder.filePath(".stepscope/runs.db").toStdString();
    RunInfo run;
    run.name = "odd";
    run.model = "mlp";
    run.configuration = R"({"switches":{"batch_size":64}})";
    RunInfo unmeasured = run;
    unmeasured.name = "without validation";
    {
      RunWriter writer(store);
      for (RunInfo* one : {&run, &unmeasured}) {
        one->id = writer.createRun(*one);
        one->status = RunStatus::Finished;
        one->step = 2;
        one->epoch = 2;
        one->finals = {{"best_val_accuracy", std::nan("")}, {"train_loss", 0.125}, {"train_accuracy", 0.5}};
        writer.append(one->id, "train_loss", {1, 0.1, 0.125});
      }
      for (const double value : {0.75, last}) writer.append(run.id, "val_loss", {value == 0.75 ? 1 : 2, 0.1, value});
      for (const int step : {1, 2}) writer.append(run.id, "val_accuracy", {step, 0.1, 0.5});
      run.finals = {{"best_val_accuracy", 0.5}, {"val_loss", last}, {"val_accuracy", 0.5}, {"train_loss", 0.125}, {"train_accuracy", 0.5}};
      writer.finish(run);
      writer.finish(unmeasured);
    }
    const RunInfo kept = RunReader(store).run(run.id).value(), other = RunReader(store).run(unmeasured.id).value();
    RunsModel table;
    table.setRuns({kept, other});
    const auto cell = [&](int row) { return plain(table.data(table.index(row, RunsModel::Loss)).toString()); };
    QCOMPARE(cell(0), shown);
    QCOMPARE(cell(1), QStringLiteral("—"));
    const QString inspector = plain(describeRun(kept).table()), report = plain(QString::fromStdString(reportOf(store, {run.id})));
    QVERIFY2(inspector.contains("validation " + shown), qPrintable(inspector));
    QVERIFY2(report.contains(shown + " validation loss"), qPrintable(report.left(2000)));
    QVERIFY(!plain(QString::fromStdString(reportOf(store, {unmeasured.id}))).contains(" validation loss"));
    const auto run1 = QString::number(run.id), run2 = QString::number(unmeasured.id);
    const QString list = plain(QString::fromUtf8(cli({"runs", "list", project}).out)),
                  show = plain(QString::fromUtf8(cli({"runs", "show", project, run1}).out));
    QVERIFY2(list.contains(" " + shown + " 50 %"), qPrintable(list));
    QVERIFY2(list.contains(" - -"), qPrintable(list));
    QVERIFY2(show.contains("val_loss " + shown) && show.contains("last " + shown + " at step 2"), qPrintable(show));
    const QJsonObject told = cli({"runs", "show", project, run1, "--json"}).lines().at(0);
    QCOMPARE(told["finals"]["val_loss"], json);
    QCOMPARE(told["series"]["val_loss"]["values"].toArray().at(1), json);
    const QJsonObject without = cli({"runs", "show", project, run2, "--json"}).lines().at(0);
    QVERIFY(without["finals"]["val_loss"].isUndefined() && without["finals"]["best_val_accuracy"].isNull());
    const QJsonObject compared = cli({"runs", "compare", project, run1, run2, "--json"}).lines().at(0);
    QCOMPARE(compared["metrics"]["val_loss"]["last"].toArray().at(0), json);
    QVERIFY(compared["metrics"]["val_loss"]["last"].toArray().at(1).isNull());
    QCOMPARE(compared["metrics"]["val_loss"]["best"].toArray().at(0).toDouble(), std::isfinite(last) ? 0.3125 : 0.75);
    const QString comparison = plain(QString::fromUtf8(cli({"runs", "compare", project, run1, run2}).out));
    QVERIFY2(comparison.contains("validation loss, last " + shown + " unknown"), qPrintable(comparison));
  }
};

QTEST_MAIN(SameFiguresTest)
#include "same_figures_test.moc"
