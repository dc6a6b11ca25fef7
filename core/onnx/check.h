// The whole file is checked before any of it is built. Private to core/onnx.
#pragma once

#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope::onnx {

// The nodes, every one after those whose results it reads; the file's own order where that is one.
// Throws Error (Input) naming file, node and cure for: a name that is made twice or by nobody, nodes that wait for each other, an operator
// whose number of inputs or outputs or whose attributes are not those of the standard.
std::vector<const OnnxNode*> checkedOrder(const OnnxModel& model);

}  // namespace stepscope::onnx
