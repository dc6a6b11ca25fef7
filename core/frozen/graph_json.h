// A graph that only answers, as JSON and back: {"sources": [{name, dtype, shape, role}], "nodes": [{op, scope, in, attributes}], "outputs": {name:
// value}}. Values are numbered: the sources first, then the outputs of the nodes in order; -1 where an optional input is absent. Private to
// core/frozen.
#pragma once

#include <nlohmann/json.hpp>

#include "core/graph/graph.h"

namespace stepscope {

// graph: of forward nodes, its sources inputs or frozen weights, nothing quantized.
nlohmann::json jsonOfGraph(const Graph& graph);
// Rebuilds it by the op table, which checks every shape and attribute. Throws Error naming what is wrong, or nlohmann's exception.
Graph graphOfJson(const nlohmann::json& json);

}  // namespace stepscope
