// What the two plots of learning rates have in common: a QCustomPlot in the theme's colours, with a readout at the pointer.
#pragma once

#include <QWidget>
#include <functional>

class QCPItemLine;
class QCPItemText;
class QCustomPlot;

namespace stepscope {

class RatePlot : public QWidget {
  Q_OBJECT
 public:
  explicit RatePlot(QWidget* parent = nullptr);
  void setWholeNumbers();  // the x axis counts: epochs
  QCustomPlot* plot() const { return plot_; }
  // What stands at the pointer; an empty text hides the readout. x: of the axis.
  void setReadout(std::function<QString(double x)> readout) { readout_ = std::move(readout); }
  QString readoutText() const;
  void showCursor(double x);  // NaN hides it
  void draw();

 Q_SIGNALS:
  void clicked(double x);
  void themeChanged();  // after the axes took the new colours: lines take theirs now

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void applyTheme();

  QCustomPlot* plot_;
  QCPItemLine* cursor_;
  QCPItemText* label_;
  std::function<QString(double x)> readout_;
};

}  // namespace stepscope
