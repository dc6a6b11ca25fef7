// One column of the runs over another (run_columns.h): one point per run, on linear or logarithmic axes.
#pragma once

#include "views/compare/run_columns.h"

class QComboBox;
class QToolButton;

namespace stepscope {

class ScatterPlot : public RunPicture {
  Q_OBJECT
 public:
  using RunPicture::RunPicture;
  void setColumns(std::vector<RunColumn> columns) {
    columns_ = std::move(columns);
    update();
  }
  void setAxes(int x, int y, bool logX, bool logY);
  QPointF placeOf(int run) const;  // NaN: the value is not known, or not positive on a logarithmic axis
  QString table() const;           // tab-separated
  QSize sizeHint() const override { return {360, 240}; }
  QSize minimumSizeHint() const override { return {240, 180}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  int runAt(const QPointF& place) const override;
  QString tipOf(int run) const override;

 private:
  struct Axis {
    double low = 0, high = 1;
    bool logarithmic = false;
    double share(double value) const;
    std::vector<double> ticks() const;
  };
  bool ready() const;
  const RunColumn& column(int index) const { return columns_[static_cast<std::size_t>(index)]; }
  Axis axisOf(int column, bool logarithmic) const;
  QRectF area() const;

  std::vector<RunColumn> columns_;
  int x_ = -1, y_ = -1;
  bool logX_ = false, logY_ = false;
};

// The plot, with the controls that choose its axes.
class ScatterPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ScatterPanel(QWidget* parent = nullptr);
  ScatterPlot* plot() const { return plot_; }
  QComboBox* xBox() const { return x_; }
  QComboBox* yBox() const { return y_; }
  QToolButton* logX() const { return logX_; }
  QToolButton* logY() const { return logY_; }
  void setRuns(FactsList runs, int baseline);

 private:
  void choose();
  ScatterPlot* plot_;
  QComboBox *x_, *y_;
  QToolButton *logX_, *logY_;
};

}  // namespace stepscope
