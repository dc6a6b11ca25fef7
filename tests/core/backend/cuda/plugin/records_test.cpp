// CUPTI's records, made by hand in buffers as it fills them: what the collector makes of them. Needs the toolkit's headers and CUPTI
// itself, but no GPU.
#include <cupti.h>

#include <fmt/format.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "core/backend/cuda/base/plugin_loader.h"
#include "core/backend/cuda/plugin/shared_library.h"

#include <QtTest>

using namespace stepscope;
using cuda::CollectorCounts;
using cuda::GpuRecord;
using cuda::GpuRecordKind;

namespace {

struct Kept {
  GpuRecord record;
  std::string name;
};

// Buffers are aligned to 8 bytes, and so is the size of every record.
class Records {
 public:
  template <class Record>
  Record& add(CUpti_ActivityKind kind) {
    static_assert(sizeof(Record) % 8 == 0);
    const std::size_t at = words_.size();
    words_.resize(at + sizeof(Record) / 8, 0);
    auto* record = reinterpret_cast<Record*>(words_.data() + at);
    record->kind = kind;
    return *record;
  }
  void kernel(const char* name, std::uint64_t start, std::uint64_t end, std::uint32_t correlation) {
    auto& k = add<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    k.name = name;
    k.start = start;
    k.end = end;
    k.correlationId = correlation;
    k.streamId = 7;
    k.gridX = 132;
    k.gridY = k.gridZ = k.blockY = k.blockZ = 1;
    k.blockX = 256;
    k.registersPerThread = 40;
    k.staticSharedMemory = 128;
    k.dynamicSharedMemory = 1024;
  }
  void correlate(std::uint32_t correlation, std::uint64_t node, CUpti_ExternalCorrelationKind kind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0) {
    auto& e = add<CUpti_ActivityExternalCorrelation>(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
    e.externalKind = kind;
    e.correlationId = correlation;
    e.externalId = node;
  }
  std::int32_t keep(const cuda::DeviceApi& api, const std::string& path, const std::vector<cuda::GraphNodeEvent>& events = {}) const {
    return api.keepRecords(path.c_str(), words_.data(), static_cast<std::int64_t>(words_.size() * 8), events.data(),
                           static_cast<std::int32_t>(events.size()));
  }
  std::vector<Kept> parse(const cuda::DeviceApi& api, CollectorCounts& counts, const std::vector<cuda::GraphNodeEvent>& events = {}) const {
    std::vector<Kept> kept;
    const std::int32_t status = api.parseRecords(
        words_.data(), static_cast<std::int64_t>(words_.size() * 8), events.data(), static_cast<std::int32_t>(events.size()), &kept,
        [](void* user, const GpuRecord* record) {
          static_cast<std::vector<Kept>*>(user)->push_back({*record, record->name});
        },
        &counts);
    if (status != cuda::kOk) qWarning("%s", api.errorText());
    return kept;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace

Q_DECLARE_METATYPE(std::vector<cuda::GraphNodeEvent>)

class CudaRecordsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const cuda::Plugin plugin = cuda::loadPlugin(BUILT_PLUGIN);
    QVERIFY2(plugin.api, plugin.problem.c_str());
    api_ = plugin.api;
    CollectorCounts counts;
    std::uint64_t nothing = 0;
    if (api_->parseRecords(&nothing, 0, nullptr, 0, nullptr, nullptr, &counts) == cuda::kUnsupported) QSKIP(api_->errorText());
  }

  // CUDA's libraries are loaded when they are first asked for something: one that is missing or of another version is a sentence then.
  void aLibraryOfAnotherVersionIsASentence() {
    const auto said = [](const auto& ask) {
      try {
        ask();
      } catch (const cuda::Failure& failure) {
        return failure.status == cuda::kUnsupported ? failure.text : std::string("another status");
      }
      return std::string("nothing");
    };
    const std::string missing = said([] { cuda::SharedLibrary("libcudnn-that-is-not-there.so.9"); });
    QVERIFY2(missing.find("libcudnn-that-is-not-there.so.9 cannot be loaded") == 0 && missing.find("install it") != missing.npos, missing.c_str());
    const std::string older = said([] { cuda::SharedLibrary("libm.so.6").function<void()>("cuptiOfTomorrow"); });
    QVERIFY2(older.find("libm.so.6 has no cuptiOfTomorrow") == 0 && older.find("install that of the CUDA 13 toolkit") != older.npos, older.c_str());
  }

  // The correlation stands behind the kernel that it belongs to, as happens when buffers are filled by several threads.
  void kernelsAreJoinedWithTheirNodes() {
    Records r;
    r.kernel("_ZN9stepscope4cuda3runINS0_7SoftmaxEEEvT_", 2000, 2500, 11);
    r.kernel("plain", 1000, 1500, 10);
    r.correlate(11, 5);
    r.correlate(10, 6, CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1);  // somebody else's
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts);
    QCOMPARE(static_cast<int>(kept.size()), 2);
    QCOMPARE(kept[0].name, std::string("plain"));  // in order of time
    QCOMPARE(kept[0].record.node, std::uint64_t{0});
    const GpuRecord& k = kept[1].record;
    QCOMPARE(kept[1].name, std::string("Softmax"));
    QVERIFY(k.kind == GpuRecordKind::Kernel);
    QCOMPARE(k.node, std::uint64_t{5});
    QCOMPARE(k.start, 2000);
    QCOMPARE(k.end, 2500);
    QCOMPARE(k.stream, 7u);
    QCOMPARE(k.grid[0], 132);
    QCOMPARE(k.block[0], 256);
    QCOMPARE(k.registers, 40);
    QCOMPARE(k.sharedBytes, 1152);
    QCOMPARE(counts.records, 2);
    QCOMPARE(counts.invalid + counts.unknown + counts.dropped, 0);
  }

  // A recording that was kept comes to the same when it is read again, also after the names that its records point to are gone.
  void keptRecordsComeToTheSame() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("kept.cupti").toStdString();
    std::vector<std::string> names{"_ZN9stepscope4cuda3runINS0_7SoftmaxEEEvT_", "sm90_xmma_fprop"};
    Records r;
    r.kernel(names[0].c_str(), 2000, 2500, 11);
    r.kernel(names[1].c_str(), 1000, 1500, 10);
    r.kernel(names[1].c_str(), 3000, 3500, 12);
    r.kernel(nullptr, 4000, 4500, 13);
    r.correlate(11, 5);
    auto& copy = r.add<CUpti_ActivityMemcpy6>(CUPTI_ACTIVITY_KIND_MEMCPY);
    copy.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    copy.start = 5000;
    copy.end = 6000;
    copy.bytes = 4096;
    const std::vector<cuda::GraphNodeEvent> events{{1, 0, 21}, {2, 1, 0}};
    CollectorCounts counts, again;
    const std::vector<Kept> expected = r.parse(*api_, counts, events);
    QCOMPARE(static_cast<int>(expected.size()), 5);
    QVERIFY2(r.keep(*api_, path, events) == cuda::kOk, api_->errorText());
    for (std::string& name : names) name.assign(name.size(), '?');
    const auto replayed = [&] {
      std::vector<Kept> kept;
      status_ = api_->replayRecords(
          path.c_str(), &kept,
          [](void* user, const GpuRecord* record) {
            static_cast<std::vector<Kept>*>(user)->push_back({*record, record->name});
          },
          &again);
      return kept;
    };
    const std::vector<Kept> kept = replayed();
    QVERIFY2(status_ == cuda::kOk, api_->errorText());
    QCOMPARE(kept.size(), expected.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
      QCOMPARE(kept[i].name, expected[i].name);
      GpuRecord a = kept[i].record, b = expected[i].record;
      a.name = b.name = nullptr;
      QVERIFY(a.kind == b.kind && a.start == b.start && a.end == b.end && a.node == b.node && a.correlation == b.correlation && a.bytes == b.bytes);
    }
    QCOMPARE(again.records, counts.records);
    // Of another version of CUPTI, or damaged: a sentence.
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray whole = file.readAll();
    const qint64 version = whole.indexOf('\n') + 1;
    QByteArray other = whole;
    other[version] = static_cast<char>(other[version] ^ 1);
    const auto put = [&](const QByteArray& bytes) {
      file.resize(0);
      file.seek(0);
      file.write(bytes);
      file.flush();
    };
    put(other);
    replayed();
    QCOMPARE(status_, std::int32_t{cuda::kUnsupported});
    QVERIFY2(QByteArray(api_->errorText()).contains("was recorded by CUPTI"), api_->errorText());
    for (const qint64 length : {qint64{0}, version, version + 8, whole.size() / 2, whole.size() - 1}) {
      put(whole.left(length));
      replayed();
      QCOMPARE(status_, std::int32_t{cuda::kFailed});
      QVERIFY2(QByteArray(api_->errorText()).contains("not a complete file of CUPTI's records"), api_->errorText());
    }
    QVERIFY(r.keep(*api_, "/proc/no/such/folder") == cuda::kFailed && QByteArray(api_->errorText()).contains("cannot be written"));
  }

  // What CUPTI wrote on an H200 (tests/gpu/results/h200: steps of lenet5, of which the first runs kernel by kernel and the others are CUDA
  // graphs, made before the second is read): every kernel has its node, none is lost, and the steps have as many kernels.
  void recordsOfAnH200() {
    std::vector<std::multiset<std::uint64_t>> nodes;
    for (int drain = 1; drain <= 4; ++drain) {
      const std::string path = fmt::format(SOURCE_FOLDER "/tests/gpu/results/h200/lenet5-drain-{}.cupti", drain);
      std::vector<Kept> kept;
      CollectorCounts counts;
      const std::int32_t status = api_->replayRecords(
          path.c_str(), &kept,
          [](void* user, const GpuRecord* record) {
            static_cast<std::vector<Kept>*>(user)->push_back({*record, record->name});
          },
          &counts);
      if (status == cuda::kUnsupported) QSKIP(api_->errorText());
      QVERIFY2(status == cuda::kOk, api_->errorText());
      QCOMPARE(counts.invalid + counts.unknown + counts.dropped, 0);
      std::multiset<std::uint64_t>& of = nodes.emplace_back();
      for (const Kept& k : kept) {
        QVERIFY(k.record.end >= k.record.start);
        if (k.record.kind != GpuRecordKind::Kernel) continue;
        QVERIFY2(k.record.node > 0 || drain > 2, k.name.c_str());
        QVERIFY(!k.name.empty());
        of.insert(k.record.node);
      }
      qInfo("drain %d: %d records, %d kernels", drain, static_cast<int>(kept.size()), static_cast<int>(of.size()));
      QCOMPARE(static_cast<int>(of.size()), 41);
    }
    QVERIFY(nodes[1] == nodes[0]);
  }

  // A launch of a CUDA graph has one correlation for all its kernels: theirs is the node that was pushed when the graph's node was made,
  // also in the copy that instantiating makes.
  void kernelsOfAGraphAreJoinedWithTheirNodes() {
    Records r;
    const auto ofGraph = [&](const char* name, std::uint64_t start, std::uint64_t graphNode) {
      auto& k = r.add<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
      k.name = name;
      k.start = start;
      k.end = start + 50;
      k.correlationId = 77;
      k.graphId = 3;
      k.graphNodeId = graphNode;
    };
    ofGraph("of the copy", 100, 1001);
    ofGraph("of the original", 200, 2);
    ofGraph("of a copy of a copy", 300, 5001);
    ofGraph("unknown", 400, 9999);
    r.correlate(77, 8);  // who launched the graph
    r.kernel("no graph", 500, 550, 78);
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts, {{1, 0, 21}, {2, 0, 22}, {1001, 1, 0}, {5001, 1001, 0}, {6001, 404, 0}});
    QCOMPARE(static_cast<int>(kept.size()), 5);
    const std::uint64_t expected[] = {21, 22, 21, 8, 0};
    for (std::size_t i = 0; i < 5; ++i) QVERIFY2(kept[i].record.node == expected[i], kept[i].name.c_str());
  }

  // Copies may be told before what they were copied from, and instantiating a graph tells of its nodes once more, without an owner.
  void graphNodesAreToldInAnyOrder_data() {
    using Events = std::vector<cuda::GraphNodeEvent>;
    QTest::addColumn<Events>("events");
    QTest::newRow("made, then copied") << Events{{1, 0, 21}, {1001, 1, 0}, {5001, 1001, 0}};
    QTest::newRow("copied, then made") << Events{{5001, 1001, 0}, {1001, 1, 0}, {1, 0, 21}};
    QTest::newRow("made again while instantiating") << Events{{1, 0, 21}, {1001, 1, 0}, {1001, 0, 0}, {5001, 1001, 0}, {5001, 0, 0}, {1, 0, 0}};
    QTest::newRow("made without an owner first") << Events{{5001, 0, 0}, {1001, 0, 0}, {5001, 1001, 0}, {1001, 1, 0}, {1, 0, 21}};
    QTest::newRow("in a circle") << Events{{1001, 5001, 0}, {5001, 1001, 0}, {7, 7, 0}};
  }
  void graphNodesAreToldInAnyOrder() {
    QFETCH(std::vector<cuda::GraphNodeEvent>, events);
    Records r;
    auto& k = r.add<CUpti_ActivityKernel10>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
    k.name = "of a copy of a copy";
    k.start = 100;
    k.end = 150;
    k.graphId = 3;
    k.graphNodeId = 5001;
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts, events);
    QCOMPARE(kept.size(), std::size_t{1});
    const bool known = events.back().copiedFrom != 7;
    QCOMPARE(kept[0].record.node, std::uint64_t{known ? 21U : 0U});
  }

  void callsKnowTheirThreadAndOverheadsTheirKind() {
    Records r;
    auto& call = r.add<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME);
    call.start = 10;
    call.end = 20;
    call.threadId = 4711;
    auto& overhead = r.add<CUpti_ActivityOverhead3>(CUPTI_ACTIVITY_KIND_OVERHEAD);
    overhead.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH;
    overhead.start = 30;
    overhead.end = 40;
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts);
    QCOMPARE(kept.size(), std::size_t{2});
    QCOMPARE(kept[0].record.thread, 4711U);
    QCOMPARE(kept[1].name, std::string("Buffer flush"));
  }

  void copiesCallsAndWaits() {
    Records r;
    auto& copy = r.add<CUpti_ActivityMemcpy6>(CUPTI_ACTIVITY_KIND_MEMCPY);
    copy.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
    copy.bytes = 77;
    copy.start = 100;
    copy.end = 200;
    copy.graphId = 3;
    copy.graphNodeId = 9;
    auto& set = r.add<CUpti_ActivityMemset4>(CUPTI_ACTIVITY_KIND_MEMSET);
    set.bytes = 64;
    set.start = 300;
    set.end = 310;
    auto& call = r.add<CUpti_ActivityAPI>(CUPTI_ACTIVITY_KIND_RUNTIME);
    call.start = 90;
    call.end = 95;
    call.correlationId = 4;
    auto& wait = r.add<CUpti_ActivitySynchronization2>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
    wait.type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE;
    wait.start = 400;
    wait.end = 500;
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts);
    QCOMPARE(static_cast<int>(kept.size()), 4);
    QVERIFY(kept[0].record.kind == GpuRecordKind::Runtime);
    QCOMPARE(kept[1].name, std::string("Memcpy HtoD"));
    QCOMPARE(kept[1].record.bytes, 77);
    QCOMPARE(kept[1].record.graphNode, std::uint64_t{9});
    QCOMPARE(kept[1].record.graph, 3u);
    QCOMPARE(kept[2].name, std::string("Memset"));
    QCOMPARE(kept[3].name, std::string("Stream sync"));
  }

  // A release need not say its size; one of a block that nobody knows, or an allocation of nothing, is counted.
  void memoryThatIsTakenAndGivenBack() {
    Records r;
    const auto memory = [&](std::uint64_t at, std::uint64_t address, std::uint64_t bytes, CUpti_ActivityMemoryOperationType type,
                            CUpti_ActivityMemoryKind kind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE) {
      auto& m = r.add<CUpti_ActivityMemory4>(CUPTI_ACTIVITY_KIND_MEMORY2);
      m.timestamp = at;
      m.address = address;
      m.bytes = bytes;
      m.memoryOperationType = type;
      m.memoryKind = kind;
      m.correlationId = 9;
    };
    constexpr auto kTake = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION, kGive = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
    memory(100, 0x1000, 4096, kTake);
    memory(200, 0x9000, 64, kTake, CUPTI_ACTIVITY_MEMORY_KIND_PINNED);
    memory(300, 0x1000, 0, kGive);
    memory(400, 0x7000, 512, kGive, CUPTI_ACTIVITY_MEMORY_KIND_MANAGED);  // from before the recording
    memory(500, 0x1000, 0, kGive);                                        // twice
    memory(600, 0x2000, 0, kTake);
    memory(0, 0x3000, 4, kTake);
    memory(700, 0x4000, 4, CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_INVALID);
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts);
    QCOMPARE(static_cast<int>(kept.size()), 4);
    const std::int64_t bytes[] = {4096, 64, -4096, -512};
    const cuda::GpuMemory where[] = {cuda::GpuMemory::Device, cuda::GpuMemory::Pinned, cuda::GpuMemory::Device, cuda::GpuMemory::Managed};
    for (std::size_t i = 0; i < 4; ++i) {
      QVERIFY(kept[i].record.kind == GpuRecordKind::Memory);
      QCOMPARE(kept[i].record.bytes, bytes[i]);
      QVERIFY(kept[i].record.memory == where[i]);
      QCOMPARE(kept[i].record.correlation, 9u);
    }
    QCOMPARE(kept[0].record.address, std::uint64_t{0x1000});
    QCOMPARE(kept[0].name, std::string("allocate"));
    QCOMPARE(kept[2].name, std::string("give back"));
    QCOMPARE(counts.invalid, 4);
    QCOMPARE(counts.unknown, 0);
  }

  void whatIsWrongIsCounted() {
    Records r;
    r.kernel("never ran", 0, 0, 1);
    r.kernel("ends before it starts", 500, 400, 2);
    r.kernel("longer than a week", 1000, 1000 + std::uint64_t{8} * 24 * 3600 * 1'000'000'000, 3);
    r.kernel("good", 100, 200, 4);
    r.add<CUpti_ActivityName>(CUPTI_ACTIVITY_KIND_NAME);
    r.kernel("behind", 300, 400, 5);
    CollectorCounts counts;
    const auto kept = r.parse(*api_, counts);
    QCOMPARE(static_cast<int>(kept.size()), 2);
    QCOMPARE(kept[0].name, std::string("good"));
    QCOMPARE(kept[1].name, std::string("behind"));
    QCOMPARE(counts.invalid, 3);
    QCOMPARE(counts.unknown, 1);
  }

  // A forced flush hands over buffers that are full in part: the rest is zero, which is no record.
  void anUnfinishedBufferEndsWhereItEnds() {
    Records r;
    r.kernel("whole", 100, 200, 4);
    for (int i = 0; i < 20; ++i) r.correlate(0, 0, CUPTI_EXTERNAL_CORRELATION_KIND_INVALID);
    CollectorCounts counts;
    QCOMPARE(static_cast<int>(r.parse(*api_, counts).size()), 1);
    QCOMPARE(counts.records, 1);
  }

 private:
  std::int32_t status_ = 0;
  const cuda::DeviceApi* api_ = nullptr;
};

QTEST_GUILESS_MAIN(CudaRecordsTest)
#include "records_test.moc"
