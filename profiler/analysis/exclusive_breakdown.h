// Where the time of the steps goes, over the GPU and the host: every moment is given to one class, so that the parts sum to the wall.
//
// The wall is the time of the steps on the host (StepWindow::host): behind the last of them the host's part is missing, and what the GPU
// still works off would count twice as much as it should. A wait for data comes first, since nothing of the next step can begin before it
// ends, however long the GPU still works off what it was given (that part is told: loaderWhileGpuBusyNs). Then as in torch-tb-profiler:
// kernel, memcpy, memset, communication, runtime, cpu, profiler, and the rest is other.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "profiler/analysis/step_windows.h"
#include "profiler/analysis/time_class.h"

namespace stepscope {

// What a trace lacks, so that a figure is not known or means less.
enum class Lacking : std::uint8_t {
  Steps,      // no training steps: the whole trace counts as one
  GpuWork,    // calls to a GPU's runtime, but not what it did
  Launches,   // no arrows from calls to the work of the GPU: it is not known which step that belongs to
  HostOps,    // no ops of the host
  DataWaits,  // nothing tells of a loader
  Gpu,        // of a trace from elsewhere: neither work of a GPU nor calls to one; our own recordings know their device
};
// "the trace has no training steps: the whole trace is counted"
std::string_view sentenceOf(Lacking lacking);
std::vector<Lacking> lackingOf(const Trace& trace);

struct GpuBusy {
  std::int32_t device = 0;
  std::int64_t busyNs = 0;         // in which a kernel, a copy or a fill ran, in the whole trace
  std::int64_t firstToLastNs = 0;  // from the start of its first work to the end of its last
  std::int64_t busyInStepsNs = 0;  // within the span of the steps
  double firstToLast() const { return firstToLastNs > 0 ? static_cast<double>(busyNs) / static_cast<double>(firstToLastNs) : 0; }
};

using NsByClass = std::array<std::int64_t, kTimeClasses>;

struct ExclusiveBreakdown {
  StepWindows windows;                     // without steps empty, and the whole trace is counted
  TimeRange span;                          // from the first step's begin to the last one's end, else the trace's
  std::int64_t wallNs = 0;                 // of the steps, without what is between them
  NsByClass ns{};                          // by TimeClass; their sum is wallNs
  std::array<bool, kTimeClasses> known{};  // false: the trace does not tell, and its time, if there is any, is within Other
  std::vector<NsByClass> nsOfStep;         // by windows.steps
  std::int64_t loaderWhileGpuBusyNs = 0;   // of DataLoader: the GPU worked meanwhile
  std::vector<GpuBusy> gpus;               // by device; empty: no work of a GPU is known
  std::vector<Lacking> lacking;

  std::int64_t of(TimeClass timeClass) const { return ns[static_cast<std::size_t>(timeClass)]; }
  bool knows(TimeClass timeClass) const { return known[static_cast<std::size_t>(timeClass)]; }
  // Between 0 and 1. There is no value if the trace does not say.
  std::optional<double> share(TimeClass timeClass) const;
  // The mean over the devices, in [0, 1]; none without work of a GPU, and over the span of the steps none without steps.
  std::optional<double> gpuBusyFirstToLast() const;
  std::optional<double> gpuBusyInSteps() const;
};

ExclusiveBreakdown exclusiveBreakdown(const Trace& trace);

// The ranges of `within` (sorted, without overlap) that each class gets. Together they are `within`.
std::array<std::vector<TimeRange>, kTimeClasses> exclusiveRanges(const Trace& trace, const std::vector<TimeRange>& within);

}  // namespace stepscope
