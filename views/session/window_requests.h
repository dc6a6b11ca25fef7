// What a view may ask of the window that it is in.
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
  void viewRequested(const QString& name);  // to come to the front with the focus; by its name in the table of views
  void viewShown(const QString& name);      // it has come to the front
  void trainRequested();                    // as the command Train; nothing without a project
  void recordRequested();                   // steps of the run in training; else a run is trained; without a project a trace is opened
  void planRequested();                     // the plan of the step; without a project it is asked for
  void resumeRequested(qint64 run);
  void checkpointsRequested(qint64 run);
  void projectRequested(const QString& file);  // to be opened; empty: the user is asked for it
  void traceRequested();                       // the user is asked for it
  void reloadRequested();                      // the project's file was written
  void settingRequested(const std::string& key);
  void fitRequested();                                  // all of the curves
  void queueStopRequested();                            // of a sweep, since the window closes
  void badgeRequested(const QString& view, int count);  // on its tab; 0: none
  void message(const stepscope::Message& message);      // at the top of the window
};

}  // namespace stepscope
