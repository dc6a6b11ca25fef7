// What of a file is not in its trace, or is in it otherwise than it was written, in one line: the same sentence for whoever shows figures of it.
#pragma once

#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// "3 records left out (2 times: duration is negative; ts is missing); the file is cut off ...". Empty where the trace is what the file says.
std::string lossesOf(const Trace& trace);

}  // namespace stepscope
