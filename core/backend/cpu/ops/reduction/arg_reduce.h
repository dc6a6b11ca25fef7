// Where a maximum is. Plain f32.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

// index[o][i] of the first maximum of x[o][0..count)[i], or of the last of equal ones; a NaN wins.
void argmax(const float* x, std::int64_t outer, std::int64_t count, std::int64_t inner, bool last, std::int32_t* index, int threads);

}  // namespace stepscope::kernels
