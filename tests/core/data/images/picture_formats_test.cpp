// BMP, GIF, TIFF and WebP: files of every form with the pixels that Pillow reads (pictures/make_pictures.py), forms that it does not write made by
// hand, damaged files, and sizes that no memory may be taken for.
#include <QCryptographicHash>
#include <atomic>
#include <set>

#include "core/base/philox.h"
#include "core/data/images/image_codecs.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

const QString kPictures = QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/data/images/pictures");

struct Expected {
  QString file, hash;
  std::int64_t width, height;
};

std::vector<Expected> expectedPictures() {
  QFile table(kPictures + "/EXPECTED.tsv");
  std::vector<Expected> all;
  if (!table.open(QIODevice::ReadOnly)) return all;
  while (!table.atEnd()) {
    const QStringList parts = QString::fromUtf8(table.readLine()).trimmed().split('\t');
    if (!parts[0].startsWith('#')) all.push_back({parts[0], parts[3], parts[1].toLongLong(), parts[2].toLongLong()});
  }
  return all;
}

std::string le(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
  return text;
}

struct TiffForm {
  int width = 2, height = 1, bits = 8, samples = 1, format = 1;  // format: 1 unsigned, 2 signed, 3 reals
  int photometric = 1, compression = 1;
  int extra = -1;  // the kind of an extra sample: 0 unknown, 1 multiplied, 2 alpha
};

// One strip, little endian (TIFF 6.0).
std::string tiff(const TiffForm& form, const std::string& data) {
  std::vector<std::string> entries;
  const auto entry = [&](std::uint32_t tag, std::uint32_t value) { entries.push_back(le(tag, 2) + le(3, 2) + le(1, 4) + le(value, 4)); };
  const auto entryLong = [&](std::uint32_t tag, std::uint32_t value) { entries.push_back(le(tag, 2) + le(4, 2) + le(1, 4) + le(value, 4)); };
  const std::size_t count = form.extra >= 0 ? 12 : 11;
  const auto after = static_cast<std::uint32_t>(8 + 2 + 12 * count + 4), depths = static_cast<std::uint32_t>(2 * form.samples);
  entryLong(256, static_cast<std::uint32_t>(form.width));
  entryLong(257, static_cast<std::uint32_t>(form.height));
  entries.push_back(le(258, 2) + le(3, 2) + le(static_cast<std::uint32_t>(form.samples), 4) +
                    (form.samples <= 2 ? le(static_cast<std::uint32_t>(form.bits), 2) + le(static_cast<std::uint32_t>(form.bits), 2) : le(after, 4)));
  entry(259, static_cast<std::uint32_t>(form.compression));
  entry(262, static_cast<std::uint32_t>(form.photometric));
  entryLong(273, after + depths);
  entry(277, static_cast<std::uint32_t>(form.samples));
  entryLong(278, static_cast<std::uint32_t>(form.height));
  entryLong(279, static_cast<std::uint32_t>(data.size()));
  entry(284, 1);
  if (form.extra >= 0) entry(338, static_cast<std::uint32_t>(form.extra));
  entries.push_back(le(339, 2) + le(3, 2) + le(1, 4) + le(static_cast<std::uint32_t>(form.format), 4));
  std::string file = "II*" + std::string(1, '\0') + le(8, 4) + le(static_cast<std::uint32_t>(entries.size()), 2);
  for (const std::string& one : entries) file += one;
  file += le(0, 4);
  for (int i = 0; i < form.samples; ++i) file += le(static_cast<std::uint32_t>(form.bits), 2);
  return file + data;
}

}  // namespace

class PictureFormatsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  DecodeScratch scratch_;

  std::string write(const QString& name, const std::string& bytes) {
    const QString file = folder_.filePath(name);
    writeFile(file, bytesOf(bytes));
    return file.toStdString();
  }
  Bytes decoded(const std::string& file) {
    const ImageHeader header = inspectImageFile(file, scratch_);
    decodeWholeFile(file, scratch_);
    require(scratch_.image.width == header.width && scratch_.image.height == header.height, "a picture of another size");
    return Bytes(scratch_.image.pixels.begin(), scratch_.image.pixels.begin() + static_cast<std::ptrdiff_t>(header.width * header.height * 3));
  }
  static std::string contentOf(const QString& name) {
    const Bytes bytes = readFile(kPictures + '/' + name);
    return std::string(bytes.begin(), bytes.end());
  }

 private Q_SLOTS:
  void asPillow_data() {
    QTest::addColumn<int>("index");
    const std::vector<Expected> all = expectedPictures();
    QVERIFY(all.size() >= 46);
    for (std::size_t i = 0; i < all.size(); ++i) QTest::addRow("%s", qPrintable(all[i].file)) << static_cast<int>(i);
  }
  void asPillow() {
    QFETCH(int, index);
    const Expected expected = expectedPictures()[static_cast<std::size_t>(index)];
    // Another rounding of chroma and of CMYK than Pillow's, which is the library's own: compared pixel by pixel in conversions().
    static const std::set<QString> rounded{"cmyk.tif", "jpeg.tif"};
    const Bytes rgb = decoded((kPictures + '/' + expected.file).toStdString());
    QCOMPARE(scratch_.image.width, expected.width);
    QCOMPARE(scratch_.image.height, expected.height);
    if (rounded.contains(expected.file)) return;
    const QByteArray bytes(reinterpret_cast<const char*>(rgb.data()), static_cast<qsizetype>(rgb.size()));
    QCOMPARE(QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex()), expected.hash);
  }

  // Ink: 255 - value is what is left of the light (the formula of TIFF 6.0's section 16 for CMYK without a profile), rounded by the library.
  void conversions() {
    const auto pixel = [&](const TiffForm& form, const std::string& data) { return decoded(write("form.tif", tiff(form, data))); };
    const auto near = [](const Bytes& a, const Bytes& b) {
      bool same = a.size() == b.size();
      for (std::size_t i = 0; same && i < a.size(); ++i) same = std::abs(a[i] - b[i]) <= 1;
      return same;
    };
    QVERIFY(
        near(pixel({.width = 1, .samples = 4, .photometric = 5}, std::string("\x10\x20\x30\x40", 4)),
             {static_cast<std::uint8_t>(239 * 191 / 255), static_cast<std::uint8_t>(223 * 191 / 255), static_cast<std::uint8_t>(207 * 191 / 255)}));
    // 16 bits of a colour are rounded to 8, as PNG's are: 0x017F is 1; of grey the library takes the high byte.
    QCOMPARE(pixel({.bits = 16}, le(0x8080, 2) + le(0x00FF, 2)), (Bytes{128, 128, 128, 0, 0, 0}));
    QCOMPARE(pixel({.width = 1, .bits = 16, .samples = 3, .photometric = 2}, le(0xFFFF, 2) + le(0x017F, 2) + le(0, 2)), (Bytes{255, 1, 0}));
    // White is 0.
    QCOMPARE(pixel({.photometric = 0}, std::string("\x00\xF0", 2)), (Bytes{255, 255, 255, 15, 15, 15}));
    // Alpha is dropped, whatever its kind says; colours that were multiplied by it are divided again: 50 of 100 is 127 (Pillow's RGBa).
    for (const int kind : {0, 2})
      QCOMPARE(pixel({.width = 1, .samples = 4, .photometric = 2, .extra = kind}, std::string("\x32\x14\x0A\x64", 4)), (Bytes{50, 20, 10}));
    QCOMPARE(pixel({.width = 1, .samples = 4, .photometric = 2, .extra = 1}, std::string("\x32\x14\x0A\x64", 4)), (Bytes{127, 51, 25}));
  }

  // Samples whose range nobody says are refused by name, before a pixel is read.
  void refusedSamples() {
    const auto refusal = [&](const TiffForm& form, std::size_t bytes, const QString& words) {
      const std::string file = write("odd.tif", tiff(form, std::string(bytes, '\1')));
      verifyError([&] { inspectImageFile(file, scratch_); }, {QString::fromStdString(file), words});
    };
    refusal({.bits = 32, .format = 3}, 8, "32-bit reals");
    refusal({.bits = 16, .format = 2}, 4, "16-bit signed numbers");
    refusal({.bits = 32}, 8, "32-bit numbers");
    refusal({.samples = 7}, 14, "7 channels");
  }

  // The header is checked before memory is taken.
  void absurdSizes() {
    std::string bmp = contentOf("rgb.bmp"), gif = contentOf("p.gif"), screen = gif, webp = contentOf("animation.webp");
    bmp.replace(18, 8, le(60000, 4) + le(60000, 4));
    gif.replace(gif.find(std::string("\x2c\0\0\0\0", 5)) + 5, 4, le(60000, 2) + le(60000, 2));
    screen.replace(6, 4, le(60000, 2) + le(60000, 2));
    webp.replace(24, 6, le(59999, 3) + le(59999, 3));
    QCOMPARE(webp.substr(12, 4), std::string("VP8X"));
    for (const auto& [name, bytes] : {std::pair{"huge.bmp", bmp},
                                      {"huge.gif", gif},
                                      {"screen.gif", screen},
                                      {"huge.webp", webp},
                                      {"huge.tif", tiff({.width = 60000, .height = 60000}, std::string(100, '\1'))}}) {
      const std::string file = write(name, bytes);
      DecodeScratch fresh;
      verifyError([&] { inspectImageFile(file, fresh); }, {QString::fromStdString(file), "60000x60000", "100 million pixels"});
      QVERIFY(fresh.image.pixels.empty());
    }
    // Of a size that is allowed, but with bytes for a few pixels.
    bmp.replace(18, 8, le(9000, 4) + le(9000, 4));
    std::string runs = contentOf("run_lengths.bmp"), frame = contentOf("p.gif");
    runs.replace(18, 8, le(9000, 4) + le(9000, 4));
    frame.replace(frame.find(std::string("\x2c\0\0\0\0", 5)) + 5, 4, le(9000, 2) + le(9000, 2));
    const auto bomb = [](int compression) { return tiff({.width = 9000, .height = 9000, .compression = compression}, std::string(100, '\1')); };
    for (const auto& [name, bytes] : {std::pair{"bomb.bmp", bmp},
                                      {"runs.bmp", runs},
                                      {"bomb.gif", frame},
                                      {"lzw.tif", bomb(5)},
                                      {"deflate.tif", bomb(8)},
                                      {"packbits.tif", bomb(32773)},
                                      {"plain.tif", bomb(1)}}) {
      const std::string file = write(name, bytes);
      DecodeScratch fresh;
      QVERIFY2(errorOf([&] {
                 inspectImageFile(file, fresh);
                 decodeWholeFile(file, fresh);
               }),
               name);
      if (std::string_view(name) != "plain.tif") QVERIFY2(fresh.image.pixels.empty(), name);
    }
  }

  // Cut anywhere and with bytes turned over: an Error that names the file, or pixels. Nothing of it depends on what was decoded before.
  void damaged_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"rgb.bmp", "p.bmp", "run_lengths.bmp", "sixteen_bits.bmp", "noise.gif", "animation.gif", "interlaced.gif", "rgb.tif", "tiff_lzw.tif",
          "tiff_adobe_deflate.tif", "packbits.tif", "group4.tif", "jpeg.tif", "lossless.webp", "lossy_alpha.webp", "animation.webp", "turned_6.webp"})
      QTest::newRow(name) << QString(name);
  }
  void damaged() {
    QFETCH(QString, name);
    const std::string sound = contentOf(name);
    const Bytes pixels = decoded((kPictures + '/' + name).toStdString());
    const std::size_t step = sound.size() / 60 + 1;
    for (std::size_t length = 0; length < sound.size(); length += step) {
      const std::string file = write("broken", sound.substr(0, length));
      const auto error = errorOf([&] { QCOMPARE(decoded(file), pixels); });  // what lies after the first frame or page is not needed
      QVERIFY2(!error || error->find(file) != std::string::npos, error ? error->c_str() : "");
      if (length < sound.size() / 4) QVERIFY2(error, qPrintable(QString("cut after %1 bytes").arg(length)));
    }
    PhiloxStream random(5, qHash(name));
    DecodeScratch used;
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
      std::string bytes = sound;
      for (int k = 0; k < 3; ++k) bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<char>(random.next());
      const std::string file = write("turned", bytes);
      const auto answer = [&](DecodeScratch& scratch) {
        const auto error = errorOf([&] { decodeWholeFile(file, scratch); });
        const auto size = static_cast<std::ptrdiff_t>(scratch.image.width * scratch.image.height * 3);
        return error ? bytesOf(*error) : Bytes(scratch.image.pixels.begin(), scratch.image.pixels.begin() + size);
      };
      DecodeScratch fresh;
      const Bytes one = answer(fresh);
      QCOMPARE(answer(used), one);
      refused += std::string(one.begin(), one.end()).starts_with(file);
    }
    QVERIFY2(refused > 0, qPrintable(name));
  }

  void stops() {
    const std::atomic<bool> stop{true};
    for (const char* name : {"rgb.bmp", "p.gif", "rgb.tif", "lossy.webp"}) {
      const std::string file = (kPictures + '/' + name).toStdString();
      const ImageHeader header = inspectImageFile(file, scratch_);
      std::vector<std::uint8_t> out(3);
      const Box all{0, 0, static_cast<double>(header.width), static_cast<double>(header.height)};
      QVERIFY2(decodeImageFile(file, header, all, 1, 1, PixelLayout::Planar, out.data(), scratch_, stop) == DecodeResult::Stopped, name);
      const std::atomic<bool> never{false};
      QVERIFY2(decodeImageFile(file, header, all, 1, 1, PixelLayout::Planar, out.data(), scratch_, never) == DecodeResult::Done, name);
    }
  }

  // A folder of all of them, some under the names of others: each class has the same picture in every format without loss.
  void folder() {
    const QTemporaryDir root;
    const QStringList files{"rgb.bmp", "rgb.tif", "tiff_lzw.tif", "lossless.webp"};
    for (const QString& name : files)
      for (const char* kind : {"a", "b"}) writeFile(root.filePath(QString("%1/%2").arg(kind, name)), bytesOf(contentOf(name)));
    writeFile(root.filePath("a/named.jpg"), bytesOf(contentOf("rgb.bmp")));
    writeFile(root.filePath("b/no ending"), bytesOf(contentOf("lossless.webp")));
    writeFile(root.filePath("b/converted.gif"), bytesOf(contentOf("noise.gif")));  // by the command of older versions: one picture
    writePng(root.filePath("b/converted.gif.png"), 23, 17, PNG_COLOR_TYPE_RGB, 8, decoded((kPictures + "/rgb.bmp").toStdString()));
    DataSpec spec;
    spec.kind = "image_folder";
    spec.path = root.path().toStdString();
    spec.validationSplit = 0;
    spec.imageSize = 17;
    const DataSplits splits = openData(spec);
    QVERIFY(splits.train->warnings().empty());
    QCOMPARE(splits.train->size(), std::int64_t{11});
    const std::vector<float> first = trainingSample(splits, 0, 0);
    for (std::int64_t i = 1; i < splits.train->size(); ++i) QCOMPARE(trainingSample(splits, i, 0), first);
  }

  // A table of codecs that no name and no file belongs to twice.
  void table() {
    std::set<std::string_view> extensions;
    for (const ImageCodecDef& codec : imageCodecs())
      for (const std::string_view extension : codec.extensions) QVERIFY(extensions.insert(extension).second);
    for (const Expected& one : expectedPictures()) {
      const std::string bytes = contentOf(one.file);
      int known = 0;
      for (const ImageCodecDef& codec : imageCodecs()) known += codec.begins(bytes);
      QCOMPARE(known, 1);
    }
    QVERIFY(!codecOf(bytesOf("BMW makes cars, and this is a text.")));
  }
};

QTEST_GUILESS_MAIN(PictureFormatsTest)
#include "picture_formats_test.moc"
