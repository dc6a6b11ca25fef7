// The left dock: facts about the project, and its switches with the planner's prediction beside each before it is applied. Below them, always
// visible, a bar with the effect of the changed switches in one line, Apply and Revert.
//
// One rule for every field, number or list: a change is pending until it is applied, by Apply, by Enter in any field, or by Train, which uses
// the values in the fields. Escape reverts. Enter returns the focus to the view.
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
  void setProblem(const QString& sentence);  // why the step cannot be built; empty: no problem is known
  void setTraining(bool training);
  void addBelow(QWidget* widget);                     // in the scrolling part, after the switches
  QUndoStack* history() const { return history_; }    // history of applied changes
  QSpinBox* spinBox(const std::string& key) const;    // null for a switch with named values
  QComboBox* comboBox(const std::string& key) const;  // null for a number
  QLabel* predictionLabel(const std::string& key) const;
  QPushButton* applyButton() const { return apply_; }
  QPushButton* revertButton() const { return revert_; }
  QPushButton* fitButton() const { return fit_; }
  QFrame* bar() const { return bar_; }                       // Apply and Revert; always visible
  QLabel* consequenceLabel() const { return consequence_; }  // the effect of the pending switches, in one line
  // Predictions for the run's switches and the results; none: no table.
  void setSwitchRows(const std::vector<SwitchRow>& rows);

 Q_SIGNALS:
  void applyRequested(const stepscope::Switches& switches);
  void focusReturned();  // Enter in a field: keys go to the view again

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
  QVBoxLayout* body_;  // of the scrolling part
  QFrame* bar_;
  QLabel* consequence_;
  QPushButton *apply_, *revert_, *fit_;
  QUndoStack* history_;
  QString problem_;
  bool training_ = false, open_ = false;
};

}  // namespace stepscope
