// Real data trained to the accuracy that the recipes promise.
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
  QCOMPARE(trained.end.measuredPeakBytes, trained.end.predictedPeakBytes);
}

}  // namespace

class AccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  // One epoch of the example project; its five reach 99 %.
  void mnist() {
    const QString data = dataFolder();
    if (!QFile::exists(data + "/mnist/train-images-idx3-ubyte.gz")) QSKIP("No MNIST: set STEPSCOPE_DATA to a folder that holds mnist/");
    QTemporaryDir folder;
    const Trained trained =
        train(projectIn(folder, "examples/mnist/project.toml", {{"data.path", (data + "/mnist").toStdString()}, {"train.epochs", "1"}}));
    requireAccuracy(trained, 0.98);
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
