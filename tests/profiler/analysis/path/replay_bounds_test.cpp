// Bounds of the replay, on every trace at hand: what a change gains is never negative and never more than its part of the critical path, without
// anything nothing is left, and a machine that is twice as fast in all takes half the time. Then one of a pair of published traces is predicted
// from the other.
#include "profiler/analysis/path/critical_path.h"
#include "profiler/analysis/step_windows.h"
#include "profiler/io/import.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QtTest>

using namespace stepscope;

namespace {

QString dataFile(const QString& name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + '/' + name;
}

double partOf(const CriticalPath& path, std::initializer_list<TimeClass> classes) {
  double ns = 0;
  for (const TimeClass timeClass : classes) ns += static_cast<double>(path.ns[static_cast<std::size_t>(timeClass)]);
  return path.steps > 0 ? ns / static_cast<double>(path.steps) : 0;
}

}  // namespace

class ReplayBoundsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  void check(const QString& file) {
    const Trace trace = *importTrace(file.toStdString());
    const StepReplay replay(trace);
    if (replay.steps() == 0) return;
    const CriticalPath path = criticalPath(trace, replay);
    const double recorded = replay.recordedStepNs(), small = 0.0005 * recorded + 1;
    const auto explain = [&](const char* what, double value, double bound) {
      return QString("%1: %2: %3 ns beside %4 ns of a step of %5 ns").arg(file, what).arg(value).arg(bound).arg(recorded).toUtf8();
    };
    for (std::size_t c = 0; c < kTimeClasses; ++c) {
      const auto timeClass = static_cast<TimeClass>(c);
      if (timeClass == TimeClass::Other) continue;
      const double gain = recorded - replay.stepNs(withoutClass(timeClass)), part = partOf(path, {timeClass});
      QVERIFY2(gain >= -small && gain <= part + small, explain(nameOf(timeClass).data(), gain, part).constData());
    }
    const double host = recorded - replay.stepNs(withoutHost()), hostPart = partOf(path, {TimeClass::Runtime, TimeClass::Cpu, TimeClass::Other});
    QVERIFY2(host >= -small && host <= hostPart + small, explain("host", host, hostPart).constData());
    const double nothing = replay.stepNs(withoutAnything());
    QVERIFY2(std::abs(nothing) <= small, explain("nothing left", nothing, 0).constData());
    const double half = replay.stepNs(scaledBy(withoutAnything(), 0.5)), same = replay.stepNs(scaledBy(withoutAnything(), 1));
    QVERIFY2(std::abs(half - same / 2) <= small, explain("half of everything", half, same / 2).constData());
    QVERIFY2(std::abs(same - recorded) <= 0.002 * recorded + 1, explain("unchanged", same, recorded).constData());
  }

 private Q_SLOTS:
  void initTestCase() {
    for (const char* archive : {"traces_diagnosis.tar.gz", "traces_attach.tar.gz"})
      if (const QString file = dataFile(archive); QFile::exists(file))
        QCOMPARE(QProcess::execute(QStringLiteral("tar"), {"xzf", file, "-C", folder_.path()}), 0);
  }

  void boundsHold() {
    if (!QFile::exists(dataFile("traces"))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    QStringList files;
    for (const QString& name : QDir(folder_.path()).entryList({"s*.json", "*.json.gz"}, QDir::Files))
      if (!name.startsWith("pyspy")) files << folder_.filePath(name);
    for (const QString& name : QDir(dataFile("traces")).entryList(QDir::Files)) files << dataFile("traces/" + name);
    QVERIFY(files.size() >= 4);
    for (const QString& file : files) {
      check(file);
      if (QTest::currentTestFailed()) return;
    }
  }

  // With no workers to four: the wait for data of the first as short as that of the second.
  void aPairIsPredicted() {
    const QString before = dataFile("traces/resnet50_num_workers_0.pt.trace.json.gz"),
                  after = dataFile("traces/resnet50_num_workers_4.pt.trace.json.gz");
    if (!QFile::exists(before)) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    const Trace a = *importTrace(before.toStdString()), b = *importTrace(after.toStdString());
    const StepReplay replay(a);
    const ExclusiveBreakdown waitA = exclusiveBreakdown(a), waitB = exclusiveBreakdown(b);
    const auto aStep = [](const ExclusiveBreakdown& breakdown) {
      return static_cast<double>(breakdown.of(TimeClass::DataLoader)) / static_cast<double>(breakdown.windows.steps.size());
    };
    const double predicted = replay.stepNs(scaledBy(withoutClass(TimeClass::DataLoader), aStep(waitB) / aStep(waitA))) * 1e-6;
    const double median = medianStepNs(waitB.windows) * 1e-6, recorded = replay.recordedStepNs() * 1e-6;
    qInfo("0 -> 4 workers: recorded %.1f ms, predicted %.1f ms, measured %.1f ms (median): %.1f %% off", recorded, predicted, median,
          100 * (predicted / median - 1));
    QVERIFY(predicted < recorded);
    QVERIFY(std::abs(predicted / median - 1) < 0.25);
  }
};

QTEST_GUILESS_MAIN(ReplayBoundsTest)
#include "replay_bounds_test.moc"
