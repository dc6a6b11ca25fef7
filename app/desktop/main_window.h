// The window: makes the views, wires them to the session and the store, remembers its layout. Holds no logic of its own.
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>
#include <QSettings>
#include <memory>
#include <optional>
#include <vector>

#include "app/desktop/window_actions.h"
#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

class QDockWidget;
class QTabWidget;
class QUndoGroup;

namespace stepscope {

class CheckpointsDesk;
class CompareDesk;
class CompareView;
class CurvesModel;
class CurvesView;
class DiagnosisDesk;
class DiagnosisView;
class ExchangeDesk;
class GraphView;
class FlameView;
class GpuView;
class HistogramsView;
class Inspector;
class MemoryView;
class PredictionsView;
class ProgressStrip;
class ProjectPanel;
class QuickSearch;
class RateDesk;
class RunBar;
class RunsModel;
class RunsStore;
class RunsView;
class Selection;
class Session;
class SettingsView;
class StartDesk;
class StatusStrip;
class SweepsView;
class SwitchesModel;
class TimelineView;
class TraceDesk;
struct SearchEntry;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // settings: of the user interface only; outlives the window.
  explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  // A project file, or the folder of one. Says in the message bar why it cannot be opened.
  bool openProject(const QString& path);
  bool saveProjectIn(const QString& parent);  // a copy of the project in a new folder there, which is opened
  // A trace, off the GUI thread; the timeline shows it.
  void openTrace(const QString& path);
  // Whatever it is: a project, a trace, data for a new project.
  void openFile(const QString& path);
  void showTab(QWidget* view);  // one of the views, with the focus
  const WindowActions& actions() const { return *actions_; }
  Session* session() const { return session_; }
  RunsStore* store() const { return store_; }
  RunsModel* runsModel() const { return runsModel_; }
  CurvesModel* curvesModel() const { return curvesModel_; }
  SwitchesModel* switchesModel() const { return switchesModel_; }
  Selection* selection() const { return selection_; }
  DiagnosisView* diagnosisView() const { return diagnosis_; }
  CurvesView* curvesView() const { return curves_; }
  RunsView* runsView() const { return runs_; }
  CompareView* compareView() const { return compare_; }
  CompareDesk* compareDesk() const { return comparison_; }
  CheckpointsDesk* checkpointsDesk() const { return checkpoints_; }
  TimelineView* timelineView() const { return timeline_; }
  MemoryView* memoryView() const { return memory_; }
  GraphView* graphView() const { return graph_; }
  HistogramsView* histogramsView() const { return histograms_; }
  GpuView* gpuView() const { return gpu_; }
  FlameView* flameView() const { return flame_; }
  PredictionsView* predictionsView() const { return predictions_; }
  SweepsView* sweepsView() const { return sweeps_; }
  SettingsView* settingsView() const { return settingsView_; }
  StartDesk* startDesk() const { return start_; }
  RateDesk* rateDesk() const { return rates_; }
  ExchangeDesk* exchangeDesk() const { return exchange_; }
  ProjectPanel* projectPanel() const { return project_; }
  MessageBar* messageBar() const { return bar_; }
  TraceDesk* traceDesk() const { return traces_; }
  ProgressStrip* progressStrip() const { return strip_; }
  Inspector* inspector() const { return inspector_; }
  MessageBar* fileBar() const { return fileBar_; }  // the project's file changed on disk
  RunBar* runBar() const { return runBar_; }
  StatusStrip* statusStrip() const { return status_; }
  QTabWidget* tabs() const { return tabs_; }
  // What the program is to be started with again after the window has closed; nothing: it ends. An empty text: without a file.
  std::optional<QString> restartFile() const;
  QDockWidget* inspectorDock() const { return inspectorDock_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void buildViews();
  void connectActions();
  void connectSession();
  void connectStore();
  void showDevice();
  void askPeaks();
  void chooseDevice(const std::string& device);
  void fillDeviceMenu();
  void showRecent();
  void showResumeMenu();
  void updateState();
  void updateMemory();
  template <class View>
  void findView(View*& view);  // among the tabs
  void showHistogramsOf(RunId run, const std::string& name);
  void keepHistograms();
  void train();
  void reloadProject();
  void showFileChanged(bool changed);
  void takeReloaded();
  void resetForProject();
  void connectUndo();
  void showRuns(const std::vector<RunId>& runs);
  void showRunName();
  void followShown();
  bool sweepTrains();
  void showInRuns(const std::vector<RunId>& runs);
  std::optional<RunInfo> runNow(RunId id) const;
  void resumeRun(RunId run);
  void openReport(RunId run);
  void connectStart();
  void showPage();
  void takeSettings(const QString& file);
  void searchEverything();
  std::vector<SearchEntry> searchEntries();
  void addSettings(std::vector<SearchEntry>& entries);
  void addRuns(std::vector<SearchEntry>& entries);
  void showHelp();
  void restoreLayout();
  void resetLayout();
  void connectAppearance();  // theme and language
  void say(const Message& message);
  void sayOfRun(const Message& message);  // with a cure where its project cannot be written, or where a setting is
  void sayOfFile(const QString& path, const Message& message);  // of a project that cannot be opened

  QSettings& settings_;
  std::unique_ptr<WindowActions> actions_;
  Selection* selection_;
  Session* session_;
  CurvesModel* curvesModel_;
  RunsModel* runsModel_;
  RunsStore* store_;
  SwitchesModel* switchesModel_;

  RunBar* runBar_;
  ProjectPanel* project_;
  QTabWidget* tabs_;
  DiagnosisView* diagnosis_ = nullptr;
  DiagnosisDesk* diagnoses_;
  CurvesView* curves_ = nullptr;
  TimelineView* timeline_ = nullptr;
  MemoryView* memory_ = nullptr;
  GraphView* graph_ = nullptr;
  HistogramsView* histograms_ = nullptr;
  GpuView* gpu_ = nullptr;
  FlameView* flame_ = nullptr;
  RunsView* runs_ = nullptr;
  CompareView* compare_ = nullptr;
  PredictionsView* predictions_ = nullptr;
  SweepsView* sweeps_ = nullptr;
  SettingsView* settingsView_ = nullptr;
  StartDesk* start_;
  Inspector* inspector_;
  MessageBar *bar_, *fileBar_;
  ProgressStrip* strip_;
  TraceDesk* traces_;
  RateDesk* rates_;
  CompareDesk* comparison_;
  CheckpointsDesk* checkpoints_;
  ExchangeDesk* exchange_;
  StatusStrip* status_;
  QuickSearch* search_;
  QUndoGroup* history_;
  QDockWidget *projectDock_, *inspectorDock_;
  QByteArray defaultLayout_;
  std::int64_t deviceMemory_ = 0;
  bool firstRuns_ = false;       // the newest run is shown once, when a project was opened
  bool closing_ = false;         // the window closes when the run has stopped
  bool restarts_ = false;        // and the program begins again, in another language
  bool projectDockWanted_ = false;  // it is hidden only while there is nothing to show in it
  bool inspectorWanted_ = true;  // the user has not closed it
  std::vector<RunId> shownRuns_;
  bool shownGrew_ = false;  // somebody else trained one of them when the list was last read
  JobSlot peakJob_;
};

}  // namespace stepscope
