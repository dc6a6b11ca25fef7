// What the subcommands of `stepscope-cli trace` share; one a file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope::cli {

// Opens any trace, with a progress line on a terminal; Ctrl+C ends it. Throws Error and Failed.
Trace openTrace(const std::string& path);

void addTraceSummary(CLI::App& trace);
void addTraceOps(CLI::App& trace);
void addTracePath(CLI::App& trace);
void addTraceDiff(CLI::App& trace);
void addTraceConvert(CLI::App& trace);

inline constexpr const char* kTraceFileHelp = "The trace: JSON or JSON in gzip, an SQLite export of Nsight Systems, or a .sstrace";

}  // namespace stepscope::cli
