// The rendered shapes: the same pictures every time, a whole set or none.
#include <QDirIterator>
#include <algorithm>
#include <future>

#include "core/data/kinds/shapes.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

DataSpec specOf(const QString& folder, std::int64_t count) {
  DataSpec spec;
  spec.kind = "shapes";
  spec.path = folder.toStdString();
  spec.count = count;
  return spec;
}

QStringList entries(const QString& folder) {
  QStringList names = QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
  names.sort();
  return names;
}

// Pictures are drawn as they are read.
void readAll(const DataSplits& splits) {
  for (const auto& split : {splits.train, splits.validation}) {
    if (!split) continue;
    std::vector<float> sample(static_cast<std::size_t>(numel(split->info().input().shape)));
    for (std::int64_t i = 0; i < split->size(); ++i) split->readFloats(i, 0, sample);
  }
}

}  // namespace

class ShapesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rendersAFolder() {
    const QTemporaryDir folder;
    const QString data = folder.path() + "/new/data";
    const DataSplits splits = openData(specOf(data + "/", 160));
    QCOMPARE(splits.train->size(), 128);
    QCOMPARE(splits.validation->size(), 32);
    QCOMPARE(splits.train->info().input().shape, (Shape{3, 64, 64}));
    QCOMPARE(splits.train->info().classNames, shapeClasses());
    QCOMPARE(entries(data), (QStringList{".stepscope-shapes", "train", "val"}));
    QCOMPARE(entries(folder.path() + "/new"), QStringList{"data"});
    QCOMPARE(entries(data + "/train/star").size(), 0);
    QCOMPARE(splits.train->label(127), 7);
    readAll(splits);
    QCOMPARE(entries(data + "/train/star").size(), 16);
    QVERIFY(readFile(data + "/train/star/star-00006.jpg").size() > 500);
    // Opened again, nothing is rendered: a file that was touched stays as it is.
    writeGradientJpeg(data + "/train/star/star-00006.jpg", 64, 64);
    const Bytes touched = readFile(data + "/train/star/star-00006.jpg");
    readAll(openData(specOf(data, 160)));
    QCOMPARE(readFile(data + "/train/star/star-00006.jpg"), touched);
    // The same as the folder that it has become.
    DataSpec folderSpec = specOf(data, 0);
    folderSpec.kind = "image_folder";
    folderSpec.imageSize = 64;
    QCOMPARE(openData(folderSpec).train->fingerprint(), openData(specOf(data, 160)).train->fingerprint());
  }

  void sameEveryTime() {
    const QTemporaryDir folder;
    DataSpec a = specOf(folder.path() + "/a", 80), b = specOf(folder.path() + "/b", 80);
    b.seed = b.augmentationSeed = 99;  // neither is the pictures'
    readAll(openData(a));
    readAll(openData(b));
    int compared = 0;
    for (QDirIterator it(folder.path() + "/a", {"*.jpg"}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();) {
      const QString file = it.next();
      QCOMPARE(readFile(folder.path() + "/b" + file.mid((folder.path() + "/a").size())), readFile(file));
      ++compared;
    }
    QCOMPARE(compared, 80);
  }

  void picturesDiffer() {
    std::vector<std::uint8_t> first, second;
    drawShape(3, first);
    drawShape(11, second);  // of the same class
    QCOMPARE(first.size(), std::size_t{64 * 64 * 3});
    QVERIFY(first != second);
    const auto [low, high] = std::minmax_element(first.begin(), first.end());
    QVERIFY(*high - *low > 60);
  }

  void anotherCountIsRenderedAnew() {
    const QTemporaryDir folder;
    const QString data = folder.path() + "/data";
    openData(specOf(data, 80));
    const DataSplits splits = openData(specOf(data, 120));
    QCOMPARE(splits.train->size() + splits.validation->size(), 120);
    QCOMPARE(entries(folder.path()), QStringList{"data"});
    DataSpec all = specOf(data, 120);
    all.validationSplit = 0;
    const DataSplits whole = openData(all);
    QCOMPARE(whole.train->size(), 120);
    QVERIFY(!whole.validation);
  }

  // A process that was killed while it rendered leaves a folder with its number; the next one clears it away.
  void leftoversAreRemoved() {
    const QTemporaryDir folder;
    const QString data = folder.path() + "/data", dead = data + ".rendering-999999999-abcdef",
                  alive = data + QString(".rendering-%1-abcdef").arg(QCoreApplication::applicationPid());
    writeFile(dead + "/train/star/star-00001.jpg", {1});
    writeFile(alive + "/train/star/star-00001.jpg", {1});
    openData(specOf(data, 80));
    QVERIFY(!QDir(dead).exists());
    QVERIFY(QDir(alive).exists());
  }

  // Two at once: both get the whole set.
  void atTheSameTime() {
    const QTemporaryDir folder;
    const DataSpec spec = specOf(folder.path() + "/data", 200);
    std::vector<std::future<std::int64_t>> openers;
    for (int i = 0; i < 4; ++i)
      openers.push_back(std::async(std::launch::async, [&] {
        const DataSplits splits = openData(spec);
        readAll(splits);
        return splits.train->size();
      }));
    for (auto& opener : openers) QCOMPARE(opener.get(), 160);
    QCOMPARE(entries(folder.path()), QStringList{"data"});
  }

  void refusals() {
    const QTemporaryDir folder;
    writeFile(folder.path() + "/mine/photo.jpg", {1, 2, 3});
    verifyError([&] { openData(specOf(folder.path() + "/mine", 80)); }, {folder.path() + "/mine", "not the rendered shapes", "image_folder"});
    QCOMPARE(entries(folder.path() + "/mine"), QStringList{"photo.jpg"});
    // Nobody may write below /proc, not even root.
    verifyError([&] { openData(specOf("/proc/stepscope/data", 80)); }, {"/proc/stepscope/data", "cannot be rendered", "data.path"});
    verifyError([&] { openData(specOf(folder.path() + "/few", 7)); }, {"data.count", "7"});
  }
};

QTEST_GUILESS_MAIN(ShapesTest)
#include "shapes_test.moc"
