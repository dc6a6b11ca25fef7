// What convolutions and attention share of cuDNN's graph API, by way of NVIDIA's header-only cudnn-frontend. cuDNN is loaded on first use.
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

// A described graph with a plan; operand i of run() is the tensor of unique id i + 1.
class Plan final : public LibraryPlan {
 public:
  struct Choice {
    std::int64_t workspaceLimit = 0;
    bool deterministic = false, noTensorCores = false;
    const char* what = "";
  };
  Plan(Context& context, GraphPtr graph, int operands, const Choice& choice);
  void run(Context& context, void* const* operands, void* workspace) override;
  int alternatives() const override;
  std::string alternativeName(int index) const override;
  void take(Context& context, int index) override;

 private:
  cudnnHandle_t handle_;
  GraphPtr graph_;
  int operands_, taken_ = -1;
  std::int64_t workspaceLimit_;
  const char* what_;
};

}  // namespace stepscope::cuda::cudnn
