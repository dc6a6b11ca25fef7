// Whether a tensor on the device is finite. A step that overflowed is looked through value by value, and has gigabytes of them: only what a
// block of threads found comes back.
#pragma once

#include <memory>

#include "core/backend/backend.h"
#include "core/backend/cuda/base/device.h"

namespace stepscope::cuda {

class ValueCheck {
 public:
  explicit ValueCheck(std::shared_ptr<Device> device) : device_(std::move(device)) {}
  // Of `count` numbers at this address of the device; waits for what computes them. Throws Error (Resource) where the device fails.
  Finiteness of(const std::byte* at, DType type, std::int64_t count) const;

 private:
  std::shared_ptr<Device> device_;
};

}  // namespace stepscope::cuda
