// Which switches a run had more than one value of, told alike by inspector, report and command line.
#pragma once

#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// "amp off → bf16, batch_size 64 → 16"; empty when none was turned.
std::string turnedSwitches(const RunInfo& run);

}  // namespace stepscope
