// The series of a run as text that every tool reads. Every point is written, with the shortest decimal that is read back as the same double.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Both: goOn is told the share that is written, 0 to 1; where it says no, nothing is left of the file and the answer is false.
// "metric,step,seconds,value" and a line a point; values "nan", "inf", "-inf".
bool exportToCsv(const RunReader& store, const RunInfo& run, const std::string& path, const std::function<bool(double share)>& goOn = {});
// First {"run": ..., "name": ..., "configuration": {...}}, then {"metric", "step", "seconds", "value"} a point; "NaN", "Infinity" and
// "-Infinity" as texts, which JSON has no numbers for.
bool exportToJsonLines(const RunReader& store, const RunInfo& run, const std::string& path, const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
