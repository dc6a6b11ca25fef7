// The device chooser by clicks, on an emulated GPU: predictions are then of a plan for it, the next run trains on it, and its recording
// stands in the GPU tab with the peaks of the device.
#include <dlfcn.h>

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/desktop/main_window.h"
#include "app/desktop/run_bar.h"
#include "project_folder.h"
#include "tests/support/window_parts.h"
#include "tests/views/patience.h"
#include "views/common/theme.h"
#include "views/gpu/gpu_view.h"
#include "views/gpu/kernel_table_model.h"
#include "views/session/session.h"
#include "views/switches/switches_model.h"

using namespace stepscope;

namespace {

// Opens the menu on the device's arrow and clicks the entry that begins with `title`.
void choose(RunBar& bar, const QString& title) {
  QMenu* menu = bar.deviceMenu();
  // Qt 6.8 takes a click for the end of the one that opened the menu while the pointer has not moved, and no test's pointer moves by
  // itself.
  QTest::mouseMove(&bar, QPoint(1, 1));
  menu->popup(bar.mapToGlobal(QPoint(10, bar.height())));
  QVERIFY(menu->isVisible());
  for (QAction* action : menu->actions()) {
    if (!action->text().startsWith(title)) continue;
    QVERIFY2(action->isEnabled(), qPrintable(action->text()));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    QVERIFY(!menu->isVisible());
    return;
  }
  QFAIL(qPrintable(QStringLiteral("no entry %1").arg(title)));
}

}  // namespace

class DeviceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The driver is found by its name: one of that name that is loaded already is taken.
  void initTestCase() {
    QVERIFY2(dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_GLOBAL), dlerror());
    qputenv("STEPSCOPE_CUDA_PLUGIN", EMULATED_PLUGIN);
    qputenv("FAKE_CUDA_DEVICES", "1");
    applyTheme(*qApp, ThemeChoice::Dark);
  }

  void theChosenGpuIsPredictedAndTrainedOn() {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    MainWindow window(settings);
    window.resize(1280, 720);
    window.show();
    const ProjectFolder project(2);
    QVERIFY(window.openProject(project.path()));
    SwitchesModel& switches = *part<SwitchesModel>(window);
    QTRY_VERIFY_WITH_TIMEOUT(switches.appliedPeakBytes() > 0, kPatience);
    const std::int64_t cpuPeak = switches.appliedPeakBytes();
    QVERIFY(!switches.place().gpu);

    auto* bar = window.findChild<RunBar*>();
    QVERIFY(bar);
    choose(*bar, QStringLiteral("GPU · Pretended GPU 0"));
    QCOMPARE(part<Session>(window)->device(), std::string("cuda"));
    QTRY_VERIFY_WITH_TIMEOUT(switches.appliedPeakBytes() > 0, kPatience);
    QVERIFY(switches.place().gpu);
    const auto& facts = *part<Session>(window)->facts();
    const SwitchForecast expected =
        predictOn("cuda", *part<Session>(window)->project(), facts.input, facts.validationSamples > 0, part<Session>(window)->project()->switches);
    QCOMPARE(switches.appliedPeakBytes(), expected.applied.peakBytes);
    QVERIFY(switches.appliedPeakBytes() != cpuPeak);
    QTRY_VERIFY_WITH_TIMEOUT(part<GpuView>(window)->peak().f32 > 0, kPatience);

    command(window, "train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(part<Session>(window)->training(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!part<Session>(window)->training(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!part<GpuView>(window)->isEmpty(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(part<GpuView>(window)->kernels().rowCount() > 5, kPatience);

    choose(*bar, QStringLiteral("CPU"));
    QTRY_COMPARE_WITH_TIMEOUT(switches.appliedPeakBytes(), cpuPeak, kPatience);
  }
};

QTEST_MAIN(DeviceTest)
#include "device_test.moc"
