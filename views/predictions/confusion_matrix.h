// A confusion matrix as a picture: one row per true class, one column per predicted class. Right answers are blue, wrong ones orange
// (distinguishable with the common colour-vision deficiencies, and by position). The larger the part of the true class, the stronger is the colour.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/report/prediction_figures.h"

namespace stepscope {

class ConfusionMatrix : public QWidget {
  Q_OBJECT
 public:
  struct Cell {
    int truth = -1, answer = -1;
    bool operator==(const Cell&) const = default;
    bool none() const { return truth < 0; }
  };

  explicit ConfusionMatrix(QWidget* parent = nullptr);

  void setFigures(std::shared_ptr<const PredictionFigures> figures);  // null: the matrix is empty
  // Shows fractions of the true class (each row sums to 1) instead of counts.
  void setNormalised(bool normalised);
  bool normalised() const { return normalised_; }
  Cell selected() const { return selected_; }
  void select(Cell cell);  // Cell{}: selects none

  QRectF cellRect(Cell cell) const;
  std::optional<Cell> cellAt(QPointF place) const;
  QString cellText(Cell cell) const;  // "12" or "12 %"; "·" for none
  QString table() const;              // tab-separated: counts, or fractions if normalised
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void selectionChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int classes() const { return figures_ ? static_cast<int>(figures_->classes.size()) : 0; }
  double cellSide() const;
  void measure();
  QString describe(Cell cell) const;

  std::shared_ptr<const PredictionFigures> figures_;
  bool normalised_ = false, upright_ = false;  // upright_: the names of the columns are vertical
  Cell selected_;
  int left_ = 0, top_ = 0;  // px at the left and the top for names and captions
};

}  // namespace stepscope
