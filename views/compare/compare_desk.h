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
  CompareDesk(const ViewContext& context, CompareView* view);  // the view owns it

  void compare(const std::vector<RunId>& runs);  // opens the tab; the first is the baseline
  void compareLatest();                          // the newest two trained runs
  // HTML, or PDF by the file name; off the GUI thread; reportWritten or message follows.
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
