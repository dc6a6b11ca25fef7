// Where a model ends for training: which of its tensors is the answer, and what of its last nodes the loss has itself.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope::onnx {

// Names of all that a model may end at: its outputs, what its nodes make, its inputs.
std::vector<std::string> tensorsOf(const OnnxModel& model);

// The model that computes this tensor, without the nodes that are not needed for it. These may be of any operator, but not against the
// standard: Error (Input) as the importer's.
OnnxModel endingAt(OnnxModel model, const std::string& tensor);

// A cross-entropy takes numbers before a softmax: one at the end, also before nodes that only give another shape or type, becomes the
// identity. What else bounds the numbers at the end (sigmoid, ReLU, ...) is an Error (Input) with its cure, unless the project names the
// end itself. A clause that says what was left out; empty: nothing.
std::string endForCrossEntropy(OnnxModel& model, bool named);

}  // namespace stepscope::onnx
