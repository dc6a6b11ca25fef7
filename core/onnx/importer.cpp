#include "core/onnx/importer.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/nearest.h"
#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

constexpr std::int64_t kNewestOpset = 28;
constexpr std::int64_t kExact = std::int64_t{1} << 24;  // f32 has every whole number up to here

const std::map<std::string, const Converter*, std::less<>>& converters() {
  static const auto table = [] {
    std::map<std::string, const Converter*, std::less<>> map;
    for (const auto family :
         {arithmeticConverters(), comparisonConverters(), activationConverters(), layerConverters(), poolingConverters(),
          resizeConverters(), shapeConverters(), reductionConverters(), recurrentConverters(), lossConverters(), attentionConverters()})
      for (const Converter& converter : family) require(map.emplace(converter.op, &converter).second, "two converters for one operator");
    return map;
  }();
  return table;
}

const Converter& converterOf(const Context& c) {
  const OnnxNode& node = *c.node;
  if (!node.domain.empty())
    throw Error(ErrorKind::Input, c.model.file,
                "the operator " + node.domain + "." + node.opType + " (" + node.title() + ") is not supported",
                "Only operators of the default ONNX domain can be imported");
  const auto it = converters().find(node.opType);
  if (it == converters().end())
    throw Error(ErrorKind::Input, c.model.file, "the operator " + node.opType + " (" + node.title() + ") is not supported",
                "Export the model without it, or train the part of the model before it");
  if (c.opset() < it->second->since)
    throw Error(ErrorKind::Input, c.model.file,
                "the operator " + node.opType + " (" + node.title() + ") is of opset " + std::to_string(c.opset()) +
                    ", which is older than " + std::to_string(it->second->since),
                "Convert the model to a newer opset");
  return *it->second;
}

void addInput(Context& c, const Port& port) {
  if (const auto it = c.options.constants.find(port.name); it != c.options.constants.end()) {
    c.values[port.name] = {kNone, std::make_shared<Tensor>(it->second), false, it->second.onnxType};
    return;
  }
  const auto refuse = [&](const std::string& what, const std::string& cure) {
    throw Error(ErrorKind::Input, c.model.file, "the input " + port.name + " " + what, cure);
  };
  const auto seen = c.options.given.find(port.name);
  // The numbers of a bfloat16 input would want every result rounded.
  if (port.onnxType == kBfloat16 || (!isReal(port.onnxType) && !isWhole(port.onnxType)))
    refuse("is of the type " + (port.onnxType ? typeName(port.onnxType) : "sequence or map") + ", which is not supported",
           "Export the model with float inputs");
  Shape shape = port.shape;
  if (!port.hasShape) refuse("has no shape", "Export the model with the shapes of its inputs");
  // What has no elements is an empty list of axes, or there for its type alone, and nothing that a step computes with.
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    c.values[port.name] = {kNone, nullptr, false, port.onnxType};
    return;
  }
  if (c.options.batch > 0 && !shape.empty()) shape[0] = c.options.batch;
  for (const std::int64_t dim : shape)
    if (dim <= 0)
      refuse("has the shape " + toString(port.shape) + " with a dimension that is not known or empty",
             "Export the model with fixed shapes");
  if (seen != c.options.given.end()) {
    const Value& value = c.graph.value(seen->second);
    if ((value.dtype == DType::F32) != isReal(port.onnxType))
      refuse("is of the type " + typeName(port.onnxType) + ", the data are " + std::string(nameOf(value.dtype)),
             "Use data of the other kind");
    if (numel(value.shape) != numel(shape))
      refuse("takes " + toString(shape) + ", the data give " + toString(value.shape),
             "Use data of this shape, or export the model for yours");
    const ValueId as = value.shape == shape ? seen->second : c.graph.add("reshape", {seen->second}, {{"shape", shape}}, port.name);
    c.values[port.name] = {as, nullptr, false, port.onnxType};
    return;
  }
  c.values[port.name] = {c.graph.addInput(port.name, isReal(port.onnxType) ? DType::F32 : DType::I32, shape), nullptr, false,
                         port.onnxType};
}

}  // namespace

bool isWhole(int type) {
  switch (type) {
    case kUint8:
    case kInt8:
    case kUint16:
    case kInt16:
    case kInt32:
    case kInt64:
    case kBool:
    case kUint32:
    case kUint64:
      return true;
    default:
      return false;
  }
}
bool isReal(int type) {
  return type == kFloat || type == kDouble || type == kFloat16 || type == kBfloat16;
}

NeedsConstant::NeedsConstant(const std::string& where, std::string input)
    : Error(ErrorKind::Input, where, "the input " + input + " must be known before the run", "Export the model with constant shapes"),
      input_(std::move(input)) {}

Context::Context(const OnnxModel& m, const ImportOptions& o) : model(m), options(o), graph(o.start) {}

const Operand& Context::operand(std::size_t i) const {
  if (!has(i)) refuse("lacks its input " + std::to_string(i));
  const auto it = values.find(node->inputs[i]);
  if (it == values.end()) throw Error(ErrorKind::Internal, model.file, "the order of nodes was not checked");
  return it->second;
}

ValueId Context::raw(std::size_t i) {
  const Operand& found = operand(i);
  if (found.value != kNone) return found.value;
  if (!found.constant) throw NeedsConstant(model.file + ": " + node->title(), node->inputs[i]);
  const Tensor& t = *found.constant;
  const ValueId made = persistent(t, node->inputs[i], found.parameter);
  values[node->inputs[i]].value = made;
  return made;
}

ValueId Context::value(std::size_t i) {
  const ValueId found = raw(i);
  return graph.value(found).dtype == DType::I32 ? add("convert", {found}, {{"to", std::string("f32")}}) : found;
}

ValueId Context::indices(std::size_t i) {
  const ValueId found = raw(i);
  return graph.value(found).dtype == DType::I32 ? found : add("convert", {found}, {{"to", std::string("i32")}});
}

// Whole numbers are no parameters, whoever made them.
ValueId Context::persistent(const Tensor& t, const std::string& name, bool trained) {
  for (const std::int64_t dim : t.shape)
    if (dim == 0) refuse("has the empty operand " + name);
  std::vector<float> floats = t.floats;
  for (const std::int64_t v : t.integers) {
    if (std::abs(v) > kExact)
      refuse("computes with " + std::to_string(v) + " of " + name + "; whole numbers beyond 16777216 are not supported");
    floats.push_back(static_cast<float>(v));
  }
  if (floats.size() == 1) return add("fill", {}, {{"shape", t.shape}, {"value", static_cast<double>(floats[0])}});
  Init init;
  init.kind = Init::Kind::Given;
  init.given = std::make_shared<const std::vector<float>>(std::move(floats));
  return graph.addPersistent(trained && !t.integer ? Role::Parameter : Role::Buffer, name, DType::F32, t.shape, init);
}

const Tensor& Context::constant(std::size_t i) const {
  const Operand& found = operand(i);
  if (!found.constant) throw NeedsConstant(model.file + ": " + node->title(), node->inputs[i]);
  return *found.constant;
}

std::vector<std::int64_t> Context::constantInts(std::size_t i) const {
  const Tensor& t = constant(i);
  check(t.integer, "needs whole numbers as its input " + node->inputs[i]);
  return t.integers;
}

double Context::constantReal(std::size_t i) const {
  const Tensor& t = constant(i);
  check((t.integer ? t.integers.size() : t.floats.size()) == 1, "needs one number as its input " + node->inputs[i]);
  return t.integer ? static_cast<double>(t.integers[0]) : static_cast<double>(t.floats[0]);
}

std::int64_t Context::integer(std::string_view name, std::int64_t fallback) const {
  const auto it = node->attributes.find(name);
  return it == node->attributes.end() ? fallback : it->second.i;
}
double Context::real(std::string_view name, double fallback) const {
  const auto it = node->attributes.find(name);
  return it == node->attributes.end() ? fallback : static_cast<double>(it->second.f);
}
std::string Context::text(std::string_view name, const std::string& fallback) const {
  const auto it = node->attributes.find(name);
  return it == node->attributes.end() ? fallback : it->second.s;
}
std::vector<std::int64_t> Context::ints(std::string_view name) const {
  const auto it = node->attributes.find(name);
  return it == node->attributes.end() ? std::vector<std::int64_t>{} : it->second.ints;
}

std::string Context::scope() const {
  if (!node->name.empty()) return node->name;
  return node->outputs.empty() ? node->opType : node->outputs[0];
}

ValueId Context::add(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) {
  return graph.add(op, std::move(inputs), std::move(attrs), scope());
}
std::vector<ValueId> Context::addAll(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) {
  return graph.node(graph.addNode(op, std::move(inputs), std::move(attrs), scope())).outputs;
}
ValueId Context::reshape(ValueId x, Shape to) {
  if (shape(x) == to) return x;
  return add("reshape", {x}, {{"shape", std::move(to)}});
}
ValueId Context::transpose(ValueId x, std::vector<std::int64_t> permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return x;
  return add("transpose", {x}, {{"permutation", std::move(permutation)}});
}
ValueId Context::scalar(double v) {
  return add("fill", {}, {{"shape", Shape{}}, {"value", v}});
}

void Context::set(std::size_t output, ValueId v, int type) {
  if (type == 0) type = has(0) ? operand(0).type : kFloat;
  if (wantsOutput(output)) values[node->outputs[output]] = {v, nullptr, false, type};
}
void Context::setConstant(std::size_t output, Tensor t) {
  const int type = t.onnxType;
  if (wantsOutput(output)) values[node->outputs[output]] = {kNone, std::make_shared<Tensor>(std::move(t)), false, type};
}

void Context::refuse(const std::string& what) const {
  throw Error(ErrorKind::Input, model.file, "the operator " + node->opType + " (" + node->title() + ") " + what);
}

std::int64_t axisOf(const Context& c, std::int64_t axis, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  c.check(axis >= -n && axis < std::max<std::int64_t>(n, 1),
          "has the axis " + std::to_string(axis) + " of a tensor of " + std::to_string(n) + " dimensions");
  return axis < 0 ? axis + n : axis;
}

Imported importModel(const OnnxModel& model, const ImportOptions& options) {
  if (model.opset > kNewestOpset)
    throw Error(ErrorKind::Input, model.file, "is of opset " + std::to_string(model.opset) + ", newer than " + std::to_string(kNewestOpset),
                "Export the model with opset " + std::to_string(kNewestOpset) + " or older");
  Context c(model, options);
  for (const auto& [name, tensor] : model.initializers) c.values[name] = {kNone, std::make_shared<Tensor>(tensor), true, tensor.onnxType};
  for (const Port& port : model.inputs) addInput(c, port);
  for (const OnnxNode& node : model.nodes) {
    c.node = &node;
    for (const std::string& input : node.inputs)
      if (!input.empty() && !c.values.count(input))
        throw Error(ErrorKind::Input, model.file, "the " + node.title() + " reads " + input + ", which no node before it makes",
                    "The file is damaged");
    const Converter& converter = converterOf(c);
    try {
      converter.convert(c);
    } catch (const NeedsConstant&) {
      throw;
    } catch (const Error& error) {
      if (error.where() == model.file) throw;
      throw Error(ErrorKind::Input, model.file,
                  "the operator " + node.opType + " (" + node.title() + ") cannot be imported: " + error.what());
    }
    for (const std::string& output : node.outputs)
      if (!output.empty() && !c.values.count(output)) c.refuse("has the output " + output + ", which is not supported");
  }
  Imported imported;
  for (const Port& port : model.outputs) {
    const auto it = c.values.find(port.name);
    if (it == c.values.end())
      throw Error(ErrorKind::Input, model.file, "has the output " + port.name + ", which no node makes", "The file is damaged");
    imported.outputs.push_back(port.name);
    if (it->second.value == kNone && !it->second.constant) throw NeedsConstant(model.file, port.name);
    if (it->second.value == kNone) {
      imported.constants[port.name] = *it->second.constant;
    } else {
      c.graph.markOutput(port.name, it->second.value);
    }
  }
  imported.graph = std::move(c.graph);
  return imported;
}

std::vector<std::string> supportedOperators() {
  std::vector<std::string> names;
  for (const auto& [name, converter] : converters()) names.push_back(name);
  return names;
}

}  // namespace stepscope::onnx
