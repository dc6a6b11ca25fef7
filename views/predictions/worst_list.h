// A list of samples of a classifier: those with the largest loss, worst first, or those of one cell of the confusion matrix. Each has its picture,
// file, true and predicted class, and predicted probabilities, as far as they are known.
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
  // `read` is the sample as read from the data now; null: only what the run stored is shown.
  WorstSample(std::shared_ptr<const PredictionFigures> figures, const WrongSample& sample, const ShownSample* read, QWidget* parent = nullptr);
  const WrongSample& sample() const { return sample_; }
  const QImage& picture() const { return picture_; }  // null if the samples are not pictures
  QString place() const;                              // "cat/7.jpg"; without a file "sample 7"
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString nameOf(std::size_t which) const;
  QString heading() const;

  std::shared_ptr<const PredictionFigures> figures_;
  WrongSample sample_;
  QString cells_;  // the cells of a table row, or the text
  QImage picture_;
};

class WorstList : public QScrollArea {
  Q_OBJECT
 public:
  explicit WorstList(QWidget* parent = nullptr);
  void setFigures(std::shared_ptr<const PredictionFigures> figures);
  static constexpr std::size_t kMostShown = 48;

  // Shows only samples of this cell; Cell{}: all samples with a stored loss.
  void setCell(ConfusionMatrix::Cell cell);
  // Adds the samples of the cell as read from the data. Those whose loss is stored stay first.
  void setSamples(std::vector<ShownSample> samples);
  const std::vector<WorstSample*>& shown() const { return shown_; }
  QString table() const;

 private:
  void fill();

  std::shared_ptr<const PredictionFigures> figures_;
  ConfusionMatrix::Cell cell_;
  std::vector<ShownSample> samples_;  // of cell_, read from the data
  std::vector<WorstSample*> shown_;
};

}  // namespace stepscope
