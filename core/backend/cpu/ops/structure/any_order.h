// Copies from one element order to another, element by element: slow, but correct for every layout described by strides and blocks. It arranges the
// numbers of a check, and copies between layouts if the library has no such copy.
#pragma once

#include "core/backend/cpu/base/physical.h"

namespace stepscope::cpu {

// Whether both orders are known; elements have the same width in both.
bool knowsOrders(const onednn::TensorDesc& from, const onednn::TensorDesc& to);

// Padding of `to` becomes zero. The tensor has the same elements in row-major order on both sides, but may have other dimensions (grouped weights
// have one more in the library).
void copyInAnyOrder(const onednn::TensorDesc& from, const std::byte* source, const onednn::TensorDesc& to, std::byte* target);

}  // namespace stepscope::cpu
