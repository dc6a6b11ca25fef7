// The tool bar: project and run, the run's controls, the device and its memory, quick search.
#pragma once

#include <QToolBar>

class QLabel;
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

 private:
  QLabel *project_, *run_, *memory_;
  QToolButton *train_, *device_;
  QAction* memoryAction_ = nullptr;
};

}  // namespace stepscope
