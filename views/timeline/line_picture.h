// A picture with many equal lines, stored as its distinct lines: a row of the timeline is one line of pixels repeated. A frame computes only those
// lines and copies them to the screen. An image in between, of 3840 x 2160 pixels, would be 33 MB to write and to read again.
#pragma once

#include <QImage>
#include <QSize>
#include <vector>

class QPainter;

namespace stepscope {

class LinePicture {
 public:
  // Every line shows line 0, filled with `color`; lines added earlier are deleted.
  void begin(QSize size, QRgb color);
  QSize size() const { return size_; }

  // Adds `count` copies of line 0; returns the index of the first. Pointers to lines become invalid.
  int add(int count = 1);
  QRgb* line(int index) { return lines_.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(size_.width()); }
  const QRgb* line(int index) const { return const_cast<LinePicture*>(this)->line(index); }
  // The lines [top, bottom) of the picture show line `index`; parts outside the picture are cut off.
  void show(int top, int bottom, int index);
  // The same with another line for each y: y shows line `index` + y - `top`. `top` may be above the picture.
  void showEach(int top, int bottom, int index);
  int shownAt(int y) const { return shown_[static_cast<std::size_t>(y)]; }

  // Paints the pixels from column `left` on, one to one; the painter's unit must be a device pixel.
  void paint(QPainter& painter, int left) const;
  QImage image() const;

 private:
  // Copies the exposed pixels from column `left` on into `image`, on which `painter` paints.
  void copyTo(QImage& image, const QPainter& painter, int left) const;

  QSize size_;
  int count_ = 0;
  std::vector<QRgb> lines_;
  std::vector<int> shown_;  // the line of each y
  mutable QImage strip_;    // some lines on the way to the painter; small enough for a processor's cache
};

}  // namespace stepscope
