// The main window. It creates the objects that views subscribe to, the views and the docks, and lays them out. The logic is in the views.
#pragma once

#include <QList>
#include <QMainWindow>
#include <QSettings>
#include <QUrl>
#include <memory>
#include <optional>

#include "app/desktop/window_actions.h"
#include "views/session/view_context.h"

namespace stepscope {

class CloseGuard;
class InspectorDock;
class ProjectDesk;
class ProjectDock;
class StartDesk;
class SwitchesModel;
class ViewTabs;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  // `settings` are those of the user interface only; they must outlive the window.
  explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  bool openProject(const QString& path);  // a project file or its folder; false: it was not opened, and a message was shown
  void openFile(const QString& path);     // a file of any kind: a project, a trace, data for a new project
  void showView(const QString& name);     // shows the view of this name (view_table.h) and gives it the focus
  // The file to open when the program starts again after the window has closed; empty: start without a file. nullopt: do not start again.
  std::optional<QString> restartFile() const;

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void build();
  void buildDocks(QWidget* belowSwitches);
  void connectCommands();
  void connectViews();
  bool asksModel(const QList<QUrl>& urls);  // asks the model about dropped pictures; false: it cannot be asked about these files
  void ask(const QStringList& files);
  void showPage();
  void showTitle(const QString& name);
  void restoreLayout();
  void resetLayout();

  QSettings& settings_;
  std::unique_ptr<WindowActions> actions_;
  ViewContext c_;
  SwitchesModel* switches_;
  CloseGuard* guard_;
  ViewTabs* tabs_;
  ProjectDesk* desk_;
  StartDesk* start_;
  ProjectDock* project_;
  InspectorDock* inspector_;
  QByteArray defaultLayout_;
};

}  // namespace stepscope
