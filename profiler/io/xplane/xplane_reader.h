// Reads a profile of XProf plane by plane, so that of a file that is cut off the whole planes before the cut are there.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "profiler/io/xplane/xplane.pb.h"

namespace stepscope {

struct XSpaceEnd {
  bool cutOff = false;        // within a plane, or within what follows it
  std::int64_t problems = 0;  // errors and warnings that the profiler wrote down
  std::string firstProblem;
};

// Calls `plane` for each plane with its place in the file, 0 for the first. `progress` gets the bytes that were read, every MiB; when it returns
// false reading ends, and nothing more is called. Throws Error (Input) when the file cannot be opened or is larger than protobuf's 2 GiB.
XSpaceEnd readXSpace(const std::string& path, const std::string& readable, const std::function<bool(std::uint64_t)>& progress,
                     const std::function<void(std::size_t at, xplane::XPlane& plane)>& plane);

// {"correlation_id":5,"memcpy_details":"..."}: the stats of an event and those of its kind.
std::string statsJson(const xplane::XPlane& plane, const xplane::XEvent& event);

}  // namespace stepscope
