// What used the memory of a device: the peak and what was alive then, what grows from step to step, and how much of the allocator's reserved memory
// is unused. Pure functions of a list of allocations, recorded by any program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// One event of an allocator, in the order of time.
struct MemoryEvent {
  std::int64_t time = 0;                       // ns
  std::int64_t bytes = 0;                      // allocated; negative: freed
  std::uint64_t address = 0;                   // 0: not recorded
  std::int64_t allocated = -1, reserved = -1;  // totals of the device after the event; -1: not recorded
  std::uint32_t place = 0;                     // index into MemoryLog::places: where it was allocated; 0: not known
};

// A piece of memory that the allocator got from the device, as it is at the end of a recording (snapshots of PyTorch).
struct MemorySegment {
  std::int64_t bytes = 0, allocated = 0;
  std::int64_t largestFree = 0;  // the largest free block in it
};

struct MemoryLog {
  std::string device;  // "GPU 0", "CPU"
  std::vector<MemoryEvent> events;
  std::vector<MemorySegment> segments;  // empty: not recorded
  std::vector<std::string> places{""};  // the first one means unknown
  std::int64_t outOfMemory = 0;         // how often the allocator failed
};

struct PlaceMemory {
  std::string place;  // empty: not known
  std::int64_t bytes = 0, count = 0;
};

struct GrowingPlace {
  std::string place;
  double bytesPerStep = 0;
  std::int64_t count = 0;  // alive at the end, over all counted steps
};

struct MemoryReport {
  std::string device;
  bool hasAddresses = false;   // false: frees cannot be matched to allocations, so nothing is known about places at the peak
  std::int64_t peakBytes = 0;  // most bytes allocated; without the device's own totals counted from 0 at the beginning of the recording
  std::int64_t peakTime = 0;   // ns
  bool planned = false;        // from the memory plan of one of our recordings, which has no single allocations
  bool fromStart = true;       // the totals were not recorded: memory from before the recording is not included
  std::int64_t peakReserved = -1;
  std::vector<PlaceMemory> atPeak;       // the most bytes first; memory from before the recording is named "before the recording"
  std::vector<PlaceMemory> allocations;  // all allocations of the recording, the most bytes first
  std::vector<std::int64_t> atStepEnds;  // allocated bytes at the end of each step; empty without steps
  double growthPerStep = 0;              // bytes; 0 unless it grew in every step after the first two
  std::vector<GrowingPlace> growing;     // where it grows, the most first
  std::int64_t segmentBytes = 0, unusedBytes = 0, largestFree = 0;  // at the end; 0: not recorded
  std::int64_t outOfMemory = 0;
  // The fraction of the reserved, unallocated memory that is outside the largest free block: 0: one block; near 1: many pieces.
  double fragmentation() const { return unusedBytes > 0 ? 1 - static_cast<double>(largestFree) / static_cast<double>(unusedBytes) : 0; }
};

// `steps`: the trace's steps by time; may be empty. A leak is found only with at least four steps, since the first two may fill caches and create
// optimizer state.
MemoryReport memoryReport(const MemoryLog& log, const std::vector<TimeRange>& steps);

// The memory at the peak of one of our recordings, by owner and role (Trace::atPeak).
MemoryReport peakOf(const Trace& trace);

// "GPU 0 held 9.3 GiB at most ...": the report in sentences, the most important first.
std::vector<std::string> sentencesOf(const MemoryReport& report);

}  // namespace stepscope
