// Shows which checkpoints a clean-up would delete, and how much space it frees, before it is done.
#pragma once

#include <QWidget>
#include <optional>

#include "core/project/project.h"
#include "core/train/checkpoint/checkpoint_care.h"
#include "views/common/job.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableView;

namespace stepscope {

class CheckpointsModel;

class CleanUpPage : public QWidget {
  Q_OBJECT
 public:
  explicit CleanUpPage(QWidget* parent = nullptr);
  void open(const Project& project, RunId run, const QString& runName);
  CheckpointsModel* model() const { return model_; }
  QLabel* sentence() const { return sentence_; }
  QPushButton* go() const { return go_; }
  QSpinBox* keepLast() const { return keepLast_; }
  QSpinBox* keepBest() const { return keepBest_; }
  QCheckBox* onlyThis() const { return only_; }

 Q_SIGNALS:
  void left();
  void planned();                                               // the preview is ready
  void cleaned(const QString& sentence, const QString& notes);  // what was deleted, and what was not
  void failed(const QString& sentence);

 private:
  void plan();
  void clean();
  void show(const CleanUp& plan);

  std::optional<Project> project_;
  RunId run_ = 0;
  CleanUp plan_;
  CheckpointsModel* model_;
  QTableView* table_;
  QLabel* sentence_;
  QSpinBox *keepLast_, *keepBest_;
  QCheckBox* only_;
  QPushButton *go_, *back_;
  JobSlot job_;
};

}  // namespace stepscope
