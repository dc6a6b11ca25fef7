// Reads whatever can be read from a damaged store.
#pragma once

#include <string>

#include "core/store/care/store_tools.h"
#include "core/store/database.h"

namespace stepscope {

// Copies every table of `damaged` row by row, from both ends up to the unreadable part, into a new store at `fresh`; leaves out points whose bytes do
// not match their CRC-32 and rows that refer to missing rows, and computes the summaries of the series again.
void salvage(const Connection& damaged, const std::string& fresh, StoreRepair& repair);

}  // namespace stepscope
