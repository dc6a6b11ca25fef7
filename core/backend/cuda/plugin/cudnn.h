// What convolutions, norms, pools and attention share of cuDNN's graph API, by way of NVIDIA's header-only cudnn-frontend. cuDNN is loaded
// on first use.
#pragma once

#include <cudnn_frontend.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/backend/cuda/plugin/library_plan.h"

namespace stepscope::cuda::cudnn {

namespace fe = cudnn_frontend;
using Dims = std::vector<std::int64_t>;
using GraphPtr = std::shared_ptr<fe::graph::Graph>;
using TensorPtr = std::shared_ptr<fe::graph::Tensor_attributes>;

// Throws Failure (kUnsupported) where the library is not there.
void load();
// Throws Failure: kUnsupported for what the library says it cannot run.
void check(fe::error_t status, const char* what);  // by value: its getters are not const
fe::DataType_t typeOf(ElementType type);

// As the library sees a tensor of images: dimension 1 last in memory, or row-major.
Dims stridesOf(const Dims& d, bool channelsLast);
// One number a channel.
inline Dims channelsOf(std::int64_t channels) {
  return {1, channels, 1, 1};
}
// Of a vector or scalar, whose strides the library wants as if it were an image.
TensorPtr channelTensor(fe::graph::Graph& graph, const char* name, std::int64_t uid, std::int64_t channels, fe::DataType_t type);
// Makes a result readable from outside.
void setOutput(const TensorPtr& tensor, std::int64_t uid, const Dims& dims, const Dims& strides, fe::DataType_t type);

// Asks the library for plans of the graph on a GPU that is described by its compute capability: 80, 90 or 100. Throws Failure
// (kUnsupported) with its words when it has none. arch 0: nothing is asked. Some of cuDNN's engines look for libcuda.so.1 all the same,
// where the toolkit's stub will do.
void describeOn(const GraphPtr& graph, std::int32_t arch, Described* out, const char* what);

// A described graph with a plan; operand i of run() is the tensor of unique id i + 1.
class Plan final : public LibraryPlan {
 public:
  struct Choice {
    std::int64_t workspaceLimit = 0;
    bool deterministic = false, noTensorCores = false;
    const char* what = "";
  };
  Plan(Context& context, GraphPtr graph, const Choice& choice);
  void run(Context& context, void* const* operands, void* workspace) override;
  int alternatives() const override;
  std::string alternativeName(int index) const override;
  void take(Context& context, int index) override;

 private:
  void build(int index);

  cudnnHandle_t handle_;
  GraphPtr graph_;
  int taken_ = -1;
  std::int64_t workspaceLimit_;
  const char* what_;
};

// The body of the table's make*: describes, plans, hands over.
template <class Request, class Describe>
std::int32_t makePlan(Context* context, const Request* request, const Describe& describe, const Plan::Choice& choice, LibraryPlan** out,
                      std::int64_t* workspaceBytes) {
  return guarded([&] {
    context->use();
    load();
    const std::lock_guard lock(context->cudnn);
    auto plan = std::make_unique<Plan>(*context, describe(*request, 0), choice);
    *workspaceBytes = plan->workspaceBytes;
    *out = plan.release();
  });
}
// And of describe*.
template <class Request, class Describe>
std::int32_t describePlan(const Request* request, const Describe& describe, std::int32_t arch, Described* out, const char* what) {
  return guarded([&] {
    load();
    describeOn(describe(*request, arch), arch, out, what);
  });
}

}  // namespace stepscope::cuda::cudnn
