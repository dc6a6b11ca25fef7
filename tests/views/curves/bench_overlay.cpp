// Prints what an overlay of many long runs costs: reading the overview from the store, the first paint, a frame of a pan and of a zoom, and the
// detail of a zoomed part, in milliseconds of wall time
// (and, of the first paint, of the core: other programs may hold it). No test, since a test asserts no time.
//   bench_overlay [--runs 100] [--points 100000] [--size 1600x950] [--store FILE]
#include <time.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>

#include "core/store/run_store.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/curves/curve_panel.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"

using namespace stepscope;

namespace {

// Of this thread: what it would take on a core of its own.
double cpuMs() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double ms(const QElapsedTimer& timer) {
  return static_cast<double>(timer.nsecsElapsed()) * 1e-6;
}

void fill(const std::string& path, int runs, int points) {
  RunWriter writer(path);
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 0.1);
  for (int r = 0; r < runs; ++r) {
    const RunId id = writer.createRun({});
    for (int i = 1; i <= points; ++i)
      writer.append(id, "train_loss", {i, i * 0.01, 2.3 * std::exp(-i * (3.0 + r * 0.02) / points) + 0.2 + noise(random)});
    writer.flush();
    RunInfo info;
    info.id = id;
    info.name = "run " + std::to_string(id);
    info.status = RunStatus::Finished;
    writer.finish(info);
  }
}

// Until every chart was drawn anew, and is on the screen.
void paint(CurvesView& view) {
  std::array<int, CurvesView::PanelCount> before{};
  for (int i = 0; i < CurvesView::PanelCount; ++i) before[static_cast<std::size_t>(i)] = view.panel(static_cast<CurvesView::Panel>(i))->drawCount();
  const auto drawn = [&] {
    for (int i = 0; i < CurvesView::PanelCount; ++i)
      if (view.panel(static_cast<CurvesView::Panel>(i))->drawCount() == before[static_cast<std::size_t>(i)]) return false;
    return true;
  };
  while (!drawn()) QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
  QCoreApplication::sendPostedEvents();
  view.repaint();
}

void print(const char* what, std::vector<double> each) {
  std::sort(each.begin(), each.end());
  const double median = each[each.size() / 2], p95 = each[each.size() * 95 / 100];
  std::printf("%s: median %.1f ms, 95th percentile %.1f ms, %.0f frames/s at the median\n", what, median, p95, 1000 / median);
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCommandLineParser parser;
  parser.addHelpOption();
  parser.addOption({QStringLiteral("runs"), QStringLiteral("How many runs."), QStringLiteral("n"), QStringLiteral("100")});
  parser.addOption({QStringLiteral("points"), QStringLiteral("Points of each."), QStringLiteral("n"), QStringLiteral("100000")});
  parser.addOption({QStringLiteral("size"), QStringLiteral("Of the view."), QStringLiteral("WxH"), QStringLiteral("1600x950")});
  parser.addOption({QStringLiteral("store"), QStringLiteral("A store to keep, filled when it is not there."), QStringLiteral("file")});
  parser.process(application);
  applyTheme(application, ThemeChoice::Dark);
  const int runs = parser.value(QStringLiteral("runs")).toInt(), points = parser.value(QStringLiteral("points")).toInt();
  const QStringList size = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
  QTemporaryDir folder;
  const QString file = parser.isSet(QStringLiteral("store")) ? parser.value(QStringLiteral("store")) : folder.filePath(QStringLiteral("runs.db"));
  const std::string path = file.toStdString();
  QElapsedTimer timer;
  if (!QFile::exists(file)) {
    timer.start();
    fill(path, runs, points);
    std::printf("filled: %d runs of %d points in %.0f ms\n", runs, points, ms(timer));
  }

  CurvesModel model;
  Selection selection;
  CurvesView view(&model, &selection);
  view.resize(size.value(0).toInt(), size.value(1).toInt());
  view.show();
  QCoreApplication::processEvents();

  timer.start();
  const double cpu = cpuMs();
  std::vector<std::shared_ptr<RunCurves>> curves;
  {
    const RunReader reader(path);
    for (int r = 1; r <= runs; ++r) {
      curves.push_back(std::make_shared<RunCurves>(loadRunCurves(reader, r, 2000)));
      curves.back()->store = path;
    }
  }
  const double read = ms(timer);
  model.show(curves);
  paint(view);
  const double first = ms(timer);
  std::printf("overview read: %.1f ms; first paint, reading included: %.1f ms (%.1f ms of the core)\n", read, first, cpuMs() - cpu);

  const double last = points;
  view.zoom(4);
  std::vector<double> pans, zooms;
  for (int i = 0; i < 120; ++i) {
    timer.start();
    view.pan(i < 60 ? 0.01 : -0.01);
    paint(view);
    pans.push_back(ms(timer));
  }
  for (int i = 0; i < 60; ++i) {
    timer.start();
    view.zoom(i < 30 ? 1.1 : 1 / 1.1);
    paint(view);
    zooms.push_back(ms(timer));
  }
  std::printf("of a frame, the four charts of the view drawn:\n");
  print("pan", pans);
  print("zoom", zooms);

  timer.start();
  Q_EMIT view.panel(CurvesView::Loss)->rangeMoved(last * 0.5, last * 0.51);
  const auto seen = [&] { return view.panel(CurvesView::Loss)->line(0).x.back(); };
  while (seen() > last * 0.6 && timer.elapsed() < 60'000) QCoreApplication::processEvents();
  std::printf("detail of a hundredth of every run: %.0f ms after the range came to rest\n", ms(timer));
  return 0;
}
