// A strip above the table of runs, visible only during a watch. It shows how much of the watched folder was read, and a button stops the watch.
#pragma once

#include <QFrame>
#include <QTimer>

class QPushButton;

namespace stepscope {

class ElidedLabel;
class FolderWatch;

class WatchStrip : public QFrame {
  Q_OBJECT
 public:
  explicit WatchStrip(FolderWatch* watch, QWidget* parent = nullptr);
  QPushButton* stopButton() const { return stop_; }
  QString text() const;

 private:
  void update();

  FolderWatch* watch_;
  ElidedLabel *what_, *text_;
  QPushButton* stop_;
  QTimer timer_;
};

}  // namespace stepscope
