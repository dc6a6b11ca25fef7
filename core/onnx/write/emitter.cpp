#include "core/onnx/write/emitter.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/error.h"
#include "core/onnx/onnx.pb.h"

namespace stepscope::onnx {

namespace {

namespace wire = onnx_wire;

static_assert(std::endian::native == std::endian::little, "raw data of ONNX are little-endian");

constexpr std::int64_t kMostBytes = (std::int64_t{1} << 31) - (std::int64_t{1} << 20);  // protobuf's limit, less the graph itself

template <class T>
std::string rawOf(const std::vector<T>& values) {
  std::string raw(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(raw.data(), values.data(), raw.size());
  return raw;
}

void put(wire::AttributeProto& to, std::int64_t value) {
  to.set_type(2);
  to.set_i(value);
}
void put(wire::AttributeProto& to, float value) {
  to.set_type(1);
  to.set_f(value);
}
void put(wire::AttributeProto& to, const std::string& value) {
  to.set_type(3);
  to.set_s(value);
}
void put(wire::AttributeProto& to, const Ints& values) {
  to.set_type(7);
  for (const std::int64_t value : values) to.add_ints(value);
}

// Whether the attribute lists sizes, which may include the batch; exporters read such attributes with attribute().
bool listsSizes(std::string_view key) {
  return key == "shape" || key == "ends";
}

}  // namespace

Emitter::Emitter(const Graph& graph, const ExportSpec& spec, wire::GraphProto& out) : graph_(graph), spec_(spec), out_(out) {
  const Graph* other = spec.otherBatch;
  if (!other) return;
  const char* cure = "Export it for one batch size: --batch N";
  bool same = graph.values().size() == other->values().size() && graph.nodes().size() == other->nodes().size();
  for (std::size_t n = 0; same && n < graph.nodes().size(); ++n) {
    const Node &a = graph.nodes()[n], &b = other->nodes()[n];
    same = a.op == b.op && a.inputs == b.inputs && a.outputs == b.outputs;
  }
  if (!same) throw Error(ErrorKind::Input, "the model", "has other layers for another batch size, so its batch cannot be left open", cure);
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const Value &here = graph.values()[v], &there = other->values()[v];
    if (here.role != Role::Input || here.shape.empty()) continue;
    batch_ = here.shape[0];
    otherBatch_ = there.shape.at(0);
    break;
  }
  require(batch_ > 0 && batch_ != otherBatch_, "the second graph is for another batch size");
}

void Emitter::begin(NodeId node) {
  node_ = node;
  checkAttributes();
}

void Emitter::refuse(const std::string& what, const std::string& cure) const {
  const std::string where = node_ == kNone ? "the model" : !node().scope.empty() ? node().scope : std::string(node().op->title);
  throw Error(ErrorKind::Input, where, what, cure);
}

void Emitter::checkAttributes() const {
  if (!spec_.otherBatch) return;
  const Attributes& there = spec_.otherBatch->node(node_).attrs;
  for (const auto& [key, value] : node().attrs.entries()) {
    const auto found = there.entries().find(key);
    if (found != there.entries().end() && (found->second == value || listsSizes(key))) continue;
    refuse("the op " + std::string(node().op->title) + " has another " + key + " for another batch size, so the batch cannot be left open",
           "Export it for one batch size: --batch N");
  }
}

Dim Emitter::dimOf(std::int64_t here, std::int64_t other) const {
  if (here == other) return {here, 0};
  const bool scales = here % batch_ == 0 && other % otherBatch_ == 0 && here / batch_ == other / otherBatch_;
  if (!scales)
    refuse("a dimension is " + std::to_string(here) + " for a batch of " + std::to_string(batch_) + " and " + std::to_string(other) + " for one of " +
               std::to_string(otherBatch_) + ", so the batch cannot be left open",
           "Export it for one batch size: --batch N");
  return {here, here / batch_};
}

Dims Emitter::compared(const Shape& here, const Shape& other) const {
  Dims dims;
  for (std::size_t d = 0; d < here.size(); ++d) dims.push_back(dimOf(here[d], other.at(d)));
  return dims;
}

Dims Emitter::dimsOf(ValueId value) const {
  const Shape& here = graph_.value(value).shape;
  return compared(here, spec_.otherBatch ? spec_.otherBatch->value(value).shape : here);
}

Dims Emitter::attribute(IntegersName key) const {
  const auto& here = attrs().integers(key);
  return compared(here, spec_.otherBatch ? spec_.otherBatch->node(node_).attrs.integers(key) : here);
}

std::vector<NodeId> Emitter::needed(ValueId result) {
  std::vector<NodeId> nodes;
  std::vector<ValueId> open{result};
  std::set<NodeId> seen;
  while (!open.empty()) {
    const ValueId value = open.back();
    open.pop_back();
    if (value == kNone || !read_.insert(value).second) continue;
    const NodeId producer = graph_.value(value).producer;
    if (producer == kNone || !seen.insert(producer).second) continue;
    nodes.push_back(producer);
    const std::vector<ValueId>& inputs = graph_.node(producer).inputs;
    open.insert(open.end(), inputs.begin(), inputs.end());
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

bool Emitter::isRead(std::size_t output) const {
  return output < node().outputs.size() && read_.count(node().outputs[output]) > 0;
}

int Emitter::typeOf(ValueId value) const {
  switch (graph_.value(value).dtype) {
    case DType::F32: return kFloatType;
    case DType::F16: return kHalfType;
    case DType::BF16: return kBfloatType;
    case DType::I32:
    case DType::I64: return kInt64Type;
    default: refuse("reads the value " + graph_.value(value).name + ", whose type is not exported", "Export a model of floating point numbers");
  }
}

bool Emitter::isStored(ValueId value) const {
  const Value& v = graph_.value(value);
  return isPersistent(v.role) && v.producer == kNone && v.dtype == DType::F32;
}

std::vector<float> Emitter::numbers(ValueId value) {
  const Value& v = graph_.value(value);
  std::vector<float> numbers = spec_.weights(v);
  require(static_cast<std::int64_t>(numbers.size()) == numel(v.shape), "a weight has as many numbers as its shape says");
  if (isWeight(v.role)) weights_ += numel(v.shape);
  return numbers;
}

std::string Emitter::unique(const std::string& wanted) {
  std::string name = wanted;
  for (int n = 1; !taken_.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
  return name;
}

std::string Emitter::prefix() const {
  return node_ == kNone || node().scope.empty() ? std::string() : node().scope + "/";
}

std::string Emitter::initializer(const std::string& name, int type, const Shape& shape, std::string raw) {
  bytes_ += static_cast<std::int64_t>(raw.size());
  if (bytes_ > kMostBytes)
    throw Error(ErrorKind::Input, "the model", "has more than 2 GiB of weights, which one ONNX file cannot hold",
                "Export the weights: stepscope-cli checkpoints export");
  wire::TensorProto& tensor = *out_.add_initializer();
  tensor.set_name(unique(name));
  tensor.set_data_type(type);
  for (const std::int64_t dim : shape) tensor.add_dims(dim);
  tensor.set_raw_data(std::move(raw));
  return tensor.name();
}

std::string Emitter::nameOf(ValueId value) {
  if (const auto found = names_.find(value); found != names_.end()) return found->second;
  const Value& v = graph_.value(value);
  std::string name;
  if (v.role == Role::Input) {
    name = unique(v.name);
    usedInputs_.push_back(name);
    wire::ValueInfoProto& port = *out_.add_input();
    describe(port, name, value);
    if (spec_.pixels) {
      port.mutable_type()->mutable_tensor_type()->set_elem_type(kUint8Type);
      name = fromPixels(name, v.shape);
    }
  } else if (isStored(value)) {
    name = initializer(v.name, kFloatType, v.shape, rawOf(numbers(value)));
  } else {
    refuse("reads the value " + v.name + ", which is not known outside of training", "Report the model as a bug, please");
  }
  names_[value] = name;
  return name;
}

std::string Emitter::fromPixels(const std::string& bytes, const Shape& shape) {
  const auto channels = static_cast<std::size_t>(shape.at(1));
  require(shape.size() == 4 && spec_.pixels->mean.size() == channels && spec_.pixels->std.size() == channels,
          "every channel has a mean and a deviation");
  std::vector<float> factors, shifts;
  for (std::size_t c = 0; c < channels; ++c) {
    factors.push_back(static_cast<float>(1 / (255 * spec_.pixels->std[c])));
    shifts.push_back(static_cast<float>(-spec_.pixels->mean[c] / spec_.pixels->std[c]));
  }
  const Shape perChannel{shape[1], 1, 1};
  const std::string scaled = add("Mul", {cast(bytes, kFloatType), table("constants/pixel_factors", perChannel, factors)});
  return add("Add", {scaled, table("constants/pixel_shifts", perChannel, shifts)});
}

void Emitter::describe(wire::ValueInfoProto& port, const std::string& name, ValueId value) const {
  port.set_name(name);
  auto& type = *port.mutable_type()->mutable_tensor_type();
  type.set_elem_type(typeOf(value));
  type.mutable_shape();
  for (const Dim& dim : dimsOf(value)) {
    auto& to = *type.mutable_shape()->add_dim();
    if (!dim.open()) to.set_dim_value(dim.size);
    else to.set_dim_param(dim.perBatch == 1 ? std::string(kBatchName) : kBatchName + ("_times_" + std::to_string(dim.perBatch)));
  }
}

std::string Emitter::in(std::size_t i) {
  return has(i) ? nameOf(input(i)) : std::string();
}

Tensors Emitter::inputs() {
  Tensors all;
  for (std::size_t i = 0; i < node().inputs.size(); ++i) all.push_back(in(i));
  return all;
}

void Emitter::set(std::size_t output, std::string name) {
  names_[node().outputs.at(output)] = std::move(name);
}

Tensors Emitter::addAll(const char* op, Tensors inputs, const NodeAttributes& attributes, std::size_t outputs) {
  while (!inputs.empty() && inputs.back().empty()) inputs.pop_back();
  wire::NodeProto& made = *out_.add_node();
  made.set_op_type(op);
  made.set_name(unique(prefix() + op));
  for (std::string& input : inputs) made.add_input(std::move(input));
  Tensors names;
  for (std::size_t i = 0; i < outputs; ++i) {
    names.push_back(unique(made.name() + "_output" + (i == 0 ? "" : std::to_string(i))));
    made.add_output(names.back());
  }
  for (const auto& [name, value] : attributes) {
    wire::AttributeProto& attribute = *made.add_attribute();
    attribute.set_name(name);
    std::visit([&](const auto& v) { put(attribute, v); }, value);
  }
  return names;
}

std::string Emitter::add(const char* op, Tensors inputs, const NodeAttributes& attributes) {
  return addAll(op, std::move(inputs), attributes, 1)[0];
}

std::string Emitter::once(const std::string& key, const std::function<std::string()>& make) {
  if (const auto found = made_.find(key); found != made_.end()) return found->second;
  std::string name = make();
  made_[key] = name;
  return name;
}

std::string Emitter::ints(const Ints& values) {
  std::string key = "ints";
  for (const std::int64_t value : values) key += "_" + std::to_string(value);
  return once(key, [&] { return initializer("constants/" + key, kInt64Type, {static_cast<std::int64_t>(values.size())}, rawOf(values)); });
}

std::string Emitter::scalar(double value) {
  const std::vector<float> one{static_cast<float>(value)};
  const std::string raw = rawOf(one);
  return once("scalar:" + raw, [&] { return initializer("constants/scalar", kFloatType, {}, raw); });
}

std::string Emitter::wholeScalar(std::int64_t value) {
  const std::string raw = rawOf(Ints{value});
  return once("whole:" + raw, [&] { return initializer("constants/whole", kInt64Type, {}, raw); });
}

std::string Emitter::table(const std::string& name, const Shape& shape, const std::vector<float>& values) {
  std::string raw = rawOf(values);
  return once("table:" + toString(shape) + ":" + raw, [&] { return initializer(name, kFloatType, shape, raw); });
}

std::string Emitter::sizes(const Dims& dims) {
  if (std::none_of(dims.begin(), dims.end(), [](const Dim& d) { return d.open(); })) {
    Ints fixed;
    for (const Dim& dim : dims) fixed.push_back(dim.size);
    return ints(fixed);
  }
  const std::string batch = once("batch", [&] {
    const auto source = std::find_if(read_.begin(), read_.end(), [&](ValueId v) { return graph_.value(v).role == Role::Input; });
    if (source == read_.end()) refuse("makes a tensor of the batch's size, and the result reads no input", "Export it for one batch size: --batch N");
    return add("Shape", {nameOf(*source)}, {{"start", std::int64_t{0}}, {"end", std::int64_t{1}}});
  });
  Tensors parts;
  Ints fixed;
  const auto close = [&] {
    if (!fixed.empty()) parts.push_back(ints(fixed));
    fixed.clear();
  };
  for (const Dim& dim : dims) {
    if (!dim.open()) {
      fixed.push_back(dim.size);
      continue;
    }
    close();
    parts.push_back(dim.perBatch == 1 ? batch : once("batch:" + std::to_string(dim.perBatch), [&] {
      return add("Mul", {batch, ints({dim.perBatch})});
    }));
  }
  close();
  return parts.size() == 1 ? parts[0] : add("Concat", parts, {{"axis", std::int64_t{0}}});
}

std::string Emitter::reshape(const std::string& x, const Dims& to) {
  Ints list;
  std::ptrdiff_t open = 0;
  bool empty = false;
  for (const Dim& dim : to) {
    list.push_back(dim.open() ? -1 : dim.size);
    open += dim.open() ? 1 : 0;
    empty = empty || dim.size == 0;
  }
  // One dimension may be -1: the operator computes it from the others. A size of 0 needs allowzero, since it would otherwise copy a dimension of x.
  const NodeAttributes zeros = empty ? NodeAttributes{{"allowzero", std::int64_t{1}}} : NodeAttributes{};
  return add("Reshape", {x, open > 1 || (open == 1 && empty) ? sizes(to) : ints(list)}, zeros);
}

std::string Emitter::transpose(const std::string& x, const Ints& permutation) {
  return add("Transpose", {x}, {{"perm", permutation}});
}

std::string Emitter::relu(std::string x) {
  return attrs().flag("relu") ? add("Relu", {std::move(x)}) : x;
}

std::string Emitter::cast(const std::string& x, int onnxType) {
  return add("Cast", {x}, {{"to", std::int64_t{onnxType}}});
}

std::string Emitter::nameResult(const std::string& tensor, const std::string& name) {
  const std::string result = unique(name);
  for (wire::NodeProto& made : *out_.mutable_node())
    for (std::string& output : *made.mutable_output()) {
      if (output != tensor) continue;
      output = result;
      for (wire::NodeProto& reader : *out_.mutable_node())
        for (std::string& input : *reader.mutable_input())
          if (input == tensor) input = result;
      return result;
    }
  wire::NodeProto& copy = *out_.add_node();
  copy.set_op_type("Identity");
  copy.set_name(unique("Identity"));
  copy.add_input(tensor);
  copy.add_output(result);
  return result;
}

}  // namespace stepscope::onnx
