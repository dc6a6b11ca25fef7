// One picture of the data, as validation reads it, and beside it as training changes it; below are file name and class. It is a button.
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
