// The values of a trace that all commands share: `trace summary`, `trace path`, `advise`, the window and reports take them from here. Steps that the
// recording cut off are left out; a trace without steps counts as one step. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/analysis/exclusive_breakdown.h"
#include "profiler/analysis/gpu/copies.h"
#include "profiler/analysis/gpu/rank_bubbles.h"
#include "profiler/analysis/gpu_idle.h"
#include "profiler/analysis/path/loader_load.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// Copies of one direction on one device, ns within the steps. Overlapping ones count once.
struct CopyTime {
  std::int64_t ns = 0;
  std::int64_t exposedNs = 0;   // the part of it in which no kernel ran on the device
  std::int64_t pageableNs = 0;  // the part of ns in copies whose host memory is pageable
  std::int64_t calls = 0;
};
inline constexpr std::size_t kCopyDirections = 6;  // number of enumerators of CopyDirection

// Why the host had not launched work while a GPU was idle (IdleReason::Host), in ns; each moment belongs to the first reason that applies.
struct HostIdle {
  std::int64_t allocation = 0;  // it was in cudaMalloc, cudaFree or a similar call
  std::int64_t modules = 0;     // it loaded code: cuModuleLoad, cuLibraryLoad
  std::int64_t copyCalls = 0;   // it was in a copy call; a copy from pageable memory first copies on the host
  std::int64_t saving = 0;      // it saved a checkpoint
  std::int64_t afterSync = 0;   // it had waited for the GPU, which ran out of work during the wait
  std::int64_t pauses = 0;      // it did something else for more than kLongPause at a time
  std::int64_t launches = 0;    // the rest: the host launches more slowly than the GPU works
  std::vector<TimeRange> pauseRanges, syncRanges, allocationRanges, launchRanges;
  std::int64_t all() const { return allocation + modules + copyCalls + saving + afterSync + pauses + launches; }
};
inline constexpr std::int64_t kLongPause = 1'000'000;  // ns; nsys-ai reports gaps of at least this length

// One GPU, within the steps.
struct DeviceFacts {
  std::int32_t device = 0;
  std::vector<TimeRange> busy;  // kernels, copies and fills, also outside the steps
  std::int64_t busyNs = 0, kernelNs = 0;
  std::int64_t communicationNs = 0;         // in collectives
  std::int64_t exposedCommunicationNs = 0;  // the part of it in which no other kernel ran on this device
  std::vector<TimeRange> exposedCommunication;
  std::array<CopyTime, kCopyDirections> copies{};
  GpuIdle idle;  // between kernels
  HostIdle host;
  const CopyTime& of(CopyDirection direction) const { return copies[static_cast<std::size_t>(direction)]; }
};

// Validation in the span of the steps, by marks in the trace; ns on the host.
struct ValidationFacts {
  std::int64_t ns = 0;  // how long it ran
  std::size_t stepsLeftOut = 0;
  std::int64_t leftOutNs = 0;  // length of the steps that are left out because they contain it
  std::int64_t inStepsNs = 0;  // its time inside steps that are counted: every step contains it, or it is a small part of a step
};
// For example "1 step of 2.1 s is left out, since it holds a validation"; empty if no validation ran.
std::string sentenceOf(const ValidationFacts& validation);

struct FactSheet {
  ExclusiveBreakdown exclusive;
  bool wholeTrace = false;          // the trace has no steps and counts as one
  std::vector<TimeRange> within;    // the steps on the host, or the whole trace; sorted, without overlap
  std::int64_t wallNs = 0;          // total length of `within`
  std::size_t steps = 0;            // 1 for a whole trace, 0 for an empty one
  double meanNs = 0, medianNs = 0;  // of a step on the host: what every command calls the step's time
  double meanUntilGpuNs = 0;        // of a step until the last work of the GPU ends (StepWindow::ns); shown beside meanNs under its own name
  ValidationFacts validation;
  LoaderLoad loader;
  std::vector<DeviceFacts> devices;  // devices with GPU work, by number
  std::vector<RankBubble> bubbles;   // one per rank if the sheet is of one rank of several (factSheetOfRank); else empty
  std::string losses;                // lossesOf(trace): missing or changed records; empty: none
  // The part of the time in which a GPU was busy, in [0, 1], mean over the devices: of the span of the steps, or, without steps, from its first work
  // to its last.
  std::optional<double> gpuBusy() const { return wholeTrace ? exclusive.gpuBusyFirstToLast() : exclusive.gpuBusyInSteps(); }
  // Mean over the devices, ns; 0 without devices.
  template <class Figure>
  double mean(const Figure& of) const {
    double sum = 0;
    for (const DeviceFacts& device : devices) sum += static_cast<double>(of(device));
    return devices.empty() ? 0 : sum / static_cast<double>(devices.size());
  }
};

FactSheet factSheet(const Trace& trace);
// The sheet of one rank's part (onlyRank) of a trace of several ranks, with the bubbles, which need the whole trace.
FactSheet factSheetOfRank(const Trace& part, const Trace& whole);

bool savesCheckpoint(std::string_view name);  // torch.save, and also the name that Kineto gives its frame
// waitsForGpu: calls of the host that wait for the GPU (cudaStreamSynchronize, hipMemcpyWithStream, aten::item, ...). allocates: calls that allocate
// or free memory. loadsCode: calls that load GPU code.
bool waitsForGpu(std::string_view name, SpanKind kind);
bool allocates(std::string_view name, SpanKind kind);
bool loadsCode(std::string_view name, SpanKind kind);

}  // namespace stepscope
