#include "views/timeline/time_motion.h"

#include <QStyle>
#include <QWidget>
#include <cmath>

namespace stepscope {
namespace {

constexpr int kMotionMs = 120;
constexpr int kSameGestureMs = 500;  // turns of the wheel and key presses within this time are undone together

}  // namespace

TimeMotion::TimeMotion(QWidget* widget) : QObject(widget), widget_(widget) {
  animation_.setDuration(kMotionMs);
  animation_.setStartValue(0.0);
  animation_.setEndValue(1.0);
  animation_.setEasingCurve(QEasingCurve::OutCubic);
  connect(&animation_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    const double t = value.toDouble();
    TimeAxis axis = axis_;
    // Interpolates the logarithm of the length, so that a deep zoom does not become fast at its end; the begin moves in proportion.
    axis.length = from_.length * std::pow(to_.length / from_.length, t);
    const double change = to_.length - from_.length;
    const double travelled = std::abs(change) < 1e-9 ? t : (axis.length - from_.length) / change;
    axis.begin = from_.begin + (to_.begin - from_.begin) * travelled;
    apply(t >= 1 ? to_ : axis);
  });
}

void TimeMotion::setTotal(double total) {
  axis_.total = total;
  axis_.fit();
}

void TimeMotion::setPlace(double left, double width) {
  axis_.left = left;
  axis_.width = width;
}

void TimeMotion::apply(const TimeAxis& axis) {
  if (axis == axis_) return;
  axis_ = axis;
  Q_EMIT changed();
}

void TimeMotion::set(const TimeAxis& axis) {
  stop();
  apply(axis);
}

void TimeMotion::animateTo(const TimeAxis& axis) {
  stop();
  if (!animated_ || !widget_->isVisible() || widget_->style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, widget_) == 0)
    return apply(axis);
  if (axis == axis_) return;
  from_ = axis_;
  to_ = axis;
  animation_.start();
}

void TimeMotion::moveBy(const TimeAxis& axis, int gesture) {
  stop();
  if (axis == axis_) return;
  apply(axis);
  Q_EMIT moved(axis.begin, axis.end(), gesture);
}

void TimeMotion::moveTo(const TimeAxis& axis, int gesture) {
  if (axis == axis_) return stop();
  animateTo(axis);
  Q_EMIT moved(axis.begin, axis.end(), gesture);
}

int TimeMotion::newGesture() {
  static int last = 0;  // used only by the GUI thread
  return ++last;
}

int TimeMotion::beginGesture() {
  sinceMove_.invalidate();
  return gesture_ = newGesture();
}

int TimeMotion::continuedGesture() {
  if (!sinceMove_.isValid() || sinceMove_.elapsed() > kSameGestureMs) gesture_ = newGesture();
  sinceMove_.start();
  return gesture_;
}

}  // namespace stepscope
