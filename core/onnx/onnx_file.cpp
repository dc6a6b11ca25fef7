#include "core/onnx/onnx_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/onnx/onnx.pb.h"

namespace stepscope::onnx {

namespace {

namespace wire = onnx_wire;

constexpr std::int64_t kMostElements = std::int64_t{1} << 31;
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 31;  // protobuf's own limit on a message

enum Type { Float = 1, Uint8, Int8, Uint16, Int16, Int32, Int64, String, Bool, Float16, Double, Uint32, Uint64, Complex64, Complex128, Bfloat16 };

[[noreturn]] void refuse(const std::string& file, const std::string& what, const std::string& cure = {}) {
  throw Error(ErrorKind::Input, file, what, cure);
}

float halfToFloat(std::uint16_t h) {
  const int exponent = (h >> 10) & 31, mantissa = h & 1023;
  const float sign = (h & 0x8000) ? -1.0F : 1.0F;
  if (exponent == 31) return mantissa ? std::nanf("") : sign * HUGE_VALF;
  return sign * (exponent == 0 ? std::ldexp(static_cast<float>(mantissa), -24) : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25));
}

float bfloatToFloat(std::uint16_t h) {
  const std::uint32_t bits = std::uint32_t{h} << 16;
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}

template <class T>
T at(const std::string& bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

void put(Tensor& t, std::size_t i, float value) {
  t.floats[i] = value;
}
void put(Tensor& t, std::size_t i, double value) {
  t.doubles[i] = value;
}
void put(Tensor& t, std::size_t i, std::int64_t value) {
  t.integers[i] = value;
}

// Calls f with a number of the C++ type in which the file stores elements of this ONNX type, and with a function that converts such a number to the
// type in Tensor. Does not call it for an unsupported type.
template <class F>
void withElement(int type, const F& f) {
  const auto whole = [](auto v) { return static_cast<std::int64_t>(v); };
  const auto same = [](auto v) { return v; };
  switch (type) {
    case Float: return f(float{}, same);
    case Double: return f(double{}, same);
    case Float16: return f(std::uint16_t{}, halfToFloat);
    case Bfloat16: return f(std::uint16_t{}, bfloatToFloat);
    case Uint8: return f(std::uint8_t{}, whole);
    case Bool: return f(std::uint8_t{}, [](auto v) { return std::int64_t{v != 0}; });
    case Int8: return f(std::int8_t{}, whole);
    case Uint16: return f(std::uint16_t{}, whole);
    case Int16: return f(std::int16_t{}, whole);
    case Int32: return f(std::int32_t{}, whole);
    case Uint32: return f(std::uint32_t{}, whole);
    case Int64: return f(std::int64_t{}, whole);
    case Uint64: return f(std::uint64_t{}, whole);
    default: return;
  }
}

int sizeOfType(int type) {
  int size = 0;
  withElement(type, [&](auto element, auto) { size = sizeof(element); });
  return size;
}

// Elements from raw little-endian bytes.
void fromRaw(const std::string& raw, std::size_t count, Tensor& t) {
  withElement(t.onnxType, [&](auto element, auto convert) {
    for (std::size_t i = 0; i < count; ++i) put(t, i, convert(at<decltype(element)>(raw, i)));
  });
}

// Elements from the typed field of their type; int32_data has the types of 8 and 16 bits too. Returns false if the field has another number of
// elements.
bool fromFields(const wire::TensorProto& from, std::size_t count, Tensor& t) {
  bool all = false;
  withElement(t.onnxType, [&](auto element, auto convert) {
    const auto take = [&](const auto& field) {
      all = static_cast<std::size_t>(field.size()) == count;
      for (std::size_t i = 0; all && i < count; ++i) put(t, i, convert(field.Get(static_cast<int>(i))));
    };
    using Element = decltype(element);
    if constexpr (std::is_same_v<Element, float>) take(from.float_data());
    else if constexpr (std::is_same_v<Element, double>) take(from.double_data());
    else if constexpr (std::is_same_v<Element, std::int64_t>) take(from.int64_data());
    else if constexpr (std::is_same_v<Element, std::uint32_t> || std::is_same_v<Element, std::uint64_t>) take(from.uint64_data());
    else take(from.int32_data());
  });
  return all;
}

// The bytes of a tensor that is stored in another file. Only files in the model's own folder are read; a path that leads elsewhere is refused.
std::string externalBytes(const std::string& file, const wire::TensorProto& from, std::int64_t bytes) {
  std::string location;
  std::int64_t offset = 0;
  for (const auto& entry : from.external_data()) {
    if (entry.key() == "location") location = entry.value();
    if (entry.key() == "offset") offset = std::strtoll(entry.value().c_str(), nullptr, 10);
  }
  const std::filesystem::path name(location);
  if (location.empty() || name.is_absolute() || location.find("..") != std::string::npos)
    refuse(file, "the tensor " + from.name() + " lies in the file \"" + location + "\" outside the model's folder",
           "Export the model with its weights inside");
  const std::filesystem::path path = std::filesystem::path(file).parent_path() / name;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  std::string raw;
  if (!error && offset >= 0 && std::cmp_less_equal(offset, size) && std::cmp_less_equal(bytes, size - static_cast<std::uintmax_t>(offset)))
    raw.resize(static_cast<std::size_t>(bytes));
  if (raw.size() != static_cast<std::size_t>(bytes) || !stream || !stream.seekg(offset) || !stream.read(raw.data(), bytes))
    refuse(path.string(), "the weights of the tensor " + from.name() + " cannot be read from it", "Keep this file beside " + file);
  return raw;
}

Tensor tensorOf(const std::string& file, const wire::TensorProto& from) {
  Tensor t;
  t.onnxType = from.data_type();
  const int size = sizeOfType(t.onnxType);
  if (size == 0)
    refuse(file, "the tensor " + from.name() + " has elements of the type " + typeName(t.onnxType) + ", which is not supported",
           "Export the model with elements of the type float");
  std::int64_t count = 1;
  for (const std::int64_t dim : from.dims()) {
    if (dim < 0 || dim > kMostElements || (dim > 0 && count > kMostElements / dim))
      refuse(file, "the tensor " + from.name() + " has an impossible dimension of " + std::to_string(dim), "The file is damaged");
    count *= dim;
    t.shape.push_back(dim);
  }
  t.integer = !(t.onnxType == Float || t.onnxType == Double || t.onnxType == Float16 || t.onnxType == Bfloat16);
  const bool external = from.data_location() == 1;
  const std::int64_t stored =
      from.has_raw_data()
          ? static_cast<std::int64_t>(from.raw_data().size()) / size
          : std::max({from.float_data_size(), from.int32_data_size(), from.int64_data_size(), from.double_data_size(), from.uint64_data_size()});
  if (!external && stored != count)
    refuse(file, "the tensor " + from.name() + " of shape " + toString(t.shape) + " has " + std::to_string(stored) + " elements of data",
           "The file is damaged or cut off");
  const auto elements = static_cast<std::size_t>(count);
  std::string outside;  // read before memory for the elements is allocated: a wrong shape is refused by the size of the file
  if (external) outside = externalBytes(file, from, count * size);
  if (t.integer) {
    t.integers.resize(elements);
  } else if (t.onnxType == Double) {
    t.doubles.resize(elements);
  } else {
    t.floats.resize(elements);
  }
  if (external) {
    fromRaw(outside, elements, t);
  } else if (from.has_raw_data()) {
    if (from.raw_data().size() != elements * static_cast<std::size_t>(size))
      refuse(file, "the tensor " + from.name() + " has " + std::to_string(from.raw_data().size()) + " bytes of data",
             "The file is damaged or cut off");
    fromRaw(from.raw_data(), elements, t);
  } else if (!fromFields(from, elements, t)) {
    refuse(file, "the data of the tensor " + from.name() + " are in the wrong field", "The file is damaged");
  }
  return t;
}

// AttributeProto.AttributeType as a letter of signatures.h. Files before IR version 2 have no such field: the field that is present shows the type.
char letterOf(const wire::AttributeProto& from) {
  constexpr std::string_view letters = " fistgFIS";
  if (from.has_type()) return from.type() > 0 && from.type() < 9 ? letters[static_cast<std::size_t>(from.type())] : '?';
  if (from.has_f()) return 'f';
  if (from.has_i()) return 'i';
  if (from.has_s()) return 's';
  if (from.has_t()) return 't';
  if (from.has_g()) return 'g';
  if (from.floats_size() > 0) return 'F';
  if (from.strings_size() > 0) return 'S';
  return 'I';
}

Attribute attributeOf(const std::string& file, const wire::AttributeProto& from) {
  Attribute a;
  a.type = letterOf(from);
  if (a.type == 't' && !from.has_t()) refuse(file, "the attribute " + from.name() + " has no tensor", "The file is damaged or cut off");
  a.f = from.f();
  a.i = from.i();
  a.s = from.s();
  if (from.has_t()) a.t = tensorOf(file, from.t());
  a.floats.assign(from.floats().begin(), from.floats().end());
  a.ints.assign(from.ints().begin(), from.ints().end());
  a.strings.assign(from.strings().begin(), from.strings().end());
  return a;
}

Port portOf(const wire::ValueInfoProto& from) {
  Port port;
  port.name = from.name();
  if (!from.type().has_tensor_type()) return port;
  const auto& type = from.type().tensor_type();
  port.onnxType = type.elem_type();
  port.hasShape = type.has_shape();
  for (const auto& dim : type.shape().dim()) port.shape.push_back(dim.has_dim_value() ? dim.dim_value() : -1);
  return port;
}

template <class Message>
Message parse(const std::string& path, const char* what) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (error) refuse(path, "cannot be opened", "Check the path of the ONNX file");
  if (bytes == 0) refuse(path, "is empty", "Export the model again");
  if (bytes >= kMostBytes) refuse(path, "is larger than 2 GiB, which the format does not allow", "Export the model with external data");
  std::ifstream stream(path, std::ios::binary);
  Message message;
  google::protobuf::io::IstreamInputStream input(&stream);
  google::protobuf::io::CodedInputStream coded(&input);
  if (!message.ParseFromCodedStream(&coded) || !coded.ConsumedEntireMessage())
    refuse(path, std::string("is not ") + what + ", or is cut off or damaged", "Export the model again, for example with torch.onnx.export");
  return message;
}

}  // namespace

std::string typeName(int type) {
  static const char* const names[] = {"undefined", "float",      "uint8",      "int8",         "uint16",         "int16",      "int32",
                                      "int64",     "string",     "bool",       "float16",      "double",         "uint32",     "uint64",
                                      "complex64", "complex128", "bfloat16",   "float8e4m3fn", "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz",
                                      "uint4",     "int4",       "float4e2m1", "float8e8m0",   "uint2",          "int2"};
  if (type < 0 || type >= static_cast<int>(std::size(names))) return "type " + std::to_string(type);
  // For the newer types the number helps to look them up.
  return type <= Bfloat16 ? names[type] : std::string(names[type]) + " (" + std::to_string(type) + ")";
}

std::string OnnxNode::title() const {
  return opType + (name.empty() ? (outputs.empty() ? std::string() : " node that makes " + outputs[0]) : " node " + name);
}

OnnxModel readModel(const std::string& path) {
  const auto message = parse<wire::ModelProto>(path, "an ONNX model");
  if (!message.has_graph()) refuse(path, "has no graph, so it is no ONNX model", "Export the model again");
  if (message.functions_size() > 0)
    refuse(path, "defines the function " + message.functions(0).name() + "; models with functions of their own are not supported",
           "Inline the functions, for example with onnx.inliner");
  OnnxModel model;
  model.file = path;
  model.producer = message.producer_name();
  for (const auto& entry : message.metadata_props()) model.metadata[entry.key()] = entry.value();
  for (const auto& set : message.opset_import())
    if (set.domain().empty() || set.domain() == "ai.onnx") model.opset = set.version();
  if (model.opset == 0) model.opset = 1;
  const auto& graph = message.graph();
  for (const auto& tensor : graph.initializer())
    if (!model.initializers.emplace(tensor.name(), tensorOf(path, tensor)).second)
      refuse(path, "has two initializers of the name " + tensor.name(), "Give every value of the model a name of its own");
  for (const auto& node : graph.node()) {
    OnnxNode n;
    n.name = node.name();
    n.opType = node.op_type();
    n.domain = node.domain() == "ai.onnx" ? "" : node.domain();
    n.inputs.assign(node.input().begin(), node.input().end());
    n.outputs.assign(node.output().begin(), node.output().end());
    for (const auto& attribute : node.attribute())
      if (!n.attributes.emplace(attribute.name(), attributeOf(path, attribute)).second)
        refuse(path, "the " + n.title() + " has the attribute " + attribute.name() + " twice", "Export the model again");
    model.nodes.push_back(std::move(n));
  }
  // Before IR version 4 initializers are listed among the inputs as well.
  for (const auto& input : graph.input())
    if (!model.initializers.count(input.name())) model.inputs.push_back(portOf(input));
  for (const auto& output : graph.output()) model.outputs.push_back(portOf(output));
  return model;
}

Tensor readTensor(const std::string& path) {
  return tensorOf(path, parse<wire::TensorProto>(path, "an ONNX tensor"));
}

}  // namespace stepscope::onnx
