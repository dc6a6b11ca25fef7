// Hardware counters matched to the running work: how much each op, layer or node used the GPU. Pure; used in this folder only.
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
  std::int32_t process = -1;  // of its stream's track; counters of another process belong to another GPU
  std::size_t label = 0;
};

// Sampled rates in percent: "SM active", "SMs Active [Throughput %]", "DRAM throughput"; not amounts such as memory.
std::vector<std::int32_t> rateCounters(const Trace& trace);  // indices into trace.counters

// The mean of the samples taken while work of a label ran, by label and counter; overlapping work shares the samples. No value with fewer than 3
// samples: a sample takes a millisecond, and most kernels are shorter.
using CounterMeans = std::vector<std::pair<std::string, double>>;
std::unordered_map<std::size_t, CounterMeans> countersOfWork(const Trace& trace, std::vector<WorkRange> work);

}  // namespace stepscope
