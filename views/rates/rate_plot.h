// Base class of the two plots of learning rates: a QCustomPlot in the theme's colours, with a readout at the mouse.
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
  void setWholeNumbers();  // for an x axis that counts epochs
  QCustomPlot* plot() const { return plot_; }
  // Sets the function of the text at the mouse; an empty text hides the readout. `x`: in units of the x axis.
  void setReadout(std::function<QString(double x)> readout) { readout_ = std::move(readout); }
  QString readoutText() const;
  void showCursor(double x);  // NaN hides it
  void draw();

 Q_SIGNALS:
  void clicked(double x);
  void themeChanged();  // after the axes got the new colours: set those of the lines

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
