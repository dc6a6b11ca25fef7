#include "views/common/share_bar.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>

#include "views/common/theme.h"

namespace stepscope {

ShareBar::ShareBar(int height) {
  setFixedHeight(height);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setParts(std::vector<SharePart> parts) {
  parts_ = std::move(parts);
  QStringList plain;
  for (const SharePart& part : parts_) plain << part.title + QLatin1Char(' ') + part.amount;
  setAccessibleDescription(plain.join(QStringLiteral(", ")));
  update();
}

QString ShareBar::legend() const {
  const auto joined = [](QString text) { return text.replace(QLatin1Char(' '), QStringLiteral("&nbsp;")); };
  QStringList html;
  for (const SharePart& part : parts_)
    html << QStringLiteral("<span style='color:%1'>■</span>&nbsp;<span style='color:%2'>%3</span>&nbsp;<b>%4</b>")
                .arg(part.color.name(), tokens().dim.name(), joined(part.title.toHtmlEscaped()), joined(part.amount));
  return html.join(QStringLiteral(" &nbsp; &nbsp; "));
}

int ShareBar::partAt(double x) const {
  double end = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    end += parts_[i].share * width();
    if (x < end) return static_cast<int>(i);
  }
  return -1;
}

void ShareBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath rounded;
  rounded.addRoundedRect(QRectF(rect()), 4, 4);
  painter.setClipPath(rounded);
  painter.setFont(textFont(12, QFont::DemiBold));
  const QFontMetrics metrics(painter.font());
  double x = 0;
  for (const SharePart& part : parts_) {
    const double width = part.share * this->width();
    // Between neighbours, one pixel shows the background, so that thin parts can be distinguished.
    const QRectF box(x, 0, std::max(width - 1, 0.5), height());
    painter.fillRect(box, part.color);
    const QString label = part.title + QLatin1Char(' ') + part.percent;
    if (metrics.horizontalAdvance(label) + 14 < width) {
      painter.setPen(part.dark ? darkTokens().text : tokens().onCategory);
      painter.drawText(box.adjusted(8, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, label);
    }
    x += width;
  }
}

bool ShareBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const int i = partAt(help->pos().x()); i >= 0) {
      const SharePart& part = parts_[static_cast<std::size_t>(i)];
      const QString tip = part.tip.isEmpty() ? tr("%1: %2 a step, %3").arg(part.title, part.amount, part.percent) : part.tip;
      QToolTip::showText(help->globalPos(), tip, this);
      return true;
    }
  }
  return QWidget::event(event);
}

void ShareBar::mouseReleaseEvent(QMouseEvent* event) {
  if (const int part = partAt(event->position().x()); event->button() == Qt::LeftButton && rect().contains(event->pos()) && part >= 0)
    Q_EMIT partClicked(part);
}

void ShareBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
