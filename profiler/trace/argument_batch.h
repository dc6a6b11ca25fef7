// Reads the arguments of many records of a trace in one pass, if the source supports that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "profiler/trace/trace.h"

namespace stepscope {

// Receives the arguments of one record. `at`: index in the list of handles. `json`: the arguments as one JSON object, valid only during the call.
// `thread`: several threads may call at the same time; each has its own number below kArgumentThreads.
inline constexpr std::size_t kArgumentThreads = 4;
using TakeArguments = std::function<void(std::size_t at, std::string_view json, std::size_t thread)>;

// A source that reads its file from front to back for many handles.
class BatchArgumentSource : public ArgumentSource {
 public:
  // Calls `take` once for each handle, in any order. No handle may be kNoArguments. Throws Error (Input) as json() does.
  virtual void each(std::span<const std::uint64_t> handles, const TakeArguments& take) const = 0;
};

// The same for any trace: calls `take` for each handle except kNoArguments, and never if the trace has no arguments. Throws Error (Input) if the file
// is deleted or has changed.
void eachArguments(const Trace& trace, std::span<const std::uint64_t> handles, const TakeArguments& take);

}  // namespace stepscope
