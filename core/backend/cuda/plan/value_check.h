// Checks on the device whether a tensor is finite. After an overflow all values of the step, gigabytes, are checked one by one, so only the result of
// each block of threads is copied to the host.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/backend/cuda/base/device.h"

namespace stepscope::cuda {

class ValueCheck {
 public:
  explicit ValueCheck(std::shared_ptr<Device> device) : device_(std::move(device)) {}
  // The finiteness of `count` numbers at this device address; waits for the work that computes them. Throws Error (Resource) if the device fails.
  Finiteness of(const std::byte* at, DType type, std::int64_t count) const;

 private:
  std::shared_ptr<Device> device_;
};

}  // namespace stepscope::cuda
