// The Sweeps tab: the plan of the sweep, and the queue of its runs, with its order, pauses and results. The engine trains the queue; this view shows
// it.
#pragma once

#include <QWidget>
#include <vector>

#include "core/store/run_store.h"
#include "views/common/job.h"
#include "views/sweeps/sweep_plan.h"

class QLabel;
class QPushButton;
class QTableView;
class QTimer;

namespace stepscope {

struct ViewContext;
class Card;
class MessageBar;
class PlanEditor;
class Session;
class SweepsModel;

class SweepsView : public QWidget {
  Q_OBJECT
 public:
  explicit SweepsView(Session* session, QWidget* parent = nullptr);
  ~SweepsView() override;

  bool active() const;  // whether the queue trains
  void stop();          // the run in training saves a checkpoint
  PlanEditor* editor() const { return editor_; }
  SweepsModel* model() const { return model_; }
  QTableView* table() const { return table_; }
  QPushButton* startButton() const { return start_; }
  QPushButton* pauseButton() const { return pause_; }
  QPushButton* stopButton() const { return stop_; }
  QPushButton* upButton() const { return up_; }
  QPushButton* downButton() const { return down_; }
  QPushButton* skipButton() const { return skip_; }
  QPushButton* showButton() const { return show_; }
  MessageBar* messageBar() const { return bar_; }
  QString sentence() const;
  QString problem() const;  // of the plan; empty: there is none
  bool planning() const;    // the plan is being checked

 Q_SIGNALS:
  void activeChanged(bool active);
  void runsRequested(const std::vector<stepscope::RunId>& runs);  // show them in the table of runs
  void projectRequested();                                        // a sweep needs a project

 private:
  void takeProject(bool other);
  void planLater();
  bool begun() const;  // whether a run of the queue has been trained, or is about to be
  void makeQueue();
  void update();
  void updateButtons();
  void startQueue();
  std::vector<int> selectedIds() const;
  void moveSelected(int by);
  void skipSelected();
  void showRuns();

  Session* session_;
  SweepsModel* model_;
  MessageBar* bar_;
  QLabel *sentence_, *of_, *problem_;
  Card *planCard_, *queueCard_;
  PlanEditor* editor_;
  QTableView* table_;
  QPushButton *start_, *pause_, *stop_, *up_, *down_, *skip_, *show_, *open_;
  QTimer* later_;
  bool lookForKept_ = false;  // look for a queue that an earlier window left; it has priority over the plan in the file
  bool touched_ = false;      // the user changed the plan; the project's file must not overwrite it
  bool wasActive_ = false;
  JobSlot job_;
};

QWidget* makeSweepsView(const ViewContext& context);

}  // namespace stepscope
