// The preview in the window is what a run then keeps in its store, step for step.
#include "views/rates/schedule_preview.h"
#include "core/store/run_store.h"
#include "tests/core/train/trained.h"
#include "views/rates/rate_plot.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>
#include <cstring>

#include "views/common/theme.h"
#include "views/common/units.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::int64_t kSamples = 320;  // of smallProject: 10 steps of 32 an epoch

bool sameBits(double a, double b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

class SchedulePreviewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void isWhatARunKeeps_data() {
    QTest::addColumn<QString>("schedule");
    QTest::addColumn<QString>("scale");
    for (const ScheduleDef& def : scheduleDefs())
      QTest::newRow(def.name.c_str()) << QString::fromStdString(def.name) << (def.name == "cosine" ? "linear" : "none");
  }
  void isWhatARunKeeps() {
    QFETCH(QString, schedule);
    QFETCH(QString, scale);
    const QTemporaryDir folder;
    Overrides overrides{{"train.schedule.name", schedule.toStdString()}, {"train.schedule.warmup_epochs", "0.5"}};
    if (scale != "none") overrides.emplace_back("train.schedule.scale", scale.toStdString());
    if (schedule == "step") overrides.emplace_back("train.schedule.step_epochs", "1");
    if (schedule == "cosine_warm_restarts") overrides.emplace_back("train.schedule.restart_epochs", "1");
    if (schedule == "exponential") overrides.emplace_back("train.schedule.gamma", "0.9");
    if (schedule == "multistep") overrides.emplace_back("train.schedule.milestones", "[1, 2.5]");
    const Project project = smallProject(folder, overrides);
    SchedulePreview preview;
    preview.setProject(&project, kSamples);
    QVERIFY(preview.curve());

    const Trained trained = train(project);
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    const RunReader store(project.storePath());
    const std::vector<Point> rates = store.points(trained.end.run, "lr"), momenta = store.points(trained.end.run, "momentum");
    QCOMPARE(rates.size(), std::size_t{30});
    QCOMPARE(preview.curve()->rates.size(), rates.size());
    QCOMPARE(preview.curve()->momenta.size(), momenta.size());
    QCOMPARE(momenta.size(), std::size_t{schedule == "one_cycle" ? 30U : 0U});
    for (std::size_t i = 0; i < rates.size(); ++i) {
      QVERIFY(sameBits(preview.curve()->rates[i], rates[i].value));
      if (!momenta.empty()) QVERIFY(sameBits(preview.curve()->momenta[i], momenta[i].value));
    }
    QCOMPARE(preview.table().count('\n'), 31);
    QVERIFY(preview.summary().contains(formatLearningRate(rates.back().value)) || preview.summary().contains("throughout"));
  }

  // A long run is thinned for the plot, but its words are of the very last step.
  void longRunsAreThinned() {
    const QTemporaryDir folder;
    const Project project =
        smallProject(folder, {{"train.epochs", "1000"}, {"train.schedule.name", "linear"}, {"train.schedule.length_epochs", "1000"}});
    SchedulePreview preview;
    preview.setProject(&project, kSamples);
    QCOMPARE(preview.curve()->steps, std::int64_t{10'000});
    QVERIFY(preview.curve()->rates.size() <= 2048);
  }

  void saysWhatItDependsOn() {
    const QTemporaryDir folder;
    SchedulePreview preview;
    QVERIFY(!preview.curve());
    QVERIFY(preview.summary().contains("once the data"));
    const Project plateau = smallProject(folder, {{"train.schedule.name", "reduce_on_plateau"}});
    preview.setProject(&plateau, kSamples);
    QVERIFY2(preview.summary().contains("val_loss"), qPrintable(preview.summary()));
    const Project large = smallProject(folder, {{"switches.batch_size", "400"}});
    preview.setProject(&large, kSamples);  // not one step
    QVERIFY(!preview.curve());
    preview.setProject(nullptr);
    QVERIFY(!preview.curve());
  }

  void readoutAndButton() {
    const QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.schedule.name", "one_cycle"}});
    SchedulePreview preview;
    preview.resize(270, 300);
    preview.show();
    QVERIFY(QTest::qWaitForWindowExposed(&preview));
    preview.setProject(&project, kSamples);
    preview.plot()->showCursor(1);
    QVERIFY2(preview.plot()->readoutText().contains("epoch 1\n"), qPrintable(preview.plot()->readoutText()));
    QVERIFY(preview.plot()->readoutText().contains("momentum"));
    preview.plot()->showCursor(99);
    QVERIFY(preview.plot()->readoutText().isEmpty());
    QSignalSpy asked(&preview, &SchedulePreview::rangeTestRequested);
    QTest::mouseClick(preview.testButton(), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    preview.setTestable(false, "A run is training");
    QTest::mouseClick(preview.testButton(), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(preview.testButton()->toolTip(), QString("A run is training"));
  }
};

QTEST_MAIN(SchedulePreviewTest)
#include "schedule_preview_test.moc"
