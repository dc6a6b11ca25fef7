// Additional data of our own recordings in Chrome JSON: a member "stepscope" before the events, which other programs ignore. With it a recording is
// read back equal.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct OwnHeader {
  Trace trace;                                                    // everything but spans, marks, counters and arrows
  bool keepsArguments = false;                                    // the events have arguments of an imported trace
  std::vector<std::int32_t> trackOfThread;                        // by thread; -1: not used
  std::vector<std::pair<std::int64_t, std::int64_t>> idOfThread;  // "pid" and "tid"; empty in version 1: the number of the thread is its "tid"
  std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> trackOfId;  // by both numbers, for reading
  // The track of an event's "pid" and "tid"; -1: none.
  std::int32_t trackOf(std::string_view process, std::string_view thread) const;
};

// JSON text on one line.
std::string writeOwnHeader(const OwnHeader& header);
// Throws Error (Input) with `path`.
OwnHeader readOwnHeader(const std::string& json, const std::string& path);

}  // namespace stepscope
