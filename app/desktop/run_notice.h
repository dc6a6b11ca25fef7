// Reports the end and the warnings of a run while the window is not active: by a notification of the desktop where these exist, an alert in the task
// bar, and a message at the top of the window.
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

  // The texts of a notification: "run 3 has finished", and "accuracy 98.2 % on the validation data, after 4 min" (empty for a failed run).
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
