// Converts the data to the input of an ONNX model: its order of dimensions, and integers if it takes them. Nothing is rearranged unless the project
// asks for it. Private to core/models.
#pragma once

#include "core/models/model_arguments.h"
#include "core/models/model_builder.h"
#include "core/onnx/onnx_file.h"

namespace stepscope {

// Adds the nodes that turn the builder's x into the file's input: model.transpose, model.reshape and model.round of the project. Throws Error (Input)
// if the shapes or types differ; the message gives the key that solves it, if there is one.
ValueId onnxInput(ModelBuilder& builder, const ZooArguments& arguments, const std::string& file, const onnx::Port& port);

}  // namespace stepscope
