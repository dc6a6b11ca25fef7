#include "core/frozen/graph_json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope {

namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::Input, "graph", what);
}

// A number, or a text for infinity and NaN, which JSON does not have.
Json jsonOfReal(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}
double realOf(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const std::string& text = json.get_ref<const std::string&>();
  if (text == "inf" || text == "-inf") return text == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  if (text != "nan") refuse("a number is \"" + text + "\"");
  return std::numeric_limits<double>::quiet_NaN();
}

Json jsonOfAttribute(const Attribute& attribute) {
  if (const double* real = std::get_if<double>(&attribute)) return jsonOfReal(*real);
  return std::visit([](const auto& value) -> Json { return value; }, attribute);
}
Attribute attributeOf(const std::string& name, const Json& json) {
  const std::optional<AttributeType> type = attributeType(name);
  if (!type) refuse("there is no attribute " + name);
  switch (*type) {
    case AttributeType::Flag: return json.get<bool>();
    case AttributeType::Integer: return json.get<std::int64_t>();
    case AttributeType::Real: return realOf(json);
    case AttributeType::Text: return json.get<std::string>();
    case AttributeType::Integers: return json.get<std::vector<std::int64_t>>();
  }
  refuse("there is no attribute " + name);
}

DType dtypeOf(const std::string& name) {
  for (const DType type : {DType::F32, DType::BF16, DType::F16, DType::I64, DType::I32, DType::U8, DType::I8})
    if (nameOf(type) == name) return type;
  refuse("there is no type " + name);
}

Role roleOf(const std::string& name) {
  for (const Role role : {Role::Input, Role::Frozen})
    if (nameOf(role) == name) return role;
  refuse("a value is a " + name);
}

}  // namespace

Json jsonOfGraph(const Graph& graph) {
  std::vector<std::int32_t> number(graph.values().size(), -1);
  std::int32_t next = 0;
  Json sources = Json::array(), nodes = Json::array(), outputs = Json::object();
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const Value& value = graph.values()[v];
    if (value.producer != kNone) continue;
    require(value.role == Role::Input || value.role == Role::Frozen, "a frozen graph has inputs and frozen weights only");
    require(!value.quantization.any(), "a frozen graph has no quantized values");
    sources.push_back({{"name", value.name}, {"dtype", nameOf(value.dtype)}, {"shape", value.shape}, {"role", nameOf(value.role)}});
    number[v] = next++;
  }
  for (const Node& node : graph.nodes()) {
    Json attributes = Json::object(), in = Json::array();
    for (const auto& [name, attribute] : node.attrs.entries()) attributes[name] = jsonOfAttribute(attribute);
    for (const ValueId input : node.inputs) in.push_back(input == kNone ? -1 : number[input]);
    for (const ValueId output : node.outputs) number[output] = next++;
    nodes.push_back({{"op", node.op->name}, {"scope", node.scope}, {"in", std::move(in)}, {"attributes", std::move(attributes)}});
  }
  for (const auto& [name, value] : graph.outputs()) outputs[name] = number[value];
  return {{"sources", std::move(sources)}, {"nodes", std::move(nodes)}, {"outputs", std::move(outputs)}};
}

Graph graphOfJson(const Json& json) {
  Graph graph;
  std::vector<ValueId> values;
  const auto valueAt = [&](const Json& index) -> ValueId {
    const auto i = index.get<std::int64_t>();
    if (i < -1 || i >= static_cast<std::int64_t>(values.size())) refuse(fmt::format("a node reads value {} before it is made", i));
    return i < 0 ? ValueId(kNone) : values[static_cast<std::size_t>(i)];
  };
  for (const Json& source : json.at("sources")) {
    Value value;
    value.name = source.at("name").get<std::string>();
    value.dtype = dtypeOf(source.at("dtype").get<std::string>());
    value.shape = source.at("shape").get<Shape>();
    value.role = roleOf(source.at("role").get<std::string>());
    if (value.name.empty() || graph.find(value.name) != kNone) refuse("two values are named \"" + value.name + "\"");
    values.push_back(graph.addValue(std::move(value)));
  }
  for (const Json& entry : json.at("nodes")) {
    const auto name = entry.at("op").get<std::string>();
    const OpDef* op = findOp(name);
    // A graph that only computes answers has no ops that change their operands, take groups of inputs (optimizers), or are made by a backend.
    if (!op || op->fused || !op->infer || !op->mutates.empty() || op->repeat > 0) refuse("there is no op " + name + " that answers");
    std::vector<ValueId> inputs;
    for (const Json& input : entry.at("in")) inputs.push_back(valueAt(input));
    Attributes attributes;
    for (const auto& [attribute, value] : entry.at("attributes").items()) attributes.set(attribute, attributeOf(attribute, value));
    const NodeId made = graph.addNode(name, std::move(inputs), std::move(attributes), entry.at("scope").get<std::string>());
    const std::vector<ValueId>& made_ = graph.node(made).outputs;
    values.insert(values.end(), made_.begin(), made_.end());
  }
  for (const auto& [name, value] : json.at("outputs").items()) {
    const ValueId output = valueAt(value);
    if (output == kNone) refuse("the output " + name + " is missing");
    graph.markOutput(name, output);
  }
  graph.verify();
  return graph;
}

}  // namespace stepscope
