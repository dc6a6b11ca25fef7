// What of a model that was made elsewhere is not trained as it stands in its file.
#pragma once

#include <string>

#include "core/base/task.h"
#include "core/models/model.h"

namespace stepscope {

// "model.onnx: the Softmax at its end is left out, ..."; empty where nothing is, and of a model that is none of a file. Throws Error as buildModel().
std::string leftOutAtEnd(const ModelSpec& spec, Task task);

}  // namespace stepscope
