// The status bar: epoch and step, progress, speed, time left, data wait, last save. Updated four times a second during a training.
#pragma once

#include <QStatusBar>
#include <QTimer>

class QProgressBar;

namespace stepscope {

class ElidedLabel;
class Session;

class StatusStrip : public QStatusBar {
  Q_OBJECT
 public:
  explicit StatusStrip(Session* session, QWidget* parent = nullptr);
  QString positionText() const;
  QString speedText() const;
  static QString dataWaitText(double share);  // `share` of the step's time, in [0, 1]: "data wait 12 %", "data wait none"
  void refresh();
  // `sentence` says why the step is slow; `of` names the steps and times that it refers to. Empty: not known.
  void setVerdict(const QString& sentence, const QString& of);
  QString verdictText() const;

 private:
  Session* session_;
  ElidedLabel *position_, *speed_, *save_, *verdict_;
  QProgressBar* bar_;
  QTimer timer_;
};

}  // namespace stepscope
