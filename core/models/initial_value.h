// The first value of a parameter or buffer, for callers that may have to leave off: hundreds of millions of draws take seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope {

// initialValue() of model.h. `between` is called after every few thousand draws; it may throw.
std::vector<float> initialValue(const Value& value, std::uint64_t seed, const std::function<void()>& between);

}  // namespace stepscope
