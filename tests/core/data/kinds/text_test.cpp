// Text as windows of characters: what they hold, that they are drawn alike again, and what is said of text that will not do.
#include <set>

#include "core/data/characters.h"
#include "core/data/dataset.h"
#include "core/data/loader.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

Bytes bytesOf(const QByteArray& text) {
  return Bytes(text.begin(), text.end());
}

std::vector<std::int32_t> windowOf(const Dataset& data, std::int64_t index, std::int64_t epoch) {
  std::vector<std::int32_t> window(static_cast<std::size_t>(data.info().input().shape[0]));
  data.readInput(index, epoch, std::as_writable_bytes(std::span(window)));
  return window;
}
std::vector<std::int32_t> targetOf(const Dataset& data, std::int64_t index, std::int64_t epoch) {
  std::vector<std::int32_t> window(static_cast<std::size_t>(data.info().input().shape[0]));
  data.readTarget(index, epoch, std::as_writable_bytes(std::span(window)));
  return window;
}

QByteArray textOf(const Dataset& data, const std::vector<std::int32_t>& window) {
  std::string text;
  for (const std::int32_t token : window) text += data.info().vocabulary.at(static_cast<std::size_t>(token));
  return QByteArray::fromStdString(text);
}

}  // namespace

class TextTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  DataSpec specOf(const QByteArray& text, std::int64_t context, double split = 0.2, const QString& name = "text.txt") {
    DataSpec spec;
    spec.kind = "text";
    spec.path = folder_.filePath(name).toStdString();
    spec.contextLength = context;
    spec.validationSplit = split;
    writeFile(folder_.filePath(name), bytesOf(text));
    return spec;
  }

 private Q_SLOTS:
  void windows() {
    QByteArray text;
    for (int i = 0; i < 500; ++i) text += QByteArray::number(i) + (i % 10 == 9 ? '\n' : ' ');
    for (const QString& name : {QStringLiteral("plain.txt"), QStringLiteral("packed.txt.gz")}) {
      DataSpec spec = specOf(text, 16, 0.1, name);
      if (name.endsWith("gz")) writeFile(folder_.filePath(name), gzipped(bytesOf(text)));
      const DataSplits splits = openData(spec);
      const SampleInfo& info = splits.train->info();
      QVERIFY(info.task == Task::LanguageModel && info.input().dtype == DType::I32);
      QCOMPARE(info.input().shape, (Shape{16}));
      QCOMPARE(info.target().shape, (Shape{16}));
      QCOMPARE(info.outputs(), 12);
      QCOMPARE(info.vocabulary, (std::vector<std::string>{"\n", " ", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}));
      const qsizetype held = std::llround(static_cast<double>(text.size()) * 0.1), kept = text.size() - held;
      QCOMPARE(splits.train->size(), (kept - 1) / 16);
      QCOMPARE(splits.validation->size(), (held - 1) / 16);
      const QByteArray training = text.left(kept);
      std::set<qsizetype> starts;
      for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
        for (std::int64_t i = 0; i < splits.train->size(); ++i) {
          const QByteArray window = textOf(*splits.train, windowOf(*splits.train, i, epoch));
          const qsizetype at = training.indexOf(window);
          QVERIFY(at >= 0);
          starts.insert(at);
          QCOMPARE(textOf(*splits.train, targetOf(*splits.train, i, epoch)).chopped(1), window.mid(1));
          QVERIFY(training.contains(window + textOf(*splits.train, targetOf(*splits.train, i, epoch)).right(1)));
        }
      }
      QVERIFY(starts.size() > 2 * static_cast<std::size_t>(splits.train->size()));  // other places in other epochs
      for (std::int64_t i = 0; i < splits.validation->size(); ++i)
        QCOMPARE(textOf(*splits.validation, windowOf(*splits.validation, i, 5)), text.mid(kept + 16 * i, 16));
    }
  }

  // The last window of training ends with the last character of its part, and never reaches into the part for validation.
  void windowsEndWithTheirPart() {
    const DataSplits splits = openData(specOf(QByteArray(90, 'a') + QByteArray(10, 'b'), 4, 0.1));
    for (std::int64_t epoch = 0; epoch < 50; ++epoch)
      for (std::int64_t i = 0; i < splits.train->size(); ++i) QCOMPARE(textOf(*splits.train, targetOf(*splits.train, i, epoch)), "aaaa");
    const DataSplits tight = openData(specOf("abcdefgh", 7, 0.0));
    QCOMPARE(tight.train->size(), 1);
    QVERIFY(!tight.validation);
    QCOMPARE(textOf(*tight.train, targetOf(*tight.train, 0, 3)), "bcdefgh");
  }

  void drawnAlikeAgain() {
    QByteArray text;
    for (int i = 0; i < 300; ++i) text += QByteArray::number(i * i);
    DataSpec spec = specOf(text, 8, 0.0);
    spec.augmentationSeed = 7;
    const DataSplits a = openData(spec), b = openData(spec);
    spec.augmentationSeed = 8;
    const DataSplits other = openData(spec);
    int differing = 0;
    for (std::int64_t i = a.train->size() - 1; i >= 0; --i) {
      QCOMPARE(windowOf(*a.train, i, 2), windowOf(*b.train, i, 2));
      differing += windowOf(*a.train, i, 2) != windowOf(*other.train, i, 2);
    }
    QVERIFY(differing > a.train->size() / 2);
    QCOMPARE(a.train->fingerprint(), b.train->fingerprint());
    QVERIFY(openData(specOf(text + "1", 8, 0.0)).train->fingerprint() != a.train->fingerprint());
  }

  // A short last batch is padded with tokens 0 whose targets do not count.
  void throughTheLoader() {
    const DataSplits splits = openData(specOf(QByteArray("hello world. ").repeated(20), 8, 0.5));
    LoaderOptions options;
    options.batchSize = 6;
    options.shuffle = false;
    options.dropLast = false;
    DataLoader loader(splits.validation, options);
    loader.start(0);
    std::int64_t samples = 0;
    while (const Batch* batch = loader.next()) {
      QCOMPARE(batch->field(kInputField).size(), std::size_t{6 * 8 * 4});
      QCOMPARE(batch->field(kTargetField).size(), std::size_t{6 * 8 * 4});
      const auto* labels = reinterpret_cast<const std::int32_t*>(batch->field(kTargetField).data());
      for (std::int64_t i = 0; i < 6 * 8; ++i) QCOMPARE(labels[i] == -1, i >= batch->count * 8);
      samples += batch->count;
    }
    QCOMPARE(samples, splits.validation->size());
  }

  void utf8() {
    const DataSplits splits =
        openData(specOf("\xEF\xBB\xBF"
                        "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
                        "a\xC3\xA9"
                        "a",
                        4, 0.0));
    QCOMPARE(splits.train->info().vocabulary, (std::vector<std::string>{"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"}));
    QCOMPARE(tokensOf("\xE2\x82\xAC"
                      "a",
                      splits.train->info().vocabulary, "--prompt"),
             (std::vector<std::int32_t>{2, 0}));
    verifyError([&] { tokensOf("ax", splits.train->info().vocabulary, "--prompt"); }, {"--prompt", "'x'", "4 characters"});
    verifyError([&] { tokensOf("a\xFF", splits.train->info().vocabulary, "--prompt"); }, {"--prompt", "UTF-8"});
  }

  // Other encodings are found, converted and told.
  void encodings() {
    for (const QByteArray& text : {QByteArray("hello\nw\xF6rld ").repeated(50), QStringLiteral("hello\nwörld ").repeated(50).toUtf8()}) {
      const DataSplits splits = openData(specOf(text, 16));
      QCOMPARE(splits.train->info().vocabulary, (std::vector<std::string>{"\n", " ", "d", "e", "h", "l", "o", "r", "w", "\xC3\xB6"}));
      const bool western = text.contains('\xF6');
      QCOMPARE(splits.train->warnings().size(), western ? std::size_t{1} : std::size_t{0});
      if (western) QVERIFY(splits.train->warnings()[0].find("CP1252") != std::string::npos);
    }
  }

  void refusals_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("empty") << QByteArray() << QStringList{"text.txt", "is empty"};
    QTest::newRow("only a byte order mark") << QByteArray("\xEF\xBB\xBF") << QStringList{"text.txt", "holds no text"};
    QTest::newRow("shorter than a window") << QByteArray("hello") << QStringList{"text.txt", "4 characters for training", "context_length + 1 = 17"};
    QTest::newRow("validation shorter than a window")
        << QByteArray("hello world ").repeated(5) << QStringList{"text.txt", "12 characters for validation", "17", "validation_split"};
    QTest::newRow("one character") << QByteArray(1000, 'x') << QStringList{"text.txt", "only one character, 'x'"};
    const QByteArray letters = QStringLiteral("öäüöäüöäü ").toUtf8();  // so that it is UTF-8, but for one place
    QTest::newRow("damaged") << "hello\nw" + ("\xF6rld " + letters).repeated(50) << QStringList{"text.txt:2:2", "0xF6 is not UTF-8", "data.encoding"};
    QTest::newRow("overlong") << ("ab\xC0\xAF " + letters).repeated(50) << QStringList{"text.txt:1:3", "0xC0"};
    QTest::newRow("surrogate") << ("ab\xED\xA0\x80 " + letters).repeated(50) << QStringList{"text.txt:1:3", "0xED"};
    QTest::newRow("cut character") << QByteArray("abcdefgh ").repeated(50) + "\xE2\x82" << QStringList{"text.txt", "0xE2"};
    QTest::newRow("empty gzip") << QByteArray::fromStdString(std::string(1, 'z')) << QStringList{"holds no text"};
    QTest::newRow("cut gzip") << QByteArray("c") << QStringList{"compressed data end too early"};
    QTest::newRow("damaged gzip") << QByteArray("d") << QStringList{"is damaged"};
  }

  void refusals() {
    QFETCH(QByteArray, text);
    QFETCH(QStringList, words);
    const std::string row = QTest::currentDataTag();
    DataSpec spec = specOf(text, 16);
    const QByteArray whole = QByteArray("The quick brown fox. ").repeated(300) + QByteArray::number(12345);
    Bytes packed = gzipped(bytesOf(row == "empty gzip" ? QByteArray() : whole));
    if (row == "cut gzip") packed.resize(packed.size() / 2);
    if (row == "damaged gzip") packed[packed.size() - 6] ^= 0xFF;
    if (row.ends_with("gzip")) writeFile(QString::fromStdString(spec.path), packed);
    verifyError([&] { openData(spec); }, std::vector<QString>(words.begin(), words.end()));
  }

  void missingOrFolder() {
    DataSpec spec = specOf("x", 4);
    spec.path = folder_.filePath("none.txt").toStdString();
    verifyError([&] { openData(spec); }, {"none.txt", "does not exist"});
    spec.path = folder_.path().toStdString();
    verifyError([&] { openData(spec); }, {"is a folder"});
  }

  void realTexts() {
    NEEDS_SHARED_DATA();
    DataSpec spec;
    spec.kind = "text";
    spec.validationSplit = 0.1;
    spec.contextLength = 64;
    spec.path = (sharedData() + "/text/tinyshakespeare.txt.gz").toStdString();
    const DataSplits plays = openData(spec);
    QCOMPARE(plays.train->info().outputs(), 65);
    QCOMPARE(plays.train->size(), (1115394 - 111539 - 1) / 64);
    spec.path = (sharedData() + "/text/names.txt").toStdString();
    const DataSplits names = openData(spec);
    QCOMPARE(names.train->info().outputs(), 27);  // letters and newline
    QCOMPARE(textOf(*names.validation, windowOf(*names.validation, 0, 0)).size(), 64);
  }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
