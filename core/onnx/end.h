// The end of a model for training: which tensor is the answer, and which of its last nodes are part of the loss.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/onnx_file.h"

namespace stepscope::onnx {

// Names of all tensors at which a model may end: its outputs, results of nodes, its inputs.
std::vector<std::string> tensorsOf(const OnnxModel& model);

// The model that computes this tensor, without nodes that are not needed for it. These may be of any operator, but must follow the standard: Error
// (Input) as from the importer.
OnnxModel endingAt(OnnxModel model, const std::string& tensor);

// A cross-entropy needs numbers before the softmax: a softmax at the end, or before nodes that only change shape or type, becomes the identity. Other
// bounded functions at the end (sigmoid, ReLU, ...) cause an Error (Input) with its cure, unless the project names the end itself. Returns a clause
// that says what was left out; empty: nothing.
std::string endForCrossEntropy(OnnxModel& model, bool named);

}  // namespace stepscope::onnx
