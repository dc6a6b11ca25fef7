// Convolutions by cuDNN's graph API, through NVIDIA's header-only cudnn-frontend. cuDNN itself is loaded on first use.
#include <cudnn_frontend.h>

#include <memory>
#include <unordered_map>

#include "core/backend/cuda/plugin/library_plan.h"
#include "core/backend/cuda/plugin/shared_library.h"

namespace cudnn_frontend {
void* cudnn_dlhandle = nullptr;  // asked for by NV_CUDNN_FRONTEND_USE_DYNAMIC_LOADING
}

namespace stepscope::cuda {
namespace {

namespace fe = cudnn_frontend;

void load() {
  static const SharedLibrary library("libcudnn.so.9");
  fe::cudnn_dlhandle = library.handle();
}

void check(fe::error_t status, const char* what) {  // its getters are not const
  if (status.is_good()) return;
  const bool unsupported =
      status.get_code() == fe::error_code_t::GRAPH_NOT_SUPPORTED ||
      status.get_code() == fe::error_code_t::GRAPH_EXECUTION_PLAN_CREATION_FAILED ||
      status.get_code() == fe::error_code_t::HEURISTIC_QUERY_FAILED || status.get_code() == fe::error_code_t::UNSUPPORTED_GRAPH_FORMAT ||
      status.get_code() == fe::error_code_t::HANDLE_ERROR || status.get_code() == fe::error_code_t::CUDNN_BACKEND_API_FAILED;
  throw Failure(unsupported ? kUnsupported : kFailed, std::string(what) + ": cuDNN: " + status.get_message());
}

fe::DataType_t typeOf(ElementType type) {
  switch (type) {
    case ElementType::F32:
      return fe::DataType_t::FLOAT;
    case ElementType::BF16:
      return fe::DataType_t::BFLOAT16;
    case ElementType::F16:
      return fe::DataType_t::HALF;
    default:
      throw Failure(kUnsupported, "convolutions are of floating point numbers");
  }
}

using Dims = std::vector<std::int64_t>;
using TensorPtr = std::shared_ptr<fe::graph::Tensor_attributes>;

Dims stridesOf(const Dims& d, bool channelsLast) {
  if (channelsLast) return {d[1] * d[2] * d[3], 1, d[1] * d[3], d[1]};
  return {d[1] * d[2] * d[3], d[2] * d[3], d[3], 1};
}

enum Uid : std::int64_t { kFirst = 1, kSecond, kResult, kBias };

// The operation graph up to validation, which needs no device.
std::shared_ptr<fe::graph::Graph> describe(const ConvolutionRequest& r) {
  auto graph = std::make_shared<fe::graph::Graph>();
  graph->set_io_data_type(typeOf(r.type)).set_intermediate_data_type(fe::DataType_t::FLOAT).set_compute_data_type(fe::DataType_t::FLOAT);
  const Dims x(r.x, r.x + 4), w(r.w, r.w + 4), y(r.y, r.y + 4);
  const auto tensor = [&](const char* name, Uid uid, const Dims& dims) {
    return graph->tensor(
        fe::graph::Tensor_attributes().set_name(name).set_uid(uid).set_dim(dims).set_stride(stridesOf(dims, r.channelsLast)));
  };
  const auto geometry = [&](auto attributes) {
    const Dims padding(r.padding, r.padding + 2);
    return attributes.set_pre_padding(padding)
        .set_post_padding(padding)
        .set_stride({r.stride[0], r.stride[1]})
        .set_dilation({r.dilation[0], r.dilation[1]});
  };
  const auto finish = [&](const TensorPtr& made, const Dims& dims, ElementType type) {
    made->set_output(true).set_uid(kResult).set_dim(dims).set_stride(stridesOf(dims, r.channelsLast)).set_data_type(typeOf(type));
  };
  switch (r.pass) {
    case ConvolutionPass::Forward: {
      TensorPtr made = graph->conv_fprop(tensor("x", kFirst, x), tensor("w", kSecond, w), geometry(fe::graph::Conv_fprop_attributes()));
      if (r.bias) {
        const TensorPtr bias = tensor("bias", kBias, {1, y[1], 1, 1});
        made->set_data_type(fe::DataType_t::FLOAT);
        made = graph->pointwise(made, bias, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::ADD));
      }
      if (r.relu) {
        made->set_data_type(fe::DataType_t::FLOAT);
        made = graph->pointwise(made, fe::graph::Pointwise_attributes().set_mode(fe::PointwiseMode_t::RELU_FWD));
      }
      finish(made, y, r.type);
      break;
    }
    case ConvolutionPass::InputGradient:
      finish(graph->conv_dgrad(tensor("dy", kFirst, y), tensor("w", kSecond, w), geometry(fe::graph::Conv_dgrad_attributes())), x, r.type);
      break;
    case ConvolutionPass::WeightGradient:
      finish(graph->conv_wgrad(tensor("dy", kSecond, y), tensor("x", kFirst, x), geometry(fe::graph::Conv_wgrad_attributes())), w,
             r.weightType);
      break;
  }
  check(graph->validate(), "describing a convolution");
  return graph;
}

cudnnHandle_t handleOf(Context& context) {
  load();
  if (!context.convolutionHandle) {
    cudnnHandle_t made = nullptr;
    const cudnnStatus_t status = fe::detail::create_handle(&made);
    if (status != CUDNN_STATUS_SUCCESS) throw Failure(kNoDevice, std::string("starting cuDNN: ") + fe::detail::get_error_string(status));
    context.convolutionHandle = {made, [](void* handle) { fe::detail::destroy_handle(static_cast<cudnnHandle_t>(handle)); }};
    fe::detail::set_stream(made, context.compute);
  }
  return static_cast<cudnnHandle_t>(context.convolutionHandle.get());
}

class ConvolutionPlan final : public LibraryPlan {
 public:
  ConvolutionPlan(Context& context, const ConvolutionRequest& r) : handle_(handleOf(context)), graph_(describe(r)), bias_(r.bias != 0) {
    check(graph_->build_operation_graph(handle_), "a convolution");
    check(graph_->create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}), "a convolution");
    graph_->deselect_workspace_greater_than(r.workspaceLimit);
    if (r.deterministic) graph_->deselect_numeric_notes({fe::NumericalNote_t::NONDETERMINISTIC});
    // In f32 the tensor cores compute in TF32.
    if (r.type == ElementType::F32 && !r.allowTf32) graph_->deselect_numeric_notes({fe::NumericalNote_t::TENSOR_CORE});
    check(graph_->check_support(), "a convolution");
    check(graph_->build_plans(fe::BuildPlanPolicy_t::HEURISTICS_CHOICE), "a convolution");
    workspaceBytes = graph_->get_workspace_size();
    name = "cuDNN";
    std::string plan;
    if (graph_->get_plan_name(plan).is_good()) name += " " + plan;
  }

  void run(Context&, void* const* operands, void* workspace) override {
    std::unordered_map<std::int64_t, void*> tensors{{kFirst, operands[0]}, {kSecond, operands[1]}, {kResult, operands[2]}};
    if (bias_) tensors.emplace(kBias, operands[3]);
    check(graph_->execute(handle_, tensors, workspace), "a convolution");
  }

  std::int64_t workspaceBytes = 0;

 private:
  cudnnHandle_t handle_;
  std::shared_ptr<fe::graph::Graph> graph_;
  bool bias_;
};

}  // namespace

void addConvolution(DeviceApi& api) {
  api.makeConvolution = [](Context* context, const ConvolutionRequest* request, LibraryPlan** out, std::int64_t* workspaceBytes) {
    return guarded([&] {
      context->use();
      auto plan = std::make_unique<ConvolutionPlan>(*context, *request);
      *workspaceBytes = plan->workspaceBytes;
      *out = plan.release();
    });
  };
  api.describeConvolution = [](const ConvolutionRequest* request) {
    return guarded([&] {
      load();
      describe(*request);
    });
  };
}

}  // namespace stepscope::cuda
