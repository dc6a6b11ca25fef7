// How much of the communication between devices is hidden behind computing. Definition: communication-computation overlap of Holistic Trace
// Analysis (time of both at once over the time of communication), each as a union of its kernels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct CommunicationFacts {
  std::int64_t ns = 0;        // in which a collective ran
  std::int64_t hiddenNs = 0;  // of that, another kernel ran on the same device
  std::int64_t exposedNs() const { return ns - hiddenNs; }
  std::int64_t kernelNs = 0;  // in which other kernels ran
  std::int64_t calls = 0;
  struct Row {
    std::string name;          // Kineto's "Collective name", else the kernel's
    std::string dtype, group;  // "BFloat16", name of the process group; empty: not told
    std::int64_t ranks = 0;    // of the group; 0: not told
    std::int64_t calls = 0, ns = 0;
    std::int64_t bytes = -1;  // of the larger of what a rank gives and gets, summed; -1: not told of every call
  };
  std::vector<Row> rows;  // by name, type and group, the most time first
  std::optional<double> overlap() const { return ns > 0 ? std::optional(static_cast<double>(hiddenNs) / static_cast<double>(ns)) : std::nullopt; }
};

// Summed over the devices. All 0 where no kernel of a collective ran. What a kernel's own arguments do not tell is taken from the op
// record_param_comms with its "External id". Names and bytes are read from an imported trace's file, of at most 20 000 kernels and as many
// ops; throws Error (Input) when it is gone.
CommunicationFacts communicationFacts(const Trace& trace);

// Time of the collectives' kernels by process and device, ns, of the whole trace. Who comes last has the least: the others wait within them.
std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> collectiveTimes(const Trace& trace);

}  // namespace stepscope
