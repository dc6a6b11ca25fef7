// Whether a node has the attributes of its op (attribute_names.h).
#pragma once

#include "core/graph/op.h"

namespace stepscope {

// Throws Error (Internal) naming layer, op and attribute if the node has an attribute that its op does not list, or one of another type. A fused op
// also has the attributes of the activation that it names; member 2 of a chain of ops has "2.alpha".
void checkAttributes(const Node& node);

}  // namespace stepscope
