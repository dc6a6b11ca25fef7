#include "core/models/onnx_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "core/base/error.h"

namespace stepscope {

namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::size_t kMostDimensions = 6;  // with more dimensions their orders are not searched

std::int64_t inversions(const Ints& order) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) count += order[i] > order[j] ? 1 : 0;
  return count;
}

// The order of the dimensions of `from` that gives `to`, with the batch first. If several orders do, the one that changes least: if height equals
// width, they are not exchanged.
std::optional<Ints> orderBetween(const Shape& from, const Shape& to) {
  if (from.size() != to.size() || from.size() > kMostDimensions || from.empty()) return std::nullopt;
  Ints order(from.size());
  std::iota(order.begin(), order.end(), 0);
  std::optional<Ints> best;
  do {
    bool fits = order[0] == 0;
    for (std::size_t d = 0; fits && d < to.size(); ++d) fits = from[static_cast<std::size_t>(order[d])] == to[d];
    if (fits && (!best || inversions(order) < inversions(*best))) best = order;
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

// The shape without its dimensions of 1, which do not change how the elements are stored.
Shape withoutOnes(const Shape& shape) {
  Shape all;
  for (const std::int64_t n : shape)
    if (n != 1) all.push_back(n);
  return all;
}

// The shape of the file's input for this batch. A dimension that the file does not fix is taken from the data.
Shape wantedShape(const onnx::Port& port, const Shape& data) {
  Shape shape = port.shape;
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (d == 0 || (shape[d] < 0 && shape.size() == data.size())) shape[d] = data[d];
  return shape;
}

// Whether `shape` has `count` elements, without a product that could overflow.
bool hasAsMany(const Shape& shape, std::int64_t count) {
  for (const std::int64_t n : shape) {
    if (count % n != 0) return false;
    count /= n;
  }
  return count == 1;
}

[[noreturn]] void refuseShape(const std::string& file, const onnx::Port& port, const Shape& wanted, const Shape& given) {
  const std::string takes = toString(wanted), gives = toString(given);
  if (const auto order = orderBetween(given, wanted))
    throw Error(ErrorKind::Input, file,
                fmt::format("the input {} takes {}, the data give {}, the same dimensions in another order", port.name, takes, gives),
                fmt::format("Set transpose = [{}] under [model], which reorders the dimensions of the data", fmt::join(*order, ", ")));
  if (hasAsMany(wanted, numel(given)))
    throw Error(ErrorKind::Input, file,
                fmt::format("the input {} takes {}, the data give {}, as many elements in another arrangement", port.name, takes, gives),
                "Set reshape = 1 under [model] if the model takes the elements in the order in which the data have them, as of pictures "
                "that were flattened");
  throw Error(ErrorKind::Input, file, fmt::format("the input {} takes {}, the data give {}", port.name, takes, gives),
              "Use data of this shape, or export the model for yours");
}

struct Whole {
  int type;  // TensorProto.DataType
  double least, most;
};
constexpr std::array<Whole, 5> kWhole{{{2, 0, 255}, {3, -128, 127}, {4, 0, 65535}, {5, -32768, 32767}, {6, -16777216, 16777216}}};

// Rounds real numbers for an integer input if the project asks for it (model.round), else throws: normalised data would lose nearly everything.
ValueId rounded(ModelBuilder& builder, bool asked, const std::string& file, const onnx::Port& port, ValueId x) {
  const auto whole = std::find_if(kWhole.begin(), kWhole.end(), [&](const Whole& w) { return w.type == port.onnxType; });
  if (whole == kWhole.end() || builder.graph().value(x).dtype != DType::F32) return x;
  if (!asked) {
    const std::string type = onnx::typeName(port.onnxType),
                      what = fmt::format("the input {} takes whole numbers ({}), the data are real numbers", port.name, type);
    const Shape& sample = builder.input().sample;
    if (sample.size() != 3)
      throw Error(ErrorKind::Input, file, what,
                  fmt::format("Set round = 1 under [model], which rounds the data to {}, where they are whole numbers and not standardised; or "
                              "export the model with a float input",
                              type));
    const std::vector<std::string> zeros(static_cast<std::size_t>(sample[0]), "0"), shares(zeros.size(), "0.00392156862745098");
    throw Error(ErrorKind::Input, file, what,
                fmt::format("Set round = 1 under [model], which rounds the data to {}, and mean = [{}] and std = [{}] under [data], so that "
                            "pixels come as 0 to 255",
                            type, fmt::join(zeros, ", "), fmt::join(shares, ", ")));
  }
  const ValueId half = builder.op("round", "fill", {}, {{"shape", Shape{}}, {"value", 0.5}});
  const ValueId moved = builder.op("round", "add", {x, half}, {{"relu", false}});
  const ValueId bounded = builder.op("round", "clamp", {builder.op("round", "floor", {moved})}, {{"min", whole->least}, {"max", whole->most}});
  return builder.op("round", "convert", {bounded}, {{"to", std::string("i32")}});
}

ValueId turned(ModelBuilder& builder, const Ints& order, ValueId x) {
  const Shape& shape = builder.shapeOf(x);
  Ints sorted = order, all(shape.size());
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), 0);
  if (sorted != all || order[0] != 0)
    throw Error(ErrorKind::Input, "model.transpose",
                fmt::format("is [{}], the data have the {} dimensions {}", fmt::join(order, ", "), shape.size(), toString(shape)),
                fmt::format("Write each dimension from 0 to {} once, with 0 (the batch) first", shape.size() - 1));
  return builder.op("transpose", "transpose", {x}, {{"permutation", order}});
}

}  // namespace

ValueId onnxInput(ModelBuilder& builder, const ZooArguments& arguments, const std::string& file, const onnx::Port& port) {
  ValueId x = builder.x();
  const Ints order = arguments.integers("transpose", {}, 0, 15);
  if (!order.empty()) x = turned(builder, order, x);
  const bool regrouped = arguments.integer("reshape", 0, 0, 1) == 1;
  const bool whole = arguments.integer("round", 0, 0, 1) == 1;
  if (!port.hasShape || port.shape.empty()) return x;  // the importer reports what is missing
  const Shape given = builder.shapeOf(x), wanted = wantedShape(port, given);
  // The importer reports empty or open shapes.
  if (port.shape[0] == 0 || std::any_of(wanted.begin(), wanted.end(), [](std::int64_t n) { return n < 1; })) return x;
  if (given != wanted) {
    if (!hasAsMany(wanted, numel(given)) || !(regrouped || withoutOnes(given) == withoutOnes(wanted))) refuseShape(file, port, wanted, given);
    x = builder.op("reshape", "reshape", {x}, {{"shape", wanted}});
  }
  return rounded(builder, whole, file, port, x);
}

}  // namespace stepscope
