// How much of the communication between devices runs at the same time as computation. Definition: communication-computation overlap of Holistic Trace
// Analysis (time in which both ran / time of communication), where each is the union of its kernels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/trace/time_range.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// The factor by which the bytes/s of a collective over n ranks are multiplied for comparison with the bandwidth of a link: 2 (n - 1) / n for an
// all-reduce, (n - 1) / n for an all-gather, a reduce-scatter, an all-to-all, 1 for a broadcast, a reduce, a send, a receive (nccl-tests,
// doc/PERFORMANCE.md). `collective`: Kineto's name, such as "_allgather_base". No value for fewer than two ranks, for other names, and for names that
// stand for several collectives or for uneven parts.
std::optional<double> busFactor(std::string_view collective, std::int64_t ranks);

struct CommunicationFacts {
  std::int64_t ns = 0;        // time in which a collective ran
  std::int64_t hiddenNs = 0;  // the part of it in which another kernel ran on the same device
  std::int64_t exposedNs() const { return ns - hiddenNs; }
  std::int64_t kernelNs = 0;  // time in which other kernels ran
  std::int64_t calls = 0;
  struct Row {
    std::string name;          // Kineto's "Collective name", else the kernel's
    std::string dtype, group;  // "BFloat16", name of the process group; empty: not known
    std::int64_t ranks = 0;    // of the group; 0: not known
    std::int64_t calls = 0, ns = 0;
    std::int64_t bytes = -1;  // larger one of a rank's input and output, summed over the calls; -1: not known for every call
    bool onHost = false;      // by gloo, on a host thread
    // lengthNs: the full durations of the calls. bestBytesPerSecond: the fastest call. A call includes the wait for late ranks, so the fastest call
    // is nearest to the speed of the links.
    std::int64_t lengthNs = 0;
    double bestBytesPerSecond = 0;
    // Bytes/s as defined by nccl-tests (doc/PERFORMANCE.md); 0: not known.
    double algorithmBandwidth() const { return bytes > 0 && lengthNs > 0 ? static_cast<double>(bytes) / (static_cast<double>(lengthNs) * 1e-9) : 0; }
    double busBandwidth() const { return algorithmBandwidth() * busFactor(name, ranks).value_or(0); }
    double bestBusBandwidth() const { return bytes > 0 ? bestBytesPerSecond * busFactor(name, ranks).value_or(0) : 0; }
  };
  std::vector<Row> rows;  // by name, type, group and ranks, the most time first; also gloo's, which the sums above do not contain
  std::optional<double> overlap() const { return ns > 0 ? std::optional(static_cast<double>(hiddenNs) / static_cast<double>(ns)) : std::nullopt; }
};

// Summed over the devices. All sums are 0 if no kernel of a collective ran. Details that a kernel's own arguments lack are taken from the op
// record_param_comms with its "External id". Names and bytes are read from an imported trace's file, for at most 20 000 kernels and as many ops;
// throws Error (Input) if the file is deleted.
CommunicationFacts communicationFacts(const Trace& trace);

// Time of the collectives' kernels by process and device, ns, within these ranges (sorted, without overlap). The device that arrives last has the
// least time: the others wait. Devices without any collective are not listed.
std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> collectiveTimes(const Trace& trace, const std::vector<TimeRange>& within);
// The time that the recordings of all ranks with collectives have in common: they need not begin and end together. For a trace of one rank: the whole
// trace.
TimeRange commonTime(const Trace& trace);

}  // namespace stepscope
