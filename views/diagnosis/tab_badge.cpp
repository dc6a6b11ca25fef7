#include "views/diagnosis/tab_badge.h"

#include <QEvent>
#include <QPainter>

#include "views/common/theme.h"

namespace stepscope {

TabBadge::TabBadge(int number, QWidget* parent) : QWidget(parent), number_(number) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFixedSize(sizeHint());
  setAccessibleName(tr("%1 findings").arg(number));
}

QSize TabBadge::sizeHint() const {
  return {std::max(18, QFontMetrics(textFont(11, QFont::DemiBold)).horizontalAdvance(QString::number(number_)) + 10), 18};
}

void TabBadge::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokens().warn);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0, 1, 0, -1), 8, 8);
  painter.setPen(tokens().dark ? tokens().onCategory : tokens().onAccent);
  painter.setFont(textFont(11, QFont::DemiBold));
  painter.drawText(rect(), Qt::AlignCenter, QString::number(number_));
}

void TabBadge::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
