// Writes the displayed trace to a file, off the GUI thread.
#pragma once

#include <QObject>

#include "views/common/job.h"
#include "views/common/message_bar.h"

namespace stepscope {

class ShownTrace;

class TraceSaver : public QObject {
  Q_OBJECT
 public:
  TraceSaver(const ShownTrace& shown, QWidget* view);  // `view`: the parent of the dialog; it owns this object
  // As Chrome JSON (.json, .json.gz), our own file (.sstrace) or its spans as CSV (.csv); saved() follows.
  void saveTo(const QString& path);

 public Q_SLOTS:
  void ask();  // asks for the file

 Q_SIGNALS:
  void saved(const stepscope::Message& message);  // done, or why not

 private:
  const ShownTrace& shown_;
  QWidget* view_;
  JobSlot job_;
};

}  // namespace stepscope
