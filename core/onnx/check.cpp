#include "core/onnx/check.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "core/base/error.h"
#include "core/onnx/signatures.h"

namespace stepscope::onnx {

namespace {

constexpr const char* kAgain = "Export the model again, for example with torch.onnx.export";

[[noreturn]] void refuse(const OnnxModel& model, const std::string& what, const std::string& cure = kAgain) {
  throw Error(ErrorKind::Input, model.file, what, cure);
}

// The source of a name: the index of a node, or kGiven for inputs and initializers.
constexpr std::size_t kGiven = static_cast<std::size_t>(-1);
using Makers = std::map<std::string_view, std::size_t, std::less<>>;

Makers makersOf(const OnnxModel& model) {
  Makers makers;
  const auto make = [&](std::string_view name, std::size_t maker, const std::string& what) {
    if (!makers.emplace(name, maker).second)
      refuse(model, what + " makes " + std::string(name) + ", which an earlier node makes", "Give every value of the model a name of its own");
  };
  for (const auto& [name, tensor] : model.initializers) make(name, kGiven, "an initializer");
  for (const Port& port : model.inputs) make(port.name, kGiven, "an input");
  for (std::size_t n = 0; n < model.nodes.size(); ++n)
    for (const std::string& output : model.nodes[n].outputs)
      if (!output.empty()) make(output, n, "the " + model.nodes[n].title());
  return makers;
}

// "a, b and c"; of a list of more than 5 only the first 5, and the number of the others.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return names.size() > kShown ? text + " and " + std::to_string(names.size() - kShown) + " more" : text;
}

// For each node, the nodes that it depends on.
std::vector<std::vector<std::size_t>> dependencies(const OnnxModel& model, const Makers& makers) {
  std::vector<std::vector<std::size_t>> before(model.nodes.size());
  for (std::size_t n = 0; n < model.nodes.size(); ++n) {
    for (const std::string& input : model.nodes[n].inputs) {
      if (input.empty()) continue;
      const auto it = makers.find(input);
      if (it == makers.end()) refuse(model, "the " + model.nodes[n].title() + " reads " + input + ", which no node makes");
      if (it->second != kGiven) before[n].push_back(it->second);
    }
    std::sort(before[n].begin(), before[n].end());
    before[n].erase(std::unique(before[n].begin(), before[n].end()), before[n].end());
  }
  return before;
}

// Topological order (Kahn 1962). Of the nodes that are ready, the first one of the file is taken.
std::vector<std::size_t> sorted(const OnnxModel& model, const std::vector<std::vector<std::size_t>>& before) {
  std::vector<std::size_t> waits(before.size());
  std::vector<std::vector<std::size_t>> after(before.size());
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t n = 0; n < before.size(); ++n) {
    waits[n] = before[n].size();
    for (const std::size_t earlier : before[n]) after[earlier].push_back(n);
    if (waits[n] == 0) ready.push(n);
  }
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t n = ready.top();
    ready.pop();
    order.push_back(n);
    for (const std::size_t later : after[n])
      if (--waits[later] == 0) ready.push(later);
  }
  if (order.size() == before.size()) return order;
  // The remaining nodes are in a cycle or after one; walking back from any of them ends in a cycle.
  std::size_t at = 0;
  while (waits[at] == 0) ++at;
  std::vector<bool> seen(before.size(), false);
  std::vector<std::size_t> path;
  for (; !seen[at]; at = *std::find_if(before[at].begin(), before[at].end(), [&](std::size_t earlier) { return waits[earlier] > 0; })) {
    seen[at] = true;
    path.push_back(at);
  }
  std::vector<std::string> names;
  for (auto it = std::find(path.begin(), path.end(), at); it != path.end(); ++it) names.push_back("the " + model.nodes[*it].title());
  refuse(model, names.size() == 1 ? names[0] + " reads its own result" : listed(names) + " wait for each other's results",
         "A model is a graph without cycles; export it again");
}

const char* nameOfType(char letter) {
  constexpr std::string_view kLetters = "fistgFIS";
  constexpr const char* kNames[] = {"a number",          "a whole number",          "a text",          "a tensor",       "a graph",
                                    "a list of numbers", "a list of whole numbers", "a list of texts", "of another type"};
  return kNames[std::min(kLetters.find(letter), kLetters.size())];
}

struct Declared {
  std::string name;
  char type = ' ';
  bool required = false;
};

std::vector<Declared> declaredAttributes(std::string_view words) {
  std::vector<Declared> all;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    const std::size_t colon = word.find(':');
    all.push_back({std::string(word.substr(0, colon)), word[colon + 1], word.ends_with('!')});
  }
  return all;
}

std::string countOf(std::size_t n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

void checkNode(const OnnxModel& model, const OnnxNode& node) {
  const Signature* signature = signatureOf(node.opType, model.opset);
  if (!signature) return;  // the importer reports an unknown operator
  const std::string subject = "the " + node.title() + " has ", of = " of opset " + std::to_string(model.opset);
  const auto checkCount = [&](std::size_t n, int least, int most, const char* what) {
    const auto low = static_cast<std::size_t>(least), high = static_cast<std::size_t>(most);
    if (n >= low && n <= high) return;
    refuse(model, subject + countOf(n, what) + " where " + node.opType + of + " has " +
                      (least == most   ? countOf(low, what)
                       : most == kMany ? "at least " + countOf(low, what)
                                       : std::to_string(least) + " to " + countOf(high, what)));
  };
  checkCount(node.inputs.size(), signature->leastInputs, signature->mostInputs, "input");
  checkCount(node.outputs.size(), signature->leastOutputs, signature->mostOutputs, "output");
  for (std::size_t i = 0; i < static_cast<std::size_t>(signature->leastInputs); ++i)
    if (node.inputs[i].empty()) refuse(model, "the " + node.title() + " lacks its input " + std::to_string(i));
  const std::vector<Declared> declared = declaredAttributes(signature->attributes);
  std::vector<std::string> names;
  for (const Declared& one : declared) {
    names.push_back(one.name);
    if (one.required && !node.attributes.count(one.name)) refuse(model, "the " + node.title() + " lacks its attribute " + one.name);
  }
  for (const auto& [name, attribute] : node.attributes) {
    const auto it = std::find_if(declared.begin(), declared.end(), [&wanted = name](const Declared& one) { return one.name == wanted; });
    if (it == declared.end())
      refuse(model, subject + "the attribute " + name + ", which " + node.opType + of + " does not know",
             names.empty() ? "It has no attributes" : "Its attributes are " + listed(names));
    if (it->type != attribute.type)
      refuse(model, subject + "the attribute " + name + " as " + nameOfType(attribute.type) + " where it is " + nameOfType(it->type));
  }
}

}  // namespace

const Signature* signatureOf(std::string_view op, std::int64_t opset) {
  const Signature* found = nullptr;
  for (const Signature& one : signatures())
    if (one.op == op && one.since <= opset) found = &one;
  return found;
}

std::vector<const OnnxNode*> checkedOrder(const OnnxModel& model) {
  const Makers makers = makersOf(model);
  const auto before = dependencies(model, makers);
  for (const Port& port : model.outputs)
    if (!makers.count(port.name)) refuse(model, "has the output " + port.name + ", which no node makes");
  std::vector<const OnnxNode*> order;
  for (const std::size_t n : sorted(model, before)) {
    if (model.nodes[n].domain.empty()) checkNode(model, model.nodes[n]);
    order.push_back(&model.nodes[n]);
  }
  return order;
}

}  // namespace stepscope::onnx
