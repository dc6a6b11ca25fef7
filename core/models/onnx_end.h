// The nodes at the end of an imported ONNX model that are left out of training.
#pragma once

#include <string>

#include "core/base/task.h"
#include "core/models/model.h"

namespace stepscope {

// "model.onnx: the Softmax at its end is left out, ..."; empty if nothing is left out or the model is not from a file. Throws Error as buildModel().
std::string leftOutAtEnd(const ModelSpec& spec, Task task);

}  // namespace stepscope
