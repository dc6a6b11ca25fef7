#include "core/backend/cpu/ops/optimizer/non_finite.h"

#include <atomic>
#include <cmath>

#include "core/backend/cpu/ops/optimizer/tensor_list.h"
#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/optimizer/non_finite.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

bool holdsNonFinite(const ConstTensor& tensor, WorkRange range) {
  // Nothing but a finite number gives 0 times 0.
  auto products = hn::Zero(F32());
  float rest = 0;
  std::int64_t i = range.begin;
  for (; i + kLanes <= range.end; i += kLanes) products = hn::Add(products, hn::Mul(hn::LoadU(F32(), tensor.x + i), hn::Zero(F32())));
  for (; i < range.end; ++i) rest += tensor.x[i] * 0.0F;
  return std::isnan(sumOfLanes(products) + rest);
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(holdsNonFinite);

bool anyNonFinite(std::span<const ConstTensor> tensors, int threads) {
  std::atomic<bool> found{false};
  overTensors(tensors, 4, 16 * 1024, threads, [&](const ConstTensor& tensor, std::size_t, WorkRange range, int) {
    if (found.load(std::memory_order_relaxed)) return;
    if (HWY_DYNAMIC_DISPATCH(holdsNonFinite)(tensor, range)) found.store(true, std::memory_order_relaxed);
  });
  return found.load();
}

}  // namespace stepscope::kernels
#endif
