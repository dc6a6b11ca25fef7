// The status bar: epoch and step, progress, speed, time left, data wait, last save. Looks at the session four times a second.
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
  static QString dataWaitText(double share);  // of the step's time: "data wait 12 %", "data wait none"
  void refresh();
  // What holds the step back, in one sentence, and what that is of; empty: not known.
  void setVerdict(const QString& sentence, const QString& of);
  QString verdictText() const;

 private:
  Session* session_;
  ElidedLabel *position_, *speed_, *save_, *verdict_;
  QProgressBar* bar_;
  QTimer timer_;
};

}  // namespace stepscope
