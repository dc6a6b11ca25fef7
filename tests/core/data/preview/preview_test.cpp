// What is told of data before they are trained on: kinds, counts, the column to predict, and everything odd that was put in on purpose.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/data/preview/data_preview.h"
#include "tests/core/data/encode_picture.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

void picture(const QString& file, int side, int grey) {
  std::vector<std::uint8_t> rgb(static_cast<std::size_t>(side * side * 3));
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = static_cast<std::uint8_t>((grey + static_cast<int>(i) * 7) & 0xFF);
  QDir().mkpath(QFileInfo(file).absolutePath());
  writeJpeg(file.toStdString(), rgb.data(), side, side, 90);
}

void writeText(const QString& file, const QByteArray& text) {
  writeFile(file, Bytes(text.begin(), text.end()));
}

const DataFinding* findingWith(const DataPreview& data, const char* words) {
  for (const DataFinding& finding : data.findings)
    if (finding.what.find(words) != std::string::npos) return &finding;
  return nullptr;
}

// rows of a table with these columns; every cell by (row, column).
QByteArray tableOfRows(const QByteArray& header, int rows, const std::function<QByteArray(int, int)>& cell) {
  QByteArray text = header.isEmpty() ? header : header + '\n';
  const int columns = static_cast<int>(header.isEmpty() ? 3 : header.count(',') + 1);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) text += (c > 0 ? "," : "") + cell(r, c);
    text += '\n';
  }
  return text;
}

}  // namespace

class PreviewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void picturesAreCounted() {
    const QTemporaryDir folder;
    for (int i = 0; i < 10; ++i)
      for (const char* name : {"cat", "dog"})
        picture(folder.filePath(QString("%1/%2.jpg").arg(name).arg(i)), 32, i * 13 + (name[0] == 'd' ? 101 : 0));
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY(data.trainable());
    QVERIFY(data.finished);
    QCOMPARE(data.spec.kind, std::string("image_folder"));
    QCOMPARE(data.train, std::int64_t{16});
    QCOMPARE(data.validation, std::int64_t{4});
    QCOMPARE(data.classes.size(), std::size_t{2});
    QCOMPARE(data.classes[1].name, std::string("dog"));
    QCOMPARE(data.classes[1].train, std::int64_t{8});
    QCOMPARE(data.width, std::int64_t{32});
    QVERIFY(data.findings.empty());
    // As many as training opens.
    const DataSplits splits = openData(data.spec);
    QCOMPARE(splits.train->size(), data.train);
    QCOMPARE(splits.validation->size(), data.validation);
  }

  void whatIsOddAboutPictures() {
    const QTemporaryDir folder;
    for (int i = 0; i < 40; ++i) picture(folder.filePath(QString("train/cat/%1.jpg").arg(i)), 32, i * 5);
    for (int i = 0; i < 3; ++i) picture(folder.filePath(QString("train/dog/%1.jpg").arg(i)), 32, 1000 + i * 5);
    picture(folder.filePath("train/dog/huge.jpg"), 400, 3);
    picture(folder.filePath("train/dog/like a cat.jpg"), 32, 0);  // cat/0.jpg
    picture(folder.filePath("val/cat/seen.jpg"), 32, 5);          // train/cat/1.jpg
    picture(folder.filePath("val/dog/new.jpg"), 32, 77);
    writeText(folder.filePath("train/dog/broken.jpg"), "no picture");
    writeText(folder.filePath("train/dog/other.heic"), "RIFF");
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY(data.trainable());
    QVERIFY(data.ownValidation);
    QCOMPARE(data.train, std::int64_t{45});
    QCOMPARE(data.validation, std::int64_t{2});
    const auto count = [&](const char* words) {
      const DataFinding* finding = findingWith(data, words);
      return finding ? finding->count : std::int64_t{-1};
    };
    QCOMPARE(count("cannot be read"), std::int64_t{1});
    QVERIFY(findingWith(data, "cannot be read")->examples[0].starts_with("train/dog/broken.jpg"));
    QCOMPARE(count("in a format that is not read"), std::int64_t{1});
    QCOMPARE(count("unusual size"), std::int64_t{1});
    QVERIFY(findingWith(data, "unusual size")->examples[0].find("400 x 400") != std::string::npos);
    QCOMPARE(count("two classes"), std::int64_t{1});
    QCOMPARE(count("of training too"), std::int64_t{1});
    QVERIFY(!findingWith(data, "uneven"));                                  // 41 to 6
    QVERIFY(data.findings.front().weight == DataFinding::Weight::Warning);  // the gravest first
  }

  // Headers say nothing of bodies: some are decoded, or all. What training would stop for stops it here.
  void brokenBodies_data() {
    QTest::addColumn<int>("broken");  // of 320
    QTest::addColumn<bool>("whole");
    QTest::addColumn<int>("told");  // at least; -1: nothing is told
    QTest::addColumn<bool>("stops");
    QTest::newRow("none") << 0 << false << -1 << false;
    QTest::newRow("200, a sample") << 200 << false << 90 << true;
    QTest::newRow("200, whole") << 200 << true << 200 << true;
    QTest::newRow("2, whole") << 2 << true << 2 << false;
    QTest::newRow("10, whole") << 10 << true << 10 << true;
  }
  void brokenBodies() {
    QFETCH(int, broken);
    QFETCH(bool, whole);
    QFETCH(int, told);
    QFETCH(bool, stops);
    const QTemporaryDir folder;
    for (int i = 0; i < 320; ++i) {
      const QString file = folder.filePath(QString("%1/%2.jpg").arg(i % 2 ? "cat" : "dog").arg(i));
      picture(file, 24, i);
      if (i < 5 || i >= 5 + broken) continue;
      Bytes bytes = readFile(file);
      const std::array<std::uint8_t, 2> mark{0xFF, 0xDA};
      const auto scan = std::search(bytes.begin(), bytes.end(), mark.begin(), mark.end());
      std::fill(scan + 16, bytes.end() - 2, std::uint8_t{0xFF});
      writeFile(file, bytes);
    }
    PreviewWatch watch;
    watch.whole = whole;
    const DataPreview data = previewData(folder.path().toStdString(), watch);
    QCOMPARE(data.decoded, std::int64_t{whole ? 320 : 200});
    const DataFinding* finding = findingWith(data, "damaged in the body");
    QCOMPARE(finding != nullptr, told >= 0);
    QCOMPARE(data.trainable(), !stops);
    if (!finding) return;
    QVERIFY(finding->count >= told && finding->count <= broken);
    QVERIFY(!finding->examples.empty());
    QCOMPARE(finding->cure.find("--whole") != std::string::npos, !whole);
  }

  // Every body that cannot be decoded is found by --whole, and training leaves out the same ones.
  void wholeFindsEachBrokenBody() {
    const QTemporaryDir folder;
    for (int i = 0; i < 30; ++i) picture(folder.filePath(QString("%1/%2.jpg").arg(i % 2 ? "cat" : "dog").arg(i, 2, 10, QChar('0'))), 24, i * 3);
    const QString file = folder.filePath("cat/07.jpg");
    Bytes bytes = readFile(file);
    std::fill(bytes.end() - 200, bytes.end() - 2, std::uint8_t{0xFF});
    writeFile(file, bytes);
    PreviewWatch watch;
    watch.whole = true;
    const DataPreview data = previewData(folder.path().toStdString(), watch);
    const DataFinding* finding = findingWith(data, "damaged in the body");
    QVERIFY(finding);
    QCOMPARE(finding->count, std::int64_t{1});
    QVERIFY(finding->examples[0].starts_with("cat/07.jpg"));
    QVERIFY(data.trainable());
  }

  // Pictures saved again in another quality or format are found by --whole, though no byte and no pixel is the same; others of the same
  // scene, light and colours are not.
  void nearCopies() {
    const auto scene = [](int seed, int shift) {  // soft spots, as a photograph has
      std::vector<std::uint8_t> pixels;
      for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
          for (int c = 0; c < 3; ++c)
            pixels.push_back(static_cast<std::uint8_t>(128 + 60 * std::sin((x + shift) * (0.08 + 0.013 * (seed % 7)) + c) +
                                                       50 * std::cos(y * (0.07 + 0.011 * (seed % 5)) + seed)));
      return pixels;
    };
    const auto bytesOf = [](const std::string& text) { return Bytes(text.begin(), text.end()); };
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const std::string& bytes) { writeFile(folder.filePath(name), bytesOf(bytes)); };
    for (int i = 0; i < 12; ++i)
      for (const char* part : {"train/cat", "train/dog", "val/cat", "val/dog"})
        write(qPrintable(QString("%1/%2.jpg").arg(part).arg(i)), encodeJpeg(scene(i * 4 + part[0] + part[6], i * 5 + part[1]), 64, 64));
    PreviewWatch watch;
    watch.whole = true;
    const auto count = [](const DataPreview& data, const char* what) {
      const DataFinding* finding = findingWith(data, what);
      return finding ? finding->count : 0;
    };
    const DataPreview before = previewData(folder.path().toStdString(), watch);
    QCOMPARE(count(before, "looks nearly like"), std::int64_t{0});
    QCOMPARE(count(before, "look nearly like"), std::int64_t{0});
    JpegForm poor;
    poor.quality = 70;
    write("train/dog/new.jpg", encodeJpeg(scene(1000, 3), 64, 64));
    write("val/dog/again.jpg", encodeJpeg(scene(1000, 3), 64, 64, poor));
    write("train/dog/cat.png", encodePng(scene(1001, 9), 64, 64, PNG_COLOR_TYPE_RGB, 8));
    write("train/cat/cat.jpg", encodeJpeg(scene(1001, 9), 64, 64, poor));
    write("val/cat/moved.jpg", encodeJpeg(scene(1000, 9), 64, 64));  // the same scene a little later is no copy
    const DataPreview after = previewData(folder.path().toStdString(), watch);
    QCOMPARE(count(after, "one picture for validation looks nearly like one of training"), std::int64_t{1});
    QCOMPARE(count(after, "one picture looks nearly like one of another class"), std::int64_t{1});
    QVERIFY(findingWith(after, "for validation looks")->examples[0].find("again.jpg") != std::string::npos);
    // Without it they are not looked for.
    QCOMPARE(count(previewData(folder.path().toStdString()), "nearly like"), std::int64_t{0});
  }

  // An empty class of the part for validation ends training; so it is found here.
  void emptyClassOfValidation() {
    const QTemporaryDir folder;
    for (int i = 0; i < 6; ++i)
      for (const char* name : {"train/cat", "train/dog", "val/cat"})
        picture(folder.filePath(QString("%1/%2.jpg").arg(name).arg(i)), 24, i * 7 + name[6]);
    QDir().mkpath(folder.filePath("val/dog"));
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY(!data.trainable());
    QCOMPARE(data.findings.front().examples, std::vector<std::string>{"dog, for validation"});
    QVERIFY(errorOf([&] { openData(data.spec); }));
    QVERIFY(QDir().rmdir(folder.filePath("val/dog")));  // its cure
    QVERIFY(previewData(folder.path().toStdString()).trainable());
    QVERIFY(!errorOf([&] { openData(data.spec); }));
  }

  // Of every kind: a class far smaller than others, and one of which nothing is validated, are told; parts as they are, or drawn.
  void countsAreJudged_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("small");      // pictures of the second class for training; the first has 40
    QTest::addColumn<int>("validated");  // of it for validation; the first has 8; -1: drawn
    QTest::addColumn<bool>("uneven");
    QTest::addColumn<bool>("unseen");
    for (const char* kind : {"image_folder", "mnist", "cifar10"}) {
      QTest::addRow("%s, even", kind) << kind << 40 << 8 << false << false;
      QTest::addRow("%s, 40 to 5", kind) << kind << 5 << 8 << false << false;
      QTest::addRow("%s, 40 to 4", kind) << kind << 4 << 8 << true << false;
      QTest::addRow("%s, none for validation", kind) << kind << 40 << 0 << false << true;
    }
    QTest::newRow("one of a class, drawn") << "image_folder" << 1 << -1 << true << true;
  }
  void countsAreJudged() {
    QFETCH(QString, kind);
    QFETCH(int, small);
    QFETCH(int, validated);
    const QTemporaryDir folder;
    using namespace std::string_literals;
    const auto big = [](std::size_t n) { return std::string{0, 0, 0, static_cast<char>(n)}; };
    for (const bool validation : {false, true}) {
      if (validation && validated < 0) break;
      std::string all, images, marks;
      const int counts[2] = {validation ? 8 : 40, validation ? validated : small};
      for (int label = 0; label < 2; ++label)
        for (int i = 0; i < counts[label]; ++i) {
          const int shade = (validation ? 190 : 0) + label * 60 + i;
          if (kind == "image_folder")
            picture(folder.filePath(QString("%1%2/%3.jpg")
                                        .arg(validated < 0 ? ""
                                             : validation  ? "val/"
                                                           : "train/",
                                             label ? "b" : "a")
                                        .arg(i)),
                    24, shade * 3);
          std::string pixels(kind == "mnist" ? 25 : 3072, static_cast<char>(shade));
          pixels[3] = '\1';
          images += pixels;
          marks += static_cast<char>(label);
          all += static_cast<char>(label) + pixels;
        }
      const QString name = validation ? "t10k" : "train";
      if (kind == "cifar10") writeFile(folder.filePath(validation ? "mine_test.bin" : "mine.bin"), bytesOf(all));
      if (kind != "mnist") continue;
      writeFile(folder.filePath(name + "-images-idx3-ubyte"), bytesOf("\0\0\10\3"s + big(marks.size()) + big(5) + big(5) + images));
      writeFile(folder.filePath(name + "-labels-idx1-ubyte"), bytesOf("\0\0\10\1"s + big(marks.size()) + marks));
    }
    DataSpec spec;
    spec.kind = kind.toStdString();
    spec.path = folder.path().toStdString();
    const DataPreview data = previewData(spec);
    QVERIFY(data.trainable());
    QTEST(findingWith(data, "uneven") != nullptr, "uneven");
    const DataFinding* unseen = findingWith(data, "no picture for validation");
    QTEST(unseen != nullptr, "unseen");
    if (unseen) QVERIFY(unseen->examples[0].find("none for validation") != std::string::npos);
  }

  // Classes that look alike are named; such as differ in a letter are not.
  void classNamesAlike() {
    const QTemporaryDir folder;
    for (const char* name : {"cat", "Cat", "cat ", "dog", "dogs", "\xC3\x89t\xC3\xA9", "E\xCC\x81te\xCC\x81"})
      for (int i = 0; i < 3; ++i)
        picture(folder.filePath(QString::fromUtf8(name) + QString("/%1.jpg").arg(i)), 24, i * 31 + static_cast<int>(qHash(QByteArray(name)) % 200));
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY(data.trainable());
    const DataFinding* alike = findingWith(data, "case, blanks or accents");
    QVERIFY(alike);
    QCOMPARE(alike->count, std::int64_t{5});
    QCOMPARE(alike->examples[0], std::string("\"Cat\" and \"cat\" and \"cat \""));
    QCOMPARE(alike->examples.size(), std::size_t{2});
  }

  // Pictures outside the class folders belong to none: counted by name in either part, by training too.
  void looseAndNameless() {
    const QTemporaryDir folder;
    for (int i = 0; i < 6; ++i)
      for (const char* name : {"train/cat", "train/dog", "val/cat", "val/dog"}) {
        const QString file = folder.filePath(QString("%1/%2.jpg").arg(name).arg(i));
        picture(file, 24, i * 7 + name[0] + name[4] * 3);
        // Named by what a browser or a camera left: still pictures.
        const char* const names[] = {"", ".001", ".jpg_large", ".png?size=2", ".4f8a01c9d2"};
        if (i < 5) QVERIFY(QFile::rename(file, file.chopped(4) + names[i]));
      }
    for (const char* name : {"train/x.jpg", "train/y", "val/z.jpg"}) picture(folder.filePath(name), 24, 250 + name[6]);
    writeText(folder.filePath("train/cat/notes"), "no picture");
    writeText(folder.filePath("train/cat/list.001"), "no picture");
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY(data.trainable());
    QCOMPARE(data.train, std::int64_t{12});
    QCOMPARE(data.validation, std::int64_t{12});
    const DataFinding* loose = findingWith(data, "outside the class folders");
    QVERIFY(loose);
    QCOMPARE(loose->examples, (std::vector<std::string>{"train/x.jpg", "train/y", "val/z.jpg"}));
    QVERIFY(!findingWith(data, "cannot be read"));
    const DataSplits splits = openData(data.spec);
    QCOMPARE(splits.train->size(), 12);
    QCOMPARE(std::count_if(splits.train->warnings().begin(), splits.train->warnings().end(),
                           [](const std::string& w) { return w.find("not in a class folder") != std::string::npos; }),
             2);
  }

  // A class of the part for validation that is written otherwise: the cure names it, and works.
  void classWrittenOtherwise() {
    const QTemporaryDir folder;
    for (int i = 0; i < 4; ++i)
      for (const char* name : {"train/Cat", "train/dog", "val/cat ", "val/dog"})
        picture(folder.filePath(QString("%1/%2.jpg").arg(name).arg(i)), 24, i * 40 + name[1]);
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY(!data.trainable());
    QVERIFY2(data.findings[0].cure.find("\"Cat\"") != std::string::npos, data.findings[0].cure.c_str());
    QVERIFY(QDir().rename(folder.filePath("val/cat "), folder.filePath("val/Cat")));
    QVERIFY(previewData(folder.path().toStdString()).trainable());
  }

  // Equal samples of IDX and CIFAR: on both sides of the split, and with two labels.
  void equalSamplesInMemory_data() {
    QTest::addColumn<bool>("cifar");
    QTest::newRow("IDX") << false;
    QTest::newRow("CIFAR") << true;
  }
  void equalSamplesInMemory() {
    QFETCH(bool, cifar);
    const QTemporaryDir folder;
    // Sample k of a part is picture n[k], with label l[k].
    const std::vector<std::vector<int>> pictures = {{0, 1, 2, 3, 4, 5, 6, 6, 7, 8}, {9, 10, 2, 3, 11}};
    const std::vector<std::vector<int>> labels = {{0, 1, 0, 1, 0, 1, 0, 0, 1, 0}, {0, 1, 0, 0, 1}};
    const auto big = [](std::size_t n) {
      return std::string{static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8), static_cast<char>(n)};
    };
    const std::size_t size = cifar ? 3072 : 25;
    for (std::size_t part = 0; part < 2; ++part) {
      std::string all, images, marks;
      for (std::size_t k = 0; k < pictures[part].size(); ++k) {
        std::string pixels(size, static_cast<char>(pictures[part][k] * 9));
        pixels[0] = '\7';
        images += pixels;
        marks += static_cast<char>(labels[part][k]);
        all += static_cast<char>(labels[part][k]) + pixels;
      }
      const std::size_t count = pictures[part].size();
      const QString name = part == 0 ? "train" : "t10k";
      using namespace std::string_literals;
      if (cifar) {
        writeFile(folder.filePath(part == 0 ? "mine.bin" : "mine_test.bin"), bytesOf(all));
      } else {
        writeFile(folder.filePath(name + "-images-idx3-ubyte"), bytesOf("\0\0\10\3"s + big(count) + big(5) + big(5) + images));
        writeFile(folder.filePath(name + "-labels-idx1-ubyte"), bytesOf("\0\0\10\1"s + big(count) + marks));
      }
    }
    DataSpec spec;
    spec.kind = cifar ? "cifar10" : "mnist";
    spec.path = folder.path().toStdString();
    const DataPreview data = previewData(spec);
    QVERIFY(data.trainable());
    const auto counted = [&](const char* words) {
      const DataFinding* finding = findingWith(data, words);
      return finding ? finding->examples : std::vector<std::string>{};
    };
    QCOMPARE(counted("of training too"), (std::vector<std::string>{"training 2 (0) = validation 2 (0)"}));
    QCOMPARE(counted("two classes"), (std::vector<std::string>{"training 3 (1) = validation 3 (0)"}));
    QCOMPARE(counted("occurs twice"), (std::vector<std::string>{"training 6 (0) = training 7 (0)"}));
  }

  // Equal pictures in files of different bytes are found where all are decoded; drawn parts leak as well as own ones.
  void equalPixels() {
    const QTemporaryDir folder;
    for (int i = 0; i < 20; ++i)
      for (const char* name : {"cat", "dog"}) {
        Bytes rgb = gradient(16, 16);
        for (std::uint8_t& value : rgb) value = static_cast<std::uint8_t>(value + i * 11 + name[0]);
        writePng(folder.filePath(QString("%1/%2.png").arg(name).arg(i)), 16, 16, PNG_COLOR_TYPE_RGB, 8, rgb);
        if (i != 3 || name[0] != 'c') continue;
        writeFile(folder.filePath("dog/saved again.png"), bytesOf(encodePng(rgb, 16, 16, PNG_COLOR_TYPE_RGB, 8, true)));
        for (int copy = 0; copy < 12; ++copy) writePng(folder.filePath(QString("cat/copy %1.png").arg(copy)), 16, 16, PNG_COLOR_TYPE_RGB, 8, rgb);
      }
    for (const bool many : {false, true}) {
      // Few are decoded anyway, and their pixels compared; of many it is asked for, and what was not done is not said.
      if (many)
        for (int i = 0; i < 190; ++i) picture(folder.filePath(QString("dog/more %1.jpg").arg(i)), 40, i * 3);
      PreviewWatch watch;
      QCOMPARE(previewData(folder.path().toStdString()).pixelsCompared, !many);
      QCOMPARE(findingWith(previewData(folder.path().toStdString()), "two classes") != nullptr, !many);
      watch.whole = true;
      const DataPreview data = previewData(folder.path().toStdString(), watch);
      QVERIFY(data.pixelsCompared);
      QVERIFY(findingWith(data, "two classes"));
      QCOMPARE(findingWith(data, "two classes")->count, std::int64_t{1});
      const DataFinding* parts = findingWith(data, "of training too");
      QVERIFY(parts && parts->count > 0);
    }
  }

  void whatStopsIt_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("cure");
    QTest::newRow("nothing") << QStringList{} << "holds no pictures"
                             << "Choose a folder";
    QTest::newRow("one class") << QStringList{"cat/1.jpg", "cat/2.jpg"} << "only one class, \"cat\""
                               << "at least two";
    QTest::newRow("no classes") << QStringList{"1.jpg", "2.jpg"} << "no sub-folder for each class"
                                << "sub-folder of its own";
    QTest::newRow("two tables") << QStringList{"a.csv", "b.csv"} << "2 files of data"
                                << "a.csv";
    QTest::newRow("a network") << QStringList{"=net.onnx"} << "is a network"
                               << "Choose the data";
    QTest::newRow("a workbook") << QStringList{"=a.xlsx"} << "an Excel workbook, which is not read"
                                << "CSV";
    QTest::newRow("an archive") << QStringList{"=a.zip"} << "an archive"
                                << "Unpack";
    QTest::newRow("an empty file") << QStringList{"=empty.csv"} << "empty"
                                   << "another file";
  }
  void whatStopsIt() {
    QFETCH(QStringList, files);
    QFETCH(QString, says);
    QFETCH(QString, cure);
    const QTemporaryDir folder;
    QString path = folder.filePath("data");
    QDir().mkpath(path);
    for (QString file : files) {
      const bool itself = file.startsWith('=');
      if (itself) file = file.mid(1);
      const QString full = path + '/' + file;
      if (file.endsWith(".jpg")) picture(full, 16, 1);
      else
        writeText(full, file.startsWith("empty")                          ? QByteArray()
                        : file.endsWith(".xlsx") || file.endsWith(".zip") ? QByteArray("PK\3\4\1\2")
                                                                          : QByteArray("a,b\n1,2\n"));
      if (itself) path = full;
    }
    const DataPreview data = previewData(path.toStdString());
    QVERIFY(!data.trainable());
    QVERIFY(!data.findings.empty());
    const DataFinding& stop = data.findings.front();
    QVERIFY(stop.weight == DataFinding::Weight::Stop);
    QVERIFY2(stop.what.find(says.toStdString()) != std::string::npos, stop.what.c_str());
    QVERIFY2(stop.cure.find(cure.toStdString()) != std::string::npos, stop.cure.c_str());
  }

  // The folder of one class leads to its parent; a folder round the classes, and one file in a folder, are what is meant.
  void theBetterPath() {
    const QTemporaryDir folder;
    for (const char* name : {"a/cat/1.jpg", "a/dog/1.jpg", "a/dog/2.jpg"}) picture(folder.filePath(name), 16, name[2]);
    const DataPreview one = previewData(folder.filePath("a/dog").toStdString());
    QCOMPARE(one.findings.front().betterPath, folder.filePath("a").toStdString());
    QCOMPARE(previewData(folder.path().toStdString()).spec.path, folder.filePath("a").toStdString());
    writeText(folder.filePath("t/houses.csv"), tableOfRows("size,price", 60, [](int r, int c) { return QByteArray::number(r * 3.5 + c); }));
    const DataPreview table = previewData(folder.filePath("t/").toStdString());
    QCOMPARE(table.spec.kind, std::string("table"));
    QCOMPARE(table.spec.path, folder.filePath("t/houses.csv").toStdString());
    QCOMPARE(previewData(folder.filePath("nowhere").toStdString()).findings.size(), std::size_t{1});
  }

  void targets_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QStringList>("ignored");
    QTest::newRow("value in the middle") << QByteArray("rooms,median_house_value,ocean") << "median_house_value" << QStringList{};
    QTest::newRow("SalePrice") << QByteArray("SalePrice,rooms,ocean") << "SalePrice" << QStringList{};
    QTest::newRow("survived") << QByteArray("Survived,fare,ocean") << "Survived" << QStringList{};
    QTest::newRow("row number") << QByteArray("id,rooms,label") << "label" << QStringList{"id"};
    QTest::newRow("nothing says so") << QByteArray("a,b,c") << "c" << QStringList{};
  }
  void targets() {
    QFETCH(QByteArray, header);
    QFETCH(QString, target);
    QFETCH(QStringList, ignored);
    const QList<QByteArray> names = header.split(',');
    const QTemporaryDir folder;
    // "id" counts, "ocean" is a text of three kinds, all else is measured.
    writeText(folder.filePath("t.csv"), tableOfRows(header, 90, [&](int r, int c) -> QByteArray {
                if (names[c] == "id") return QByteArray::number(r + 1);
                if (names[c] == "ocean") return QByteArray("near inland island").split(' ')[r % 3];
                return QByteArray::number((r * 37 % 89) * 1.25 + c);
              }));
    const DataPreview data = previewData(folder.filePath("t.csv").toStdString());
    QVERIFY(data.trainable());
    QCOMPARE(data.spec.target, std::vector<std::string>{target.toStdString()});
    QStringList left;
    for (const std::string& name : data.spec.ignore) left << QString::fromStdString(name);
    QCOMPARE(left, ignored);
    QVERIFY(!data.targetReason.empty());
  }

  void oneColumn() {
    const QTemporaryDir folder;
    writeText(folder.filePath("t.csv"), "price\n1\n2\n3\n");
    const DataPreview data = previewData(folder.filePath("t.csv").toStdString());
    QVERIFY(!data.trainable());
    QVERIFY2(data.findings.front().what.find("one column") != std::string::npos, data.findings.front().what.c_str());
    QVERIFY(!data.findings.front().cure.empty());
  }

  // The examples are columns, so it counts columns; the sentence tells the cells.
  void emptyCells() {
    const QTemporaryDir folder;
    QByteArray rows = "size,rooms,price\n";
    for (int i = 0; i < 40; ++i)
      rows += (i % 4 == 0 ? "" : QByteArray::number(i)) + "," + (i == 7 ? "" : QByteArray::number(i % 5)) + "," + QByteArray::number(100 + i) + "\n";
    writeText(folder.filePath("t.csv"), rows);
    const DataPreview data = previewData(folder.filePath("t.csv").toStdString());
    const auto found = std::find_if(data.findings.begin(), data.findings.end(),
                                    [](const DataFinding& finding) { return finding.what.find("cells are empty") != std::string::npos; });
    QVERIFY(found != data.findings.end());
    QVERIFY2(found->what.starts_with("10 cells"), found->what.c_str());
    QCOMPARE(found->count, std::int64_t{1});
    QCOMPARE(found->examples, (std::vector<std::string>{"size: 10 of 40"}));
    // A row without an answer is left out, and gets no median.
    QCOMPARE(data.spec.target, std::vector<std::string>{"rooms"});
    QVERIFY(std::any_of(data.findings.begin(), data.findings.end(), [](const DataFinding& finding) {
      return finding.what == "one row has no value of \"rooms\", which is to be predicted, and is left out";
    }));
  }

  void aText() {
    const QTemporaryDir folder;
    QByteArray text;
    for (int i = 0; i < 3000; ++i) text += "line " + QByteArray::number(i * 7919 % 1000) + "\n";
    writeText(folder.filePath("book.txt"), text);
    const DataPreview data = previewData(folder.filePath("book.txt").toStdString());
    QVERIFY(data.trainable());
    QCOMPARE(data.spec.kind, std::string("text"));
    QCOMPARE(data.characters, static_cast<std::int64_t>(text.size()));
    QCOMPARE(data.lines, std::int64_t{3000});
    QCOMPARE(data.vocabulary, std::int64_t{16});  // ten digits, a blank, a newline, "line"
  }

  // Something is told long before all is known, and a cancelled look ends unfinished.
  void partsAndCancelling() {
    const QTemporaryDir folder;
    for (int i = 0; i < 30; ++i)
      for (const char* name : {"a", "b"}) picture(folder.filePath(QString("%1/%2.jpg").arg(name).arg(i)), 16, i);
    std::vector<DataPreview> parts;
    PreviewWatch watch;
    watch.partial = [&](const DataPreview& part) { parts.push_back(part); };
    previewData(folder.path().toStdString(), watch);
    QVERIFY(!parts.empty());
    QCOMPARE(parts.front().train + parts.front().validation, std::int64_t{60});
    QVERIFY(!parts.front().finished);
    std::atomic<bool> cancelled{false};
    watch.cancelled = &cancelled;
    watch.partial = [&](const DataPreview&) { cancelled = true; };
    QVERIFY(!previewData(folder.path().toStdString(), watch).finished);
  }

  void realData() {
    NEEDS_SHARED_DATA();
    QTemporaryDir folder;
    QVERIFY(unpack("sign_digits.tar.gz", folder.path()));
    const DataPreview photos = previewData(folder.filePath("sign_digits").toStdString());
    QVERIFY(photos.trainable());
    QCOMPARE(photos.train, std::int64_t{480});
    QCOMPARE(photos.validation, std::int64_t{120});
    QCOMPARE(photos.classes.size(), std::size_t{10});
    QCOMPARE(photos.width, std::int64_t{100});
    const auto target = [](const char* file) {
      const DataPreview data = previewData((sharedData() + file).toStdString());
      return data.trainable() && data.spec.target.size() == 1 ? data.spec.target[0] : std::string();
    };
    QCOMPARE(target("/tabular/housing.csv.gz"), std::string("median_house_value"));
    QCOMPARE(target("/tabular/iris.data"), std::string("5"));
    QCOMPARE(target("/tabular/wine.data"), std::string("1"));
    const DataPreview text = previewData((sharedData() + "/text/tinyshakespeare.txt.gz").toStdString());
    QCOMPARE(text.characters, std::int64_t{1115394});
    QCOMPARE(text.vocabulary, std::int64_t{65});
    QCOMPARE(text.lines, std::int64_t{40000});
    const DataPreview digits = previewData((sharedData() + "/mnist").toStdString());
    QCOMPARE(digits.spec.kind, std::string("mnist"));
    QCOMPARE(digits.train, std::int64_t{54000});  // a tenth of each digit is for validation, the published test files for the test
    QCOMPARE(digits.validation, std::int64_t{6000});
    QCOMPARE(digits.test, std::int64_t{10000});
    QCOMPARE(digits.classes.size(), std::size_t{10});
  }
};

QTEST_GUILESS_MAIN(PreviewTest)
#include "preview_test.moc"
