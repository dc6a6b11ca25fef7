// Notices if the open project's file or folder, or the displayed run, is deleted. A message says so, with a button that restores it or shows another
// run.
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
  // `fileBar` is the message bar for the project file.
  GoneWatch(const ViewContext& context, MessageBar* fileBar, QObject* parent);

 private:
  void take();  // reads the text of the project file, after the session has read it
  void look();  // checks once a second whether the project file still exists
  void writeAgain();
  void runsChanged();

  const ViewContext c_;
  MessageBar* fileBar_;
  QTimer timer_;
  QByteArray text_;    // text of the project file when it was last read
  int missed_ = 0;     // number of checks since the file was last found
  QSet<qint64> seen_;  // displayed runs that were found in the store
  QSet<qint64> own_;   // runs that were deleted in this window, so that no message is needed
};

}  // namespace stepscope
