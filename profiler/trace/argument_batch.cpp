#include "profiler/trace/argument_batch.h"

#include <vector>

namespace stepscope {

void eachArguments(const Trace& trace, std::span<const std::uint64_t> handles, const TakeArguments& take) {
  if (!trace.arguments) return;
  const auto* const batch = dynamic_cast<const BatchArgumentSource*>(trace.arguments.get());
  if (!batch) {
    for (std::size_t i = 0; i < handles.size(); ++i)
      if (handles[i] != kNoArguments) take(i, trace.arguments->json(handles[i]), 0);
    return;
  }
  std::vector<std::uint64_t> wanted;
  std::vector<std::size_t> places;
  wanted.reserve(handles.size());
  places.reserve(handles.size());
  for (std::size_t i = 0; i < handles.size(); ++i) {
    if (handles[i] == kNoArguments) continue;
    wanted.push_back(handles[i]);
    places.push_back(i);
  }
  batch->each(wanted, [&](std::size_t at, std::string_view json, std::size_t thread) { take(places[at], json, thread); });
}

}  // namespace stepscope
