#include "tests/core/onnx/odd_models.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "core/onnx/signatures.h"

namespace stepscope::testing {

namespace {

using Ints = std::vector<std::int64_t>;
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min(), kMost = std::numeric_limits<std::int64_t>::max();

// SplitMix64 (Steele et al. 2014).
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index) : state_(seed * 0x9E3779B97F4A7C15ULL + index * 0xD1B54A32D192ED03ULL) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  template <class List>
  auto& of(List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
  }

 private:
  std::uint64_t state_;
};

std::int64_t oddInteger(Random& r) {
  static constexpr std::int64_t odd[] = {
      0,         0,         1,         1,     2,         3,      4,         5,     7,       8,         9,         -1,           -1,
      -2,        -3,        -4,        -9,    64,        99,     1000,      65536, 1 << 20, 1LL << 24, 1LL << 31, -(1LL << 31), 1LL << 32,
      1LL << 40, 1LL << 53, 1LL << 62, kMost, kMost - 1, kLeast, kLeast + 1};
  return r.of(odd);
}
std::int64_t oddSize(Random& r) {
  static constexpr std::int64_t usual[] = {1, 1, 2, 2, 3, 3, 4, 5, 8};
  return r.chance(75) ? r.of(usual) : oddInteger(r);
}
double oddReal(Random& r) {
  static const double odd[] = {0, 1, -1, 0.5, 2, 1e-30, -1e-30, 1e30, 3.4e38, -3.4e38, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")};
  return r.of(odd);
}
Ints oddInts(Random& r) {
  Ints all;
  for (int n = r.chance(90) ? r.below(6) : r.below(70); n > 0; --n) all.push_back(r.chance(60) ? oddSize(r) : oddInteger(r));
  return all;
}
Ints oddShape(Random& r) {
  Ints shape;
  for (int rank = r.chance(70) ? r.below(5) : r.below(9); rank > 0; --rank) shape.push_back(oddSize(r));
  return shape;
}
std::string oddText(Random& r) {
  static const char* const words[] = {
      "",     "NOTSET",     "VALID",         "SAME_UPPER",         "SAME_LOWER", "DCR",         "CRD",     "nearest", "linear",   "cubic", "floor",
      "ceil", "forward",    "reverse",       "bidirectional",      "constant",   "reflect",     "edge",    "wrap",    "mean",     "sum",   "none",
      "tanh", "half_pixel", "align_corners", "tf_crop_and_resize", "not_larger", "not_smaller", "Sigmoid", "Affine",  "\xff\xfe", "%s%n"};
  return r.of(words);
}

// Elements that a file can hold without being large; 0 where the shape is not one, or too large.
std::int64_t elements(const Ints& shape) {
  std::int64_t count = 1;
  for (const std::int64_t dim : shape) {
    if (dim < 0 || dim > 4096) return 0;
    count *= dim;
    if (count > 4096) return 0;
  }
  return count;
}

int oddType(Random& r) {
  static constexpr int types[] = {1, 1, 1, 7, 7, 6, 9, 11, 10, 2, 3, 13, 16, 8, 17, 22, 0, 99};
  return r.of(types);
}

wire::TensorProto oddTensor(Random& r, const std::string& name, int type, const Ints& shape) {
  std::vector<double> values;
  const bool whole = type != 1 && type != 10 && type != 11;
  const std::int64_t count = elements(shape);
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = r.chance(80) ? r.below(9) - 4 : whole ? static_cast<double>(r.below(1 << 20)) : oddReal(r);
    values.push_back(whole || type == 10 ? std::trunc(std::clamp(value, -4096.0, 4096.0)) : value);
  }
  wire::TensorProto tensor = tensorOf(name, type, shape, values);
  // Numbers that a double does not have.
  for (int i = 0; i < tensor.int64_data_size(); ++i)
    if (r.chance(25)) tensor.set_int64_data(i, r.chance(70) ? oddSize(r) : oddInteger(r));
  return tensor;
}

void oddValue(Random& r, wire::AttributeProto& a, char letter) {
  const std::string letters = " fistgFIS";
  const std::string name = a.name();
  a.Clear();
  a.set_name(name);
  if (r.chance(95)) a.set_type(static_cast<int>(letters.find(letter)));
  if (letter == 'f') a.set_f(static_cast<float>(oddReal(r)));
  if (letter == 'i') a.set_i(oddInteger(r));
  if (letter == 's') a.set_s(oddText(r));
  if (letter == 't' && r.chance(95)) *a.mutable_t() = oddTensor(r, "value", oddType(r), r.chance(50) ? Ints{1} : oddShape(r));
  if (letter == 'g') a.mutable_g()->set_name("inner");
  if (letter == 'F')
    for (const std::int64_t n : oddInts(r)) a.add_floats(static_cast<float>(r.chance(50) ? static_cast<double>(n) : oddReal(r)));
  if (letter == 'I')
    for (const std::int64_t n : oddInts(r)) a.add_ints(n);
  if (letter == 'S')
    for (int n = r.below(8); n > 0; --n) a.add_strings(oddText(r));
}

// The attributes that the standard gives an operator, as names and types.
std::vector<std::pair<std::string, char>> knownAttributes(const std::string& op, std::int64_t opset) {
  std::vector<std::pair<std::string, char>> all;
  const onnx::Signature* signature = onnx::signatureOf(op, opset);
  std::string_view words = signature ? signature->attributes : std::string_view();
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    all.emplace_back(word.substr(0, word.find(':')), word[word.find(':') + 1]);
  }
  return all;
}

// The input becomes the result of a ConstantOfShape, the only way to large tensors in a small file.
void makeLarge(Random& r, wire::ModelProto& model, wire::NodeProto& node, int input) {
  wire::GraphProto& graph = *model.mutable_graph();
  const std::string shape = "shape" + std::to_string(graph.initializer_size()), made = "large" + std::to_string(graph.node_size());
  Ints dims;
  for (int rank = r.below(6); rank > 0; --rank) dims.push_back(r.chance(50) ? oddSize(r) : std::int64_t{1} << r.below(24));
  wire::TensorProto& tensor = *graph.add_initializer();
  tensor.set_name(shape);
  tensor.set_data_type(7);
  tensor.add_dims(static_cast<std::int64_t>(dims.size()));
  for (const std::int64_t dim : dims) tensor.add_int64_data(dim);
  node.set_input(input, made);
  wire::NodeProto& maker = *graph.add_node();
  maker.set_op_type("ConstantOfShape");
  maker.add_input(shape);
  maker.add_output(made);
  if (r.chance(30)) {
    wire::AttributeProto& value = *maker.add_attribute();
    value.set_name("value");
    value.set_type(4);
    *value.mutable_t() = oddTensor(r, "value", r.chance(50) ? 7 : oddType(r), {1});
  }
}

void mutateAttributes(Random& r, wire::NodeProto& node, std::int64_t opset) {
  const auto known = knownAttributes(node.op_type(), opset);
  const int which = r.below(10);
  if (which == 0 && node.attribute_size() > 0) {
    node.mutable_attribute()->DeleteSubrange(r.below(node.attribute_size()), 1);
  } else if (which == 1 && node.attribute_size() > 0) {
    const wire::AttributeProto copy = node.attribute(r.below(node.attribute_size()));
    *node.add_attribute() = copy;
  } else if (which == 2 || known.empty()) {
    wire::AttributeProto& a = *node.add_attribute();
    a.set_name("axis");
    oddValue(r, a, "fistgFIS"[r.below(8)]);
  } else {
    // One that the operator knows, with a value that it may not.
    const auto& [name, letter] = r.of(known);
    wire::AttributeProto* a = nullptr;
    for (wire::AttributeProto& one : *node.mutable_attribute())
      if (one.name() == name) a = &one;
    if (!a) a = node.add_attribute();
    a->set_name(name);
    if (letter == 'I' && a->ints_size() > 0 && r.chance(60)) a->set_ints(r.below(a->ints_size()), oddInteger(r));
    else oddValue(r, *a, r.chance(95) ? letter : "fistgFIS"[r.below(8)]);
  }
}

void mutateInput(Random& r, wire::ModelProto& model, wire::NodeProto& node) {
  wire::GraphProto& graph = *model.mutable_graph();
  static const char* const strange[] = {"", "nowhere", "o0", "i0", "i1"};
  if (node.input_size() == 0) {
    node.add_input(r.of(strange));
    return;
  }
  const int i = r.below(node.input_size());
  switch (r.below(12)) {
    case 0: node.set_input(i, r.of(strange)); break;
    case 1: node.mutable_input()->DeleteSubrange(i, 1); break;
    case 2: {
      const std::string again = node.input(i);
      for (int n = r.chance(95) ? 1 : 300; n > 0; --n) node.add_input(again);
      break;
    }
    case 3:
    case 4:
    case 5: {  // an initializer of another shape or type
      const std::string name = "odd" + std::to_string(graph.initializer_size());
      *graph.add_initializer() = oddTensor(r, name, r.chance(50) ? 1 : oddType(r), oddShape(r));
      node.set_input(i, name);
      break;
    }
    case 6:
    case 7:
    case 8: {  // a scalar or an empty tensor
      const std::string name = "odd" + std::to_string(graph.initializer_size());
      const Ints shapes[] = {{}, {0}, {0, 3}, {2, 0, 2}, {1}};
      *graph.add_initializer() = oddTensor(r, name, r.chance(50) ? 7 : 1, r.of(shapes));
      node.set_input(i, name);
      break;
    }
    default: makeLarge(r, model, node, i);
  }
}

void mutateTensors(Random& r, wire::GraphProto& graph) {
  if (graph.initializer_size() == 0) return;
  wire::TensorProto& tensor = *graph.mutable_initializer(r.below(graph.initializer_size()));
  switch (r.below(7)) {
    case 0:
      if (tensor.dims_size() > 0) tensor.set_dims(r.below(tensor.dims_size()), oddInteger(r));
      break;
    case 1: tensor.set_data_type(oddType(r)); break;
    case 2: tensor.set_raw_data(std::string(static_cast<std::size_t>(r.below(64)), '\x7f')); break;
    case 3: {
      tensor.set_data_location(1);
      wire::StringStringEntryProto& entry = *tensor.add_external_data();
      entry.set_key("location");
      static const char* const places[] = {"weights.bin", "../weights.bin", "/etc/passwd", "", "."};
      entry.set_value(r.of(places));
      break;
    }
    case 4:  // seen as another shape of as many elements
      if (tensor.dims_size() > 0 && r.chance(50)) {
        std::int64_t count = 1;
        for (const std::int64_t dim : tensor.dims()) count *= std::max<std::int64_t>(1, std::min<std::int64_t>(dim, 64));
        tensor.clear_dims();
        tensor.add_dims(count);
      } else {
        tensor.add_dims(1);
      }
      break;
    default: tensor = oddTensor(r, tensor.name(), r.chance(60) ? tensor.data_type() : oddType(r), oddShape(r));
  }
}

void mutatePorts(Random& r, wire::GraphProto& graph) {
  auto& ports = r.chance(80) ? *graph.mutable_input() : *graph.mutable_output();
  if (ports.empty()) return;
  wire::ValueInfoProto& port = *ports.Mutable(r.below(ports.size()));
  auto& tensor = *port.mutable_type()->mutable_tensor_type();
  switch (r.below(6)) {
    case 0: tensor.set_elem_type(oddType(r)); break;
    case 1: tensor.clear_shape(); break;
    case 2:
      if (tensor.shape().dim_size() > 0) tensor.mutable_shape()->mutable_dim(r.below(tensor.shape().dim_size()))->set_dim_value(oddInteger(r));
      break;
    case 3: describe(port, port.name(), tensor.elem_type(), r.chance(30) ? Ints{} : oddShape(r)); break;
    case 4: {
      const wire::ValueInfoProto copy = port;
      *ports.Add() = copy;
      break;
    }
    default: port.set_name(r.chance(50) ? "o0" : "nowhere");
  }
}

void mutate(Random& r, wire::ModelProto& model) {
  wire::GraphProto& graph = *model.mutable_graph();
  if (graph.node_size() == 0) return;
  wire::NodeProto& node = *graph.mutable_node(r.below(graph.node_size()));
  const int which = r.below(100);
  const std::int64_t opset = model.opset_import_size() > 0 ? model.opset_import(0).version() : 1;
  if (which < 35) return mutateAttributes(r, node, opset);
  if (which < 60) return mutateInput(r, model, node);
  if (which < 75) return mutateTensors(r, graph);
  if (which < 90) return mutatePorts(r, graph);
  if (which < 93) {
    const std::string name = node.output_size() > 0 ? node.output(0) : "o0";
    node.add_output(r.chance(50) ? name : r.chance(50) ? "" : "extra");
  } else if (which < 95) {
    if (node.output_size() > 0) node.set_output(r.below(node.output_size()), r.chance(50) ? "i0" : "");
  } else if (which < 98) {
    model.mutable_opset_import(0)->set_version(r.chance(80) ? r.below(30) : oddInteger(r));
  } else {
    node.set_domain("com.microsoft");
  }
}

// The input 0 of every further operator is the result of the one before it.
wire::ModelProto chained(Random& r, const std::vector<OperatorCase>& cases) {
  wire::ModelProto model = modelOf(r.of(cases));
  for (int n = 1 + r.below(3); n > 0; --n) {
    wire::GraphProto& graph = *model.mutable_graph();
    const wire::ModelProto next = modelOf(r.of(cases));
    const std::string before = graph.output(0).name(), suffix = "_" + std::to_string(n);
    for (wire::NodeProto node : next.graph().node()) {
      for (int i = 0; i < node.input_size(); ++i)
        if (!node.input(i).empty()) node.set_input(i, i == 0 ? before : node.input(i) + suffix);
      for (std::string& output : *node.mutable_output()) output += suffix;
      *graph.add_node() = node;
    }
    for (wire::TensorProto tensor : next.graph().initializer()) {
      tensor.set_name(tensor.name() + suffix);
      *graph.add_initializer() = tensor;
    }
    for (wire::ValueInfoProto port : next.graph().input()) {
      port.set_name(port.name() + suffix);
      *graph.add_input() = port;
    }
    graph.clear_output();
    for (wire::ValueInfoProto port : next.graph().output()) {
      port.set_name(port.name() + suffix);
      *graph.add_output() = port;
    }
    if (r.chance(50)) graph.mutable_node()->SwapElements(0, graph.node_size() - 1);
  }
  return model;
}

// An operator with operands of any shape.
wire::ModelProto random(Random& r, const std::vector<OperatorCase>& cases) {
  OperatorCase one = r.of(cases);
  if (r.chance(20)) one.opset = 1 + r.below(28);
  const onnx::Signature* signature = onnx::signatureOf(one.op, one.opset);
  one.inputs.clear();
  one.attributes.clear();
  const int least = signature ? signature->leastInputs : 1, most = signature ? std::min(signature->mostInputs, least + 4) : 3;
  const Ints common = oddShape(r);
  for (int i = 0; i < least + r.below(most - least + 1); ++i) {
    const std::string name = std::string("i").append(std::to_string(i));
    const Ints shape = r.chance(50) ? common : oddShape(r);
    const bool fed = r.chance(i == 0 ? 70 : 30);
    one.inputs.push_back({fed ? OperatorCase::Input::Fed : OperatorCase::Input::Initializer, oddTensor(r, name, oddType(r), shape)});
  }
  for (const auto& [name, letter] : knownAttributes(one.op, one.opset)) {
    if (r.chance(40)) continue;
    wire::AttributeProto& a = one.attributes.emplace_back();
    a.set_name(name);
    oddValue(r, a, letter);
  }
  return modelOf(one);
}

// The data are images as a project has them.
void takeImages(wire::GraphProto& graph) {
  if (graph.input_size() > 0) describe(*graph.mutable_input(0), graph.input(0).name(), 1, {1, 3, 8, 8});
  for (int i = graph.input_size(); i-- > 1;) {
    Ints dims;
    for (const auto& dim : graph.input(i).type().tensor_type().shape().dim()) dims.push_back(dim.dim_value());
    *graph.add_initializer() = tensorOf(graph.input(i).name(), graph.input(i).type().tensor_type().elem_type(), dims,
                                        std::vector<double>(static_cast<std::size_t>(elements(dims)), 1.0));
    graph.mutable_input()->DeleteSubrange(i, 1);
  }
}

}  // namespace

std::string oddModel(const std::vector<OperatorCase>& cases, std::uint64_t seed, std::uint64_t index) {
  Random r(seed, index);
  const int kind = r.below(10);
  wire::ModelProto model = kind == 0 ? random(r, cases) : kind < 3 ? chained(r, cases) : modelOf(r.of(cases));
  if (r.chance(25)) takeImages(*model.mutable_graph());
  for (int n = r.chance(60) ? 1 : 1 + r.below(4); n > 0; --n) mutate(r, model);
  std::string bytes = model.SerializeAsString();
  if (kind == 9) {
    if (r.chance(50)) {
      bytes.resize(static_cast<std::size_t>(r.below(static_cast<int>(bytes.size()) + 1)));
    } else {
      for (int n = 1 + r.below(4); n > 0 && !bytes.empty(); --n)
        bytes[static_cast<std::size_t>(r.below(static_cast<int>(bytes.size())))] ^= static_cast<char>(1 << r.below(8));
    }
  }
  return bytes;
}

}  // namespace stepscope::testing
