// [model] onnx: a model made elsewhere, evaluated and trained on like any other.
#include "core/base/error.h"
#include "core/models/zoo/zoo.h"
#include "core/onnx/importer.h"

namespace stepscope {

ValueId buildOnnx(ModelBuilder& builder, const std::string& file) {
  onnx::OnnxModel model = onnx::readModel(file);
  if (model.inputs.size() != 1)
    throw Error(ErrorKind::Input, file, "has " + std::to_string(model.inputs.size()) + " inputs, one is needed",
                "Export the model with one input");
  if (model.outputs.empty()) throw Error(ErrorKind::Input, file, "has no output", "Export the model again");
  model.outputs.resize(1);
  // The loss takes logits; a softmax at the end, as models for inference have it, would be applied twice.
  std::string& output = model.outputs[0].name;
  for (auto node = model.nodes.rbegin(); node != model.nodes.rend(); ++node) {
    if (node->opType != "Softmax" || node->outputs.empty() || node->outputs[0] != output || node->inputs.empty()) continue;
    output = node->inputs[0];
    model.nodes.erase(std::next(node).base());
    break;
  }
  onnx::ImportOptions options;
  options.start = std::move(builder.graph());
  options.given = {{model.inputs[0].name, builder.x()}};
  options.batch = options.start.value(builder.x()).shape[0];
  options.training = builder.training();
  onnx::Imported imported = onnx::importModel(model, options);
  const auto logits = imported.graph.outputs().find(output);
  if (logits == imported.graph.outputs().end()) throw Error(ErrorKind::Input, file, "has an output that does not depend on its input", "Export the model again");
  const ValueId value = logits->second;
  // What the host reads of a step are the outputs of our models, not the file's.
  Graph graph = imported.graph.withoutOutputs();
  builder.graph() = std::move(graph);
  return builder.shapeOf(value).size() > 2 ? builder.flatten("logits", value) : value;
}

}  // namespace stepscope
