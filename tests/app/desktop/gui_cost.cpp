// Prints what the open window costs while a project trains: processor time of the GUI thread beside that of the whole process, and the
// steps made. Usage: bench_gui_cost PROJECT [SECONDS]
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <ctime>

#include "app/desktop/main_window.h"
#include "tests/support/window_parts.h"
#include "views/common/theme.h"
#include "views/session/session.h"

namespace {

double clockMs(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  if (argc < 2) return 2;
  const int seconds = argc > 2 ? std::atoi(argv[2]) : 20;
  QTemporaryDir folder;
  QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
  stepscope::applyTheme(application, stepscope::ThemeChoice::Dark);
  stepscope::MainWindow window(settings);
  window.resize(1440, 900);
  window.show();
  if (!window.openProject(QString::fromLocal8Bit(argv[1]))) return 1;
  command(window, "train")->trigger();
  const auto* session = part<Session>(window);
  const auto runFor = [](int milliseconds) {
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
  };
  while (session->training() && session->progress().step() < 10) runFor(100);
  const double gui = clockMs(CLOCK_THREAD_CPUTIME_ID), all = clockMs(CLOCK_PROCESS_CPUTIME_ID);
  const auto first = session->progress().step();
  QElapsedTimer wall;
  wall.start();
  while (session->training() && wall.elapsed() < seconds * 1000) runFor(100);
  const double guiMs = clockMs(CLOCK_THREAD_CPUTIME_ID) - gui, allMs = clockMs(CLOCK_PROCESS_CPUTIME_ID) - all;
  std::printf("%lld steps in %.1f s; GUI thread %.0f ms of %.0f ms processor time, %.2f %%\n",
              static_cast<long long>(session->progress().step() - first), static_cast<double>(wall.elapsed()) / 1000, guiMs, allMs,
              100 * guiMs / allMs);
  return 0;
}
