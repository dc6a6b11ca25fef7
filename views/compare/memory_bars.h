// The peak memory of each run, the highest over all settings of its switches: a bar for the resident memory, a tick for the planned memory.
#pragma once

#include "views/compare/run_picture.h"

namespace stepscope {

class MemoryBars : public RunPicture {
  Q_OBJECT
 public:
  explicit MemoryBars(QWidget* parent = nullptr) : RunPicture(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }
  QString table() const;  // tab-separated, bytes
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  int runAt(const QPointF& place) const override;
  QString tipOf(int run) const override;
};

}  // namespace stepscope
