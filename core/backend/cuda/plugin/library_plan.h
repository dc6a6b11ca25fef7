// A kernel of a library, chosen for one shape.
#pragma once

#include <string>

#include "core/backend/cuda/device_api.h"
#include "core/backend/cuda/plugin/context.h"

namespace stepscope::cuda {

struct LibraryPlan {
  virtual ~LibraryPlan() = default;
  virtual void run(Context& context, void* const* operands, void* workspace) = 0;
  std::string name;
};

void addMatmul(DeviceApi& api);
void addConvolution(DeviceApi& api);
void addAttention(DeviceApi& api);
void addCollector(DeviceApi& api);

}  // namespace stepscope::cuda
