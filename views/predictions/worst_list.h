// The samples with the largest loss of a classifier, worst first: picture, true and predicted class, and the predicted probabilities.
#pragma once

#include <QFrame>
#include <QImage>
#include <QScrollArea>
#include <memory>
#include <vector>

#include "core/report/prediction_figures.h"
#include "views/predictions/confusion_matrix.h"

class QVBoxLayout;

namespace stepscope {

class WorstSample : public QFrame {
  Q_OBJECT
 public:
  WorstSample(std::shared_ptr<const PredictionFigures> figures, const WrongSample& sample, QWidget* parent = nullptr);
  const WrongSample& sample() const { return sample_; }
  const QImage& picture() const { return picture_; }  // null if samples are no images
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString nameOf(std::size_t which) const;

  std::shared_ptr<const PredictionFigures> figures_;
  WrongSample sample_;
  QImage picture_;
};

class WorstList : public QScrollArea {
  Q_OBJECT
 public:
  explicit WorstList(QWidget* parent = nullptr);
  void setFigures(std::shared_ptr<const PredictionFigures> figures);
  // Only those of the cell; Cell{}: all.
  void setCell(ConfusionMatrix::Cell cell);
  const std::vector<WorstSample*>& shown() const { return shown_; }
  QString table() const;

 private:
  void fill();

  std::shared_ptr<const PredictionFigures> figures_;
  ConfusionMatrix::Cell cell_;
  std::vector<WorstSample*> shown_;
};

}  // namespace stepscope
