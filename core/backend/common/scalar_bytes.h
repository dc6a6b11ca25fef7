// A number as the memory of a value with one element holds it.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/dtype.h"

namespace stepscope {

// F32, I64 and I32. Throw Error (Internal) naming the value where it is of another type.
void putScalar(DType type, double number, std::byte* at, std::string_view name);
double scalarAt(DType type, const std::byte* at, std::string_view name);

}  // namespace stepscope
