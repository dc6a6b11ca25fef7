// From the table of runs to a fork that trains, with clicks; and what the inspector then knows of it.
#include <QAction>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "app/desktop/checkpoints_desk.h"
#include "app/desktop/main_window.h"
#include "core/store/run_origin.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "tests/views/pictures.h"
#include "views/checkpoints/checkpoints_dialog.h"
#include "views/checkpoints/checkpoints_model.h"
#include "views/checkpoints/fork_form.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/inspector/inspector.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"

using namespace stepscope;

class CheckpointsWindowTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Light); }

  void aForkFromTheTable() {
    const QTemporaryDir settingsFolder;
    QSettings settings(settingsFolder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    MainWindow window(settings);
    window.resize(1280, 720);
    window.show();
    const ProjectFolder folder(2);
    QVERIFY(window.openProject(folder.path()));
    QTest::mouseClick(window.findChild<QToolButton*>(QStringLiteral("train")), Qt::LeftButton, {}, QPoint(20, 14));
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(window)->training() && part<Session>(window)->progress().totalSteps() > 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(window)->rowCount(), 1, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(part<RunsModel>(window)->runs().front().status == RunStatus::Finished, kPatience);
    window.showView(QStringLiteral("runs"));
    part<RunsView>(window)->selectRuns({1});
    const auto& actions = part<RunsView>(window)->runActions();
    const auto action =
        std::find_if(actions.begin(), actions.end(), [](const QAction* one) { return one->text() == QStringLiteral("Checkpoints..."); });
    QVERIFY(action != actions.end() && (*action)->isEnabled());
    (*action)->trigger();
    CheckpointsDialog* dialog = part<CheckpointsDesk>(window)->dialog();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(dialog->model()->rowCount() > 0, kPatience);
    QVERIFY(!dialog->resumeButton()->isEnabled());
    QTest::mouseClick(dialog->forkButton(), Qt::LeftButton);
    ForkForm* form = dialog->forkForm();
    form->rate()->setText(QStringLiteral("0.0125"));
    form->epochs()->setValue(3);
    form->others()->setText(QStringLiteral("switches.batch_sise = 16"));
    QTest::mouseClick(form->begin(), Qt::LeftButton);
    QVERIFY(!part<Session>(window)->training() && dialog->isVisible());  // told what is meant, and still there
    form->others()->clear();
    QTest::mouseClick(form->begin(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(part<RunsModel>(window)->rowCount(), 2, kPatience);
    QVERIFY(!dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(window)->training(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(part<RunsModel>(window)->find(2)->status == RunStatus::Finished, kPatience);
    const auto origin = originOf(part<RunsModel>(window)->find(2)->configuration);
    QVERIFY(origin && origin->run == 1 && origin->step > 0);
    const auto project = projectFromJson(part<RunsModel>(window)->find(2)->configuration);
    QCOMPARE(project.train.optimizer.learningRate, 0.0125);
    QCOMPARE(project.train.epochs, std::int64_t{3});
    window.showView(QStringLiteral("runs"));
    part<RunsView>(window)->selectRuns({2});
    QTRY_VERIFY_WITH_TIMEOUT(part<Inspector>(window)->description().table().contains(QStringLiteral("forked from\trun 1")), kPatience);
    const QString table = part<Inspector>(window)->description().table();
    for (const char* name : {"trained on", "seeds", "training data", "kept"})
      QVERIFY2(table.contains(QString::fromLatin1(name) + QLatin1Char('\t')), qPrintable(table));
    keepPictures(window, QStringLiteral("checkpoints-window"));
  }
};

QTEST_MAIN(CheckpointsWindowTest)
#include "checkpoints_window_test.moc"
