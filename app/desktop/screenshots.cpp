#include "app/desktop/screenshots.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QThread>
#include <cstdio>
#include <functional>
#include <optional>

#include "app/desktop/main_window.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/start_desk.h"
#include "views/common/selection.h"
#include "views/common/theme.h"
#include "views/compare/compare_view.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/flame/flame_view.h"
#include "views/graph/graph_view.h"
#include "views/histograms/histograms_view.h"
#include "views/memory/memory_view.h"
#include "views/predictions/confusion_matrix.h"
#include "views/predictions/predictions_view.h"
#include "views/rates/range_test_dialog.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/settings/settings_view.h"
#include "views/start/new_from_data.h"
#include "views/sweeps/plan_editor.h"
#include "views/sweeps/sweeps_view.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

namespace {

constexpr char kScaledFrom[] = "STEPSCOPE_SCREENSHOTS_SCALED";  // set in the child that draws at 200 %

// Runs the event loop until `done` or the time is over; true when done.
bool waitUntil(const std::function<bool()>& done, int seconds) {
  QElapsedTimer timer;
  timer.start();
  while (!done() && timer.elapsed() < seconds * 1000) {
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QThread::msleep(5);
  }
  return done();
}

void settle() {
  QElapsedTimer timer;
  timer.start();
  waitUntil([&] { return timer.elapsed() > 350; }, 1);
}

bool saved(QWidget& window, const QString& folder, const QString& name) {
  settle();
  const QString path = QDir(folder).filePath(name + QStringLiteral(".png"));
  const bool ok = window.grab().save(path, "PNG");
  std::fprintf(ok ? stdout : stderr, ok ? "%s\n" : "%s cannot be written\n", qPrintable(path));
  return ok;
}

// An op that costs much, so that the inspector has something to say.
int costliestNode(const Trace& trace) {
  int best = -1;
  std::int64_t bytes = -1;
  for (std::size_t i = 0; i < trace.nodes.size(); ++i)
    if (trace.nodes[i].flops > bytes) {
      bytes = trace.nodes[i].flops;
      best = static_cast<int>(i);
    }
  return best;
}

// The traces that tests read, where they are at hand: beside the source tree, or where STEPSCOPE_DATA says.
QStringList sampleTraces() {
  const QString data = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_EXAMPLES "/../../shared/data"));
  const QDir folder(data + QStringLiteral("/traces"));
  QStringList files;
  for (const QString& name :
       folder.entryList({QStringLiteral("*.json.gz"), QStringLiteral("*.json"), QStringLiteral("*.sqlite.gz"), QStringLiteral("*.sqlite")},
                        QDir::Files, QDir::Name))
    files << folder.filePath(name);
  return files;
}

// A table that tests read, where it is at hand.
QString sampleTable() {
  const QString data = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_EXAMPLES "/../../shared/data"));
  const QString file = data + QStringLiteral("/tabular/housing.csv.gz");
  return QFile::exists(file) ? QFileInfo(file).absoluteFilePath() : QString();
}

// The kernel that a launch leads to, of the longest there are: for a picture with an arrow, and with a range round it.
std::optional<TimelineHit> longestKernel(const TimelineModel& model) {
  const Trace& trace = model.trace();
  std::optional<SpanRef> best;
  std::int64_t length = -1;
  for (std::size_t flow = 0; flow < trace.flows.size(); ++flow) {
    const SpanRef to = trace.flows.to[flow];
    const std::int64_t duration = trace.lanes[static_cast<std::size_t>(to.lane)].duration[to.index];
    if (static_cast<FlowKind>(trace.flows.kind[flow]) == FlowKind::Launch && duration > length) {
      length = duration;
      best = to;
    }
  }
  return best ? model.find(*best) : std::nullopt;
}

}  // namespace

int renderScreenshots(const QString& folder, const QString& project, const QString& language) {
  if (!QDir().mkpath(folder)) {
    std::fprintf(stderr, "%s: this folder cannot be made. Name one that you may write to.\n", qPrintable(folder));
    return 1;
  }
  const bool scaled = qEnvironmentVariableIsSet(kScaledFrom);
  QTemporaryDir work;
  QSettings settings(work.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
  QString file = project;
  if (file.isEmpty()) {
    file = work.filePath(QStringLiteral("shapes/project.toml"));
    QDir().mkpath(work.filePath(QStringLiteral("shapes")));
    const QString example = QStringLiteral(STEPSCOPE_EXAMPLES "/shapes/project.toml");
    if (!QFile::copy(example, file)) {
      std::fprintf(stderr, "%s: the example project is missing. Name a project file after the folder.\n", qPrintable(example));
      return 1;
    }
  }
  applyTheme(*qApp, ThemeChoice::Dark);
  MainWindow window(settings);
  window.resize(1440, 900);
  window.show();
  bool ok = true;
  const auto bothThemes = [&](const QString& name) {
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
      applyTheme(*qApp, theme);
      ok = saved(window, folder, name + QLatin1Char('-') + nameOf(theme)) && ok;
    }
  };
  if (scaled) {
    window.openProject(file);
    ok = waitUntil([&] { return !window.curvesModel()->runs().empty() && window.session()->trace(); }, 30);
    ok = saved(window, folder, QStringLiteral("curves-dark-200")) && ok;
    window.showTab(window.timelineView());
    ok = saved(window, folder, QStringLiteral("timeline-dark-200")) && ok;
    return ok ? 0 : 1;
  }
  bothThemes(QStringLiteral("start"));
  if (const QString table = sampleTable(); !table.isEmpty()) {
    window.openFile(table);
    waitUntil([&] { return !window.startDesk()->newFromData()->looking(); }, 30);
    bothThemes(QStringLiteral("new-from-data"));
  }
  if (!window.openProject(file)) return 1;
  Session* session = window.session();
  waitUntil([&] { return session->facts().has_value(); }, 120);

  // Two runs to compare; a switch is turned in the second while it trains.
  const auto stopAndWait = [&] {
    session->stop();
    waitUntil([&] { return !session->training(); }, 60);
  };
  const auto reached = [&](std::int64_t epoch, int seconds) {
    return waitUntil([&] { return session->progress().epoch() >= epoch || !session->training(); }, seconds);
  };
  session->keepHistograms(1);
  Switches switches = session->project()->switches;
  const auto batch = switches.batchSize;
  switches.batchSize = batch * 2;
  session->setSwitches(switches);
  window.actions().train->trigger();
  ok = reached(3, 120) && ok;
  stopAndWait();
  switches.batchSize = batch;
  session->setSwitches(switches);
  window.actions().train->trigger();
  ok = reached(3, 120) && ok;
  switches.batchSize = batch * 2;
  session->setSwitches(switches);
  ok = waitUntil([&] { return (session->trace() && session->progress().epoch() >= 5) || !session->training(); }, 120) && ok;
  window.switchesModel()->setPending("batch_size", batch * 4);
  waitUntil([&] { return window.switchesModel()->prediction().has_value(); }, 10);
  bothThemes(QStringLiteral("curves"));
  stopAndWait();
  window.switchesModel()->revert();
  window.showTab(window.diagnosisView());
  waitUntil([&] { return !window.diagnosisView()->model()->busy() && !window.diagnosisView()->isEmpty(); }, 30);
  bothThemes(QStringLiteral("diagnosis"));
  window.showTab(window.timelineView());
  if (session->trace()) window.selection()->setNode(costliestNode(*session->trace()));
  bothThemes(QStringLiteral("timeline"));
  window.showTab(window.flameView());
  waitUntil([&] { return !window.flameView()->counting(); }, 10);
  bothThemes(QStringLiteral("flame"));
  window.showTab(window.memoryView());
  bothThemes(QStringLiteral("memory"));
  window.showTab(window.graphView());
  bothThemes(QStringLiteral("graph"));
  window.showTab(window.settingsView());
  bothThemes(QStringLiteral("settings"));
  window.showTab(window.histogramsView());
  waitUntil([&] { return !window.histogramsView()->chosen().isEmpty() && !window.histogramsView()->loading(); }, 10);
  bothThemes(QStringLiteral("histograms"));
  window.histogramsView()->styleBox()->setCurrentIndex(1);
  bothThemes(QStringLiteral("ridgelines"));
  window.histogramsView()->styleBox()->setCurrentIndex(0);
  window.actions().rangeTest->trigger();
  RangeTestDialog* range = window.rateDesk()->rangeTest();
  range->startButton()->click();
  ok = waitUntil([&] { return !range->test()->busy(); }, 120) && ok;
  for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
    applyTheme(*qApp, theme);
    ok = saved(*range, folder, QStringLiteral("range-test-") + nameOf(theme)) && ok;
  }
  range->close();
  waitUntil([&] { return window.runsModel()->rowCount() >= 2; }, 10);
  window.showTab(window.runsView());
  std::vector<RunId> runs;
  for (const RunInfo& run : window.runsModel()->runs()) runs.push_back(run.id);
  window.runsView()->selectRuns({runs.front()});
  bothThemes(QStringLiteral("runs"));
  window.runsView()->setGroup("status");
  bothThemes(QStringLiteral("runs-groups"));
  window.runsView()->setGroup({});
  window.showTab(window.predictionsView());
  waitUntil([&] { return window.predictionsView()->shows(); }, 10);
  bothThemes(QStringLiteral("predictions"));
  window.showTab(window.sweepsView());
  window.sweepsView()->editor()->addButton()->click();
  waitUntil([&] { return !window.sweepsView()->planning(); }, 10);
  bothThemes(QStringLiteral("sweeps"));
  window.sweepsView()->editor()->removeButton(0)->click();
  window.runsView()->selectRuns(runs);
  Q_EMIT window.runsView()->showRequested(window.runsView()->selectedRuns());
  waitUntil([&] { return window.curvesModel()->comparing() && window.compareView()->model()->comparison(); }, 10);
  bothThemes(QStringLiteral("compare"));
  window.showTab(window.curvesView());
  bothThemes(QStringLiteral("curves-compared"));

  for (const QString& path : sampleTraces()) {
    TimelineView* timeline = window.timelineView();
    const std::shared_ptr<const Trace> before = timeline->trace();
    window.openTrace(path);
    const bool shown = waitUntil([&] { return timeline->trace() != before && !timeline->preparing(); }, 60);
    ok = shown && ok;
    if (!shown) {
      std::fprintf(stderr, "%s: %s\n", qPrintable(path), qPrintable(window.messageBar()->text()));
      continue;
    }
    const QString name = QStringLiteral("trace-") + QFileInfo(path).fileName().section(QLatin1Char('.'), 0, 0);
    waitUntil([&] { return !window.diagnosisView()->model()->busy(); }, 60);
    window.showTab(window.diagnosisView());
    bothThemes(name + QStringLiteral("-diagnosis"));
    window.showTab(window.flameView());
    waitUntil([&] { return !window.flameView()->counting(); }, 10);
    bothThemes(name + QStringLiteral("-flame"));
    window.showTab(timeline);
    bothThemes(name);
    TimelineCanvas* canvas = timeline->canvas();
    const std::optional<TimelineHit> kernel = longestKernel(*canvas->model());
    if (!kernel) continue;
    canvas->setAnimated(false);
    canvas->setDensity(1);  // the launch and the kernel on one screen
    const double begin = canvas->model()->begin(*kernel), end = canvas->model()->end(*kernel), length = end - begin;
    canvas->showTimes(begin - 12 * length, end + 6 * length, 0);
    canvas->select(kernel);
    Q_EMIT canvas->spanClicked(*kernel);
    canvas->setRange(begin - 3 * length, end + length);
    bothThemes(name + QStringLiteral("-kernel"));
    canvas->setRange(0, 0);
    canvas->setDensity(0);
  }

  QProcess child;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
  environment.insert(QLatin1String(kScaledFrom), QStringLiteral("1"));
  child.setProcessEnvironment(environment);
  child.setProcessChannelMode(QProcess::ForwardedChannels);
  child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--screenshots"), folder, QStringLiteral("--language"), language, file});
  ok = child.waitForFinished(120'000) && child.exitCode() == 0 && ok;
  return ok ? 0 : 1;
}

}  // namespace stepscope
