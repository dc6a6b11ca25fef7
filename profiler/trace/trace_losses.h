// One sentence that says what of a file is missing in its trace or was changed; every view that shows figures of it uses this sentence.
#pragma once

#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// "3 records left out (2 times: duration is negative; ts is missing); the file is cut off ...". Empty if nothing was lost or changed.
std::string lossesOf(const Trace& trace);

}  // namespace stepscope
