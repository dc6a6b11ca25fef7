#include "core/backend/cuda/plan/value_check.h"

#include <algorithm>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/reduction.h"

namespace stepscope::cuda {

Finiteness ValueCheck::of(const std::byte* at, DType type, std::int64_t count) const {
  if (count == 0 || (type != DType::F32 && type != DType::BF16 && type != DType::F16)) return Finiteness::Finite;
  const DeviceApi& api = device_->api();
  Context* const context = device_->context();
  const auto check = [&](std::int32_t status) { device_->check(status, "checking a value"); };
  const Geometry geometry = perElement(count / 8);
  std::vector<float> found(static_cast<std::size_t>(geometry.blocks));
  const Int bytes = geometry.blocks * static_cast<Int>(sizeof(float));
  void* memory = nullptr;
  check(api.allocate(context, bytes, &memory));
  const std::shared_ptr<void> owner(memory, [&](void* taken) { api.release(context, taken); });
  check(api.zero(context, memory, bytes, Stream::Compute));
  LaunchList list;
  list.add(WorstOfBlocks{{at, typeOf(type)}, static_cast<float*>(memory), count}, geometry);
  const auto& launch = std::get<KernelLaunch>(list.launches.front());
  check(api.launch(context, device_->kernels({launch.kernel})[0], launch.blocks, launch.threads, 0, launch.functor.data(),
                   static_cast<Int>(launch.functor.size())));
  check(api.copy(context, found.data(), memory, bytes, CopyKind::DeviceToHost, Stream::Compute));
  check(api.synchronize(context));
  return static_cast<Finiteness>(static_cast<int>(*std::max_element(found.begin(), found.end())));
}

}  // namespace stepscope::cuda
