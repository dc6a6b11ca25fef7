// How busy our own loader was, read from the tracks of a recording. Pure.
#pragma once

#include <cstdint>

#include "profiler/trace/trace.h"

namespace stepscope {

bool isLoader(const TraceTrack& track);  // fills batches, on a thread of its own or on the trainer's

struct LoaderLoad {
  int workers = 0;          // threads of their own
  std::int64_t busyNs = 0;  // they filled batches, from the first step's begin to the last one's end
};
// busyNs is 0 where nothing is known: foreign traces, traces without steps.
LoaderLoad loaderLoad(const Trace& trace);

}  // namespace stepscope
