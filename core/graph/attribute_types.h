// Whether a node has the attributes of its op (attribute_names.h).
#pragma once

#include "core/graph/op.h"

namespace stepscope {

// Throws Error (Internal) naming layer, op and attribute when the node has an attribute that its op does not list, or one of another type.
// A fused op has those of the activation that it names, and for member 2 of a chain of ops "2.alpha".
void checkAttributes(const Node& node);

}  // namespace stepscope
