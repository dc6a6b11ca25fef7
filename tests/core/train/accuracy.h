// What the tests of accuracy share: real data, and training until the promised accuracy is reached.
#pragma once

#include "tests/core/train/trained.h"

#include <QtTest>

namespace stepscope::test {

// The folder of test data, empty when there is none.
inline QString dataFolder() {
  const QString set = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR) + "/../shared/data");
  return QDir(set).exists() ? QDir(set).canonicalPath() : QString();
}

// A project file of the repository as if it lay in `folder`, where its runs are kept.
inline Project projectIn(const QTemporaryDir& folder, const QString& file, const Overrides& overrides) {
  QFile text(QStringLiteral(STEPSCOPE_SOURCE_DIR) + "/" + file);
  if (!text.open(QIODevice::ReadOnly)) qFatal("%s is missing", qPrintable(text.fileName()));
  return parseProject(text.readAll().toStdString(), folder.filePath("project.toml").toStdString(), overrides);
}

// The promise is about the best validation, which later epochs cannot take back: what is reached ends the run. The figures of whole runs
// come from tests/bench/claims.
inline void requireAccuracy(const Project& project, double least) {
  const Trained trained = train(project, {}, [least](Trainer& trainer, const Trained&, const TrainerEvent& event) {
    if (const auto* epoch = std::get_if<EpochEvent>(&event); epoch && metricOf(epoch->figures, "val_") >= least) trainer.stop();
  });
  QVERIFY2(trained.end.status == RunStatus::Finished || trained.end.status == RunStatus::Stopped, trained.end.message.c_str());
  qInfo("best validation accuracy %.2f %% after %lld of %lld epochs, %.1f s, %.0f samples/s", trained.end.bestValidation * 100,
        static_cast<long long>(trained.end.epochs), static_cast<long long>(project.train.epochs), trained.end.seconds, trained.end.samplesPerSecond);
  QVERIFY2(trained.end.bestValidation >= least, qPrintable(QString::number(trained.end.bestValidation)));
  QVERIFY(asPlanned(trained.end.measuredPeakBytes, trained.end.predictedPeakBytes));
}

}  // namespace stepscope::test
