// Connects the Compare tab: compares runs that other views ask for, follows runs in training, and writes the report.
#pragma once

#include <QObject>
#include <vector>

#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"
#include "views/session/view_context.h"

namespace stepscope {

class CompareView;

class CompareDesk : public QObject {
  Q_OBJECT
 public:
  CompareDesk(const ViewContext& context, CompareView* view);  // the view owns this object

  void compare(const std::vector<RunId>& runs);  // opens the tab; baseline: see CompareModel::compare
  void compareLatest();                          // compares the newest two runs that were trained
  // Writes the report off the GUI thread: as PDF if the name ends in .pdf, else as HTML. Afterwards reportWritten is emitted, or the message bar
  // shows the error.
  void writeReport(const std::vector<RunId>& runs, const QString& file);

 Q_SIGNALS:
  void reportWritten(const QString& file);

 private:
  void askForReport(const std::vector<RunId>& runs);
  void runsChanged();
  void say(const Message& message);
  QString storePath() const;

  const ViewContext c_;
  CompareView* view_;
  JobSlot writing_;
};

}  // namespace stepscope
