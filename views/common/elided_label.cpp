#include "views/common/elided_label.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QToolTip>
#include <algorithm>

namespace stepscope {

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Qt::TextElideMode mode) : QLabel(text, parent), mode_(mode) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ElidedLabel::setTip(const QString& tip) {
  tip_ = tip;
}

bool ElidedLabel::elided() const {
  return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

QSize ElidedLabel::minimumSizeHint() const {
  const QSize whole = QLabel::minimumSizeHint();
  return {std::min(whole.width(), fontMetrics().averageCharWidth() * 6), whole.height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QStyleOption option;
  option.initFrom(this);
  QPainter painter(this);
  style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);  // the background that the style sheet defines
  const QRect inside = contentsRect();
  style()->drawItemText(&painter, inside, static_cast<int>(alignment()), option.palette, isEnabled(),
                        fontMetrics().elidedText(text(), mode_, inside.width()), foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
    QString tip = elided() ? text() : QString();
    if (!tip_.isEmpty()) tip += (tip.isEmpty() ? QString() : QStringLiteral("\n")) + tip_;
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip, this);
    return true;
  }
  return QLabel::event(event);
}

}  // namespace stepscope
