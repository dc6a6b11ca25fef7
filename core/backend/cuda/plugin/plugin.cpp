// The only symbol that libstepscope_cuda.so exports.
#include "core/backend/cuda/plugin/compiler.h"
#include "core/backend/cuda/plugin/context.h"
#include "core/backend/cuda/plugin/library_plan.h"
#include "core/backend/cuda/plugin/pm_sampling.h"

namespace stepscope::cuda {
namespace {

DeviceApi makeTable() {
  DeviceApi api;
  api.bytes = sizeof(DeviceApi);
  api.errorText = lastError;
  addRuntimeFunctions(api);
  addCompiler(api);
  addMatmul(api);
  addConvolution(api);
  addAttention(api);
  addNorm(api);
  addPool(api);
  addCollector(api);
  addCounters(api);
  return api;
}

}  // namespace
}  // namespace stepscope::cuda

extern "C" __attribute__((visibility("default"))) const stepscope::cuda::DeviceApi* stepscope_cuda_device_api() {
  static const stepscope::cuda::DeviceApi table = stepscope::cuda::makeTable();
  return &table;
}
