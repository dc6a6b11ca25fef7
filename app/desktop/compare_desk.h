// The comparison of runs in the window: opens it from the Runs table, from a finished run and from the Curves tab, and writes its report.
#pragma once

#include <QObject>
#include <vector>

#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/common/message_bar.h"

class QWidget;

namespace stepscope {

class CompareView;
class CurvesModel;
class CurvesView;
class RunsModel;
class RunsStore;

class CompareDesk : public QObject {
  Q_OBJECT
 public:
  struct Views {
    CurvesModel* model;
    CurvesView* curves;
    RunsModel* runs;
    CompareView* compare;
  };
  CompareDesk(RunsStore* store, const Views& views, QObject* parent = nullptr);

  void compare(const std::vector<RunId>& runs);  // opens the tab; the first is the baseline
  void compareLatest();                          // the newest two that trained
  // HTML, or PDF where the name says so; off the GUI thread, told by reportWritten or message.
  void writeReport(const std::vector<RunId>& runs, const QString& file);

 Q_SIGNALS:
  void showRequested(QWidget* view);
  void curvesRequested(const std::vector<stepscope::RunId>& runs);
  void runShown(const QString& name);  // whose curves are shown; empty: of none, or of several
  void reportWritten(const QString& file);

 private:
  void askForReport(const std::vector<RunId>& runs);
  void runsChanged();
  void offerPrevious();
  void say(const Message& message);

  RunsStore* store_;
  Views views_;
  RunId shown_ = 0;
  JobSlot writing_;
};

}  // namespace stepscope
