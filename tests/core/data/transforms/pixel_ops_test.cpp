// Random changes of training images: every operation against torchvision's results (torchvision_cases.py), what is drawn, and what the keys of a
// project make of the samples for training and of those for validation.
#include <QFile>
#include <map>
#include <set>

#include "core/data/kinds/memory_dataset.h"
#include "core/data/loader.h"
#include "core/data/transforms/affine.h"
#include "core/data/transforms/pixel_ops.h"
#include "core/data/transforms/transform_table.h"
#include "core/data/transforms/trivial_augment.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// The images of torchvision_cases.py, as bytes.
std::uint8_t byteAt(std::int64_t c, std::int64_t y, std::int64_t x) {
  return static_cast<std::uint8_t>((37 * c + 29 * y + 53 * x + 7 * x * y + (x * y * y) % 5) % 256);
}
std::vector<float> imageOf(const PixelShape& shape) {
  std::vector<float> image;
  for (std::int64_t c = 0; c < shape.channels; ++c)
    for (std::int64_t y = 0; y < shape.height; ++y)
      for (std::int64_t x = 0; x < shape.width; ++x) image.push_back(static_cast<float>(byteAt(c, y, x)) / 255);
  return image;
}
const PixelShape kColor{3, 7, 9}, kGrey{1, 20, 20};

struct Case {
  std::string operation;
  std::vector<double> arguments;
  PixelShape shape;
  std::vector<float> result;
};

Case caseOf(const QString& line) {
  const QStringList parts = line.split(" : ");
  Case one;
  const QStringList head = parts.value(0).split(' ', Qt::SkipEmptyParts);
  one.operation = head.value(0).toStdString();
  for (const QString& argument : head.mid(1)) one.arguments.push_back(argument.toDouble());
  one.shape = parts.value(1) == "grey" ? kGrey : kColor;
  for (const QString& value : parts.value(2).split(' ', Qt::SkipEmptyParts)) one.result.push_back(value.toFloat());
  return one;
}

std::vector<float> computed(const Case& one) {
  std::vector<float> pixels = imageOf(one.shape), work(pixels.size());
  const auto argument = [&](std::size_t i) { return one.arguments.at(i); };
  const auto factor = [&] { return static_cast<float>(argument(0)); };
  const std::vector<float> black(3, 0.0F);
  if (one.operation == "brightness") adjustBrightness(pixels, factor());
  else if (one.operation == "contrast") adjustContrast(one.shape, pixels, factor());
  else if (one.operation == "saturation") adjustSaturation(one.shape, pixels, factor());
  else if (one.operation == "sharpness") adjustSharpness(one.shape, pixels, factor(), work);
  else if (one.operation == "hue") adjustHue(one.shape, pixels, factor());
  else if (one.operation == "grayscale") toGrayscale(one.shape, pixels);
  else if (one.operation == "posterize") posterize(pixels, static_cast<int>(argument(0)));
  else if (one.operation == "solarize") solarize(pixels, factor());
  else if (one.operation == "autocontrast") autocontrast(one.shape, pixels);
  else if (one.operation == "equalize") equalize(one.shape, pixels);
  else if (one.operation == "affine") {
    work = pixels;
    const AffineChange change{argument(0), argument(1), argument(2), argument(3), argument(4), argument(5)};
    resample(one.shape, work, inverseOf(change), Interpolation::Bilinear, black, pixels);
  } else if (one.operation == "trivial") {
    SampleView view;
    view.sample = one.shape;
    view.values = pixels;
    view.memory = std::as_writable_bytes(std::span(work));
    view.outside = black;
    applyTrivial({static_cast<TrivialOp>(static_cast<int>(argument(0))), argument(1)}, view);
  } else {
    pixels.clear();
  }
  return pixels;
}

constexpr int kSide = 12, kCount = 240;

// Two classes of RGB pictures, each with a mean far from its deviation.
std::shared_ptr<const MemoryDataset> pictures(int channels = 3) {
  MemorySamples samples;
  samples.shape = {channels, kSide, kSide};
  samples.classNames = {"a", "b"};
  for (int i = 0; i < kCount; ++i) {
    samples.labels.push_back(i % 2);
    for (int c = 0; c < channels; ++c)
      for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x) samples.pixels.push_back(static_cast<std::uint8_t>(40 + byteAt(c, y, x + i) / 2));
  }
  const auto count = static_cast<std::size_t>(channels);
  return std::make_shared<MemoryDataset>(std::move(samples), ChannelScale{std::vector<double>(count, 0.4), std::vector<double>(count, 0.2)});
}

using Values = std::vector<float>;

Values sampleOf(const PictureDataset& data, const Transforms& transforms, std::int64_t index, std::int64_t epoch) {
  Values sample(static_cast<std::size_t>(numel(data.info().input().shape)));
  std::vector<std::byte> memory(static_cast<std::size_t>(transforms.bytesNeeded()));
  const std::span<std::byte> fields[] = {std::as_writable_bytes(std::span(sample)), {}};
  const std::atomic<bool> never{false};
  data.readTransformed(index, epoch, transforms, memory, fields, never);
  return sample;
}
Transforms transformsOf(const Augmentation& augmentation, int channels = 3) {
  DataSpec spec;
  spec.augmentation = augmentation;
  spec.augmentationSeed = 7;
  Transforms transforms = openTransforms(spec, {channels, kSide, kSide}, false);
  transforms.seed = 7;
  return transforms;
}
double pixelOf(float value) {
  return static_cast<double>(value) * 0.2 + 0.4;
}

}  // namespace

class PixelOpsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void torchvision_data() {
    QTest::addColumn<QString>("line");
    QFile file(STEPSCOPE_SOURCE_DIR "/tests/core/data/transforms/torchvision_cases.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    int number = 0;
    for (const QByteArray& line : file.readAll().split('\n'))
      if (!line.isEmpty()) QTest::newRow(qPrintable(QString("%1 %2").arg(++number).arg(QString(line.left(line.indexOf(" :")))))) << QString(line);
    QCOMPARE(number, 38);
  }
  void torchvision() {
    QFETCH(QString, line);
    const Case one = caseOf(line);
    const std::vector<float> pixels = computed(one);
    QCOMPARE(pixels.size(), one.result.size());
    for (std::size_t i = 0; i < pixels.size(); ++i)
      QVERIFY2(
          std::abs(pixels[i] - one.result[i]) < 2e-5F,
          qPrintable(QString("value %1: %2, torchvision has %3").arg(i).arg(static_cast<double>(pixels[i])).arg(static_cast<double>(one.result[i]))));
  }

  // Every operation is drawn alike often, with each of its 31 strengths, and both signs where it has them.
  void trivialDraws() {
    std::map<TrivialOp, std::set<double>> strengths;
    std::map<TrivialOp, int> count;
    PhiloxStream random(3, 0);
    constexpr int kDraws = 28'000;
    for (int i = 0; i < kDraws; ++i) {
      const TrivialDraw draw = drawTrivial(random);
      strengths[draw.op].insert(draw.strength);
      ++count[draw.op];
    }
    QCOMPARE(count.size(), std::size_t{14});
    for (const auto& [op, times] : count) QVERIFY2(times > 1750 && times < 2250, qPrintable(QString::number(times)));  // 2000, deviation 43
    const auto range = [&](TrivialOp op) { return std::pair(*strengths[op].begin(), *strengths[op].rbegin()); };
    QCOMPARE(range(TrivialOp::TranslateX), std::pair(-32.0, 32.0));
    QCOMPARE(range(TrivialOp::Rotate), std::pair(-135.0, 135.0));
    QCOMPARE(range(TrivialOp::ShearY), std::pair(-0.99, 0.99));
    QCOMPARE(range(TrivialOp::Posterize), std::pair(0.0, 6.0));
    QCOMPARE(range(TrivialOp::Solarize), std::pair(0.0, 1.0));
    QCOMPARE(strengths[TrivialOp::Brightness].size(), std::size_t{61});  // 0, and 30 of either sign
    QCOMPARE(strengths[TrivialOp::Posterize].size(), std::size_t{31});
  }

  void grayscale() {
    Augmentation augmentation;
    augmentation.grayscale = 0.3;
    const auto data = pictures();
    const Transforms transforms = transformsOf(augmentation);
    int grey = 0;
    for (int i = 0; i < kCount; ++i) {
      const Values plain = sampleOf(*data, {}, i, 0), changed = sampleOf(*data, transforms, i, 0);
      bool allGrey = true, same = true;
      for (std::size_t p = 0; p < kSide * kSide; ++p) {
        const double expected = 0.2989 * pixelOf(plain[p]) + 0.587 * pixelOf(plain[p + 144]) + 0.114 * pixelOf(plain[p + 288]);
        for (std::size_t c = 0; c < 3; ++c) {
          allGrey = allGrey && std::abs(pixelOf(changed[c * 144 + p]) - expected) < 1e-5;
          same = same && std::abs(changed[c * 144 + p] - plain[c * 144 + p]) < 1e-5F;
        }
      }
      QVERIFY(allGrey != same);
      grey += allGrey;
    }
    QVERIFY2(grey > 48 && grey < 98, qPrintable(QString("%1 of 240 are grey").arg(grey)));  // 72, deviation 7
  }

  // Brightness alone multiplies each pixel by one factor of a picture, from 0.6 to 1.4 (nothing is clipped: the pixels are 0.16 to 0.66).
  void brightness() {
    Augmentation augmentation;
    augmentation.brightness = 0.4;
    const auto data = pictures();
    const Transforms transforms = transformsOf(augmentation);
    double least = 9, most = 0, sum = 0;
    for (int i = 0; i < kCount; ++i) {
      const Values plain = sampleOf(*data, {}, i, 2), changed = sampleOf(*data, transforms, i, 2);
      const double factor = pixelOf(changed[0]) / pixelOf(plain[0]);
      for (std::size_t p = 0; p < plain.size(); ++p) QVERIFY(std::abs(pixelOf(changed[p]) - factor * pixelOf(plain[p])) < 1e-5);
      least = std::min(least, factor);
      most = std::max(most, factor);
      sum += factor;
    }
    QVERIFY(least >= 0.6 && least < 0.63 && most <= 1.4 && most > 1.37);
    QVERIFY(std::abs(sum / kCount - 1) < 0.06);  // deviation of the mean 0.015
  }

  // A rectangle of 2 to 33 % of the area is the mean; all else is as before.
  void erasing() {
    Augmentation augmentation;
    augmentation.erasing = 1;
    const auto data = pictures();
    const Transforms transforms = transformsOf(augmentation);
    double least = 1, most = 0;
    for (int i = 0; i < kCount; ++i) {
      const Values plain = sampleOf(*data, {}, i, 1), changed = sampleOf(*data, transforms, i, 1);
      int top = kSide, bottom = -1, left = kSide, right = -1;
      for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x)
          if (const auto p = static_cast<std::size_t>(y * kSide + x); changed[p] == 0 && plain[p] != 0)
            top = std::min(top, y), bottom = std::max(bottom, y), left = std::min(left, x), right = std::max(right, x);
      QVERIFY(bottom >= top);
      for (int c = 0; c < 3; ++c)
        for (int y = 0; y < kSide; ++y)
          for (int x = 0; x < kSide; ++x) {
            const auto p = static_cast<std::size_t>((c * kSide + y) * kSide + x);
            const bool inside = y >= top && y <= bottom && x >= left && x <= right;
            QVERIFY(inside ? changed[p] == 0 : changed[p] == plain[p]);
          }
      const double area = (bottom - top + 1) * (right - left + 1) / double{kSide * kSide};
      least = std::min(least, area);
      most = std::max(most, area);
    }
    QVERIFY2(least > 0.01 && least < 0.05 && most < 0.37 && most > 0.25, qPrintable(QString("%1 to %2").arg(least).arg(most)));
  }

  void verticalFlip() {
    Augmentation augmentation;
    augmentation.flipVertical = true;
    const auto data = pictures(1);
    const Transforms transforms = transformsOf(augmentation, 1);
    int turned = 0;
    for (int i = 0; i < kCount; ++i) {
      const Values plain = sampleOf(*data, {}, i, 0), changed = sampleOf(*data, transforms, i, 0);
      Values upsideDown(plain.size());
      for (std::size_t y = 0; y < kSide; ++y)
        for (std::size_t x = 0; x < kSide; ++x) upsideDown[y * kSide + x] = plain[(kSide - 1 - y) * kSide + x];
      QVERIFY(changed == plain || changed == upsideDown);
      turned += changed == upsideDown;
    }
    QVERIFY2(turned > 90 && turned < 150, qPrintable(QString::number(turned)));
  }

  // A shift is by whole pixels of at most the fraction, and the mean-free outside is black.
  void translation() {
    Augmentation augmentation;
    augmentation.translate = 0.25;
    const auto data = pictures(1);
    const Transforms transforms = transformsOf(augmentation, 1);
    std::set<int> moves;
    for (int i = 0; i < kCount; ++i) {
      const Values plain = sampleOf(*data, {}, i, 0), changed = sampleOf(*data, transforms, i, 0);
      bool found = false;
      for (int dy = -3; dy <= 3 && !found; ++dy)
        for (int dx = -3; dx <= 3 && !found; ++dx) {
          bool same = true;
          for (int y = 0; y < kSide; ++y)
            for (int x = 0; x < kSide; ++x) {
              const int sy = y - dy, sx = x - dx;
              const bool inside = sy >= 0 && sy < kSide && sx >= 0 && sx < kSide;
              const double expected = inside ? pixelOf(plain[static_cast<std::size_t>(sy * kSide + sx)]) : 0;
              same = same && std::abs(pixelOf(changed[static_cast<std::size_t>(y * kSide + x)]) - expected) < 1e-5;
            }
          found = same;
          if (same) moves.insert(dx);
        }
      QVERIFY2(found, qPrintable(QString("sample %1").arg(i)));
    }
    QCOMPARE(moves, (std::set<int>{-3, -2, -1, 0, 1, 2, 3}));
  }

  // Every key changes the samples for training, from epoch to epoch, in the same way whoever reads them; another seed draws others.
  void everyKey_data() {
    QTest::addColumn<QString>("key");
    for (const TransformDef& def : transformDefs())
      for (const DataKey& key : def.keys)
        if (!def.choosesPart) QTest::newRow(key.key.c_str()) << QString::fromStdString(key.key);
  }
  void everyKey() {
    QFETCH(QString, key);
    DataSpec spec;
    spec.augmentationSeed = 7;
    for (const TransformDef& def : transformDefs())
      for (const DataKey& one : def.keys) {
        if (one.key != key.toStdString()) continue;
        if (one.type == KeyType::Flag) one.set(spec, true);
        else if (one.type == KeyType::Integer) one.set(spec, std::int64_t{2});
        else if (one.type == KeyType::Choice) one.set(spec, one.choices.back());
        else one.set(spec, one.high / 2);
      }
    const auto data = pictures();
    LoaderOptions options;
    options.batchSize = 16;
    options.shuffle = false;
    const auto read = [&](int workers, std::uint64_t seed, std::int64_t epoch) {
      options.workers = workers;
      options.transforms = openTransforms(spec, {3, kSide, kSide}, false);
      options.transforms.seed = seed;
      DataLoader loader(data, options);
      loader.start(epoch);
      Values all;
      while (const Batch* batch = loader.next()) {
        const std::span<float> values = floatsOf(batch->field("x"));
        all.insert(all.end(), values.begin(), values.end());
      }
      return all;
    };
    const Values first = read(0, 7, 0);
    for (const float value : first) QVERIFY(std::isfinite(value));
    for (const int workers : {1, 2, 5}) QVERIFY2(read(workers, 7, 0) == first, qPrintable(QString::number(workers)));
    spec = {};
    const Values plain = read(0, 7, 0);
    QVERIFY(first != plain);
  }

  void refused() {
    QTemporaryDir folder;
    // Pictures of numbers that are no pixels: colours mean nothing there.
    DataSpec spec;
    spec.kind = "numpy";
    spec.augmentation.brightness = 0.5;
    QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (8, 4, 4), }";
    while ((10 + header.size() + 1) % 64 != 0) header += ' ';
    header += '\n';
    QByteArray file("\x93NUMPY\x01\0", 8);
    file += static_cast<char>(header.size() & 255);
    file += static_cast<char>(header.size() >> 8);
    file += header;
    for (int i = 0; i < 128; ++i) {
      const float value = static_cast<float>(i) * 1.37F - 40;
      file.append(reinterpret_cast<const char*>(&value), 4);
    }
    writeFile(folder.path() + "/X.npy", bytesOf(file.toStdString()));
    writeFile(folder.path() + "/y.npy", [] {
      std::string text = "{'descr': '|u1', 'fortran_order': False, 'shape': (8,), }";
      while ((10 + text.size() + 1) % 64 != 0) text += ' ';
      text += '\n';
      std::string bytes("\x93NUMPY\x01\0", 8);
      bytes += static_cast<char>(text.size() & 255);
      bytes += static_cast<char>(text.size() >> 8);
      return bytesOf(bytes + text + std::string("\0\1\0\1\0\1\0\1", 8));
    }());
    spec.path = folder.path().toStdString();
    spec.validationSplit = 0.25;
    try {
      openData(spec);
      QFAIL("brightness of numbers was taken");
    } catch (const Error& error) {
      QVERIFY2(QString(error.what()).contains("neither bytes nor from 0 to 1"), error.what());
    }
    spec.augmentation = {};
    spec.augmentation.rotation = 10;
    QCOMPARE(openData(spec).transforms.list.size(), std::size_t{1});
  }
};

QTEST_GUILESS_MAIN(PixelOpsTest)
#include "pixel_ops_test.moc"
