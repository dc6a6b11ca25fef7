#include "views/common/focus_ring.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>

#include "views/common/theme.h"

namespace stepscope {

namespace {

// Whether the style sheet draws the focus ring of a widget.
bool drawsItself(const QWidget* widget) {
  return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget) ||
         qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractItemView*>(widget) || qobject_cast<const QTabBar*>(widget) ||
         qobject_cast<const QPlainTextEdit*>(widget) || qobject_cast<const QTextEdit*>(widget);
}

}  // namespace

FocusRing::FocusRing(QWidget* window) : QWidget(window) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
  qApp->installEventFilter(this);
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::FocusIn: {
      auto* widget = qobject_cast<QWidget*>(watched);
      if (!widget || widget->window() != window()) break;
      const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
      if (reason == Qt::ActiveWindowFocusReason && widget == around_) break;
      const bool byKey = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
      surround(byKey && !drawsItself(widget) ? widget : nullptr);
      break;
    }
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
      if (watched == around_) follow();
      break;
    case QEvent::MouseButtonPress:
      if (around_ && watched == around_) surround(nullptr);
      break;
    default: break;
  }
  return QWidget::eventFilter(watched, event);
}

void FocusRing::surround(QWidget* widget) {
  around_ = widget;
  follow();
}

void FocusRing::follow() {
  if (!around_ || !around_->isVisible()) return hide();
  setGeometry(QRect(around_->mapTo(window(), QPoint()), around_->size()));
  show();
  raise();
}

void FocusRing::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(QPen(tokens().accent, 2));
  painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

}  // namespace stepscope
