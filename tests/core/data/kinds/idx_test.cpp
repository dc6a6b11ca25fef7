// MNIST as published, and every way in which its files can be wrong.
#include <QCryptographicHash>

#include <bit>

#include "core/data/kinds/idx.h"
#include "core/data/preview/data_preview.h"
#include "core/data/preview/equal_samples.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

Bytes idx(const std::vector<std::uint32_t>& dims, const Bytes& data, std::uint8_t type = 0x08) {
  Bytes bytes{0, 0, type, static_cast<std::uint8_t>(dims.size())};
  for (const std::uint32_t dim : dims) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(dim >> shift));
  }
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

Bytes counting(std::size_t size, int modulo) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i % static_cast<std::size_t>(modulo));
  return bytes;
}

DataSpec specOf(const QString& folder) {
  DataSpec spec;
  spec.kind = "mnist";
  spec.path = folder.toStdString();
  return spec;
}

// A sound set of 12 training and 6 test images of 5x4 pixels.
void writeSet(const QString& folder) {
  writeFile(folder + "/train-images-idx3-ubyte", idx({12, 4, 5}, counting(240, 251)));
  writeFile(folder + "/train-labels-idx1-ubyte", idx({12}, counting(12, 10)));
  writeFile(folder + "/t10k-images-idx3-ubyte.gz", gzipped(idx({6, 4, 5}, counting(120, 7))));
  writeFile(folder + "/t10k-labels-idx1-ubyte.gz", gzipped(idx({6}, counting(6, 10))));
}

QByteArray md5(const Bytes& header, const Bytes& data) {
  QCryptographicHash hash(QCryptographicHash::Md5);
  hash.addData(QByteArray(reinterpret_cast<const char*>(header.data()), static_cast<qsizetype>(header.size())));
  hash.addData(QByteArray(reinterpret_cast<const char*>(data.data()), static_cast<qsizetype>(data.size())));
  return hash.result().toHex();
}

}  // namespace

class IdxTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void mnist() {
    NEEDS_SHARED_DATA();
    const QString folder = sharedData() + "/mnist";
    // The checksums that public loaders look for.
    const IdxArray images = readIdx((folder + "/train-images-idx3-ubyte.gz").toStdString(), 3);
    QCOMPARE(images.dims, (std::vector<std::int64_t>{60000, 28, 28}));
    QCOMPARE(md5(idx({60000, 28, 28}, {}), images.data), QByteArray("6bbc9ace898e44ae57da46a324031adb"));
    const IdxArray labels = readIdx((folder + "/train-labels-idx1-ubyte.gz").toStdString(), 1);
    QCOMPARE(md5(idx({60000}, {}), labels.data), QByteArray("a25bea736e30d166cdddb491f175f624"));

    const DataSplits splits = openData(specOf(folder));
    QCOMPARE(splits.train->size(), 60000);
    QCOMPARE(splits.validation->size(), 10000);
    QCOMPARE(splits.train->info().input().shape, (Shape{1, 28, 28}));
    QCOMPARE(splits.train->info().classNames.size(), std::size_t{10});
    QVERIFY(splits.train->fingerprint() != splits.validation->fingerprint());
    // The mean and deviation that everybody uses, here measured.
    const ChannelScale scale = splits.train->pixelScale();
    QVERIFY(std::abs(scale.mean.at(0) - 0.1307) < 5e-5 && std::abs(scale.std.at(0) - 0.3081) < 5e-5);
    const auto mean = static_cast<float>(scale.mean[0]), deviation = static_cast<float>(scale.std[0]);
    std::vector<float> sample(784);
    for (const std::int64_t i : {0, 1, 31234, 59999}) {
      splits.train->readFloats(i, 0, sample);
      QCOMPARE(splits.train->label(i), static_cast<std::int32_t>(labels.data[static_cast<std::size_t>(i)]));
      for (std::size_t p = 0; p < 784; ++p) {
        const float expected = (static_cast<float>(images.data[static_cast<std::size_t>(i) * 784 + p]) / 255 - mean) / deviation;
        QVERIFY(std::abs(sample[p] - expected) < 2e-6f);
      }
    }
  }

  void smallSet() {
    const QTemporaryDir folder;
    writeSet(folder.path());
    DataSpec spec = specOf(folder.path());
    spec.mean = {0};
    spec.std = {1};
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 12);
    QCOMPARE(splits.validation->size(), 6);
    QCOMPARE(splits.train->info().input().shape, (Shape{1, 4, 5}));
    std::vector<float> sample(20);
    splits.train->readFloats(11, 0, sample);
    QCOMPARE(sample[7], ((11 * 20 + 7) % 251) / 255.0f);
    splits.validation->readFloats(2, 0, sample);
    QCOMPARE(sample[3], ((2 * 20 + 3) % 7) / 255.0f);
  }

  // Of the training pictures alone, as a formula has it, whatever they look like; validation is scaled by the same.
  void pixelsAreMeasured_data() {
    QTest::addColumn<int>("inverted");
    QTest::addColumn<int>("divided");
    QTest::newRow("as they are") << 0 << 1;
    QTest::newRow("inverted") << 255 << 1;
    QTest::newRow("dark") << 0 << 20;
    QTest::newRow("of one colour") << 0 << 1000;
  }
  void pixelsAreMeasured() {
    QFETCH(int, inverted);
    QFETCH(int, divided);
    const QTemporaryDir folder;
    writeSet(folder.path());
    Bytes pixels = counting(240, 251);
    double sum = 0, squares = 0;
    for (std::uint8_t& pixel : pixels) {
      pixel = static_cast<std::uint8_t>(std::abs(inverted - pixel) / divided);
      sum += pixel / 255.0;
      squares += pixel / 255.0 * (pixel / 255.0);
    }
    const double mean = sum / 240, deviation = std::max(1.0 / 255, std::sqrt(std::max(0.0, squares / 240 - mean * mean)));
    writeFile(folder.path() + "/train-images-idx3-ubyte", idx({12, 4, 5}, pixels));
    DataSpec spec = specOf(folder.path());
    const DataSplits splits = openData(spec);
    for (const Dataset* part : {splits.train.get(), splits.validation.get()}) {
      QVERIFY(std::abs(part->pixelScale().mean.at(0) - mean) < 1e-12);
      QVERIFY(std::abs(part->pixelScale().std.at(0) - deviation) < 1e-12);
    }
    std::vector<float> sample(20);
    splits.train->readFloats(11, 0, sample);
    QVERIFY(std::abs(sample[7] - (pixels[11 * 20 + 7] / 255.0 - mean) / deviation) < 1e-4);
    splits.validation->readFloats(2, 0, sample);
    QVERIFY(std::abs(sample[3] - (((2 * 20 + 3) % 7) / 255.0 - mean) / deviation) < 1e-4);
    // What is given is taken, one by one; "usual" is what runs had that are older.
    spec.mean = {0.25};
    QCOMPARE(openData(spec).train->pixelScale().mean, std::vector<double>{0.25});
    QVERIFY(std::abs(openData(spec).train->pixelScale().std[0] - deviation) < 1e-12);
    spec.mean.clear();
    spec.normalize = "usual";
    QCOMPARE(openData(spec).train->pixelScale().mean, std::vector<double>{0.1307});
    QCOMPARE(openData(spec).train->pixelScale().std, std::vector<double>{0.3081});
  }

  void otherNames() {
    const QTemporaryDir folder;
    writeSet(folder.path());
    QVERIFY(QFile::rename(folder.path() + "/train-images-idx3-ubyte", folder.path() + "/train-images.idx3-ubyte"));
    // Compressed or not is read from the file, not from its name.
    QVERIFY(QFile::rename(folder.path() + "/t10k-labels-idx1-ubyte.gz", folder.path() + "/t10k-labels-idx1-ubyte"));
    QCOMPARE(openData(specOf(folder.path())).train->size(), 12);
  }

  void broken_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("word");
    const QString images = "train-images-idx3-ubyte", labels = "train-labels-idx1-ubyte", testImages = "t10k-images-idx3-ubyte.gz",
                  testLabels = "t10k-labels-idx1-ubyte.gz";
    const auto row = [](const char* name, const QString& file, const Bytes& bytes, const char* word) {
      QTest::addRow("%s", name) << file << QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
                                << QString(word);
    };
    Bytes cut = idx({12, 4, 5}, counting(240, 251));
    cut.resize(cut.size() - 9);
    row("truncated", images, cut, "ends after 231 of the 240 bytes");
    Bytes longer = idx({12, 4, 5}, counting(241, 251));
    row("too long", images, longer, "more than");
    row("empty", images, {}, "empty");
    row("within the header", images, {0, 0, 8, 3, 0, 0}, "header");
    row("labels for images", images, idx({12}, counting(12, 10)), "holds unsigned bytes, 12; pictures of 3 dimensions");
    row("images for labels", labels, idx({12, 4, 5}, counting(240, 10)), "holds unsigned bytes, 12 x 4 x 5; labels of 1 dimension");
    row("floats", images, idx({12, 4, 5}, counting(960, 10), 0x0D), "holds 32-bit floats, 12 x 4 x 5, from");
    row("an unknown type", images, idx({12, 4, 5}, counting(960, 10), 0x0A), "not an IDX file");
    row("five channels", images, idx({12, 4, 5, 5}, counting(1200, 10)), "holds unsigned bytes, 12 x 4 x 5 x 5");
    row("two ones in a row", labels, idx({12, 3}, Bytes(36, 1)), "holds unsigned bytes, 12 x 3");
    row("for validation alone", testLabels, gzipped(idx({6}, Bytes(6, 11))), "the class 11 is the label of 6 pictures for validation");
    row("something else", images, counting(500, 256), "not an IDX file");
    row("no images", images, idx({0, 4, 5}, {}), "size 0");
    row("absurd count", images, idx({0xFFFFFFFFu, 4, 5}, counting(240, 9)), "cannot hold");
    row("absurd sizes", images, idx({0xFFFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFFFu}, counting(240, 9)), "its header gives dimension");
    row("other count", labels, idx({11}, counting(11, 10)), "11 labels");
    row("one class", labels, idx({12}, Bytes(12, 0)), "all its labels are 0");
    row("other size", testImages, gzipped(idx({6, 5, 4}, counting(120, 7))), "5x4");
    Bytes half = gzipped(idx({6, 4, 5}, counting(120, 7)));
    half.resize(half.size() / 2);
    row("gzip cut off", testImages, half, "ends");
    Bytes tail = gzipped(idx({6}, counting(6, 10)));
    tail.resize(tail.size() - 6);
    row("gzip without its checksum", testLabels, tail, "damaged");
    Bytes flipped = gzipped(idx({6, 4, 5}, counting(120, 251)));
    flipped[flipped.size() - 7] ^= 0x55;
    row("gzip with a wrong checksum", testImages, flipped, "damaged");
  }
  void broken() {
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, word);
    const QTemporaryDir folder;
    writeSet(folder.path());
    writeFile(folder.path() + "/t10k-labels-idx1-ubyte.gz", gzipped(idx({6}, Bytes(6, 0))));
    writeFile(folder.path() + "/" + file, Bytes(bytes.begin(), bytes.end()));
    verifyError([&] { openData(specOf(folder.path())); }, {folder.path() + "/" + file, word});
  }

  // As many classes as the labels name, up to 256: digits of another script, letters.
  void classes_data() {
    QTest::addColumn<int>("classes");
    for (const int classes : {2, 10, 16, 47, 256}) QTest::addRow("%d", classes) << classes;
  }
  void classes() {
    QFETCH(int, classes);
    const QTemporaryDir folder;
    writeSet(folder.path());
    const Bytes labels = counting(512, classes);
    writeFile(folder.path() + "/train-images-idx3-ubyte", idx({512, 4, 5}, counting(512 * 20, 251)));
    writeFile(folder.path() + "/train-labels-idx1-ubyte", idx({512}, labels));
    writeFile(folder.path() + "/t10k-labels-idx1-ubyte.gz", gzipped(idx({6}, counting(6, std::min(6, classes)))));
    const DataSplits splits = openData(specOf(folder.path()));
    QCOMPARE(splits.train->info().outputs(), classes);
    QCOMPARE(splits.validation->info().classNames, splits.train->info().classNames);
    QCOMPARE(splits.train->info().classNames.back(), std::to_string(classes - 1));
    for (std::int64_t i = 0; i < 512; ++i) QCOMPARE(splits.train->label(i), static_cast<std::int32_t>(i % classes));
    QVERIFY(splits.train->warnings().empty());
  }

  // A damaged label would make classes that have no picture: it is told.
  void gapsAreTold() {
    const QTemporaryDir folder;
    writeSet(folder.path());
    Bytes labels = counting(12, 10);
    labels[7] = 12;
    labels[11] = 7;
    writeFile(folder.path() + "/train-labels-idx1-ubyte", idx({12}, labels));
    const DataSplits splits = openData(specOf(folder.path()));
    QCOMPARE(splits.train->info().outputs(), 13);
    QCOMPARE(splits.train->warnings().size(), std::size_t{1});
    const QString warning = QString::fromStdString(splits.train->warnings()[0]);
    QVERIFY2(warning.contains("the labels go to 12, but none is 10, 11"), qPrintable(warning));
  }

  // The same numbers in every type and shape that holds them are the same set; big-endian, as the format has it.
  void typesAndShapes_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<int>("bytes");
    QTest::newRow("i8") << 0x09 << 1;
    QTest::newRow("i16") << 0x0B << 2;
    QTest::newRow("i32") << 0x0C << 4;
    QTest::newRow("f32") << 0x0D << 4;
    QTest::newRow("f64") << 0x0E << 8;
  }
  void typesAndShapes() {
    QFETCH(int, type);
    QFETCH(int, bytes);
    const auto as = [&](const Bytes& values) {
      Bytes out;
      for (const std::uint8_t value : values) {
        std::uint64_t bits = value;
        if (type == 0x0D) bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
        if (type == 0x0E) bits = std::bit_cast<std::uint64_t>(static_cast<double>(value));
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(bits >> shift));
      }
      return out;
    };
    const QTemporaryDir folder;
    writeSet(folder.path());
    const Bytes pixels = counting(240, 101), labels = counting(12, 6);  // i8 holds them too
    Bytes oneHot(12 * 6, 0);
    for (std::size_t i = 0; i < 12; ++i) oneHot[i * 6 + labels[i]] = 1;
    const auto code = static_cast<std::uint8_t>(type);
    const QString file = folder.path() + "/train-images-idx3-ubyte", marks = folder.path() + "/train-labels-idx1-ubyte";
    writeFile(file, idx({12, 4, 5}, pixels));
    writeFile(marks, idx({12}, labels));
    const DataSplits plain = openData(specOf(folder.path()));
    const std::vector<std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> shapes = {
        {{12, 4, 5}, {12}}, {{12, 1, 4, 5}, {12, 1}}, {{12, 4, 5, 1}, {12, 6}}};
    for (const auto& [ofPictures, ofLabels] : shapes) {
      writeFile(file, idx(ofPictures, as(pixels), code));
      writeFile(marks, idx(ofLabels, as(ofLabels.size() == 2 && ofLabels[1] == 6 ? oneHot : labels), code));
      const DataSplits splits = openData(specOf(folder.path()));
      QCOMPARE(splits.train->info().input().shape, (Shape{1, 4, 5}));
      std::vector<float> one(20), other(20);
      for (std::int64_t i = 0; i < 12; ++i) {
        splits.train->readFloats(i, 0, one);
        plain.train->readFloats(i, 0, other);
        QCOMPARE(one, other);
        QCOMPARE(splits.train->label(i), plain.train->label(i));
      }
    }
  }

  // Three channels, in front or at the end.
  void colour() {
    const QTemporaryDir folder;
    for (const bool last : {false, true}) {
      for (const auto& [part, count] : {std::pair<const char*, std::uint32_t>{"train", 12}, {"t10k", 6}}) {
        Bytes pixels;
        for (std::uint32_t i = 0; i < count; ++i)
          for (std::uint32_t at = 0; at < 60; ++at) {
            const std::uint32_t c = last ? at % 3 : at / 20, pixel = last ? at / 3 : at % 20;
            pixels.push_back(static_cast<std::uint8_t>(i * 7 + c * 50 + pixel));
          }
        const std::vector<std::uint32_t> dims = last ? std::vector<std::uint32_t>{count, 4, 5, 3} : std::vector<std::uint32_t>{count, 3, 4, 5};
        writeFile(folder.path() + QString("/%1-images-idx4-ubyte").arg(part), idx(dims, pixels));
        writeFile(folder.path() + QString("/%1-labels-idx1-ubyte").arg(part), idx({count}, counting(count, 2)));
      }
      DataSpec spec = specOf(folder.path());
      spec.mean = {0};
      spec.std = {1};
      const DataSplits splits = openData(spec);
      QCOMPARE(splits.train->info().input().shape, (Shape{3, 4, 5}));
      std::vector<float> sample(60);
      splits.train->readFloats(5, 0, sample);
      for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t pixel = 0; pixel < 20; ++pixel)
          QVERIFY(std::abs(sample[c * 20 + pixel] * 255 - static_cast<float>(35 + c * 50 + pixel)) < 1e-3f);
    }
  }

  // The names that are in use, each found where the user points to; and several sets in one folder are asked about by a line that works.
  void namesInUse_data() {
    QTest::addColumn<QStringList>("files");  // train pictures and labels, then those for validation
    QTest::newRow("test") << QStringList{"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "test-images-idx3-ubyte", "test-labels-idx1-ubyte"};
    QTest::newRow("val") << QStringList{"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "val-images.idx3-ubyte", "val-labels.idx1-ubyte"};
    QTest::newRow("EMNIST") << QStringList{"emnist-letters-train-images-idx3-ubyte", "emnist-letters-train-labels-idx1-ubyte",
                                           "emnist-letters-test-images-idx3-ubyte", "emnist-letters-test-labels-idx1-ubyte"};
    QTest::newRow("MNIST/raw") << QStringList{"MNIST/raw/train-images-idx3-ubyte", "MNIST/raw/train-labels-idx1-ubyte",
                                              "MNIST/raw/t10k-images-idx3-ubyte", "MNIST/raw/t10k-labels-idx1-ubyte"};
    QTest::newRow("unpacked into folders") << QStringList{
        "train-images-idx3-ubyte/train-images-idx3-ubyte", "train-labels-idx1-ubyte/train-labels-idx1-ubyte",
        "t10k-images-idx3-ubyte/t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte/t10k-labels-idx1-ubyte"};
  }
  void namesInUse() {
    QFETCH(QStringList, files);
    const QTemporaryDir folder;
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t count = i < 2 ? 12 : 6;
      writeFile(folder.filePath(files[i]), i % 2 == 0 ? idx({count, 4, 5}, counting(count * 20, 251)) : idx({count}, counting(count, 6)));
    }
    const DataPreview data = previewData(folder.path().toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(data.spec.kind, std::string("mnist"));
    // New projects keep the published test files for the test: a tenth of the others, at least one of a class with two, is for validation.
    const bool val = files[2].contains("val");
    QCOMPARE(data.train, std::int64_t{val ? 12 : 6});
    QCOMPARE(data.validation, std::int64_t{6});
    QCOMPARE(data.test, std::int64_t{val ? 0 : 6});
    QCOMPARE(openData(data.spec).validation->size(), 6);
    DataSpec before = data.spec;
    before.testAs = "auto";
    QCOMPARE(openData(before).train->size(), 12);
    QCOMPARE(openData(before).validation->size(), 6);
  }

  void missing() {
    const QTemporaryDir folder;
    verifyError([&] { openData(specOf(folder.path() + "/none")); }, {folder.path() + "/none", "does not exist", "data.path"});
    for (const char* name : {"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"}) {
      writeSet(folder.path());
      QVERIFY(QFile::remove(folder.path() + "/" + name));
      verifyError([&] { openData(specOf(folder.path())); }, {QString(name).remove(".gz"), "missing", "data.path"});
    }
  }

  void badSettings() {
    const QTemporaryDir folder;
    writeSet(folder.path());
    DataSpec spec = specOf(folder.path());
    spec.cropPadding = 4;
    verifyError([&] { openData(spec); }, {"data.crop_padding"});
    spec = specOf(folder.path());
    spec.mean = {0.1, 0.2, 0.3};
    verifyError([&] { openData(spec); }, {"data.mean", "3 values", "1 channels"});
    spec = specOf(folder.path());
    spec.std = {0};
    verifyError([&] { openData(spec); }, {"data.std"});
    spec.kind = "mnits";
    verifyError([&] { openData(spec); }, {"data.kind", "mnits"});
  }

  // Pictures that are one and the same are told as that; a few copies as what they are. The counts are those that were met.
  void oneAndTheSame() {
    struct Group {
      int pictures, labels;
    };
    const auto said = [](std::initializer_list<Group> groups, std::int64_t all) {
      EqualPictures equal;
      std::size_t first = 0;
      for (const Group& group : groups) {
        for (int i = 1; i < group.pictures; ++i)
          equal.met(first, i % group.labels != 0, Split::Train, i % 3 == 0 ? Split::Validation : Split::Train, "a = b");
        ++first;
      }
      DataPreview preview;
      equal.tell(preview, all);
      QStringList lines;
      for (const DataFinding& finding : preview.findings) lines << QString::fromStdString(finding.what);
      return lines.join("; ");
    };
    QCOMPARE(said({{500, 10}}, 500), QString("all 500 pictures are identical"));
    QCOMPARE(said({{300, 10}}, 500), QString("300 of 500 pictures are identical"));
    QCOMPARE(said({{300, 10}, {2, 2}}, 500), QString("300 of 500 pictures are identical; one picture is in two classes"));
    QCOMPARE(said({{2, 2}, {3, 2}}, 500), QString("2 pictures are in two classes; one picture occurs twice"));
    QCOMPARE(said({{3, 1}}, 3), QString("2 pictures occur twice"));
    QCOMPARE(said({}, 500), QString());
  }
};

QTEST_GUILESS_MAIN(IdxTest)
#include "idx_test.moc"
