// Opens whatever it is in the window: a project, a trace, data for a new project; reads the project's file again when it has changed.
#pragma once

#include <QObject>

#include "views/common/message_bar.h"
#include "views/session/view_context.h"

class QSettings;

namespace stepscope {

class ProgressStrip;
class StartDesk;
struct WindowActions;

class ProjectDesk : public QObject {
  Q_OBJECT
 public:
  struct Bars {
    MessageBar* messages;
    MessageBar* file;  // that the project's file has changed on disk
    ProgressStrip* progress;
  };
  // window: of which the dialogs are. All of it outlives this.
  ProjectDesk(const ViewContext& context, const WindowActions& actions, QSettings& settings, const Bars& bars, QWidget* window);
  void setStart(StartDesk* start);  // where recent files are kept, and new projects begin

  // A project file, or the folder of one. Says in the message bar why it cannot be opened.
  bool openProject(const QString& path);
  void openTrace(const QString& path);  // off the GUI thread; the timeline shows it
  void openFile(const QString& path);   // whatever it is
  bool saveIn(const QString& parent);   // a copy of the project in a new folder there, which is opened
  bool queueTrains();                   // a sweep does, which was said: another training would take its time
  void say(const Message& message);
  void dismiss();  // what the bar says

 public Q_SLOTS:
  void reload();

 Q_SIGNALS:
  void trainRequested();  // the project was opened for that
  void importRequested(const QString& path);

 private:
  void connectProgress(ProgressStrip* strip);
  void askForProject();
  void askForTrace();
  void showRecent();
  void showFileChanged(bool changed);
  void sayOfRun(const Message& told);                        // with a cure where its project cannot be written, or where a setting is
  void sayOfFile(const QString& path, const Message& told);  // of a project that cannot be opened

  const ViewContext c_;
  const WindowActions& actions_;
  QSettings& settings_;
  QWidget* window_;
  MessageBar *bar_, *fileBar_;
  StartDesk* start_ = nullptr;
};

}  // namespace stepscope
