// The dock of the project: its panel of switches, the preview of its learning rates. It is there while views of a project are.
#pragma once

#include <QDockWidget>

#include "views/session/view_context.h"

namespace stepscope {

class ProjectPanel;
class SwitchesModel;

class ProjectDock : public QDockWidget {
  Q_OBJECT
 public:
  // below: what stands under the switches.
  ProjectDock(const ViewContext& context, SwitchesModel* switches, QWidget* below, QWidget* parent = nullptr);
  void setOffered(bool offered);  // hides it for want of a project, and shows it again
  void restoreWanted();           // before the layout is kept: it is hidden only for want of a project
  int leastWidth() const;

 Q_SIGNALS:
  void focusReturned();  // the keys are the view's again
  void shown();          // a field of it is looked for: views come to the front

 private:
  void connectSession();
  void takeReloaded();
  void addSearch();

  const ViewContext c_;
  SwitchesModel* switches_;
  ProjectPanel* panel_;
  bool wanted_ = false;  // it is hidden only while there is nothing to show in it
};

}  // namespace stepscope
