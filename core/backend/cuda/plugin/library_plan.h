// A kernel of a library, chosen for one shape.
#pragma once

#include <string>

#include "core/backend/cuda/base/device_api.h"
#include "core/backend/cuda/plugin/context.h"

namespace stepscope::cuda {

struct LibraryPlan {
  virtual ~LibraryPlan() = default;
  // Makes the plan ready to run, which takes a second for some kernels of the libraries. If it is not called, run() does this.
  virtual void build(Context&) {}
  virtual void run(Context& context, void* const* operands, void* workspace) = 0;
  // As in the table (device_api.h). After take(), `name` and `workspaceBytes` are those of the alternative.
  virtual int alternatives() const = 0;
  virtual std::string alternativeName(int index) const = 0;
  virtual void take(Context& context, int index) = 0;
  std::string name, asked;  // `asked` holds the name that alternativeName of the table returned last
  std::int64_t workspaceBytes = 0;
};

void addMatmul(DeviceApi& api);
void addConvolution(DeviceApi& api);
void addAttention(DeviceApi& api);
void addNorm(DeviceApi& api);
void addPool(DeviceApi& api);
void addCollector(DeviceApi& api);

}  // namespace stepscope::cuda
