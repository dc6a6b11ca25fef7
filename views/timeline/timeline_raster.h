// Draws the rows of a timeline, one scan line of pixels per row: the cost depends on the pixels, not on the spans. Then a painter draws labels, which
// are few: only where a span is wide enough.
#pragma once

#include <QHash>
#include <QImage>
#include <QStaticText>
#include <array>
#include <vector>

#include "views/common/theme.h"
#include "views/timeline/line_picture.h"
#include "views/timeline/row_names.h"
#include "views/timeline/time_axis.h"
#include "views/timeline/timeline_layout.h"
#include "views/timeline/timeline_model.h"

class QFontMetrics;
class QPainter;

namespace stepscope {

class TimelineRaster {
 public:
  struct Stats {
    int rows = 0;    // rows drawn
    int labels = 0;  // texts drawn on spans
  };

  TimelineRaster();
  void resize(QSize logical, double devicePixelRatio);
  void setTokens(const Tokens& tokens);
  void setColors(TimelineColors colors);
  void rowsChanged() { names_.forget(); }  // for another model or layout

  QSize size() const { return lines_.size(); }  // device pixels
  // Rows from `scroll` px downwards. Times come from `axis`, in logical pixels from axis.left to the right edge.
  void draw(const TimelineModel& model, const TimelineLayout& layout, const TimeAxis& axis, int scroll);
  // Paints the result of draw() with its upper left corner at `at`: line by line on a raster paint engine, else as one image. The labels are painted
  // as text.
  void paint(QPainter& painter, QPoint at) const;
  // The rows without labels.
  QImage image() const;
  const Stats& stats() const { return stats_; }

  // The colours of pixels by key and coverage (0 to 255), also for the overview: `background` mixed with at most `strength` (0 to 1) of the key's
  // colour. Coverage 0 still gets kLeastAlpha / 255 of that, so that no span disappears; the gap between neighbouring spans is drawn with it too.
  static constexpr int kShades = 256;
  static constexpr int kLeastAlpha = 60;
  using Palette = std::array<std::array<QRgb, kShades>, kTimelineKeys>;
  static Palette paletteOf(TimelineColors colors, const QColor& background, double strength);

 private:
  struct Label {
    QRectF place;  // logical pixels
    TimelineHit hit;
  };
  struct TextEntry {
    QStaticText text;
    int width = 0;
  };
  struct LabelText {
    QPointF at;  // logical pixels
    QStaticText text;
    QString cut;  // used instead of `text` if that does not fit
    bool onColor = false;
  };
  void fillPalettes();
  void drawLane(const TimelineModel& model, const TimelineLayout& layout, int row, const TimeAxis& axis, int top, int bottom);
  void mergeLane(const TimelineRow& row, const TimeAxis& axis);
  void drawCounter(const TimelineRow& row, const TimeAxis& axis, std::int64_t origin, int top, int bottom);
  const TextEntry& textOf(const QString& text, const QFontMetrics& metrics);
  void layLabels(const TimelineModel& model);
  const Palette& paletteFor(TimelineRow::Kind kind) const;

  LinePicture lines_;
  RowNames names_;
  QImage column_;  // with the names
  QSize device_{1, 1};
  double ratio_ = 1;
  Tokens tokens_;
  TimelineColors colors_ = TimelineColors::Category;
  Palette full_, phases_, groups_, steps_;
  QFont font_;
  int spansLeft_ = 0, spansWidth_ = 0;  // device pixels
  std::vector<LanePixel> pixels_, merged_;
  std::vector<LaneLabel> laneLabels_;
  std::array<std::vector<int>, 4> columns_;  // of a counter, for each x: top and bottom of its line, top and bottom of its area
  std::vector<Label> labels_;
  std::vector<LabelText> labelTexts_;
  QHash<QString, TextEntry> texts_;
  Stats stats_;
};

}  // namespace stepscope
