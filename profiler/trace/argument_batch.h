// Reads the arguments of many records of a trace in one pass, where the source can do better than one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "profiler/trace/trace.h"

namespace stepscope {

// at: the place in the list of handles. json: the arguments, an object, valid during the call alone. thread: several may call at once, each with a
// number of its own below kArgumentThreads.
inline constexpr std::size_t kArgumentThreads = 4;
using TakeArguments = std::function<void(std::size_t at, std::string_view json, std::size_t thread)>;

// A source that reads its file from front to back for many handles.
class BatchArgumentSource : public ArgumentSource {
 public:
  // Calls `take` once for each handle, in any order. No handle is kNoArguments. Throws Error (Input) as json() does.
  virtual void each(std::span<const std::uint64_t> handles, const TakeArguments& take) const = 0;
};

// The same of any trace. Handles that are kNoArguments, and all of a trace without arguments, are passed over. Throws Error (Input) when the file is
// gone or has changed.
void eachArguments(const Trace& trace, std::span<const std::uint64_t> handles, const TakeArguments& take);

}  // namespace stepscope
