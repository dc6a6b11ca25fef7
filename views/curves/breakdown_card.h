// Where the time of the captured steps goes: a bar by category, its legend, and the op table.
#pragma once

#include <memory>

#include "profiler/analysis/step_breakdown.h"
#include "views/common/card.h"

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace stepscope {

class OpTableModel;
class ShareBar;

QString titleOf(Category category);  // "data wait"

class BreakdownCard : public Card {
  Q_OBJECT
 public:
  explicit BreakdownCard(QWidget* parent = nullptr);
  // `note` names the source of the breakdown. If it is empty, the card shows the number of steps, their median and 95th percentile instead.
  void setBreakdown(std::shared_ptr<const StepBreakdown> breakdown, const QString& note = {});
  OpTableModel* model() const { return model_; }

 Q_SIGNALS:
  void layerActivated(const QString& layer);  // a row was double-clicked, or Enter was pressed on it

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void showLegend();

  std::shared_ptr<const StepBreakdown> breakdown_;
  ShareBar* bar_;
  QLabel* legend_ = nullptr;
  QLabel* hint_;
  OpTableModel* model_;
  QSortFilterProxyModel* sorted_;
  QTableView* view_;
};

}  // namespace stepscope
