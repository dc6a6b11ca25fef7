// Tells that a run ended, stopped, failed or diverged while the window is not in front: a notification of the desktop where there is one, an alert in
// the task bar, and a message at the top of the window for whoever comes back to it.
#pragma once

#include <QElapsedTimer>
#include <QObject>

#include "core/train/run/events.h"
#include "views/session/view_context.h"

class QSystemTrayIcon;
class QWidget;

namespace stepscope {

struct Message;

class RunNotice : public QObject {
  Q_OBJECT
 public:
  RunNotice(const ViewContext& context, QWidget* window);

  // "run 3 has finished", and with which result: "accuracy 98.2 % on the validation data, after 4 min".
  static QString titleOf(const EndEvent& end, const QString& run);
  static QString textOf(const EndEvent& end);

 Q_SIGNALS:
  void told(const QString& title, const QString& text);

 private:
  void ended(const EndEvent& end);
  void warned(const Message& message);
  void tell(const QString& title, const QString& text);

  const ViewContext c_;
  QWidget* window_;
  QSystemTrayIcon* tray_ = nullptr;
  QString run_;  // the name of the run in training
  QElapsedTimer lastWarning_;
};

}  // namespace stepscope
