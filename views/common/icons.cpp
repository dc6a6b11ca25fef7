#include "views/common/icons.h"

#include <QApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>
#include <memory>

#include "views/common/theme.h"

namespace stepscope {

namespace {

class TintedSvg : public QIconEngine {
 public:
  TintedSvg(std::shared_ptr<QSvgRenderer> svg, IconTint tint) : svg_(std::move(svg)), tint_(tint) {}

  QIconEngine* clone() const override { return new TintedSvg(*this); }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override { return scaledPixmap(size, mode, state, 1); }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override {
    // Qt passes the size in device pixels, and sets the ratio of the pixmap itself.
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintTinted(&painter, QRectF(QPointF(), QSizeF(size)), mode);
    return pixmap;
  }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
    QPixmap layer = scaledPixmap(rect.size() * ratio, mode, QIcon::Off, ratio);
    layer.setDevicePixelRatio(ratio);
    painter->drawPixmap(rect, layer);
  }

 private:
  void paintTinted(QPainter* painter, const QRectF& rect, QIcon::Mode mode) {
    painter->setRenderHint(QPainter::Antialiasing);
    svg_->render(painter, rect);
    if (tint_ == IconTint::Original) return;
    painter->setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter->fillRect(rect, color(mode));
  }

  QColor color(QIcon::Mode mode) const {
    const Tokens& t = tokens();
    if (mode == QIcon::Disabled) {
      QColor faint = t.dim;
      faint.setAlphaF(0.6f);
      return faint;
    }
    switch (tint_) {
      case IconTint::Dim: return t.dim;
      case IconTint::Accent: return t.accent;
      case IconTint::OnAccent: return t.onAccent;
      default: return t.text;
    }
  }

  std::shared_ptr<QSvgRenderer> svg_;
  IconTint tint_;
};

}  // namespace

QIcon icon(const QString& name, IconTint tint) {
  auto svg = std::make_shared<QSvgRenderer>(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"));
  if (!svg->isValid()) return {};
  svg->setAspectRatioMode(Qt::KeepAspectRatio);
  return QIcon(new TintedSvg(std::move(svg), tint));
}

}  // namespace stepscope
