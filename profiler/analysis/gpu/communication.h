// How much of the communication between devices is hidden behind computing. Definition: communication-computation overlap of Holistic Trace
// Analysis (time of both at once over the time of communication), each as a union of its kernels.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
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
    std::string name;
    std::int64_t calls = 0, ns = 0;
  };
  std::vector<Row> rows;  // by name, the most time first
  std::optional<double> overlap() const {
    return ns > 0 ? std::optional(static_cast<double>(hiddenNs) / static_cast<double>(ns)) : std::nullopt;
  }
};

// Summed over the devices. All 0 where no kernel of a collective ran.
CommunicationFacts communicationFacts(const Trace& trace);

}  // namespace stepscope
