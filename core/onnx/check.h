// The whole file is checked before any of it is built. Private to core/onnx.
#pragma once

#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope::onnx {

// The nodes in an order in which every node comes after its inputs; the file's own order if possible. Throws Error (Input) naming file, node and cure
// for: a name with two sources or none, nodes that depend on each other, an operator whose number of inputs or outputs or whose attributes do not
// match the standard.
std::vector<const OnnxNode*> checkedOrder(const OnnxModel& model);

}  // namespace stepscope::onnx
