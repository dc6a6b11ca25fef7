// Checks that the attributes of a node are those of its op, with the right types (attribute_names.h).
#pragma once

#include "core/graph/op.h"

namespace stepscope {

// Throws Error (Internal) with the names of layer, op and attribute if the node has an attribute that its op does not list, or one of another type. A
// fused op also has the attributes of its activation; in a chain of ops the attribute alpha of member 2 is "2.alpha".
void checkAttributes(const Node& node);

}  // namespace stepscope
