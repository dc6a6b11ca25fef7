#include "profiler/analysis/time_class.h"

#include <algorithm>
#include <array>

#include "profiler/analysis/self_time.h"

namespace stepscope {

std::string_view nameOf(TimeClass timeClass) {
  constexpr std::array<std::string_view, kTimeClasses> kNames{"kernel",      "memcpy", "memset",   "communication", "runtime",
                                                              "data_loader", "cpu",    "profiler", "other"};
  return kNames[static_cast<std::size_t>(timeClass)];
}

TimeClasses::TimeClasses(const Trace& trace) : trace_(trace), trainer_(mainTrack(trace)) {
  communication_.resize(trace.names.size());
  for (std::uint32_t id = 0; id < trace.names.size(); ++id) communication_[id] = namesCommunication(trace.names.name(id));
  // The workers of a loader are processes of their own, so only the process of the steps counts as the host. If the track of the steps is
  // not on the host (JAX repeats the steps for its devices), every process counts.
  const std::int32_t process = trainer_ >= 0 ? trace.tracks[static_cast<std::size_t>(trainer_)].process : -1;
  const auto worksHere = [&](const TraceLane& lane) {
    return trace.tracks[static_cast<std::size_t>(lane.track)].process == process &&
           std::any_of(lane.kind.begin(), lane.kind.end(), [](std::uint8_t kind) {
             return static_cast<SpanKind>(kind) == SpanKind::CpuOp || static_cast<SpanKind>(kind) == SpanKind::Runtime;
           });
  };
  const bool one = process >= 0 && std::any_of(trace.lanes.begin(), trace.lanes.end(), worksHere);
  for (const TraceTrack& track : trace.tracks) host_.push_back(!one || track.process == process);
}

TimeClass TimeClasses::of(const TraceLane& lane, std::size_t i) const {
  const SpanKind kind = lane.kindOf(i);
  switch (kind) {
    case SpanKind::Kernel: return communication_[lane.name[i]] ? TimeClass::Communication : TimeClass::Kernel;
    case SpanKind::Memcpy: return TimeClass::Memcpy;
    case SpanKind::Memset: return TimeClass::Memset;
    case SpanKind::Sync:
    case SpanKind::GpuAnnotation: return TimeClass::Other;
    case SpanKind::Overhead:  // Kineto's own span covers the whole recording
      return lane.duration[i] > (trace_.end - trace_.begin) / 2 ? TimeClass::Other : TimeClass::Profiler;
    default: break;
  }
  const auto category = static_cast<Category>(lane.category[i]);
  if (category == Category::Step || category == Category::Idle || !host_[static_cast<std::size_t>(lane.track)]) return TimeClass::Other;
  if (kind == SpanKind::Runtime) return TimeClass::Runtime;
  // The loader's own threads run at the same time as the step. Only the wait for them belongs to the step.
  if (category == Category::Data) return lane.track == trainer_ ? TimeClass::DataLoader : TimeClass::Other;
  if (kind == SpanKind::CpuOp) return communication_[lane.name[i]] ? TimeClass::Communication : TimeClass::Cpu;
  if (lane.track == trainer_ && category == Category::Copy && lane.node[i] < 0) return TimeClass::Cpu;  // copies a batch into the step's memory
  return TimeClass::Other;
}

}  // namespace stepscope
