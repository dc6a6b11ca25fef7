// The lines of a chart as one plottable of QCustomPlot, drawn by line_raster.
#pragma once

#include "views/curves/plot_library.h"

#include <QImage>
#include <vector>

#include "views/curves/line_raster.h"
#include "views/curves/line_style.h"

namespace stepscope {

class CurveLines : public QCPAbstractPlottable {
 public:
  CurveLines(QCPAxis* keyAxis, QCPAxis* valueAxis);

  void setStyles(const std::vector<LineStyle>& styles);  // drops all data
  const std::vector<LineStyle>& styles() const { return styles_; }
  std::vector<Line>& lines() { return lines_; }
  const std::vector<Line>& lines() const { return lines_; }
  // This line is drawn wider and above the others, which become paler; -1: none.
  void setEmphasis(int line) { emphasis_ = line; }
  int emphasis() const { return emphasis_; }
  void setGapMarks(std::vector<GapMark> marks) { gapMarks_ = std::move(marks); }
  const std::vector<GapMark>& gapMarks() const { return gapMarks_; }
  // The line nearest to a position in the plot, at most `reach` px away; -1: none.
  int lineAt(const QPointF& place, double reach) const;

  double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details = nullptr) const override;
  QCPRange getKeyRange(bool& found, QCP::SignDomain domain = QCP::sdBoth) const override;
  QCPRange getValueRange(bool& found, QCP::SignDomain domain = QCP::sdBoth, const QCPRange& keys = QCPRange()) const override;

 protected:
  void draw(QCPPainter* painter) override;
  void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

 private:
  std::pair<PlotScale, PlotScale> scales(double ratio) const;  // to pixels of the axis rectangle, `ratio` of them per widget pixel

  std::vector<LineStyle> styles_;
  std::vector<Line> lines_;
  void drawLonely(QCPPainter& painter, std::size_t line, const QColor& color) const;
  void drawGapMarks(QCPPainter& painter) const;

  std::vector<GapMark> gapMarks_;
  QImage image_;
  int emphasis_ = -1;
};

}  // namespace stepscope
