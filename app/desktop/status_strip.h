// The status bar: epoch and step, progress, speed, time left, data wait, last save. Updated four times a second.
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
  static QString dataWaitText(double share);  // as part of the step's time: "data wait 12 %", "data wait none"
  void refresh();
  // The main reason why the step is slow, in one sentence, and the trace it is from; empty: not known.
  void setVerdict(const QString& sentence, const QString& of);
  QString verdictText() const;

 private:
  Session* session_;
  ElidedLabel *position_, *speed_, *save_, *verdict_;
  QProgressBar* bar_;
  QTimer timer_;
};

}  // namespace stepscope
