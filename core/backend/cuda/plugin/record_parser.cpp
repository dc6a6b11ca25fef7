#include "core/backend/cuda/plugin/record_parser.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace stepscope::cuda {
namespace {

constexpr std::int64_t kWeekNs = std::int64_t{7} * 24 * 3600 * 1'000'000'000;

std::string demangled(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  std::string plain = status == 0 && text ? text.get() : name;
  // Our kernels are functors that one entry function runs: void stepscope::cuda::run<stepscope::cuda::Softmax>(stepscope::cuda::Softmax).
  constexpr std::string_view entry = "void stepscope::cuda::run<";
  if (plain.starts_with(entry)) {
    const std::size_t end = plain.rfind(">(");
    if (end != std::string::npos) plain = plain.substr(entry.size(), end - entry.size());
    for (std::size_t at = 0; (at = plain.find("stepscope::cuda::", at)) != std::string::npos;) plain.erase(at, 17);
    // Typed<BatchNormApply, 1, 0> is BatchNormApply: the numbers are the types of its tensors.
    constexpr std::string_view typed = "Typed<";
    if (plain.starts_with(typed)) {
      const std::size_t last = plain.find_last_not_of("0123456789, >");
      const std::size_t types = plain.find(", ", last == std::string::npos ? 0 : last);
      if (types != std::string::npos) plain = plain.substr(typed.size(), types - typed.size());
    }
  }
  return plain;
}

const char* copyName(std::uint8_t kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD: return "Memcpy HtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH: return "Memcpy DtoH";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD: return "Memcpy DtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP: return "Memcpy PtoP";
    default: return "Memcpy";
  }
}

const char* waitName(CUpti_ActivitySynchronizationType type) {
  switch (type) {
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE: return "Event sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT: return "Stream wait event";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE: return "Stream sync";
    case CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE: return "Context sync";
    default: return "Sync";
  }
}

const char* overheadName(CUpti_ActivityOverheadKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER: return "Driver compiler";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH: return "Buffer flush";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION: return "Instrumentation";
    case CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE: return "Resource";
    case CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING: return "Runtime triggered module loading";
    case CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING: return "Lazy function loading";
    case CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL: return "Command buffer full";
    case CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST: return "Activity buffer request";
    default: return "Profiler";
  }
}

GpuMemory memoryOf(CUpti_ActivityMemoryKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMORY_KIND_PINNED: return GpuMemory::Pinned;
    case CUPTI_ACTIVITY_MEMORY_KIND_DEVICE:
    case CUPTI_ACTIVITY_MEMORY_KIND_ARRAY:
    case CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC: return GpuMemory::Device;
    case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED:
    case CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC: return GpuMemory::Managed;
    default: return GpuMemory::Other;
  }
}

template <class Record>
GpuRecord timed(GpuRecordKind kind, const Record& from) {
  GpuRecord record;
  record.kind = kind;
  record.start = static_cast<std::int64_t>(from.start);
  record.end = static_cast<std::int64_t>(from.end);
  return record;
}

// Kernels, copies and memsets have a stream and may be nodes of a CUDA graph.
template <class Record>
GpuRecord onStream(GpuRecordKind kind, const Record& from) {
  GpuRecord record = timed(kind, from);
  record.device = from.deviceId;
  record.context = from.contextId;
  record.stream = from.streamId;
  record.correlation = from.correlationId;
  record.graphNode = from.graphNodeId;
  record.graph = from.graphId;
  return record;
}

}  // namespace

bool isKernel(const CUpti_Activity& record) {
  return record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL || record.kind == CUPTI_ACTIVITY_KIND_KERNEL;
}
const char* kernelName(const CUpti_Activity& record) {
  return reinterpret_cast<const CUpti_ActivityKernel10&>(record).name;
}
void setKernelName(CUpti_Activity& record, const char* name) {
  reinterpret_cast<CUpti_ActivityKernel10&>(record).name = name;
}

const char* RecordParser::kept(const char* text) {
  return names_.insert(text ? text : "").first->c_str();
}

// The displayed name of a kernel. The results are kept, since the same few names occur in every step.
const char* RecordParser::readable(const char* name) {
  const char*& known = readable_[name];
  if (!known) known = kept(demangled(name).c_str());
  return known;
}

void RecordParser::keep(GpuRecord record) {
  if (record.start <= 0 || record.end <= 0 || record.end < record.start || record.end - record.start > kWeekNs) {
    ++counts_.invalid;
    return;
  }
  records_.push_back(record);
}

void RecordParser::add(const CUpti_Activity* activity) {
  switch (activity->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL: {
      const auto& from = *reinterpret_cast<const CUpti_ActivityKernel10*>(activity);
      GpuRecord record = onStream(GpuRecordKind::Kernel, from);
      record.name = readable(from.name ? from.name : "kernel");
      const std::int32_t grid[] = {from.gridX, from.gridY, from.gridZ}, block[] = {from.blockX, from.blockY, from.blockZ};
      std::copy_n(grid, 3, record.grid);
      std::copy_n(block, 3, record.block);
      record.registers = from.registersPerThread;
      record.sharedBytes = std::int64_t{from.staticSharedMemory} + from.dynamicSharedMemory;
      return keep(record);
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
      const auto& from = *reinterpret_cast<const CUpti_ActivityMemcpy6*>(activity);
      GpuRecord record = onStream(GpuRecordKind::Memcpy, from);
      record.name = copyName(from.copyKind);
      record.bytes = static_cast<std::int64_t>(from.bytes);
      record.copyKind = from.copyKind;
      return keep(record);
    }
    case CUPTI_ACTIVITY_KIND_MEMSET: {
      const auto& from = *reinterpret_cast<const CUpti_ActivityMemset4*>(activity);
      GpuRecord record = onStream(GpuRecordKind::Memset, from);
      record.name = "Memset";
      record.bytes = static_cast<std::int64_t>(from.bytes);
      return keep(record);
    }
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER: {
      const auto& from = *reinterpret_cast<const CUpti_ActivityAPI*>(activity);
      const bool driver = activity->kind == CUPTI_ACTIVITY_KIND_DRIVER;
      GpuRecord record = timed(driver ? GpuRecordKind::Driver : GpuRecordKind::Runtime, from);
      record.correlation = from.correlationId;
      record.thread = from.threadId;
      const char* name = callName_ ? callName_(driver, from.cbid) : nullptr;
      record.name = kept(name ? name : driver ? "driver call" : "runtime call");
      return keep(record);
    }
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: {
      const auto& from = *reinterpret_cast<const CUpti_ActivitySynchronization2*>(activity);
      GpuRecord record = timed(GpuRecordKind::Synchronization, from);
      record.context = from.contextId;
      record.stream = from.streamId;
      record.correlation = from.correlationId;
      record.name = waitName(from.type);
      return keep(record);
    }
    case CUPTI_ACTIVITY_KIND_OVERHEAD: {
      const auto& from = *reinterpret_cast<const CUpti_ActivityOverhead3*>(activity);
      GpuRecord record = timed(GpuRecordKind::Overhead, from);
      record.correlation = from.correlationId;
      record.name = overheadName(from.overheadKind);
      return keep(record);
    }
    case CUPTI_ACTIVITY_KIND_MEMORY2: return addMemory(*reinterpret_cast<const CUpti_ActivityMemory4*>(activity));
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
      const auto& from = *reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(activity);
      if (from.externalKind == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0) nodes_[from.correlationId] = from.externalId;
      return;
    }
    default: ++counts_.unknown;
  }
}

void RecordParser::addMemory(const CUpti_ActivityMemory4& from) {
  GpuRecord record;
  record.kind = GpuRecordKind::Memory;
  record.start = record.end = static_cast<std::int64_t>(from.timestamp);
  record.device = from.deviceId;
  record.context = from.contextId;
  record.stream = from.streamId;
  record.correlation = from.correlationId;
  record.address = from.address;
  record.memory = memoryOf(from.memoryKind);
  const auto bytes = static_cast<std::int64_t>(from.bytes);
  if (from.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION && bytes > 0) {
    blocks_[from.address] = bytes;
    record.bytes = bytes;
    record.name = "allocate";
    return keep(record);
  }
  if (from.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE) {
    const auto known = blocks_.find(from.address);
    record.bytes = -(bytes > 0 ? bytes : known != blocks_.end() ? known->second : 0);
    record.name = "give back";
    if (known != blocks_.end()) blocks_.erase(known);
    if (record.bytes < 0) return keep(record);
  }
  ++counts_.invalid;
}

// Events of creation and of copying may arrive in any order. A node is also reported as created when its graph is instantiated, while nothing is
// pushed: such an event does not name its owner.
void RecordParser::add(const GraphNodeEvent& event) {
  if (event.copiedFrom != 0) {
    if (event.copiedFrom != event.id) copies_[event.id] = event.copiedFrom;
  } else if (event.node != 0) {
    graphNodes_[event.id] = event.node;
  }
}

std::uint64_t RecordParser::ownerOf(std::uint64_t graphNode) const {
  constexpr int kDeepest = 16;  // most copies of copies that are followed
  for (int i = 0; i < kDeepest && graphNode != 0; ++i) {
    if (const auto owner = graphNodes_.find(graphNode); owner != graphNodes_.end()) return owner->second;
    const auto copy = copies_.find(graphNode);
    graphNode = copy == copies_.end() ? 0 : copy->second;
  }
  return 0;
}

void RecordParser::finish(void* user, RecordSink sink, CollectorCounts& counts) {
  std::stable_sort(records_.begin(), records_.end(), [](const GpuRecord& a, const GpuRecord& b) { return a.start < b.start; });
  for (GpuRecord& record : records_) {
    if (const auto it = nodes_.find(record.correlation); it != nodes_.end()) record.node = it->second;
    // The owner of the graph's node is more precise than that of the launch.
    if (const std::uint64_t owner = ownerOf(record.graphNode)) record.node = owner;
    sink(user, &record);
  }
  counts_.records = static_cast<std::int64_t>(records_.size());
  counts.records += counts_.records;
  counts.invalid += counts_.invalid;
  counts.unknown += counts_.unknown;
  counts_ = {};
  records_.clear();
}

}  // namespace stepscope::cuda
