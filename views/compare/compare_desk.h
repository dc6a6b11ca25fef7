// The Compare tab in its window: compares what other views ask for, follows runs that still train, and writes the report.
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
  CompareDesk(const ViewContext& context, CompareView* view);  // belongs to the view

  void compare(const std::vector<RunId>& runs);  // opens the tab; the first is the baseline
  void compareLatest();                          // the newest two that trained
  // HTML, or PDF where the name says so; off the GUI thread, told by reportWritten or message.
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
