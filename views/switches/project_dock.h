// The dock of the project, with its panel of switches and the preview of its learning rates. Shown together with the views of a project.
#pragma once

#include <QDockWidget>

#include "views/session/view_context.h"

namespace stepscope {

class ProjectPanel;
class SwitchesModel;

class ProjectDock : public QDockWidget {
  Q_OBJECT
 public:
  // `below`: a widget to show below the switches.
  ProjectDock(const ViewContext& context, SwitchesModel* switches, QWidget* below, QWidget* parent = nullptr);
  void setOffered(bool offered);  // hides it if there is no project, and shows it again
  void restoreWanted();           // shows it if it is hidden only because no project is open; called before the layout is saved
  int leastWidth() const;

 Q_SIGNALS:
  void focusReturned();  // keys go to the view again
  void shown();          // quick search led to a field in it, so the views must come to the front

 private:
  void connectSession();
  void takeReloaded();
  void addSearch();

  const ViewContext c_;
  SwitchesModel* switches_;
  ProjectPanel* panel_;
  bool wanted_ = false;  // the user wants it; it is hidden only while it is empty
};

}  // namespace stepscope
