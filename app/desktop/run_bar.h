// The tool bar: project and run, the run's controls, the device and its memory, quick search. If the window is narrow, names are elided first, then
// the chips; Train, Pause, Stop and Capture always keep their size.
#pragma once

#include <QToolBar>
#include <vector>

class QMenu;
class QToolButton;

namespace stepscope {

class ElidedLabel;
struct ViewContext;
struct WindowActions;

class RunBar : public QToolBar {
  Q_OBJECT
 public:
  RunBar(const ViewContext& context, const WindowActions& actions, QWidget* parent = nullptr);
  QString runName() const;  // name of the run whose curves are shown
  void setDevice(const QString& text, const QString& tip);
  void setMemory(const QString& text, const QString& tip);
  QToolButton* trainButton() const { return train_; }
  QToolButton* backButton() const { return back_; }
  QMenu* deviceMenu() const { return deviceMenu_; }  // opened by the arrow beside the device; chooses the device of the next run

 private:
  void showDocument();

  QString trace_, projectName_, runName_, home_;  // home_: if another run is shown, the run in training or the newest one; back_ shows it
  ElidedLabel *project_, *run_, *memory_;
  QToolButton *back_, *train_, *device_;
  std::vector<QToolButton*> commands_;  // buttons Train, Pause, Stop, Capture
  QMenu* deviceMenu_;
};

}  // namespace stepscope
