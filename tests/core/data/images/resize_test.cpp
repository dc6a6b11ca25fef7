// Resizing against the filter's definition in double precision.
#include "core/data/images/resize.h"
#include "core/base/philox.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

double triangle(double x) {
  return std::max(0.0, 1 - std::abs(x));
}

// One output value: the mean of the source under a triangle as wide as the reduction, cut off at the image's border.
double sampleAt(const Bytes& rgb, int width, int height, const Box& box, int outWidth, int outHeight, int x, int y, int channel) {
  const double scaleX = box.width / outWidth, scaleY = box.height / outHeight, reachX = std::max(1.0, scaleX), reachY = std::max(1.0, scaleY);
  const double centerX = box.x + (x + 0.5) * scaleX, centerY = box.y + (y + 0.5) * scaleY;
  double sum = 0, weights = 0;
  for (int sy = 0; sy < height; ++sy) {
    const double wy = triangle((sy + 0.5 - centerY) / reachY);
    if (wy <= 0) continue;
    for (int sx = 0; sx < width; ++sx) {
      const double w = wy * triangle((sx + 0.5 - centerX) / reachX);
      sum += w * rgb[static_cast<std::size_t>((sy * width + sx) * 3 + channel)];
      weights += w;
    }
  }
  return sum / weights;
}

}  // namespace

class ResizeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void againstDefinition_data() {
    QTest::addColumn<QRectF>("box");
    QTest::addColumn<QSize>("out");
    QTest::addRow("smaller") << QRectF(0, 0, 41, 29) << QSize(16, 11);
    QTest::addRow("much smaller") << QRectF(0, 0, 41, 29) << QSize(3, 2);
    QTest::addRow("larger") << QRectF(0, 0, 41, 29) << QSize(60, 50);
    QTest::addRow("same") << QRectF(0, 0, 41, 29) << QSize(41, 29);
    QTest::addRow("part") << QRectF(7, 5, 20, 20) << QSize(8, 8);
    QTest::addRow("part between pixels") << QRectF(6.5, 4.25, 20.5, 18.75) << QSize(13, 17);
    QTest::addRow("wider and lower") << QRectF(3, 3, 10, 25) << QSize(20, 5);
    QTest::addRow("one pixel") << QRectF(40, 28, 1, 1) << QSize(4, 4);
  }
  void againstDefinition() {
    QFETCH(QRectF, box);
    QFETCH(QSize, out);
    Bytes rgb(41 * 29 * 3);
    PhiloxStream random(5, 5);
    for (std::uint8_t& byte : rgb) byte = static_cast<std::uint8_t>(random.next());
    const Box part{box.x(), box.y(), box.width(), box.height()};
    const int w = out.width(), h = out.height();
    ResizeScratch scratch;
    Bytes planar(static_cast<std::size_t>(w * h * 3)), interleaved(planar.size());
    resizeImage({rgb.data(), 41, 29}, part, w, h, PixelLayout::Planar, planar.data(), scratch);
    resizeImage({rgb.data(), 41, 29}, part, w, h, PixelLayout::Interleaved, interleaved.data(), scratch);
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) {
          const int value = planar[static_cast<std::size_t>((c * h + y) * w + x)];
          const double expected = sampleAt(rgb, 41, 29, part, w, h, x, y, c);
          // Rounded to a byte after each of the two passes.
          QVERIFY2(std::abs(value - expected) <= 1.01, qPrintable(QString("%1 instead of %2 at %3,%4").arg(value).arg(expected).arg(x).arg(y)));
          QCOMPARE(int{interleaved[static_cast<std::size_t>((y * w + x) * 3 + c)]}, value);
        }
      }
    }
  }

  void scales() {
    QCOMPARE(decodeScale({0, 0, 640, 480}, 64, 64), 4);
    QCOMPARE(decodeScale({0, 0, 640, 512}, 64, 64), 8);
    QCOMPARE(decodeScale({0, 0, 127, 480}, 64, 64), 1);
    QCOMPARE(decodeScale({0, 0, 128, 128}, 64, 64), 2);
    QCOMPARE(decodeScale({0, 0, 10, 10}, 64, 64), 1);
  }

  // The pixels asked for are inside the file and hold every pixel with a weight.
  void neededPixels() {
    PhiloxStream random(9, 9);
    for (int i = 0; i < 1000; ++i) {
      const std::int64_t w = 1 + random.below(300), h = 1 + random.below(300), ow = 1 + random.below(100), oh = 1 + random.below(100);
      Box box;
      box.width = std::max(0.5, random.uniform() * static_cast<double>(w));
      box.height = std::max(0.5, random.uniform() * static_cast<double>(h));
      box.x = random.uniform() * (static_cast<double>(w) - box.width);
      box.y = random.uniform() * (static_cast<double>(h) - box.height);
      const Rect need = pixelsNeeded(box, ow, oh, w, h);
      QVERIFY(need.x >= 0 && need.y >= 0 && need.width >= 1 && need.height >= 1 && need.x + need.width <= w && need.y + need.height <= h);
      const double reach = std::max(1.0, box.width / static_cast<double>(ow));
      QVERIFY(need.x == 0 || static_cast<double>(need.x) <= box.x - reach);
      QVERIFY(need.x + need.width == w || static_cast<double>(need.x + need.width) >= box.x + box.width + reach);
    }
  }
};

QTEST_GUILESS_MAIN(ResizeTest)
#include "resize_test.moc"
