// The end of a model for training: which tensor is the model's result, and which of its last nodes are part of the loss.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope::onnx {

// Names of all tensors at which a model may end: its outputs, results of nodes, its inputs.
std::vector<std::string> tensorsOf(const OnnxModel& model);

// The model that computes this tensor, without the nodes that are not needed for it. Removed nodes may be of unsupported operators, but they too must
// follow the standard; otherwise Error (Input), as from the importer.
OnnxModel endingAt(OnnxModel model, const std::string& tensor);

// A cross-entropy takes logits, the numbers before a softmax. So a softmax at the end of the model, or one followed only by nodes that change shape
// or type, becomes the identity. Other bounded functions at the end (sigmoid, ReLU, ...) cause an Error (Input) with its cure, unless `named` is
// true: the project chose this output itself. Returns a clause about what was left out, or an empty string if nothing was.
std::string endForCrossEntropy(OnnxModel& model, bool named);

}  // namespace stepscope::onnx
