// One run whose switches were turned on the way: what the table, the inspector, the report and the command line say of its peak, its duration
// and its time a step is the same, of the whole run and by span.
#include <QRegularExpression>
#include <QtTest>

#include "command_line.h"
#include "core/base/units.h"
#include "core/report/report.h"
#include "core/store/run_summary.h"
#include "views/common/units.h"
#include "views/inspector/description.h"
#include "views/runs/runs_model.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

RunSpan spanOf(std::int64_t first, std::int64_t last, double seconds, double stepMs, std::int64_t peak, int batch) {
  RunSpan span;
  span.firstStep = first;
  span.lastStep = last;
  span.cause = first == 1 ? "start" : "batch size 64 -> 16";
  span.switches = R"({"batch_size":)" + std::to_string(batch) + "}";
  span.samples = (last - first + 1) * batch;
  span.seconds = seconds;
  span.stepMs = stepMs;
  span.busyShare = 0.01;
  span.plannedPeakBytes = peak - 2 * kMiB;
  span.residentPeakBytes = peak;
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
  void durationsReadAlike() {
    for (const double seconds : {0.0, 4.2, 9.96, 72.4, 97.0, 120.0, 397.0, 599.0, 1263.0, 4320.0, 7200.0, 200'000.0})
      QCOMPARE(plain(QString::fromStdString(text::duration(seconds))), plain(formatDuration(seconds)));
  }

  void whereverTheyAreTold() {
    const QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const std::string store = folder.filePath(".stepscope/runs.db").toStdString();
    RunInfo run;
    run.model = "mlp";
    run.configuration = R"({"switches":{"batch_size":64}})";
    {
      RunWriter writer(store);
      run.id = writer.createRun(run);
      run.status = RunStatus::Finished;
      run.seconds = 397.4;
      run.step = 150;
      run.epoch = 3;
      // The last span is the smallest and the fastest: its figures must not stand for the run.
      run.spans = {spanOf(1, 148, 59.2, 398.5, 210 * kMiB, 64), spanOf(149, 150, 0.3, 149.5, 104 * kMiB, 16)};
      run.finals = {{"val_accuracy", 0.5}, {"best_val_accuracy", 0.75}};
      writer.finish(run);
    }
    const RunInfo kept = RunReader(store).run(run.id).value();
    const RunSummary summary = summaryOf(kept);
    QCOMPARE(summary.residentPeakBytes, double(210 * kMiB));
    QCOMPARE(summary.plannedPeakBytes, double(208 * kMiB));
    QCOMPARE(summary.seconds, 397.4);
    QVERIFY(std::abs(summary.stepMs - 1e3 * 59.5 / 150) < 1e-9);

    RunsModel table;
    table.setRuns({kept});
    table.setChosen({"step_ms", "planned_memory"});
    const auto cell = [&](int column) { return plain(table.data(table.index(0, column)).toString()); };
    const QString inspector = plain(describeRun(kept).table());
    const QString report = plain(QString::fromStdString(reportOf(store, {run.id})));
    const Said text = cli({"runs", "show", project, QString::number(run.id)});
    QVERIFY2(text.exitCode == 0, text.err);
    const QString shell = plain(QString::fromUtf8(text.out));
    const Said said = cli({"runs", "show", project, QString::number(run.id), "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject json = said.lines().at(0);

    struct Figure {
      const char* name;
      double value;
      std::string shown;
      int column;
      const char* key;
    };
    for (const Figure& figure : {Figure{"peak", summary.residentPeakBytes, text::bytes(summary.residentPeakBytes), RunsModel::PeakMemory, "resident_peak_bytes"},
                                 {"planned peak", summary.plannedPeakBytes, text::bytes(summary.plannedPeakBytes), table.columnOf("planned_memory"), "planned_peak_bytes"},
                                 {"duration", summary.seconds, text::duration(summary.seconds), RunsModel::Duration, "seconds"},
                                 {"time a step", summary.stepMs, text::milliseconds(summary.stepMs), table.columnOf("step_ms"), "step_ms"}}) {
      const QString shown = plain(QString::fromStdString(figure.shown));
      QCOMPARE(json[QLatin1String(figure.key)].toDouble(), figure.value);
      QVERIFY2(cell(figure.column) == shown, qPrintable(QString("%1: %2, the table says %3").arg(figure.name, shown, cell(figure.column))));
      for (const auto& [place, words] : {std::pair{"inspector", inspector}, {"report", report}, {"command line", shell}})
        QVERIFY2(words.contains(shown), qPrintable(QString("%1: %2 is not in the %3: %4").arg(figure.name, shown, place, words.left(2000))));
    }

    const QJsonArray spans = json["spans"].toArray();
    QCOMPARE(spans.size(), 2);
    for (int i = 0; i < 2; ++i) {
      const RunSpan& span = kept.spans[static_cast<std::size_t>(i)];
      const QJsonObject told = spans[i].toObject();
      QCOMPARE(told["resident_peak_bytes"].toDouble(), double(span.residentPeakBytes));
      QCOMPARE(told["step_ms"].toDouble(), span.stepMs);
      QCOMPARE(told["seconds"].toDouble(), span.seconds);
      QCOMPARE(told["first_step"].toInt(), int(span.firstStep));
      const QString peak = plain(QString::fromStdString(text::bytes(double(span.residentPeakBytes))));
      const QString step = plain(QString::fromStdString(text::milliseconds(span.stepMs)));
      for (const auto& [place, words] : {std::pair{"inspector", inspector}, {"report", report}, {"command line", shell}})
        QVERIFY2(words.contains(peak) && words.contains(step), qPrintable(QString("span %1, %2, %3 is not in the %4: %5").arg(i).arg(peak, step, place, words.left(2000))));
    }
  }
};

QTEST_MAIN(SameFiguresTest)
#include "same_figures_test.moc"
