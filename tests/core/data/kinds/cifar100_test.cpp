// CIFAR-100: records made by hand, with pixels that tell their place.
#include <set>

#include "core/data/kinds/cifar100.h"
#include "core/data/preview/data_preview.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// `count` records: class i % 100, superclass i % 20, red i, green 2 i, blue 3 i.
Bytes records(int count) {
  Bytes bytes;
  for (int i = 0; i < count; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(i % 20));
    bytes.push_back(static_cast<std::uint8_t>(i % 100));
    for (int c = 1; c <= 3; ++c) bytes.insert(bytes.end(), 1024, static_cast<std::uint8_t>(c * i));
  }
  return bytes;
}

QString names(int count, const char* word) {
  QString text;
  for (int i = 0; i < count; ++i) text += QString("%1%2\n").arg(word).arg(i);
  return text;
}

}  // namespace

class Cifar100Test : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;
  QString root() const { return folder_.filePath("cifar-100-binary"); }
  DataSpec spec() const {
    DataSpec spec;
    spec.kind = "cifar100";
    spec.path = folder_.path().toStdString();
    spec.validationSplit = 0;
    spec.mean = {0};
    spec.std = {1};
    spec.openTest = true;
    return spec;
  }

 private Q_SLOTS:
  void initTestCase() {
    writeFile(root() + "/train.bin", records(200));
    writeFile(root() + "/test.bin", records(40));
    writeFile(root() + "/fine_label_names.txt", bytesOf(names(100, "fine").toStdString()));
    writeFile(root() + "/coarse_label_names.txt", bytesOf(names(20, "coarse").toStdString()));
  }

  void samples() {
    const DataSplits splits = openData(spec());
    QCOMPARE(splits.train->size(), std::int64_t{200});
    QCOMPARE(splits.test->size(), std::int64_t{40});
    QVERIFY(!splits.validation);
    QCOMPARE(splits.train->info().classNames.size(), std::size_t{100});
    std::vector<float> pixels(3072);
    for (const std::int64_t i : {0, 7, 80}) {
      splits.train->readFloats(i, 0, pixels);
      for (int c = 1; c <= 3; ++c) QCOMPARE(qRound(pixels[static_cast<std::size_t>(1024 * c - 1)] * 255), static_cast<int>(c * i) % 256);
      QCOMPARE(splits.train->info().classNames[static_cast<std::size_t>(splits.train->label(i))], "fine" + std::to_string(i % 100));
    }
  }

  void superclasses() {
    DataSpec coarse = spec();
    coarse.own["data.coarse"] = 1;
    const DataSplits splits = openData(coarse);
    QCOMPARE(splits.train->info().classNames.size(), std::size_t{20});
    QCOMPARE(splits.train->info().classNames[static_cast<std::size_t>(splits.train->label(27))], std::string("coarse7"));
    QVERIFY(splits.train->fingerprint() != openData(spec()).train->fingerprint());
  }

  void parts() {
    DataSpec one = spec();
    one.testAs = "validation";
    const DataSplits splits = openData(one);
    QCOMPARE(splits.validation->size(), std::int64_t{40});
    QVERIFY(!splits.test && splits.ownValidation);
    one = spec();
    one.validationSplit = 0.5;
    QCOMPARE(openData(one).validation->size(), std::int64_t{100});  // one of two of each class
    one.testShare = 0.1;
    verifyError([&] { openData(one); }, {"data.test_share", "test.bin"});
  }

  void recognised() {
    for (const QString& path : {folder_.path(), root()}) {
      const DataPreview data = previewData(path.toStdString());
      QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
      QCOMPARE(QString::fromStdString(data.spec.kind), "cifar100");
      QCOMPARE(data.test, std::int64_t{40});
    }
    // Other files of that name are none.
    const QTemporaryDir other;
    writeFile(other.filePath("train.bin"), records(2));
    QVERIFY(cifar100Folder(other.path().toStdString()).empty());
    writeFile(other.filePath("test.bin"), Bytes(100, 1));
    writeFile(other.filePath("train.bin"), Bytes(100, 1));
    QVERIFY(cifar100Folder(other.path().toStdString()).empty());
  }

  void damaged() {
    const QTemporaryDir other;
    DataSpec bad = spec();
    bad.path = other.path().toStdString();
    verifyError([&] { openData(bad); }, {"train.bin", "missing"});
    Bytes bytes = records(3);
    bytes.pop_back();
    writeFile(other.filePath("train.bin"), bytes);
    verifyError([&] { openData(bad); }, {"train.bin", "9221 bytes"});
    bytes = records(3);
    bytes[3074 + 1] = 100;
    writeFile(other.filePath("train.bin"), bytes);
    verifyError([&] { openData(bad); }, {"train.bin", "index 1", "out of range"});
  }

  // The version for Python is pickled: a line makes arrays of it that are read. It is run where there is NumPy.
  void pythonVersion() {
    const QTemporaryDir other;
    const QString folder = other.filePath("cifar-100-python");
    writeFile(folder + "/train", bytesOf("\x80\x02}"));
    writeFile(folder + "/test", bytesOf("\x80\x02}"));
    writeFile(folder + "/meta", bytesOf("\x80\x02}"));
    for (const QString& path : {other.path(), folder}) {
      const DataPreview data = previewData(path.toStdString());
      QVERIFY(!data.trainable());
      QVERIFY2(data.findings[0].what.find("for Python") != std::string::npos, data.findings[0].what.c_str());
      QVERIFY(data.findings[0].command.starts_with("python3"));
    }
    const QString python = qEnvironmentVariable("STEPSCOPE_NUMPY_PYTHON", "python3");
    const auto run = [&](const QStringList& arguments) {
      QProcess process;
      process.start(python, arguments);
      return process.waitForFinished(60000) && process.exitCode() == 0;
    };
    if (!run({"-c", "import numpy"})) return;
    QVERIFY(run(
        {"-c",
         "import pickle, sys, numpy as np\n"
         "for name, count in (('train', 200), ('test', 100)):\n"
         "  rows = np.arange(count * 3072, dtype=np.int64).reshape(count, 3072) % 251\n"
         "  pickle.dump({b'data': rows.astype('uint8'), b'fine_labels': [i % 100 for i in range(count)]}, open(sys.argv[1] + '/' + name, 'wb'))\n",
         folder}));
    QString line = QString::fromStdString(previewData(folder.toStdString()).findings[0].command);
    QVERIFY(line.startsWith("python3 "));
    QProcess shell;
    shell.start("sh", {"-c", python + line.mid(7)});
    QVERIFY(shell.waitForFinished(60000));
    QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
    const DataPreview data = previewData((folder + "/cifar.npz").toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(QString::fromStdString(data.spec.kind), "numpy");
    QCOMPARE(data.train + data.validation, std::int64_t{200});
    QCOMPARE(data.test, std::int64_t{100});
    QCOMPARE(data.channels, std::int64_t{3});
    QCOMPARE(data.width, std::int64_t{32});
  }
};

QTEST_GUILESS_MAIN(Cifar100Test)
#include "cifar100_test.moc"
