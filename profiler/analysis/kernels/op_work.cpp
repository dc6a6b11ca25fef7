#include "profiler/analysis/kernels/op_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <numeric>

namespace stepscope {
namespace {

using Json = nlohmann::json;
using Dims = std::vector<std::int64_t>;

// The shapes of the inputs: a list of lists of numbers, where inputs that are no tensors have an empty list. Some versions write all of it as a
// string.
std::vector<Dims> dimsOf(const Json& arguments) {
  std::vector<Dims> inputs;
  Json parsed;
  const Json* list = nullptr;
  for (const char* key : {"Input Dims", "Input dims"})
    if (const auto found = arguments.find(key); found != arguments.end()) list = &*found;
  if (list && list->is_string()) {
    parsed = Json::parse(list->get<std::string>(), nullptr, false);
    list = &parsed;
  }
  if (!list || !list->is_array()) return inputs;
  for (const Json& input : *list) {
    Dims dims;
    if (input.is_array())
      for (const Json& size : input) {
        if (!size.is_number_integer() || size.get<std::int64_t>() < 0) return {};
        dims.push_back(size.get<std::int64_t>());
      }
    inputs.push_back(std::move(dims));
  }
  return inputs;
}

struct TypeName {
  std::string_view text;
  WorkType type;
  double bytes;
};
constexpr std::array kTypes{
    TypeName{"c10::BFloat16", WorkType::BF16, 2}, TypeName{"c10::Half", WorkType::F16, 2},         TypeName{"float", WorkType::F32, 4},
    TypeName{"double", WorkType::F64, 8},         TypeName{"c10::Float8_e4m3fn", WorkType::F8, 1}, TypeName{"c10::Float8_e5m2", WorkType::F8, 1},
    TypeName{"signed char", WorkType::I8, 1},     TypeName{"unsigned char", WorkType::Unknown, 1}, TypeName{"bool", WorkType::Unknown, 1},
    TypeName{"int", WorkType::Unknown, 4},        TypeName{"long int", WorkType::Unknown, 8},      TypeName{"long", WorkType::Unknown, 8},
};

std::vector<TypeName> typesOf(const Json& arguments) {
  std::vector<TypeName> types;
  const auto found = arguments.find("Input type");
  if (found == arguments.end() || !found->is_array()) return types;
  for (const Json& name : *found) {
    TypeName type{"", WorkType::Unknown, 0};
    if (name.is_string())
      for (const TypeName& known : kTypes)
        if (known.text == name.get_ref<const std::string&>()) type = known;
    types.push_back(type);
  }
  return types;
}

double count(const Dims& dims) {
  return std::accumulate(dims.begin(), dims.end(), 1.0, [](double all, std::int64_t size) { return all * static_cast<double>(size); });
}

std::string text(const Dims& dims) {
  return fmt::format("{}", fmt::join(dims, "x"));
}

// The numbers of a text such as "[2, 2]" in "Concrete Inputs" (stride, padding, dilation); empty if there is none.
Dims numbersAt(const Json& arguments, std::size_t at) {
  Dims numbers;
  const auto found = arguments.find("Concrete Inputs");
  if (found == arguments.end() || !found->is_array() || at >= found->size() || !(*found)[at].is_string()) return numbers;
  const std::string& written = (*found)[at].get_ref<const std::string&>();
  for (const char *next = written.data(), *end = next + written.size(); next < end; ++next) {
    std::int64_t number = 0;
    if (const auto [after, error] = std::from_chars(next, end, number); error == std::errc()) {
      numbers.push_back(number);
      next = after;
    }
  }
  return numbers;
}

struct Inputs {
  std::vector<Dims> dims;
  std::vector<TypeName> types;
  WorkType type() const { return types.empty() ? WorkType::Unknown : types[0].type; }
  double width(std::size_t i) const { return i < types.size() && types[i].bytes > 0 ? types[i].bytes : types.empty() ? 0 : types[0].bytes; }
};

std::optional<OpWork> product(const Inputs& in, std::size_t left, std::size_t right, bool transposedRight) {
  if (in.dims.size() <= right) return std::nullopt;
  const Dims &a = in.dims[left], &b = in.dims[right];
  OpWork work;
  if (a.empty() || b.empty()) return std::nullopt;
  if (transposedRight) {  // aten::linear: a is [..., inputs], b is [outputs, inputs]
    if (b.size() != 2 || a.back() != b[1] || b[1] == 0) return std::nullopt;
    work.batch = 1;
    work.k = b[1];
    work.n = b[0];
    work.m = static_cast<std::int64_t>(count(a)) / work.k;
  } else if (a.size() == 2 && b.size() == 2 && a[1] == b[0]) {
    work.batch = 1;
    work.m = a[0];
    work.k = a[1];
    work.n = b[1];
  } else if (a.size() == 3 && b.size() == 3 && a[2] == b[1] && a[0] == b[0]) {
    work.batch = a[0];
    work.m = a[1];
    work.k = a[2];
    work.n = b[2];
  } else {
    return std::nullopt;
  }
  const double batch = static_cast<double>(work.batch), m = static_cast<double>(work.m), n = static_cast<double>(work.n),
               k = static_cast<double>(work.k);
  work.flops = 2 * batch * m * n * k;
  work.bytes = batch * (m * k * in.width(left) + k * n * in.width(right) + m * n * in.width(left));
  work.shapes = text(a) + " by " + text(b);
  return work;
}

// flop_counter's conv_flop_count: 2 * batch * elements of the weights * positions of the output (if transposed: of the input).
std::optional<OpWork> convolution(const Inputs& in, const Json& arguments) {
  if (in.dims.size() < 2) return std::nullopt;
  const Dims &x = in.dims[0], &w = in.dims[1];
  if (x.size() < 3 || x.size() != w.size()) return std::nullopt;
  const Dims stride = numbersAt(arguments, 3), padding = numbersAt(arguments, 4), dilation = numbersAt(arguments, 5);
  if (stride.empty() || padding.empty() || dilation.empty()) return std::nullopt;
  // The seventh input of aten::convolution shows whether it is transposed; aten::conv2d has no such input.
  const auto concrete = arguments.find("Concrete Inputs");
  if (concrete->size() > 6 && (*concrete)[6].is_string() && (*concrete)[6].get_ref<const std::string&>() == "True") {
    OpWork work;
    work.flops = 2 * static_cast<double>(x[0]) * count(w) * count(Dims(x.begin() + 2, x.end()));
    work.shapes = text(x) + " by " + text(w);
    return work;
  }
  double positions = 1;
  for (std::size_t d = 2; d < x.size(); ++d) {
    const auto of = [&](const Dims& numbers) { return numbers[std::min(d - 2, numbers.size() - 1)]; };
    if (of(stride) <= 0) return std::nullopt;
    const std::int64_t size = (x[d] + 2 * of(padding) - of(dilation) * (w[d] - 1) - 1) / of(stride) + 1;
    if (size <= 0) return std::nullopt;
    positions *= static_cast<double>(size);
  }
  OpWork work;
  work.flops = 2 * static_cast<double>(x[0]) * count(w) * positions;
  work.bytes = count(x) * in.width(0) + count(w) * in.width(1) + static_cast<double>(x[0] * w[0]) * positions * in.width(0);
  work.shapes = text(x) + " by " + text(w);
  return work;
}

// The gradients of the image and of the weights: each takes as many operations as the convolution.
std::optional<OpWork> convolutionBackward(const Inputs& in) {
  if (in.dims.size() < 3) return std::nullopt;
  const Dims &grad = in.dims[0], &x = in.dims[1], &w = in.dims[2];
  if (grad.size() < 3 || grad.size() != x.size() || w.size() != x.size()) return std::nullopt;
  OpWork work;
  work.flops = 2 * 2 * static_cast<double>(grad[0]) * count(w) * count(Dims(grad.begin() + 2, grad.end()));
  work.bytes = 2 * (count(grad) * in.width(0) + count(x) * in.width(1) + count(w) * in.width(2));
  work.shapes = text(grad) + ", " + text(x) + " by " + text(w);
  return work;
}

// flop_counter's sdpa_flop_count: query times key, then scores times value. Backward: five products instead of two. Elements that a causal mask
// removes are counted too.
std::optional<OpWork> attention(const Inputs& in, bool backward) {
  const std::size_t first = backward ? 1 : 0;  // the gradient comes first
  if (in.dims.size() < first + 3) return std::nullopt;
  const Dims &q = in.dims[first], &k = in.dims[first + 1], &v = in.dims[first + 2];
  if (q.size() != 4 || k.size() != 4 || v.size() != 4) return std::nullopt;
  const double heads = static_cast<double>(q[0] * q[1]), rows = static_cast<double>(q[2]), keys = static_cast<double>(k[2]);
  const double score = 2 * heads * rows * keys * static_cast<double>(q[3]), value = 2 * heads * rows * keys * static_cast<double>(v[3]);
  OpWork work;
  // Backward: the scores again, the gradients of value and of scores, of query and of key.
  work.flops = backward ? 3 * score + 2 * value : score + value;
  work.bytes = (backward ? 2 : 1) * (2 * count(q) + count(k) + count(v)) * in.width(first);
  work.shapes = text(q) + ", " + text(k);
  return work;
}

enum class Form : std::uint8_t { Product, AddProduct, Linear, Convolution, ConvolutionBackward, Attention, AttentionBackward };
struct Known {
  std::string_view op;
  Form form;
};
constexpr std::array kKnown{
    Known{"aten::mm", Form::Product},
    Known{"aten::bmm", Form::Product},
    Known{"aten::_scaled_mm", Form::Product},
    Known{"aten::addmm", Form::AddProduct},
    Known{"aten::baddbmm", Form::AddProduct},
    Known{"aten::_addmm_activation", Form::AddProduct},
    Known{"aten::linear", Form::Linear},
    Known{"aten::convolution", Form::Convolution},
    Known{"aten::_convolution", Form::Convolution},
    Known{"aten::conv2d", Form::Convolution},
    Known{"aten::conv1d", Form::Convolution},
    Known{"aten::conv3d", Form::Convolution},
    Known{"aten::convolution_backward", Form::ConvolutionBackward},
    Known{"aten::_scaled_dot_product_flash_attention", Form::Attention},
    Known{"aten::_scaled_dot_product_efficient_attention", Form::Attention},
    Known{"aten::_scaled_dot_product_cudnn_attention", Form::Attention},
    Known{"aten::scaled_dot_product_attention", Form::Attention},
    Known{"aten::_scaled_dot_product_flash_attention_backward", Form::AttentionBackward},
    Known{"aten::_scaled_dot_product_efficient_attention_backward", Form::AttentionBackward},
    Known{"aten::_scaled_dot_product_cudnn_attention_backward", Form::AttentionBackward},
};

const Known* find(std::string_view op) {
  const auto at = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& known) { return known.op == op; });
  return at == kKnown.end() ? nullptr : &*at;
}

}  // namespace

bool hasOpWork(std::string_view op) {
  return find(op) != nullptr;
}

std::optional<OpWork> opWork(std::string_view op, const Json& arguments) {
  const Known* known = find(op);
  if (!known || !arguments.is_object()) return std::nullopt;
  const Inputs in{dimsOf(arguments), typesOf(arguments)};
  std::optional<OpWork> work;
  switch (known->form) {
    case Form::Product: work = product(in, 0, 1, false); break;
    case Form::AddProduct: work = product(in, 1, 2, false); break;
    case Form::Linear: work = product(in, 0, 1, true); break;
    case Form::Convolution: work = convolution(in, arguments); break;
    case Form::ConvolutionBackward: work = convolutionBackward(in); break;
    case Form::Attention: work = attention(in, false); break;
    case Form::AttentionBackward: work = attention(in, true); break;
  }
  if (work) work->type = in.type();
  return work;
}

double elementwiseBytes(const Json& arguments) {
  if (!arguments.is_object()) return 0;
  const Inputs in{dimsOf(arguments), typesOf(arguments)};
  double read = 0, largest = 0;
  for (std::size_t i = 0; i < in.dims.size(); ++i) {
    if (in.dims[i].empty()) continue;  // not a tensor
    const double bytes = count(in.dims[i]) * in.width(i);
    read += bytes;
    largest = std::max(largest, bytes);
  }
  return read + largest;
}

}  // namespace stepscope
