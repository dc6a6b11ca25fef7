// What attributes there are: a name has one type, whichever op it belongs to.
#pragma once

#include <string_view>

#include "core/graph/op.h"

namespace stepscope {

bool isAttribute(std::string_view name);

// Throws Error (Internal) naming layer, op and attribute when the node has an attribute that its op does not list, or one of another type.
// A fused op has those of the activation that it names, and for member 2 of a chain of ops "2.alpha".
void checkAttributes(const Node& node);

}  // namespace stepscope
