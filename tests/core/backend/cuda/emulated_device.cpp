#include "tests/core/backend/cuda/emulated_device.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/base/clock.h"
#include "tests/core/backend/cuda/emulated_faults.h"
#include "tests/core/backend/cuda/emulated_libraries.h"

namespace stepscope::cuda {

struct Kernel {
  std::string type;
  decltype(KernelRef::onHost) onHost = nullptr;
  long runs = 0;
};
struct Context {
  bool collecting = false;
  std::vector<GpuRecord> records;
  std::deque<std::string> names;  // of the records
  std::deque<Kernel> kernels;
  std::uint32_t correlation = 0;
  bool capturing = false, lost = false;
  std::vector<std::function<void()>> recording;
};
struct Event {
  float atMs = 0;
};
struct StepGraph {
  bool watched = false;  // while the collector ran
  std::vector<std::function<void()>> launches;
};
struct LibraryPlan {
  std::function<void(void* const*)> run;
  std::int64_t workspaceBytes = 0;
  int taken = 0;
  std::string name{};
  std::set<int> built{};  // of the alternatives
};

namespace {

thread_local std::string errorText;
std::vector<std::uint64_t> nodes;  // pushed
std::map<void*, std::int64_t> memory;
std::mutex memoryMutex;  // predictions ask on a thread of their own
float clockMs = 0;       // of the device: plans take time

std::int32_t fail(std::int32_t status, std::string text) {
  errorText = std::move(text);
  return status;
}

// Runs now, or when the graph being recorded is launched.
std::int32_t start(Context* context, std::function<void()> work) {
  if (emulation().loseNow) context->lost = true;
  if (context->lost) return fail(kDeviceLost, "an illegal memory access was encountered");
  if (context->capturing) {
    context->recording.push_back(std::move(work));
    ++emulation().captured;
    return kOk;
  }
  clockMs += emulation().startMs;
  if (emulation().loseAfter >= 0 && emulation().launches >= emulation().loseAfter) {
    context->lost = true;
    return fail(kDeviceLost, "an illegal memory access was encountered");
  }
  ++emulation().launches;
  work();
  return kOk;
}

// The same with the collector's records: a call and the kernel that it started; of a graph's kernels the kernel alone, by what was pushed
// when the graph was recorded.
std::int32_t startCollected(Context* context, std::string name, std::int64_t blocks, int threads, std::function<void()> work) {
  const std::uint64_t owner = nodes.empty() ? 0 : nodes.back();
  const auto kernel = [=](std::uint64_t node, std::uint32_t correlation) {
    context->names.push_back(name);
    GpuRecord record;
    record.start = nowNs();
    record.end = record.start + 100;
    record.name = context->names.back().c_str();
    record.node = node;
    record.stream = 7;
    record.correlation = correlation;
    record.grid[0] = static_cast<std::int32_t>(blocks);
    record.block[0] = threads;
    record.grid[1] = record.grid[2] = record.block[1] = record.block[2] = 1;
    return record;
  };
  if (context->capturing) {
    return start(context, [=] {
      if (context->collecting) {
        GpuRecord record = kernel(emulation().attributesGraphs ? owner : 0, context->correlation + (emulation().wrongLaunches ? 100'000 : 0));
        record.graph = 3;
        context->records.push_back(record);
      }
      work();
    });
  }
  if (context->collecting) {
    const GpuRecord record = kernel(owner, ++context->correlation);
    GpuRecord call = record;
    call.kind = GpuRecordKind::Runtime;
    call.name = "cudaLaunchKernel";
    context->records.push_back(call);
    context->records.push_back(record);
  }
  return start(context, work);
}

std::int32_t build(LibraryPlan* plan) {
  if (plan->built.contains(plan->taken)) return kOk;
  ++emulation().planBuilds;
  if (emulation().unbuildable.contains(emulation().alternatives[static_cast<std::size_t>(plan->taken)]))
    return fail(kUnsupported, "the kernel cannot be built");
  plan->built.insert(plan->taken);
  return kOk;
}

DeviceApi makeTable() {
  DeviceApi api;
  api.bytes = sizeof(DeviceApi);
  api.errorText = [] { return errorText.c_str(); };
  api.probe = [](ProbeResult* result) {
    *result = {13000, 13000, 1, 0};
    return std::int32_t{kOk};
  };
  api.open = [](std::int32_t, const char*, Context** out) {
    *out = new Context;
    return std::int32_t{kOk};
  };
  api.openDescribed = [](std::int32_t, Context**) { return fail(kUnsupported, "the emulated device describes no others"); };
  api.close = [](Context* context) {
    if (emulation().exiting) std::fprintf(stderr, "a GPU is closed within exit()\n"), std::abort();
    delete context;
  };
  api.properties = [](Context*, DeviceProperties* p) {
    std::snprintf(p->name, sizeof(p->name), "emulated device");
    std::snprintf(p->libraries, sizeof(p->libraries), "host");
    p->major = emulation().computeCapability / 10;
    p->minor = emulation().computeCapability % 10;
    p->multiprocessors = 1;
    p->driverVersion = 13000;
    p->memoryBytes = emulation().memoryBytes;
    p->freeBytes = emulation().memoryBytes - emulation().allocatedBytes;
    p->sharedBytesPerBlock = 227 << 10;
    return std::int32_t{kOk};
  };
  api.allocate = [](Context*, std::int64_t bytes, void** out) {
    const std::lock_guard lock(memoryMutex);
    if (emulation().allocatedBytes + bytes > emulation().memoryBytes) return fail(kOutOfMemory, "out of memory");
    *out = std::calloc(1, static_cast<std::size_t>(bytes) + 64);
    memory[*out] = bytes;
    emulation().allocatedBytes += bytes;
    ++emulation().allocations;
    return std::int32_t{kOk};
  };
  api.release = [](Context*, void* at) {
    const std::lock_guard lock(memoryMutex);
    const auto it = memory.find(at);
    if (it == memory.end()) std::abort();  // twice, or never taken
    emulation().allocatedBytes -= it->second;
    if (it->second >= 65536) emulation().allocatedBytes += emulation().leakBytes;
    --emulation().allocations;
    memory.erase(it);
    std::free(at);
  };
  api.allocateHost = [](Context*, std::int64_t bytes, void** out) {
    *out = std::calloc(1, static_cast<std::size_t>(bytes) + 64);
    ++emulation().hostAllocations;
    return std::int32_t{kOk};
  };
  api.releaseHost = [](Context*, void* at) {
    --emulation().hostAllocations;
    std::free(at);
  };
  api.copy = [](Context* context, void* to, const void* from, std::int64_t bytes, CopyKind kind, Stream) {
    if (context->lost) return fail(kDeviceLost, "an illegal memory access was encountered");
    if (kind == CopyKind::HostToDevice) ++emulation().uploads;
    const bool late = kind == CopyKind::HostToDevice ? isPlanted("late upload") : isPlanted("early download") && kind == CopyKind::DeviceToHost;
    if (late) {
      // What was there at the last copy of the same place.
      const auto* now = static_cast<const std::byte*>(from);
      std::vector<std::byte>& kept = emulation().copied[kind == CopyKind::HostToDevice ? to : from];
      std::vector<std::byte> before = std::exchange(kept, std::vector<std::byte>(now, now + bytes));
      if (before.size() == kept.size()) return std::memcpy(to, before.data(), before.size()), std::int32_t{kOk};
    }
    if (bytes > 0) std::memcpy(to, from, static_cast<std::size_t>(bytes));
    return std::int32_t{kOk};
  };
  api.zero = [](Context* context, void* at, std::int64_t bytes, Stream) {
    return start(context, [=] {
      if (!isPlanted("nothing zeroed")) std::memset(at, 0, static_cast<std::size_t>(bytes));
    });
  };
  api.makeEvent = [](Context*, Event** out) {
    *out = new Event;
    ++emulation().events;
    return std::int32_t{kOk};
  };
  api.freeEvent = [](Context*, Event* event) {
    delete event;
    --emulation().events;
  };
  api.record = [](Context*, Event* event, Stream) {
    event->atMs = clockMs;
    return std::int32_t{kOk};
  };
  api.wait = [](Context*, Event*, Stream) { return std::int32_t{kOk}; };
  api.waitOnHost = [](Context*, Event*) { return std::int32_t{kOk}; };
  api.elapsedMs = [](Context*, Event* from, Event* to, float* ms) {
    *ms = to->atMs - from->atMs;
    return std::int32_t{kOk};
  };
  api.synchronize = [](Context* context) {
    ++emulation().synchronisations;
    return context->lost ? fail(kDeviceLost, "an illegal memory access was encountered") : std::int32_t{kOk};
  };
  api.compile = [](Context* context, const SourceFile*, std::int32_t, const KernelRef* kernels, std::int32_t count, Kernel** out) {
    for (std::int32_t i = 0; i < count; ++i) {
      out[i] = &context->kernels.emplace_back(Kernel{kernels[i].type, kernels[i].onHost, 0});  // kept as long as the context, as modules are
      emulation().kernelTypes.insert(kernels[i].type);
    }
    return std::int32_t{kOk};
  };
  api.launch = [](Context* context, Kernel* kernel, std::int64_t blocks, std::int32_t threads, std::int64_t sharedBytes, const void* functor,
                  std::int64_t size) {
    if (emulation().throwsWhileRecording && context->capturing) throw std::bad_alloc();
    if (blocks < 1 || blocks > 2147483647 || threads < 32 || threads > 256 || threads % 32 || sharedBytes > (227 << 10))
      return fail(kFailed, "invalid launch configuration");
    std::int64_t& most = emulation().mostBlocks[kernel->type];
    most = std::max(most, blocks);
    // As the device does: the parameter is copied when the kernel is launched.
    const auto* bytes = static_cast<const std::byte*>(functor);
    std::vector<std::byte> parameter(bytes, bytes + size);
    return startCollected(context, kernel->type, blocks, threads, [=]() mutable {
      clockMs += emulation().ownKernelMs;
      if (isLeftOut(kernel->type, kernel->runs++)) return;
      beforeLaunch(kernel->type, parameter.data());
      const std::string broken = runLaunch(
          {kernel->onHost, parameter.data(), blocks, threads, sharedBytes, lostBlocks(blocks), emulation().realThreads}, emulation().threads);
      afterLaunch(kernel->type, parameter.data());
      if (!broken.empty()) std::fprintf(stderr, "%s: %s\n", kernel->type.c_str(), broken.c_str()), std::abort();
    });
  };
  api.makeMatmul = [](Context*, const MatmulRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    if (!emulation().libraries) return fail(kUnsupported, "no kernel");
    if (!emulation().epilogues && (request->epilogue > Epilogue::Relu || request->biasGradient != BiasGradient::None || request->keepForBackward))
      return fail(kUnsupported, "no kernel with that epilogue");
    emulation().epilogueRequests += request->epilogue > Epilogue::Relu || request->biasGradient != BiasGradient::None || request->keepForBackward;
    *out = new LibraryPlan{[r = *request](void* const* operands) { multiply(r, operands); }, 0};
    *workspaceBytes = 0;
    ++emulation().plans;
    return std::int32_t{kOk};
  };
  api.makeConvolution = [](Context*, const ConvolutionRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    if (!emulation().libraries) return fail(kUnsupported, "no kernel");
    if (!emulation().fusedConvolutions && (request->bias || request->relu || request->statistics || request->normGradient))
      return fail(kUnsupported, "no fused kernel");
    if (request->normGradient && !emulation().throughNorms) return fail(kUnsupported, "no kernel that goes through a norm");
    if (request->prologue && (!emulation().prologues || request->type != ElementType::F16 || !request->channelsLast))
      return fail(kUnsupported, "no kernel that reads through a norm");
    *out = new LibraryPlan{[r = *request](void* const* operands) {
                             convolve(r, operands);
                             if (r.prologue) clockMs += emulation().prologueMs;
                           },
                           4096};
    *workspaceBytes = 4096;
    ++emulation().plans;
    return std::int32_t{kOk};
  };
  api.makeAttention = [](Context*, const AttentionRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    if (!emulation().libraries) return fail(kUnsupported, "no kernel");
    *out = new LibraryPlan{[r = *request](void* const* operands) { attend(r, operands); }, 64};
    *workspaceBytes = 64;
    ++emulation().plans;
    return std::int32_t{kOk};
  };
  api.makeNorm = [](Context*, const NormRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    if (!emulation().libraries) return fail(kUnsupported, "no kernel");
    *out = new LibraryPlan{[r = *request](void* const* operands) { normalize(r, operands); }, 64};
    *workspaceBytes = 64;
    ++emulation().plans;
    return std::int32_t{kOk};
  };
  api.makePool = [](Context*, const PoolRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    if (!emulation().libraries) return fail(kUnsupported, "no kernel");
    *out = new LibraryPlan{[r = *request](void* const* operands) { pool(r, operands); }, 0};
    *workspaceBytes = 0;
    ++emulation().plans;
    return std::int32_t{kOk};
  };
  api.describeAttention = [](const AttentionRequest*, std::int32_t, Described*) { return std::int32_t{kOk}; };
  api.describeNorm = [](const NormRequest*, std::int32_t, Described*) { return std::int32_t{kOk}; };
  api.describePool = [](const PoolRequest*, std::int32_t, Described*) { return std::int32_t{kOk}; };
  api.buildPlan = [](Context*, LibraryPlan* plan) { return build(plan); };
  api.planBuilds = [](Context*, std::int64_t* count, double* ms) {
    *count = emulation().planBuilds;
    *ms = 0;
  };
  api.runPlan = [](Context* context, LibraryPlan* plan, void* const* operands, void* workspace) {
    if (const std::int32_t status = build(plan); status != kOk) return status;
    if (plan->workspaceBytes > 0 && !workspace) return fail(kFailed, "the workspace is missing");
    ++emulation().planRuns;
    std::vector<void*> copy(operands, operands + kMaxOperands);
    const bool wrong = emulation().wrongAlternatives.contains(emulation().alternatives[static_cast<std::size_t>(plan->taken)]);
    const float ms = emulation().alternativeMs[static_cast<std::size_t>(plan->taken)];
    return startCollected(context, "library", 1, 32, [copy, run = plan->run, workspace, bytes = plan->workspaceBytes, wrong, ms] {
      clockMs += ms;
      if (bytes > 0) std::memset(workspace, 0xee, static_cast<std::size_t>(bytes));
      emulation().isWrongNow = wrong || (emulation().wrongGraphs && emulation().inGraph);
      run(copy.data());
      emulation().isWrongNow = false;
    });
  };
  api.planName = [](LibraryPlan* plan) {
    plan->name = "emulated " + emulation().alternatives[static_cast<std::size_t>(plan->taken)];
    return plan->name.c_str();
  };
  api.alternatives = [](LibraryPlan*) { return static_cast<std::int32_t>(emulation().alternatives.size()); };
  api.alternativeName = [](LibraryPlan* plan, std::int32_t index) {
    plan->name = "emulated " + emulation().alternatives[static_cast<std::size_t>(index)];
    return plan->name.c_str();
  };
  api.takeAlternative = [](Context*, LibraryPlan* plan, std::int32_t index, std::int64_t* workspaceBytes) {
    if (emulation().alternativeMs[static_cast<std::size_t>(index)] < 0) return fail(kUnsupported, "the kernel cannot be built");
    plan->taken = index;
    *workspaceBytes = plan->workspaceBytes;
    return std::int32_t{kOk};
  };
  api.freePlan = [](LibraryPlan* plan) {
    delete plan;
    --emulation().plans;
  };
  api.beginCapture = [](Context* context) {
    if (!emulation().canCapture) return fail(kFailed, "the device cannot record graphs");
    context->capturing = true;
    return std::int32_t{kOk};
  };
  api.endCapture = [](Context* context, StepGraph** out) {
    context->capturing = false;
    if (isPlanted("graph without its end") && !context->recording.empty()) context->recording.pop_back();
    for (std::size_t i = 1; isPlanted("graph out of order") && i < context->recording.size(); i += 2)
      std::swap(context->recording[i - 1], context->recording[i]);
    *out = new StepGraph{context->collecting, std::move(context->recording)};
    emulation().watchedGraphs += (*out)->watched;
    context->recording.clear();
    ++emulation().graphs;
    return std::int32_t{kOk};
  };
  api.launchGraph = [](Context* context, StepGraph* graph) {
    if (emulation().loseNow) context->lost = true;
    if (context->lost) return fail(kDeviceLost, "an illegal memory access was encountered");
    ++emulation().graphLaunches;
    clockMs += emulation().startMs;
    ++context->correlation;
    if (context->collecting) {
      GpuRecord call;
      call.kind = GpuRecordKind::Runtime;
      call.name = "cudaGraphLaunch";
      call.start = call.end = nowNs();
      call.correlation = context->correlation;
      context->records.push_back(call);
    }
    emulation().inGraph = true;
    for (const auto& launch : graph->launches) launch();
    emulation().inGraph = false;
    return std::int32_t{kOk};
  };
  api.freeGraph = [](StepGraph* graph) {
    emulation().watchedGraphs -= graph->watched;
    delete graph;
    --emulation().graphs;
  };
  api.compileOnly = [](const SourceFile*, std::int32_t, const KernelRef*, std::int32_t, std::int32_t, std::int32_t, const char*, std::int64_t*) {
    return fail(kUnsupported, "the emulated device has no compiler");
  };
  api.describeConvolution = [](const ConvolutionRequest*, std::int32_t, Described*) { return std::int32_t{kOk}; };
  api.startCollector = [](Context* context, std::int64_t) {
    if (!emulation().canCollect) return fail(kNotPermitted, "no permission for counters");
    context->collecting = true;
    ++emulation().collectorStarts;
    return std::int32_t{kOk};
  };
  api.pushNode = [](std::uint64_t node) {
    if (emulation().pushFails) return fail(kFailed, "the profiler lost its way");
    nodes.push_back(node);
    return std::int32_t{kOk};
  };
  api.popNode = [] {
    nodes.pop_back();
    return std::int32_t{kOk};
  };
  api.drainCollector = [](Context* context, void* user, RecordSink sink, CollectorCounts* counts) {
    if (emulation().loseNow) context->lost = true;
    if (context->lost) return fail(kDeviceLost, "an illegal memory access was encountered");
    if (emulation().drainFails) return fail(kFailed, "the profiler has no more memory");
    const std::int64_t ahead =
        emulation().wallClock
            ? std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count() - nowNs()
            : 0;
    for (GpuRecord& record : context->records) {
      record.start += ahead;
      record.end += ahead;
      sink(user, &record);
    }
    counts->records += static_cast<std::int64_t>(context->records.size());
    context->records.clear();
    context->names.clear();
    return std::int32_t{kOk};
  };
  api.stopCollector = [](Context* context) {
    context->collecting = false;
    emulation().graphsBehindCollector += std::exchange(emulation().watchedGraphs, 0);
    ++emulation().collectorStops;
    return std::int32_t{kOk};
  };
  api.startCounters = [](Context*, std::int64_t interval) {
    if (!emulation().canSample) return fail(kNotPermitted, "no permission for counters");
    return interval == 1'000'000 ? std::int32_t{kOk} : fail(kFailed, "another interval");
  };
  api.readCounters = [](Context*, void* user, CounterSink sink, std::int64_t* overflows) {
    if (emulation().samplingFails) return fail(kFailed, "the hardware is busy");
    // Three samples of a clock that runs an hour ahead.
    static std::int64_t at = 0;
    const std::int64_t now = nowNs() + std::int64_t{3600} * 1'000'000'000;
    at = std::max(at, now - 3'000'000);
    for (int i = 0; i < 3; ++i) {
      const CounterSample sample{at, at + 1'000'000, {80, 40, 60, 1e9, -1}};
      sink(user, &sample);
      at += 1'000'000;
    }
    *overflows += 1;
    return std::int32_t{kOk};
  };
  api.stopCounters = [](Context*) {
    ++emulation().counterStops;
    return std::int32_t{kOk};
  };
  api.describeCounters = [](const char*, std::int32_t*) { return fail(kUnsupported, "the emulated device has no CUPTI"); };
  api.profilerError = [](std::int32_t) { return fail(kUnsupported, "the emulated device has no CUPTI"); };
  api.attributesGraphs = [] { return static_cast<std::int32_t>(emulation().watchesGraphs); };
  api.parseRecords = [](const void*, std::int64_t, const GraphNodeEvent*, std::int32_t, void*, RecordSink, CollectorCounts*) {
    return fail(kUnsupported, "the emulated device has no records of CUPTI");
  };
  api.keepRecords = [](const char*, const void*, std::int64_t, const GraphNodeEvent*, std::int32_t) {
    return fail(kUnsupported, "the emulated device has no records of CUPTI");
  };
  api.replayRecords = [](const char*, void*, RecordSink, CollectorCounts*) {
    return fail(kUnsupported, "the emulated device has no records of CUPTI");
  };
  return api;
}

}  // namespace

Emulation& emulation() {
  static Emulation state;
  return state;
}

const DeviceApi& emulatedDevice() {
  static const DeviceApi table = makeTable();
  return table;
}

}  // namespace stepscope::cuda
