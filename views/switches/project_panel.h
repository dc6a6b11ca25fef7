// The left dock: what the project is, and its switches with the predicted peak memory beside each before it is applied.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/train/switches/switch_rows.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace stepscope {

struct ProjectFacts;
class SwitchesModel;

class ProjectPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ProjectPanel(SwitchesModel* model, QWidget* parent = nullptr);

  void setProject(const Project* project);  // null: none open
  void setFacts(const ProjectFacts* facts);
  void setPending(bool pending);             // data is being opened
  void setProblem(const QString& sentence);  // why the step cannot be built; empty: nothing is known to be in the way
  void setTraining(bool training);
  QSpinBox* spinBox(const std::string& key) const;    // null for a switch of named values
  QComboBox* comboBox(const std::string& key) const;  // null for a number
  QLabel* predictionLabel(const std::string& key) const;
  QPushButton* applyButton() const { return apply_; }
  QPushButton* fitButton() const { return fit_; }
  QLabel* changesLabel() const { return changes_; }  // what the pending switches would do, in words
  // What was predicted of the run's switches and what came of it; none: no table.
  void setSwitchRows(const std::vector<SwitchRow>& rows);

 Q_SIGNALS:
  void applyRequested(const stepscope::Switches& switches);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    std::string key;
    QLabel* label;
    QSpinBox* spin;     // for a number, else null
    QComboBox* choice;  // for named values, else null
    QLabel* prediction;
  };
  void addFact(int row, const QString& name, QLabel*& value);
  void showPending();
  void showPrediction();
  void showApply();
  void showLimits();
  void showHelp();
  void showChanges();
  void showRows();

  SwitchesModel* model_;
  QGridLayout* facts_;
  QLabel *modelFact_, *dataFact_, *inputFact_, *optimizerFact_, *scheduleFact_, *lengthFact_;
  std::vector<Row> rows_;
  std::vector<SwitchRow> switchRows_;
  QLabel *total_, *changes_, *when_, *limits_, *fitSaid_, *measured_;
  QPushButton *apply_, *revert_, *fit_;
  QString problem_;
  bool training_ = false, open_ = false;
};

}  // namespace stepscope
