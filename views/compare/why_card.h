// Why the step time changed: the difference of two runs' steps as a sentence and a table, linked timelines, and memory plans.
#pragma once

#include <array>

#include "views/common/card.h"
#include "views/compare/why_model.h"

class QLabel;

namespace stepscope {

class CellTable;
class CurvePanel;
class TimelineCanvas;

class WhyCard : public Card {
  Q_OBJECT
 public:
  explicit WhyCard(WhyModel* model, QWidget* parent = nullptr);
  QString sentence() const;
  CellTable* table() const { return table_; }
  TimelineCanvas* timeline(int side) const { return timelines_[static_cast<std::size_t>(side)]; }
  CurvePanel* memory() const { return memory_; }

 private:
  void showWhy();
  void follow(int side, double begin, double end);  // after `side` moved to [begin, end] (ns), moves the other timeline too
  const WhySide& side(int index) const { return index == 0 ? model_->why()->a : model_->why()->b; }

  WhyModel* model_;
  QLabel *sentence_, *note_;
  CellTable* table_;
  QWidget* pictures_;
  std::array<QLabel*, 2> names_{};
  std::array<TimelineCanvas*, 2> timelines_{};
  CurvePanel* memory_;
};

}  // namespace stepscope
