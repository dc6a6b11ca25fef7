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
  void setTotal(double total);  // length of another trace in ns; all of it is shown; emits nothing
  void setPlace(double left, double width);
  void stop() { animation_.stop(); }

  void set(const TimeAxis& axis);                  // at once; emits only changed()
  void animateTo(const TimeAxis& axis);            // the same with animation, if wanted
  void moveBy(const TimeAxis& axis, int gesture);  // by the user, at once
  void moveTo(const TimeAxis& axis, int gesture);  // by the user, with animation if wanted

  static int newGesture();
  int beginGesture();  // for a drag
  int gesture() const { return gesture_; }
  int continuedGesture();  // for the wheel and keys: the gesture of the previous move if that was less than 0.5 s ago, else a new one

 Q_SIGNALS:
  void changed();
  void moved(double begin, double end, int gesture);  // by the user; emitted when the animation begins, with the range at its end

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
