// The left dock: what the project is, and its switches with what the planner predicts beside each before it is applied. Below them, always in
// sight, a bar: what the changed switches would do in one line, Apply and Revert.
//
// One rule for every field, number or list: a change is pending until it is applied, by Apply, by Enter in any field, or by Train, which
// trains what stands in the fields. Escape reverts. Enter gives the focus back to the view.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/project/project.h"
#include "core/train/switches/switch_rows.h"

class QComboBox;
class QFrame;
class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;
class QUndoStack;
class QVBoxLayout;

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
  void addBelow(QWidget* widget);                     // in the part that scrolls, behind the switches
  QUndoStack* history() const { return history_; }    // of what was applied
  QSpinBox* spinBox(const std::string& key) const;    // null for a switch of named values
  QComboBox* comboBox(const std::string& key) const;  // null for a number
  QLabel* predictionLabel(const std::string& key) const;
  QPushButton* applyButton() const { return apply_; }
  QPushButton* revertButton() const { return revert_; }
  QPushButton* fitButton() const { return fit_; }
  QFrame* bar() const { return bar_; }                       // Apply and Revert; never scrolled away
  QLabel* consequenceLabel() const { return consequence_; }  // what the pending switches would do, in one line
  // What was predicted of the run's switches and what came of it; none: no table.
  void setSwitchRows(const std::vector<SwitchRow>& rows);

 Q_SIGNALS:
  void applyRequested(const stepscope::Switches& switches);
  void focusReturned();  // Enter in a field: the keys are the view's again

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
  QGridLayout* buildSwitches();
  void buildBar();
  void apply();
  void showPending();
  void showPrediction();
  void showTotal();
  void showBar();
  void showLimits();
  void showHelp();
  void showRows();

  SwitchesModel* model_;
  QGridLayout* facts_;
  QLabel *modelFact_, *dataFact_, *inputFact_, *optimizerFact_, *scheduleFact_, *lengthFact_;
  std::vector<Row> rows_;
  std::vector<SwitchRow> switchRows_;
  QLabel *total_, *limits_, *fitSaid_, *measured_;
  QVBoxLayout* body_;  // of the part that scrolls
  QFrame* bar_;
  QLabel* consequence_;
  QPushButton *apply_, *revert_, *fit_;
  QUndoStack* history_;
  QString problem_;
  bool training_ = false, open_ = false;
};

}  // namespace stepscope
