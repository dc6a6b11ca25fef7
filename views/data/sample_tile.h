// One picture of the data: as validation reads it, beside it as training draws it, below them file name and class. A click chooses it.
#pragma once

#include <QAbstractButton>

#include "views/data/sample_source.h"

namespace stepscope {

class SampleTile : public QAbstractButton {
  Q_OBJECT
 public:
  explicit SampleTile(ShownSample sample, QWidget* parent = nullptr);
  const ShownSample& sample() const { return sample_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, 110}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  ShownSample sample_;
};

}  // namespace stepscope
