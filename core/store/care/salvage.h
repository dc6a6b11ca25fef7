// Reading what can be read of a damaged store.
#pragma once

#include <string>

#include "core/store/care/store_tools.h"
#include "core/store/database.h"

namespace stepscope {

// Copies every table of `damaged` row by row, from both ends to where they cannot be read, into a new store at `fresh`; leaves out points whose
// bytes do not fit their CRC-32 and rows that belong to nothing, and makes the summaries of the series anew.
void salvage(const Connection& damaged, const std::string& fresh, StoreRepair& repair);

}  // namespace stepscope
