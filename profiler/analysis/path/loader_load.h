// How busy the loader was, read from the tracks of its threads, in a trace from elsewhere of its processes. Pure.
#pragma once

#include <cstdint>

#include "profiler/trace/trace.h"

namespace stepscope {

bool isLoader(const TraceTrack& track);  // whether it fills batches, on its own thread or on the trainer's

struct LoaderLoad {
  int workers = 0;          // with threads of their own
  std::int64_t busyNs = 0;  // time in which they filled batches, from the first step's begin to the last one's end
};
// busyNs is 0 if unknown: traces of other programs, traces without steps.
LoaderLoad loaderLoad(const Trace& trace);

}  // namespace stepscope
