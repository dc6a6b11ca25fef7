// Our own trace file: a captured window kept with its run (<run directory>/capture.sstrace), or an imported trace in compact form. Little-endian,
// columns stored with the fewest whole bytes that hold them (about 12 bytes per span), a version and a CRC-32 of everything after the header.
// Arguments of an imported trace are copied into packed blocks and read on demand. Version 2 added data of imports; version 3 the inputs of nodes,
// their phases, the memory at the peak, the step time without a recorder and the time that other programs used. Older files can still be opened.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// Writes to a temporary name, flushes and renames; creates a missing folder. Throws Error (Resource) with the path, and the errors of
// ArgumentSource::json.
void saveTrace(const Trace& trace, const std::string& path);

// Throws Error (Input) with the path if the file is missing, damaged, cut short or of a newer version. Every size is checked against the size of the
// file before memory is allocated.
Trace loadTrace(const std::string& path);

// The same with progress, reported between blocks of some MB and between columns: returns nothing if `proceed` returns false. It gets the bytes done
// and the total.
using TraceFileProgress = std::function<bool(std::uint64_t done, std::uint64_t bytes)>;
std::optional<Trace> loadTrace(const std::string& path, const TraceFileProgress& proceed);

}  // namespace stepscope
