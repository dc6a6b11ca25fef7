// The effect of each switch on the way from the baseline to the best run: a waterfall chart of times for the same number of samples, and beside it
// throughput, memory and the metric.
#pragma once

#include <QWidget>
#include <memory>

#include "core/report/comparison.h"

namespace stepscope {

class BoughtChart : public QWidget {
  Q_OBJECT
 public:
  explicit BoughtChart(QWidget* parent = nullptr) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
  void setComparison(std::shared_ptr<const RunComparison> comparison);
  QString table() const;  // tab-separated
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QString tipOf(std::size_t row) const;
  std::shared_ptr<const RunComparison> comparison_;
};

}  // namespace stepscope
