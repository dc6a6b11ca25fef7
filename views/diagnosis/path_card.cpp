#include "views/diagnosis/path_card.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/diagnosis/definition_button.h"

namespace stepscope {

PathLane::PathLane(QWidget* parent) : QWidget(parent) {
  setFixedHeight(26);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Critical path of a step"));
}

void PathLane::setPath(StepPath path) {
  path_ = std::move(path);
  chosen_ = -1;
  update();
}

double PathLane::xOf(std::int64_t time) const {
  const auto length = static_cast<double>(std::max<std::int64_t>(path_.step.end - path_.step.begin, 1));
  return static_cast<double>(time - path_.step.begin) / length * width();
}

int PathLane::segmentAt(double x) const {
  int nearest = -1;
  double best = 3;  // in pixels: segments may be very thin
  for (std::size_t i = 0; i < path_.segments.size(); ++i) {
    const double begin = xOf(path_.segments[i].range.begin), end = xOf(path_.segments[i].range.end);
    if (x >= begin && x < end) return static_cast<int>(i);
    const double distance = x < begin ? begin - x : x - end;
    if (distance < best) {
      best = distance;
      nearest = static_cast<int>(i);
    }
  }
  return nearest;
}

QString PathLane::told(int segment) const {
  const PathSegment& s = path_.segments[static_cast<std::size_t>(segment)];
  const auto length = static_cast<double>(s.range.end - s.range.begin);
  return tr("%1: %2, %3 of the step")
      .arg(s.title, formatNs(s.range.end - s.range.begin),
           formatPercent(length / static_cast<double>(std::max<std::int64_t>(path_.step.end - path_.step.begin, 1)), 2));
}

void PathLane::choose(int segment) {
  if (segment < 0) return;
  chosen_ = segment;
  setAccessibleDescription(told(segment));
  update();
  Q_EMIT segmentChosen(segment);
}

void PathLane::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath rounded;
  rounded.addRoundedRect(QRectF(rect()), 4, 4);
  painter.setClipPath(rounded);
  painter.fillRect(rect(), tokens().raised);
  painter.setFont(textFont(11));
  const QFontMetrics metrics(painter.font());
  for (const PathSegment& segment : path_.segments) {
    const double begin = xOf(segment.range.begin), end = xOf(segment.range.end);
    // A gap between neighbours of one colour, if there is space for it.
    const QRectF box(begin, 0, std::max(end - begin - (end - begin > 3 ? 1 : 0), 0.5), height());
    painter.fillRect(box, segment.color);
    if (metrics.horizontalAdvance(segment.title) + 10 < box.width()) {
      painter.setPen(contrastRatio(tokens().onCategory, segment.color) >= 4.5 ? tokens().onCategory : darkTokens().text);
      painter.drawText(box.adjusted(6, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, segment.title);
    }
  }
  if (chosen_ >= 0) {
    const PathSegment& segment = path_.segments[static_cast<std::size_t>(chosen_)];
    const double begin = xOf(segment.range.begin);
    painter.setPen(QPen(tokens().text, 2));
    painter.drawRect(QRectF(begin, 1, std::max(xOf(segment.range.end) - begin - 1, 2.0), height() - 2));
  }
  if (hasFocus()) {
    painter.setPen(tokens().accent);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  }
}

bool PathLane::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int segment = segmentAt(help->pos().x()); segment >= 0) {
      QToolTip::showText(help->globalPos(), told(segment), this);
      return true;
    }
  }
  return QWidget::event(event);
}

void PathLane::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) choose(segmentAt(event->position().x()));
}

void PathLane::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(path_.segments.size()) - 1;
  if (event->key() == Qt::Key_Right && last >= 0) choose(std::min(chosen_ + 1, last));
  else if (event->key() == Qt::Key_Left && last >= 0) choose(std::max(chosen_ - 1, 0));
  else QWidget::keyPressEvent(event);
}

void PathLane::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

PathCard::PathCard(QWidget* parent) : QFrame(parent), lane_(new PathLane), of_(new QLabel) {
  setProperty("card", true);
  auto* heading = new QLabel(tr("Critical path"));
  heading->setProperty("role", "heading");
  of_->setProperty("role", "dim");
  auto* line = new QHBoxLayout;
  line->addWidget(heading);
  line->addWidget(
      definitionButton(tr("The chain of work that decides how long the step takes: each part waits for the one before it. "
                          "Making other work faster does not make the step faster.")));
  line->addStretch(1);
  line->addWidget(of_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 8, 16, 10);
  layout->setSpacing(6);
  layout->addLayout(line);
  layout->addWidget(lane_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void PathCard::setPath(StepPath path) {
  const QString length = formatNs(path.step.end - path.step.begin);
  of_->setText(path.number >= 0 ? tr("step %1, the median one, %2").arg(path.number).arg(length) : tr("the median step, %1").arg(length));
  setVisible(!path.segments.empty());
  lane_->setPath(std::move(path));
}

}  // namespace stepscope
