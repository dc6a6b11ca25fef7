// Used if the headers of cudnn-frontend are missing: refuses convolutions, norms, pools and attention, so that our own kernels run.
#include "core/backend/cuda/plugin/library_plan.h"

namespace stepscope::cuda {
namespace {

std::int32_t refuse() {
  return keepError(kUnsupported, "this plugin was built without cudnn-frontend; run ./bootstrap build on a machine with the CUDA toolkit");
}

}  // namespace

void addConvolution(DeviceApi& api) {
  api.makeConvolution = [](Context*, const ConvolutionRequest*, LibraryPlan**, std::int64_t*) { return refuse(); };
  api.describeConvolution = [](const ConvolutionRequest*, std::int32_t, Described*) { return refuse(); };
}

void addNorm(DeviceApi& api) {
  api.makeNorm = [](Context*, const NormRequest*, LibraryPlan**, std::int64_t*) { return refuse(); };
  api.describeNorm = [](const NormRequest*, std::int32_t, Described*) { return refuse(); };
}

void addPool(DeviceApi& api) {
  api.makePool = [](Context*, const PoolRequest*, LibraryPlan**, std::int64_t*) { return refuse(); };
  api.describePool = [](const PoolRequest*, std::int32_t, Described*) { return refuse(); };
}

void addAttention(DeviceApi& api) {
  api.makeAttention = [](Context*, const AttentionRequest*, LibraryPlan**, std::int64_t*) { return refuse(); };
  api.describeAttention = [](const AttentionRequest*, std::int32_t, Described*) { return refuse(); };
}

}  // namespace stepscope::cuda
