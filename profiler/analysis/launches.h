// Finds which op of the host started which work of the GPU, by the arrows of the trace and by what nests on the host.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct Launch {
  SpanRef call;  // of the host: an API call, or an op where the trace draws its arrows from ops
  SpanRef work;  // of the GPU
};

// The launch arrows whose ends are there, by the place of the call. O(arrows).
std::vector<Launch> launchesOf(const Trace& trace);

// Calls `tell` for each launch with the ops that hold its call, the innermost first: those of the call's track that `counts` takes, the
// call itself among them if it does. O(arrows lanes + spans).
void forLaunchingOps(const Trace& trace, const std::vector<Launch>& launches, const std::function<bool(const TraceLane& lane, std::size_t i)>& counts,
                     const std::function<void(const Launch& launch, const std::vector<SpanRef>& ops)>& tell);

}  // namespace stepscope
