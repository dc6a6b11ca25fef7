#include "views/data/sample_tile.h"

#include <QEvent>
#include <QPainter>
#include <utility>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"

namespace stepscope {

namespace {

constexpr int kMargin = 8, kLine = 17, kGap = 6, kSide = 96;

// Small pictures are enlarged without smoothing (nearest neighbour), so that single pixels are visible.
void draw(QPainter& painter, const QImage& picture, const QRect& box) {
  const QSize size = picture.size().scaled(box.size(), Qt::KeepAspectRatio);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, picture.width() > size.width());
  painter.drawImage(QRect(QPoint(box.x() + (box.width() - size.width()) / 2, box.y() + (box.height() - size.height()) / 2), size), picture);
}

}  // namespace

SampleTile::SampleTile(ShownSample sample, QWidget* parent) : QAbstractButton(parent), sample_(std::move(sample)) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  const QString name = sample_.name.isEmpty() ? tr("sample %1").arg(formatCount(sample_.index)) : sample_.name;
  setAccessibleName(sample_.problem.isEmpty() ? tr("%1, %2").arg(name, sample_.answer) : tr("%1: %2").arg(name, sample_.problem));
  setToolTip(sample_.problem.isEmpty() ? (sample_.file.isEmpty() ? accessibleName() : sample_.file) : accessibleName());
}

QSize SampleTile::sizeHint() const {
  return {sample_.drawn.isNull() ? 150 : 230, kSide + 2 * kLine + 2 * kMargin + 4};
}

void SampleTile::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens();
  QPainter painter(this);
  if (underMouse() || hasFocus() || isDown()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(t.accent, 1.5) : Qt::NoPen);
    painter.setBrush(t.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
  }
  const QRect inner = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const QRect pictures(inner.x(), inner.y(), inner.width(), inner.height() - 2 * kLine - 4);
  if (!sample_.problem.isEmpty()) {
    painter.setPen(t.bad);
    painter.setFont(textFont(12));
    painter.drawText(pictures, Qt::AlignCenter | Qt::TextWordWrap, sample_.problem);
  } else if (sample_.drawn.isNull()) {
    draw(painter, sample_.plain, pictures);
  } else {
    const int half = (pictures.width() - kGap) / 2;
    draw(painter, sample_.plain, QRect(pictures.x(), pictures.y(), half, pictures.height()));
    draw(painter, sample_.drawn, QRect(pictures.x() + half + kGap, pictures.y(), half, pictures.height()));
  }
  const QRect first(inner.x(), pictures.bottom() + 5, inner.width(), kLine), second = first.translated(0, kLine);
  const QFont strong = textFont(12, QFont::DemiBold), plain = textFont(11);
  painter.setPen(t.text);
  painter.setFont(strong);
  painter.drawText(first, Qt::AlignCenter, QFontMetrics(strong).elidedText(sample_.answer, Qt::ElideRight, first.width()));
  painter.setPen(t.dim);
  painter.setFont(plain);
  // A long name is elided at its start, because files of a folder differ at the end of their names.
  const QString name = sample_.name.isEmpty() ? tr("sample %1").arg(formatCount(sample_.index)) : sample_.name;
  painter.drawText(second, Qt::AlignCenter, QFontMetrics(plain).elidedText(name, Qt::ElideLeft, second.width()));
}

void SampleTile::changeEvent(QEvent* event) {
  QAbstractButton::changeEvent(event);
  if (isThemeChange(event)) update();
}

}  // namespace stepscope
