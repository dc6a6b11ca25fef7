// The arguments of single events of an export: a row of its table, with names in place of numbers.
#pragma once

#include <memory>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope::nsight {

// `path` names the file in errors, `database` is the file to open, `keep` its uncompressed copy. Kernels also have "grid", "block", "registers per
// thread", "shared memory", "blocks per SM" and "est. achieved occupancy %", as in Kineto.
std::shared_ptr<const ArgumentSource> nsightArguments(std::string path, std::string database, std::shared_ptr<const void> keep);

}  // namespace stepscope::nsight
