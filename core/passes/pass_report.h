// Helpers with which passes report their changes. Private to core/passes.
#pragma once

#include <string>

#include "core/passes/step_graph.h"

namespace stepscope {

// Sum of the bytes of all values that own storage.
std::int64_t valueBytes(const Graph& graph);

PassReport reportChange(std::string pass, const Graph& before, const Graph& after);

}  // namespace stepscope
