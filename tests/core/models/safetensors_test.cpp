// The format's rules, one wrong file each; files of other writers; random damage.
#include <unistd.h>
#include <QtTest>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/models/safetensors.h"

using namespace stepscope;

namespace {

QByteArray fileOf(const QByteArray& header, qint64 dataBytes, qint64 claimed = -1) {
  const auto length = static_cast<quint64>(claimed < 0 ? header.size() : claimed);
  QByteArray bytes(reinterpret_cast<const char*>(&length), 8);
  return bytes + header + QByteArray(static_cast<int>(dataBytes), '\x01');
}

template <typename Work>
QString errorOf(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return QString::fromStdString(error.what());
  }
  return {};
}

}  // namespace

class SafetensorsTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;
  std::string path_;

  void write(const QByteArray& bytes) const {
    QFile file(QString::fromStdString(path_));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
  }

 private Q_SLOTS:
  void initTestCase() { path_ = folder_.filePath("model.safetensors").toStdString(); }

  void roundTrip() {
    std::vector<SafeTensor> tensors;
    const DType types[] = {DType::U8, DType::F32, DType::BF16, DType::F16, DType::I64, DType::I32};
    const Shape shapes[] = {{}, {3}, {2, 0, 4}, {2, 3, 5}, {1}, {7, 1}};
    for (int i = 0; i < 6; ++i) {
      SafeTensor tensor;
      tensor.name = "layer." + std::to_string(i) + ".\"we\\ight\"\n\xC3\xA9";
      tensor.dtype = types[i];
      tensor.shape = shapes[i];
      tensor.data.resize(static_cast<std::size_t>(numel(tensor.shape) * sizeOf(tensor.dtype)));
      for (std::size_t b = 0; b < tensor.data.size(); ++b) tensor.data[b] = static_cast<std::byte>(b * 37 + static_cast<std::size_t>(i));
      tensors.push_back(std::move(tensor));
    }
    writeSafetensors(path_, tensors, {{"format", "pt"}, {"note", "two\nlines"}});
    std::map<std::string, std::string> metadata;
    const auto read = readSafetensors(path_, &metadata);
    QCOMPARE(metadata.at("note"), std::string("two\nlines"));
    QCOMPARE(read.size(), tensors.size());
    for (const SafeTensor& tensor : tensors) {
      const auto found = std::find_if(read.begin(), read.end(), [&](const SafeTensor& other) { return other.name == tensor.name; });
      QVERIFY(found != read.end());
      QVERIFY(found->dtype == tensor.dtype && found->shape == tensor.shape && found->data == tensor.data);
    }
    // Each tensor lies at a multiple of its element's size.
    for (const SafeTensorInfo& info : readSafetensorsHeader(path_)) {
      const std::int64_t width = info.dtype == "I64" ? 8 : info.dtype == "U8" ? 1 : info.dtype.find("16") != std::string::npos ? 2 : 4;
      QCOMPARE(info.begin % width, std::int64_t{0});
    }
    writeSafetensors(path_, {}, {});
    QVERIFY(readSafetensors(path_).empty());
  }

  // Names come from files of others, whose format may not ask for UTF-8.
  void namesThatAreNoUtf8() {
    for (const char* name : {"layer\xFF", "\xC3", "a\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
      const QString told = errorOf([&] { writeSafetensors(path_, {{name, DType::U8, {1}, {std::byte{0}}}}); });
      QVERIFY2(told.contains("is not UTF-8") && told.contains(QString::fromStdString(path_)), qPrintable(told));
      QVERIFY(errorOf([&] { writeSafetensors(path_, {}, {{"note", name}}); }).contains("is not UTF-8"));
      QVERIFY(errorOf([&] { writeSafetensors(path_, {}, {{name, "note"}}); }).contains("is not UTF-8"));
    }
    for (const char* name : {"\xE5\xB1\x82", "\xF0\x9F\x92\xBE", "\xC3\xA9"}) {
      writeSafetensors(path_, {{name, DType::U8, {1}, {std::byte{0}}}});
      QCOMPARE(readSafetensors(path_).at(0).name, std::string(name));
    }
  }

  void wrongFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("part");
    const QByteArray good = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    const auto row = [](const char* name, const QByteArray& bytes, const char* part) { QTest::newRow(name) << bytes << part; };
    const auto one = [](const QByteArray& dtype, const QByteArray& shape, const QByteArray& offsets) {
      return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
    };
    row("empty file", "", "less than the 8");
    row("seven bytes", "1234567", "less than the 8");
    row("no header", fileOf("", 0), "not a JSON object");
    row("length of 2^64", QByteArray::fromHex("3c000000000000ff") + "{}", "at most");
    row("length above the limit", QByteArray::fromHex("01e1f50500000000") + "{}", "at most");
    row("header beyond the file", fileOf(good, 8, 1000), "but the file has");
    row("header cut off", fileOf(good, 8).left(30), "but the file has");
    row("header one byte short", fileOf(good, 8, good.size() - 1), "JSON");
    row("not UTF-8", fileOf("{\"\xff\xfe\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 8), "JSON");
    row("not JSON", fileOf("{\"a\": oops}", 8), "JSON");
    row("a list", fileOf("[]", 0), "not a JSON object");
    row("begins with space", fileOf(" {}", 0), "not a JSON object");
    row("a zero byte behind it", fileOf(QByteArray("{}\0x", 4), 0), "zero byte");
    row("text behind it", fileOf("{} x", 0), "JSON");
    row("two bytes missing", fileOf(good, 6), "the file holds");
    row("trailing bytes", fileOf(good, 9), "the file holds");
    row("tensor outside", fileOf(one("\"F32\"", "[2]", "[8,16]"), 8), "begins at byte 8");
    row("hole", fileOf(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[3,5]}})", 5),
        "begins at byte 3");
    row("overlap", fileOf(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})", 6),
        "begins at byte 2");
    row("same bytes twice", fileOf(R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", 4),
        "begins at byte 0");
    row("end before begin", fileOf(one("\"U8\"", "[0]", "[8,0]"), 8), "begins at byte 8");
    row("unknown dtype", fileOf(one("\"F33\"", "[2]", "[0,8]"), 8), "unknown dtype");
    row("dtype no text", fileOf(one("32", "[2]", "[0,8]"), 8), "number where none is allowed");
    row("shape mismatch", fileOf(one("\"F32\"", "[3]", "[0,8]"), 8), "need 12");
    row("shape overflow", fileOf(one("\"F32\"", "[4294967296,4294967296]", "[0,8]"), 8), "too large");
    row("size overflow", fileOf(one("\"F64\"", "[4611686018427387904]", "[0,8]"), 8), "too large");
    row("shape above 2^63", fileOf(one("\"F32\"", "[18446744073709551615]", "[0,8]"), 8), "too large");
    row("negative shape", fileOf(one("\"F32\"", "[-2]", "[0,8]"), 8), "negative");
    row("negative offset", fileOf(one("\"F32\"", "[2]", "[-8,0]"), 8), "negative");
    row("real shape", fileOf(one("\"F32\"", "[2.0]", "[0,8]"), 8), "whole number");
    row("exponent", fileOf(one("\"F32\"", "[2]", "[0,8e0]"), 8), "whole number");
    row("huge number", fileOf(one("\"F32\"", "[99999999999999999999999]", "[0,8]"), 8), "whole number");
    row("half a byte", fileOf(one("\"F4\"", "[3]", "[0,1]"), 1), "whole bytes");
    row("three offsets", fileOf(one("\"F32\"", "[2]", "[0,8,8]"), 8), "more than two");
    row("one offset", fileOf(one("\"F32\"", "[2]", "[0]"), 8), "lacks");
    row("shape no list", fileOf(one("\"F32\"", "2", "[0,8]"), 8), "where none is allowed");
    row("shape in shape", fileOf(one("\"F32\"", "[[2]]", "[0,8]"), 8), "list where none is allowed");
    row("shape of texts", fileOf(one("\"F32\"", "[\"2\"]", "[0,8]"), 8), "text where none is allowed");
    row("no shape", fileOf(R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", 8), "lacks");
    row("no dtype", fileOf(R"({"a":{"shape":[2],"data_offsets":[0,8]}})", 8), "lacks");
    row("unknown field", fileOf(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}})", 8), "unknown field");
    row("duplicate tensor", fileOf(good.chopped(1) + "," + good.mid(1), 8), "twice");
    row("duplicate field", fileOf(R"({"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8), "twice");
    row("tensor no object", fileOf(R"({"a":5})", 8), "where none is allowed");
    row("tensor null", fileOf(R"({"a":null})", 8), "null");
    row("metadata number", fileOf(R"({"__metadata__":{"a":1}})", 0), "where none is allowed");
    row("metadata nested", fileOf(R"({"__metadata__":{"a":{}}})", 0), "too deeply");
    row("deep", fileOf("{\"a\":" + QByteArray("[").repeated(1'000'000), 0), "list where none is allowed");
    row("deep objects", fileOf(QByteArray("{\"a\":").repeated(1'000'000), 0), "unknown field");
    row("many dimensions", fileOf(one("\"U8\"", "[1" + QByteArray(",1").repeated(100) + "]", "[0,1]"), 1), "too many dimensions");
  }
  void wrongFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, part);
    write(bytes);
    const QString message = errorOf([&] { readSafetensors(path_); });
    QVERIFY2(message.startsWith(QString::fromStdString(path_)) && message.contains(part), qPrintable(message.left(400)));
  }

  void rightFiles_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("tensors");
    QTest::newRow("no tensors") << fileOf("{}", 0) << 0;
    QTest::newRow("padded") << fileOf("{}      ", 0) << 0;
    QTest::newRow("metadata only") << fileOf(R"({"__metadata__":{"format":"pt"}})", 0) << 0;
    QTest::newRow("scalar") << fileOf(R"({"a":{"dtype":"F32","shape":[],"data_offsets":[0,4]}})", 4) << 1;
    QTest::newRow("empty tensors")
        << fileOf(R"({"a":{"dtype":"F32","shape":[0,5],"data_offsets":[0,0]},"b":{"dtype":"I64","shape":[0],"data_offsets":[0,0]}})", 0) << 2;
    QTest::newRow("any order of fields")
        << fileOf(R"({"b":{"data_offsets":[4,8],"shape":[1],"dtype":"F32"},"a":{"shape":[4],"data_offsets":[0,4],"dtype":"U8"}})", 8) << 2;
  }
  void rightFiles() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, tensors);
    write(bytes);
    QCOMPARE(static_cast<int>(readSafetensors(path_).size()), tensors);
  }

  void otherElementTypesAreNamed() {
    write(fileOf(R"({"a":{"dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8]}})", 8));
    QCOMPARE(readSafetensorsHeader(path_).at(0).dtype, std::string("F8_E4M3"));
    QVERIFY(errorOf([&] { readSafetensors(path_); }).contains("F8_E4M3"));
    write(fileOf(R"({"a":{"dtype":"F4","shape":[4,4],"data_offsets":[0,8]}})", 8));
    QCOMPARE(readSafetensorsHeader(path_).size(), std::size_t{1});
  }

  void hugeSparseFile() {
    const std::int64_t bytes = std::int64_t{1} << 43;  // 8 TiB that take no space
    const QByteArray header = R"({"a":{"dtype":"U8","shape":[8796093022208],"data_offsets":[0,8796093022208]}})";
    write(fileOf(header, 0));
    if (::truncate(path_.c_str(), 8 + header.size() + bytes) != 0) QSKIP("this file system keeps no sparse files of 8 TiB");
    QCOMPARE(readSafetensorsHeader(path_).at(0).end - readSafetensorsHeader(path_).at(0).begin, bytes);
    QVERIFY(errorOf([&] { readSafetensors(path_); }).contains("memory"));
  }

  void placesThatAreNoFiles() {
    QVERIFY(errorOf([&] { readSafetensors(folder_.filePath("absent").toStdString()); }).contains("absent"));
    QVERIFY(errorOf([&] { readSafetensors(folder_.path().toStdString()); }).contains("not a regular file"));
    QVERIFY(errorOf([&] { readSafetensors("/dev/zero"); }).contains("not a regular file"));
    const QString message = errorOf([&] { writeSafetensors(folder_.filePath("no/such/folder/x").toStdString(), {}); });
    QVERIFY2(message.contains("cannot be created"), qPrintable(message));
  }

  // Files written by the reference library.
  void filesOfOthers() {
    QString data = qEnvironmentVariable("STEPSCOPE_DATA");
    if (data.isEmpty()) data = QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data");
    const QString archive = data + "/safetensors/safetensors_pt.tar.gz";
    if (!QFile::exists(archive)) QSKIP("safetensors_pt.tar.gz is not there; set STEPSCOPE_DATA to the folder of test inputs");
    QCOMPARE(QProcess::execute("tar", {"-xzf", archive, "-C", folder_.path()}), 0);
    int files = 0;
    for (QDirIterator it(folder_.path(), {"*.safetensors"}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
      const QString file = it.next();
      if (file.toStdString() == path_) continue;
      const auto tensors = readSafetensors(file.toStdString());
      QVERIFY2(!tensors.empty(), qPrintable(file));
      const std::string copy = folder_.filePath("copy").toStdString();
      writeSafetensors(copy, tensors);
      const auto again = readSafetensors(copy);
      QCOMPARE(again.size(), tensors.size());
      ++files;
    }
    QVERIFY(files >= 1);
    // Pickles run code when they are loaded: refused, with the way out.
    int pickles = 0;
    for (QDirIterator it(folder_.path(), {"*.pt"}, QDir::Files, QDirIterator::Subdirectories); it.hasNext(); ++pickles) {
      const QString file = it.next();
      const QString message = errorOf([&] { readSafetensors(file.toStdString()); });
      QVERIFY2(message.startsWith(file) && (message.contains("pickle") || message.contains("less than the 8")), qPrintable(message));
    }
    QVERIFY(pickles > 10);
  }

  void mutations() {
    SafeTensor weight, bias;
    weight.name = "fc.weight";
    weight.shape = {4, 3};
    weight.data.resize(48);
    bias.name = "fc.bias";
    bias.dtype = DType::BF16;
    bias.shape = {4};
    bias.data.resize(8);
    writeSafetensors(path_, {weight, bias}, {{"format", "pt"}});
    QFile file(QString::fromStdString(path_));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray good = file.readAll();
    file.close();
    int refused = 0, accepted = 0;
    QElapsedTimer timer;
    timer.start();
    for (std::uint64_t round = 0; round < 1500 && timer.elapsed() < 10000; ++round) {
      PhiloxStream random(31, round);
      QByteArray bad = good;
      for (std::uint32_t i = 0, n = 1 + random.below(5); i < n; ++i) {
        const int place = static_cast<int>(random.below(static_cast<std::uint32_t>(bad.size())));
        switch (random.below(4)) {
          case 0: bad[place] = static_cast<char>(random.next()); break;
          case 1: bad.remove(place, static_cast<int>(random.below(5))); break;
          case 2: bad.insert(place, "[]{}\",:0123456789-"[random.below(18)]); break;
          default: bad.truncate(place + 1); break;
        }
      }
      write(bad);
      try {
        for (const SafeTensor& tensor : readSafetensors(path_))
          QCOMPARE(static_cast<std::int64_t>(tensor.data.size()), numel(tensor.shape) * sizeOf(tensor.dtype));
        ++accepted;
      } catch (const Error& error) {
        QVERIFY2(error.kind() == ErrorKind::Input, error.what());
        ++refused;
      }
    }
    QVERIFY(refused > 100 && accepted > 10);  // damage to the data itself is not seen by this format
  }
};

QTEST_GUILESS_MAIN(SafetensorsTest)
#include "safetensors_test.moc"
