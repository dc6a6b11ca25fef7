// Statistics of the selected range: one sentence and a table by name, category or layer.
#pragma once

#include <QFrame>
#include <QTimer>
#include <memory>

#include "profiler/trace/trace.h"
#include "views/common/range_state.h"
#include "views/timeline/range_table_model.h"

class QComboBox;
class QTableView;

namespace stepscope {

class ElidedLabel;
class RangePanel : public QFrame {
  Q_OBJECT
 public:
  explicit RangePanel(QWidget* parent = nullptr);

  // Computed a moment after the last change, so that dragging a range over ten million spans is smooth.
  void setRange(std::shared_ptr<const Trace> trace, TimeRange range);
  void countNow();
  const RangeTableModel& table() const { return *model_; }
  QTableView* view() const { return view_; }
  QComboBox* grouping() const { return grouping_; }
  QString sentence() const;

 Q_SIGNALS:
  void nameActivated(const QString& name);  // double click or Enter on a row
  void closed();

 private:
  std::shared_ptr<const Trace> trace_;
  TimeRange range_;
  QTimer timer_;
  RangeTableModel* model_;
  ElidedLabel* sentence_;
  QComboBox* grouping_;
  QTableView* view_;
};

}  // namespace stepscope
