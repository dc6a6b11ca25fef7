#include "core/onnx/write/exporter.h"

#include <algorithm>
#include <iterator>

#include "core/base/error.h"
#include "core/onnx/onnx.pb.h"
#include "core/onnx/write/emitter.h"

namespace stepscope::onnx {

namespace {

const std::map<std::string_view, void (*)(Emitter&)>& exporters() {
  static const std::map<std::string_view, void (*)(Emitter&)> all = [] {
    std::map<std::string_view, void (*)(Emitter&)> made;
    for (const auto& family : {elementExporters(), layerExporters(), shapeExporters(), poolingExporters(), sequenceExporters()})
      for (const Exporter& one : family) made.emplace(one.op, one.write);
    return made;
  }();
  return all;
}

}  // namespace

std::vector<std::string> exportedOps() {
  std::vector<std::string> names;
  for (const auto& [op, write] : exporters()) names.emplace_back(op);
  return names;
}

ExportedModel exportModel(const Graph& forward, const ExportSpec& spec) {
  require(spec.output != kNone && spec.weights, "an export has an output and weights");
  onnx_wire::ModelProto model;
  model.set_ir_version(kWrittenIr);
  model.set_producer_name("Stepscope");
  model.set_producer_version(spec.producerVersion);
  model.add_opset_import()->set_version(kWrittenOpset);
  for (const auto& [key, value] : spec.metadata) {
    auto& entry = *model.add_metadata_props();
    entry.set_key(key);
    entry.set_value(value);
  }
  onnx_wire::GraphProto& graph = *model.mutable_graph();
  graph.set_name("forward");
  Emitter emitter(forward, spec, graph);
  for (const NodeId id : emitter.needed(spec.output)) {
    emitter.begin(id);
    const auto found = exporters().find(emitter.node().op->name);
    if (found == exporters().end())
      emitter.refuse("the op " + std::string(emitter.node().op->title) + " cannot be exported to ONNX", "Use another layer in its place");
    found->second(emitter);
  }
  const std::string result = emitter.nameResult(emitter.nameOf(spec.output), spec.outputName);
  emitter.describe(*graph.add_output(), result, spec.output);
  ExportedModel made;
  made.inputs = emitter.usedInputs();
  made.nodes = graph.node_size();
  made.initializers = graph.initializer_size();
  made.weights = emitter.weights();
  if (!model.SerializeToString(&made.bytes)) throw Error(ErrorKind::Internal, "stepscope", "the ONNX file could not be put together");
  return made;
}

}  // namespace stepscope::onnx
