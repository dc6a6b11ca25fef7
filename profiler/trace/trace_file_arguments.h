// The arguments of an imported trace inside a trace file: packed blocks of texts, read on demand. Used in this folder only.
#pragma once

#include <string>

#include "profiler/trace/trace.h"
#include "profiler/trace/trace_file_codec.h"

namespace stepscope::trace_file {

// Writes the texts in the order of their handles, which is the order in their file, and for each span and mark the number of its text.
void encodeArguments(Writer& out, const Trace& trace);
// Fills the columns of arguments and Trace::arguments. `path` is the file, in which the payload begins at `payloadAt`.
void decodeArguments(Reader& in, Trace& trace, const std::string& path, std::size_t payloadAt);

}  // namespace stepscope::trace_file
