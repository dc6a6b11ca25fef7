#include "core/backend/cuda/base/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/backend/backend.h"
#include "core/backend/cuda/base/driver.h"
#include "core/backend/cuda/base/kernel_sources.h"
#include "core/base/error.h"

namespace stepscope::cuda {

Device::Device(const DeviceApi& api, int number) : api_(api) {
  const std::string cache = std::filesystem::path(KernelChoices::defaultPath("cuda")).parent_path().string();
  check(api_.open(number, cache.c_str(), &context_), "opening the GPU");
  const std::int32_t status = api_.properties(context_, &properties_);
  const std::string old = status == kOk ? whyTooOld(properties_.name, 10 * properties_.major + properties_.minor) : std::string();
  if (status != kOk || !old.empty()) api_.close(context_);
  check(status, "opening the GPU");
  if (!old.empty()) throw Error(ErrorKind::Resource, "GPU", old, "Train on the CPU (--device cpu)");
}

Device::~Device() {
  api_.close(context_);
}

void Device::check(std::int32_t status, const char* what) const {
  if (status == kOk) return;
  const std::string text = std::string(what) + ": " + api_.errorText();
  switch (status) {
    case kOutOfMemory: throw Error(ErrorKind::Resource, "GPU memory", text, "Choose a smaller batch, or close programs that hold its memory");
    case kDeviceLost:
      throw Error(ErrorKind::Resource, "GPU", text + "; the GPU was lost", "Resume the run from its last checkpoint; if it happens again, see dmesg");
    case kNotPermitted: throw Error(ErrorKind::Resource, "GPU", text, "Ask the administrator to permit performance counters to all users");
    default: throw Error(ErrorKind::Resource, "GPU", text);
  }
}

std::optional<std::string> Device::verdict(const std::string& about) const {
  const std::lock_guard lock(mutex_);
  const auto it = verdicts_.find(about);
  if (it == verdicts_.end()) return std::nullopt;
  return it->second;
}

void Device::keepVerdict(const std::string& about, std::string verdict) {
  const std::lock_guard lock(mutex_);
  verdicts_[about] = std::move(verdict);
}

std::shared_ptr<std::byte> Device::transferMemory(const std::shared_ptr<Device>& device, std::int64_t bytes) {
  void* taken = nullptr;
  if (device->api_.allocateHost(device->context_, bytes, &taken) != kOk) return nullptr;
  auto* const at = static_cast<std::byte*>(taken);
  const std::lock_guard lock(device->mutex_);
  device->transferMemory_.emplace(at, bytes);
  return {at, [device](std::byte* memory) {
            const std::lock_guard held(device->mutex_);
            device->transferMemory_.erase(memory);
            device->api_.releaseHost(device->context_, memory);
          }};
}

bool Device::isTransferMemory(const std::byte* at) const {
  const std::lock_guard lock(mutex_);
  auto after = transferMemory_.upper_bound(at);
  return after != transferMemory_.begin() && at < (--after)->first + after->second;
}

std::vector<Kernel*> Device::kernels(const std::vector<KernelRef>& wanted) {
  const std::lock_guard lock(mutex_);
  std::vector<KernelRef> missing;
  for (const KernelRef& kernel : wanted)
    if (compiled_.emplace(kernel.type, nullptr).second) missing.push_back(kernel);
  if (!missing.empty()) {
    std::vector<Kernel*> made(missing.size());
    const auto sources = kernelSources();
    const std::int32_t status = api_.compile(context_, sources.data(), static_cast<std::int32_t>(sources.size()), missing.data(),
                                             static_cast<std::int32_t>(missing.size()), made.data());
    for (std::size_t i = 0; i < missing.size(); ++i) {
      if (status == kOk) {
        compiled_[missing[i].type] = made[i];
      } else {
        compiled_.erase(missing[i].type);
      }
    }
    check(status, "compiling kernels");
  }
  std::vector<Kernel*> result;
  result.reserve(wanted.size());
  for (const KernelRef& kernel : wanted) result.push_back(compiled_.at(kernel.type));
  return result;
}

}  // namespace stepscope::cuda
