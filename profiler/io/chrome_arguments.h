// The arguments of single events of a JSON trace, read from the file on demand.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "profiler/io/text_source.h"
#include "profiler/trace/trace.h"

namespace stepscope {

// `joined`: from TraceAssembler::takeJoinedArguments().
std::shared_ptr<const ArgumentSource> chromeArguments(std::string path, FileIdentity identity, TextIndex index,
                                                      std::vector<std::pair<std::uint64_t, std::uint64_t>> joined = {});

struct TraceArgument {
  std::string name, value;  // the value as JSON text, strings without their quotes
};
// The members of a JSON object, in order; nested values stay JSON text. Empty if it is not an object.
std::vector<TraceArgument> parseArguments(const std::string& json);
// The arguments of one span or mark of a trace; empty if it has none.
std::vector<TraceArgument> argumentsOf(const Trace& trace, std::uint64_t handle);

}  // namespace stepscope
