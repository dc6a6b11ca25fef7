// A comparison as a script reads it: only what differs, best and last with their distance, nothing where nothing is known.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <cmath>

#include "core/report/comparison_json.h"

using namespace stepscope;

namespace {

RunFacts runOf(RunId id, int batch, double loss, double peak) {
  RunFacts run;
  run.info.id = id;
  run.info.name = "run " + std::to_string(id);
  run.info.status = RunStatus::Finished;
  run.info.configuration = R"({"switches":{"batch_size":)" + std::to_string(batch) + R"(,"amp":"off"},"train":{"epochs":3}})";
  run.info.finals = {{"measured_peak_bytes", peak}, {"best_val_accuracy", 1 - loss}};
  run.summary = summaryOf(run.info);
  run.series = {{"val_loss", 5, 100, loss + 0.1, loss, 2, 0}, {"val_accuracy", 5, 100, 0.5, 0.1, 1 - loss, 0}, {"lr", 5, 100, 0.1, 0.1, 0.1, 0}};
  return run;
}

}  // namespace

class ComparisonJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatAScriptReads() {
    const std::string text = comparisonJson(compare({runOf(3, 64, 0.5, 200), runOf(7, 128, 0.25, 300)}, 0));
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    QVERIFY(!json["sentence"].toString().isEmpty());
    QCOMPARE(json["settings"].toObject().keys(), QStringList{"switches.batch_size"});
    QCOMPARE(json["settings"].toObject()["switches.batch_size"].toArray(), (QJsonArray{64, 128}));
    QCOMPARE(json["metrics"].toObject().keys(), (QStringList{"val_accuracy", "val_loss"}));  // a learning rate is no success
    const QJsonObject loss = json["metrics"].toObject()["val_loss"].toObject();
    QCOMPARE(loss["best"].toArray(), (QJsonArray{0.5, 0.25}));
    QCOMPARE(loss["delta"].toArray(), (QJsonArray{0.0, -0.25}));
    QCOMPARE(loss["last"].toArray()[1].toDouble(), 0.35);
    QCOMPARE(json["metrics"].toObject()["val_accuracy"].toObject()["delta"].toArray(), (QJsonArray{0.0, 0.25}));
    QCOMPARE(json["memory"].toObject()["resident_peak_bytes"].toArray(), (QJsonArray{200, 300}));
    QVERIFY(json["memory"].toObject()["process_peak_bytes"].toArray()[0].isNull());
    QVERIFY(json["breakdown"].toObject()["step_ms"].toArray()[1].isNull());
    QCOMPARE(json["runs"].toArray()[1].toObject()["run"].toInt(), 7);
  }

  void whichWayIsBetter() {
    for (const char* key : {"val_loss", "rmse", "eval/error", "perplexity"}) QCOMPARE(largerIsBetter(key), std::optional<bool>(false));
    for (const char* key : {"val_accuracy", "Eval/acc", "f1"}) QCOMPARE(largerIsBetter(key), std::optional<bool>(true));
    for (const char* key : {"lr", "loss_scale", "system/cpu_share", "step_ms", "glossary"}) QVERIFY(!largerIsBetter(key));
  }
};

QTEST_GUILESS_MAIN(ComparisonJsonTest)
#include "comparison_json_test.moc"
