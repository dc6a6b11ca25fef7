// Image folders: the photos that lie beside the checkout, and small folders that are wrong in every way.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/data/images/folder_scale.h"
#include "core/data/images/image_folder.h"
#include "core/data/sample_cache.h"
#include "core/data/transforms/transform_table.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

DataSpec specOf(const QString& folder, std::int64_t size = 16) {
  DataSpec spec;
  spec.kind = "image_folder";
  spec.path = folder.toStdString();
  spec.imageSize = size;
  return spec;
}

// `count` readable pictures in folder/<name>, all of other sizes.
void writeClass(const QString& folder, const QString& name, int count) {
  for (int i = 0; i < count; ++i) writeGradientJpeg(QString("%1/%2/%3.jpg").arg(folder, name).arg(i, 3, 10, QChar('0')), 30 + i, 24 + 2 * i);
}

std::vector<float> sampleOf(const Dataset& data, std::int64_t index, std::int64_t epoch = 0) {
  std::vector<float> sample(static_cast<std::size_t>(numel(data.info().input().shape)));
  data.readFloats(index, epoch, sample);
  return sample;
}

std::map<int, int> countLabels(const Dataset& data) {
  std::map<int, int> counts;
  for (std::int64_t i = 0; i < data.size(); ++i) ++counts[data.label(i)];
  return counts;
}

}  // namespace

class ImageFolderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Split folders, extensions in upper case, EXIF blocks.
  void signDigits() {
    NEEDS_SHARED_DATA();
    const QTemporaryDir folder;
    QVERIFY(unpack("sign_digits.tar.gz", folder.path()));
    const DataSplits splits = openData(specOf(folder.path() + "/sign_digits", 64));
    QCOMPARE(splits.train->size(), 480);
    QCOMPARE(splits.validation->size(), 120);
    QCOMPARE(splits.train->info().input().shape, (Shape{3, 64, 64}));
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}));
    QVERIFY(splits.train->warnings().empty());
    for (const auto& [label, count] : countLabels(*splits.train)) QCOMPARE(count, 48);
    for (const auto& [label, count] : countLabels(*splits.validation)) QCOMPARE(count, 12);
    for (std::int64_t i = 0; i < 480; i += 13) {
      const std::vector<float> sample = sampleOf(*splits.train, i);
      const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
      QVERIFY(*low > -6 && *high < 6 && *high - *low > 1);  // a photo, normalised
    }
    // train/ alone is divided by the ratio.
    DataSpec ratio = specOf(folder.path() + "/sign_digits/train", 64);
    ratio.validationSplit = 0.25;
    const DataSplits divided = openData(ratio);
    QCOMPARE(divided.train->size(), 360);
    for (const auto& [label, count] : countLabels(*divided.validation)) QCOMPARE(count, 12);
  }

  // Mean and deviation are those of the samples as they are read; of a large set a part of them, the same one every time.
  void pixelsAreMeasured() {
    const QTemporaryDir folder;
    for (const char* name : {"a", "b"})
      for (int i = 0; i < 20; ++i) {
        Bytes rgb = gradient(20 + i, 16);
        for (std::size_t p = 0; p < rgb.size(); ++p)
          rgb[p] = static_cast<std::uint8_t>(rgb[p] / (name[0] == 'a' ? 8 : 3) + static_cast<std::uint8_t>(i));
        writePng(QString("%1/%2/%3.png").arg(folder.path(), name).arg(i), 20 + i, 16, PNG_COLOR_TYPE_RGB, 8, rgb);
      }
    DataSpec plain = specOf(folder.path());
    plain.mean = {0};
    plain.std = {1};
    const DataSplits raw = openData(plain);
    std::vector<double> sum(3), squares(3);
    for (std::int64_t i = 0; i < raw.train->size(); ++i) {
      const std::vector<float> sample = sampleOf(*raw.train, i);
      for (std::size_t p = 0; p < sample.size(); ++p) {
        sum[p / 256] += sample[p];
        squares[p / 256] += double(sample[p]) * sample[p];
      }
    }
    const DataSplits splits = openData(specOf(folder.path()));
    const ChannelScale scale = splits.validation->pixelScale();  // whoever is asked first
    const double count = 256.0 * static_cast<double>(raw.train->size());
    for (std::size_t c = 0; c < 3; ++c) {
      const double mean = sum[c] / count;
      QVERIFY(std::abs(scale.mean.at(c) - mean) < 1e-6);
      QVERIFY(std::abs(scale.std.at(c) - std::sqrt(squares[c] / count - mean * mean)) < 1e-6);
      QCOMPARE(splits.train->pixelScale().mean[c], scale.mean[c]);
    }
    const std::vector<float> scaled = sampleOf(*splits.train, 3), unscaled = sampleOf(*raw.train, 3);
    for (std::size_t p = 0; p < scaled.size(); ++p) QVERIFY(std::abs(scaled[p] - (unscaled[p] - scale.mean[p / 256]) / scale.std[p / 256]) < 1e-4);
    DataSpec usual = specOf(folder.path());
    usual.normalize = "usual";
    QCOMPARE(openData(usual).train->pixelScale().mean, (std::vector<double>{0.485, 0.456, 0.406}));
  }

  void whichAreMeasured() {
    QCOMPARE(picturesToMeasure(3, 1), (std::vector<std::int64_t>{0, 1, 2}));
    const std::vector<std::int64_t> some = picturesToMeasure(100'000, 1);
    QCOMPARE(some.size(), std::size_t{512});
    QCOMPARE(picturesToMeasure(100'000, 1), some);
    QVERIFY(picturesToMeasure(100'000, 2) != some);
    for (std::size_t i = 0; i < some.size(); ++i) {  // one of every stretch, so that every class has its part
      const std::int64_t at = static_cast<std::int64_t>(i);
      QVERIFY(some[i] >= at * 100'000 / 512 && some[i] < (at + 1) * 100'000 / 512);
    }
  }

  // A body that cannot be decoded does not count, and does not stop the others.
  void brokenBodiesAreNotMeasured() {
    const QTemporaryDir folder;
    for (const char* name : {"a", "b"})
      for (int i = 0; i < 4; ++i) writeGradientJpeg(QString("%1/%2/%3.jpg").arg(folder.path(), name).arg(i), 40, 30);
    const ChannelScale sound = openData(specOf(folder.path())).train->pixelScale();
    for (const char* name : {"a", "b"}) {
      Bytes bytes = readFile(QString("%1/%2/3.jpg").arg(folder.path(), name));
      const std::array<std::uint8_t, 2> mark{0xFF, 0xDA};
      const auto scan = std::search(bytes.begin(), bytes.end(), mark.begin(), mark.end());
      std::fill(scan + 20, bytes.end() - 2, std::uint8_t{0xFF});
      writeFile(QString("%1/%2/3.jpg").arg(folder.path(), name), bytes);
    }
    const ChannelScale scale = openData(specOf(folder.path())).train->pixelScale();
    for (std::size_t c = 0; c < 3; ++c) QVERIFY(std::abs(scale.mean[c] - sound.mean[c]) < 0.01);
  }

  void resizesAndCrops() {
    const QTemporaryDir folder;
    // Left half red, right half blue: the centre square of the wide picture is half red, half blue.
    Bytes rgb;
    for (int y = 0; y < 40; ++y) {
      for (int x = 0; x < 80; ++x) {
        const Bytes pixel = x < 40 ? Bytes{255, 0, 0} : Bytes{0, 0, 255};
        rgb.insert(rgb.end(), pixel.begin(), pixel.end());
      }
    }
    writePng(folder.path() + "/a/wide.PNG", 80, 40, PNG_COLOR_TYPE_RGB, 8, rgb);
    writeClass(folder.path(), "b", 1);
    DataSpec spec = specOf(folder.path(), 8);
    spec.validationSplit = 0;
    spec.mean = {0};
    spec.std = {1};
    const DataSplits splits = openData(spec);
    QVERIFY(!splits.validation);
    const std::vector<float> sample = sampleOf(*splits.train, 0);
    for (std::size_t y = 0; y < 8; ++y) {
      for (const std::size_t x : {0, 1, 2, 5, 6, 7}) {  // the filter mixes the two columns at the border
        QCOMPARE(sample[y * 8 + x], x < 4 ? 1.0f : 0.0f);
        QCOMPARE(sample[128 + y * 8 + x], x < 4 ? 0.0f : 1.0f);
      }
    }
  }

  void splitFolderNames_data() {
    QTest::addColumn<QString>("train");
    QTest::addColumn<QString>("validation");
    QTest::addRow("val") << "train"
                         << "val";
    QTest::addRow("valid") << "train"
                           << "valid";
    QTest::addRow("validation") << "train"
                                << "validation";
    QTest::addRow("test") << "train"
                          << "test";
    QTest::addRow("upper case") << "Train"
                                << "VAL";
  }
  void splitFolderNames() {
    QFETCH(QString, train);
    QFETCH(QString, validation);
    const QTemporaryDir folder;
    for (const QString name : {"cat", "dog"}) {
      writeClass(folder.path() + "/" + train, name, 3);
      writeClass(folder.path() + "/" + validation, name, 2);
    }
    const DataSplits splits = openData(specOf(folder.path()));
    QCOMPARE(splits.train->size(), 6);
    QCOMPARE(splits.validation->size(), 4);
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"cat", "dog"}));
  }

  // Stratified, by the seed, and every image in exactly one part.
  void splitRatio() {
    std::vector<FoundImage> images;
    for (int label = 0; label < 3; ++label) {
      for (int i = 0; i < std::vector<int>{50, 7, 1}[static_cast<std::size_t>(label)]; ++i) images.push_back({"", label, {}});
    }
    const auto drawn = [&](double share, std::uint64_t seed) {
      DataSpec spec;
      spec.validationSplit = share;
      spec.seed = seed;
      const DrawnParts parts = drawImages(images, sharesOf(spec, false, false));
      std::vector<bool> held;
      for (const Split part : parts.of) held.push_back(part == Split::Validation);
      return held;
    };
    const std::vector<bool> held = drawn(0.2, 1);
    QCOMPARE(std::count(held.begin(), held.begin() + 50, true), 10);
    QCOMPARE(std::count(held.begin() + 50, held.begin() + 57, true), 1);
    QCOMPARE(held[57], false);
    QCOMPARE(drawn(0.2, 1), held);
    QVERIFY(drawn(0.2, 2) != held);
    const std::vector<bool> none = drawn(0, 1), few = drawn(0.001, 1), most = drawn(0.99, 1);
    QCOMPARE(std::count(none.begin(), none.end(), true), 0);
    QCOMPARE(std::count(few.begin(), few.end(), true), 2);
    QCOMPARE(std::count(most.begin(), most.end(), true), 49 + 6);
  }

  // Unreadable files are left out with file and reason; what is read is the same as without them.
  void leavesOutUnreadable() {
    const QTemporaryDir folder;
    writeClass(folder.path(), "a", 4);
    writeClass(folder.path(), "b", 3);
    const DataSplits sound = openData(specOf(folder.path()));
    writeFile(folder.path() + "/a/001b-empty.jpg", {});
    writeFile(folder.path() + "/a/text.png", {'h', 'e', 'l', 'l', 'o'});
    writeFile(folder.path() + "/b/photo.heic", {'R', 'I', 'F', 'F'});
    writeFile(folder.path() + "/b/notes.txt", {'x'});
    writeFile(folder.path() + "/b/.hidden.jpg", {'x'});
    Bytes cut = readFile(folder.path() + "/b/002.jpg");
    cut.resize(cut.size() * 2 / 3);
    writeFile(folder.path() + "/b/cut.JPEG", cut);
    const DataSplits splits = openData(specOf(folder.path()));
    QCOMPARE(splits.train->size(), sound.train->size());
    QCOMPARE(splits.train->fingerprint(), sound.train->fingerprint());
    QString warnings;
    for (const std::string& warning : splits.train->warnings()) warnings += QString::fromStdString(warning) + "\n";
    QCOMPARE(splits.train->warnings().size(), std::size_t{4});
    for (const char* word : {"001b-empty.jpg: left out, because the image file is empty",
                             "text.png: left out, because is not a picture in a format that is read", "photo.heic: left out", "cut.JPEG: left out"}) {
      QVERIFY2(warnings.contains(word), qPrintable(warnings));
    }
  }

  // What stands in for an unreadable picture is one of its class: the next by path, after the last the first.
  void substitutes() {
    const QTemporaryDir folder;
    writeClass(folder.path(), "a", 3);
    writeClass(folder.path(), "b", 4);
    writeClass(folder.path(), "c", 1);
    DataSpec spec = specOf(folder.path());
    spec.validationSplit = 0;
    const DataSplits splits = openData(spec);
    std::vector<std::int64_t> places;
    for (std::int64_t i = 0; i < splits.train->size(); ++i) places.push_back(splits.train->substitute(i));
    QCOMPARE(places, (std::vector<std::int64_t>{1, 2, 0, 4, 5, 6, 3, -1}));
  }

  // The contents decide, not the extension.
  void wrongExtension() {
    const QTemporaryDir folder;
    writeClass(folder.path(), "a", 2);
    writePng(folder.path() + "/b/0.jpg", 20, 20, PNG_COLOR_TYPE_RGB, 8, gradient(20, 20));
    writeClass(folder.path(), "b", 2);
    QVERIFY(QFile::rename(folder.path() + "/b/001.jpg", folder.path() + "/b/1.png"));
    const DataSplits splits = openData(specOf(folder.path()));
    QVERIFY(splits.train->warnings().empty());
    for (std::int64_t i = 0; i < splits.train->size(); ++i) sampleOf(*splits.train, i);
  }

  void refusedFolders() {
    const QTemporaryDir folder;
    const QString root = folder.path() + "/set";
    verifyError([&] { openData(specOf(root)); }, {root, "does not exist", "data.path"});
    QDir().mkpath(root);
    verifyError([&] { openData(specOf(root)); }, {root, "no class folder"});
    writeClass(root, "only", 3);
    verifyError([&] { openData(specOf(root)); }, {root, "only one class folder, \"only\"", "at least two"});
    QDir().mkpath(root + "/second");
    verifyError([&] { openData(specOf(root)); }, {root + "/second", "no readable image"});
    writeFile(root + "/second/0.jpg", {});
    verifyError([&] { openData(specOf(root)); }, {root + "/second", "no readable", "0.jpg", "empty"});
  }

  void classOnlyInValidation() {
    const QTemporaryDir folder;
    for (const QString name : {"a", "b"}) writeClass(folder.path() + "/train", name, 2);
    writeClass(folder.path() + "/val", "c", 2);
    verifyError([&] { openData(specOf(folder.path())); }, {folder.path() + "/val/c", "unknown"});
  }

  void badSettings() {
    const QTemporaryDir folder;
    for (const QString name : {"a", "b"}) writeClass(folder.path(), name, 2);
    DataSpec spec = specOf(folder.path(), 5000);
    verifyError([&] { openData(spec); }, {"data.image_size", "5000"});
    spec = specOf(folder.path());
    spec.cropScale = 0;
    verifyError([&] { openData(spec); }, {"data.crop_scale"});
    spec = specOf(folder.path());
    spec.cropPadding = 16;
    verifyError([&] { openData(spec); }, {"data.crop_padding", "0 to 15"});
    spec = specOf(folder.path());
    spec.validationSplit = 1;
    verifyError([&] { openData(spec); }, {"data.validation_split"});
  }

  // A file that goes bad after the folder was opened: the error names it and says what to do.
  void goesBadLater() {
    const QTemporaryDir folder;
    for (const QString name : {"a", "b"}) writeClass(folder.path(), name, 3);
    DataSpec spec = specOf(folder.path());
    spec.validationSplit = 0;
    spec.cacheBytes = 0;
    const DataSplits splits = openData(spec);
    const QString file = folder.path() + "/a/001.jpg";
    Bytes cut = readFile(file);
    cut.resize(cut.size() / 2);
    writeFile(file, cut);
    verifyError([&] { sampleOf(*splits.train, 1); }, {file, "cannot be decoded", "Replace the file"});
    writeGradientJpeg(file, 20, 20);
    verifyError([&] { sampleOf(*splits.train, 1); }, {file, "size changed"});
    writePng(file, 20, 20, PNG_COLOR_TYPE_RGB, 8, gradient(20, 20));
    verifyError([&] { sampleOf(*splits.train, 1); }, {file, "format changed"});
    QVERIFY(QFile::remove(file));
    verifyError([&] { sampleOf(*splits.train, 1); }, {file, "cannot be opened"});
    sampleOf(*splits.train, 0);
  }

  // What is read does not depend on the cache, on its size, or on the order of reading.
  void cacheChangesNothing_data() {
    QTest::addColumn<double>("cropScale");
    QTest::addColumn<qint64>("cacheBytes");
    for (const qint64 bytes : {qint64{0}, qint64{3 * 16 * 16 * 3}, qint64{1} << 20}) {
      QTest::addRow("resized, cache %lld", bytes) << 1.0 << bytes;
      QTest::addRow("random crops, cache %lld", bytes) << 0.4 << bytes;
    }
  }
  void cacheChangesNothing() {
    QFETCH(double, cropScale);
    QFETCH(qint64, cacheBytes);
    const QTemporaryDir folder;
    for (const QString name : {"a", "b"}) writeClass(folder.path(), name, 6);
    DataSpec spec = specOf(folder.path());
    spec.flip = true;
    spec.cropPadding = 2;
    spec.cropScale = cropScale;
    spec.cacheBytes = cacheBytes;
    spec.validationSplit = 0;
    const DataSplits forward = openData(spec), backward = openData(spec);
    const std::int64_t size = forward.train->size();
    std::vector<std::vector<float>> first;
    for (std::int64_t i = 0; i < size; ++i) first.push_back(trainingSample(forward, i, 5));
    for (std::int64_t i = size - 1; i >= 0; --i) QCOMPARE(trainingSample(backward, i, 5), first[static_cast<std::size_t>(i)]);
    int moved = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      QCOMPARE(trainingSample(forward, i, 5), first[static_cast<std::size_t>(i)]);  // now from the cache, if it holds it
      moved += trainingSample(forward, i, 6) != first[static_cast<std::size_t>(i)];
    }
    QVERIFY(moved > size / 2);
    if (cropScale == 1) {  // a resized sample is the same with and without memory
      DataSpec without = spec;
      without.cacheBytes = 0;
      const DataSplits plain = openData(without);
      for (std::int64_t i = 0; i < size; ++i) QCOMPARE(trainingSample(plain, i, 5), first[static_cast<std::size_t>(i)]);
    }
  }

  void validationIsNotAugmented() {
    const QTemporaryDir folder;
    for (const QString name : {"a", "b"}) writeClass(folder.path(), name, 6);
    DataSpec spec = specOf(folder.path());
    spec.flip = true;
    spec.cropPadding = 4;
    spec.cropScale = 0.5;
    DataSpec plainSpec = spec;
    plainSpec.flip = false;
    plainSpec.cropPadding = 0;
    plainSpec.cropScale = 1;
    const DataSplits splits = openData(spec), plain = openData(plainSpec);
    QVERIFY(splits.validation->size() > 1);
    for (std::int64_t i = 0; i < splits.validation->size(); ++i) QCOMPARE(sampleOf(*splits.validation, i, 1), sampleOf(*plain.validation, i, 0));
  }

  void crops() {
    const auto drawCrop = [](std::int64_t width, std::int64_t height, double share, std::uint64_t draw) {
      DataSpec spec;
      spec.cropScale = share;
      const Transforms transforms = openTransforms(spec, {3, 16, 16}, true);
      SampleView view{{3, height, width}, {3, 16, 16}, {}, {}, {}, {}};
      PhiloxStream random(8, draw);
      transforms.apply(Transform::When::BeforeReading, view, random);
      return view.part;
    };
    double least = 1, most = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const Box box = drawCrop(200, 150, 0.25, i);
      QVERIFY(box.x >= 0 && box.y >= 0 && box.x + box.width <= 200 && box.y + box.height <= 150);
      const double share = box.width * box.height / (200 * 150), aspect = box.width / box.height;
      QVERIFY(share > 0.24 && aspect > 0.72 && aspect < 1.39);
      least = std::min(least, share);
      most = std::max(most, share);
    }
    QVERIFY(least < 0.27 && most > 0.9);
    const Box narrow = drawCrop(1000, 10, 0.999, 1);  // no such part exists
    QCOMPARE(narrow.height, 10.0);
    QVERIFY(std::abs(narrow.width - 40.0 / 3) < 1e-9);
    const Box centre = centreSquare(9, 4);
    QVERIFY(centre.x == 2.5 && centre.y == 0 && centre.width == 4 && centre.height == 4);
  }

  void sampleCache() {
    SampleCache cache({10, 20, 30, 5}, 45);
    QCOMPARE(cache.capacityBytes(), 30);
    QVERIFY(cache.holds(1) && !cache.holds(2) && !cache.holds(3));
    QVERIFY(!cache.find(1));
    const Bytes sample(20, 7);
    cache.store(1, sample.data());
    cache.store(2, sample.data());
    QVERIFY(cache.find(1) && std::equal(sample.begin(), sample.end(), cache.find(1)));
    QVERIFY(!cache.find(0) && !cache.find(2));
    const SampleCache none({10}, 0), absurd({std::int64_t{1} << 60}, std::int64_t{1} << 61);
    QVERIFY(!none.holds(0) && !absurd.holds(0));  // no memory: nothing is kept
  }
};

QTEST_GUILESS_MAIN(ImageFolderTest)
#include "image_folder_test.moc"
