// Converts a graph that only computes answers to JSON and back: {"sources": [{"name", "dtype", "shape", "role"}], "nodes": [{"op", "scope", "in",
// "attributes"}], "outputs": {name: value}}. "in" and "outputs" refer to values by number: first the sources, then the outputs of the nodes, in
// order; -1 for an optional input that is absent. Private to core/frozen.
#pragma once

#include <nlohmann/json.hpp>

#include "core/graph/graph.h"

namespace stepscope {

// `graph`: only forward nodes; the values that no node makes are inputs or frozen weights, and none is quantized.
nlohmann::json jsonOfGraph(const Graph& graph);
// Rebuilds the graph with the op table, which checks every shape and attribute. Throws Error naming what is wrong, or an exception of nlohmann::json.
Graph graphOfJson(const nlohmann::json& json);

}  // namespace stepscope
