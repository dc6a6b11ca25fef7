// Starts training, resuming and capturing, for every command and view, and enables the commands that have an effect in the present state.
#pragma once

#include <QObject>

#include "core/store/run_store.h"
#include "views/session/view_context.h"

class QToolButton;

namespace stepscope {

class ProjectDesk;
class SwitchesModel;
struct WindowActions;

class RunControl : public QObject {
  Q_OBJECT
 public:
  // `trainButton` gets the menu of runs that can be resumed. All arguments must outlive this object.
  RunControl(const ViewContext& context, const WindowActions& actions, SwitchesModel* switches, ProjectDesk& desk, QToolButton* trainButton,
             QObject* parent);

 public Q_SLOTS:
  void train();
  void resume(qint64 run);

 private:
  void record();
  void plan();
  void showMenu();
  void update();

  const ViewContext c_;
  const WindowActions& actions_;
  SwitchesModel* switches_;
  ProjectDesk& desk_;
  QToolButton* trainButton_;
};

}  // namespace stepscope
