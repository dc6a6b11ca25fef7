// JPEG and PNG, sound and broken: published test images against the verdicts and pixels that come with them.
#include <QCryptographicHash>
#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/philox.h"
#include "core/data/image_file.h"
#include "core/data/png_image.h"
#include "tests/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

const std::atomic<bool> kNever{false};

// Damaged files of which Pillow shows what it can; we refuse to train on them.
const std::set<QString> kStricter{"jpeg-decoder-reftest/partial_progressive.jpg",  // data end in the middle of a scan
                                  "libpng-testpngs/crashers/badcrc.png", "libpng-testpngs/crashers/huge_IDAT.png",
                                  "pngsuite/png/xcsn0g01.png"};

struct Verdict {
  QString file, verdict, mode, size, hash;
};

std::vector<Verdict> expectedVerdicts(const QString& folder) {
  QFile table(folder + "/EXPECTED.tsv");
  std::vector<Verdict> verdicts;
  if (!table.open(QIODevice::ReadOnly)) return verdicts;
  while (!table.atEnd()) {
    const QString line = QString::fromUtf8(table.readLine()).remove('\n');
    if (line.startsWith('#') || line.isEmpty()) continue;
    const QStringList parts = line.split('\t');
    verdicts.push_back({parts[0], parts[1], parts[3], parts[4], parts.value(5)});
  }
  return verdicts;
}

}  // namespace

class CodecsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  QString images() const { return folder_.path() + "/images_bad"; }

  bool unpackOnce() { return QFileInfo::exists(images()) || unpack("images_bad.tar.gz", folder_.path()); }

 private Q_SLOTS:
  // Every file ends in pixels of the right size or in an Error that names it, never in a crash; and what Pillow reads, we read.
  void verdicts() {
    NEEDS_SHARED_DATA();
    QVERIFY(unpackOnce());
    DecodeScratch scratch;
    int read = 0, refused = 0, hashed = 0;
    for (const Verdict& expected : expectedVerdicts(images())) {
      const std::string file = (images() + "/" + expected.file).toStdString();
      ImageHeader header;
      const auto error = errorOf([&] {
        header = inspectImageFile(file, scratch);
        decodeWholeFile(file, scratch);
      });
      if (error) {
        ++refused;
        QVERIFY2(error->find(file) != std::string::npos, error->c_str());
        QVERIFY2(expected.verdict != "ok" || kStricter.count(expected.file), (file + " is readable, but: " + *error).c_str());
        continue;
      }
      ++read;
      QCOMPARE(scratch.image.width, header.width);
      if (expected.verdict == "ok") QCOMPARE(QString("%1x%2").arg(header.width).arg(header.height), expected.size);
      // The hashes are of RGBA; alpha is 255 where the file has none.
      // A palette that is too short (badpal) leaves some pixels to the reader's taste.
      if (expected.hash.isEmpty() || expected.mode.contains('A') || expected.file.contains("/badpal/")) continue;
      QByteArray rgba;
      const std::uint8_t* pixel = scratch.image.pixels.data();
      for (std::int64_t i = 0; i < header.width * header.height; ++i, pixel += 3) {
        rgba.append(reinterpret_cast<const char*>(pixel), 3);
        rgba.append('\xFF');
      }
      QVERIFY2(QString::fromLatin1(QCryptographicHash::hash(rgba, QCryptographicHash::Sha256).toHex()) == expected.hash, file.c_str());
      ++hashed;
    }
    qInfo("%d read, %d refused, %d equal by hash", read, refused, hashed);
    QVERIFY(read > 300 && refused > 20 && hashed > 100);
  }

  void jpegPixels() {
    NEEDS_SHARED_DATA();
    QVERIFY(unpackOnce());
    DecodeScratch scratch;
    int compared = 0;
    for (const Verdict& expected : expectedVerdicts(images())) {
      if (!expected.file.startsWith("jpeg-decoder-reftest/") || !expected.file.endsWith(".jpg") || expected.verdict != "ok" ||
          kStricter.count(expected.file))
        continue;
      const QString jpeg = images() + "/" + expected.file, png = jpeg.left(jpeg.size() - 3) + "png";
      decodeWholeFile(jpeg.toStdString(), scratch);
      const Image ours = scratch.image;
      decodeWholeFile(png.toStdString(), scratch);
      QCOMPARE(ours.width, scratch.image.width);
      QCOMPARE(ours.height, scratch.image.height);
      int worst = 0;
      for (std::int64_t i = 0; i < ours.width * ours.height * 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        worst = std::max(worst, std::abs(ours.pixels[at] - scratch.image.pixels[at]));
      }
      QVERIFY2(worst <= 3, qPrintable(QString("%1 differs by %2").arg(expected.file).arg(worst)));
      ++compared;
    }
    QVERIFY(compared >= 30);
  }

  // A part of a JPEG has the pixels that the whole image has there, at every scale and for every subsampling the encoder's default has.
  void partOfJpeg_data() {
    QTest::addColumn<int>("scale");
    for (int scale : {1, 2, 4, 8}) QTest::addRow("1/%d", scale) << scale;
  }
  void partOfJpeg() {
    QFETCH(int, scale);
    const QString file = folder_.path() + "/part.jpg";
    writeGradientJpeg(file, 203, 149);
    const Bytes bytes = readFile(file);
    JpegDecoder decoder;
    Image whole, part;
    decoder.decode(bytes, file.toStdString(), {0, 0, 203, 149}, scale, whole, kNever);
    QCOMPARE(whole.width, (203 + scale - 1) / scale);
    PhiloxStream random(7, static_cast<std::uint64_t>(scale));
    for (int i = 0; i < 200; ++i) {
      Rect rect;
      rect.x = random.below(203);
      rect.y = random.below(149);
      rect.width = 1 + random.below(static_cast<std::uint32_t>(203 - rect.x));
      rect.height = 1 + random.below(static_cast<std::uint32_t>(149 - rect.y));
      decoder.decode(bytes, file.toStdString(), rect, scale, part, kNever);
      QVERIFY(part.originX <= rect.x / scale && part.originX + part.width >= (rect.x + rect.width) / scale);
      QVERIFY(part.originY <= rect.y / scale && part.originY + part.height >= (rect.y + rect.height) / scale);
      int worst = 0;
      // The outermost column of a part may be smoothed without its neighbour.
      for (std::int64_t y = 0; y < part.height; ++y) {
        for (std::int64_t x = part.originX > 0; x < part.width - (part.originX + part.width < whole.width); ++x) {
          for (std::int64_t c = 0; c < 3; ++c) {
            const auto a = part.pixels[static_cast<std::size_t>((y * part.width + x) * 3 + c)];
            const auto b = whole.pixels[static_cast<std::size_t>(((y + part.originY) * whole.width + x + part.originX) * 3 + c)];
            worst = std::max(worst, std::abs(a - b));
          }
        }
      }
      QVERIFY2(worst <= 2,
               qPrintable(QString("differs by %1 at %2,%3 %4x%5").arg(worst).arg(rect.x).arg(rect.y).arg(rect.width).arg(rect.height)));
    }
  }

  // Cut anywhere and with bytes turned over: an Error or pixels, and the reason in words.
  void damaged_data() {
    QTest::addColumn<bool>("png");
    QTest::addRow("jpeg") << false;
    QTest::addRow("png") << true;
  }
  void damaged() {
    QFETCH(bool, png);
    const QString file = folder_.path() + (png ? "/whole.png" : "/whole.jpg");
    if (png) {
      writePng(file, 61, 47, PNG_COLOR_TYPE_RGB, 8, gradient(61, 47));
    } else {
      writeGradientJpeg(file, 61, 47);
    }
    const Bytes sound = readFile(file);
    QVERIFY(sound.size() > 200);
    const QString broken = folder_.path() + "/broken";
    DecodeScratch scratch;
    for (std::size_t length = 0; length + 16 < sound.size(); length += 13) {
      writeFile(broken, Bytes(sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(length)));
      verifyError([&] { inspectImageFile(broken.toStdString(), scratch); }, {broken});
      verifyError([&] { decodeWholeFile(broken.toStdString(), scratch); }, {broken});
    }
    PhiloxStream random(11, png);
    int refused = 0;
    for (int i = 0; i < 500; ++i) {
      Bytes bytes = sound;
      for (int k = 0; k < 3; ++k) bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::uint8_t>(random.next());
      writeFile(broken, bytes);
      refused += errorOf([&] { decodeWholeFile(broken.toStdString(), scratch); }).has_value();
    }
    QVERIFY(refused > 50);
  }

  // A header that promises a huge picture is refused before memory is taken.
  void absurdSize() {
    const QString jpeg = folder_.path() + "/huge.jpg", png = folder_.path() + "/huge.png";
    writeGradientJpeg(jpeg, 16, 16);
    Bytes bytes = readFile(jpeg);
    const std::array<std::uint8_t, 2> startOfFrame{0xFF, 0xC0};
    const auto frame = std::search(bytes.begin(), bytes.end(), startOfFrame.begin(), startOfFrame.end());
    QVERIFY(frame != bytes.end());
    std::fill(frame + 5, frame + 9, 0xFE);  // height and width 65278
    writeFile(jpeg, bytes);
    DecodeScratch scratch;
    verifyError([&] { inspectImageFile(jpeg.toStdString(), scratch); }, {jpeg, "65278x65278", "100 million pixels"});

    writePng(png, 16, 16, PNG_COLOR_TYPE_RGB, 8, gradient(16, 16));
    bytes = readFile(png);
    bytes[18] = bytes[22] = 0x7F;  // width and height 32528
    const auto crc = crc32(0, bytes.data() + 12, 17);
    for (int i = 0; i < 4; ++i) bytes[static_cast<std::size_t>(29 + i)] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    writeFile(png, bytes);
    verifyError([&] { inspectImageFile(png.toStdString(), scratch); }, {png, "32528x32528", "100 million pixels"});
  }

  void convertedToRgb_data() {
    QTest::addColumn<int>("colorType");
    QTest::addColumn<int>("depth");
    QTest::addColumn<QByteArray>("pixel");
    QTest::addColumn<QList<int>>("expected");
    QTest::addRow("grey") << PNG_COLOR_TYPE_GRAY << 8 << QByteArray("\x40", 1) << QList<int>{64, 64, 64};
    QTest::addRow("grey with alpha") << PNG_COLOR_TYPE_GRAY_ALPHA << 8 << QByteArray("\x40\x10", 2) << QList<int>{64, 64, 64};
    QTest::addRow("rgba") << PNG_COLOR_TYPE_RGB_ALPHA << 8 << QByteArray("\x01\x02\x03\x00", 4) << QList<int>{1, 2, 3};
    QTest::addRow("16-bit rgb") << PNG_COLOR_TYPE_RGB << 16 << QByteArray("\xFF\xFF\x80\x80\x00\x00", 6) << QList<int>{255, 128, 0};
  }
  void convertedToRgb() {
    QFETCH(int, colorType);
    QFETCH(int, depth);
    QFETCH(QByteArray, pixel);
    QFETCH(QList<int>, expected);
    const QString file = folder_.path() + "/pixel.png";
    writePng(file, 1, 1, colorType, depth, Bytes(pixel.begin(), pixel.end()));
    DecodeScratch scratch;
    decodeWholeFile(file.toStdString(), scratch);
    for (int c = 0; c < 3; ++c) QCOMPARE(int{scratch.image.pixels[static_cast<std::size_t>(c)]}, expected[c]);
  }

  // A decoder stops at the next row once it is told to.
  void stops() {
    const QString jpeg = folder_.path() + "/stop.jpg", png = folder_.path() + "/stop.png";
    writeGradientJpeg(jpeg, 640, 480);
    writePng(png, 640, 480, PNG_COLOR_TYPE_RGB, 8, gradient(640, 480));
    const std::atomic<bool> stop{true};
    Image image;
    JpegDecoder decoder;
    QVERIFY(decoder.decode(readFile(jpeg), "stop.jpg", {0, 0, 640, 480}, 1, image, stop) == DecodeResult::Stopped);
    QVERIFY(decodePng(readFile(png), "stop.png", image, stop) == DecodeResult::Stopped);
    // And the decoder can be used again.
    QVERIFY(decoder.decode(readFile(jpeg), "stop.jpg", {0, 0, 640, 480}, 1, image, kNever) == DecodeResult::Done);
  }
};

QTEST_GUILESS_MAIN(CodecsTest)
#include "codecs_test.moc"
