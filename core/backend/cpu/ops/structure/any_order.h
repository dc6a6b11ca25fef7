// A copy from one order of elements to another, element by element: slow, and right for every layout that is described by strides and
// blocks. It puts the numbers of a check in place, and is what copies between layouts where the library has no copy.
#pragma once

#include "core/backend/cpu/base/physical.h"

namespace stepscope::cpu {

// Whether both orders are known; elements are equally wide in both.
bool knowsOrders(const onednn::TensorDesc& from, const onednn::TensorDesc& to);

// Padding of `to` becomes zero. The tensor has the same elements in row-major order on both sides, if not the same dimensions (grouped
// weights have one more in the library's eyes).
void copyInAnyOrder(const onednn::TensorDesc& from, const std::byte* source, const onednn::TensorDesc& to, std::byte* target);

}  // namespace stepscope::cpu
