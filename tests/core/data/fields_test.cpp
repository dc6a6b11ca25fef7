// Samples of more than one input and one answer, from the data set to the batch.
#include <cmath>
#include <iterator>

#include "core/data/loader.h"

#include <QtTest>

using namespace stepscope;

namespace {

// A pair of pictures and what is between them: three fields of three types.
class PairsDataset : public Dataset {
 public:
  PairsDataset() {
    info_.fields = {{"left", {3}, DType::F32, Field::Padding::Zeros},
                    {"places", {2}, DType::I32, Field::Padding::NotCounted},
                    {"distance", {}, DType::F32, Field::Padding::NotCounted}};
    info_.task = Task::Regression;
  }
  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return 5; }
  bool read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>&) const override {
    checkRead(index, out);
    for (float& value : floatsOf(out[0])) value = static_cast<float>(index) + 0.5F;
    for (std::int32_t& place : integersOf(out[1])) place = static_cast<std::int32_t>(index + 10 * epoch);
    for (float& distance : floatsOf(out[2])) distance = static_cast<float>(-index);
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override { return "pairs"; }

 private:
  SampleInfo info_;
  std::vector<std::string> warnings_;
};

}  // namespace

class FieldsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Every field of a sample stands in the batch under its name, and what fills up the last batch is each field's own.
  void fieldsOfAnyNumber_data() {
    QTest::addColumn<int>("workers");
    QTest::newRow("no worker") << 0;
    QTest::newRow("two workers") << 2;
  }
  void fieldsOfAnyNumber() {
    QFETCH(int, workers);
    LoaderOptions options;
    options.batchSize = 2;
    options.workers = workers;
    options.dropLast = options.shuffle = false;
    DataLoader loader(std::make_shared<PairsDataset>(), options);
    QCOMPARE(loader.fields().size(), std::size_t{3});
    loader.start(1);
    std::vector<float> left, distances;
    std::vector<std::int32_t> places;
    while (const Batch* batch = loader.next()) {
      std::ranges::copy(floatsOf(batch->field("left")), std::back_inserter(left));
      std::ranges::copy(integersOf(batch->field("places")), std::back_inserter(places));
      std::ranges::copy(floatsOf(batch->field("distance")), std::back_inserter(distances));
      QVERIFY_THROWS_EXCEPTION(Error, batch->field("right"));
    }
    QCOMPARE(left, (std::vector<float>{0.5, 0.5, 0.5, 1.5, 1.5, 1.5, 2.5, 2.5, 2.5, 3.5, 3.5, 3.5, 4.5, 4.5, 4.5, 0, 0, 0}));
    QCOMPARE(places, (std::vector<std::int32_t>{10, 10, 11, 11, 12, 12, 13, 13, 14, 14, -1, -1}));
    QVERIFY(std::isnan(distances.back()));
    distances.pop_back();
    QCOMPARE(distances, (std::vector<float>{0, -1, -2, -3, -4}));
    QCOMPARE(loader.ringBytes(), workers == 0 ? 0 : 5 * 2 * (12 + 8 + 4));
  }

  // One field can be read alone, and memory of another size is refused.
  void oneFieldAlone() {
    const PairsDataset data;
    std::vector<std::int32_t> places(2), three(3);
    data.readField(4, 2, 1, std::as_writable_bytes(std::span(places)));
    QCOMPARE(places, (std::vector<std::int32_t>{24, 24}));
    QVERIFY_THROWS_EXCEPTION(Error, data.readField(4, 2, 1, std::as_writable_bytes(std::span(three))));
    QVERIFY_THROWS_EXCEPTION(Error, data.readField(5, 0, 1, std::as_writable_bytes(std::span(places))));
    QCOMPARE(data.info().sampleBytes(), std::int64_t{12 + 8 + 4});
  }
};

QTEST_GUILESS_MAIN(FieldsTest)
#include "fields_test.moc"
