// The file of a frozen model: what is read is what was written, and a byte that is wrong is found wherever it is.
#include "core/frozen/frozen_file.h"

#include <signal.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/models/model.h"
#include "core/passes/inference_graph.h"
#include "tests/support/zoo_rows.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

struct Written {
  std::vector<FrozenGraph> graphs;
  std::map<std::string, std::vector<float>> numbers;
  std::vector<FrozenWeight> weights;
};

Written written(const std::string& model, const std::vector<std::int64_t>& batches) {
  ModelSpec spec;
  spec.name = model;
  ModelInput input = defaultInput(zooEntry(QString::fromStdString(model)));
  if (input.sample.size() == 3 && input.sample[1] > 64) input.sample[1] = input.sample[2] = 64;
  Written all;
  for (const std::int64_t batch : batches) all.graphs.push_back({batch, answerOnly(buildModel(spec, input, batch, false)).graph});
  PhiloxStream random(1, 0);
  for (const Value& value : all.graphs[0].graph.values()) {
    if (value.role != Role::Frozen) continue;
    std::vector<float>& numbers = all.numbers[value.name];
    numbers.resize(static_cast<std::size_t>(numel(value.shape)));
    for (float& number : numbers) number = static_cast<float>(random.normal());
    all.weights.push_back({value.name, value.shape, numbers});
  }
  return all;
}

QByteArray contents(const std::string& file) {
  QFile in(QString::fromStdString(file));
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}
void store(const std::string& file, const QByteArray& bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), bytes.size());
}

// An Error (Input) that names the file and tells a cure; empty if the file was opened.
std::string refusal(const std::string& file) {
  try {
    const FrozenFile opened(file);
    return {};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Input || error.where() != file || error.cure().empty() || error.happened().empty())
      return std::string("no sentence for the user: ") + error.what();
    return error.what();
  }
}

template <typename T>
T at(const QByteArray& bytes, int place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof(T));
  return value;
}
template <typename T>
void put(QByteArray& bytes, int place, T value) {
  std::memcpy(bytes.data() + place, &value, sizeof(T));
}
std::uint32_t crc(const QByteArray& bytes, qsizetype begin, qsizetype end) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()) + begin, static_cast<std::size_t>(end - begin)));
}
// As a program would that knows the format: the sums are right whatever was changed.
void sign(QByteArray& bytes) {
  put(bytes, 32, crc(bytes, 64, at<qint64>(bytes, 40)));
  put(bytes, 36, crc(bytes, at<qint64>(bytes, 40), bytes.size()));
  put(bytes, 60, crc(bytes, 0, 60));
}

}  // namespace

class FrozenFileTest : public QObject {
  Q_OBJECT

  std::string small(const QTemporaryDir& folder) const {
    const std::string file = folder.filePath("small.ssmodel").toStdString();
    const Written all = written("lenet5", {1, 4});
    writeFrozenFile(file, R"({"title": "small"})", all.graphs, all.weights);
    return file;
  }

 private Q_SLOTS:
  void comesBack_data() { addZooRows(); }
  void comesBack() {
    QFETCH(QString, name);
    QTemporaryDir folder;
    const std::string file = folder.filePath("m.ssmodel").toStdString();
    const Written all = written(name.toStdString(), {1, 3});
    const std::int64_t bytes = writeFrozenFile(file, R"({"a": [1, 2.5]})", all.graphs, all.weights);
    const FrozenFile read(file);
    QCOMPARE(read.bytes(), bytes);
    QCOMPARE(static_cast<std::int64_t>(std::filesystem::file_size(file)), bytes);
    QCOMPARE(nlohmann::json::parse(read.about()), nlohmann::json::parse(R"({"a": [1, 2.5]})"));
    QCOMPARE(read.weights().size(), all.weights.size());
    for (const FrozenWeight& weight : all.weights) {
      const FrozenWeight& back = read.weights().at(weight.name);
      QCOMPARE(back.shape, weight.shape);
      QVERIFY(std::equal(back.numbers.begin(), back.numbers.end(), weight.numbers.begin(), weight.numbers.end()));
      QCOMPARE(reinterpret_cast<std::uintptr_t>(back.numbers.data()) % 64, std::uintptr_t{0});
    }
    QCOMPARE(read.graphs().size(), all.graphs.size());
    for (std::size_t g = 0; g < all.graphs.size(); ++g) {
      const Graph &wanted = all.graphs[g].graph, &back = read.graphs()[g].graph;
      QCOMPARE(read.graphs()[g].batch, all.graphs[g].batch);
      QCOMPARE(back.values().size(), wanted.values().size());
      QCOMPARE(back.nodes().size(), wanted.nodes().size());
      for (std::size_t n = 0; n < wanted.nodes().size(); ++n) {
        const Node &a = wanted.nodes()[n], &b = back.nodes()[n];
        QVERIFY(a.op == b.op && a.scope == b.scope && a.phase == b.phase && a.attrs.entries() == b.attrs.entries());
        QCOMPARE(b.inputs.size(), a.inputs.size());
        for (std::size_t i = 0; i < a.inputs.size(); ++i) {
          QCOMPARE(b.inputs[i] == kNone, a.inputs[i] == kNone);
          if (a.inputs[i] != kNone) QCOMPARE(back.value(b.inputs[i]).name, wanted.value(a.inputs[i]).name);
        }
        for (std::size_t o = 0; o < a.outputs.size(); ++o) QCOMPARE(back.value(b.outputs[o]).shape, wanted.value(a.outputs[o]).shape);
      }
      QCOMPARE(back.value(modelOutputs(back).prediction).name, wanted.value(modelOutputs(wanted).prediction).name);
    }
  }

  // Every bit of the head, and random bytes of the rest.
  void everyChangeIsFound() {
    QTemporaryDir folder;
    const std::string file = small(folder);
    const QByteArray whole = contents(file);
    QVERIFY(refusal(file).empty());
    PhiloxStream random(7, 0);
    std::vector<std::pair<qsizetype, char>> changes;
    for (qsizetype place = 0; place < 64; ++place)
      for (int bit = 0; bit < 8; ++bit) changes.emplace_back(place, static_cast<char>(1 << bit));
    for (int i = 0; i < 200; ++i)
      changes.emplace_back(64 + random.below(static_cast<std::uint32_t>(whole.size() - 64)), static_cast<char>(1 + random.below(255)));
    for (const auto& [place, change] : changes) {
      QByteArray bytes = whole;
      bytes[place] = static_cast<char>(bytes[place] ^ change);
      store(file, bytes);
      const std::string said = refusal(file);
      QVERIFY2(said.find("frozen model") != std::string::npos && !said.starts_with("no sentence"), (std::to_string(place) + ": " + said).c_str());
    }
  }

  void cutOff() {
    QTemporaryDir folder;
    const std::string file = small(folder);
    const QByteArray whole = contents(file);
    std::vector<qsizetype> lengths;
    for (qsizetype length = 0; length < 80; ++length) lengths.push_back(length);
    for (int part = 1; part < 40; ++part) lengths.push_back(whole.size() * part / 40);
    lengths.push_back(whole.size() - 1);
    for (const qsizetype length : lengths) {
      store(file, whole.left(length));
      const std::string said = refusal(file);
      QVERIFY2(!said.empty() && !said.starts_with("no sentence"), (std::to_string(length) + ": " + said).c_str());
    }
    store(file, whole + '\0');
    QVERIFY(refusal(file).find("should have") != std::string::npos);
  }

  void foreign_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("said");
    QTest::newRow("empty") << QByteArray() << "the file is empty";
    QTest::newRow("picture") << QByteArray("\x89PNG\r\n\x1a\n", 8) + QByteArray(500, 'x') << "this is no frozen model";
    QTest::newRow("text") << QByteArray("name,age\nAda,36\n") << "this is no frozen model";
    QTest::newRow("one letter") << QByteArray("x") << "this is no frozen model";
    QTest::newRow("zeros") << QByteArray(9000, '\0') << "this is no frozen model";
  }
  void foreign() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, said);
    QTemporaryDir folder;
    const std::string file = folder.filePath("f.ssmodel").toStdString();
    store(file, bytes);
    QVERIFY2(QString::fromStdString(refusal(file)).contains(said), refusal(file).c_str());
  }

  void newerVersion() {
    QTemporaryDir folder;
    const std::string file = small(folder);
    QByteArray bytes = contents(file);
    put(bytes, 8, std::uint32_t{2});
    sign(bytes);
    store(file, bytes);
    QVERIFY2(refusal(file).find("format version 2") != std::string::npos, refusal(file).c_str());
    QVERIFY(refusal(file).find("Update Stepscope") != std::string::npos);
  }

  void noFile() {
    QTemporaryDir folder;
    QVERIFY(refusal(folder.path().toStdString()).find("no file") != std::string::npos);
    QVERIFY(refusal(folder.filePath("none.ssmodel").toStdString()).find("cannot be opened") != std::string::npos);
  }

  // The sums are right, and the description is not: sizes, offsets, ops, attributes, indices. Each is opened or refused, and takes no memory that the
  // file does not justify.
  void wrongDescriptions() {
    QTemporaryDir folder;
    const std::string file = small(folder);
    const QByteArray whole = contents(file);
    const qint64 length = at<qint64>(whole, 24);
    PhiloxStream random(11, 0);
    int refused = 0;
    for (int i = 0; i < 700; ++i) {
      QByteArray bytes = whole;
      for (std::uint32_t change = 0; change <= random.below(3); ++change) {
        const auto place = 64 + random.below(static_cast<std::uint32_t>(length));
        const char letters[] = "0123456789-[]{}\":,.eE";
        bytes[place] = random.below(4) == 0 ? static_cast<char>(random.below(256)) : letters[random.below(sizeof(letters) - 1)];
      }
      sign(bytes);
      store(file, bytes);
      const std::string said = refusal(file);
      QVERIFY2(!said.starts_with("no sentence"), said.c_str());
      refused += said.empty() ? 0 : 1;
    }
    QVERIFY2(refused > 150, std::to_string(refused).c_str());
  }

  void wrongDescription_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("value");
    QTest::newRow("a weight beyond the end") << "/weights/0/at"
                                             << "1099511627776";
    QTest::newRow("a weight between the lines") << "/weights/1/at"
                                                << "4";
    QTest::newRow("a huge weight") << "/weights/0/shape"
                                   << "[4611686018427387904]";
    QTest::newRow("a negative size") << "/weights/0/bytes"
                                     << "-8";
    QTest::newRow("a weight of another shape") << "/graphs/0/graph/sources/1/shape"
                                               << "[1, 1]";
    QTest::newRow("an op that there is not") << "/graphs/0/graph/nodes/0/op"
                                             << "\"conv9d\"";
    QTest::newRow("an op that trains") << "/graphs/0/graph/nodes/0/op"
                                       << "\"sgd\"";
    QTest::newRow("a value of the future") << "/graphs/0/graph/nodes/0/in/0"
                                           << "99";
    QTest::newRow("a missing operand") << "/graphs/0/graph/nodes/0/in"
                                       << "[]";
    QTest::newRow("an attribute of another type") << "/graphs/0/graph/nodes/0/attributes"
                                                  << "{\"stride\": true}";
    QTest::newRow("an attribute that there is not") << "/graphs/0/graph/nodes/0/attributes"
                                                    << "{\"colour\": 1}";
    QTest::newRow("no graph") << "/graphs"
                              << "[]";
    QTest::newRow("another batch") << "/graphs/0/batch"
                                   << "7";
    QTest::newRow("the same batch twice") << "/graphs/1/batch"
                                          << "1";
    QTest::newRow("no answer") << "/graphs/0/graph/outputs"
                               << "{}";
    QTest::newRow("an optimizer's state") << "/graphs/0/graph/sources/1/role"
                                          << "\"optimizer state\"";
  }
  void wrongDescription() {
    QFETCH(QString, where);
    QFETCH(QString, value);
    QTemporaryDir folder;
    const std::string file = small(folder);
    QByteArray bytes = contents(file);
    auto description = nlohmann::json::parse(bytes.mid(64, at<qint64>(bytes, 24)).toStdString());
    const nlohmann::json::json_pointer place(where.toStdString());
    QVERIFY(description.contains(place));
    description[place] = nlohmann::json::parse(value.toStdString());
    const QByteArray text = QByteArray::fromStdString(description.dump()), weights = bytes.mid(at<qint64>(bytes, 40));
    bytes = bytes.left(64) + text + QByteArray((64 + text.size() + 4095) / 4096 * 4096 - 64 - text.size(), '\0');
    put(bytes, 40, qint64{bytes.size()});
    bytes += weights;
    put(bytes, 16, qint64{bytes.size()});
    put(bytes, 24, qint64{text.size()});
    sign(bytes);
    store(file, bytes);
    QVERIFY2(refusal(file).find("is damaged") != std::string::npos, refusal(file).c_str());
  }

  // A disk that is full in the middle: the file that was there stays, and nothing is left beside it.
  void wholeOrNotAtAll() {
    QTemporaryDir folder;
    const std::string file = small(folder);
    const QByteArray before = contents(file);
    const Written larger = written("resnet18", {1});
    struct rlimit all {};
    ::getrlimit(RLIMIT_FSIZE, &all);
    ::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit few { 1'000'000, all.rlim_max };
    ::setrlimit(RLIMIT_FSIZE, &few);
    std::string said;
    ErrorKind kind = ErrorKind::Internal;
    try {
      writeFrozenFile(file, "{}", larger.graphs, larger.weights);
    } catch (const Error& error) {
      said = error.what();
      kind = error.kind();
    }
    ::setrlimit(RLIMIT_FSIZE, &all);
    QVERIFY2(said.starts_with(file), said.c_str());
    QCOMPARE(kind, ErrorKind::Resource);
    QCOMPARE(contents(file), before);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"small.ssmodel"});
    try {
      writeFrozenFile(folder.filePath("no/such/folder.ssmodel").toStdString(), "{}", larger.graphs, larger.weights);
      QFAIL("was written");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Input);
    }
  }
};

QTEST_GUILESS_MAIN(FrozenFileTest)
#include "frozen_file_test.moc"
