// The series of a run as text that every tool can read. Every point is written, with the shortest decimal that is read back as the same double.
#pragma once

#include <functional>
#include <string>

#include "core/store/run_store.h"

namespace stepscope {

// Both functions call `goOn` with the written fraction, 0 to 1. If it returns false, they delete the file and return false. They throw Error
// (Resource) if the file cannot be written. CSV: the line "metric,step,seconds,value", then one line per point. Values may be "nan", "inf" and
// "-inf".
bool exportToCsv(const RunReader& store, const RunInfo& run, const std::string& path, const std::function<bool(double share)>& goOn = {});
// JSON Lines: first a line {"run", "name", "model", "status", "created_ms", "configuration": {...}}, then one {"metric", "step", "seconds", "value"}
// per point. "NaN", "Infinity" and "-Infinity" are texts, because JSON has no such numbers.
bool exportToJsonLines(const RunReader& store, const RunInfo& run, const std::string& path, const std::function<bool(double share)>& goOn = {});

}  // namespace stepscope
