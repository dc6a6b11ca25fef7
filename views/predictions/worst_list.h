// The samples with the largest loss of a classifier, worst first: picture, file, true and predicted class, and the predicted probabilities; or all
// samples of a cell of the confusion matrix.
#pragma once

#include <QFrame>
#include <QImage>
#include <QScrollArea>
#include <memory>
#include <vector>

#include "core/report/prediction_figures.h"
#include "views/data/sample_source.h"
#include "views/predictions/confusion_matrix.h"

class QVBoxLayout;

namespace stepscope {

class WorstSample : public QFrame {
  Q_OBJECT
 public:
  // read: the sample as its data have it now; null: only what the run kept.
  WorstSample(std::shared_ptr<const PredictionFigures> figures, const WrongSample& sample, const ShownSample* read, QWidget* parent = nullptr);
  const WrongSample& sample() const { return sample_; }
  const QImage& picture() const { return picture_; }  // null if samples are no images
  QString place() const;                              // "cat/7.jpg", else "sample 7"
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString nameOf(std::size_t which) const;
  QString heading() const;

  std::shared_ptr<const PredictionFigures> figures_;
  WrongSample sample_;
  QString cells_;  // of a row or a text
  QImage picture_;
};

class WorstList : public QScrollArea {
  Q_OBJECT
 public:
  explicit WorstList(QWidget* parent = nullptr);
  void setFigures(std::shared_ptr<const PredictionFigures> figures);
  static constexpr std::size_t kMostShown = 48;

  // Only those of the cell; Cell{}: all.
  void setCell(ConfusionMatrix::Cell cell);
  // The samples of the cell as they are in the data: those whose loss is kept come first.
  void setSamples(std::vector<ShownSample> samples);
  const std::vector<WorstSample*>& shown() const { return shown_; }
  QString table() const;

 private:
  void fill();

  std::shared_ptr<const PredictionFigures> figures_;
  ConfusionMatrix::Cell cell_;
  std::vector<ShownSample> samples_;  // of the cell
  std::vector<WorstSample*> shown_;
};

}  // namespace stepscope
