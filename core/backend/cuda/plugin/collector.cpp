// CUPTI for this process: loaded when a recording begins, detached when it ends. The order of the calls and the reasons for it follow kineto and
// Nsight's manual.
#include <cupti.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <mutex>
#include <utility>

#include "core/backend/cuda/plugin/context.h"
#include "core/backend/cuda/plugin/cupti_errors.h"
#include "core/backend/cuda/plugin/kept_records.h"
#include "core/backend/cuda/plugin/library_plan.h"
#include "core/backend/cuda/plugin/record_parser.h"
#include "core/backend/cuda/plugin/shared_library.h"

namespace stepscope::cuda {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;  // as in kineto: smaller buffers cause contention, larger ones are returned late
constexpr int kReady = 4;                                   // buffers allocated in advance: an allocation during a recording would disturb a launch

struct Cupti {
  SharedLibrary library{"libcupti.so.13"};
#define STEPSCOPE_CUPTI(name) decltype(&cupti##name) name = library.function<decltype(cupti##name)>("cupti" #name)
  STEPSCOPE_CUPTI(ActivityEnable);
  STEPSCOPE_CUPTI(ActivityDisable);
  STEPSCOPE_CUPTI(ActivityFlushAll);
  STEPSCOPE_CUPTI(ActivityGetNextRecord);
  STEPSCOPE_CUPTI(ActivityGetNumDroppedRecords);
  STEPSCOPE_CUPTI(ActivityPushExternalCorrelationId);
  STEPSCOPE_CUPTI(ActivityPopExternalCorrelationId);
  STEPSCOPE_CUPTI(ActivityRegisterCallbacks);
  STEPSCOPE_CUPTI(ActivityRegisterTimestampCallback);
  STEPSCOPE_CUPTI(ActivitySetAttribute);
  STEPSCOPE_CUPTI(EnableCallback);
  STEPSCOPE_CUPTI(Finalize);
  STEPSCOPE_CUPTI(GetGraphNodeId);
  STEPSCOPE_CUPTI(GetVersion);
  STEPSCOPE_CUPTI(Subscribe);
  STEPSCOPE_CUPTI(Unsubscribe);
  STEPSCOPE_CUPTI(GetCallbackName);
  STEPSCOPE_CUPTI(GetResultString);
#undef STEPSCOPE_CUPTI
};

const Cupti& cupti() {
  static const Cupti loaded;
  return loaded;
}

void check(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  cupti().GetResultString(result, &text);
  throw cuptiFailure(result, what, text);
}

const char* callName(bool driver, std::uint32_t id) {
  const char* name = nullptr;
  cupti().GetCallbackName(driver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API, id, &name);
  return name;
}

// The time of the clock of nowNs().
std::uint64_t monotonicNs() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(now.tv_nsec);
}

struct Buffer {
  std::unique_ptr<std::uint8_t[]> bytes;  // operator new aligns to 16
  std::size_t valid = 0;
};

// The buffers between the threads of CUPTI, which request empty ones and return full ones, and ours, which drains them. A buffer is never reused:
// with reused buffers CUPTI has returned old records again (NVIDIA/Fuser PR#5402).
class Pool {
 public:
  void begin(std::int64_t cap) {
    const std::lock_guard lock(mutex_);
    cap_ = cap;
    counts_ = {};
    while (ready_.size() < kReady) ready_.push_back(fresh());
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ready_.clear();
    full_.clear();
  }
  std::uint8_t* give() {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<std::uint8_t[]> buffer;
    if (ready_.empty()) {
      buffer = fresh();
    } else {
      buffer = std::move(ready_.back());
      ready_.pop_back();
    }
    return buffer.release();
  }
  void take(std::uint8_t* bytes, std::size_t valid) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<std::uint8_t[]> owner(bytes);
    if (valid == 0) return;
    ++counts_.buffers;
    // Older drivers crash if a request for a buffer is refused. So every request gets one, and full buffers beyond the limit are discarded and
    // counted.
    if (static_cast<std::int64_t>((full_.size() + 1) * kBufferBytes) > cap_) {
      ++counts_.refused;
      return;
    }
    full_.push_back({std::move(owner), valid});
  }
  std::vector<Buffer> drain(CollectorCounts& counts) {
    const std::lock_guard lock(mutex_);
    counts.buffers += counts_.buffers;
    counts.refused += counts_.refused;
    counts_ = {};
    while (ready_.size() < kReady) ready_.push_back(fresh());
    return std::exchange(full_, {});
  }

 private:
  // A new buffer. It is not cleared: touching all its pages takes longer than CUPTI needs for the records of a step.
  static std::unique_ptr<std::uint8_t[]> fresh() { return std::make_unique_for_overwrite<std::uint8_t[]>(kBufferBytes); }

  std::mutex mutex_;
  std::int64_t cap_ = 0;
  std::vector<std::unique_ptr<std::uint8_t[]>> ready_;
  std::vector<Buffer> full_;
  CollectorCounts counts_;
};

Pool& pool() {
  static Pool* const shared = new Pool;  // CUPTI's threads may outlive the program's statics
  return *shared;
}

void CUPTIAPI bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maximum) {
  *buffer = pool().give();
  *size = kBufferBytes;
  *maximum = 0;
}
void CUPTIAPI bufferCompleted(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  pool().take(buffer, valid);
}

// The kinds of records to collect. KERNEL is not among them, since it serialises kernels. External correlations are written only together with
// RUNTIME or DRIVER.
constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER,
                                         CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,    CUPTI_ACTIVITY_KIND_MEMCPY,  CUPTI_ACTIVITY_KIND_MEMSET,
                                         CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,      CUPTI_ACTIVITY_KIND_OVERHEAD};

// Kinds that a driver may not support: the recording then continues without them.
constexpr CUpti_ActivityKind kExtraKinds[] = {CUPTI_ACTIVITY_KIND_MEMORY2};

std::unique_ptr<RecordParser>& parser() {
  static std::unique_ptr<RecordParser> current;
  return current;
}

// Observes the creation of CUDA graphs, so that the node of each of their kernels is known. Needs the only subscriber slot of the process; if another
// profiler has it, steps are recorded kernel by kernel.
class GraphWatch {
 public:
  bool start() {
    if (cupti().Subscribe(&subscriber_, &GraphWatch::called, this) != CUPTI_SUCCESS) return watching_ = false;
    watching_ = true;
    for (const auto id : {CUPTI_CBID_RESOURCE_GRAPHNODE_CREATED, CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED})
      watching_ = watching_ && cupti().EnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_RESOURCE, id) == CUPTI_SUCCESS;
    if (!watching_) cupti().Unsubscribe(subscriber_);
    return watching_;
  }
  void stop() {
    if (watching_) cupti().Unsubscribe(subscriber_);
    watching_ = false;
    const std::lock_guard lock(mutex_);
    events_.clear();
    all_.clear();
  }
  bool watching() const { return watching_; }
  // push() and pop() are called on the thread that records the graph.
  void push(std::uint64_t node) { owners_.push_back(node); }
  void pop() {
    if (!owners_.empty()) owners_.pop_back();
  }
  std::vector<GraphNodeEvent> drain() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
  }
  // All events so far, for a file of records: every file also has the graphs that were created earlier, so that it can be replayed alone.
  const std::vector<GraphNodeEvent>& allWith(const std::vector<GraphNodeEvent>& drained) {
    all_.insert(all_.end(), drained.begin(), drained.end());
    return all_;
  }

 private:
  static void CUPTIAPI called(void* user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
    if (domain != CUPTI_CB_DOMAIN_RESOURCE || !data) return;
    const auto* resource = static_cast<const CUpti_ResourceData*>(data);
    const auto* graph = static_cast<const CUpti_GraphData*>(resource->resourceDescriptor);
    auto& self = *static_cast<GraphWatch*>(user);
    GraphNodeEvent event;
    if (!graph || cupti().GetGraphNodeId(graph->node, &event.id) != CUPTI_SUCCESS) return;
    if (id == CUPTI_CBID_RESOURCE_GRAPHNODE_CLONED) {
      if (cupti().GetGraphNodeId(graph->originalNode, &event.copiedFrom) != CUPTI_SUCCESS || event.copiedFrom == 0) return;
    } else {
      event.node = owners_.empty() ? 0 : owners_.back();
    }
    const std::lock_guard lock(self.mutex_);
    self.events_.push_back(event);
  }

  static thread_local std::vector<std::uint64_t> owners_;
  CUpti_SubscriberHandle subscriber_ = nullptr;
  bool watching_ = false;
  std::mutex mutex_;
  std::vector<GraphNodeEvent> events_, all_;
};
thread_local std::vector<std::uint64_t> GraphWatch::owners_;

GraphWatch& graphWatch() {
  static GraphWatch* const shared = new GraphWatch;
  return *shared;
}

void parse(RecordParser& into, std::uint8_t* buffer, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  // At the end the result is MAX_LIMIT_REACHED, or INVALID_KIND in a buffer that a forced flush returned half full.
  while (cupti().ActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) into.add(record);
}

// Stores the names to which the records point, since they are freed with the profiler.
void keepNames(std::uint8_t* buffer, std::size_t valid, KeptRecords& into) {
  CUpti_Activity* record = nullptr;
  while (cupti().ActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
    if (isKernel(*record) && kernelName(*record)) into.names.emplace(reinterpret_cast<std::uintptr_t>(kernelName(*record)), kernelName(*record));
}

std::uint32_t cuptiVersion() {
  std::uint32_t version = 0;
  check(cupti().GetVersion(&version), "asking the profiler for its version");
  return version;
}

void keep(const std::string& path, std::vector<GraphNodeEvent> events, const std::vector<std::pair<std::uint8_t*, std::size_t>>& buffers) {
  KeptRecords kept{cuptiVersion(), std::move(events), {}, {}};
  for (const auto& [bytes, valid] : buffers) {
    keepNames(bytes, valid, kept);
    kept.addBuffer(bytes, valid);
  }
  kept.write(path);
}

// Parses stored records, with their name pointers replaced by the stored names.
void replay(KeptRecords& kept, RecordParser& into) {
  for (const GraphNodeEvent& event : kept.events) into.add(event);
  for (std::vector<std::uint64_t>& buffer : kept.buffers) {
    auto* const bytes = reinterpret_cast<std::uint8_t*>(buffer.data());
    CUpti_Activity* record = nullptr;
    while (cupti().ActivityGetNextRecord(bytes, buffer.size() * 8, &record) == CUPTI_SUCCESS) {
      if (isKernel(*record)) {
        const auto found = kept.names.find(reinterpret_cast<std::uintptr_t>(kernelName(*record)));
        setKernelName(*record, found == kept.names.end() ? nullptr : found->second.c_str());
      }
      into.add(record);
    }
  }
}

void start(Context& context, std::int64_t cap) {
  context.use();
  const Cupti& c = cupti();
  // Our clock is registered once per process: registering it again corrupts the first records of every later recording (pytorch#192021). Before CUPTI
  // 13.1 records with our own clock may have times of 0, so there the wall clock is used, and the recording converts its times.
  static const CUptiResult clock = [&c] {
    std::uint32_t version = 0;
    constexpr std::uint32_t kOwnClock = 130100;
    return c.GetVersion(&version) == CUPTI_SUCCESS && version >= kOwnClock ? c.ActivityRegisterTimestampCallback(monotonicNs) : CUPTI_SUCCESS;
  }();
  check(clock, "setting the profiler's clock");
  pool().begin(cap);
  graphWatch().start();
  check(c.ActivityRegisterCallbacks(bufferRequested, bufferCompleted), "starting the profiler");
  for (const CUpti_ActivityKind kind : kKinds) {
    const CUptiResult result = c.ActivityEnable(kind);
    if (result == CUPTI_SUCCESS) continue;
    for (const CUpti_ActivityKind enabled : kKinds) c.ActivityDisable(enabled);
    graphWatch().stop();
    pool().end();
    check(result, "starting the profiler");
  }
  for (const CUpti_ActivityKind kind : kExtraKinds) c.ActivityEnable(kind);
  parser() = std::make_unique<RecordParser>(callName);
}

void drain(Context& context, void* user, RecordSink sink, CollectorCounts& counts) {
  context.use();
  const Cupti& c = cupti();
  cuda::check(cudaDeviceSynchronize(), "waiting for the GPU");  // a flush does not wait for the device
  check(c.ActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "reading the profiler");
  std::size_t dropped = 0;
  if (c.ActivityGetNumDroppedRecords(nullptr, 0, &dropped) == CUPTI_SUCCESS) counts.dropped += static_cast<std::int64_t>(dropped);
  const std::vector<GraphNodeEvent> events = graphWatch().drain();
  std::vector<Buffer> buffers = pool().drain(counts);
  if (const std::string path = nextRecordsFile(); !path.empty()) {
    std::vector<std::pair<std::uint8_t*, std::size_t>> raw;
    for (Buffer& buffer : buffers) raw.emplace_back(buffer.bytes.get(), buffer.valid);
    keep(path, graphWatch().allWith(events), raw);
  }
  for (const GraphNodeEvent& event : events) parser()->add(event);
  for (Buffer& buffer : buffers) parse(*parser(), buffer.bytes.get(), buffer.valid);
  parser()->finish(user, sink, counts);
}

void stop(Context& context) {
  context.use();
  const Cupti& c = cupti();
  cuda::check(cudaDeviceSynchronize(), "waiting for the GPU");
  for (const CUpti_ActivityKind kind : kKinds) c.ActivityDisable(kind);
  for (const CUpti_ActivityKind kind : kExtraKinds) c.ActivityDisable(kind);
  c.ActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  graphWatch().stop();
  c.Finalize();  // without it 10 to 20 % of the overhead of launches remains (pytorch PR#146604)
  pool().end();
  parser().reset();
}

}  // namespace

void addCollector(DeviceApi& api) {
  // startCollector, drainCollector and stopCollector start and stop CUPTI or wait for the device: no other thread may record a graph or start work
  // meanwhile.
  api.startCollector = [](Context* context, std::int64_t cap) { return guardedEnqueuing(*context, [&] { start(*context, cap); }); };
  api.pushNode = [](std::uint64_t node) {
    return guarded([&] {
      graphWatch().push(node);
      check(cupti().ActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, node), "marking a layer");
    });
  };
  api.popNode = [] {
    return guarded([&] {
      graphWatch().pop();
      std::uint64_t last = 0;
      check(cupti().ActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, &last), "marking a layer");
    });
  };
  api.drainCollector = [](Context* context, void* user, RecordSink sink, CollectorCounts* counts) {
    return guardedEnqueuing(*context, [&] {
      if (!parser()) throw Failure(kFailed, "the profiler is not running");
      drain(*context, user, sink, *counts);
    });
  };
  api.stopCollector = [](Context* context) {
    return guardedEnqueuing(*context, [&] {
      if (parser()) stop(*context);
    });
  };
  api.attributesGraphs = [] { return static_cast<std::int32_t>(graphWatch().watching()); };
  api.profilerError = [](std::int32_t code) { return guarded([&] { check(static_cast<CUptiResult>(code), "starting the profiler"); }); };
  api.parseRecords = [](const void* buffer, std::int64_t bytes, const GraphNodeEvent* events, std::int32_t eventCount, void* user, RecordSink sink,
                        CollectorCounts* counts) {
    return guarded([&] {
      RecordParser alone(nullptr);
      for (std::int32_t i = 0; i < eventCount; ++i) alone.add(events[i]);
      ++counts->buffers;
      parse(alone, static_cast<std::uint8_t*>(const_cast<void*>(buffer)), static_cast<std::size_t>(bytes));
      alone.finish(user, sink, *counts);
    });
  };
  api.keepRecords = [](const char* path, const void* buffer, std::int64_t bytes, const GraphNodeEvent* events, std::int32_t eventCount) {
    return guarded([&] {
      keep(path, {events, events + eventCount}, {{static_cast<std::uint8_t*>(const_cast<void*>(buffer)), static_cast<std::size_t>(bytes)}});
    });
  };
  api.replayRecords = [](const char* path, void* user, RecordSink sink, CollectorCounts* counts) {
    return guarded([&] {
      KeptRecords kept = KeptRecords::read(path);
      if (const std::uint32_t here = cuptiVersion(); kept.cupti != here)
        throw Failure(kUnsupported, std::string(path) + " was recorded by CUPTI " + std::to_string(kept.cupti) + ", and this is CUPTI " +
                                        std::to_string(here) + ", whose records may differ");
      RecordParser alone(callName);
      counts->buffers += static_cast<std::int64_t>(kept.buffers.size());
      replay(kept, alone);
      alone.finish(user, sink, *counts);
    });
  };
}

}  // namespace stepscope::cuda
