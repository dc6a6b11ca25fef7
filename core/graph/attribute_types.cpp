#include "core/graph/attribute_types.h"

#include <algorithm>

#include "core/base/error.h"

namespace stepscope {

namespace {

// "2.alpha" -> "alpha".
std::string_view withoutMember(std::string_view name) {
  const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
  return digits > 0 && digits < name.size() && name[digits] == '.' ? name.substr(digits + 1) : name;
}

}  // namespace

void checkAttributes(const Node& node) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::Internal, node.scope.empty() ? std::string(node.op->name) : node.scope, what,
                "This is a bug; please report it with the project file");
  };
  const bool ofChain = listsName(node.op->attrs, "ops");
  const OpDef* activation = listsName(node.op->attrs, "activation") ? findOp(node.attrs.text("activation")) : nullptr;
  for (const auto& [name, attribute] : node.attrs.entries()) {
    const std::string op(node.op->name);
    const std::string_view plain = ofChain ? withoutMember(name) : std::string_view(name);
    const bool listed = plain != name || listsName(node.op->attrs, plain) || (activation && listsName(activation->attrs, plain));
    const std::optional<AttributeType> type = attributeType(plain);
    if (!listed || !type) refuse("the op " + op + " has no attribute " + name);
    const std::size_t expected = static_cast<std::size_t>(*type);
    if (attribute.index() != expected)
      refuse("the attribute " + name + " of the op " + op + " is " + toString(attribute) + ", not " + std::string(kAttributes[expected].title));
  }
}

}  // namespace stepscope
