// Requests of views to their window.
#pragma once

#include <QObject>
#include <string>

#include "views/common/message_bar.h"

namespace stepscope {

class WindowRequests : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

 Q_SIGNALS:
  void viewRequested(const QString& name);  // show the view and give it the focus; by its name in the table of views
  void viewShown(const QString& name);      // it has come to the front
  void trainRequested();                    // like the command Train; nothing without a project
  void recordRequested();                   // capture steps of the run in training; else train a run; without a project open a trace
  void planRequested();                     // make the plan of the step; without a project ask for it
  void resumeRequested(qint64 run);
  void checkpointsRequested(qint64 run);
  void projectRequested(const QString& file);  // open it; empty: ask the user
  void traceRequested();                       // ask the user for a trace
  void reloadRequested();                      // the project's file was written
  void settingRequested(const std::string& key);
  void fitRequested();                                  // show all of the curves
  void queueStopRequested();                            // of a sweep, because the window closes
  void badgeRequested(const QString& view, int count);  // on its tab; 0: none
  void message(const stepscope::Message& message);      // at the top of the window
};

}  // namespace stepscope
