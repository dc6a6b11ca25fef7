// Real data trained to the accuracy that the recipes promise.
#include "core/train/lr_range_test.h"
#include "core/train/program_state.h"
#include "core/train/validation.h"
#include "tests/train/trained.h"

#include <QProcess>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

// The folder of test data, empty when there is none.
QString dataFolder() {
  const QString set = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR) + "/../shared/data");
  return QDir(set).exists() ? QDir(set).canonicalPath() : QString();
}

// A project file of the repository as if it lay in `folder`, where its runs are kept.
Project projectIn(const QTemporaryDir& folder, const QString& file, const Overrides& overrides) {
  QFile text(QStringLiteral(STEPSCOPE_SOURCE_DIR) + "/" + file);
  if (!text.open(QIODevice::ReadOnly)) qFatal("%s is missing", qPrintable(text.fileName()));
  return parseProject(text.readAll().toStdString(), folder.filePath("project.toml").toStdString(), overrides);
}

void requireAccuracy(const Trained& trained, double least) {
  QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
  qInfo("best validation accuracy %.2f %%, last %.2f %%, %.1f s, %.0f samples/s", trained.end.bestValidation * 100,
        trained.end.validationMetric * 100, trained.end.seconds, trained.end.samplesPerSecond);
  QVERIFY2(trained.end.bestValidation >= least, qPrintable(QString::number(trained.end.bestValidation)));
  QVERIFY(asPlanned(trained.end.measuredPeakBytes, trained.end.predictedPeakBytes));
}

}  // namespace

class AccuracyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The example project for three epochs at the rate that the range test suggests, whatever rate the file has; the test leaves no trace.
  void mnistAtTheSuggestedRate() {
    const QString data = dataFolder();
    if (!QFile::exists(data + "/mnist/train-images-idx3-ubyte.gz")) QSKIP("No MNIST: set STEPSCOPE_DATA to a folder that holds mnist/");
    QTemporaryDir folder;
    const Project project =
        projectIn(folder, "examples/mnist/project.toml", {{"data.path", (data + "/mnist").toStdString()}, {"train.epochs", "3"}});
    const DataSplits splits = openData(project.data);
    StepProgram program = compileStep(project, modelInputOf(splits.train->info()), false, *findBackend("cpu"), {.autotune = false});
    program.attach();
    initializeState(program, project.train.seed);
    LoaderOptions loading;
    loading.batchSize = project.switches.batchSize;
    DataLoader loader(splits.train, loading);
    const ProgramState before = readState(*program.train);
    const LrRangeResult range = lrRangeTest(program, loader, project.train, {});
    const ProgramState after = readState(*program.train);
    QVERIFY(before.model.size() == after.model.size() && before.optimizer.size() == after.optimizer.size());
    for (std::size_t i = 0; i < before.model.size(); ++i) QVERIFY(before.model[i].data == after.model[i].data);
    for (std::size_t i = 0; i < before.optimizer.size(); ++i) QVERIFY(before.optimizer[i].data == after.optimizer[i].data);
    qInfo("suggested learning rate %.3g", range.suggestion);
    Project suggested = project;
    suggested.train.optimizer.learningRate = range.suggestion;
    requireAccuracy(train(suggested), 0.988);
  }

  void signDigits() {
    const QString archive = dataFolder() + "/sign_digits.tar.gz";
    if (!QFile::exists(archive)) QSKIP("No sign digits: set STEPSCOPE_DATA to a folder that holds sign_digits.tar.gz");
    QTemporaryDir folder;
    QCOMPARE(QProcess::execute("tar", {"-xzf", archive, "-C", folder.path()}), 0);
    const Trained trained =
        train(projectIn(folder, "tests/train/sign_digits.toml", {{"data.path", folder.filePath("sign_digits").toStdString()}}));
    requireAccuracy(trained, 0.95);
  }
};

QTEST_GUILESS_MAIN(AccuracyTest)
#include "accuracy_test.moc"
