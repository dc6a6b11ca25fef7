// Normalisation, crop and mirror against the definition written down pixel by pixel.
#include "core/data/images/pixels.h"
#include "core/data/transforms/transform_table.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

class PixelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Every length, so that whole vectors, overlapping ones and rows shorter than a vector are met; and nothing is written behind the end.
  void rows() {
    Bytes in(300);
    PhiloxStream random(3, 1);
    for (std::uint8_t& byte : in) byte = static_cast<std::uint8_t>(random.next());
    const float scale = 0.0137f, shift = -1.75f;
    for (std::size_t count = 0; count <= 260; ++count) {
      std::vector<float> out(count + 4, 99.0f), mirrored(count + 4, 99.0f);
      normalizeRow(in.data() + 5, count, scale, shift, out.data());
      normalizeRowMirrored(in.data() + 5, count, scale, shift, mirrored.data());
      for (std::size_t i = 0; i < count; ++i) {
        QVERIFY(std::abs(out[i] - (in[5 + i] * scale + shift)) < 1e-6f);
        QCOMPARE(mirrored[i], out[count - 1 - i]);  // to the bit: a value does not depend on its place
      }
      for (std::size_t i = count; i < count + 4; ++i) QVERIFY(out[i] == 99.0f && mirrored[i] == 99.0f);
    }
  }

  void placement_data() {
    QTest::addColumn<int>("dx");
    QTest::addColumn<int>("dy");
    QTest::addColumn<bool>("mirrored");
    for (const int dx : {-18, -3, 0, 1, 16}) {
      for (const int dy : {-4, 0, 6, 12}) {
        QTest::addRow("%d,%d", dx, dy) << dx << dy << false;
        QTest::addRow("%d,%d mirrored", dx, dy) << dx << dy << true;
      }
    }
  }
  void placement() {
    QFETCH(int, dx);
    QFETCH(int, dy);
    QFETCH(bool, mirrored);
    const PixelShape shape{3, 13, 19};
    Bytes in(static_cast<std::size_t>(shape.bytes()));
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(i * 37 % 256);
    const Normalization pixels{{0.01f, 0.02f, 0.03f}, {-1, -2, -3}, {-1, 0, 5}};
    std::vector<float> out(in.size(), 99.0f);
    placeAndNormalize(in.data(), shape, {dx, dy, mirrored}, pixels, out.data());
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < 13; ++y) {
        for (int x = 0; x < 19; ++x) {
          const int sourceX = (mirrored ? 18 - x : x) + dx, sourceY = y + dy;
          const bool inside = sourceX >= 0 && sourceX < 19 && sourceY >= 0 && sourceY < 13;
          const auto channel = static_cast<std::size_t>(c);
          const float pixel = inside ? in[static_cast<std::size_t>((c * 13 + sourceY) * 19 + sourceX)] * pixels.scale[channel] + pixels.shift[channel]
                                     : pixels.padding[channel];
          QVERIFY(std::abs(out[static_cast<std::size_t>((c * 13 + y) * 19 + x)] - pixel) < 1e-5f);
        }
      }
    }
  }

  // Outside is what torchvision's RandomCrop(padding) before Normalize gives, (0 - mean) / std; where that would be far from every pixel, the mean.
  void padding() {
    const Normalization usual = normalization({{0.485, 0.9, 0.02}, {0.229, 0.12, 0.01}});
    const std::vector<double> black{-0.485 / 0.229, -0.9 / 0.12, -0.02 / 0.01};
    for (std::size_t c = 0; c < 3; ++c) QVERIFY(std::abs(usual.padding[c] - black[c]) < 1e-6);
    for (const double grey : {0.2, 0.5, 128.5 / 255, 1.0}) {
      const Normalization even = normalization({{grey}, {1.0 / 255}});
      QCOMPARE(even.padding, std::vector<float>{0});
      QVERIFY(std::abs(even.shift[0] + grey * 255) < 1e-3);
    }
    // Nothing that a model reads of such pictures is far from the others.
    Bytes in(100);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint8_t>(128 + i % 2);
    std::vector<float> out(100);
    for (const std::int64_t d : {-3, 0, 2}) {
      placeAndNormalize(in.data(), {1, 10, 10}, {d, 1, d > 0}, normalization({{128.5 / 255}, {1.0 / 255}}), out.data());
      for (const float value : out) QVERIFY(std::abs(value) <= 0.501f);
    }
  }

  // Every position of the crop and both mirrors come about equally often, and a sample's draw is its own in each epoch.
  void draws() {
    DataSpec spec;
    spec.flip = true;
    spec.cropPadding = 2;
    spec.augmentationSeed = 42;
    const Transforms transforms = openTransforms(spec, {1, 8, 8}, false);
    const auto placed = [&](std::int64_t epoch, std::int64_t index) {
      SampleView view;
      PhiloxStream random = transforms.random(epoch, index);
      transforms.apply(Transform::When::BeforeReading, view, random);
      return view.placement;
    };
    std::vector<int> positions(25, 0);
    int mirrored = 0, changed = 0;
    constexpr int draws = 5000;
    for (int i = 0; i < draws; ++i) {
      const Placement a = placed(3, i), b = placed(3, i), c = placed(4, i);
      QVERIFY(a.dx == b.dx && a.dy == b.dy && a.mirrored == b.mirrored);
      changed += a.dx != c.dx || a.dy != c.dy || a.mirrored != c.mirrored;
      QVERIFY(std::abs(a.dx) <= 2 && std::abs(a.dy) <= 2);
      ++positions[static_cast<std::size_t>((a.dy + 2) * 5 + a.dx + 2)];
      mirrored += a.mirrored;
    }
    for (const int count : positions) QVERIFY(count > 130 && count < 280);  // 200 expected, sigma 14
    QVERIFY(mirrored > 2300 && mirrored < 2700);
    QVERIFY(changed > draws * 0.95);
    QVERIFY(openTransforms(DataSpec{}, {1, 8, 8}, true).list.empty());
  }
};

QTEST_GUILESS_MAIN(PixelsTest)
#include "pixels_test.moc"
