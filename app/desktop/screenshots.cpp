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
#include <QTemporaryDir>
#include <QThread>
#include <cstdio>
#include <functional>
#include <optional>

#include "app/desktop/main_window.h"
#include "app/desktop/project_desk.h"
#include "app/desktop/rate_desk.h"
#include "app/desktop/start_desk.h"
#include "views/common/message_bar.h"
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

template <class Part>
Part* part(const QObject& window, const char* name = nullptr) {
  return window.findChild<Part*>(QString::fromLatin1(name));
}

QAction* command(const QObject& window, const char* name) {
  return part<QAction>(window, name);
}

constexpr char kScaledFrom[] = "STEPSCOPE_SCREENSHOTS_SCALED";  // set in the child process, which draws at 200 %

// Runs the event loop until `done` returns true or the time is over; returns true in the first case.
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

// The node with the most FLOPs; it is selected so that the inspector shows it. -1: there are no nodes.
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

// The traces that tests use, in the folder STEPSCOPE_DATA, or else in shared/data; empty if they do not exist.
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

// A table that tests use; empty if it does not exist.
QString sampleTable() {
  const QString data = qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_EXAMPLES "/../../shared/data"));
  const QString file = data + QStringLiteral("/tabular/housing.csv.gz");
  return QFile::exists(file) ? QFileInfo(file).absoluteFilePath() : QString();
}

// The longest kernel with a recorded launch. The picture shows it with the arrow from its launch.
std::optional<TimelineHit> longestKernel(const TimelineModel& model) {
  const Trace& trace = model.trace();
  std::optional<SpanRef> best;
  std::int64_t length = -1;
  for (std::size_t flow = 0; flow < trace.flows.size(); ++flow) {
    const SpanRef to = trace.flows.to[flow];
    const std::int64_t duration = trace.laneOf(to).duration[to.index];
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
    ok = waitUntil([&] { return !part<CurvesModel>(window)->runs().empty() && part<Session>(window)->trace(); }, 30);
    ok = saved(window, folder, QStringLiteral("curves-dark-200")) && ok;
    window.showView(QStringLiteral("timeline"));
    ok = saved(window, folder, QStringLiteral("timeline-dark-200")) && ok;
    return ok ? 0 : 1;
  }
  bothThemes(QStringLiteral("start"));
  if (const QString table = sampleTable(); !table.isEmpty()) {
    window.openFile(table);
    waitUntil([&] { return !part<StartDesk>(window)->newFromData()->looking(); }, 30);
    bothThemes(QStringLiteral("new-from-data"));
  }
  if (!window.openProject(file)) return 1;
  Session* session = part<Session>(window);
  waitUntil([&] { return session->facts().has_value(); }, 120);

  // Trains two runs for the comparison, and changes a switch during the second one.
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
  command(window, "train")->trigger();
  ok = reached(3, 120) && ok;
  stopAndWait();
  switches.batchSize = batch;
  session->setSwitches(switches);
  command(window, "train")->trigger();
  ok = reached(3, 120) && ok;
  switches.batchSize = batch * 2;
  session->setSwitches(switches);
  ok = waitUntil([&] { return (session->trace() && session->progress().epoch() >= 5) || !session->training(); }, 120) && ok;
  part<SwitchesModel>(window)->setPending("batch_size", batch * 4);
  waitUntil([&] { return part<SwitchesModel>(window)->prediction().has_value(); }, 10);
  bothThemes(QStringLiteral("curves"));
  stopAndWait();
  part<SwitchesModel>(window)->revert();
  window.showView(QStringLiteral("diagnosis"));
  waitUntil([&] { return !part<DiagnosisView>(window)->model()->busy() && !part<DiagnosisView>(window)->isEmpty(); }, 30);
  bothThemes(QStringLiteral("diagnosis"));
  window.showView(QStringLiteral("timeline"));
  if (session->trace()) part<Selection>(window)->setNode(costliestNode(*session->trace()));
  bothThemes(QStringLiteral("timeline"));
  window.showView(QStringLiteral("flame"));
  waitUntil([&] { return !part<FlameView>(window)->counting(); }, 10);
  bothThemes(QStringLiteral("flame"));
  window.showView(QStringLiteral("memory"));
  bothThemes(QStringLiteral("memory"));
  window.showView(QStringLiteral("graph"));
  bothThemes(QStringLiteral("graph"));
  window.showView(QStringLiteral("settings"));
  bothThemes(QStringLiteral("settings"));
  window.showView(QStringLiteral("histograms"));
  waitUntil([&] { return !part<HistogramsView>(window)->chosen().isEmpty() && !part<HistogramsView>(window)->loading(); }, 10);
  bothThemes(QStringLiteral("histograms"));
  part<HistogramsView>(window)->styleBox()->setCurrentIndex(1);
  bothThemes(QStringLiteral("ridgelines"));
  part<HistogramsView>(window)->styleBox()->setCurrentIndex(0);
  command(window, "rangeTest")->trigger();
  RangeTestDialog* range = part<RateDesk>(window)->rangeTest();
  range->startButton()->click();
  ok = waitUntil([&] { return !range->test()->busy(); }, 120) && ok;
  for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
    applyTheme(*qApp, theme);
    ok = saved(*range, folder, QStringLiteral("range-test-") + nameOf(theme)) && ok;
  }
  range->close();
  waitUntil([&] { return part<RunsModel>(window)->rowCount() >= 2; }, 10);
  window.showView(QStringLiteral("runs"));
  std::vector<RunId> runs;
  for (const RunInfo& run : part<RunsModel>(window)->runs()) runs.push_back(run.id);
  part<RunsView>(window)->selectRuns({runs.front()});
  bothThemes(QStringLiteral("runs"));
  part<RunsView>(window)->setGroup("status");
  bothThemes(QStringLiteral("runs-groups"));
  part<RunsView>(window)->setGroup({});
  window.showView(QStringLiteral("predictions"));
  waitUntil([&] { return part<PredictionsView>(window)->shows(); }, 10);
  bothThemes(QStringLiteral("predictions"));
  window.showView(QStringLiteral("sweeps"));
  part<SweepsView>(window)->editor()->addButton()->click();
  waitUntil([&] { return !part<SweepsView>(window)->planning(); }, 10);
  bothThemes(QStringLiteral("sweeps"));
  part<SweepsView>(window)->editor()->removeButton(0)->click();
  part<RunsView>(window)->selectRuns(runs);
  Q_EMIT part<RunsView>(window)->showRequested(part<RunsView>(window)->selectedRuns());
  waitUntil([&] { return part<CurvesModel>(window)->comparing() && part<CompareView>(window)->model()->comparison(); }, 10);
  bothThemes(QStringLiteral("compare"));
  window.showView(QStringLiteral("curves"));
  bothThemes(QStringLiteral("curves-compared"));

  for (const QString& path : sampleTraces()) {
    TimelineView* timeline = part<TimelineView>(window);
    const std::shared_ptr<const Trace> before = timeline->trace();
    part<ProjectDesk>(window)->openTrace(path);
    const bool shown = waitUntil([&] { return timeline->trace() != before && !timeline->preparing(); }, 60);
    ok = shown && ok;
    if (!shown) {
      std::fprintf(stderr, "%s: %s\n", qPrintable(path), qPrintable(part<MessageBar>(window, "windowMessages")->text()));
      continue;
    }
    const QString name = QStringLiteral("trace-") + QFileInfo(path).fileName().section(QLatin1Char('.'), 0, 0);
    waitUntil([&] { return !part<DiagnosisView>(window)->model()->busy(); }, 60);
    window.showView(QStringLiteral("diagnosis"));
    bothThemes(name + QStringLiteral("-diagnosis"));
    window.showView(QStringLiteral("flame"));
    waitUntil([&] { return !part<FlameView>(window)->counting(); }, 10);
    bothThemes(name + QStringLiteral("-flame"));
    window.showView(QStringLiteral("timeline"));
    bothThemes(name);
    TimelineCanvas* canvas = timeline->canvas();
    const std::optional<TimelineHit> kernel = longestKernel(*canvas->model());
    if (!kernel) continue;
    canvas->setAnimated(false);
    canvas->setDensity(1);  // so that launch and kernel are both visible
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
