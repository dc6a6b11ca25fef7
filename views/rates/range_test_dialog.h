// The dialog of the learning-rate range test: its limits, the loss over the rate as it is measured, the suggestion, and the button that sets a rate
// in the project.
#pragma once

#include <QDialog>
#include <optional>

#include "core/project/project.h"
#include "views/rates/range_test.h"

class QCPGraph;
class QCPItemLine;
class QCPItemText;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace stepscope {

class RatePlot;

class RangeTestDialog : public QDialog {
  Q_OBJECT
 public:
  explicit RangeTestDialog(QWidget* parent = nullptr);

  void setProject(const Project& project);  // tested from now on; ends a test of another one and deletes its points
  void setTraining(bool training);          // a run uses the processor: no test can start, and a running one ends

  RangeTest* test() const { return test_; }
  QLineEdit* leastField() const { return least_; }
  QLineEdit* mostField() const { return most_; }
  QSpinBox* stepsField() const { return steps_; }
  QPushButton* startButton() const { return start_; }  // Start, and Cancel while it runs
  QPushButton* useButton() const { return use_; }
  RatePlot* plot() const { return plot_; }
  MessageBar* messageBar() const { return bar_; }
  QString verdict() const;    // the result of the test, in a sentence
  double chosenRate() const;  // NaN: none yet. The suggestion, or the clicked rate
  QString table() const;      // rate, loss and smoothed loss: tab-separated, with a heading line

 Q_SIGNALS:
  void rateChosen(double learningRate);  // for train.optimizer.learning_rate

 private:
  void startOrCancel();
  std::optional<double> rateIn(const QLineEdit* field) const;
  void showPoints();
  void showResult(const LrRangeResult& result);
  void choose(double rate);
  void updateButtons();
  void colorLines();

  std::optional<Project> project_;
  bool training_ = false;
  double chosen_, suggestion_;
  std::vector<double> line_;  // from the verdict; empty: none yet
  RangeTest* test_;

  QLineEdit *least_, *most_;
  QSpinBox* steps_;
  QPushButton *start_, *use_;
  QProgressBar* progress_;
  QLabel *progressText_, *verdict_;
  MessageBar* bar_;
  RatePlot* plot_;
  QCPGraph *loss_, *smoothed_;
  QCPItemLine *chosenLine_, *currentLine_;
  QCPItemText *chosenText_, *currentText_;
};

}  // namespace stepscope
