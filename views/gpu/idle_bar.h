// A GPU's time as one bar: kernels, then the idle time by its reasons.
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "profiler/analysis/gpu_idle.h"

namespace stepscope {

class IdleBar : public QWidget {
  Q_OBJECT
 public:
  explicit IdleBar(QWidget* parent = nullptr);
  void setIdle(const GpuIdle& idle);
  // Parts that are not empty, kernels first: title, nanoseconds, colour.
  struct Part {
    QString title;
    std::int64_t ns = 0;
    QColor color;
  };
  const std::vector<Part>& parts() const { return parts_; }
  QString legend() const;  // rich text
  QSize sizeHint() const override { return {400, 28}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  std::vector<Part> parts_;
  std::int64_t spanNs_ = 0;
};

}  // namespace stepscope
