// What the subcommands of `stepscope-cli trace` share; one a file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/json_lines.h"
#include "app/cli/step_option.h"
#include "profiler/trace/trace.h"

namespace stepscope::cli {

// Opens any trace, with a progress line on a terminal; Ctrl+C ends it. Throws Error and Failed.
Trace openTrace(const std::string& path);
// Several files are the ranks of one training: one trace with aligned clocks (profiler/io/ranks).
Trace openTraces(const std::vector<std::string>& paths, const std::string& step = {});

// The part of the first rank, where there are several: where time goes is a question to one.
Trace firstRank(Trace trace);

// What of the file is not in the figures, or is in them otherwise than it was written: one line, the same whatever the command; none where
// there is nothing to say.
void printLosses(const Trace& trace);
Json lossesJson(const Trace& trace);  // the sentence, or null

void addTraceSummary(CLI::App& trace);
void addTraceMemory(CLI::App& trace);
void addTraceOps(CLI::App& trace);
void addTraceKernels(CLI::App& trace);
void addTraceFlame(CLI::App& trace);
void addTracePath(CLI::App& trace);
void addTraceDiff(CLI::App& trace);
void addTraceConvert(CLI::App& trace);
void addTraceMerge(CLI::App& trace);

inline constexpr const char* kTraceFileHelp =
    "The trace: JSON or JSON in gzip, an SQLite export of Nsight Systems, or a .sstrace; several files: the ranks of one training";

}  // namespace stepscope::cli
