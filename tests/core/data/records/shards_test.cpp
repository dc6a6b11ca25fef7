// TensorFlow records and WebDataset shards: files that TensorFlow and Python wrote (files/make_records.py), and damaged ones made of them.
#include <QElapsedTimer>

#include "core/base/philox.h"
#include "core/data/kinds/tfrecord.h"
#include "core/data/kinds/webdataset.h"
#include "core/data/preview/data_preview.h"
#include "core/data/records/example.h"
#include "core/data/records/shards.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

const QString kFiles = QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/core/data/records/files/");

DataSpec specOf(const QString& path, const std::string& kind) {
  DataSpec spec;
  spec.kind = kind;
  spec.path = path.toStdString();
  spec.validationSplit = 0;
  spec.imageSize = 4;
  spec.mean = {0};
  spec.std = {1};
  spec.openTest = true;
  return spec;
}

// "shade=class" of every sample, by shade.
QStringList samplesOf(const std::shared_ptr<const Dataset>& data) {
  QMap<int, QString> found;
  std::vector<float> pixels(3 * 4 * 4);
  for (std::int64_t i = 0; data && i < data->size(); ++i) {
    data->readFloats(i, 0, pixels);
    found[qRound(pixels[0] * 255)] = QString::fromStdString(data->info().classNames[static_cast<std::size_t>(data->label(i))]);
  }
  QStringList all;
  for (auto one = found.begin(); one != found.end(); ++one) all << QString("%1=%2").arg(one.key()).arg(one.value());
  return all;
}

QString warningsOf(const DataSplits& splits) {
  QString all;
  for (const std::string& warning : splits.train->warnings()) all += QString::fromStdString(warning) + '\n';
  return all;
}

const QStringList kPets{"10=cat", "20=dog", "30=cat", "40=dog"}, kNumbers{"10=1", "20=0", "30=1", "40=0"};

// Copies files of the folder there.
void copy(const QStringList& names, const QString& folder) {
  QDir().mkpath(folder);
  for (const QString& name : names) QVERIFY2(QFile::copy(kFiles + name, folder + '/' + name), qPrintable(name));
}

}  // namespace

class ShardsTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir folder_;

 private Q_SLOTS:
  // Shards for training and validation; the classes have the names that stand beside their numbers.
  void recordsOfTensorFlow() {
    const QString root = folder_.filePath("imagenet");
    copy({"train-00000-of-00002", "train-00001-of-00002", "validation-00000-of-00001"}, root);
    const DataSplits splits = openData(specOf(root, "tfrecord"));
    QCOMPARE(samplesOf(splits.train), kPets);
    QCOMPARE(samplesOf(splits.validation), (QStringList{"50=cat", "60=dog"}));
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"dog", "cat"}));  // 0 and 1
    QVERIFY2(warningsOf(splits).contains("pictures in \"image/encoded\" and their classes in \"image/class/label\", with 1 to 3 samples"),
             qPrintable(warningsOf(splits)));
    const DataPreview data = previewData(root.toStdString());
    QVERIFY(data.trainable());
    QCOMPARE(QString::fromStdString(data.spec.kind), "tfrecord");
    QCOMPARE(data.train, std::int64_t{4});
    QCOMPARE(data.validation, std::int64_t{2});
    // Without one of the two shards.
    QVERIFY(QFile::remove(root + "/train-00001-of-00002"));
    QVERIFY2(warningsOf(openData(specOf(root, "tfrecord"))).contains("train-*-of-00002: one shard is missing, the first of them number 1"),
             qPrintable(warningsOf(openData(specOf(root, "tfrecord")))));
  }

  void packedRecords() {
    const DataSplits splits = openData(specOf(kFiles + "simple.tfrecord.gz", "tfrecord"));
    QCOMPARE(samplesOf(splits.train), kNumbers);
    QCOMPARE(QString::fromStdString(previewData((kFiles + "simple.tfrecord.gz").toStdString()).spec.kind), "tfrecord");
  }

  // Records that are no pictures with a class, named with what they hold.
  void otherRecords_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("says");     // data check
    QTest::addColumn<QString>("refusal");  // a project
    QTest::newRow("values") << "values.tfrecord"
                            << "records of values without pictures"
                            << "without an encoded picture; their features are";
    QTest::newRow("boxes") << "boxes.tfrecord"
                           << "boxes or masks"
                           << "boxes or masks";
    QTest::newRow("no class") << "unlabelled.tfrecord"
                              << "without a class"
                              << "pictures without a class; their features are";
  }
  void otherRecords() {
    QFETCH(QString, file);
    QFETCH(QString, says);
    QFETCH(QString, refusal);
    const DataPreview data = previewData((kFiles + file).toStdString());
    QVERIFY(!data.trainable());
    QVERIFY2(QString::fromStdString(data.findings[0].what).contains(says), data.findings[0].what.c_str());
    QVERIFY(!data.findings[0].cure.empty());
    verifyError([&] { openData(specOf(kFiles + file, "tfrecord")); }, {file, refusal});
  }

  // What other people published: values and sequences.
  void realRecords() {
    NEEDS_SHARED_DATA();
    const QTemporaryDir folder;
    QVERIFY(unpack("containers/containers.tar.gz", folder.path()));
    const QString root = folder.filePath("containers/tfrecord/");
    const auto whatOf = [&](const QString& path) { return QString::fromStdString(previewData((root + path).toStdString()).findings.at(0).what); };
    for (const char* file : {"penguin/data/Split-train/data_tfrecord-00000-of-00001.gz", "penguin/data", "csv_example_gen/unlabelled"})
      QVERIFY2(whatOf(file).contains("records of values without pictures"), qPrintable(whatOf(file)));
    for (const char* file : {"derived/names_sequence.tfrecord", "derived/names_sequence.tfrecord.gz"})
      QVERIFY2(whatOf(file).contains("SequenceExample"), qPrintable(whatOf(file)));
  }

  // By protobuf's encoding by hand: packed and single numbers, an unknown field.
  void wireFormat() {
    using namespace std::string_literals;
    const auto field = [](int number, const std::string& bytes) {
      return std::string(1, static_cast<char>(number << 3 | 2)) + static_cast<char>(bytes.size()) + bytes;
    };
    const auto feature = [&](const std::string& name, const std::string& value) { return field(1, field(1, name) + field(2, value)); };
    const std::string packed = field(3, field(1, "\x05\x96\x01"s)), single = field(3, "\x08\x05\x08\x96\x01"s);  // 5 and 150
    const std::string bytes = field(1, feature("a", packed) + feature("b", single) + feature("c", field(1, field(1, "x") + field(1, ""))) +
                                           feature("d", field(2, field(1, std::string(8, '\0')))));
    const auto example = readExample(bytes);  // its views are of them
    QVERIFY(example && example->features.size() == 4 && !example->sequence);
    for (const char* name : {"a", "b"}) QCOMPARE(example->find(name)->numbers, (std::vector<std::int64_t>{5, 150}));
    QCOMPARE(example->find("c")->texts.size(), std::size_t{2});
    QCOMPARE(example->find("d")->reals, std::int64_t{2});
    QVERIFY(!readExample("\x0A\x05"s) && !readExample("\x0A\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"s) && !readExample("text"s));
    QVERIFY(readExample(field(2, "")) && readExample(field(2, ""))->sequence);
  }

  void damagedRecords() {
    const QString file = folder_.filePath("one.tfrecord");
    const Bytes sound = readFile(kFiles + "train-00000-of-00002");
    const auto first = static_cast<std::size_t>(sound[0] | sound[1] << 8) + 16;  // the frame of the first record
    // A wrong checksum costs one record, a wrong length the rest.
    Bytes bytes = sound;
    bytes[first + 40] ^= 1;
    writeFile(file, bytes);
    DataSpec spec = specOf(file, "tfrecord");
    verifyError([&] { openData(spec); }, {"only one class, \"1\""});  // 1 and 3 remain
    bytes = sound;
    Bytes other = readFile(kFiles + "train-00001-of-00002");
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(first), other.begin(), other.end());  // 1, 4, 2, 3
    bytes[first + other.size() + 40] ^= 1;
    writeFile(file, bytes);
    DataSplits splits = openData(spec);
    QCOMPARE(samplesOf(splits.train), (QStringList{"10=cat", "30=cat", "40=dog"}));
    QVERIFY2(warningsOf(splits).contains("record 2: left out, because its checksum is wrong"), qPrintable(warningsOf(splits)));
    bytes[first + other.size()] ^= 1;
    writeFile(file, bytes);
    splits = openData(spec);
    QCOMPARE(samplesOf(splits.train), (QStringList{"10=cat", "40=dog"}));
    QVERIFY2(warningsOf(splits).contains("record 2 and all after it: left out, because its length is damaged"), qPrintable(warningsOf(splits)));
    // A length that no file has.
    Bytes huge(12, 0xFF);
    writeFile(file, huge);
    verifyError([&] { openData(spec); }, {"one.tfrecord", "not a valid file"});
    QVERIFY(recordContentOf(file.toStdString()) == RecordContent::Other);
  }

  void archives_data() {
    QTest::addColumn<QString>("file");
    for (const char* name : {"plain.tar", "gnu.tar", "pax.tar.gz"}) QTest::newRow(name) << QString(name);
  }
  void archives() {
    QFETCH(QString, file);
    const DataSplits splits = openData(specOf(kFiles + file, "webdataset"));
    QCOMPARE(samplesOf(splits.train), kPets);
    const DataPreview data = previewData((kFiles + file).toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(QString::fromStdString(data.spec.kind), "webdataset");
  }

  // The parts by the names of folders; shards of other sizes are told.
  void shardsOfParts() {
    const QString root = folder_.filePath("shards");
    copy({"plain.tar"}, root + "/train");
    copy({"gnu.tar"}, root + "/val");
    copy({"pax.tar.gz"}, root + "/test");
    const DataSplits splits = openData(specOf(root, "webdataset"));
    QCOMPARE(samplesOf(splits.train), kPets);
    QCOMPARE(samplesOf(splits.validation), kPets);
    QCOMPARE(samplesOf(splits.test), kPets);
    QVERIFY2(warningsOf(splits).contains("3 shards of WebDataset, with 4 samples each"), qPrintable(warningsOf(splits)));
    const DataPreview data = previewData(root.toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(data.test, std::int64_t{4});
  }

  // An archive of other files, of samples without a class, and cut or damaged ones.
  void oddArchives() {
    const QString file = folder_.filePath("odd.tar");
    const auto tar = [&](const std::vector<std::pair<std::string, std::string>>& members) {
      const QTemporaryDir raw;
      QStringList names;
      for (const auto& [name, text] : members) {
        writeFile(raw.filePath(QString::fromStdString(name)), bytesOf(text));
        names << QString::fromStdString(name);
      }
      QProcess run;
      QFile::remove(file);
      run.start("tar", QStringList{"cf", file, "-C", raw.path()} + names);
      QVERIFY(run.waitForFinished() && run.exitCode() == 0);
    };
    const Bytes png = readFile(kFiles + "plain.tar");
    const std::string picture = encodePng(Bytes(16, 10), 4, 4, PNG_COLOR_TYPE_GRAY, 8);
    tar({{"readme.md", "text"}, {"cat/1.png", picture}});
    QVERIFY(!isWebDataset(file.toStdString()));
    QVERIFY(!previewData(file.toStdString()).findings.at(0).command.empty());  // unpack it
    tar({{"1.png", picture},
         {"1.cls", "a"},
         {"2.png", picture},
         {"3.cls", "b"},
         {"4.png", "no picture"},
         {"4.cls", "b"},
         {"5.png", picture},
         {"5.cls", " b\n"}});
    const DataSplits splits = openData(specOf(file, "webdataset"));
    QCOMPARE(splits.train->size(), std::int64_t{2});
    for (const char* words : {": 2: left out, because it has no class", ": 3: left out, because it has no picture",
                              "4.png: left out, because is not a picture in a format that is read"})
      QVERIFY2(warningsOf(splits).contains(words), qPrintable(warningsOf(splits)));
    // Cut in the last picture: what comes before is sound. A size that the file has not, and one that no file has.
    const QString cut = folder_.filePath("cut.tar");
    writeFile(cut, Bytes(png.begin(), png.begin() + 6 * 1024 + 512 + 10));
    const DataSplits rest = openData(specOf(cut, "webdataset"));
    QCOMPARE(samplesOf(rest.train), (QStringList{"10=cat", "20=dog", "30=cat"}));
    QVERIFY2(warningsOf(rest).contains("cut off"), qPrintable(warningsOf(rest)));
    for (const char* size : {"77777777777", "\x80\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"}) {
      Bytes bytes = png;
      for (std::size_t i = 0; i < 11; ++i) bytes[124 + i] = static_cast<std::uint8_t>(size[i]);
      bytes[135] = size[0] == '7' ? '\0' : static_cast<std::uint8_t>(size[11]);
      std::fill_n(bytes.begin() + 148, 8, std::uint8_t{' '});
      int sum = 0;
      for (std::size_t i = 0; i < 512; ++i) sum += bytes[i];
      std::snprintf(reinterpret_cast<char*>(bytes.data()) + 148, 8, "%06o", static_cast<unsigned>(sum) & 0777777u);
      writeFile(cut, bytes);
      verifyError([&] { openData(specOf(cut, "webdataset")); }, {"cut.tar"});
    }
  }

  // Bytes turned over and files cut anywhere: an Error or samples, at once.
  void damaged() {
    QElapsedTimer time;
    time.start();
    PhiloxStream random(9, 4);
    int read = 0, refused = 0;
    for (const auto& [name, kind] : {std::pair{"train-00000-of-00002", "tfrecord"},
                                     {"simple.tfrecord.gz", "tfrecord"},
                                     {"plain.tar", "webdataset"},
                                     {"gnu.tar", "webdataset"},
                                     {"pax.tar.gz", "webdataset"}}) {
      const Bytes sound = readFile(kFiles + name);
      const QString file = folder_.filePath(QString("damaged-") + name);
      for (int i = 0; i < 150; ++i) {
        Bytes bytes = sound;
        // The beginning has the headers.
        for (int k = 0; k < 2; ++k)
          bytes[random.below(static_cast<std::uint32_t>(i % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 600)))] =
              static_cast<std::uint8_t>(random.next());
        if (i % 5 == 0) bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        writeFile(file, bytes);
        ++(errorOf([&] {
          const DataSplits splits = openData(specOf(file, kind));
          samplesOf(splits.train);
        })
               ? refused
               : read);
        previewData(file.toStdString());
      }
    }
    QVERIFY(read > 0 && refused > 0);
    qInfo("%d read, %d refused in %lld ms", read, refused, static_cast<long long>(time.elapsed()));
  }
};

QTEST_GUILESS_MAIN(ShardsTest)
#include "shards_test.moc"
