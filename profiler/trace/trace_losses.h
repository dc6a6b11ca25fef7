// One sentence about the records of a file that are missing in its trace or were changed. Every view of values from the trace shows it.
#pragma once

#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// "3 records left out (2 times: duration is negative; ts is missing); the file is cut off ...". Empty if nothing was lost or changed.
std::string lossesOf(const Trace& trace);

}  // namespace stepscope
