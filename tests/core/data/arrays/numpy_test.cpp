// Arrays of NumPy: files that NumPy 2.4 wrote, shapes and names that people give them, and hostile bytes.
#include <QByteArray>
#include <cmath>
#include <map>
#include <random>

#include "core/data/arrays/array_parts.h"
#include "core/data/arrays/npy.h"
#include "core/data/preview/data_preview.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Written by NumPy 2.4.6; the values stand in the test of each.
const char* const kDeflated =
    "UEsDBC0AAAAIAAAAIQBvG4/p//////////8KABQAaW1hZ2VzLm5weQEAEACkAAAAAAAAAG4AAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWgXlNqqK6joJ6WX1RSlJgXn1"
    "+UkgoSd0vMKU4FihdnJBakAvkaJjoKxkCkqaNQq0Ae4GJg5xOVUdYytLB38w2JTsosKK9r7Zk8a+GK9dv2Hjl96eaD5+++AgBQSwMELQAAAAgAAAAhAN3hXxT/////////"
    "/woAFABsYWJlbHMubnB5AQAQAKAAAAAAAAAATAAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2mhrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RomOpo6Cr"
    "UKFAAuBihgZEAFMD4AUEsBAi0DLQAAAAgAAAAhAG8bj+luAAAApAAAAAoAAAAAAAAAAAAAAIABAAAAAGltYWdlcy5ucHlQSwECLQMtAAAACAAAACEA3eFfFEwAAACgAAAA"
    "CgAAAAAAAAAAAAAAgAGqAAAAbGFiZWxzLm5weVBLBQYAAAAAAgACAHAAAAAyAQAAAAA=";
const char* const kStored =
    "UEsDBC0AAAAAAAAAIQCt0Txz//////////8FABQAeC5ucHkBABAAiAAAAAAAAACIAAAAAAAAAJNOVU1QWQEAdgB7J2Rlc2NyJzogJzxmMicsICdmb3J0cmFuX29yZGVyJz"
    "ogRmFsc2UsICdzaGFwZSc6ICgyLCAyKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKADiAwBkU/3tQSwME"
    "LQAAAAAAAAAhABXLx63//////////wUAFAB5Lm5weQEAEACgAAAAAAAAAKAAAAAAAAAAk05VTVBZAQB2AHsnZGVzY3InOiAnPFU0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYW"
    "xzZSwgJ3NoYXBlJzogKDIsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAp3AAAAbwAAAGwAAABmAAAA"
    "YgAAAOQAAAByAAAAAAAAAFBLAQItAy0AAAAAAAAAIQCt0TxziAAAAIgAAAAFAAAAAAAAAAAAAACAAQAAAAB4Lm5weVBLAQItAy0AAAAAAAAAIQAVy8etoAAAAKAAAAAFAA"
    "AAAAAAAAAAAACAAb8AAAB5Lm5weVBLBQYAAAAAAgACAGYAAACWAQAAAAA=";
const char* const kFortran =
    "k05VTVBZAQB2AHsnZGVzY3InOiAnPmY4JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMywgNCksIH0gICAgICAgICAgICAgICAgICAgICAgICAgIC"
    "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAAAEAyAAAAAAAAQBgAAAAAAABAOAAAAAAAAEAoAAAAAAAAQD4AAAAAAAA/+AAAAAAAAEAzgAAAAAAAQB4A"
    "AAAAAABAOYAAAAAAAEArAAAAAAAAQD+AAAAAAABACAAAAAAAAEA1AAAAAAAAQCIAAAAAAABAOwAAAAAAAEAuAAAAAAAAQECAAAAAAABAEgAAAAAAAEA2gAAAAAAAQCUAAA"
    "AAAABAPIAAAAAAAEAwgAAAAAAAQEFAAAAAAAA=";
const char* const kBigEndian =
    "k05VTVBZAQB2AHsnZGVzY3InOiAnPmk0JywgJ2ZvcnRyYW5fb3JkZXInOiBGYWxzZSwgJ3NoYXBlJzogKDMsKSwgfSAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIC"
    "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAB/////gAEk+A=";
const char* const kVersion2 =
    "k05VTVBZAgB0AAAAeydkZXNjcic6ICd8YjEnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMywpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgIC"
    "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAE=";
const char* const kVersion3 =
    "k05VTVBZAwB0AAAAeydkZXNjcic6ICc8dTgnLCAnZm9ydHJhbl9vcmRlcic6IEZhbHNlLCAnc2hhcGUnOiAoMiwpLCB9ICAgICAgICAgICAgICAgICAgICAgICAgICAgIC"
    "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoBAAAAAAAAAAAAAAAAAQAA";

Bytes decoded(const char* text) {
  const QByteArray bytes = QByteArray::fromBase64(text);
  return Bytes(bytes.begin(), bytes.end());
}

// A file as NumPy writes it.
template <typename T>
Bytes npy(const char* descr, const std::vector<int>& shape, const std::vector<T>& values, bool fortran = false) {
  std::string dims;
  for (const int dim : shape) dims += std::to_string(dim) + ", ";
  std::string header = "{'descr': '" + std::string(descr) + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': (" + dims + "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  Bytes bytes = bytesOf(std::string("\x93NUMPY\x01\0", 8));
  bytes.push_back(static_cast<std::uint8_t>(header.size() & 255));
  bytes.push_back(static_cast<std::uint8_t>(header.size() >> 8));
  bytes.insert(bytes.end(), header.begin(), header.end());
  const auto* data = reinterpret_cast<const std::uint8_t*>(values.data());
  bytes.insert(bytes.end(), data, data + values.size() * sizeof(T));
  return bytes;
}

void append(Bytes& to, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

// A Zip archive of stored members.
Bytes npz(const std::map<std::string, Bytes>& members) {
  Bytes file, list;
  for (const auto& [name, bytes] : members) {
    const std::string whole = name + ".npy";
    const auto crc = crc32(0, bytes.data(), static_cast<uInt>(bytes.size()));
    const std::size_t at = file.size();
    append(file, 0x04034b50, 4);
    for (const int zero : {20, 0, 0, 0, 0}) append(file, static_cast<std::uint64_t>(zero), 2);
    append(file, crc, 4), append(file, bytes.size(), 4), append(file, bytes.size(), 4);
    append(file, whole.size(), 2), append(file, 0, 2);
    file.insert(file.end(), whole.begin(), whole.end());
    file.insert(file.end(), bytes.begin(), bytes.end());
    append(list, 0x02014b50, 4);
    for (const int zero : {20, 20, 0, 0, 0, 0}) append(list, static_cast<std::uint64_t>(zero), 2);
    append(list, crc, 4), append(list, bytes.size(), 4), append(list, bytes.size(), 4);
    append(list, whole.size(), 2);
    for (int i = 0; i < 4; ++i) append(list, 0, 2);
    append(list, 0, 4), append(list, at, 4);
    list.insert(list.end(), whole.begin(), whole.end());
  }
  const std::size_t at = file.size();
  file.insert(file.end(), list.begin(), list.end());
  append(file, 0x06054b50, 4);
  append(file, 0, 4), append(file, members.size(), 2), append(file, members.size(), 2), append(file, list.size(), 4), append(file, at, 4);
  append(file, 0, 2);
  return file;
}

std::vector<double> numbersOf(const NumpyArray& array) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < array.size(); ++i) numbers.push_back(array.number(i));
  return numbers;
}

DataSpec specOf(const QString& path, const char* kind = "numpy") {
  DataSpec spec;
  spec.kind = kind;
  spec.path = path.toStdString();
  return spec;
}

template <typename T>
std::vector<T> counting(int count, int modulo, double step = 1) {
  std::vector<T> values;
  for (int i = 0; i < count; ++i) values.push_back(static_cast<T>(i % modulo * step));
  return values;
}

// 30 pictures of 4 x 5 pixels as bytes, with 3 classes; 6 for the test.
std::map<std::string, Bytes> keras() {
  return {{"x_train", npy("|u1", {30, 4, 5}, counting<std::uint8_t>(600, 251))},
          {"y_train", npy("<i8", {30}, counting<std::int64_t>(30, 3))},
          {"x_test", npy("|u1", {6, 4, 5}, counting<std::uint8_t>(120, 200))},
          {"y_test", npy("<i8", {6}, counting<std::int64_t>(6, 3))}};
}

// One sample as it is stored: with a mean of 0 and a deviation of 1.
std::vector<float> firstOf(const Dataset& data) {
  std::vector<float> sample(static_cast<std::size_t>(numel(data.info().input().shape)));
  data.readFloats(0, 0, sample);
  return sample;
}

}  // namespace

class NumpyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writtenByNumpy() {
    const QTemporaryDir folder;
    writeFile(folder.filePath("a.npz"), decoded(kDeflated));
    const std::vector<NumpyArray> a = readNumpy(folder.filePath("a.npz").toStdString());
    QCOMPARE(a.size(), std::size_t{2});
    QCOMPARE(a[0].name, std::string("images"));
    QCOMPARE(a[0].title(), std::string("uint8, 4 x 3 x 3"));
    for (int i = 0; i < 36; ++i) QCOMPARE(a[0].number(i), 7.0 * i);
    QCOMPARE(numbersOf(a[1]), (std::vector<double>{0, 1, 0, 1}));

    writeFile(folder.filePath("b.npz"), decoded(kStored));
    const std::vector<NumpyArray> b = readNumpy(folder.filePath("b.npz").toStdString());
    QCOMPARE(b[0].title(), std::string("float16, 2 x 2"));
    QCOMPARE(b[0].number(0), 0.5);
    QCOMPARE(b[0].number(1), -2.25);
    QCOMPARE(b[0].number(2), std::ldexp(1049.0, -20));  // the half next to 0.001
    QCOMPARE(b[0].number(3), 65504.0);
    QCOMPARE(b[1].text(0), std::string("wolf"));
    QCOMPARE(b[1].text(1), std::string("bär"));

    const NumpyArray fortran = parseNpy(decoded(kFortran), "f");
    QCOMPARE(fortran.shape, (std::vector<std::int64_t>{2, 3, 4}));
    for (int i = 0; i < 24; ++i) QCOMPARE(fortran.number(i), 1.5 * i);
    QCOMPARE(numbersOf(parseNpy(decoded(kBigEndian), "b")), (std::vector<double>{1, -2, 300000}));
    QCOMPARE(numbersOf(parseNpy(decoded(kVersion2), "2")), (std::vector<double>{1, 0, 1}));
    QCOMPARE(numbersOf(parseNpy(decoded(kVersion3), "3")), (std::vector<double>{1, 1099511627776.0}));
    // Halves at their limits: IEEE 754.
    const NumpyArray halves = parseNpy(npy<std::uint16_t>("<f2", {6}, {0x0001, 0x03FF, 0x0400, 0x7C00, 0x8000, 0x7E00}), "h");
    QCOMPARE(halves.number(0), std::ldexp(1.0, -24));
    QCOMPARE(halves.number(1), std::ldexp(1023.0, -24));
    QCOMPARE(halves.number(2), std::ldexp(1.0, -14));
    QVERIFY(std::isinf(halves.number(3)) && halves.number(4) == 0 && std::isnan(halves.number(5)));
  }

  void realFiles() {
    NEEDS_SHARED_DATA();
    const QTemporaryDir folder;
    QVERIFY(unpack("containers/containers.tar.gz", folder.path()));
    const QString root = folder.path() + "/containers/npy/";
    for (const char* file : {"py2-np0-objarr.npy", "py2-objarr.npy", "py2-objarr.npz", "py3-objarr.npy", "py3-objarr.npz"})
      verifyError([&] { readNumpy((root + "pickled_must_be_refused/" + file).toStdString()); }, {file, "Python objects", "allow_pickle"});
    const NumpyArray hopper = std::move(readNumpy((root + "grace_hopper_1x3x224x244.npy").toStdString()).front());
    QCOMPARE(hopper.shape, (std::vector<std::int64_t>{1, 3, 224, 224}));
    double least = 0, most = 0, sum = 0;
    for (std::int64_t i = 0; i < hopper.size(); ++i) {
      least = std::min(least, hopper.number(i));
      most = std::max(most, hopper.number(i));
      sum += hopper.number(i);
    }
    QVERIFY(std::abs(least + 2.117904) < 1e-6 && std::abs(most - 2.64) < 1e-6 &&
            std::abs(sum / static_cast<double>(hopper.size()) + 0.524046) < 1e-6);
    const std::vector<NumpyArray> tiny = readNumpy((root + "mlperf_tiny/calibration_samples.npz").toStdString());
    QCOMPARE(tiny[1].title(), std::string("float64, 45 x 30 x 1 x 40"));
    const std::vector<double> indices = numbersOf(readNumpy((root + "mlperf_tiny/perf_samples_idxs.npy").toStdString()).front());
    QCOMPARE(indices.size(), std::size_t{200});
    QCOMPARE(*std::min_element(indices.begin(), indices.end()), 20.0);
    QCOMPARE(*std::max_element(indices.begin(), indices.end()), 9993.0);
  }

  // Keras' mnist.npz: the test arrays are the test, and training is the same without them.
  void keraLayout() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("mnist.npz");
    writeFile(path, npz(keras()));
    const DataPreview data = previewData(path.toStdString());
    QVERIFY2(data.trainable(), data.findings.empty() ? "" : data.findings[0].what.c_str());
    QCOMPARE(data.spec.kind, std::string("numpy"));
    QVERIFY(data.ownTest && !data.ownValidation);
    QCOMPARE(data.train, 24);
    QCOMPARE(data.validation, 6);
    QCOMPARE(data.test, 6);
    DataSpec spec = specOf(path);
    spec.mean = {0};
    spec.std = {1};
    const DataSplits splits = openData(spec);
    QVERIFY(!splits.test);
    QCOMPARE(splits.train->info().input().shape, (Shape{1, 4, 5}));
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"0", "1", "2"}));
    QVERIFY(std::abs(firstOf(*openTestPart(spec))[7] - 7 / 255.0f) < 1e-6f);
    std::map<std::string, Bytes> alone = keras();
    alone.erase("x_test"), alone.erase("y_test");
    writeFile(folder.filePath("alone.npz"), npz(alone));
    QCOMPARE(openData(specOf(folder.filePath("alone.npz"))).train->fingerprint(), splits.train->fingerprint());
    spec.testAs = "validation";
    QCOMPARE(openData(spec).train->size(), 30);
    QCOMPARE(openData(spec).validation->size(), 6);
    DataSpec other = specOf(folder.filePath("alone.npz"));
    other.testPath = path.toStdString();
    QCOMPARE(openTestPart(other)->size(), 6);
    other.testPath.clear();
    other.testShare = 0.2;
    QCOMPARE(openTestPart(other)->size(), 6);
    QCOMPARE(openData(other).train->size(), 18);
    // The same arrays as files of a folder, and with a wrong one beside them.
    for (const auto& [name, bytes] : keras()) writeFile(folder.filePath("arrays/" + QString::fromStdString(name) + ".npy"), bytes);
    writeFile(folder.filePath("arrays/notes.npy"), bytesOf("x"));
    const DataPreview files = previewData(folder.filePath("arrays").toStdString());
    QCOMPARE(files.spec.kind, std::string("numpy"));
    QCOMPARE(files.train, 24);
    QCOMPARE(previewData(folder.filePath("arrays/x_train.npy").toStdString()).spec.path, folder.filePath("arrays").toStdString());
  }

  void names_data() {
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<int>("parts");
    QTest::newRow("x y") << QStringList{"x", "y"} << 1;
    QTest::newRow("X y") << QStringList{"X", "y"} << 1;
    QTest::newRow("images labels") << QStringList{"images", "labels"} << 1;
    QTest::newRow("data labels") << QStringList{"data", "labels"} << 1;
    QTest::newRow("data target") << QStringList{"data", "target"} << 1;
    QTest::newRow("savez without names") << QStringList{"arr_0", "arr_1"} << 1;
    QTest::newRow("X_train") << QStringList{"X_train", "y_train", "X_test", "y_test"} << 2;
    QTest::newRow("medmnist") << QStringList{"train_images", "train_labels", "val_images", "val_labels", "test_images", "test_labels"} << 3;
    QTest::newRow("camel case") << QStringList{"trainImages", "trainLabels", "testImages", "testLabels"} << 2;
    QTest::newRow("xtrain") << QStringList{"xtrain", "ytrain", "xtest", "ytest"} << 2;
  }
  void names() {
    QFETCH(QStringList, names);
    QFETCH(int, parts);
    const QTemporaryDir folder;
    std::map<std::string, Bytes> members;
    for (qsizetype i = 0; i < names.size(); ++i)
      members[names[i].toStdString()] =
          i % 2 == 0 ? npy("|u1", {12, 4, 5}, counting<std::uint8_t>(240, 251)) : npy("|u1", {12, 1}, counting<std::uint8_t>(12, 2));
    writeFile(folder.filePath("a.npz"), npz(members));
    const ArrayParts found = arrayPartsOf(folder.filePath("a.npz").toStdString());
    QCOMPARE(found.train->inputs.shape, (std::vector<std::int64_t>{12, 4, 5}));
    QCOMPARE(found.train->answers.shape, (std::vector<std::int64_t>{12, 1}));
    QCOMPARE(found.test.has_value(), parts >= 2);
    QCOMPARE(found.validation.has_value(), parts == 3);
    QCOMPARE(openData(specOf(folder.filePath("a.npz"))).train->info().outputs(), 2);
  }

  // Pictures by their shape: the value at (sample 1, channel 2, row 3, column 1) says how they were read.
  void shapes() {
    const QTemporaryDir folder;
    const auto value = [](int n, int c, int y, int x) { return static_cast<std::uint8_t>(n * 100 + c * 30 + y * 5 + x); };
    Bytes last, first;
    for (int n = 0; n < 2; ++n)
      for (int y = 0; y < 5; ++y)
        for (int x = 0; x < 6; ++x)
          for (int c = 0; c < 3; ++c) last.push_back(value(n, c, y, x));
    for (int n = 0; n < 2; ++n)
      for (int c = 0; c < 3; ++c)
        for (int y = 0; y < 5; ++y)
          for (int x = 0; x < 6; ++x) first.push_back(value(n, c, y, x));
    const Bytes labels = npy("|S3", {2}, std::vector<char>{'c', 'a', 't', 'd', 'o', 'g'});
    for (const auto& [shape, bytes] : {std::pair{std::vector<int>{2, 5, 6, 3}, last}, std::pair{std::vector<int>{2, 3, 5, 6}, first}}) {
      for (const bool floats : {false, true}) {
        std::vector<float> scaled;
        for (const std::uint8_t byte : bytes) scaled.push_back(static_cast<float>(byte) / 255.0f - (floats ? 0.5f : 0.0f));
        writeFile(folder.filePath("a.npz"), npz({{"x", floats ? npy("<f4", shape, scaled) : npy("|u1", shape, bytes)}, {"y", labels}}));
        DataSpec spec = specOf(folder.filePath("a.npz"));
        spec.validationSplit = 0;
        spec.mean = {floats ? -0.5 : 0.0};
        spec.std = {1};
        const DataSplits splits = openData(spec);
        QCOMPARE(splits.train->info().input().shape, (Shape{3, 5, 6}));
        QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"cat", "dog"}));
        std::vector<float> sample(90);
        splits.train->readFloats(1, 0, sample);
        QVERIFY(std::abs(sample[2 * 30 + 3 * 6 + 1] - static_cast<float>(value(1, 2, 3, 1)) / 255.0f) < 1e-6f);
        QCOMPARE(splits.train->label(1), 1);
      }
    }
    for (const std::vector<int>& wrong : {std::vector<int>{4, 5, 6, 7}, std::vector<int>{2, 2, 2, 3, 35}}) {
      std::size_t count = 1;
      for (const int dim : wrong) count *= static_cast<std::size_t>(dim);
      writeFile(folder.filePath("b.npz"), npz({{"x", npy("|u1", wrong, std::vector<std::uint8_t>(count))},
                                               {"y", npy("|u1", {wrong[0]}, counting<std::uint8_t>(wrong[0], 2))}}));
      verifyError([&] { openData(specOf(folder.filePath("b.npz"))); }, {"b.npz: x", "(N, H, W)"});
    }
  }

  // Floats that are bytes divided by 255 become those bytes; others keep their values, and are scaled by their own mean and deviation.
  void floats() {
    const QTemporaryDir folder;
    std::vector<float> bytes, others;
    for (int i = 0; i < 240; ++i) {
      bytes.push_back(static_cast<float>(i) / 255.0f);
      others.push_back(static_cast<float>(i) * 3.7f - 100.0f);
    }
    const Bytes labels = npy("<i4", {12}, counting<std::int32_t>(12, 2));
    writeFile(folder.filePath("bytes.npz"), npz({{"x", npy("<f4", {12, 4, 5}, bytes)}, {"y", labels}}));
    DataSpec spec = specOf(folder.filePath("bytes.npz"));
    spec.validationSplit = 0;
    QCOMPARE(openData(spec).train->keptBytes(0)[7], std::uint8_t{7});
    writeFile(folder.filePath("others.npz"), npz({{"x", npy("<f4", {12, 4, 5}, others)}, {"y", labels}}));
    spec.path = folder.filePath("others.npz").toStdString();
    const DataSplits splits = openData(spec);
    double sum = 0, squares = 0;
    std::vector<float> sample(20);
    for (std::int64_t i = 0; i < 12; ++i) {
      splits.train->readFloats(i, 0, sample);
      for (const float value : sample) sum += value, squares += static_cast<double>(value) * value;
    }
    QVERIFY(std::abs(sum / 240) < 1e-5 && std::abs(squares / 240 - 1) < 1e-5);
    // A mirrored, shifted picture: the mean stands outside.
    spec.flip = true;
    spec.cropPadding = 2;
    const DataSplits moved = openData(spec);
    bool outside = false;
    for (std::int64_t epoch = 0; epoch < 20; ++epoch)
      for (const float value : trainingSample(moved, 0, epoch)) outside = outside || value == 0.0f;
    QVERIFY(outside);
    others[17] = std::nanf("");
    writeFile(folder.filePath("others.npz"), npz({{"x", npy("<f4", {12, 4, 5}, others)}, {"y", labels}}));
    verifyError([&] { openData(spec); }, {"others.npz: x", "sample 0 holds a number that is not finite"});
  }

  void rows() {
    const QTemporaryDir folder;
    std::vector<double> values, targets;
    for (int i = 0; i < 60; ++i) {
      values.push_back(i);
      values.push_back(5);
      values.push_back(i == 3 ? std::nan("") : i * i);
      targets.push_back(i * 0.25);
    }
    writeFile(folder.filePath("a.npz"), npz({{"x", npy("<f8", {60, 3}, values)}, {"y", npy("<f8", {60}, targets)}}));
    const DataPreview data = previewData(folder.filePath("a.npz").toStdString());
    QVERIFY(data.trainable());
    QCOMPARE(data.spec.kind, std::string("numpy_table"));
    QCOMPARE(data.inputs, 3);
    QVERIFY(data.task == Task::Regression);
    DataSpec spec = specOf(folder.filePath("a.npz"), "numpy_table");
    spec.validationSplit = 0;
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 60);
    QCOMPARE(splits.train->info().targetNames, (std::vector<std::string>{"y"}));
    // Of 0 to 59: mean 29.5, variance (60 * 60 - 1) / 12.
    const double deviation = std::sqrt(3599.0 / 12);
    std::vector<float> row(3), answer(1);
    splits.train->readFloats(10, 0, row);
    splits.train->readTarget(10, 0, std::as_writable_bytes(std::span(answer)));
    QVERIFY(std::abs(row[0] - (10 - 29.5) / deviation) < 1e-6);
    QCOMPARE(row[1], 0.0f);
    QVERIFY(std::abs(answer[0] - (10 - 29.5) / deviation) < 1e-6);
    QVERIFY(std::abs(splits.train->info().targetMean[0] - 29.5 / 4) < 1e-12);
    splits.train->readFloats(3, 0, row);
    QCOMPARE(row[2], 0.0f);
    QVERIFY(splits.train->warnings()[0].find("one value for training is not a number") != std::string::npos);
    // Few whole numbers with several rows each are classes, as in a table; data.task decides.
    writeFile(folder.filePath("b.npz"),
              npz({{"x", npy("<f8", {60, 3}, counting<double>(180, 17))}, {"y", npy("<f4", {60}, counting<float>(60, 4))}}));
    spec.path = folder.filePath("b.npz").toStdString();
    QCOMPARE(openData(spec).train->info().classNames, (std::vector<std::string>{"0", "1", "2", "3"}));
    spec.tableTask = "regression";
    QVERIFY(openData(spec).train->info().task == Task::Regression);
    spec.tableTask = "auto";
    std::vector<std::uint8_t> oneHot(180, 0);
    for (int i = 0; i < 60; ++i) oneHot[static_cast<std::size_t>(i * 3 + i % 3)] = 1;
    writeFile(folder.filePath("c.npz"), npz({{"x", npy("<f8", {60, 3}, counting<double>(180, 17))}, {"y", npy("|b1", {60, 3}, oneHot)}}));
    spec.path = folder.filePath("c.npz").toStdString();
    QCOMPARE(openData(spec).train->info().outputs(), 3);
    QCOMPARE(openData(spec).train->label(5), 2);
    verifyError([&] { openData(specOf(folder.filePath("c.npz"))); }, {"data.kind", "numpy_table"});
  }

  void refused() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.npz");
    const auto says = [&](const std::map<std::string, Bytes>& members, const std::vector<QString>& words) {
      writeFile(path, npz(members));
      const DataPreview data = previewData(path.toStdString());
      QVERIFY(!data.trainable());
      for (const QString& word : words)
        QVERIFY2(QString::fromStdString(data.findings[0].what + ' ' + data.findings[0].cure).contains(word), data.findings[0].what.c_str());
    };
    const Bytes pictures = npy("|u1", {4, 2, 2}, counting<std::uint8_t>(16, 250));
    says({{"weights", pictures}, {"bias", pictures}, {"scale", pictures}}, {"no arrays for training", "\"bias\" (uint8, 4 x 2 x 2)", "x_train"});
    says({{"x", pictures}, {"y", npy("<i4", {3}, counting<std::int32_t>(3, 2))}}, {"each sample needs one answer", "int32, 3"});
    says({{"x_train", pictures}, {"y_test", pictures}, {"x_test", pictures}}, {"answers for training are missing"});
    says({{"x", pictures}, {"y", npy("<f4", {4}, std::vector<float>{0.5f, 1, 2, 3})}}, {"pictures are only classified"});
    says({{"x", pictures}, {"y", npy("<i4", {4}, std::vector<int>{1, 1, 1, 1})}}, {"only one class"});
    says({{"x", npy("<c8", {4, 2}, std::vector<double>(8))}, {"y", pictures}}, {"complex numbers"});
    says({{"x", npy("<M8[D]", {4, 2}, std::vector<double>(8))}, {"y", pictures}}, {"M8[D]"});
    writeFile(folder.filePath("one.npy"), pictures);  // beside an archive that has nothing to do with it
    const DataPreview one = previewData(folder.filePath("one.npy").toStdString());
    QVERIFY2(!one.trainable() && one.findings[0].what.find("the answers are missing") != std::string::npos, one.findings[0].what.c_str());
    // A class of the test alone, found by what reads the test.
    std::map<std::string, Bytes> other = keras();
    other["y_test"] = npy("<i8", {6}, counting<std::int64_t>(6, 6));
    writeFile(path, npz(other));
    QCOMPARE(openData(specOf(path)).train->size(), 24);
    verifyError([&] { openTestPart(specOf(path)); }, {"y_test", "the class \"3\" of sample 3 does not occur for training"});
  }

  // A header that promises what the file does not hold takes no memory; sizes are checked first.
  void promises() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.npy");
    for (const std::vector<int>& shape :
         {std::vector<int>{1'000'000'000, 1000}, std::vector<int>{2'000'000'000, 2'000'000'000, 2'000'000'000}, std::vector<int>{5}}) {
      writeFile(path, npy("<f8", shape, std::vector<double>(4)));
      verifyError([&] { readNumpy(path.toStdString()); }, {"a.npy", "damaged"});
    }
    Bytes archive = npz({{"x", npy("|u1", {4}, counting<std::uint8_t>(4, 9))}});
    for (std::size_t at = 0; at + 4 < archive.size(); ++at)  // the sizes in the list of members
      if (std::equal(archive.begin() + static_cast<std::ptrdiff_t>(at), archive.begin() + static_cast<std::ptrdiff_t>(at) + 4, "PK\1\2"))
        for (const std::size_t field : {20, 24}) archive[at + field + 3] = 0x7F;
    writeFile(folder.filePath("a.npz"), archive);
    verifyError([&] { readNumpy(folder.filePath("a.npz").toStdString()); }, {"a.npz", "damaged"});
  }

  // Every cut and many flipped bits: an Error or arrays, nothing else; a packed archive with a flipped bit in its data is never taken for whole.
  void hostile() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.npz");
    const auto read = [&](const Bytes& bytes) {
      writeFile(path, bytes);
      return errorOf([&] { readNumpy(path.toStdString()); }).has_value();
    };
    std::mt19937 random(7);
    for (const char* text : {kDeflated, kStored, kFortran, kBigEndian, kVersion2}) {
      const Bytes whole = decoded(text);
      QVERIFY(!read(whole));
      for (std::size_t cut = 0; cut < whole.size(); ++cut) QVERIFY(read(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut))));
      for (int i = 0; i < 400; ++i) {
        Bytes flipped = whole;
        const std::size_t bits = 1 + random() % 3;
        for (std::size_t bit = 0; bit < bits; ++bit) flipped[random() % flipped.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
        read(flipped);
      }
    }
    const Bytes whole = decoded(kStored);
    for (std::size_t at = 200; at < 240; ++at) {  // within the first member
      Bytes flipped = whole;
      flipped[at - 100] ^= 4;
      QVERIFY2(read(flipped), std::to_string(at).c_str());
    }
  }
};

QTEST_APPLESS_MAIN(NumpyTest)
#include "numpy_test.moc"
