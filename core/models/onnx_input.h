// The data as an ONNX model takes them: its dimensions in their order, whole numbers where it wants such. Nothing is rearranged that the
// project does not ask for. Private to core/models.
#pragma once

#include "core/models/model_arguments.h"
#include "core/models/model_builder.h"
#include "core/onnx/onnx_file.h"

namespace stepscope {

// Adds what turns the builder's x into the file's input: model.transpose, model.reshape and model.round of the project. Throws Error
// (Input) where the shapes or types differ, with the key that mends it where one does.
ValueId onnxInput(ModelBuilder& builder, const ZooArguments& arguments, const std::string& file, const onnx::Port& port);

}  // namespace stepscope
