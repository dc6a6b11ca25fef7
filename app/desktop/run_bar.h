// The tool bar: project and run, the run's controls, the device and its memory, quick search. If the window is narrow, names are elided first, then
// the chips; Train, Pause, Stop and Capture always keep their size.
#pragma once

#include <QToolBar>

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
  void setProjectName(const QString& name);
  // The run whose curves are shown. back: the run that is in training or was trained last here, if that is another one: a button goes back to it;
  // else empty.
  void setRunName(const QString& name, const QString& back = {});
  QString runName() const;
  void setDevice(const QString& text, const QString& tip);
  void setMemory(const QString& text, const QString& tip);
  QToolButton* trainButton() const { return train_; }
  QToolButton* backButton() const { return back_; }
  QMenu* deviceMenu() const { return deviceMenu_; }  // at the device's arrow: chooses the device of the next run

 private:
  ElidedLabel *project_, *run_, *memory_;
  QToolButton *back_, *train_, *device_;
  QMenu* deviceMenu_;
};

}  // namespace stepscope
