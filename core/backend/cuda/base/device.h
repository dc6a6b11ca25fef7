// An opened GPU: the plugin's table of functions with a context. Failures become errors that a user can act on.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/backend/cuda/base/device_api.h"

namespace stepscope::cuda {

class Device {
 public:
  // Opens GPU number `number`. Throws Error (Resource) with the plugin's sentence.
  Device(const DeviceApi& api, int number);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceApi& api() const { return api_; }
  Context* context() const { return context_; }
  const DeviceProperties& properties() const { return properties_; }

  // Throws unless the status is kOk. `what` is a clause for the error message, such as "running the step".
  void check(std::int32_t status, const char* what) const;

  // True while a program records: CUDA graphs made now are observed by the collector and must not outlive it.
  std::atomic<bool> collecting{false};

  // The number of a run of a program: every run on this device takes the next one.
  std::int64_t nextTurn() { return ++turn_; }
  std::int64_t turn() const { return turn_; }

  // The verdicts on kernels of libraries on this device, by a text with kernel and shape.
  std::optional<std::string> verdict(const std::string& about) const;
  void keepVerdict(const std::string& about, std::string verdict);

  // Page-locked host memory, which is freed when its last owner is; null if none is left.
  static std::shared_ptr<std::byte> transferMemory(const std::shared_ptr<Device>& device, std::int64_t bytes);
  bool isTransferMemory(const std::byte* at) const;

  // The kernels of these types, each compiled once per device. Callable from any thread: predictions compile while a training runs.
  std::vector<Kernel*> kernels(const std::vector<KernelRef>& wanted);

 private:
  const DeviceApi& api_;
  Context* context_ = nullptr;
  DeviceProperties properties_;
  std::atomic<std::int64_t> turn_{0};
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Kernel*> compiled_;
  std::map<std::string, std::string> verdicts_;
  std::map<const std::byte*, std::int64_t> transferMemory_;  // begin -> bytes
};

}  // namespace stepscope::cuda
