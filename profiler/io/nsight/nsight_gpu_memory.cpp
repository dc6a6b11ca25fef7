// Memory by kind, since pinned memory belongs to the host, and the page faults of unified memory.
#include <algorithm>
#include <tuple>
#include <vector>

#include "profiler/io/nsight/nsight_reader.h"

namespace stepscope::nsight {
namespace {

struct Allocation {
  std::int64_t time, device, pid, address, bytes, kind;
  bool released;
};

void readUsage(NsightReader& reader) {
  TraceAssembler& assembler = reader.assembler;
  std::vector<Allocation> allocations;
  bool addresses = false;
  reader.read(MemoryUsage, {"start", "deviceId", "bytes", "memoryOperationType", "memKind", "globalPid", "address"}, [&](const Statement& row) {
    if (row.isNull(1) || row.isNull(3)) return assembler.note("start or bytes is missing", true);
    addresses = addresses || !row.isNull(7);
    allocations.push_back({row.integer(1), NsightReader::deviceOf(NsightReader::integerOr(row, 2, 0)), NsightReader::integerOr(row, 6, 0),
                           NsightReader::integerOr(row, 7, 0), row.integer(3), NsightReader::integerOr(row, 5, -1),
                           NsightReader::integerOr(row, 4, 0) == 1});
  });
  const auto kinds = enumOf(*reader.database, "ENUM_CUDA_MEM_KIND", "label");
  std::stable_sort(allocations.begin(), allocations.end(), [](const Allocation& a, const Allocation& b) { return a.time < b.time; });
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> live;  // bytes, by process and address
  std::map<std::pair<std::int64_t, std::string>, double> inUse;        // by device and kind
  for (const Allocation& allocation : allocations) {
    std::int64_t bytes = allocation.bytes;
    if (addresses) {
      const std::pair at(allocation.pid, allocation.address);
      if (!allocation.released) {
        live[at] = bytes;
      } else if (const auto known = live.find(at); known != live.end()) {
        bytes = known->second;  // the record of a release need not contain it
        live.erase(known);
      } else {
        assembler.note("released memory that was allocated before the recording: not counted", false);
        continue;
      }
    }
    const auto label = kinds.find(allocation.kind);
    std::string kind = label == kinds.end() ? "" : label->second;
    if (kind.starts_with("Device") || kind.starts_with("Array") || kind == "Unknown") kind.clear();
    std::transform(kind.begin(), kind.end(), kind.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    // "memory in use" is device memory.
    const std::string counter = kind.empty() ? "memory in use" : kind + (kind.starts_with("managed") ? " memory in use" : " host memory in use");
    double& sum = inUse[{allocation.device, counter}];
    sum += allocation.released ? -static_cast<double>(bytes) : static_cast<double>(bytes);
    assembler.sample(reader.gpuProcess(static_cast<std::int32_t>(allocation.device)), counter, allocation.time, sum);
  }
}

void readPageFaults(NsightReader& reader) {
  TraceAssembler& assembler = reader.assembler;
  const auto access = enumOf(*reader.database, "ENUM_CUDA_UNIF_MEM_ACCESS_TYPE", "label");
  reader.read(GpuPageFault, {"start", "end", "deviceId", "faultAccessType"}, [&](const Statement& row) {
    SpanInput span;
    if (!reader.times(row, span)) return;
    const std::int32_t device = NsightReader::deviceOf(NsightReader::integerOr(row, 3, 0));
    span.thread = assembler.thread(reader.gpuProcess(device), "page faults");
    const auto label = access.find(NsightReader::integerOr(row, 4, -1));
    span.name = assembler.names.intern("page faults" + (label == access.end() ? std::string() : ", " + label->second));
    span.arguments = NsightReader::handle(GpuPageFault, row);
    assembler.span(span);
  });
  reader.read(CpuPageFault, {"start", "globalPid"}, [&](const Statement& row) {
    if (row.isNull(1)) return assembler.note("start or end is missing", true);
    SpanInput mark;
    mark.time = row.integer(1);
    const std::uint32_t process = assembler.process(std::to_string(NsightReader::process(NsightReader::integerOr(row, 2, 0))));
    mark.thread = assembler.thread(process, "page faults of unified memory");
    mark.name = assembler.names.intern("page fault");
    mark.arguments = NsightReader::handle(CpuPageFault, row);
    assembler.mark(mark);
  });
}

}  // namespace

void readGpuMemory(NsightReader& reader) {
  readUsage(reader);
  readPageFaults(reader);
}

}  // namespace stepscope::nsight
