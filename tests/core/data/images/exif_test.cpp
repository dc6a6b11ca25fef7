// Which way up a picture is read. The grids are what Pillow 12 answers: Image.open, ImageOps.exif_transpose.
#include <cmath>

#include "core/data/images/image_file.h"
#include "core/data/images/image_folder.h"
#include "core/data/preview/data_preview.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

using Grid = std::vector<std::vector<int>>;

constexpr int kStep = 40;  // grey levels between two cells of the grid

// Cells of 3 x 2, numbered by rows, as Pillow shows them for each value of the tag; what is no value of it is passed over.
const std::vector<std::pair<int, Grid>>& pillow() {
  static const std::vector<std::pair<int, Grid>> grids = {{0, {{1, 2, 3}, {4, 5, 6}}},   {1, {{1, 2, 3}, {4, 5, 6}}},   {2, {{3, 2, 1}, {6, 5, 4}}},
                                                          {3, {{6, 5, 4}, {3, 2, 1}}},   {4, {{4, 5, 6}, {1, 2, 3}}},   {5, {{1, 4}, {2, 5}, {3, 6}}},
                                                          {6, {{4, 1}, {5, 2}, {6, 3}}}, {7, {{6, 3}, {5, 2}, {4, 1}}}, {8, {{3, 6}, {2, 5}, {1, 4}}},
                                                          {9, {{1, 2, 3}, {4, 5, 6}}}};
  return grids;
}

std::string number(std::uint32_t value, int bytes, bool little) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>((value >> 8 * (little ? i : bytes - 1 - i)) & 0xFF);
  return text;
}

// A TIFF directory of three tags, the second of which is the orientation.
std::string tiff(int orientation, bool little) {
  const auto n = [&](std::uint32_t value, int bytes) { return number(value, bytes, little); };
  std::string text = (little ? "II" : "MM") + n(42, 2) + n(8, 4) + n(3, 2);
  text += n(0x0100, 2) + n(4, 2) + n(1, 4) + n(7, 4);
  text += n(0x0112, 2) + n(3, 2) + n(1, 4) + n(static_cast<std::uint32_t>(orientation), 2) + n(0, 2);
  text += n(0x0128, 2) + n(3, 2) + n(1, 4) + n(2, 2) + n(0, 2);
  return text + n(0, 4);
}

std::string segment(int marker, const std::string& content) {
  return std::string("\xFF") + static_cast<char>(marker) + number(static_cast<std::uint32_t>(content.size() + 2), 2, false) + content;
}

// The grid as a picture of cells of `cell` pixels.
std::vector<std::uint8_t> cells(int cell, int channels) {
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < 2 * cell; ++y)
    for (int x = 0; x < 3 * cell; ++x)
      for (int c = 0; c < channels; ++c) pixels.push_back(static_cast<std::uint8_t>(kStep * (1 + x / cell + 3 * (y / cell))));
  return pixels;
}

std::string jpegWith(const std::string& segments, int cell = 16) {
  std::string jpeg = encodeJpeg(cells(cell, 3), 3 * cell, 2 * cell, {.quality = 97, .halfColours = false});
  return jpeg.insert(2, segments);
}

std::string chunk(const std::string& name, const std::string& content) {
  const std::string body = name + content;
  const auto crc = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size()));
  return number(static_cast<std::uint32_t>(content.size()), 4, false) + body + number(crc, 4, false);
}

std::string pngWith(const std::string& exif, bool afterPixels, int cell = 16) {
  std::string png = encodePng(cells(cell, 1), 3 * cell, 2 * cell, PNG_COLOR_TYPE_GRAY, 8);
  const std::size_t at = afterPixels ? png.rfind("IEND") - 4 : png.find("IDAT") - 4;
  return png.insert(at, exif.empty() ? exif : chunk("eXIf", exif));
}

// The middle of every cell of a picture that is read into `columns` x `rows` cells of 4 x 4 pixels, or the problem.
Grid gridOf(const QString& file, ImageHeader& header) {
  DecodeScratch scratch;
  header = inspectImageFile(file.toStdString(), scratch);
  const std::int64_t columns = header.width > header.height ? 3 : 2, rows = 5 - columns;
  std::vector<std::uint8_t> out(static_cast<std::size_t>(columns * rows * 16 * 3));
  const std::atomic<bool> never{false};
  decodeImageFile(file.toStdString(), header, {0, 0, static_cast<double>(header.width), static_cast<double>(header.height)}, 4 * columns, 4 * rows,
                  PixelLayout::Planar, out.data(), scratch, never);
  Grid grid;
  for (std::int64_t y = 0; y < rows; ++y) {
    grid.emplace_back();
    for (std::int64_t x = 0; x < columns; ++x)
      grid.back().push_back(static_cast<int>(std::lround(out[static_cast<std::size_t>((4 * y + 2) * 4 * columns + 4 * x + 2)] / double(kStep))));
  }
  return grid;
}

}  // namespace

class ExifTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void asPillowShowsIt_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("orientation");
    const auto row = [](const QString& name, const std::string& bytes, int orientation) {
      QTest::addRow("%s %d", qPrintable(name), orientation) << QByteArray::fromStdString(bytes) << orientation;
    };
    for (const auto& [orientation, grid] : pillow()) {
      for (const bool little : {true, false}) {
        const std::string exif = tiff(orientation, little), app1 = segment(0xE1, std::string("Exif\0\0", 6) + exif);
        row(little ? "jpeg, Intel" : "jpeg, Motorola", jpegWith(app1), orientation);
        row(little ? "png, Intel" : "png, Motorola", pngWith(exif, false), orientation);
        row(little ? "png, after the pixels, Intel" : "png, after the pixels, Motorola", pngWith(exif, true), orientation);
      }
      const std::string app1 = segment(0xE1, std::string("Exif\0\0", 6) + tiff(orientation, true));
      row("after a comment and a profile", jpegWith(segment(0xFE, "words") + segment(0xE2, std::string(40'000, 'p')) + app1), orientation);
      const std::string xmp = std::string("http://ns.adobe.com/xap/1.0/\0", 29) + "<x tiff:Orientation=\"" + std::to_string(orientation) + "\"/>";
      row("xmp alone", jpegWith(segment(0xE1, xmp)), orientation);
    }
    // Nothing that can be believed: as it lies.
    row("no tag", jpegWith(""), 1);
    row("a cut directory", jpegWith(segment(0xE1, std::string("Exif\0\0", 6) + tiff(6, true).substr(0, 26))), 1);
    row("a directory far away", jpegWith(segment(0xE1, std::string("Exif\0\0II*\0\xF0\xFF\xFF\xFF", 14))), 1);
    row("no TIFF", jpegWith(segment(0xE1, std::string("Exif\0\0", 6) + "nothing of the kind")), 1);
    row("an empty chunk", pngWith("II", false), 1);
  }
  void asPillowShowsIt() {
    QFETCH(QByteArray, file);
    QFETCH(int, orientation);
    const QTemporaryDir folder;
    const QString path = folder.filePath("picture");
    writeFile(path, Bytes(file.begin(), file.end()));
    ImageHeader header;
    QCOMPARE(gridOf(path, header), pillow()[static_cast<std::size_t>(orientation)].second);
    const bool turned = orientation >= 5 && orientation <= 8;
    QCOMPARE(header.width, turned ? 32 : 48);
    QCOMPARE(header.height, turned ? 48 : 32);
    // The whole file is upright as well.
    DecodeScratch scratch;
    decodeWholeFile(path.toStdString(), scratch);
    QCOMPARE(scratch.image.width, turned && !path.contains("after") ? 32 : 48);
  }

  // A part of the upright picture is the same part of the whole: parts are decoded alone.
  void parts() {
    const QTemporaryDir folder;
    DecodeScratch scratch;
    const std::atomic<bool> never{false};
    for (const auto& [orientation, grid] : pillow()) {
      const QString file = folder.filePath(QString("%1.jpg").arg(orientation));
      writeFile(file, bytesOf(jpegWith(segment(0xE1, std::string("Exif\0\0", 6) + tiff(orientation, true)), 64)));
      const ImageHeader header = inspectImageFile(file.toStdString(), scratch);
      for (std::size_t y = 0; y < grid.size(); ++y)
        for (std::size_t x = 0; x < grid[y].size(); ++x) {
          std::vector<std::uint8_t> out(7 * 5 * 3);
          const Box box{64.0 * static_cast<double>(x) + 10, 64.0 * static_cast<double>(y) + 20, 40, 30};
          decodeImageFile(file.toStdString(), header, box, 7, 5, PixelLayout::Interleaved, out.data(), scratch, never);
          for (const std::uint8_t pixel : out) QVERIFY(std::abs(pixel - kStep * grid[y][x]) <= 6);
        }
    }
  }

  // Two sets that differ in nothing but how their pictures are turned are two sets; the fingerprint of those that lie upright is what it was.
  void fingerprints() {
    const QTemporaryDir folder;
    std::vector<std::string> prints;
    for (const int orientation : {1, 2, 3}) {
      const QString root = folder.filePath(QString::number(orientation));
      for (const char* file : {"a/1.jpg", "b/1.jpg"})
        writeFile(root + '/' + file, bytesOf(jpegWith(segment(0xE1, std::string("Exif\0\0", 6) + tiff(orientation, true)))));
      DataSpec spec;
      spec.kind = "image_folder";
      spec.path = root.toStdString();
      spec.imageSize = 8;
      prints.push_back(openData(spec).train->fingerprint());
    }
    QVERIFY(prints[0] != prints[1] && prints[1] != prints[2]);
    QCOMPARE(prints[0].substr(prints[0].rfind(':')), std::string(":beeb3368"));
  }
};

QTEST_GUILESS_MAIN(ExifTest)
#include "exif_test.moc"
