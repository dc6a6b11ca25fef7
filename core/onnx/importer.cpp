#include "core/onnx/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/units.h"
#include "core/onnx/check.h"
#include "core/onnx/converter.h"

namespace stepscope::onnx {

namespace {

constexpr std::int64_t kNewestOpset = 28;
constexpr std::int64_t kExact = std::int64_t{1} << 24;         // f32 represents all integers up to here
constexpr std::int64_t kMostSpent = std::int64_t{1} << 28;     // bytes of numbers computed while importing one file
constexpr std::size_t kMostNodes = 32768;                      // nodes that one operator may become
constexpr std::int64_t kMostElements = std::int64_t{1} << 40;  // the same limit as in the graph
constexpr std::int64_t kLargestSize = std::int64_t{1} << 31;
constexpr const char* kCure = "Change the operator where the model was made and export it again, or train the part of the model before it";

const std::map<std::string, const Converter*, std::less<>>& converters() {
  static const auto table = [] {
    std::map<std::string, const Converter*, std::less<>> map;
    for (const auto family :
         {arithmeticConverters(), comparisonConverters(), activationConverters(), layerConverters(), poolingConverters(), resizeConverters(),
          shapeConverters(), reductionConverters(), recurrentConverters(), lossConverters(), attentionConverters()})
      for (const Converter& converter : family) require(map.emplace(converter.op, &converter).second, "two converters for one operator");
    return map;
  }();
  return table;
}

const Converter& converterOf(const OnnxModel& model, const OnnxNode& node) {
  if (!node.domain.empty())
    throw Error(ErrorKind::Input, model.file, "the operator " + node.domain + "." + node.opType + " (" + node.title() + ") is not supported",
                "Only operators of the default ONNX domain can be imported");
  const auto it = converters().find(node.opType);
  if (it == converters().end())
    throw Error(ErrorKind::Input, model.file, "the operator " + node.opType + " (" + node.title() + ") is not supported",
                "Export the model without it, or train the part of the model before it");
  if (model.opset < it->second->since)
    throw Error(ErrorKind::Input, model.file,
                "the operator " + node.opType + " (" + node.title() + ") is of opset " + std::to_string(model.opset) + ", which is older than " +
                    std::to_string(it->second->since),
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
  // A bfloat16 input would require rounding every result.
  if (port.onnxType == kBfloat16 || (!isReal(port.onnxType) && !isWhole(port.onnxType)))
    refuse("is of the type " + (port.onnxType ? typeName(port.onnxType) : "sequence or map") + ", which is not supported",
           "Export the model with float inputs");
  Shape shape = port.shape;
  if (!port.hasShape) refuse("has no shape", "Export the model with the shapes of its inputs");
  // An input without elements is an empty list of axes, or is there only for its type. Nothing computes with it.
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) {
    c.values[port.name] = {kNone, nullptr, false, port.onnxType};
    return;
  }
  if (c.options.batch > 0 && !shape.empty()) shape[0] = c.options.batch;
  // A dimension that the file leaves open is taken from the data.
  if (seen != c.options.given.end())
    for (std::size_t d = 0; d < shape.size() && shape.size() == c.shape(seen->second).size(); ++d)
      if (shape[d] < 1) shape[d] = c.shape(seen->second)[d];
  std::int64_t count = 1;
  for (const std::int64_t dim : shape) {
    if (dim <= 0)
      refuse("has the shape " + toString(port.shape) + " with a dimension that is not known or empty", "Export the model with fixed shapes");
    if (dim > kMostElements / count) refuse("has the shape " + toString(shape) + ", which is too large", "Use smaller samples or batches");
    count *= dim;
  }
  if (seen != c.options.given.end()) {
    const Value& value = c.graph.value(seen->second);
    if ((value.dtype == DType::F32) != isReal(port.onnxType))
      refuse("is of the type " + typeName(port.onnxType) + ", the data are " + std::string(nameOf(value.dtype)), "Use data of the other kind");
    if (value.shape != shape)
      refuse("takes " + toString(shape) + ", the data give " + toString(value.shape), "Use data of this shape, or export the model for yours");
    c.values[port.name] = {seen->second, nullptr, false, port.onnxType};
    return;
  }
  c.values[port.name] = {c.graph.addInput(port.name, isReal(port.onnxType) ? DType::F32 : DType::I32, shape), nullptr, false, port.onnxType};
}

}  // namespace

bool isWhole(int type) {
  constexpr int kWhole[] = {kUint8, kInt8, kUint16, kInt16, kInt32, kInt64, kBool, kUint32, kUint64};
  return std::find(std::begin(kWhole), std::end(kWhole), type) != std::end(kWhole);
}
bool isReal(int type) {
  return type == kFloat || type == kDouble || type == kFloat16 || type == kBfloat16;
}

NeedsConstant::NeedsConstant(const std::string& where, std::string input)
    : Error(ErrorKind::Input, where, "the input " + input + " must be known before the run", "Export the model with constant shapes"),
      input_(std::move(input)) {}

Context::Context(const OnnxModel& m, const ImportOptions& o) : model(m), options(o), graph(o.start), left_(kMostSpent) {}

const Operand& Context::operand(std::size_t i) const {
  if (!has(i)) refuse("lacks its input " + std::to_string(i));
  const auto it = values.find(node->inputs[i]);
  if (it == values.end()) throw Error(ErrorKind::Internal, model.file, "the order of nodes was not checked");
  return it->second;
}

void Context::checkNoDouble(std::size_t i) const {
  if (operand(i).type == kDouble)
    refuse("computes with " + node->inputs[i] + " of the type double, which is not supported", "Export the model with the type float");
}

ValueId Context::raw(std::size_t i) {
  const Operand& found = operand(i);
  checkNoDouble(i);
  if (found.value != kNone) return found.value;
  if (!found.constant) throw NeedsConstant(model.file + ": " + node->title(), node->inputs[i]);
  const Tensor& t = *found.constant;
  const bool trained = found.parameter;
  const ValueId other = madeOf(i, kTransposed);
  const ValueId made = once(i, "", [&](const std::string& name) { return other != kNone ? transpose(other, {1, 0}) : persistent(t, name, trained); });
  values[node->inputs[i]].value = made;
  return made;
}

ValueId Context::madeOf(std::size_t i, const std::string& form) const {
  const auto it = made_.find({operand(i).constant.get(), form});
  return it == made_.end() ? kNone : it->second;
}
ValueId Context::once(std::size_t i, const std::string& form, const std::function<ValueId(const std::string&)>& make) {
  if (const ValueId before = madeOf(i, form); before != kNone) return before;
  kept_.push_back(operand(i).constant);
  const Tensor* const key = kept_.back().get();
  return made_[{key, form}] = make(node->inputs[i]);
}

ValueId Context::value(std::size_t i) {
  const ValueId found = raw(i);
  return graph.value(found).dtype == DType::I32 ? add("convert", {found}, {{"to", std::string("f32")}}) : found;
}

ValueId Context::indices(std::size_t i) {
  const ValueId found = raw(i);
  return graph.value(found).dtype == DType::I32 ? found : add("convert", {found}, {{"to", std::string("i32")}});
}

bool Context::requireFinite(const Tensor& t, const std::string& name) const {
  std::size_t bad = 0, masked = 0, zeros = 0;
  for (std::size_t i = 0; !t.integer && i < t.count(); ++i) {
    const double v = t.at(i);
    bad += !std::isfinite(v);
    masked += v == -HUGE_VAL;
    zeros += v == 0;
  }
  if (bad == 0) return true;
  if (bad == masked && masked + zeros == t.count()) return false;
  if (!options.training) return true;  // the standard allows it, and inference uses the values as they are
  throw Error(ErrorKind::Input, model.file,
              fmt::format("{} of the {} values of {}, which {} takes, are NaN or infinite", bad, t.count(), name, node->title()),
              "The weights were broken when the model was exported: export it again with weights that are finite");
}

ValueId Context::persistent(const Tensor& t, const std::string& name, bool trained) {
  for (const std::int64_t dim : t.shape)
    if (dim == 0) refuse("has the empty operand " + name);
  std::vector<float> floats = t.floats;
  for (const std::int64_t v : t.integers) {
    if (v > kExact || v < -kExact) refuse("computes with " + std::to_string(v) + " of " + name + "; whole numbers beyond 16777216 are not supported");
    floats.push_back(static_cast<float>(v));
  }
  trained = requireFinite(t, name) && trained;
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

std::int64_t Context::constantInt(std::size_t i) const {
  const Tensor& t = constant(i);
  check(t.integers.size() == 1, "needs one whole number as its input " + node->inputs[i]);
  return t.integers[0];
}

double Context::constantReal(std::size_t i) const {
  const Tensor& t = constant(i);
  check(t.count() == 1, "needs one number as its input " + node->inputs[i]);
  return t.at(0);
}

std::vector<double> Context::constantReals(std::size_t i) const {
  const Tensor& t = constant(i);
  std::vector<double> numbers;
  for (std::size_t n = 0; n < t.count(); ++n) {
    numbers.push_back(t.at(n));
    check(std::isfinite(numbers.back()), "has " + text::exact(numbers.back()) + " in its input " + node->inputs[i]);
  }
  return numbers;
}

std::int64_t Context::integer(std::string_view name, std::int64_t fallback) const {
  const auto it = node->attributes.find(name);
  return it == node->attributes.end() ? fallback : it->second.i;
}
std::int64_t Context::size(std::string_view name, std::int64_t fallback) const {
  const std::int64_t n = integer(name, fallback);
  check(n >= 1 && n <= kLargestSize, "has " + std::string(name) + " of " + std::to_string(n));
  return n;
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

void Context::spend(std::int64_t bytes, std::initializer_list<std::int64_t> sizes) {
  std::int64_t most = left_ / bytes;
  for (const std::int64_t size : sizes) most = size > 0 ? most / size : most;
  std::string numbers;
  for (const std::int64_t size : sizes) numbers += (numbers.empty() ? "" : " x ") + std::to_string(size);
  check(most > 0, "needs " + numbers + " numbers while the model is read, which is too many");
  for (const std::int64_t size : sizes) bytes *= size;
  left_ -= std::max<std::int64_t>(bytes, 0);
}
std::vector<float> Context::table(std::int64_t rows, std::int64_t columns) {
  spend(sizeof(float), {rows, columns});
  return std::vector<float>(static_cast<std::size_t>(rows * columns), 0.0F);
}

std::vector<ValueId> Context::addAll(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) {
  check(graph.nodes().size() - nodesBefore < kMostNodes, "would become more than " + std::to_string(kMostNodes) + " nodes");
  const std::vector<ValueId> outputs = graph.node(graph.addNode(op, std::move(inputs), std::move(attrs), scope())).outputs;
  check(numel(shape(outputs.at(0))) > 0, "gives an empty result of " + toString(shape(outputs[0])) + ", which is not supported");
  return outputs;
}
ValueId Context::add(std::string_view op, std::vector<ValueId> inputs, Attributes attrs) {
  return addAll(op, std::move(inputs), std::move(attrs))[0];
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

void Context::refuse(const std::string& what, const std::string& cure) const {
  throw Error(ErrorKind::Input, model.file, "the operator " + node->opType + " (" + node->title() + ") " + what, cure.empty() ? kCure : cure);
}

std::int64_t axisOf(const Context& c, std::int64_t axis, std::size_t rank) {
  const auto n = static_cast<std::int64_t>(rank);
  c.check(axis >= -n && axis < n, "has the axis " + std::to_string(axis) + " of a tensor of " + std::to_string(n) + " dimensions");
  return axis < 0 ? axis + n : axis;
}

std::vector<std::int64_t> axesOf(const Context& c, std::vector<std::int64_t> axes, std::size_t rank) {
  for (std::int64_t& axis : axes) axis = axisOf(c, axis, rank);
  std::sort(axes.begin(), axes.end());
  c.check(std::adjacent_find(axes.begin(), axes.end()) == axes.end(), "names a dimension twice in its axes " + listOf(axes));
  return axes;
}

Extent extentOf(const Shape& shape, std::int64_t axis) {
  const auto at = shape.begin() + axis;
  return {numel(Shape(shape.begin(), at)), *at, numel(Shape(at + 1, shape.end()))};
}

std::string listOf(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), kShown); ++i) text += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
  return "[" + text + (numbers.size() > kShown ? ", ...]" : "]");
}

void checkSizes(const Context& c, std::string_view name, const std::vector<std::int64_t>& sizes, std::int64_t least) {
  c.check(std::all_of(sizes.begin(), sizes.end(), [&](std::int64_t n) { return n >= least && n <= kLargestSize; }),
          "has " + std::string(name) + " of " + listOf(sizes));
}

void checkPermutation(const Context& c, const std::vector<std::int64_t>& permutation, std::size_t rank) {
  std::vector<std::int64_t> sorted = permutation, all(rank);
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  c.check(sorted == all, "has the permutation " + listOf(permutation) + ", which does not name each of " + std::to_string(rank) + " dimensions once");
}

Imported importModel(const OnnxModel& model, const ImportOptions& options) {
  if (model.opset < 1 || model.opset > kNewestOpset)
    throw Error(ErrorKind::Input, model.file, "is of opset " + std::to_string(model.opset) + ", known are 1 to " + std::to_string(kNewestOpset),
                "Export the model with opset " + std::to_string(kNewestOpset) + " or older");
  const std::vector<const OnnxNode*> order = checkedOrder(model);
  for (const OnnxNode* node : order) converterOf(model, *node);
  Context c(model, options);
  for (const OnnxNode* node : order) c.used.insert(node->inputs.begin(), node->inputs.end());
  for (const Port& port : model.outputs) c.used.insert(port.name);
  c.used.erase("");
  for (const auto& [name, tensor] : model.initializers) c.values[name] = {kNone, std::make_shared<Tensor>(tensor), true, tensor.onnxType};
  for (const Port& port : model.inputs) addInput(c, port);
  for (const OnnxNode* node : order) {
    c.node = node;
    c.nodesBefore = c.graph.nodes().size();
    const Converter& converter = converterOf(model, *node);
    try {
      for (std::size_t i = 0; !converter.doubles && i < node->inputs.size(); ++i)
        if (c.has(i)) c.checkNoDouble(i);
      converter.convert(c);
    } catch (const NeedsConstant&) {
      throw;
    } catch (const Error& error) {
      if (error.where() == model.file || error.kind() == ErrorKind::Internal) throw;
      throw Error(ErrorKind::Input, model.file,
                  "the operator " + node->opType + " (" + node->title() +
                      ") cannot be imported: " + (error.where().empty() || error.where() == c.scope() ? "" : error.where() + ": ") + error.happened(),
                  error.cure().empty() ? kCure : error.cure());
    }
    for (std::size_t i = 0; i < node->outputs.size(); ++i)
      if (c.wantsOutput(i) && !c.values.count(node->outputs[i])) c.refuse("has the output " + node->outputs[i] + ", which is not supported");
  }
  Imported imported;
  for (const Port& port : model.outputs) {
    const Operand& made = c.values.at(port.name);  // exists: checkedOrder refuses an output that no node makes
    imported.outputs.push_back(port.name);
    if (made.value == kNone && !made.constant) throw NeedsConstant(model.file, port.name);
    if (made.value == kNone) {
      imported.constants[port.name] = *made.constant;
    } else {
      c.graph.markOutput(port.name, made.value);
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
