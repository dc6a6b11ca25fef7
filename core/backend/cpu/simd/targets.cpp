#include "core/backend/cpu/simd/targets.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include "core/backend/cpu/simd/bf16_pairs.h"

namespace stepscope::kernels {

SimdTarget simdTarget() {
  const std::int64_t supported = hwy::SupportedTargets();
  // Highway 1.0 forgets the cap when it is asked for the supported targets, so the dispatch is updated again.
  hwy::GetChosenTarget().Update(supported);
  if (supported & HWY_AVX3) return SimdTarget::Avx512;
  if (supported & HWY_AVX2) return SimdTarget::Avx2;
  return SimdTarget::Baseline;
}

std::string_view nameOf(SimdTarget target) {
  switch (target) {
    case SimdTarget::Avx512: return "AVX-512";
    case SimdTarget::Avx2: return "AVX2";
    case SimdTarget::Baseline: break;
  }
  return "baseline";
}

void capSimdTarget(SimdTarget highest) {
  forbidBf16Pairs();  // no cap allows more than plain AVX-512
  // Better targets have lower bits, so every target below this bit is disabled.
  const std::int64_t lowest = highest == SimdTarget::Avx512 ? HWY_AVX3 : highest == SimdTarget::Avx2 ? HWY_AVX2 : HWY_STATIC_TARGET;
  hwy::DisableTargets(lowest - 1);
}

std::int64_t preferredChannelBlock() {
  return simdTarget() == SimdTarget::Avx512 ? 16 : 8;
}

}  // namespace stepscope::kernels
