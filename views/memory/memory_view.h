// The Memory tab: the plan of the training step. Predicted and resident peak, the plan by op over the step, what stays from step to step, and the
// values alive at the selected op.
#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "views/memory/memory_model.h"

class QHBoxLayout;
class QLabel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace stepscope {

struct ViewContext;
class AliveTableModel;
class Card;
class ElidedLabel;
class EmptyState;
class MemoryChart;
class Selection;

class MemoryView : public QWidget {
  Q_OBJECT
 public:
  // `selection`: used by all views; must outlive this widget.
  explicit MemoryView(Selection* selection, QWidget* parent = nullptr);
  ~MemoryView() override;

  void setPlan(std::shared_ptr<const PlanView> plan);  // null: nothing planned
  void setMeasuredPeak(std::int64_t bytes);            // 0: not measured yet
  // The first and the last node in the selected time range of the timeline. They are marked in the plan; without a selected node the table shows the
  // one among them with the most memory alive.
  void setNodeRange(std::optional<std::pair<NodeId, NodeId>> nodes);
  // The texts of the empty view; an empty button text hides the button.
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);

  const MemoryModel* model() const { return model_.get(); }
  MemoryChart* chart() const { return chart_; }
  QTableView* table() const { return table_; }
  QString heading() const;  // "Peak 1.42 GiB planned · 1.42 GiB resident, equal"
  QString saving() const;   // "sharing saved 3.1 GiB of 4.3 GiB"

 Q_SIGNALS:
  void planRequested();  // the empty view's button

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showNode(NodeId node);
  void onNodeSelected(int node);
  void onTensorSelected(int tensor);
  void updateHeading();
  void updateState();

  Selection* selection_;
  std::shared_ptr<const MemoryModel> model_;
  std::int64_t measured_ = 0;
  bool selecting_ = false;

  QStackedLayout* stack_;
  EmptyState* empty_;
  QWidget* content_;
  ElidedLabel* heading_;
  ElidedLabel* saving_;
  QLabel* state_;
  QLabel* legend_;
  QToolButton* toPeak_;
  MemoryChart* chart_;
  Card* aliveCard_;
  QTableView* table_;
  AliveTableModel* alive_;
};

QWidget* makeMemoryView(const ViewContext& context);

}  // namespace stepscope
