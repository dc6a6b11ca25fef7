// Writes traces for others: Chrome JSON, which Perfetto, chrome://tracing and TensorBoard open, and tables as CSV.
#pragma once

#include <functional>
#include <string>

#include "profiler/trace/trace.h"

namespace stepscope {

// Packed when the path ends in .gz. Events are sorted by time; spans that overlap without nesting stand on threads of their own, named
// after their track, since the format knows no other way. A member "stepscope", which others skip, lets the trace come back equal through
// importTrace(); arguments of an imported trace are copied.
// Written to a temporary name and renamed. `proceed` is asked often (may be empty); false cancels and leaves nothing behind. False when it
// was cancelled. Throws Error (Resource) naming the path, Error (Input) when the arguments cannot be read again.
bool exportChrome(const Trace& trace, const std::string& path, const std::function<bool()>& proceed = {});

// One row a span: track, process, name, kind, category, layer, step, depth, start and duration in nanoseconds. Throws Error (Resource).
void exportSpansCsv(const Trace& trace, const std::string& path);

}  // namespace stepscope
