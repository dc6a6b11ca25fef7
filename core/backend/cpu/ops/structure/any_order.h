// Copies from one element order to another, element by element: slow, but correct for every layout described by strides and blocks. Used to arrange
// the numbers of a kernel check, and to copy between layouts if the library cannot.
#pragma once

#include "core/backend/cpu/base/physical.h"

namespace stepscope::cpu {

// Whether both orders are known, and both have the same number of elements of the same width.
bool knowsOrders(const onednn::TensorDesc& from, const onednn::TensorDesc& to);

// Copies the elements; padding of `to` becomes zero. The dimensions may differ (grouped weights have one more in the library) if the row-major order
// of the elements is the same.
void copyInAnyOrder(const onednn::TensorDesc& from, const std::byte* source, const onednn::TensorDesc& to, std::byte* target);

}  // namespace stepscope::cpu
