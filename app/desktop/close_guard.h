// Decides whether the window may close. During a training it asks the user first, and closes the window when the run has stopped.
#pragma once

#include <QObject>

#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

class CloseGuard : public QObject {
  Q_OBJECT
 public:
  CloseGuard(const ViewContext& context, QWidget* window);  // the window owns this object
  bool mayClose();                                          // false: a run is training, and the user is asked first
  void restart();                                           // closes the window and starts the program again
  bool restarts() const { return restarts_; }

 private:
  void ask();
  void stop();

  const ViewContext c_;
  QWidget* window_;
  bool closing_ = false, restarts_ = false;
};

}  // namespace stepscope
