#include "views/start/recent_row.h"

#include <QDateTime>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "views/common/icons.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr int kProjectHeight = 66, kTraceHeight = 44, kMargin = 14, kIcon = 36, kCurveWidth = 120, kButtonWidth = 88;

QString ago(qint64 when) {
  return when > 0 ? formatAgo(static_cast<double>(QDateTime::currentMSecsSinceEpoch() - when) / 1000) : QString();
}

}  // namespace

RecentRow::RecentRow(RecentEntry entry, QWidget* parent) : QAbstractButton(parent), button_(new QPushButton(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  button_->setFixedSize(kButtonWidth, 28);
  button_->setCursor(Qt::PointingHandCursor);
  connect(button_, &QPushButton::clicked, this, [this] {
    if (entry_.there) Q_EMIT trainRequested();
    else Q_EMIT locateRequested();
  });
  setEntry(std::move(entry));
}

void RecentRow::setEntry(RecentEntry entry) {
  entry_ = std::move(entry);
  setText(entry_.name);
  setToolTip(entry_.problem.isEmpty() ? entry_.path : entry_.path + QLatin1Char('\n') + entry_.problem);
  setAccessibleName(entry_.name);
  setAccessibleDescription(QStringList{entry_.what, entry_.of, entry_.result, entry_.state, entry_.problem}.join(QStringLiteral(", ")));
  setFixedHeight(entry_.kind == RecentEntry::Kind::Project ? kProjectHeight : kTraceHeight);
  showButton();
  update();
}

void RecentRow::showButton() {
  const bool project = entry_.kind == RecentEntry::Kind::Project;
  button_->setText(entry_.there ? tr("Train") : tr("Locate..."));
  button_->setAccessibleName(entry_.there ? tr("Train %1").arg(entry_.name) : tr("Locate %1").arg(entry_.name));
  button_->setVisible(!entry_.there || (project && entry_.problem.isEmpty()));
  const bool primary = entry_.there && (underMouse() || hasFocus() || button_->hasFocus());
  if (button_->property("primary").toBool() == primary) return;
  button_->setProperty("primary", primary);
  button_->setStyleSheet(button_->styleSheet());  // applies the style sheet again, since it depends on the property
}

QSize RecentRow::sizeHint() const {
  return {720, entry_.kind == RecentEntry::Kind::Project ? kProjectHeight : kTraceHeight};
}

QSize RecentRow::minimumSizeHint() const {
  return {440, sizeHint().height()};
}

void RecentRow::resizeEvent(QResizeEvent* event) {
  QAbstractButton::resizeEvent(event);
  button_->move(width() - kMargin - kButtonWidth, (height() - button_->height()) / 2);
}

void RecentRow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) click();
  else if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up) focusNeighbour(event->key() == Qt::Key_Down ? 1 : -1);
  else QAbstractButton::keyPressEvent(event);
}

void RecentRow::focusNeighbour(int step) {
  const QList<RecentRow*> rows = window()->findChildren<RecentRow*>();
  const qsizetype next = rows.indexOf(this) + step;
  if (next >= 0 && next < rows.size()) rows[next]->setFocus(Qt::TabFocusReason);
}

void RecentRow::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  showButton();
}

void RecentRow::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  showButton();
}

void RecentRow::focusInEvent(QFocusEvent* event) {
  QAbstractButton::focusInEvent(event);
  showButton();
}

void RecentRow::focusOutEvent(QFocusEvent* event) {
  QAbstractButton::focusOutEvent(event);
  showButton();
}

// Draws the training loss of the last run. The height is that of its minimum to its 95th percentile, so that an early peak does not flatten the rest.
void RecentRow::paintCurve(QPainter& painter, const QRect& box) const {
  std::vector<double> values;
  for (const double value : entry_.curve)
    if (std::isfinite(value)) values.push_back(value);
  if (values.size() < 2) return;
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const double low = sorted.front(), high = std::max(sorted[sorted.size() * 95 / 100], low + 1e-12);
  QPolygonF line;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = box.left() + static_cast<double>(i) * (box.width() - 4) / static_cast<double>(values.size() - 1);
    const double share = std::clamp((values[i] - low) / (high - low), 0.0, 1.0);
    line << QPointF(x, box.bottom() - share * (box.height() - 2));
  }
  QPainterPath area;
  area.addPolygon(line);
  area.lineTo(line.last().x(), box.bottom() + 1);
  area.lineTo(line.first().x(), box.bottom() + 1);
  QColor fill = trainColor();
  fill.setAlphaF(0.12f);
  painter.fillPath(area, fill);
  painter.setPen(QPen(trainColor(), 1.4));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  painter.setPen(Qt::NoPen);
  painter.setBrush(trainColor());
  painter.drawEllipse(line.last(), 2.2, 2.2);
}

void RecentRow::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool lit = underMouse() || hasFocus();
  painter.setPen(QPen(hasFocus() ? t.accent : lit ? t.dim : t.dark ? t.panel : t.line, hasFocus() ? 1.5 : 1));
  painter.setBrush(isDown() ? t.raised : t.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 6, 6);

  const bool project = entry_.kind == RecentEntry::Kind::Project;
  const int iconSide = project ? kIcon : 28;
  const QRect iconBox(kMargin, (height() - iconSide) / 2, iconSide, iconSide);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.raised);
  painter.drawRoundedRect(iconBox, 6, 6);
  stepscope::icon(entry_.icon, entry_.there ? IconTint::Accent : IconTint::Dim).paint(&painter, iconBox.adjusted(9, 9, -9, -9));

  const auto line = [&](const QString& text, const QRect& box, const QColor& color, const QFont& font) {
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(text, Qt::ElideRight, box.width()));
  };
  const int left = iconBox.right() + 14, right = width() - kMargin - kButtonWidth - 14, wide = right - left;
  const bool curve = wide > 460 && entry_.curve.size() > 1;
  // From the left: name, contents, curve, result. Their widths depend on the available width.
  const int nameWidth = wide * 30 / 100, ofWidth = wide * 16 / 100, curveWidth = wide > 460 ? kCurveWidth : 0;
  const int ofLeft = left + nameWidth + 12, curveLeft = ofLeft + ofWidth + 12, stateLeft = curveLeft + curveWidth + (curveWidth > 0 ? 18 : 0);
  const QColor main = entry_.there ? t.text : t.dim;
  if (project) {
    const int top = height() / 2 - 19, bottom = height() / 2 + 1, lineHeight = 18;
    line(entry_.name, {left, top, nameWidth, lineHeight}, main, textFont(13, QFont::DemiBold));
    line(entry_.folder, {left, bottom, nameWidth, lineHeight}, t.dim, textFont(11));
    line(entry_.what, {ofLeft, top, ofWidth, lineHeight}, main, textFont(12));
    line(entry_.of, {ofLeft, bottom, ofWidth, lineHeight}, t.dim, textFont(11));
    if (curve) paintCurve(painter, {curveLeft, height() / 2 - 18, curveWidth, 36});
    const int stateWidth = right - stateLeft;
    if (!entry_.problem.isEmpty()) {
      stepscope::icon(QStringLiteral("warning"), IconTint::Text).paint(&painter, QRect(stateLeft, top + 2, 14, 14));
      line(entry_.problem, {stateLeft + 20, top, stateWidth - 20, lineHeight}, t.warn, textFont(12));
    } else {
      line(entry_.result.isEmpty() ? entry_.state : entry_.result, {stateLeft, top, stateWidth, lineHeight}, main,
           textFont(12, entry_.result.isEmpty() ? QFont::Normal : QFont::DemiBold));
    }
    const QStringList second{entry_.result.isEmpty() && entry_.problem.isEmpty() ? QString() : entry_.state, ago(entry_.when)};
    QStringList shown;
    for (const QString& part : second)
      if (!part.isEmpty()) shown << part;
    line(shown.join(QStringLiteral(" · ")), {stateLeft, bottom, stateWidth, lineHeight}, t.dim, textFont(11));
  } else {
    line(entry_.name, {left, 0, nameWidth + ofWidth, height()}, main, textFont(12, QFont::DemiBold));
    line(entry_.problem.isEmpty() ? entry_.what : entry_.problem, {curveLeft, 0, curveWidth > 0 ? curveWidth : 90, height()},
         entry_.problem.isEmpty() ? t.dim : t.warn, textFont(12));
    line(entry_.folder, {stateLeft, 0, right - stateLeft, height()}, t.dim, textFont(11));
    if (entry_.there) {
      painter.setFont(textFont(11));
      painter.setPen(t.dim);
      painter.drawText(QRect(right, 0, kButtonWidth + 14, height()), Qt::AlignVCenter | Qt::AlignRight, ago(entry_.when));
    }
  }
}

}  // namespace stepscope
