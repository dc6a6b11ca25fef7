// The names of all attributes of nodes. Each name has one type, the same for all ops. A misspelt name, or one that is read as another type, does not
// compile.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace stepscope {

// In the order of Attribute's alternatives and of kAttributes.
enum class AttributeType : std::size_t { Flag, Integer, Real, Text, Integers };

struct AttributesOfType {
  AttributeType type;
  std::string_view title;  // "an integer"
  std::string_view names;  // separated by spaces
};

inline constexpr AttributesOfType kAttributes[] = {
    {AttributeType::Flag, "true or false",
     "align_corners bias causal ceil_mode column_sums count_include_pad every_label keepdim keeps_input last nesterov relu residual reverse "
     "scaled transpose_a transpose_b"},
    {AttributeType::Integer, "an integer", "axis dims groups growth_interval heads ignore_index op_id pad_after pad_before padding_idx rows tensors"},
    {AttributeType::Real, "a real number",
     "alpha backoff_factor beta beta1 beta2 clip_value dampening delta eps growth_factor label_smoothing lr_decay lr_factor max max_norm min "
     "momentum p scale threshold value weight_decay"},
    {AttributeType::Text, "a text", "activation approximate from mode ops reduction to"},
    {AttributeType::Integers, "a list of integers",
     "after axes before dilation ends input_shape kernel output_padding output_size padding permutation reads shape size sizes starts steps "
     "stride weight_shape writes"},
};

// Whether `name` is one of `names`, which are separated by spaces.
constexpr bool listsName(std::string_view names, std::string_view name) {
  for (std::size_t begin = 0; begin < names.size();) {
    const std::size_t space = names.find(' ', begin), end = space == std::string_view::npos ? names.size() : space;
    if (names.substr(begin, end - begin) == name) return true;
    begin = end + 1;
  }
  return false;
}

// No value if no attribute has this name. (A pointer into the table would not do: with GCC's undefined-behaviour sanitizer it is not a constant
// expression.)
constexpr std::optional<AttributeType> attributeType(std::string_view name) {
  for (const AttributesOfType& attributes : kAttributes)
    if (listsName(attributes.names, name)) return attributes.type;
  return std::nullopt;
}

// Called if a name is not an attribute, or is an attribute of another type. It is not constexpr, so such code does not compile.
inline void notAnAttributeOfThisType() {}

template <AttributeType type>
class AttributeName {
 public:
  consteval AttributeName(const char* name) : name_(name) {
    if (attributeType(name) != type) notAnAttributeOfThisType();
  }
  constexpr operator std::string_view() const { return name_; }

 private:
  std::string_view name_;
};
using FlagName = AttributeName<AttributeType::Flag>;
using IntegerName = AttributeName<AttributeType::Integer>;
using RealName = AttributeName<AttributeType::Real>;
using TextName = AttributeName<AttributeType::Text>;
using IntegersName = AttributeName<AttributeType::Integers>;

// An attribute name of any type.
class AnyAttributeName {
 public:
  consteval AnyAttributeName(const char* name) : name_(name) {
    if (!attributeType(name)) notAnAttributeOfThisType();
  }
  template <AttributeType type>
  constexpr AnyAttributeName(AttributeName<type> name) : name_(name) {}
  constexpr operator std::string_view() const { return name_; }

 private:
  std::string_view name_;
};

}  // namespace stepscope
