// The checkpoints of a run: where it can be resumed, their validation results and their sizes; resume, fork, export, delete, clean up. Files are read
// and written off the GUI thread.
#pragma once

#include <QDialog>
#include <optional>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/checkpoint/checkpoint_care.h"
#include "views/common/job.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace stepscope {

class CheckpointsModel;
class CleanUpPage;
class ForkForm;
class MessageBar;

class CheckpointsDialog : public QDialog {
  Q_OBJECT
 public:
  explicit CheckpointsDialog(QWidget* parent = nullptr);
  void open(const Project& project, const RunInfo& run);
  void setRun(const RunInfo& run);  // the run may have ended since
  void setTraining(bool training);  // during a training no other run can start
  RunId run() const { return run_.id; }
  void reload();
  // Exports the weights of the selected checkpoint to a file.
  void exportTo(const QString& file);

  CheckpointsModel* model() const { return model_; }
  QTableView* table() const { return table_; }
  QPushButton* resumeButton() const { return resume_; }
  QPushButton* forkButton() const { return fork_; }
  QPushButton* deleteButton() const { return delete_; }
  QPushButton* cleanButton() const { return clean_; }
  ForkForm* forkForm() const { return form_; }
  CleanUpPage* cleanUpPage() const { return page_; }
  MessageBar* messageBar() const { return bar_; }

 Q_SIGNALS:
  void resumeRequested(qint64 run);
  void forkRequested(qint64 run, const QString& checkpoint, const stepscope::Overrides& changes);
  void loaded();
  void exported(const QString& file);

 private:
  std::optional<CheckpointInfo> selected() const;
  void selectionChanged();
  void askToDelete();
  void deleteSelected(bool force);
  void askForFile();
  void beginFork();
  void say(const QString& what, const QString& cure = {}, bool error = true);

  std::optional<Project> project_;
  RunInfo run_;
  bool training_ = false;
  CheckpointsModel* model_;
  QTableView* table_;
  QLabel *heading_, *sum_;
  QPushButton *resume_, *fork_, *export_, *delete_, *clean_;
  ForkForm* form_;
  CleanUpPage* page_;
  QStackedWidget* stack_;
  MessageBar* bar_;
  JobSlot listing_, working_;
};

}  // namespace stepscope
