// The machine's load and the log of a run, from a store whose points are known.
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/common/empty_state.h"
#include "views/curves/curve_panel.h"
#include "views/system/log_model.h"
#include "views/system/log_view.h"
#include "views/system/machine_view.h"

using namespace stepscope;

namespace {

struct Store {
  QTemporaryDir folder;
  QString path = folder.filePath(QStringLiteral("runs.db"));
  RunWriter writer{path.toStdString()};
  RunInfo info;
  explicit Store() {
    info.name = "run 1";
    info.finals = {{"best_val_accuracy", 0.85}};
    info.id = writer.createRun(info);
  }
  void point(const char* key, int second, double value) { writer.append(info.id, key, {10 * second, static_cast<double>(second), value}); }
  void log(LogLine::Level level, const char* text, std::int64_t ms) { writer.log(info.id, {ms, level, text}); }
};

}  // namespace

class SystemTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // 100 samples, a second apart: all programs 75 %, this one 50 %; once the sum is below its own part, by rounding.
  void chartsByHand() {
    Store store;
    for (int i = 1; i <= 100; ++i) {
      store.point("system/cpu_share", i, i == 7 ? 0.49 : 0.75);
      store.point("system/process_cpu_share", i, 0.5);
      store.point("system/process_bytes", i, 1024.0 * 1024 * 1024 * (i <= 50 ? 1 : 3));
      store.point("system/available_bytes", i, 8.0 * 1024 * 1024 * 1024);
      store.point("system/disk_write_rate", i, 2.0 * 1024 * 1024);
    }
    store.writer.flush();
    const auto charts = machineCharts(RunReader(store.path.toStdString()), store.info.id);
    QCOMPARE(charts.size(), std::size_t{3});  // no GPU
    QCOMPARE(charts[0].lines.size(), std::size_t{2});
    const Line& others = charts[0].lines[1].data;
    QCOMPARE(others.size(), std::size_t{100});
    QVERIFY(std::abs(others.y[0] - 25) < 1e-9);
    QCOMPARE(others.y[6], 0.0);
    QCOMPARE(others.x[99], 100.0);
    QCOMPARE(charts[1].lines[0].data.y.back(), 3.0);
    QCOMPARE(charts[2].lines.size(), std::size_t{1});  // nothing was read
    QCOMPARE(charts[2].format(charts[2].lines[0].data.y[0]).simplified(), QStringLiteral("2 MiB/s"));
    // Of more points than wanted, neighbours become their mean.
    const auto thin = machineCharts(RunReader(store.path.toStdString()), store.info.id, 10);
    QCOMPARE(thin[0].lines[1].data.size(), std::size_t{10});
    QVERIFY(std::abs(thin[0].lines[1].data.y[0] - 22.5) < 1e-9);  // nine of 25 and one of 0
    QCOMPARE(thin[0].lines[1].data.x[0], 10.0);
  }

  void machineInTheView() {
    Store store;
    for (int i = 1; i <= 30; ++i) {
      store.point("system/cpu_share", i, 0.75);
      store.point("system/process_cpu_share", i, 0.5);
      store.point("system/process_bytes", i, 1024.0 * 1024 * 1024);
      store.point("system/available_bytes", i, 8.0 * 1024 * 1024 * 1024);
    }
    store.writer.flush();
    MachineView view;
    view.resize(1100, 700);
    view.setProjectOpen(true);
    view.setRun(store.path, store.info.id, QStringLiteral("run 1"), true);
    view.show();
    QTRY_VERIFY_WITH_TIMEOUT(view.panel(QStringLiteral("cores")) && !view.loading(), kPatience);
    QVERIFY2(view.sentence().simplified().contains(QStringLiteral("this program uses 50 % of the cores, other programs 25 %")),
             qPrintable(view.sentence()));
    QVERIFY(!view.panel(QStringLiteral("gpu")));
    keepPictures(view, QStringLiteral("machine"));
    // It grows while the run trains.
    store.point("system/gpu_busy_share", 31, 0.9);
    store.writer.flush();
    QTRY_VERIFY_WITH_TIMEOUT(view.panel(QStringLiteral("gpu")), kPatience);
    // Another run without samples.
    QSignalSpy next(&view, &MachineView::nextRequested);
    view.setRun(store.path, store.info.id + 1, QStringLiteral("run 2"), false);
    QTRY_COMPARE_WITH_TIMEOUT(view.emptyState()->accessibleName(), QStringLiteral("run 2 kept no samples of the machine"), kPatience);
    QTest::mouseClick(view.emptyState()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(next.size(), 1);
  }

  void logInTheView() {
    Store store;
    store.log(LogLine::Level::Info, "run 1 begins with mlp", 1'700'000'000'000);
    store.log(LogLine::Level::Info, "epoch 1, step 16, val_loss 0.5", 1'700'000'001'000);
    store.log(LogLine::Level::Warning, "3 of 40 samples cannot be read", 1'700'000'002'000);
    store.writer.flush();
    LogView view;
    view.resize(1100, 600);
    view.setProjectOpen(true);
    view.setRun(store.path, store.info.id, QStringLiteral("run 1"), true);
    view.show();
    QTRY_COMPARE_WITH_TIMEOUT(view.model()->rowCount(), 3, kPatience);
    QCOMPARE(view.sentence().simplified(), QStringLiteral("1 warning"));
    QCOMPARE(view.table()->model()->index(2, LogModel::Level).data().toString(), QStringLiteral("Warning"));
    QCOMPARE(view.model()->data(view.model()->index(0, LogModel::Time)).toString(),
             QDateTime::fromMSecsSinceEpoch(1'700'000'000'000).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    keepPictures(view, QStringLiteral("log"));
    QTest::mouseClick(view.problemsBox(), Qt::LeftButton, {}, QPoint(8, view.problemsBox()->height() / 2));
    QCOMPARE(view.table()->model()->rowCount(), 1);
    QTest::mouseClick(view.problemsBox(), Qt::LeftButton, {}, QPoint(8, view.problemsBox()->height() / 2));
    QTest::mouseClick(view.filterEdit(), Qt::LeftButton);
    QTest::keyClicks(view.filterEdit(), QStringLiteral("EPOCH"));
    QCOMPARE(view.table()->model()->rowCount(), 1);
    QVERIFY(view.table()->model()->index(0, LogModel::Text).data().toString().startsWith(QStringLiteral("epoch 1")));
    view.filterEdit()->clear();
    // New lines are appended while the run trains.
    store.log(LogLine::Level::Error, "the disk is full", 1'700'000'003'000);
    store.writer.flush();
    QTRY_COMPARE_WITH_TIMEOUT(view.model()->rowCount(), 4, kPatience);
    QCOMPARE(view.sentence().simplified(), QStringLiteral("1 error, 1 warning"));
    view.setRun({}, 0, {}, false);
    QCOMPARE(view.emptyState()->accessibleName(), QStringLiteral("No run yet"));
  }
};

QTEST_MAIN(SystemTest)
#include "system_test.moc"
