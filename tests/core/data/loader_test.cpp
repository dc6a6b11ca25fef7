// The loader's promise: the same batches whatever the workers do, errors where they belong, and an end at once.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>

#include "core/base/philox.h"
#include "core/data/loader.h"
#include "profiler/trace/recorder.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

// Sample i of epoch e is {i, e}; label i. Reading takes a while that differs from sample to sample, so that workers overtake each other.
class NumberedDataset : public Dataset {
 public:
  explicit NumberedDataset(std::int64_t size, std::int64_t badSample = -1) : size_(size), badSample_(badSample) {
    info_.classNames = {"even", "odd"};
    info_.setFields({2});
  }
  const SampleInfo& info() const override { return info_; }
  std::int64_t size() const override { return size_; }
  bool read(std::int64_t index, std::int64_t epoch, FieldMemory wanted, const std::atomic<bool>&) const override {
    const std::span<float> out = floatsOf(wanted[0]);
    integersOf(wanted[1])[0] = static_cast<std::int32_t>(index);
    ++reads;
    if (index == badSample_) throw Error(ErrorKind::Input, "photo.jpg", "the image is damaged", "Replace the file");
    if (slow) std::this_thread::sleep_for(std::chrono::microseconds(index * 37 % 300));
    out[0] = static_cast<float>(index);
    out[1] = static_cast<float>(epoch);
    return true;
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::string fingerprint() const override { return "numbered"; }

  mutable std::atomic<std::int64_t> reads{0};
  bool slow = false;

 private:
  std::int64_t size_, badSample_;
  SampleInfo info_;
  std::vector<std::string> warnings_;
};

// Decodes until it is stopped.
class EndlessDataset : public NumberedDataset {
 public:
  EndlessDataset() : NumberedDataset(100) {}
  mutable std::atomic<int> begun{0};
  bool read(std::int64_t, std::int64_t, FieldMemory, const std::atomic<bool>& stop) const override {
    ++begun;
    while (!stop.load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return false;
  }
};

// Some samples cannot be read; ten neighbours have one answer.
class DamagedDataset : public NumberedDataset {
 public:
  DamagedDataset(std::int64_t size, std::set<std::int64_t> bad) : NumberedDataset(size), bad_(std::move(bad)) {}
  bool read(std::int64_t index, std::int64_t epoch, FieldMemory out, const std::atomic<bool>& stop) const override {
    if (bad_.count(index)) throw Error(ErrorKind::Input, "photo" + std::to_string(index) + ".jpg", "cannot be decoded", "Replace the file");
    NumberedDataset::read(index, epoch, out, stop);
    integersOf(out[1])[0] = static_cast<std::int32_t>(index / 10);
    return true;
  }
  std::int64_t substitute(std::int64_t index) const override { return index / 10 * 10 + (index + 1) % 10; }

 private:
  std::set<std::int64_t> bad_;
};

struct Taken {
  std::vector<float> x;
  std::vector<std::int32_t> labels;
  std::int64_t count, epoch, index;
  bool operator==(const Taken&) const = default;
};

bool sameBytes(const Batch& a, const Batch& b) {
  return std::ranges::equal(a.memory, b.memory, [](const auto& x, const auto& y) { return std::ranges::equal(x, y); });
}

std::vector<Taken> takeAll(DataLoader& loader) {
  std::vector<Taken> taken;
  while (const Batch* batch = loader.next()) {
    const auto x = floatsOf(batch->memory[0]);
    const auto labels = integersOf(batch->memory[1]);
    taken.push_back({{x.begin(), x.end()}, {labels.begin(), labels.end()}, batch->count, batch->epoch, batch->index});
  }
  return taken;
}

LoaderOptions optionsOf(std::int64_t batchSize, int workers) {
  LoaderOptions options;
  options.batchSize = batchSize;
  options.workers = workers;
  options.seed = 5;
  return options;
}

}  // namespace

class LoaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void order() {
    std::vector<std::int64_t> order = epochOrder(1000, 7, 3, true);
    QCOMPARE(order, epochOrder(1000, 7, 3, true));
    QVERIFY(order != epochOrder(1000, 7, 4, true));
    QVERIFY(order != epochOrder(1000, 8, 3, true));
    // A shuffle: few samples stay where they were, and neighbours are torn apart.
    int fixed = 0, neighbours = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      fixed += order[i] == static_cast<std::int64_t>(i);
      neighbours += i > 0 && std::abs(order[i] - order[i - 1]) == 1;
    }
    QVERIFY(fixed < 8 && neighbours < 12);
    std::sort(order.begin(), order.end());
    std::vector<std::int64_t> all(1000);
    std::iota(all.begin(), all.end(), std::int64_t{0});
    QCOMPARE(order, all);
    QCOMPARE(epochOrder(1000, 7, 3, false), all);
    QVERIFY(epochOrder(0, 7, 3, true).empty());
  }

  void everySampleOnce_data() {
    QTest::addColumn<int>("workers");
    QTest::addColumn<int>("prefetch");
    for (const int workers : {0, 1, 2, 5}) {
      for (const int prefetch : {1, 2, 7}) QTest::addRow("%d workers, prefetch %d", workers, prefetch) << workers << prefetch;
    }
  }
  // With any number of workers the same batches, in order; the last one is padded.
  void everySampleOnce() {
    QFETCH(int, workers);
    QFETCH(int, prefetch);
    auto dataset = std::make_shared<NumberedDataset>(53);
    dataset->slow = true;
    LoaderOptions options = optionsOf(8, workers);
    options.prefetch = prefetch;
    options.dropLast = false;
    DataLoader loader(dataset, options);
    QCOMPARE(loader.batchesPerEpoch(), 7);
    for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
      const std::vector<std::int64_t> order = epochOrder(53, 5, epoch, true);
      loader.start(epoch);
      const std::vector<Taken> taken = takeAll(loader);
      QCOMPARE(taken.size(), std::size_t{7});
      std::size_t position = 0;
      for (std::size_t b = 0; b < 7; ++b) {
        QCOMPARE(taken[b].epoch, epoch);
        QCOMPARE(taken[b].index, static_cast<std::int64_t>(b));
        QCOMPARE(taken[b].count, b < 6 ? 8 : 5);
        for (std::size_t i = 0; i < 8; ++i) {
          const bool real = position < 53;
          QCOMPARE(taken[b].labels[i], real ? static_cast<std::int32_t>(order[position]) : -1);
          QCOMPARE(taken[b].x[2 * i], real ? static_cast<float>(order[position]) : 0.0f);
          QCOMPARE(taken[b].x[2 * i + 1], real ? static_cast<float>(epoch) : 0.0f);
          position += real;
        }
      }
      QCOMPARE(loader.next(), nullptr);
    }
  }

  // Augmented photographs, too: the samples' randomness does not know the workers.
  void workersChangeNothing() {
    const QTemporaryDir folder;
    for (int i = 0; i < 24; ++i) writeGradientJpeg(QString("%1/%2/%3.jpg").arg(folder.path(), i % 2 ? "a" : "b").arg(i), 40 + i, 60 - i);
    DataSpec spec;
    spec.kind = "image_folder";
    spec.path = folder.path().toStdString();
    spec.imageSize = 24;
    spec.flip = true;
    spec.cropPadding = 3;
    spec.cropScale = 0.5;
    std::vector<Taken> expected;
    for (const int workers : {0, 1, 4}) {
      const DataSplits splits = openData(spec);
      LoaderOptions options = optionsOf(4, workers);
      options.transforms = splits.transforms;
      DataLoader loader(splits.train, options);
      std::vector<Taken> taken;
      for (const std::int64_t epoch : {0, 1}) {
        loader.start(epoch);
        for (Taken& batch : takeAll(loader)) taken.push_back(std::move(batch));
      }
      if (expected.empty()) expected = taken;
      QVERIFY(taken.size() >= 8 && taken == expected);
    }
  }

  void middleOfAnEpoch_data() {
    QTest::addColumn<int>("workers");
    QTest::addRow("caller") << 0;
    QTest::addRow("workers") << 3;
  }
  void middleOfAnEpoch() {
    QFETCH(int, workers);
    auto dataset = std::make_shared<NumberedDataset>(100);
    DataLoader whole(dataset, optionsOf(8, workers));
    whole.start(2);
    const std::vector<Taken> all = takeAll(whole);
    QCOMPARE(all.size(), std::size_t{12});
    // A fresh loader, and one that is torn out of another epoch, go on exactly where the first one was.
    DataLoader resumed(dataset, optionsOf(8, workers));
    resumed.start(0);
    QVERIFY(resumed.next() && resumed.next());
    resumed.start(2, 40);
    QCOMPARE(takeAll(resumed), std::vector<Taken>(all.begin() + 5, all.end()));
    // With another batch size the samples go on in the same order.
    const std::vector<std::int64_t> order = epochOrder(100, 5, 2, true);
    DataLoader other(dataset, optionsOf(20, workers));
    other.start(2, 44);
    const std::vector<Taken> rest = takeAll(other);
    QCOMPARE(rest.size(), std::size_t{2});
    for (std::size_t i = 0; i < 40; ++i) QCOMPARE(rest[i / 20].labels[i % 20], static_cast<std::int32_t>(order[44 + i]));
    other.start(2, 81);
    QCOMPARE(other.next(), nullptr);
    other.start(2, 1000);
    QCOMPARE(other.next(), nullptr);
  }

  void beforeStart() {
    DataLoader loader(std::make_shared<NumberedDataset>(10), optionsOf(2, 1));
    QCOMPARE(loader.next(), nullptr);
  }

  void dropLast() {
    LoaderOptions options = optionsOf(8, 1);
    options.shuffle = false;
    DataLoader loader(std::make_shared<NumberedDataset>(23), options);
    QCOMPARE(loader.batchesPerEpoch(), 2);
    loader.start(0);
    const std::vector<Taken> taken = takeAll(loader);
    QCOMPARE(taken.size(), std::size_t{2});
    QCOMPARE(taken[1].labels.back(), 15);
  }

  void refusals() {
    auto dataset = std::make_shared<NumberedDataset>(10);
    verifyError([&] { DataLoader(dataset, optionsOf(11, 1)); }, {"switches.batch_size", "11", "only 10 samples"});
    verifyError([&] { DataLoader(dataset, optionsOf(0, 1)); }, {"switches.batch_size"});
    verifyError([&] { DataLoader(dataset, optionsOf(2, -1)); }, {"switches.num_workers"});
    verifyError([&] { DataLoader(dataset, optionsOf(2, 10000)); }, {"switches.num_workers"});
    verifyError([&] { DataLoader(std::make_shared<NumberedDataset>(0), optionsOf(2, 1)); }, {"no sample"});
    LoaderOptions padded = optionsOf(std::int64_t{1} << 50, 1);
    padded.dropLast = false;
    verifyError([&] { DataLoader(dataset, padded); }, {"switches.batch_size"});
  }

  // The error of a sample arrives with the batch it belongs to, again and again, and another epoch can be started after it.
  void errorsArriveInTheirPlace_data() { middleOfAnEpoch_data(); }
  void errorsArriveInTheirPlace() {
    QFETCH(int, workers);
    LoaderOptions options = optionsOf(8, workers);
    options.shuffle = false;
    DataLoader loader(std::make_shared<NumberedDataset>(80, 35), options);
    for (int round = 0; round < 2; ++round) {
      loader.start(0);
      for (int b = 0; b < 4; ++b) {
        const Batch* batch = loader.next();
        QVERIFY(batch && batch->index == b);
      }
      verifyError([&] { loader.next(); }, {"photo.jpg", "damaged", "Replace the file"});
      verifyError([&] { loader.next(); }, {"photo.jpg"});
    }
    loader.start(0, 40);
    QCOMPARE(takeAll(loader).size(), std::size_t{5});
  }

  // A sample that cannot be read is named once and another one of its answer stands in its place, whatever the workers do.
  void unreadableAreReplaced_data() { middleOfAnEpoch_data(); }
  void unreadableAreReplaced() {
    QFETCH(int, workers);
    const auto dataset = std::make_shared<DamagedDataset>(100, std::set<std::int64_t>{7, 19, 54, 55});
    dataset->slow = true;
    const std::map<std::int64_t, std::int64_t> places{{7, 8}, {19, 10}, {54, 56}, {55, 56}};
    Quarantine quarantine(100, 0.04);
    LoaderOptions options = optionsOf(8, workers);
    options.dropLast = false;
    options.quarantine = &quarantine;
    DataLoader loader(dataset, options);
    for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
      loader.start(epoch);
      const std::vector<std::int64_t> order = epochOrder(100, 5, epoch, true);
      std::size_t at = 0;
      for (const Taken& batch : takeAll(loader)) {
        for (std::int64_t i = 0; i < batch.count; ++i, ++at) {
          const auto place = places.find(order[at]);
          const std::int64_t expected = place == places.end() ? order[at] : place->second;
          QCOMPARE(batch.x[static_cast<std::size_t>(2 * i)], static_cast<float>(expected));
          QCOMPARE(batch.labels[static_cast<std::size_t>(i)], static_cast<std::int32_t>(order[at] / 10));
        }
      }
      QCOMPARE(at, std::size_t{100});
    }
    std::set<std::int64_t> named;
    for (const UnreadableSample& sample : quarantine.samples()) {
      named.insert(sample.index);
      QCOMPARE(sample.problem, "photo" + std::to_string(sample.index) + ".jpg: cannot be decoded. Replace the file.");
    }
    QCOMPARE(quarantine.samples().size(), std::size_t{4});
    QCOMPARE(named, (std::set<std::int64_t>{7, 19, 54, 55}));
  }

  // Too many of them end the loading at one batch, however far ahead the workers were: the first with which there are more than may be.
  void tooManyUnreadable_data() { middleOfAnEpoch_data(); }
  void tooManyUnreadable() {
    QFETCH(int, workers);
    const std::set<std::int64_t> bad{3, 14, 25, 36, 47, 58, 69};
    const std::vector<std::int64_t> order = epochOrder(100, 5, 0, true);
    std::size_t met = 0, last = 0;  // place in the order of the fifth
    while (met < 5) met += bad.count(order[last++]);
    Quarantine quarantine(100, 0.04);
    LoaderOptions options = optionsOf(8, workers);
    options.quarantine = &quarantine;
    DataLoader loader(std::make_shared<DamagedDataset>(100, bad), options);
    loader.start(0);
    for (std::size_t batch = 0; batch < (last - 1) / 8; ++batch) QVERIFY(loader.next());
    for (int i = 0; i < 2; ++i)
      verifyError([&] { loader.next(); }, {"data.max_bad_share", "of 100 samples cannot be read, and only 4 (4 %) may be", "photo", "And ",
                                           "Replace these files or remove them, or raise data.max_bad_share"});
  }

  void quarantineLimits() {
    QCOMPARE(Quarantine(600, 0.01).most(), 6);
    QCOMPARE(Quarantine(599, 0.01).most(), 5);
    QCOMPARE(Quarantine(40, 0.01).most(), 1);  // one at least
    QCOMPARE(Quarantine(40, 0).most(), 0);
    QCOMPARE(Quarantine(7, 1).most(), 7);
    Quarantine none(40, 0);
    none.add({});
    verifyError([&] { none.add({{3, "a.jpg: cannot be decoded."}}); }, {"1 of 40", "and none may be", "a.jpg: cannot be decoded"});
    Quarantine known(100, 0.02, {{3, "a"}, {4, "b"}});
    known.add({{4, "b again"}, {3, "a again"}});
    QCOMPARE(known.samples(), (std::vector<UnreadableSample>{{3, "a"}, {4, "b"}}));
    verifyError([&] { known.add({{5, "c"}}); }, {"3 of 100", "2 (2 %)"});
  }

  // A class of which nothing can be read has nothing to stand in, and an error that is not of the sample stays what it is.
  void nothingInItsPlace() {
    Quarantine quarantine(100, 0.5);
    LoaderOptions options = optionsOf(10, 2);
    options.shuffle = false;
    options.quarantine = &quarantine;
    std::set<std::int64_t> bad;
    for (std::int64_t i = 20; i < 30; ++i) bad.insert(i);
    DataLoader loader(std::make_shared<DamagedDataset>(100, bad), options);
    loader.start(0);
    QVERIFY(loader.next() && loader.next());
    verifyError([&] { loader.next(); }, {"photo29.jpg", "no sample with the same answer can be read in its place"});
    Quarantine lone(80, 0.5);
    options.quarantine = &lone;
    DataLoader other(std::make_shared<NumberedDataset>(80, 5), options);  // has no substitutes
    other.start(0);
    verifyError([&] { other.next(); }, {"photo.jpg", "no sample with the same answer"});
  }

  void longListsAreShortened() {
    QCOMPARE(shortened({"a", "b", "c", "d", "e"}).size(), std::size_t{5});
    QCOMPARE(shortened(std::vector<std::string>(7006, "a")), (std::vector<std::string>{"a", "a", "a", "... and 7003 more like these."}));
  }

  // Workers fill what the ring holds and no more.
  void boundedPrefetch() {
    auto dataset = std::make_shared<NumberedDataset>(1000);
    LoaderOptions options = optionsOf(10, 2);
    options.prefetch = 3;
    DataLoader loader(dataset, options);
    loader.start(0);
    QTRY_COMPARE(loader.readyBatches(), 7);
    QTest::qWait(30);
    QCOMPARE(dataset->reads.load(), 70);
    const Batch* first = loader.next();
    const std::vector<std::byte> before(first->memory[0].begin(), first->memory[0].end());
    QTest::qWait(30);
    QVERIFY(std::ranges::equal(first->memory[0], before));  // the batch in the caller's hands is left alone
    QCOMPARE(dataset->reads.load(), 70);
    QVERIFY(loader.next() != nullptr);
    QTRY_COMPARE(dataset->reads.load(), 80);
    QVERIFY(loader.lastWaitNs() >= 0);
  }

  // No batch is allocated anew: the ring's buffers come round.
  void buffersAreReused() {
    LoaderOptions options = optionsOf(10, 2);
    DataLoader loader(std::make_shared<NumberedDataset>(1000), options);
    std::set<const std::byte*> buffers;
    for (std::int64_t epoch = 0; epoch < 3; ++epoch) {
      loader.start(epoch);
      while (const Batch* batch = loader.next()) buffers.insert(batch->memory[0].data());
    }
    QVERIFY(buffers.size() <= 5);  // 2 workers * prefetch 2 + the one being read
  }

  // Sent to another epoch, or ended, in the middle of decodes that never end by themselves: a loader that waited for them would hang.
  // Without workers a batch is read where the caller wants it; workers read ahead into memory of their own.
  void readsIntoMemoryOfTheCaller_data() {
    QTest::addColumn<int>("workers");
    QTest::newRow("no worker") << 0;
    QTest::newRow("two workers") << 2;
  }
  void readsIntoMemoryOfTheCaller() {
    QFETCH(int, workers);
    LoaderOptions options = optionsOf(10, workers);
    options.dropLast = false;  // the last batch is padded there too
    const auto dataset = std::make_shared<NumberedDataset>(25);
    DataLoader expected(dataset, options), loader(dataset, options);
    std::vector<std::byte> x(static_cast<std::size_t>(10 * dataset->info().input().bytes()), std::byte{7}),
        labels(static_cast<std::size_t>(10 * dataset->info().target().bytes()), std::byte{7});
    const std::vector<std::span<std::byte>> memory{x, labels};
    expected.start(0);
    loader.start(0);
    int batches = 0;
    for (; const Batch* batch = loader.next(memory); ++batches) {
      const Batch* other = expected.next();
      QVERIFY(other && sameBytes(*batch, *other));
      QCOMPARE(batch->field(kInputField).data() == x.data(), workers == 0);
      QCOMPARE(batch->field(kTargetField).data() == labels.data(), workers == 0);
    }
    QCOMPARE(batches, 3);
    QCOMPARE(loader.ringBytes() == 0, workers == 0);
    loader.start(1);
    const std::vector<std::span<std::byte>> tooSmall{std::span(x).first(4), labels};
    if (workers == 0) QVERIFY_THROWS_EXCEPTION(Error, loader.next(tooSmall));
  }

  // What workers read ahead is where the caller says, as far as it has memory: the second of three blocks is not to be had.
  void readsAheadIntoGivenMemory() {
    LoaderOptions options = optionsOf(10, 2);
    options.prefetch = 1;
    options.dropLast = false;
    const auto dataset = std::make_shared<NumberedDataset>(95);
    DataLoader expected(dataset, options);
    std::vector<std::pair<std::byte*, std::int64_t>> given;
    int alive = 0, asked = 0;
    options.memory = [&](std::int64_t bytes) -> std::shared_ptr<std::byte> {
      if (++asked == 2) return nullptr;
      auto* const at = new std::byte[static_cast<std::size_t>(bytes)];
      given.emplace_back(at, bytes);
      ++alive;
      return {at, [&alive](std::byte* memory) {
                --alive;
                delete[] memory;
              }};
    };
    {
      DataLoader loader(dataset, options);
      QCOMPARE(asked, 3);  // 2 workers * prefetch 1 + the one being read
      for (const std::int64_t epoch : {0, 1}) {
        expected.start(epoch);
        loader.start(epoch);
        int there = 0, batches = 0;
        for (; const Batch* batch = loader.next(); ++batches) {
          const Batch* other = expected.next();
          QVERIFY(other && sameBytes(*batch, *other));
          for (const auto& [at, bytes] : given)
            there += batch->memory[0].data() == at && batch->memory[1].data() >= at + batch->memory[0].size() &&
                     batch->memory[1].data() + batch->memory[1].size() <= at + bytes;
        }
        QCOMPARE(batches, 10);
        QCOMPARE(there, 7);  // slots 0, 1, 2, 0, ...: of ten batches three are in the second
      }
    }
    QCOMPARE(alive, 0);
  }

  void stopsAtOnce() {
    const auto dataset = std::make_shared<EndlessDataset>();
    DataLoader loader(dataset, optionsOf(4, 3));
    loader.start(0);
    QTRY_COMPARE_WITH_TIMEOUT(dataset->begun.load(), 3, 60'000);
    loader.start(1);
    QTRY_COMPARE_WITH_TIMEOUT(dataset->begun.load(), 6, 60'000);
  }

  // Who waits for a batch that nobody finishes is let go.
  void waitingCanBeCancelled_data() { middleOfAnEpoch_data(); }
  void waitingCanBeCancelled() {
    QFETCH(int, workers);
    std::atomic<bool> cancel{false};
    LoaderOptions options;
    options.batchSize = 4;
    options.workers = workers;
    options.cancel = &cancel;
    DataLoader loader(std::make_shared<EndlessDataset>(), options);
    loader.start(0);
    std::thread asks([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      cancel = true;
    });
    QVERIFY(loader.next() == nullptr);
    QVERIFY(cancel);
    asks.join();
  }

  void startedOverAndOver() {
    auto dataset = std::make_shared<NumberedDataset>(400);
    DataLoader loader(dataset, optionsOf(5, 4));
    PhiloxStream random(2, 2);
    for (int i = 0; i < 300; ++i) {
      const std::int64_t epoch = random.below(5), from = random.below(300);
      const std::vector<std::int64_t> order = epochOrder(400, 5, epoch, true);
      loader.start(epoch, from);
      for (std::uint32_t b = random.below(6); b > 0; --b) {
        const Batch* batch = loader.next();
        QVERIFY(batch != nullptr);
        const std::int64_t at = from + 5 * (batch->index - from / 5);
        QCOMPARE(integersOf(batch->field(kTargetField))[0], static_cast<std::int32_t>(order[static_cast<std::size_t>(at)]));
      }
    }
  }

  void recorded() {
    Recorder recorder;
    recorder.enable(true);
    {
      DataLoader loader(std::make_shared<NumberedDataset>(200), optionsOf(10, 2), &recorder);
      loader.start(0);
      QCOMPARE(takeAll(loader).size(), std::size_t{20});
    }
    const Trace trace = recorder.take({}, "test");
    std::size_t spans = 0;
    std::set<std::string> tracks;
    for (const TraceLane& lane : trace.lanes) {
      tracks.insert(trace.tracks[static_cast<std::size_t>(lane.track)].name);
      for (std::size_t i = 0; i < lane.size(); ++i) {
        QCOMPARE(std::string(trace.names.name(lane.name[i])), std::string("load batch"));
        QCOMPARE(static_cast<Category>(lane.category[i]), Category::Data);
        QVERIFY(lane.duration[i] >= 0);
      }
      spans += lane.size();
    }
    QCOMPARE(spans, std::size_t{20});
    for (const std::string& track : tracks) QVERIFY(track == "Loader worker 1" || track == "Loader worker 2");
    QCOMPARE(trace.counters.size(), std::size_t{1});
    const TraceCounter& queue = trace.counters[0];
    QCOMPARE(trace.tracks[static_cast<std::size_t>(queue.track)].name, std::string("loader queue"));
    QCOMPARE(*std::max_element(queue.value.begin(), queue.value.end()) <= 5, true);
    QCOMPARE(queue.value.back(), 0.0);
    QVERIFY(std::is_sorted(queue.time.begin(), queue.time.end()));
  }

  void synthetic() {
    DataSpec spec;
    spec.kind = "synthetic";
    spec.imageSize = 12;
    spec.count = 50;
    spec.own["data.classes"] = 7;
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 50);
    QCOMPARE(splits.validation->size(), 10);
    QCOMPARE(splits.train->info().input().shape, (Shape{3, 12, 12}));
    QCOMPARE(splits.train->info().classNames.size(), std::size_t{7});
    std::vector<float> a(432), b(432), c(432);
    splits.train->readFloats(3, 0, a);
    splits.train->readFloats(3, 9, b);
    splits.validation->readFloats(3, 0, c);
    QCOMPARE(a, b);
    QVERIFY(a != c);
    for (const float value : a) QVERIFY(std::abs(value) < 3);
  }
};

QTEST_GUILESS_MAIN(LoaderTest)
#include "loader_test.moc"
