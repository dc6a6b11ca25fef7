#include "core/graph/model_outputs.h"

#include <string>
#include <utility>

namespace stepscope {

namespace {

constexpr std::pair<const char*, ValueId ModelOutputs::*> kOutputs[] = {{"logits", &ModelOutputs::prediction}, {"loss", &ModelOutputs::loss}};

}  // namespace

void markOutputs(Graph& graph, const ModelOutputs& outputs) {
  for (const auto& [name, output] : kOutputs)
    if (outputs.*output != kNone) graph.markOutput(name, outputs.*output);
}

ModelOutputs modelOutputs(const Graph& graph) {
  ModelOutputs outputs;
  for (const auto& [name, output] : kOutputs)
    if (const auto found = graph.outputs().find(std::string_view(name)); found != graph.outputs().end()) outputs.*output = found->second;
  return outputs;
}

}  // namespace stepscope
