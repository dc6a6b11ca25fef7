// A picture of which most lines are equal, kept as its distinct lines: a row of the timeline is one line of pixels repeated. A frame then
// writes those lines and the screen, and no picture in between: of 3840x2160 pixels that would be 33 MB to write and to read again.
#pragma once

#include <QImage>
#include <QSize>
#include <vector>

class QPainter;

namespace stepscope {

class LinePicture {
 public:
  // Every line shows line 0, filled with `color`; lines added before are gone.
  void begin(QSize size, QRgb color);
  QSize size() const { return size_; }

  // `count` more lines, copies of line 0; the index of the first. Pointers to lines are void after it.
  int add(int count = 1);
  QRgb* line(int index) { return lines_.data() + static_cast<std::size_t>(index) * static_cast<std::size_t>(size_.width()); }
  const QRgb* line(int index) const { return const_cast<LinePicture*>(this)->line(index); }
  // The lines [top, bottom) of the picture show line `index`; what is outside the picture is cut off.
  void show(int top, int bottom, int index);
  // The same with a line for each, from `index` on; `top` may be above the picture.
  void showEach(int top, int bottom, int index);
  int shownAt(int y) const { return shown_[static_cast<std::size_t>(y)]; }

  // The pixels from `left` on, pixel by pixel: the painter's unit is a device pixel.
  void paint(QPainter& painter, int left) const;
  QImage image() const;

 private:
  // What of the pixels from `left` on is to be painted, into the image that the painter paints on.
  void copyTo(QImage& image, const QPainter& painter, int left) const;

  QSize size_;
  int count_ = 0;
  std::vector<QRgb> lines_;
  std::vector<int> shown_;  // the line of each y
  mutable QImage strip_;    // some lines on their way to the painter; small enough for a processor's cache
};

}  // namespace stepscope
