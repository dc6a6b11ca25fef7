#include "views/diagnosis/tab_badge.h"

#include <QEvent>
#include <QPainter>

#include "views/common/theme.h"

namespace stepscope {

TabBadge::TabBadge(int number, QWidget* parent) : QWidget(parent), number_(number) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setNumber(number);
}

void TabBadge::setNumber(int number) {
  number_ = number;
  setFixedSize(sizeHint());
  setAccessibleName(number > 0 ? tr("%1 findings").arg(number) : QString());
  update();
}

QSize TabBadge::sizeHint() const {
  constexpr int kTwoDigits = 88;
  return {std::max(18, QFontMetrics(textFont(11, QFont::DemiBold)).horizontalAdvance(QString::number(std::max(number_, kTwoDigits))) + 10), 18};
}

void TabBadge::paintEvent(QPaintEvent*) {
  if (number_ <= 0) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokens().warn);
  const int width = std::max(18, QFontMetrics(textFont(11, QFont::DemiBold)).horizontalAdvance(QString::number(number_)) + 10);
  const QRect badge(0, 0, width, height());
  painter.drawRoundedRect(QRectF(badge).adjusted(0, 1, 0, -1), 8, 8);
  painter.setPen(tokens().dark ? tokens().onCategory : tokens().onAccent);
  painter.setFont(textFont(11, QFont::DemiBold));
  painter.drawText(badge, Qt::AlignCenter, QString::number(number_));
}

void TabBadge::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
