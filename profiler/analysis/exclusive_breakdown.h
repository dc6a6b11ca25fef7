// Where the time of the steps goes, on GPU and host: every moment belongs to one class, so the parts sum to the wall time.
//
// The wall time is the time of the steps on the host (StepWindow::host). GPU work after the last host step does not count: no step contains host time
// for it, so it would get too large a part. Waiting for data comes first, since the next step cannot begin before it ends, even if the GPU is still
// busy (that part is loaderWhileGpuBusyNs). Then, as in torch-tb-profiler: kernel, memcpy, memset, communication, runtime, cpu, profiler; the rest is
// other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/analysis/step_windows.h"
#include "profiler/analysis/time_class.h"

namespace stepscope {

// Information that a trace lacks, so that a value is unknown or less exact.
enum class Lacking : std::uint8_t {
  Steps,      // no training steps: the whole trace counts as one
  GpuWork,    // calls to a GPU's runtime, but no GPU work
  Launches,   // no arrows from calls to GPU work: it is not known which step the work belongs to
  HostOps,    // no ops on the host
  DataWaits,  // no information about a loader
  Gpu,        // in a trace of another program: neither GPU work nor calls to a GPU; our own recordings know their device
};
// "the trace has no training steps: the whole trace is counted"
std::string_view sentenceOf(Lacking lacking);
std::vector<Lacking> lackingOf(const Trace& trace);

struct GpuBusy {
  std::int32_t device = 0;
  std::int64_t busyNs = 0;         // time in which a kernel, a copy or a fill ran, in the whole trace
  std::int64_t firstToLastNs = 0;  // from the start of its first work to the end of its last
  std::int64_t busyInStepsNs = 0;  // within ExclusiveBreakdown::countedNs
  double firstToLast() const { return firstToLastNs > 0 ? static_cast<double>(busyNs) / static_cast<double>(firstToLastNs) : 0; }
};

using NsByClass = std::array<std::int64_t, kTimeClasses>;

struct ExclusiveBreakdown {
  StepWindows windows;                     // no steps: the whole trace is counted
  TimeRange span;                          // from the first step's begin to the last one's end, else the trace's
  std::int64_t wallNs = 0;                 // length of the steps, without the time between them
  std::int64_t countedNs = 0;              // length of `span`, without steps left out for a validation and without unrecordedNs
  std::int64_t unrecordedNs = 0;           // part of `span` between steps whose numbers are not consecutive: nothing was recorded there
  NsByClass ns{};                          // by TimeClass; their sum is wallNs
  std::array<bool, kTimeClasses> known{};  // false: the trace has no such information; the time, if any, is in Other
  std::vector<NsByClass> nsOfStep;         // same order as windows.steps
  std::int64_t loaderWhileGpuBusyNs = 0;   // the part of DataLoader in which the GPU was busy
  std::vector<GpuBusy> gpus;               // by device; empty: no GPU work is known
  std::vector<Lacking> lacking;

  std::int64_t of(TimeClass timeClass) const { return ns[static_cast<std::size_t>(timeClass)]; }
  bool knows(TimeClass timeClass) const { return known[static_cast<std::size_t>(timeClass)]; }
  // The part of wallNs in this class, in [0, 1]; no value if the trace does not contain it.
  std::optional<double> share(TimeClass timeClass) const;
  // Busy part of the GPUs' time, mean over the devices, in [0, 1]: from a GPU's first work to its last, and of countedNs. No value without GPU work;
  // gpuBusyInSteps() has none without steps either.
  std::optional<double> gpuBusyFirstToLast() const;
  std::optional<double> gpuBusyInSteps() const;
};

ExclusiveBreakdown exclusiveBreakdown(const Trace& trace);

// The part of `within` (sorted, without overlap) that each class gets. Together they are `within`.
std::array<std::vector<TimeRange>, kTimeClasses> exclusiveRanges(const Trace& trace, const std::vector<TimeRange>& within);

}  // namespace stepscope
