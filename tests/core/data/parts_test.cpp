// Training, validation and test: what is drawn, what published files are for, and that training never opens the test.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/data/draw_parts.h"
#include "core/data/images/image_folder.h"
#include "core/data/preview/data_preview.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::vector<std::int32_t> labelsOf(const std::vector<int>& counts) {
  std::vector<std::int32_t> labels;
  for (std::size_t c = 0; c < counts.size(); ++c) labels.insert(labels.end(), static_cast<std::size_t>(counts[c]), static_cast<std::int32_t>(c));
  return labels;
}

PartShares shares(double validation, double test, std::int64_t limit = 0, std::uint64_t seed = 1, std::uint32_t stream = 7) {
  return {validation, test, limit, seed, stream};
}

// Samples of a class in a part.
std::map<std::pair<Split, std::int32_t>, int> countsOf(const DrawnParts& parts, const std::vector<std::int32_t>& labels) {
  std::map<std::pair<Split, std::int32_t>, int> counts;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!parts.unused[i]) ++counts[{parts.of[i], labels[i]}];
  return counts;
}

Bytes idx(const std::vector<std::uint32_t>& dims, const Bytes& data) {
  Bytes bytes{0, 0, 8, static_cast<std::uint8_t>(dims.size())};
  for (const std::uint32_t dim : dims)
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::uint8_t>(dim >> shift));
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

// 40 training pictures of 4 classes, 10 each, and 8 for the test; the first pixel of each is its number, in the test from 100.
void writeMnist(const QString& folder) {
  for (const bool train : {true, false}) {
    Bytes pixels, labels;
    const int count = train ? 40 : 8;
    for (int i = 0; i < count; ++i) {
      Bytes picture(20, 9);
      picture[0] = static_cast<std::uint8_t>(train ? i : 100 + i);
      pixels.insert(pixels.end(), picture.begin(), picture.end());
      labels.push_back(static_cast<std::uint8_t>(i % 4));
    }
    const QString name = folder + (train ? "/train" : "/t10k");
    writeFile(name + "-images-idx3-ubyte", idx({static_cast<std::uint32_t>(count), 4, 5}, pixels));
    writeFile(name + "-labels-idx1-ubyte", idx({static_cast<std::uint32_t>(count)}, labels));
  }
}

DataSpec specOf(const char* kind, const QString& path) {
  DataSpec spec;
  spec.kind = kind;
  spec.path = path.toStdString();
  spec.mean = {0};
  spec.std = {1};
  return spec;
}

// The first pixel of each sample, as a byte.
std::multiset<int> firstBytes(const Dataset& data) {
  std::multiset<int> found;
  std::vector<float> sample(static_cast<std::size_t>(numel(data.info().input().shape)));
  for (std::int64_t i = 0; i < data.size(); ++i) {
    data.readFloats(i, 0, sample);
    found.insert(static_cast<int>(std::lround(sample[0] * 255)));
  }
  return found;
}

void destroy(const QString& file) {
  writeFile(file, bytesOf("broken"));
}

}  // namespace

class PartsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // By hand: of each class round(share * samples), at least one of two, and one always stays.
  void sizes() {
    const std::vector<std::int32_t> labels = labelsOf({50, 7, 2, 1});
    const auto counts = countsOf(drawParts(labels, shares(0.2, 0.1)), labels);
    const std::map<std::pair<Split, std::int32_t>, int> expected = {{{Split::Test, 0}, 5}, {{Split::Validation, 0}, 10}, {{Split::Train, 0}, 35},
                                                                    {{Split::Test, 1}, 1}, {{Split::Validation, 1}, 1},  {{Split::Train, 1}, 5},
                                                                    {{Split::Test, 2}, 1}, {{Split::Train, 2}, 1},       {{Split::Train, 3}, 1}};
    QCOMPARE(counts, expected);
    const std::vector<PartSizes> told = partSizes(std::vector<std::int64_t>{50, 7, 2, 1}, shares(0.2, 0.1));
    for (std::int32_t c = 0; c < 4; ++c) {
      const auto of = [&](Split part) { return counts.contains({part, c}) ? counts.at({part, c}) : 0; };
      QCOMPARE(told[static_cast<std::size_t>(c)].train, of(Split::Train));
      QCOMPARE(told[static_cast<std::size_t>(c)].validation, of(Split::Validation));
      QCOMPARE(told[static_cast<std::size_t>(c)].test, of(Split::Test));
    }
  }

  // What was drawn for validation before there was a test part is drawn still: computed with a Philox4x32-10 written in Python after the paper.
  void drawnAsBefore() {
    const std::vector<std::int32_t> labels = labelsOf({20, 7, 1});
    QCOMPARE(drawParts(labels, shares(0.2, 0, 0, 5, 0xFFFFFFFEu)).samples(Split::Validation), (std::vector<std::size_t>{2, 4, 8, 14, 21}));
    QCOMPARE(drawParts(labels, shares(0.2, 0, 0, 5, 0x7AB1E000u)).samples(Split::Validation), (std::vector<std::size_t>{1, 2, 10, 15, 22}));
    QVERIFY(drawParts(labels, shares(0.2, 0, 0, 6)).of != drawParts(labels, shares(0.2, 0, 0, 5)).of);
  }

  // The limit takes from training alone, in proportion to the classes and at least one of each.
  void limit() {
    const std::vector<std::int32_t> labels = labelsOf({60, 30, 10, 1});
    const DrawnParts all = drawParts(labels, shares(0.2, 0.1)), few = drawParts(labels, shares(0.2, 0.1, 10));
    QCOMPARE(few.of, all.of);
    QCOMPARE(few.samples(Split::Validation), all.samples(Split::Validation));
    const auto counts = countsOf(few, labels);
    // 42, 21, 7 and 1 are for training: 5.9, 3.0, 1.0 and 0.1 of ten.
    QCOMPARE(counts.at({Split::Train, 0}), 5);
    QCOMPARE(counts.at({Split::Train, 1}), 3);
    QCOMPARE(counts.at({Split::Train, 2}), 1);
    QCOMPARE(counts.at({Split::Train, 3}), 1);
    QCOMPARE(drawParts(labels, shares(0.2, 0.1, 1000)).samples(Split::Train), all.samples(Split::Train));
    QCOMPARE(partSizes(std::vector<std::int64_t>{60, 30, 10, 1}, shares(0.2, 0.1, 10))[0].train, 5);
  }

  // No group is in two parts, whatever their sizes are; equal groups fill the shares exactly; no class is lost for training.
  void groups() {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      std::vector<std::int32_t> labels;
      std::vector<std::int64_t> group;
      for (std::int64_t g = 0; g < 30; ++g)
        for (std::int64_t i = 0; i < 1 + (g * 7 + static_cast<std::int64_t>(seed)) % 9; ++i) {
          group.push_back(1000 - g);
          labels.push_back(static_cast<std::int32_t>((g + i / 3) % 3));
        }
      const DrawnParts parts = drawGroupedParts(labels, group, shares(0.2, 0.2, 0, seed));
      std::map<std::int64_t, std::set<Split>> where;
      for (std::size_t i = 0; i < group.size(); ++i) where[group[i]].insert(parts.of[i]);
      for (const auto& [g, in] : where) QCOMPARE(in.size(), std::size_t{1});
      const auto counts = countsOf(parts, labels);
      std::map<std::int32_t, int> all;
      for (const std::int32_t label : labels) ++all[label];
      for (std::int32_t c = 0; c < 3; ++c)
        for (const Split part : {Split::Validation, Split::Test}) {
          const double share = static_cast<double>(counts.at({part, c})) / all[c];
          QVERIFY2(share > 0.1 && share < 0.3, qPrintable(QString("seed %1 class %2: %3").arg(seed).arg(c).arg(share)));
        }
    }
    std::vector<std::int64_t> equal(100);
    for (std::size_t i = 0; i < equal.size(); ++i) equal[i] = static_cast<std::int64_t>(i / 10);
    const std::vector<std::int32_t> one(100, 0);
    const DrawnParts parts = drawGroupedParts(one, equal, shares(0.2, 0.1));
    QCOMPARE(parts.samples(Split::Validation).size(), std::size_t{20});
    QCOMPARE(parts.samples(Split::Test).size(), std::size_t{10});
    // A class in one group stays for training.
    std::vector<std::int32_t> rare = labelsOf({8, 4});
    const DrawnParts kept = drawGroupedParts(rare, std::vector<std::int64_t>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4}, shares(0.25, 0.25));
    QCOMPARE(countsOf(kept, rare).at({Split::Train, 1}), 4);
  }

  // The files t10k are the test: training is the same without them, and what is drawn for validation is of each class alike.
  void publishedTest() {
    const QTemporaryDir folder;
    writeMnist(folder.path());
    DataSpec spec = specOf("mnist", folder.path());
    const DataSplits before = openData(spec);  // as in old projects
    QCOMPARE(before.train->size(), 40);
    QCOMPARE(firstBytes(*before.validation), (std::multiset<int>{100, 101, 102, 103, 104, 105, 106, 107}));
    QVERIFY(!before.test);
    spec.testAs = "validation";
    QCOMPARE(openData(spec).train->fingerprint(), before.train->fingerprint());
    QCOMPARE(openData(spec).validation->fingerprint(), before.validation->fingerprint());

    spec.testAs = "test";
    spec.validationSplit = 0.2;
    const DataSplits apart = openData(spec);
    QVERIFY(!apart.test);
    QCOMPARE(apart.train->size(), 32);
    QCOMPARE(apart.validation->size(), 8);
    std::multiset<int> whole = firstBytes(*apart.train);
    for (const int held : firstBytes(*apart.validation)) whole.insert(held);
    QCOMPARE(whole.size(), std::size_t{40});
    QCOMPARE(*whole.rbegin(), 39);
    std::vector<int> classes(4);
    for (std::int64_t i = 0; i < 8; ++i) ++classes[static_cast<std::size_t>(apart.validation->label(i))];
    QCOMPARE(classes, (std::vector<int>{2, 2, 2, 2}));
    const std::shared_ptr<const Dataset> test = openTestPart(spec);
    QCOMPARE(firstBytes(*test), firstBytes(*before.validation));
    QCOMPARE(test->info().classNames, apart.train->info().classNames);

    DataSpec both = spec;
    both.testShare = 0.1;
    verifyError([&] { openData(both); }, {"data.test_share", "t10k-images-idx3-ubyte", "Remove"});
    for (const char* file : {"/t10k-images-idx3-ubyte", "/t10k-labels-idx1-ubyte"}) destroy(folder.path() + file);
    const DataSplits alone = openData(spec);
    QCOMPARE(firstBytes(*alone.train), firstBytes(*apart.train));
    QCOMPARE(alone.validation->fingerprint(), apart.validation->fingerprint());
    verifyError([&] { openTestPart(spec); }, {"t10k", "is not an IDX file"});
  }

  // A share of the training pictures, with the test files as validation, as before.
  void shareOfPictures() {
    const QTemporaryDir folder;
    writeMnist(folder.path());
    DataSpec spec = specOf("mnist", folder.path());
    spec.testShare = 0.3;
    spec.limit = 12;
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 12);
    QCOMPARE(splits.validation->size(), 8);
    const auto test = openTestPart(spec);
    QCOMPARE(test->size(), 12);
    for (const int byte : firstBytes(*test)) QVERIFY(!firstBytes(*splits.train).contains(byte));
    spec.testShare = 0;
    verifyError([&] { openTestPart(spec); }, {"there is no test part", "data.test_as = \"test\"", "data.test_share"});
  }

  void labelsOfTheTest() {
    const QTemporaryDir folder;
    writeMnist(folder.path());
    writeFile(folder.path() + "/t10k-labels-idx1-ubyte", idx({8}, {0, 1, 2, 3, 4, 0, 0, 0}));
    DataSpec spec = specOf("mnist", folder.path());
    spec.testAs = "test";
    QCOMPARE(openData(spec).train->info().outputs(), 4);
    verifyError([&] { openTestPart(spec); }, {"t10k-labels-idx1-ubyte", "the class 4 is the label of 1 picture for the test"});
  }

  void cifar() {
    const QTemporaryDir folder;
    const auto batch = [&](const QString& name, int first, int records) {
      Bytes bytes;
      for (int i = 0; i < records; ++i) {
        bytes.push_back(static_cast<std::uint8_t>(i % 10));
        bytes.insert(bytes.end(), 3072, static_cast<std::uint8_t>(first + i));
      }
      writeFile(folder.path() + name, bytes);
    };
    for (int b = 1; b <= 5; ++b) batch(QString("/data_batch_%1.bin").arg(b), 20 * b, 20);
    batch("/test_batch.bin", 200, 10);
    DataSpec spec = specOf("cifar10", folder.path());
    QCOMPARE(openData(spec).train->size(), 100);
    QCOMPARE(openData(spec).validation->size(), 10);
    spec.testAs = "test";
    spec.validationSplit = 0.1;
    QCOMPARE(openData(spec).train->size(), 90);
    QCOMPARE(openData(spec).validation->size(), 10);
    std::set<std::int32_t> held;
    for (std::int64_t i = 0; i < 10; ++i) held.insert(openData(spec).validation->label(i));
    QCOMPARE(held.size(), std::size_t{10});
    QCOMPARE(firstBytes(*openTestPart(spec)), (std::multiset<int>{200, 201, 202, 203, 204, 205, 206, 207, 208, 209}));
    destroy(folder.path() + "/test_batch.bin");
    QCOMPARE(openData(spec).train->size(), 90);
  }

  // A folder "test" beside "train": for validation in old projects, for the test in new ones, which say so.
  void folders() {
    const QTemporaryDir folder;
    int shade = 0;
    for (const auto& [part, count] : {std::pair{"train", 10}, std::pair{"test", 3}})
      for (const char* name : {"cat", "dog"})
        for (int i = 0; i < count; ++i) {
          ++shade;
          Bytes rgb(192);
          for (std::size_t p = 0; p < rgb.size(); ++p) rgb[p] = static_cast<std::uint8_t>(static_cast<std::size_t>(shade) * 6 + p);
          const QString file = folder.path() + QString("/%1/%2/%3.jpg").arg(part).arg(name).arg(i);
          QDir().mkpath(QFileInfo(file).path());
          writeJpeg(file.toStdString(), rgb.data(), 8, 8, 90);
        }
    DataSpec spec = specOf("image_folder", folder.path());
    spec.imageSize = 8;
    QCOMPARE(openData(spec).train->size(), 20);
    QCOMPARE(openData(spec).validation->size(), 6);
    const DataPreview old = previewData(spec);
    QVERIFY(
        std::any_of(old.findings.begin(), old.findings.end(), [](const DataFinding& f) { return f.cure.find("data.test_as") != std::string::npos; }));

    const DataPreview found = previewData(folder.path().toStdString());
    QCOMPARE(found.spec.testAs, std::string("test"));
    QVERIFY(found.ownTest && !found.ownValidation);
    QCOMPARE(found.train, 16);
    QCOMPARE(found.validation, 4);
    QCOMPARE(found.test, 6);
    QVERIFY2(found.findings.empty(), found.findings.empty() ? "" : found.findings[0].what.c_str());

    spec.testAs = "test";
    QCOMPARE(openData(spec).train->size(), 16);
    QCOMPARE(openData(spec).validation->size(), 4);
    QCOMPARE(openTestPart(spec)->size(), 6);
    QFile::copy(folder.path() + "/train/cat/0.jpg", folder.path() + "/test/cat/copy.jpg");
    const DataPreview copied = previewData(spec);
    QCOMPARE(copied.test, 7);
    QVERIFY(std::any_of(copied.findings.begin(), copied.findings.end(),
                        [](const DataFinding& f) { return f.what == "one picture for the test is in another part too"; }));
    destroy(folder.path() + "/test/dog/0.jpg");
    QCOMPARE(openData(spec).train->size(), 16);

    DataSpec named = spec;
    named.testAs = "auto";
    named.testPath = (folder.path() + "/test").toStdString();
    QCOMPARE(openData(named).train->size(), 16);
    named.path = (folder.path() + "/train").toStdString();
    named.trainPath.clear();
    QCOMPARE(openData(named).train->size(), 16);
    QCOMPARE(openTestPart(named)->size(), 6);
    named.testPath.clear();
    named.testShare = 0.1;
    QCOMPARE(openData(named).train->size(), 14);
    QCOMPARE(openTestPart(named)->size(), 2);
    QCOMPARE(previewData(named).test, 2);
    QCOMPARE(previewData(named).train, 14);
    named.limit = 6;
    QCOMPARE(openData(named).train->size(), 6);
    QCOMPARE(previewData(named).train, 6);
  }

  // Rows of one patient stay in one part; means come from the training rows alone.
  void tables() {
    const QTemporaryDir folder;
    QByteArray rows = "patient,age,ill\n", test = "patient,age,ill\n";
    for (int i = 0; i < 120; ++i) rows += QString("p%1,%2,%3\n").arg(i / 4).arg(20 + i % 37).arg(i / 4 % 2 ? "yes" : "no").toUtf8();
    for (int i = 0; i < 10; ++i) test += QString("q%1,%2,%3\n").arg(i).arg(500 + i).arg(i % 2 ? "yes" : "no").toUtf8();
    writeFile(folder.filePath("rows.csv"), Bytes(rows.begin(), rows.end()));
    writeFile(folder.filePath("test.csv"), Bytes(test.begin(), test.end()));
    DataSpec spec = specOf("table", folder.filePath("rows.csv"));
    spec.mean = spec.std = {};
    spec.target = {"ill"};
    spec.group = "patient";
    spec.testShare = 0.2;
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->info().input().shape, (Shape{1}));  // the age alone
    const auto held = openTestPart(spec);
    QCOMPARE(splits.train->size() + splits.validation->size() + held->size(), 120);
    QCOMPARE(splits.validation->size(), 24);
    QCOMPARE(held->size(), 24);
    const DataPreview preview = previewData(spec);
    QCOMPARE(preview.test, 24);
    QVERIFY(preview.trainable());

    DataSpec file = spec;
    file.testShare = 0;
    file.group.clear();
    file.ignore = {"patient"};
    const DataSplits plain = openData(file);
    file.testPath = folder.filePath("test.csv").toStdString();
    QCOMPARE(openData(file).train->fingerprint(), plain.train->fingerprint());
    QCOMPARE(openData(file).validation->fingerprint(), plain.validation->fingerprint());
    QCOMPARE(openTestPart(file)->size(), 10);
    std::vector<float> value(1);
    openTestPart(file)->readFloats(0, 0, value);
    QVERIFY(value[0] > 20);  // far above the ages for training, in their deviations
    file.testShare = 0.1;
    verifyError([&] { openData(file); }, {"data.test_share", "Remove"});
    file.testShare = 0;
    writeFile(folder.filePath("test.csv"), bytesOf("age,ill\n3,maybe\n4,yes\n"));
    QCOMPARE(openData(file).train->fingerprint(), plain.train->fingerprint());
    verifyError([&] { openTestPart(file); }, {"test.csv", "the class \"maybe\" occurs only for the test"});

    DataSpec wrong = spec;
    wrong.group = "patients";
    verifyError([&] { openData(wrong); }, {"data.group", "patients"});
    wrong.group = "ill";
    verifyError([&] { openData(wrong); }, {"data.group", "data.target"});
    DataSpec much = spec;
    much.testShare = 0.8;
    much.validationSplit = 0.2;
    verifyError([&] { openData(much); }, {"data.test_share", "nothing for training"});
  }

  void texts() {
    const QTemporaryDir folder;
    QByteArray text;
    for (int i = 0; i < 1000; ++i) text += static_cast<char>('a' + i % 25 + (i >= 900 ? 1 : 0));
    writeFile(folder.filePath("text.txt"), Bytes(text.begin(), text.end()));
    DataSpec spec = specOf("text", folder.filePath("text.txt"));
    spec.contextLength = 10;
    spec.validationSplit = 0.1;
    spec.testShare = 0.1;
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 79);      // (800 - 1) / 10
    QCOMPARE(splits.validation->size(), 9);  // (100 - 1) / 10
    const auto test = openTestPart(spec);
    QCOMPARE(test->size(), 9);
    std::vector<std::int32_t> window(10);
    test->readInput(0, 0, std::as_writable_bytes(std::span(window)));
    QCOMPARE(test->info().vocabulary[static_cast<std::size_t>(window[0])], std::string(1, text[900]));
    spec.limit = 5;
    QCOMPARE(openData(spec).train->size(), 5);
    QCOMPARE(openData(spec).validation->fingerprint(), splits.validation->fingerprint());
  }
};

QTEST_APPLESS_MAIN(PartsTest)
#include "parts_test.moc"
