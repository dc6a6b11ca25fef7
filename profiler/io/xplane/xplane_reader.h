// Reads a profile of XProf plane by plane, so that in a file that is cut off the planes before the cut can be read.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "profiler/io/xplane/xplane.pb.h"

namespace stepscope {

struct XSpaceEnd {
  bool cutOff = false;        // inside a plane, or in the data after it
  std::int64_t problems = 0;  // errors and warnings recorded by the profiler
  std::string firstProblem;
};

// Calls `plane` for each plane with its position in the file, 0 for the first. `progress` gets the bytes read, every MiB; if it returns false,
// reading ends. Throws Error (Input) if the file cannot be opened or is larger than protobuf's 2 GiB.
XSpaceEnd readXSpace(const std::string& path, const std::string& readable, const std::function<bool(std::uint64_t)>& progress,
                     const std::function<void(std::size_t at, xplane::XPlane& plane)>& plane);

// {"correlation_id":5,"memcpy_details":"..."}: the stats of an event and those of its kind.
std::string statsJson(const xplane::XPlane& plane, const xplane::XEvent& event);

}  // namespace stepscope
