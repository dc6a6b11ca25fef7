// The tool bar: project and run, the run's controls, the device and its memory, quick search.
#pragma once

#include <QToolBar>

class QLabel;
class QMenu;
class QToolButton;

namespace stepscope {

struct WindowActions;

class RunBar : public QToolBar {
  Q_OBJECT
 public:
  RunBar(const WindowActions& actions, QWidget* parent = nullptr);
  void setProjectName(const QString& name);
  void setRunName(const QString& name);
  void setDevice(const QString& text, const QString& tip);
  void setMemory(const QString& text, const QString& tip);
  QToolButton* trainButton() const { return train_; }
  QMenu* deviceMenu() const { return deviceMenu_; }  // on the device's arrow: which one the next run trains on

 private:
  QLabel *project_, *run_, *memory_;
  QToolButton *train_, *device_;
  QMenu* deviceMenu_;
  QAction* memoryAction_ = nullptr;
};

}  // namespace stepscope
