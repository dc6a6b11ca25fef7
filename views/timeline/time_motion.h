// The visible time range of a widget and how it changes: at once, or in 120 ms unless the desktop asks for no animation. Also decides which moves are
// one gesture and are undone together.
#pragma once

#include <QElapsedTimer>
#include <QVariantAnimation>

#include "views/timeline/time_axis.h"

class QWidget;

namespace stepscope {

class TimeMotion : public QObject {
  Q_OBJECT
 public:
  explicit TimeMotion(QWidget* widget);

  const TimeAxis& axis() const { return axis_; }
  const TimeAxis& target() const { return animation_.state() == QAbstractAnimation::Running ? to_ : axis_; }
  void setAnimated(bool animated) { animated_ = animated; }
  void setTotal(double total);  // of another trace, which is shown completely; emits nothing
  void setPlace(double left, double width);
  void stop() { animation_.stop(); }

  void set(const TimeAxis& axis);                  // at once; emits only changed()
  void animateTo(const TimeAxis& axis);            // the same with animation, if wanted
  void moveBy(const TimeAxis& axis, int gesture);  // by the user, at once
  void moveTo(const TimeAxis& axis, int gesture);  // by the user, with animation if wanted

  static int newGesture();
  int beginGesture();  // of a drag
  int gesture() const { return gesture_; }
  int continuedGesture();  // of turns of the wheel and key presses: the same gesture as the move just before

 Q_SIGNALS:
  void changed();
  void moved(double begin, double end, int gesture);  // by the user; the final range

 private:
  void apply(const TimeAxis& axis);

  QWidget* widget_;
  TimeAxis axis_, from_, to_;
  QVariantAnimation animation_;
  bool animated_ = true;
  int gesture_ = 0;
  QElapsedTimer sinceMove_;
};

}  // namespace stepscope
