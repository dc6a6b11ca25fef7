// Hardware counters that a trace contains (Nsight Systems' GPU metrics: "SMs Active [Throughput %]", "Tensor Active [Throughput %]").
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The mean of the counters whose name begins with `name`, in their own unit: of all samples within the ranges (sorted, without overlap),
// over all devices. Returns nothing if there are fewer than 10 such samples.
std::optional<double> meanMetric(const Trace& trace, std::string_view name, const std::vector<TimeRange>& within);

}  // namespace stepscope
