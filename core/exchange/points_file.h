// The series of a run as text that every tool can read. Every point is written, with the shortest decimal that is read back as the same double.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Both: goOn is called with the written fraction, 0 to 1; if it returns false, the file is deleted and the result is false.
// "metric,step,seconds,value" and one line per point; values "nan", "inf", "-inf".
bool exportToCsv(const RunReader& store, const RunInfo& run, const std::string& path, const std::function<bool(double share)>& goOn = {});
// First {"run": ..., "name": ..., "configuration": {...}}, then {"metric", "step", "seconds", "value"} per point; "NaN", "Infinity" and "-Infinity"
// as texts, because JSON has no such numbers.
bool exportToJsonLines(const RunReader& store, const RunInfo& run, const std::string& path, const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
