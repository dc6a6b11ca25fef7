// The arguments of single events of an export: a row of its table, with the names of what its numbers stand for.
#pragma once

#include <memory>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope::nsight {

// `path` names the file in errors, `database` is what is opened, `keep` its unpacked copy. Kernels also tell "grid", "block", "registers
// per thread", "shared memory", "blocks per SM" and "est. achieved occupancy %", as Kineto's do.
std::shared_ptr<const ArgumentSource> nsightArguments(std::string path, std::string database, std::shared_ptr<const void> keep);

}  // namespace stepscope::nsight
