// Augmentation of every kind of data set that has pictures, and its absence in validation: each sample as it is read is held against the
// same sample moved and mirrored by hand.
#include <set>

#include "core/base/crc32c.h"
#include "core/data/kinds/dataset_table.h"
#include "core/data/loader.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int kSide = 32, kSamples = 40;

// A picture that no move and no mirror leaves as it is.
std::uint8_t pixel(int sample, int channel, int y, int x) {
  return static_cast<std::uint8_t>(1 + (sample * 37 + channel * 11 + y * 5 + x * 3 + (x * y) % 17) % 250);
}

Bytes planes(int sample, int channels, int side) {
  Bytes bytes;
  for (int c = 0; c < channels; ++c)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) bytes.push_back(pixel(sample, c, y, x));
  return bytes;
}

Bytes idx(const std::vector<std::uint32_t>& dims, const Bytes& data) {
  Bytes bytes{0, 0, 8, static_cast<std::uint8_t>(dims.size())};
  for (const std::uint32_t dim : dims)
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(dim >> shift));
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

void writeIdx(const QString& folder) {
  const std::pair<const char*, int> parts[] = {{"train", kSamples}, {"t10k", 12}};
  for (const auto& [part, count] : parts) {
    Bytes pixels, labels;
    for (int i = 0; i < count; ++i) {
      const Bytes one = planes(i, 1, kSide);
      pixels.insert(pixels.end(), one.begin(), one.end());
      labels.push_back(static_cast<std::uint8_t>(i % 10));
    }
    const auto n = static_cast<std::uint32_t>(count);
    writeFile(folder + QString("/%1-images-idx3-ubyte").arg(part), idx({n, kSide, kSide}, pixels));
    writeFile(folder + QString("/%1-labels-idx1-ubyte").arg(part), idx({n}, labels));
  }
}

void writeCifar10(const QString& folder) {
  for (int batch = 0; batch < 6; ++batch) {
    Bytes bytes;
    for (int i = 0; i < 10; ++i) {
      bytes.push_back(static_cast<std::uint8_t>(i));
      const Bytes one = planes(batch * 10 + i, 3, 32);
      bytes.insert(bytes.end(), one.begin(), one.end());
    }
    writeFile(folder + (batch < 5 ? QString("/data_batch_%1.bin").arg(batch + 1) : QString("/test_batch.bin")), bytes);
  }
}

void writeFolder(const QString& folder) {
  const std::pair<const char*, int> parts[] = {{"train", kSamples}, {"val", 12}};
  for (const auto& [part, count] : parts)
    for (int i = 0; i < count; ++i) {
      Bytes rgb;
      for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x)
          for (int c = 0; c < 3; ++c) rgb.push_back(pixel(i, c, y, x));
      writePng(folder + QString("/%1/%2/%3.png").arg(part, i % 2 ? "one" : "two").arg(i), kSide, kSide, 2, 8, rgb);
    }
}

Bytes pictureOf(int sample) {
  Bytes rgb;
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x)
      for (int c = 0; c < 3; ++c) rgb.push_back(pixel(sample, c, y, x));
  return rgb;
}

const std::pair<const char*, int> kParts[] = {{"train", kSamples}, {"val", 12}};

void writeList(const QString& folder) {
  for (const auto& [part, count] : kParts) {
    QString list;
    for (int i = 0; i < count; ++i) {
      const QString file = QString("%1/%2.png").arg(part).arg(i);
      writePng(folder + '/' + file, kSide, kSide, 2, 8, pictureOf(i));
      list += file + (i % 2 ? " one\n" : " two\n");
    }
    writeFile(folder + QString("/%1.txt").arg(part), bytesOf(list.toStdString()));
  }
}

void writeNamed(const QString& folder) {
  for (const auto& [part, count] : kParts)
    for (int i = 0; i < count; ++i)
      writePng(folder + QString("/%1/%2.%3.png").arg(part, i % 2 ? "one" : "two").arg(i), kSide, kSide, 2, 8, pictureOf(i));
}

void writeCifar100(const QString& folder) {
  for (const auto& [part, count] : {std::pair("train", 100), {"test", 12}}) {
    Bytes bytes;
    for (int i = 0; i < count; ++i) {
      bytes.push_back(static_cast<std::uint8_t>(i % 20));
      bytes.push_back(static_cast<std::uint8_t>(i % 100));
      const Bytes one = planes(i, 3, 32);
      bytes.insert(bytes.end(), one.begin(), one.end());
    }
    writeFile(folder + QString("/%1.bin").arg(part), bytes);
  }
}

// A shard for each part.
void writeTars(const QString& folder) {
  for (const auto& [part, count] : kParts) {
    const QTemporaryDir raw;
    QStringList names;
    for (int i = 0; i < count; ++i) {
      names << QString("%1.png").arg(i) << QString("%1.cls").arg(i);
      writePng(raw.filePath(names[2 * i]), kSide, kSide, 2, 8, pictureOf(i));
      writeFile(raw.filePath(names[2 * i + 1]), bytesOf(i % 2 ? "one" : "two"));
    }
    QProcess tar;
    tar.start("tar", QStringList{"cf", folder + QString("/%1.tar").arg(part), "-C", raw.path()} + names);
    QVERIFY(tar.waitForFinished() && tar.exitCode() == 0);
  }
}

// The same as records of tf.train.Example {image: bytes, label: text}, in protobuf's encoding.
void writeRecords(const QString& folder) {
  const auto number = [](std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
  };
  const auto field = [](int index, const std::string& content) {
    std::string text(1, static_cast<char>(index << 3 | 2));
    std::size_t length = content.size();
    for (; length >= 128; length >>= 7) text += static_cast<char>(length | 128);
    return text + static_cast<char>(length) + content;
  };
  const auto feature = [&](const std::string& name, const std::string& value) {
    return field(1, field(1, name) + field(2, field(1, field(1, value))));
  };
  for (const auto& [part, count] : kParts) {
    std::string file;
    for (int i = 0; i < count; ++i) {
      const std::string record = field(1, feature("image", encodePng(pictureOf(i), kSide, kSide, 2, 8)) + feature("label", i % 2 ? "one" : "two"));
      const std::string length = number(record.size(), 8);
      file += length + number(maskedCrc(crc32c(length)), 4) + record + number(maskedCrc(crc32c(record)), 4);
    }
    writeFile(folder + QString("/%1.tfrecord").arg(part), bytesOf(file));
  }
}

// NumPy's format 1.0 (numpy/lib/format.py): bytes of pictures, or of labels.
void writeNpy(const QString& file, const std::string& shape, const Bytes& data) {
  std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (" + shape + "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  Bytes bytes = bytesOf(std::string("\x93NUMPY\x01\0", 8));
  bytes.push_back(static_cast<std::uint8_t>(header.size() & 255));
  bytes.push_back(static_cast<std::uint8_t>(header.size() >> 8));
  const Bytes text = bytesOf(header);
  bytes.insert(bytes.end(), text.begin(), text.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  writeFile(file, bytes);
}

void writeNumpy(const QString& folder) {
  constexpr int kPictures = 80;  // some are drawn for validation
  Bytes pixels, labels;
  for (int i = 0; i < kPictures; ++i) {
    const Bytes one = planes(i, 1, kSide);
    pixels.insert(pixels.end(), one.begin(), one.end());
    labels.push_back(static_cast<std::uint8_t>(i % 4));
  }
  writeNpy(folder + "/X.npy", "80, 32, 32", pixels);
  writeNpy(folder + "/y.npy", "80,", labels);
}

// Writes what a set of the kind reads. A kind of pictures that is not listed here fails the test.
std::optional<DataSpec> smallSet(const std::string& kind, const QString& folder) {
  DataSpec spec;
  spec.kind = kind;
  spec.path = folder.toStdString();
  spec.augmentationSeed = 11;
  if (kind == "mnist") {
    writeIdx(folder);
  } else if (kind == "cifar10") {
    writeCifar10(folder);
  } else if (kind == "image_folder") {
    writeFolder(folder);
    spec.imageSize = kSide;
  } else if (kind == "image_list") {
    writeList(folder);
    spec.path += "/train.txt";
    spec.imageSize = kSide;
  } else if (kind == "image_names") {
    writeNamed(folder);
    spec.validationPath = spec.path + "/val";
    spec.path += "/train";
    spec.imageSize = kSide;
  } else if (kind == "tfrecord") {
    writeRecords(folder);
    spec.imageSize = kSide;
  } else if (kind == "webdataset") {
    writeTars(folder);
    spec.imageSize = kSide;
  } else if (kind == "cifar100") {
    writeCifar100(folder);
    spec.testAs = "validation";
  } else if (kind == "numpy") {
    writeNumpy(folder);
    spec.validationSplit = 0.2;
  } else if (kind == "shapes") {
    spec.count = 100;
    spec.imageSize = kSide;
  } else if (kind == "synthetic") {
    spec.count = 60;
    spec.imageSize = kSide;
    spec.own["data.classes"] = 4;
  } else {
    return std::nullopt;
  }
  return spec;
}

std::vector<float> sampleOf(const Dataset& data, std::int64_t index, std::int64_t epoch) {
  std::vector<float> sample(static_cast<std::size_t>(numel(data.info().input().shape)));
  data.readFloats(index, epoch, sample);
  return sample;
}

// Source pixel (y + dy, x + dx) at (y, x), then mirrored; what lies outside is black, which after normalisation is `black` of its channel.
std::vector<float> moved(const std::vector<float>& image, const Shape& shape, int dx, int dy, bool mirror, const std::vector<float>& black) {
  const auto height = static_cast<int>(shape[1]), width = static_cast<int>(shape[2]);
  std::vector<float> out(image.size());
  for (int c = 0; c < static_cast<int>(shape[0]); ++c)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int sy = y + dy, sx = (mirror ? width - 1 - x : x) + dx;
        const bool inside = sy >= 0 && sy < height && sx >= 0 && sx < width;
        out[static_cast<std::size_t>((c * height + y) * width + x)] =
            inside ? image[static_cast<std::size_t>((c * height + sy) * width + sx)] : black[static_cast<std::size_t>(c)];
      }
  return out;
}

bool alike(const std::vector<float>& a, const std::vector<float>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i] - b[i]) > 1e-4f) return false;
  return true;
}

// FNV-1a of every byte of two epochs of batches, padding included.
QString hashOf(const std::shared_ptr<const Dataset>& data, const LoaderOptions& options) {
  DataLoader loader(data, options);
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const std::int64_t epoch : {0, 3}) {
    loader.start(epoch);
    while (const Batch* batch = loader.next())
      for (const std::span<std::byte> field : batch->memory)
        for (const std::byte byte : field) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3u;
  }
  return QString::number(hash, 16);
}

}  // namespace

class AugmentationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kinds_data() {
    QTest::addColumn<QString>("kind");
    for (const DatasetDef& def : datasetDefs())
      if (def.samples == DatasetDef::Samples::Images && def.forLearning)
        QTest::newRow(std::string(def.kind).c_str()) << QString::fromUtf8(def.kind.data(), static_cast<qsizetype>(def.kind.size()));
  }
  void kinds() {
    QFETCH(QString, kind);
    const QTemporaryDir folder;
    const std::optional<DataSpec> plainSpec = smallSet(kind.toStdString(), folder.path());
    QVERIFY2(plainSpec, "write a small set of this kind in smallSet()");
    DataSpec spec = *plainSpec;
    spec.flip = true;
    spec.cropPadding = 3;
    const DataSplits plain = openData(*plainSpec), augmented = openData(spec);
    const Shape shape = plain.train->info().input().shape;
    std::vector<float> black;
    {
      DataSpec dark = *plainSpec;  // what normalisation makes of 0, found where a move lets black in: in the pixels themselves by hand below
      dark.mean.assign(static_cast<std::size_t>(shape[0]), 0);
      dark.std.assign(static_cast<std::size_t>(shape[0]), 1);
      const DataSplits raw = openData(dark);
      for (std::int64_t c = 0; c < shape[0]; ++c) {  // two pixels of a channel give its line value = raw * scale + shift
        const std::vector<float> a = sampleOf(*raw.train, 0, 0), b = sampleOf(*plain.train, 0, 0);
        const auto begin = static_cast<std::size_t>(c * shape[1] * shape[2]), end = begin + static_cast<std::size_t>(shape[1] * shape[2]);
        std::size_t least = begin, most = begin;
        for (std::size_t i = begin; i < end; ++i) {
          if (a[i] < a[least]) least = i;
          if (a[i] > a[most]) most = i;
        }
        const float scale = (b[most] - b[least]) / (a[most] - a[least]);
        black.push_back(b[least] - a[least] * scale);
      }
    }
    // Training: every sample of every epoch is the plain one, moved by at most three pixels and perhaps mirrored; all of that is drawn.
    int mirrored = 0, seen = 0, changed = 0;
    std::set<int> movesX, movesY;
    for (std::int64_t index = 0; index < 25; ++index) {
      const std::vector<float> image = sampleOf(*plain.train, index, 0);
      QVERIFY2(alike(image, sampleOf(*plain.train, index, 1)), "without augmentation an epoch changes nothing");
      std::vector<float> before;
      for (std::int64_t epoch = 0; epoch < 6; ++epoch) {
        const std::vector<float> read = trainingSample(augmented, index, epoch);
        QVERIFY2(read == trainingSample(augmented, index, epoch), "the same sample of the same epoch");
        bool found = false;
        for (int dy = -3; dy <= 3 && !found; ++dy)
          for (int dx = -3; dx <= 3 && !found; ++dx)
            for (const bool mirror : {false, true}) {
              if (found || !alike(read, moved(image, shape, dx, dy, mirror, black))) continue;
              found = true;
              mirrored += mirror;
              movesX.insert(dx);
              movesY.insert(dy);
            }
        QVERIFY2(found, qPrintable(QString("sample %1 of epoch %2 is the plain one neither moved nor mirrored").arg(index).arg(epoch)));
        if (epoch > 0) changed += read != before;
        ++seen;
        before = read;
      }
    }
    QVERIFY2(changed > 100, qPrintable(QString("%1 of 125 differ from the epoch before").arg(changed)));
    QCOMPARE(movesX.size(), std::size_t{7});
    QCOMPARE(movesY.size(), std::size_t{7});
    QVERIFY2(mirrored > seen * 0.35 && mirrored < seen * 0.65, qPrintable(QString("%1 of %2 mirrored").arg(mirrored).arg(seen)));
    // Another seed draws others.
    spec.augmentationSeed = 12;
    const DataSplits others = openData(spec);
    int differ = 0;
    for (std::int64_t index = 0; index < 25; ++index) differ += trainingSample(others, index, 0) != trainingSample(augmented, index, 0);
    QVERIFY2(differ > 18, qPrintable(QString::number(differ)));
    // Validation: as it is, in every epoch.
    QVERIFY(augmented.validation->size() >= 10);
    for (std::int64_t index = 0; index < augmented.validation->size(); ++index)
      for (std::int64_t epoch = 0; epoch < 3; ++epoch)
        QVERIFY2(sampleOf(*augmented.validation, index, epoch) == sampleOf(*plain.validation, index, 0),
                 qPrintable(QString("validation sample %1, epoch %2").arg(index).arg(epoch)));
  }

  // Batches bit for bit as the program made them when data sets still moved their pictures themselves (9671f6bb), however many workers read.
  void recordedBatches_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("cropScale");
    QTest::addColumn<qint64>("cacheBytes");
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("validation");
    const qint64 all = 1 << 30;
    QTest::newRow("mnist") << "mnist" << 1.0 << all << "8160863bed033955"
                           << "fbf41a97f3300069";
    QTest::newRow("cifar10") << "cifar10" << 1.0 << all << "f1f2be2fc2d10268"
                             << "8f166676d205139";
    QTest::newRow("image_folder") << "image_folder" << 1.0 << all << "2f13c2aad8f7c41b"
                                  << "6768befac44b8459";
    QTest::newRow("image_folder, from files") << "image_folder" << 1.0 << qint64{0} << "2f13c2aad8f7c41b"
                                              << "6768befac44b8459";
    QTest::newRow("image_folder, parts") << "image_folder" << 0.8 << all << "d6683bd75d3c17cb"
                                         << "6768befac44b8459";
    QTest::newRow("image_folder, parts, from files") << "image_folder" << 0.8 << qint64{0} << "477066c0bd85ba9b"
                                                     << "6768befac44b8459";
    QTest::newRow("shapes") << "shapes" << 1.0 << all << "93f0cfb3dff77a30"
                            << "9ca5bbd872947431";
    QTest::newRow("shapes, parts") << "shapes" << 0.4 << all << "80a799fefadadc79"
                                   << "9ca5bbd872947431";
    QTest::newRow("synthetic") << "synthetic" << 1.0 << all << "b94164b00dc539"
                               << "e6f5ee1cc96c9dc9";
  }
  void recordedBatches() {
    QFETCH(QString, kind);
    QFETCH(double, cropScale);
    QFETCH(qint64, cacheBytes);
    QFETCH(QString, training);
    QFETCH(QString, validation);
    const QTemporaryDir folder;
    std::optional<DataSpec> spec = smallSet(kind.toStdString(), folder.path());
    QVERIFY(spec);
    if (kind == "image_folder" || kind == "shapes") spec->imageSize = 24;
    spec->flip = true;
    spec->cropPadding = 3;
    spec->cropScale = cropScale;
    spec->cacheBytes = cacheBytes;
    for (const int workers : {0, 2}) {
      const DataSplits splits = openData(*spec);
      LoaderOptions options;
      options.batchSize = 8;
      options.workers = workers;
      options.seed = 5;
      options.dropLast = false;
      options.transforms = splits.transforms;
      QCOMPARE(hashOf(splits.train, options), training);
      options.transforms = {};
      QCOMPARE(hashOf(splits.validation, options), validation);
    }
  }

  // Windows of a text: others in each training epoch, the same in every validation. Rows of a table are what they are.
  void textsAndTables() {
    const QTemporaryDir folder;
    std::string text, csv = "a,b,y\n";
    for (int i = 0; i < 900; ++i) text += "line " + std::to_string(i * i % 97) + (i % 3 ? ".\n" : "!\n");
    for (int i = 0; i < 60; ++i) csv += std::to_string(i * 7 % 31) + "," + std::to_string(i * 0.37) + "," + (i % 2 ? "up\n" : "down\n");
    writeFile(folder.path() + "/text.txt", bytesOf(text));
    writeFile(folder.path() + "/table.csv", bytesOf(csv));
    DataSpec spec;
    spec.kind = "text";
    spec.path = (folder.path() + "/text.txt").toStdString();
    spec.contextLength = 32;
    const DataSplits texts = openData(spec);
    spec.kind = "table";
    spec.path = (folder.path() + "/table.csv").toStdString();
    const DataSplits tables = openData(spec);
    const auto bytes = [](const Dataset& data, std::int64_t index, std::int64_t epoch) {
      std::vector<std::byte> out(static_cast<std::size_t>(data.info().input().bytes()));
      data.readInput(index, epoch, out);
      return out;
    };
    int differ = 0;
    for (std::int64_t i = 0; i < texts.train->size(); ++i) differ += bytes(*texts.train, i, 0) != bytes(*texts.train, i, 1);
    QVERIFY2(differ > texts.train->size() / 2, qPrintable(QString::number(differ)));
    for (const auto& data : {texts.validation, tables.validation, tables.train})
      for (std::int64_t i = 0; i < data->size(); ++i) QVERIFY(bytes(*data, i, 0) == bytes(*data, i, 4));
  }
};

QTEST_GUILESS_MAIN(AugmentationTest)
#include "augmentation_test.moc"
