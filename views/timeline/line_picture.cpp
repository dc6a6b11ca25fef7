#include "views/timeline/line_picture.h"

#include <QPaintEngine>
#include <QPainter>
#include <QRegion>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace stepscope {
namespace {

constexpr int kStripBytes = 256 * 1024;

// The image that `painter` paints on, if our pixels map to its pixels one to one (as for a widget on the screen); else null.
QImage* imageBelow(const QPainter& painter) {
  const QPaintEngine* engine = painter.paintEngine();
  if (!engine || painter.hasClipping() || painter.opacity() != 1 || painter.compositionMode() != QPainter::CompositionMode_SourceOver) return nullptr;
  const QTransform& place = painter.deviceTransform();
  if (place.type() > QTransform::TxTranslate || place.dx() != std::floor(place.dx()) || place.dy() != std::floor(place.dy())) return nullptr;
  auto* image = dynamic_cast<QImage*>(engine->paintDevice());
  const bool ours = image && (image->format() == QImage::Format_RGB32 || image->format() == QImage::Format_ARGB32_Premultiplied);
  return ours ? image : nullptr;
}

}  // namespace

void LinePicture::begin(QSize size, QRgb color) {
  size_ = size;
  count_ = 1;
  const auto width = static_cast<std::size_t>(size.width());
  if (lines_.size() < width) lines_.resize(width);
  std::fill_n(lines_.begin(), width, color);
  shown_.assign(static_cast<std::size_t>(size.height()), 0);
}

int LinePicture::add(int count) {
  const int first = count_;
  count_ += count;
  const auto width = static_cast<std::size_t>(size_.width()), needed = width * static_cast<std::size_t>(count_);
  if (lines_.size() < needed) lines_.resize(std::max(needed, lines_.size() * 3 / 2));
  for (int i = first; i < count_; ++i) std::memcpy(line(i), line(0), width * sizeof(QRgb));
  return first;
}

void LinePicture::show(int top, int bottom, int index) {
  for (int y = std::max(0, top); y < std::min(bottom, size_.height()); ++y) shown_[static_cast<std::size_t>(y)] = index;
}

void LinePicture::showEach(int top, int bottom, int index) {
  for (int y = std::max(0, top); y < std::min(bottom, size_.height()); ++y) shown_[static_cast<std::size_t>(y)] = index + y - top;
}

void LinePicture::paint(QPainter& painter, int left) const {
  const int width = size_.width() - left;
  if (width <= 0) return;
  if (QImage* image = imageBelow(painter)) return copyTo(*image, painter, left);
  const auto lineBytes = static_cast<std::size_t>(width) * sizeof(QRgb);
  const int lines = std::clamp(static_cast<int>(kStripBytes / lineBytes), 1, std::max(1, size_.height()));
  if (strip_.width() != width || strip_.height() != lines) strip_ = QImage(width, lines, QImage::Format_RGB32);
  for (int y = 0; y < size_.height(); y += lines) {
    const int count = std::min(lines, size_.height() - y);
    uchar* to = strip_.bits();
    for (int i = 0; i < count; ++i, to += strip_.bytesPerLine()) std::memcpy(to, line(shownAt(y + i)) + left, lineBytes);
    painter.drawImage(QPoint(left, y), strip_, QRect(0, 0, width, count));
  }
}

void LinePicture::copyTo(QImage& image, const QPainter& painter, int left) const {
  const QTransform& place = painter.deviceTransform();
  const QPoint at(static_cast<int>(place.dx()), static_cast<int>(place.dy()));
  QRegion region = QRect(at.x() + left, at.y(), size_.width() - left, size_.height()) & image.rect();
  // Only the exposed part may be painted, since other widgets lie around this one or on top of it. The clip is in pixels of the image.
  if (const QRegion exposed = painter.paintEngine()->systemClip(); !exposed.isEmpty()) region &= exposed;
  uchar* const bits = image.bits();
  for (const QRect& rect : region)
    for (int y = rect.top(); y <= rect.bottom(); ++y)
      std::memcpy(bits + static_cast<qsizetype>(y) * image.bytesPerLine() + static_cast<qsizetype>(rect.left()) * 4,
                  line(shownAt(y - at.y())) + (rect.left() - at.x()), static_cast<std::size_t>(rect.width()) * sizeof(QRgb));
}

QImage LinePicture::image() const {
  QImage image(size_, QImage::Format_RGB32);
  for (int y = 0; y < size_.height(); ++y) std::memcpy(image.scanLine(y), line(shownAt(y)), static_cast<std::size_t>(size_.width()) * sizeof(QRgb));
  return image;
}

}  // namespace stepscope
