#include "core/onnx/end.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/onnx/check.h"

namespace stepscope::onnx {

namespace {

bool isOneOf(const std::string& op, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return op == name; });
}

OnnxNode* makerOf(OnnxModel& model, const std::string& tensor) {
  for (OnnxNode& node : model.nodes)
    if (std::find(node.outputs.begin(), node.outputs.end(), tensor) != node.outputs.end()) return &node;
  return nullptr;
}

// If the quotient is exp(x) / sum of exp(x), as some exporters write a softmax, returns the node of the exponential; otherwise null.
OnnxNode* exponentialOfSoftmax(OnnxModel& model, const OnnxNode& quotient) {
  if (quotient.opType != "Div" || quotient.inputs.size() != 2) return nullptr;
  OnnxNode *const above = makerOf(model, quotient.inputs[0]), *const below = makerOf(model, quotient.inputs[1]);
  const bool isSoftmax = above && below && above->opType == "Exp" && below->opType == "ReduceSum" && !above->inputs.empty() &&
                         !below->inputs.empty() && below->inputs[0] == quotient.inputs[0];
  return isSoftmax ? above : nullptr;
}

// Whether `axis` of the model's output, counted from the front or the back, is that of the classes: the last one. If the file has no shape for the
// output, every axis from the front counts as the last one, except 0, the batch.
bool isOfClasses(const OnnxModel& model, std::int64_t axis) {
  const Port& end = model.outputs[0];
  const auto rank = end.hasShape ? static_cast<std::int64_t>(end.shape.size()) : 0;
  if (axis < 0) return axis == -1;
  return rank > 0 ? axis == rank - 1 : axis > 0;
}

// The axis of the sum in exp(x) / sum of exp(x); an unknown one counts as the last.
std::int64_t axisOfSum(OnnxModel& model, const OnnxNode& quotient) {
  const OnnxNode* const sum = makerOf(model, quotient.inputs[1]);
  if (const auto axes = sum->attributes.find("axes"); axes != sum->attributes.end() && axes->second.ints.size() == 1) return axes->second.ints[0];
  if (sum->inputs.size() < 2) return -1;
  const auto given = model.initializers.find(sum->inputs[1]);
  return given != model.initializers.end() && given->second.integers.size() == 1 ? given->second.integers[0] : -1;
}

[[noreturn]] void refuseEnd(const OnnxModel& model, const std::string& what, const std::string& before) {
  const std::string& end = model.outputs[0].name;
  throw Error(
      ErrorKind::Input, model.file,
      "ends in " + what + ", and the loss of classes is a cross-entropy, which takes numbers without bounds and has the softmax itself",
      "Set output = \"" + before + "\" under [model] to train without it, or output = \"" + end + "\" where the model is meant to be trained so");
}

}  // namespace

std::vector<std::string> tensorsOf(const OnnxModel& model) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  const auto add = [&](const std::string& name) {
    if (!name.empty() && seen.insert(name).second) names.push_back(name);
  };
  for (const Port& port : model.outputs) add(port.name);
  for (const OnnxNode& node : model.nodes)
    for (const std::string& output : node.outputs) add(output);
  for (const Port& port : model.inputs) add(port.name);
  return names;
}

OnnxModel endingAt(OnnxModel model, const std::string& tensor) {
  checkedOrder(model);  // a file that breaks a rule of the standard is refused, wherever the fault is
  std::map<std::string, const OnnxNode*, std::less<>> makers;
  for (const OnnxNode& node : model.nodes)
    for (const std::string& output : node.outputs) makers.emplace(output, &node);
  std::set<const OnnxNode*> needed;
  std::vector<std::string> open{tensor};
  while (!open.empty()) {
    const auto maker = makers.find(open.back());
    open.pop_back();
    if (maker == makers.end() || !needed.insert(maker->second).second) continue;
    open.insert(open.end(), maker->second->inputs.begin(), maker->second->inputs.end());
  }
  std::vector<OnnxNode> nodes;
  for (const OnnxNode& node : model.nodes)
    if (needed.contains(&node)) nodes.push_back(node);
  model.nodes = std::move(nodes);
  std::erase_if(model.inputs, [&](const Port& input) {
    const auto reads = [&](const OnnxNode& node) { return std::find(node.inputs.begin(), node.inputs.end(), input.name) != node.inputs.end(); };
    return input.name != tensor && std::none_of(model.nodes.begin(), model.nodes.end(), reads);
  });
  const auto port = std::find_if(model.outputs.begin(), model.outputs.end(), [&](const Port& p) { return p.name == tensor; });
  Port end = port == model.outputs.end() ? Port{tensor, 0, {}, false} : *port;
  model.outputs = {std::move(end)};
  return model;
}

std::string endForCrossEntropy(OnnxModel& model, bool named) {
  std::string at = model.outputs[0].name;
  // The limit ends the loop if there is a cycle, which the importer reports later.
  for (std::size_t steps = 0; steps <= model.nodes.size(); ++steps) {
    OnnxNode* const node = makerOf(model, at);
    if (!node || node->inputs.empty() || !node->domain.empty()) return {};
    if (isOneOf(node->opType, {"Identity", "Dropout", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Cast"})) {
      at = node->inputs[0];
      continue;
    }
    // If nodes follow the softmax, its axis cannot be found in the shape of the output. It then counts as that of the classes.
    const bool moved = at != model.outputs[0].name;
    if (node->opType == "Softmax") {
      const auto given = node->attributes.find("axis");
      const std::int64_t axis = given != node->attributes.end() ? given->second.i : model.opset >= 13 ? -1 : 1;
      if (!moved && !isOfClasses(model, axis)) {
        if (!named)
          refuseEnd(model, "the " + node->title() + " over axis " + std::to_string(axis) + ", which is not that of the classes", node->inputs[0]);
        return {};
      }
      const std::string title = node->title();
      node->opType = "Identity";
      node->attributes.clear();
      return "the " + title + " at its end is left out, since the loss has the softmax itself";
    } else if (OnnxNode* const exponential = exponentialOfSoftmax(model, *node)) {
      if (!moved && !isOfClasses(model, axisOfSum(model, *node))) return {};
      node->opType = "Identity";
      node->inputs = {exponential->inputs[0]};
      return "the softmax at its end, written as " + exponential->title() + " and a quotient, is left out, since the loss has the softmax itself";
    } else if (!named && isOneOf(node->opType, {"Sigmoid", "HardSigmoid", "Tanh", "Softsign", "Relu", "Clip", "Softplus", "ThresholdedRelu", "Elu",
                                                "Celu", "Selu", "Exp", "Hardmax"})) {
      refuseEnd(model, "the " + node->title(), node->inputs[0]);
    }
    return {};
  }
  return {};
}

}  // namespace stepscope::onnx
