#include "core/graph/attribute_types.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"

namespace stepscope {

namespace {

// In the order of Attribute's alternatives.
enum class Type : std::size_t { Flag, Integer, Real, Text, Integers };

struct Names {
  Type type;
  std::string_view title;
  std::vector<std::string_view> names;
};

const std::map<std::string_view, const Names*>& types() {
  static const std::vector<Names> table = {
      {Type::Flag,
       "true or false",
       {"align_corners", "bias", "causal", "ceil_mode", "column_sums", "count_include_pad", "every_label", "keepdim", "keeps_input", "last",
        "nesterov", "relu", "residual", "reverse", "scaled", "transpose_a", "transpose_b"}},
      {Type::Integer,
       "an integer",
       {"axis", "dims", "groups", "growth_interval", "heads", "ignore_index", "op_id", "pad_after", "pad_before", "padding_idx", "rows",
        "tensors"}},
      {Type::Real,
       "a real number",
       {"alpha",         "backoff_factor",  "beta",     "beta1",       "beta2", "clip_value", "dampening", "delta",    "eps",
        "growth_factor", "label_smoothing", "lr_decay", "lr_factor",   "max",   "max_norm",   "min",       "momentum", "p",
        "scale",         "threshold",       "value",    "weight_decay"}},
      {Type::Text, "a text", {"activation", "approximate", "from", "mode", "ops", "reduction", "to"}},
      {Type::Integers,
       "a list of integers",
       {"after",       "axes",  "before", "dilation", "ends",  "input_shape", "kernel", "output_padding", "output_size",  "padding",
        "permutation", "reads", "shape",  "size",     "sizes", "starts",      "steps",  "stride",         "weight_shape", "writes"}},
  };
  static const std::map<std::string_view, const Names*> byName = [] {
    std::map<std::string_view, const Names*> map;
    for (const Names& names : table)
      for (const std::string_view name : names.names) require(map.emplace(name, &names).second, "an attribute has two types");
    return map;
  }();
  return byName;
}

bool lists(std::string_view attributes, std::string_view name) {
  for (std::size_t begin = 0; begin < attributes.size();) {
    const std::size_t end = std::min(attributes.find(' ', begin), attributes.size());
    if (attributes.substr(begin, end - begin) == name) return true;
    begin = end + 1;
  }
  return false;
}

// "2.alpha" -> "alpha".
std::string_view withoutMember(std::string_view name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  return digits > 0 && digits < name.size() && name[digits] == '.' ? name.substr(digits + 1) : name;
}

}  // namespace

bool isAttribute(std::string_view name) {
  return types().contains(name);
}

void checkAttributes(const Node& node) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::Internal, node.scope.empty() ? std::string(node.op->name) : node.scope, what,
                "This is a bug; please report it with the project file");
  };
  const bool ofChain = lists(node.op->attrs, "ops");
  const OpDef* activation = lists(node.op->attrs, "activation") ? findOp(node.attrs.text("activation")) : nullptr;
  for (const auto& [name, attribute] : node.attrs.entries()) {
    const std::string op(node.op->name);
    const std::string_view plain = ofChain ? withoutMember(name) : std::string_view(name);
    const bool known = plain == name ? lists(node.op->attrs, plain) || (activation && lists(activation->attrs, plain)) : isAttribute(plain);
    if (!known) refuse("the op " + op + " has no attribute " + name);
    const Names& expected = *types().at(plain);
    if (attribute.index() != static_cast<std::size_t>(expected.type))
      refuse("the attribute " + name + " of the op " + op + " is " + toString(attribute) + ", not " + std::string(expected.title));
  }
}

}  // namespace stepscope
