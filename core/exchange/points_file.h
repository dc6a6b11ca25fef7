// The series of a run as text that every tool reads. Every point is written, with the shortest decimal that is read back as the same double.
#pragma once

#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// "metric,step,seconds,value" and a line a point; values "nan", "inf", "-inf".
void exportToCsv(const RunReader& store, const RunInfo& run, const std::string& path);
// First {"run": ..., "name": ..., "configuration": {...}}, then {"metric", "step", "seconds", "value"} a point; "NaN", "Infinity" and
// "-Infinity" as texts, which JSON has no numbers for.
void exportToJsonLines(const RunReader& store, const RunInfo& run, const std::string& path);

}  // namespace stepscope
