// Our own file of a trace: a captured window kept with its run (<run directory>/capture.sstrace), or an imported trace made compact.
// Little-endian, columns stored with the fewest whole bytes that hold them (about 12 bytes a span), a version and a CRC-32 of everything
// after the header. Arguments of an imported trace are copied into packed blocks and read when somebody asks. Version 2 added what imports
// bring, version 3 what nodes wait for, what was alive at the peak and the step without a recorder; older files still open.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// Written to a temporary name, flushed and renamed; a missing folder is made. Throws Error (Resource) naming the path, and what
// ArgumentSource::json throws.
void saveTrace(const Trace& trace, const std::string& path);

// Throws Error (Input) naming the file when it is missing, damaged, cut short or of a newer version. Every size is checked against the
// bytes that are there before memory is taken.
Trace loadTrace(const std::string& path);

// The same, asked between blocks of some MB and between columns: nothing when `proceed` says no. It gets the bytes that are done and how
// many there are.
using TraceFileProgress = std::function<bool(std::uint64_t done, std::uint64_t bytes)>;
std::optional<Trace> loadTrace(const std::string& path, const TraceFileProgress& proceed);

}  // namespace stepscope
