// The controls for curves: x axis, smoothing, scales, and whether lines are single runs or means of groups.
#pragma once

#include <QWidget>

#include "views/curves/overlay.h"

class QBoxLayout;
class QButtonGroup;
class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace stepscope {

struct CurveOptions {
  XAxis axis = XAxis::Step;
  double smoothing = 0.9;  // weight of the moving average (DebiasedEma); 0: none
  bool logX = false, robust = true;
  Grouping grouping = Grouping::None;
  Band band = Band::Deviation;
  bool operator==(const CurveOptions&) const = default;
};

class CurveToolbar : public QWidget {
  Q_OBJECT
 public:
  explicit CurveToolbar(QWidget* parent = nullptr);
  const CurveOptions& options() const { return options_; }
  void setOptions(const CurveOptions& options);
  void setSeveral(bool several);  // whether several runs are shown, so that groups can be chosen
  void setCanUndo(bool can);
  void setCompanion(QWidget* widget);  // places a widget at the right end; null: no widget
  QToolButton* axisButton(XAxis axis) const;
  QToolButton* robustButton() const { return robust_; }
  QToolButton* logButton() const { return logX_; }
  QToolButton* undoButton() const { return undo_; }
  QSlider* smoothingSlider() const { return smoothing_; }
  QComboBox* groupingBox() const { return grouping_; }
  QComboBox* bandBox() const { return band_; }

 Q_SIGNALS:
  void changed(const stepscope::CurveOptions& options);
  void undoRequested();

 private:
  void change();  // reads the options from the widgets, and emits changed()
  void showOptions();

  CurveOptions options_;
  bool showing_ = false;
  QButtonGroup* axes_;
  QSlider* smoothing_;
  QLabel* weight_;
  QToolButton *logX_, *robust_, *undo_;
  QBoxLayout* first_;  // the first line
  QWidget* companion_ = nullptr;
  QComboBox *grouping_, *band_;
};

}  // namespace stepscope
