#include "profiler/trace/trace.h"

namespace stepscope {

std::string_view nameOf(Category category) {
  switch (category) {
    case Category::Forward:
      return "forward";
    case Category::Backward:
      return "backward";
    case Category::Recompute:
      return "recompute";
    case Category::Optimizer:
      return "optimizer";
    case Category::Data:
      return "data";
    case Category::Validation:
      return "validation";
    case Category::Copy:
      return "copies and casts";
    case Category::Idle:
      return "idle";
    case Category::Step:
      return "step";
    case Category::Other:
      return "other";
  }
  return "?";
}

std::uint32_t NameTable::intern(std::string_view name) {
  const auto [entry, added] = ids_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (added) names_.emplace_back(name);
  return entry->second;
}

std::size_t Trace::spanCount() const {
  std::size_t count = 0;
  for (const TraceLane& lane : lanes) count += lane.size();
  return count;
}

}  // namespace stepscope
