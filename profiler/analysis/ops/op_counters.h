// Counters of the hardware joined to what ran: which op, layer or node had the GPU busy to which part. Pure; of this room only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct WorkRange {
  std::int64_t begin = 0, end = 0;
  std::int32_t process = -1;  // of its stream's track; counters of another one are of another GPU
  std::size_t label = 0;
};

// Sampled rates, in percent: "SM active", "SMs Active [Throughput %]", "DRAM throughput"; not amounts, as of memory.
std::vector<std::int32_t> rateCounters(const Trace& trace);  // indices into trace.counters

// The mean of the samples that were taken while work of a label ran, by label and counter; where work overlaps, each of it has the sample.
// Nothing where there are fewer than 3: a sample is a millisecond, most kernels are shorter.
using CounterMeans = std::vector<std::pair<std::string, double>>;
std::unordered_map<std::size_t, CounterMeans> countersOfWork(const Trace& trace, std::vector<WorkRange> work);

}  // namespace stepscope
