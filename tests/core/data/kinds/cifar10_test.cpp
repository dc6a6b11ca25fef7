// CIFAR-10's binary version, made on the spot: its files are too large to keep.
#include <set>

#include "core/data/dataset.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr int kRecord = 3073;

// Record i of a batch: label (batch + i) % 10, pixel p is (batch * 31 + i * 7 + p) % 256.
Bytes batchFile(int batch, int records) {
  Bytes bytes;
  for (int i = 0; i < records; ++i) {
    bytes.push_back(static_cast<std::uint8_t>((batch + i) % 10));
    for (int p = 0; p < kRecord - 1; ++p) bytes.push_back(static_cast<std::uint8_t>((batch * 31 + i * 7 + p) % 256));
  }
  return bytes;
}

void writeSet(const QString& folder) {
  for (int b = 1; b <= 5; ++b) writeFile(folder + QString("/data_batch_%1.bin").arg(b), batchFile(b, 3));
  writeFile(folder + "/test_batch.bin", batchFile(9, 4));
}

DataSpec specOf(const QString& folder) {
  DataSpec spec;
  spec.kind = "cifar10";
  spec.path = folder.toStdString();
  return spec;
}

}  // namespace

class Cifar10Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reads_data() {
    QTest::addColumn<QString>("below");
    QTest::addRow("the folder itself") << "";
    QTest::addRow("the folder of the archive") << "/cifar-10-batches-bin";
  }
  void reads() {
    QFETCH(QString, below);
    const QTemporaryDir folder;
    writeSet(folder.path() + below);
    DataSpec spec = specOf(folder.path());
    spec.mean = {0};
    spec.std = {1};
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 15);
    QCOMPARE(splits.validation->size(), 4);
    QCOMPARE(splits.train->info().input().shape, (Shape{3, 32, 32}));
    QCOMPARE(splits.train->info().classNames.at(6), std::string("frog"));
    std::vector<float> sample(3072);
    splits.train->readFloats(7, 0, sample);  // batch 3, record 1
    QCOMPARE(splits.train->label(7), 4);
    for (int p : {0, 1023, 1024, 3071}) QVERIFY(std::abs(sample[static_cast<std::size_t>(p)] - ((3 * 31 + 7 + p) % 256) / 255.0f) < 1e-6f);
  }

  void usualNormalization() {
    const QTemporaryDir folder;
    writeSet(folder.path());
    DataSpec spec = specOf(folder.path());
    spec.normalize = "usual";
    const DataSplits splits = openData(spec);
    std::vector<float> sample(3072);
    splits.validation->readFloats(0, 0, sample);
    QVERIFY(std::abs(sample[1024] - ((9 * 31 + 1024) % 256 / 255.0f - 0.4822f) / 0.2435f) < 1e-5f);
    // Measured: of the samples for training, plane by plane.
    const DataSplits measured = openData(specOf(folder.path()));
    spec.mean = {0};
    spec.std = {1};
    const DataSplits raw = openData(spec);
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0, squares = 0;
      for (std::int64_t i = 0; i < raw.train->size(); ++i) {
        raw.train->readFloats(i, 0, sample);
        for (std::size_t p = 1024 * c; p < 1024 * (c + 1); ++p) {
          sum += sample[p];
          squares += double(sample[p]) * sample[p];
        }
      }
      const double count = 1024.0 * static_cast<double>(raw.train->size()), mean = sum / count;
      QVERIFY(std::abs(measured.validation->pixelScale().mean.at(c) - mean) < 1e-6);
      QVERIFY(std::abs(measured.train->pixelScale().std.at(c) - std::sqrt(squares / count - mean * mean)) < 1e-6);
    }
  }

  void broken() {
    const QTemporaryDir folder;
    verifyError([&] { openData(specOf(folder.path() + "/none")); }, {folder.path() + "/none", "does not exist", "binary version"});
    writeSet(folder.path());
    QVERIFY(QFile::remove(folder.path() + "/data_batch_4.bin"));
    verifyError([&] { openData(specOf(folder.path())); }, {"data_batch_4.bin", "missing"});

    Bytes cut = batchFile(4, 3);
    cut.resize(cut.size() - 1);
    writeFile(folder.path() + "/data_batch_4.bin", cut);
    verifyError([&] { openData(specOf(folder.path())); }, {"data_batch_4.bin", "9218 bytes", "truncated"});

    writeFile(folder.path() + "/data_batch_4.bin", {});
    verifyError([&] { openData(specOf(folder.path())); }, {"data_batch_4.bin"});

    Bytes label = batchFile(4, 3);
    label[2 * kRecord] = 10;
    writeFile(folder.path() + "/data_batch_4.bin", label);
    verifyError([&] { openData(specOf(folder.path())); }, {"data_batch_4.bin", "label 10 at index 2"});
  }

  // Records of that size under other names: taken by name, and told.
  void otherNames() {
    const QTemporaryDir folder;
    Bytes letters = batchFile(4, 5);
    letters[kRecord] = 25;
    writeFile(folder.path() + "/part_b.bin", batchFile(7, 2));
    writeFile(folder.path() + "/part_a.BIN", letters);
    writeFile(folder.path() + "/Test.bin", batchFile(9, 3));
    writeFile(folder.path() + "/other.bin", Bytes(kRecord + 1, 0));
    writeFile(folder.path() + "/readme.txt", {'x'});
    DataSpec spec = specOf(folder.path());
    spec.mean = {0};
    spec.std = {1};
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 7);
    QCOMPARE(splits.validation->size(), 3);
    QCOMPARE(splits.train->info().outputs(), 26);
    QCOMPARE(splits.validation->info().outputs(), 26);
    QCOMPARE(splits.train->label(1), 25);  // part_a comes before part_b
    QCOMPARE(splits.train->label(5), 7);
    std::vector<float> sample(3072);
    splits.validation->readFloats(2, 0, sample);
    QVERIFY(std::abs(sample[5] - ((9 * 31 + 2 * 7 + 5) % 256) / 255.0f) < 1e-6f);
    QString warnings;
    for (const std::string& warning : splits.train->warnings()) warnings += QString::fromStdString(warning) + "\n";
    for (const char* words : {"other.bin: left out, because its 3074 bytes are not a whole number of records of 3073 bytes",
                              "Taken for training: part_a.BIN part_b.bin; for validation: Test.bin. There are 26 classes."})
      QVERIFY2(warnings.contains(words), qPrintable(warnings));
  }

  // Without a file for validation a share of the samples is held out, each of them in one part only.
  void otherNamesWithoutValidation() {
    const QTemporaryDir folder;
    writeFile(folder.path() + "/a.bin", batchFile(0, 20));
    DataSpec spec = specOf(folder.path());
    spec.validationSplit = 0.25;
    const DataSplits splits = openData(spec), again = openData(spec);
    QCOMPARE(splits.train->size(), 15);
    QCOMPARE(splits.validation->size(), 5);
    std::vector<float> sample(3072), other(3072);
    std::set<float> first;  // of record i: i * 7, the same for no two
    for (const auto& part : {splits.train, splits.validation})
      for (std::int64_t i = 0; i < part->size(); ++i) {
        part->readFloats(i, 0, sample);
        first.insert(sample[0]);
      }
    QCOMPARE(first.size(), std::size_t{20});
    for (std::int64_t i = 0; i < 5; ++i) {
      splits.validation->readFloats(i, 0, sample);
      again.validation->readFloats(i, 0, other);
      QCOMPARE(sample, other);
    }
    spec.validationSplit = 0;
    QVERIFY(!openData(spec).validation);

    const QTemporaryDir onlyTest;
    writeFile(onlyTest.path() + "/test.bin", batchFile(0, 2));
    verifyError([&] { openData(specOf(onlyTest.path())); }, {onlyTest.path(), "for validation there are test.bin", "Unpack"});
  }

  void pythonVersion() {
    const QTemporaryDir folder;
    writeFile(folder.path() + "/cifar-10-batches-py/data_batch_1", {0x80, 2});
    verifyError([&] { openData(specOf(folder.path())); }, {"Python version", "binary"});
  }
};

QTEST_GUILESS_MAIN(Cifar10Test)
#include "cifar10_test.moc"
