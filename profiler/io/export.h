// Exports traces: Chrome JSON, for Perfetto, chrome://tracing and TensorBoard, and tables as CSV.
#pragma once

#include <functional>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// Compressed if the path ends in .gz. Events are sorted by time; spans that overlap without nesting get separate threads, named after their track,
// since the format requires nesting. A member "stepscope", which others ignore, allows importTrace() to read back an equal trace; arguments of an
// imported trace are copied. Written to a temporary name and renamed. `proceed` is called often (may be empty); false cancels and deletes the file.
// Returns false if it was cancelled. Throws Error (Resource) with the path, Error (Input) if the arguments cannot be read again.
bool exportChrome(const Trace& trace, const std::string& path, const std::function<bool()>& proceed = {});

// One row per span: track, process, name, kind, category, layer, step, depth, start and duration in nanoseconds. Throws Error (Resource).
void exportSpansCsv(const Trace& trace, const std::string& path);

}  // namespace stepscope
