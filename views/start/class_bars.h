// A chart of the number of samples of each class, one bar per class, with parts for training, validation and test.
#pragma once

#include <QWidget>
#include <vector>

#include "core/data/preview/data_preview.h"

namespace stepscope {

class ClassBars : public QWidget {
  Q_OBJECT
 public:
  explicit ClassBars(QWidget* parent = nullptr);
  void setClasses(std::vector<ClassCount> classes);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<ClassCount> classes_;
};

}  // namespace stepscope
