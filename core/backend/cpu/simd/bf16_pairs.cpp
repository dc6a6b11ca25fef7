#include "core/backend/cpu/simd/bf16_pairs.h"

#include <atomic>

#include "core/base/error.h"

namespace stepscope::kernels {

namespace {

std::atomic<bool> forbidden{false};  // for the whole process, like Highway's cap

}  // namespace

bool multipliesBf16Pairs() {
#if defined(__x86_64__)
  // The compiler's run-time library also checks that the operating system saves the registers (XCR0).
  return !forbidden && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

void requireBf16Pairs() {
  require(multipliesBf16Pairs(), "a kernel that multiplies bf16 was started where the CPU, the system or a cap has no AVX512_BF16");
}

void forbidBf16Pairs() {
  forbidden = true;
}

}  // namespace stepscope::kernels
