// What our own recordings say of themselves when they are written as Chrome JSON: a member "stepscope" before the events, which other
// programs skip. With it a recording comes back equal.
#pragma once

#include <string>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct OwnHeader {
  Trace trace;                              // everything but spans, marks, counters and arrows
  bool keepsArguments = false;              // the events carry arguments of an imported trace
  std::vector<std::int32_t> trackOfThread;  // by "tid"; -1: not used
};

// JSON text on one line.
std::string writeOwnHeader(const OwnHeader& header);
// Throws Error (Input) naming `path`.
OwnHeader readOwnHeader(const std::string& json, const std::string& path);

}  // namespace stepscope
