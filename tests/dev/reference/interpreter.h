// The meaning of the graph, written as plainly as it can be: loops in double precision, one function an op, nothing fast.
// Every backend is held against it, and it is itself held against finite differences and against PyTorch's results.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace stepscope::reference {

// Row-major over the logical shape, whatever the dtype.
using Tensor = std::vector<double>;
// Inputs, scalars and persistent values by name.
using Bindings = std::map<std::string, Tensor, std::less<>>;

struct Result {
  const Graph* graph = nullptr;
  std::vector<Tensor> values;  // by ValueId; persistent values as the step left them

  const Tensor& operator[](ValueId id) const { return values.at(id); }
  // A graph output, or else a value, of this name. Throws Error (Internal) if there is none.
  const Tensor& operator[](std::string_view name) const;
  double scalar(std::string_view name) const { return (*this)[name].at(0); }
  // All persistent values, to bind in the next step.
  Bindings state() const;
};

// Changes what a node made before anything reads it: rounds it as its type would, for example.
using AfterNode = std::function<void(const Value& value, Tensor& made)>;

// Runs the nodes once. Throws Error (Internal) when a binding is missing or has the wrong size, or an op is unknown.
// The graph must outlive the result.
Result interpret(const Graph& graph, const Bindings& bindings, const AfterNode& after = {});

// Every parameter and buffer at its initial value; optimizer state at zero.
Bindings initialState(const Graph& graph, std::uint64_t seed);

}  // namespace stepscope::reference
