// The column with the names of the rows, as an image that is kept until rows, scrolling or size change: text is the most expensive part there, and
// moving in time does not change it.
#pragma once

#include <QFont>
#include <QImage>

#include "views/common/theme.h"
#include "views/timeline/line_picture.h"
#include "views/timeline/timeline_layout.h"
#include "views/timeline/timeline_model.h"

class QPainter;

namespace stepscope {

class RowNames {
 public:
  static constexpr int kLeft = 20, kIndent = 12;  // px: left edge of a row's name; further indent for each group around it

  RowNames();
  void forget() { image_ = {}; }
  // `width`: logical pixels of the column; `ground`: the lines of the background.
  const QImage& draw(const TimelineModel& model, const TimelineLayout& layout, const LinePicture& ground, double width, double ratio, int scroll,
                     const Tokens& tokens);

 private:
  void paint(QPainter& painter, const TimelineModel& model, const TimelineLayout& layout, double width, const Tokens& tokens) const;

  QFont font_, small_;
  QImage image_;  // null: must be drawn
  QSize ground_;
  double width_ = 0, ratio_ = 1;
  int scroll_ = 0;
};

}  // namespace stepscope
