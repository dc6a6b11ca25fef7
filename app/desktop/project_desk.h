// Opens every kind of file in the window: projects, traces, runs to import, and data for new projects. Offers to read the project file again after a
// change.
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
    MessageBar* file;  // for messages that the project file has changed or is missing
    ProgressStrip* progress;
  };
  // `window` is the parent of the dialogs. All arguments must outlive this object.
  ProjectDesk(const ViewContext& context, const WindowActions& actions, QSettings& settings, const Bars& bars, QWidget* window);
  void setStart(StartDesk* start);  // `start` stores recent files, and begins new projects

  // Opens a project by its file or folder. If this fails, a message says why, and false is returned.
  bool openProject(const QString& path);
  void openTrace(const QString& path);  // off the GUI thread; shown in the timeline
  void openFile(const QString& path);   // any kind of file
  bool saveIn(const QString& parent);   // copies the project into a new folder in `parent`, and opens the copy
  bool queueTrains();                   // true: a sweep is training, so another training must wait; a message is shown
  void say(const Message& message);
  void dismiss();  // hides the message

 public Q_SLOTS:
  void reload();

 Q_SIGNALS:
  void trainRequested();  // the project was opened in order to train
  void importRequested(const QString& path);

 private:
  void connectProgress(ProgressStrip* strip);
  void askForProject();
  void askForTrace();
  void showRecent();
  void showFileChanged(bool changed);
  void sayOfRun(const Message& told);                        // about a run; adds a cure if its project is not writable, or if a setting is wrong
  void sayOfFile(const QString& path, const Message& told);  // about a project that cannot be opened

  const ViewContext c_;
  const WindowActions& actions_;
  QSettings& settings_;
  QWidget* window_;
  MessageBar *bar_, *fileBar_;
  StartDesk* start_ = nullptr;
};

}  // namespace stepscope
