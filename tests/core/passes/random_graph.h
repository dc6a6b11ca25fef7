// Random forward graphs with shared values, views, residuals and poolings, ending in a loss.
#pragma once

#include "core/graph/graph.h"

namespace stepscope {

Graph randomGraph(std::uint64_t seed);

}  // namespace stepscope
