// Finds which op of the host started which GPU work, from the arrows of the trace and the nesting on the host.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct Launch {
  SpanRef call;  // on the host: an API call, or an op if the trace draws its arrows from ops
  SpanRef work;  // the GPU work
};

// The launch arrows whose two ends are in the trace, in the order of their calls. O(arrows).
std::vector<Launch> launchesOf(const Trace& trace);

// Calls `tell` for each launch with the ops that contain its call, the innermost first: the ops on the call's track that `counts` accepts, including
// the call itself. O(arrows * lanes + spans).
void forLaunchingOps(const Trace& trace, const std::vector<Launch>& launches, const std::function<bool(const TraceLane& lane, std::size_t i)>& counts,
                     const std::function<void(const Launch& launch, const std::vector<SpanRef>& ops)>& tell);

}  // namespace stepscope
