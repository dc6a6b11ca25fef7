// Common functions of the subcommands of `stepscope-cli trace`, which have one file each.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/json_lines.h"
#include "app/cli/step_option.h"
#include "profiler/analysis/facts/fact_sheet.h"
#include "profiler/trace/trace.h"

namespace stepscope::cli {

// Opens any trace, with a progress line on a terminal; Ctrl+C ends it. Throws Error and Failed.
Trace openTrace(const std::string& path);
// Opens several files, the ranks of one training, as one trace with aligned clocks (profiler/io/ranks).
Trace openTraces(const std::vector<std::string>& paths, const std::string& step = {});

// Time is analysed for one rank: returns the part of the first rank if the trace has several, else the trace itself.
Trace firstRank(Trace trace);

// Prints a line about records of the file that were left out or changed, the same in all commands; nothing if there are none.
void printLosses(const Trace& trace);
Json lossesJson(const Trace& trace);  // the sentence, or null

// Validations between the first and the last step: their time, how many steps are left out because of them and how long these took; null if there are
// none.
Json validationJson(const FactSheet& sheet);

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
