// The plan of a sweep: its kind, keys with their values, or one run per line.
#pragma once

#include <QWidget>
#include <vector>

#include "core/project/project.h"
#include "views/sweeps/sweep_plan.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QVBoxLayout;

namespace stepscope {

class PlanEditor : public QWidget {
  Q_OBJECT
 public:
  explicit PlanEditor(QWidget* parent = nullptr);

  void setProject(const Project* project);  // its values are offered; null: none
  SweepPlan plan() const;
  void setPlan(const SweepPlan& plan);

  QComboBox* kindBox() const { return kind_; }
  QSpinBox* runsBox() const { return runs_; }
  QPushButton* addButton() const { return add_; }
  QPlainTextEdit* listEdit() const { return list_; }
  int rowCount() const { return static_cast<int>(rows_.size()); }
  QComboBox* keyBox(int row) const { return rows_[static_cast<std::size_t>(row)].key; }
  QLineEdit* valuesEdit(int row) const { return rows_[static_cast<std::size_t>(row)].values; }
  QPushButton* removeButton(int row) const { return rows_[static_cast<std::size_t>(row)].remove; }

 Q_SIGNALS:
  void edited();

 private:
  struct Row {
    QWidget* widget;
    QComboBox* key;
    QLineEdit* values;
    QPushButton* remove;
  };
  void addRow(const SweepPlan::Row& row);
  void removeRow(QWidget* widget);
  void kindChanged();
  QString proposalFor(const std::string& key) const;

  Project project_;
  QComboBox* kind_;
  QWidget *draws_, *keys_;
  QSpinBox *runs_, *seed_;
  QPushButton* add_;
  QPlainTextEdit* list_;
  QStackedWidget* pages_;
  QVBoxLayout* rowLayout_;
  std::vector<Row> rows_;
};

}  // namespace stepscope
