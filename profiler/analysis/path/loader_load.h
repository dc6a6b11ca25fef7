// How busy the loader was, from the tracks of its threads, or in traces of other programs from those of its processes. Pure.
#pragma once

#include <cstdint>

#include "profiler/trace/trace.h"

namespace stepscope {

bool isLoader(const TraceTrack& track);  // whether it fills batches, on its own thread or on the trainer's

struct LoaderLoad {
  int workers = 0;          // workers with their own threads or processes
  std::int64_t busyNs = 0;  // time in which they filled batches, from the first step's begin to the last one's end
};
// busyNs is 0 if unknown: in a trace without steps or without tracks of a loader.
LoaderLoad loaderLoad(const Trace& trace);

}  // namespace stepscope
