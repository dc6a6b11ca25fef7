// amp: automatic mixed precision as a pass. It inserts casts so that every op runs in the type that PyTorch's autocast gives it.
#pragma once

#include <functional>

#include "core/graph/op.h"
#include "core/passes/pass_result.h"

namespace stepscope {

using AmpClassOf = std::function<AmpClass(const OpDef&)>;

// Inserts casts into a forward graph, before autodiff, so that the backward pass runs each op in the type of its forward pass:
//   AmpClass::Low      every floating input is cast to `low`
//   AmpClass::F32      every floating input is cast to f32
//   AmpClass::Widest   floating inputs are cast to the widest type among them
//   AmpClass::Unlisted parameters stay f32; activations keep their type, or are cast to the widest of them if they differ
// A value is cast at most once per type, and all its readers use the copy (as with PyTorch's weight cache). Outputs of the graph are f32 as before.
// `classOf` gives the class of an op on the device: [](const OpDef& op) { return op.ampCpu; }. Rules: PyTorch aten/src/ATen/autocast_mode.h.
PassResult amp(const Graph& forward, DType low, const AmpClassOf& classOf);

}  // namespace stepscope
