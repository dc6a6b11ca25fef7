// JPEG and PNG, sound and broken: published test images against the verdicts and pixels that come with them.
#include <QCryptographicHash>
#include <algorithm>
#include <cmath>
#include <set>
#include <thread>

#include "core/base/philox.h"
#include "core/data/images/image_file.h"
#include "core/data/images/png_image.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

const std::atomic<bool> kNever{false};

// Damaged files of which Pillow shows what it can; we refuse to train on them.
const std::set<QString> kStricter{"jpeg-decoder-reftest/partial_progressive.jpg",  // data end in the middle of a scan
                                  "libpng-testpngs/crashers/badcrc.png", "libpng-testpngs/crashers/huge_IDAT.png", "pngsuite/png/xcsn0g01.png"};

struct Verdict {
  QString file, verdict, mode, size, hash;
};

// Without its DHT segments, as Motion JPEG frames are.
std::string withoutHuffmanTables(const std::string& jpeg) {
  const auto byte = [&](std::size_t at) { return std::size_t{static_cast<std::uint8_t>(jpeg[at])}; };
  std::string result = jpeg.substr(0, 2);
  std::size_t at = 2;
  while (byte(at + 1) != 0xDA) {  // start of scan
    const std::size_t length = 2 + (byte(at + 2) << 8 | byte(at + 3));
    if (byte(at + 1) != 0xC4) result += jpeg.substr(at, length);
    at += length;
  }
  return result + jpeg.substr(at);
}

// By libjpeg's shortest way, as RGB.
Bytes decodedByLibjpeg(const std::string& jpeg) {
  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(jpeg.data()), jpeg.size());
  jpeg_read_header(&info, TRUE);
  const bool cmyk = info.num_components == 4;
  info.out_color_space = cmyk ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&info);
  Bytes rgb, row(std::size_t{info.output_width} * 4);
  while (info.output_scanline < info.output_height) {
    JSAMPROW line = row.data();
    jpeg_read_scanlines(&info, &line, 1);
    for (std::size_t x = 0; x < info.output_width; ++x)
      for (std::size_t c = 0; c < 3; ++c)
        rgb.push_back(cmyk ? static_cast<std::uint8_t>(std::lround(row[4 * x + c] * row[4 * x + 3] / 255.0)) : row[3 * x + c]);
  }
  jpeg_destroy_decompress(&info);
  return rgb;
}

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

  // Every form that libjpeg and libpng write, made here: PNG as it was, JPEG as libjpeg itself decodes it.
  void madeForms() {
    DecodeScratch scratch;
    const std::string file = (folder_.path() + "/made").toStdString();
    const auto decoded = [&](const std::string& bytes, int width, int height) {
      writeFile(QString::fromStdString(file), bytesOf(bytes));
      inspectImageFile(file, scratch);
      decodeWholeFile(file, scratch);
      require(scratch.image.width == width && scratch.image.height == height, "a picture of another size");
      return Bytes(scratch.image.pixels.begin(), scratch.image.pixels.begin() + static_cast<std::ptrdiff_t>(width) * height * 3);
    };
    const Bytes rgb = patternOf(37, 29, 3), rgba = patternOf(37, 29, 4), grey = patternOf(37, 29, 1);
    Bytes opaque, spread;
    for (std::size_t i = 0; i < rgba.size(); ++i)
      if (i % 4 < 3) opaque.push_back(rgba[i]);
    for (const std::uint8_t value : grey) spread.insert(spread.end(), 3, value);
    for (const bool interlaced : {false, true}) {
      QCOMPARE(decoded(encodePng(rgb, 37, 29, PNG_COLOR_TYPE_RGB, 8, interlaced), 37, 29), rgb);
      QCOMPARE(decoded(encodePng(rgba, 37, 29, PNG_COLOR_TYPE_RGB_ALPHA, 8, interlaced), 37, 29), opaque);
      QCOMPARE(decoded(encodePng(grey, 37, 29, PNG_COLOR_TYPE_GRAY, 8, interlaced), 37, 29), spread);
    }
    Bytes indices, colours, bits, blackAndWhite;
    for (int i = 0; i < 16 * 4; ++i) indices.push_back(static_cast<std::uint8_t>(i * 5));
    for (const std::uint8_t i : indices)
      colours.insert(colours.end(), {static_cast<std::uint8_t>(i * 37), static_cast<std::uint8_t>(i * 11),
                                     static_cast<std::uint8_t>(255 - i)});  // the palette of encodePng
    QCOMPARE(decoded(encodePng(indices, 16, 4, PNG_COLOR_TYPE_PALETTE, 8), 16, 4), colours);
    for (const std::uint8_t byte : {0x5A, 0x0F}) {
      bits.push_back(byte);
      for (int b = 7; b >= 0; --b) blackAndWhite.insert(blackAndWhite.end(), 3, (byte >> b & 1) ? 255 : 0);
    }
    QCOMPARE(decoded(encodePng(bits, 8, 2, PNG_COLOR_TYPE_GRAY, 1), 8, 2), blackAndWhite);

    int forms = 0;
    for (const int components : {1, 3, 4})
      for (const bool progressive : {false, true})
        for (const unsigned restartRows : {0u, 1u})
          for (const bool halfColours : {false, true}) {
            const JpegForm form{components, progressive, true, 85, restartRows, halfColours};
            const std::string jpeg = encodeJpeg(patternOf(45, 35, components), 45, 35, form);
            QVERIFY2(decoded(jpeg, 45, 35) == decodedByLibjpeg(jpeg),
                     qPrintable(QString("%1 components, progressive %2, restarts %3").arg(components).arg(progressive).arg(restartRows)));
            ++forms;
          }
    QCOMPARE(forms, 24);
  }

  // Nothing of a picture survives in the decoder: a file without tables of its own is refused by name, and one without Huffman tables has
  // the standard ones, whatever was decoded before it, in any order and by several threads.
  void nothingSurvivesAPicture() {
    const Bytes pattern = patternOf(48, 40, 3);
    const std::string fine = encodeJpeg(pattern, 48, 40), coarse = encodeJpeg(pattern, 48, 40, {.quality = 20}),
                      progressive = encodeJpeg(pattern, 48, 40, {.progressive = true, .quality = 60}),
                      tableless = encodeJpeg(pattern, 48, 40, {.tables = false}), standard = withoutHuffmanTables(fine);
    QVERIFY(standard.size() < fine.size() && tableless.size() < fine.size());
    const std::vector<std::string> files{fine, tableless, coarse, standard, progressive};
    const auto answer = [&](JpegDecoder& decoder, std::size_t file) {
      Image image;
      const auto error = errorOf([&] { decoder.decode(bytesOf(files[file]), "picture.jpg", {0, 0, 48, 40}, 1, image, kNever); });
      return error ? bytesOf(*error) : Bytes(image.pixels.begin(), image.pixels.begin() + 48 * 40 * 3);
    };
    std::vector<Bytes> expected;
    for (std::size_t file = 0; file < files.size(); ++file) {
      JpegDecoder fresh;
      expected.push_back(answer(fresh, file));
    }
    const std::string refusal(expected[1].begin(), expected[1].end());
    QVERIFY2(refusal.starts_with("picture.jpg: ") && refusal.find("uantization table") != std::string::npos, refusal.c_str());
    QCOMPARE(expected[3], expected[0]);
    QVERIFY(expected[2] != expected[0] && expected[4] != expected[0]);

    JpegDecoder one;
    for (const std::vector<std::size_t>& order :
         {std::vector<std::size_t>{0, 1, 2, 1}, {1, 0, 1, 2, 1}, {4, 3, 1, 3, 2, 3, 4, 1}, {2, 2, 1, 1, 0, 3, 1, 4, 0, 1}})
      for (const std::size_t file : order) QVERIFY(answer(one, file) == expected[file]);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        JpegDecoder decoder;
        PhiloxStream random(3, t);
        for (int i = 0; i < 100; ++i) {
          const std::size_t file = random.below(static_cast<std::uint32_t>(files.size()));
          if (answer(decoder, file) != expected[file]) ++wrong;
        }
      });
    for (std::thread& thread : threads) thread.join();
    QCOMPARE(wrong.load(), 0);
  }

  // A picture that its bytes cannot hold is refused before memory is taken for it.
  void moreThanItsBytesHold() {
    const Bytes pattern = patternOf(16, 16, 3);
    std::string jpeg = encodeJpeg(pattern, 16, 16, {.progressive = true});
    const std::size_t frame = jpeg.find("\xFF\xC2");
    QVERIFY(frame != std::string::npos);
    for (std::size_t i = 5; i < 9; ++i) jpeg[frame + i] = '\x26';  // 9766 x 9766
    JpegDecoder decoder;
    Image image;
    verifyError(
        [&] {
          decoder.decode(bytesOf(jpeg), "large.jpg", {0, 0, 9766, 9766}, 1, image, kNever);
        },
        {"large.jpg", "its bytes cannot hold the pixels that its header promises"});
    std::string png = encodePng(pattern, 16, 16, PNG_COLOR_TYPE_RGB, 8);
    png[18] = png[22] = '\x26';  // 9744 x 9744
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(png.data()) + 12, 17);
    for (int i = 0; i < 4; ++i) png[static_cast<std::size_t>(29 + i)] = static_cast<char>(crc >> (24 - 8 * i));
    verifyError([&] { decodePng(bytesOf(png), "large.png", image, kNever); },
                {"large.png", "its bytes cannot hold the pixels that its header promises"});
    QVERIFY(image.pixels.empty());
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
      QVERIFY2(worst <= 2, qPrintable(QString("differs by %1 at %2,%3 %4x%5").arg(worst).arg(rect.x).arg(rect.y).arg(rect.width).arg(rect.height)));
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
      const auto error = errorOf([&] { decodeWholeFile(broken.toStdString(), scratch); });
      refused += error.has_value();
      // Not what libjpeg or libpng calls it.
      const QString said = error ? QString::fromStdString(*error) : QString();
      for (const char* raw : {"Corrupt", "Huffman", "JPEG data", "marker", "IDAT", "CRC", "chunk", "Premature", "DHT", "0x", "Unsupported", "Bogus"})
        QVERIFY2(!said.contains(raw), qPrintable(said));
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
