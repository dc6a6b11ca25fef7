// What vanishes while it is open: the project's file or folder, or the run on display. A sentence says so, and a button brings it back or leads on.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSet>
#include <QTimer>

#include "views/session/view_context.h"

namespace stepscope {

class MessageBar;

class GoneWatch : public QObject {
  Q_OBJECT
 public:
  // fileBar: where the window tells of the project's file.
  GoneWatch(const ViewContext& context, MessageBar* fileBar, QObject* parent);

 private:
  void take();  // the project's file was read
  void look();  // whether it is still there
  void writeAgain();
  void runsChanged();

  const ViewContext c_;
  MessageBar* fileBar_;
  QTimer timer_;
  QByteArray text_;    // of the project's file when it was read last
  int missed_ = 0;     // looks since the file was seen
  QSet<qint64> seen_;  // runs on display that were in the store
  QSet<qint64> own_;   // runs that were deleted in this window, which has told so
};

}  // namespace stepscope
