// The context in which a converter works on one operator. Private to core/onnx.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "core/onnx/importer.h"

namespace stepscope::onnx {

// TensorProto.DataType.
enum : int { kFloat = 1, kUint8, kInt8, kUint16, kInt16, kInt32, kInt64, kString, kBool, kFloat16, kDouble, kUint32, kUint64, kBfloat16 = 16 };
// Whether the type is an integer or boolean type, or a floating point type. The graph holds both as f32, which is exact for integers up to
// 16,777,216. It holds doubles as f32 too, but operators do not compute with them at run time.
bool isWhole(int type);
bool isReal(int type);

// A name of the file: a value of the graph, or a tensor known at import time (which becomes a value when it is needed).
struct Operand {
  ValueId value = kNone;
  std::shared_ptr<const Tensor> constant;
  bool parameter = false;  // an initializer, which is trained if it is a tensor of floating point numbers
  int type = kFloat;       // the file's element type. The graph uses f32 for all of them, and i32 for indices and integer inputs
};

inline constexpr const char* kTransposed = "transposed";  // a form of a known matrix, see Context::once

class Context {
 public:
  Context(const OnnxModel& model, const ImportOptions& options);

  const OnnxModel& model;
  const ImportOptions& options;
  Graph graph;
  std::map<std::string, Operand, std::less<>> values;
  std::set<std::string, std::less<>> used;  // names read by a node or the caller
  std::int64_t draws = 0;                   // number of nodes so far that draw random numbers

  // The node being converted, and the number of graph nodes when its conversion began.
  const OnnxNode* node = nullptr;
  std::size_t nodesBefore = 0;

  std::int64_t opset() const { return model.opset; }
  bool has(std::size_t i) const { return i < node->inputs.size() && !node->inputs[i].empty(); }
  // Whether the output is read; others need not be computed.
  bool wantsOutput(std::size_t i) const { return i < node->outputs.size() && used.count(node->outputs[i]) > 0; }
  const Operand& operand(std::size_t i) const;
  bool isConstant(std::size_t i) const { return operand(i).constant != nullptr; }
  // The operand as numbers (f32); a constant becomes a parameter, a buffer or, if it is a single number, a fill node. Booleans are 0 and 1.
  ValueId value(std::size_t i);
  // The operand as it is in the graph, f32 or i32, for ops that only move elements. Refuses doubles: the graph computes in f32.
  ValueId raw(std::size_t i);
  void checkNoDouble(std::size_t i) const;
  // The operand as i32: labels, token numbers.
  ValueId indices(std::size_t i);
  int type(std::size_t i) const { return operand(i).type; }
  ValueId optionalValue(std::size_t i) { return has(i) ? value(i) : kNone; }
  const Shape& shape(ValueId v) const { return graph.value(v).shape; }
  // The operand's tensor. Throws NeedsConstant if it is not known at import time.
  const Tensor& constant(std::size_t i) const;
  std::vector<std::int64_t> constantInts(std::size_t i) const;
  std::int64_t constantInt(std::size_t i) const;  // the only number of the operand
  double constantReal(std::size_t i) const;
  std::vector<double> constantReals(std::size_t i) const;  // finite ones

  std::int64_t integer(std::string_view name, std::int64_t fallback) const;
  // An attribute that is a number of elements: at least 1, and small enough that the product of two does not overflow.
  std::int64_t size(std::string_view name, std::int64_t fallback) const;
  double real(std::string_view name, double fallback) const;
  std::string text(std::string_view name, const std::string& fallback) const;
  std::vector<std::int64_t> ints(std::string_view name) const;  // empty if missing
  bool hasAttribute(std::string_view name) const { return node->attributes.count(std::string(name)) > 0; }

  ValueId add(std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {});
  std::vector<ValueId> addAll(std::string_view op, std::vector<ValueId> inputs, Attributes attrs = {});
  ValueId reshape(ValueId x, Shape shape);  // returns x itself if it has that shape
  ValueId transpose(ValueId x, std::vector<std::int64_t> permutation);
  ValueId scalar(double value);
  // The value that `make` creates from a known operand in one of several forms (weights are transposed, gates reordered), with its name. Reading the
  // same tensor again, under any name, gives the same value: shared weights are trained as one.
  ValueId once(std::size_t i, const std::string& form, const std::function<ValueId(const std::string& name)>& make);
  // The existing value for a known operand in this form; kNone if there is none.
  ValueId madeOf(std::size_t i, const std::string& form) const;
  // A parameter or buffer with these numbers and this name; a single number becomes a fill node. Integers are never parameters.
  ValueId persistent(const Tensor& t, const std::string& name, bool trained);
  // Returns false if the tensor has only zeros and -infinity: it is a mask, which is not trained. In training, any other tensor with a NaN or an
  // infinity throws Error (Input).
  bool requireFinite(const Tensor& t, const std::string& name) const;

  // Makes `v` the output of the node. `type` is the file's element type; 0 stands for that of the first input.
  void set(std::size_t output, ValueId v, int type = 0);
  void setConstant(std::size_t output, Tensor t);
  // Call this before creating numbers at import time: their count is the product of `sizes`, and each takes `bytes` bytes. Refuses the operator if
  // the whole import would take more than 256 MiB.
  void spend(std::int64_t bytes, std::initializer_list<std::int64_t> sizes);
  // rows * columns zeros, for a constant that the importer fills.
  std::vector<float> table(std::int64_t rows, std::int64_t columns);

  [[noreturn]] void refuse(const std::string& what, const std::string& cure = {}) const;
  void check(bool ok, const std::string& what) const {
    if (!ok) refuse(what);
  }
  std::string scope() const;

 private:
  std::int64_t left_;                                              // bytes that spend() may still take
  std::map<std::pair<const Tensor*, std::string>, ValueId> made_;  // of known operands, by form
  std::vector<std::shared_ptr<const Tensor>> kept_;                // kept alive, so that no other tensor gets the same address
};

// The axis counted from the front; a negative one counts from the end. Refuses an axis out of range: a scalar has no valid axis.
std::int64_t axisOf(const Context& c, std::int64_t axis, std::size_t rank);
// The same for a list, which is returned sorted. Refuses a dimension that is listed twice.
std::vector<std::int64_t> axesOf(const Context& c, std::vector<std::int64_t> axes, std::size_t rank);
// A shape seen from one dimension: the product of the sizes before it, its own size, and the product of the sizes after it.
struct Extent {
  std::int64_t before, length, after;
};
Extent extentOf(const Shape& shape, std::int64_t axis);
// "[1, 2]", for messages; at most the first 8 numbers.
std::string listOf(const std::vector<std::int64_t>& numbers);
// Refuses a list with a number below `least`, or so large that the product of two would overflow.
void checkSizes(const Context& c, std::string_view name, const std::vector<std::int64_t>& sizes, std::int64_t least);
// Checks that every dimension is listed once.
void checkPermutation(const Context& c, const std::vector<std::int64_t>& permutation, std::size_t rank);

struct Converter {
  const char* op;
  std::int64_t since;  // first opset with this form
  void (*convert)(Context&);
  bool doubles = false;  // the converter handles doubles that are known at import time; for others they are refused
};

// Each family has its own file.
std::span<const Converter> arithmeticConverters();
std::span<const Converter> comparisonConverters();
std::span<const Converter> poolingConverters();
std::span<const Converter> resizeConverters();
std::span<const Converter> activationConverters();
std::span<const Converter> layerConverters();
std::span<const Converter> shapeConverters();
std::span<const Converter> reductionConverters();
std::span<const Converter> recurrentConverters();
std::span<const Converter> lossConverters();
std::span<const Converter> attentionConverters();

}  // namespace stepscope::onnx
