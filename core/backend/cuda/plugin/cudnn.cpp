#include "core/backend/cuda/plugin/cudnn.h"

#include "core/backend/cuda/plugin/shared_library.h"

namespace cudnn_frontend {
void* cudnn_dlhandle = nullptr;  // asked for by NV_CUDNN_FRONTEND_USE_DYNAMIC_LOADING
}

namespace stepscope::cuda::cudnn {
namespace {

cudnnHandle_t handleOf(Context& context) {
  load();
  if (!context.cudnnHandle) {
    cudnnHandle_t made = nullptr;
    const cudnnStatus_t status = fe::detail::create_handle(&made);
    if (status != CUDNN_STATUS_SUCCESS) throw Failure(kNoDevice, std::string("starting cuDNN: ") + fe::detail::get_error_string(status));
    context.cudnnHandle = {made, [](void* handle) { fe::detail::destroy_handle(static_cast<cudnnHandle_t>(handle)); }};
    fe::detail::set_stream(made, context.compute);
  }
  return static_cast<cudnnHandle_t>(context.cudnnHandle.get());
}

}  // namespace

void load() {
  static const SharedLibrary library("libcudnn.so.9");
  fe::cudnn_dlhandle = library.handle();
}

void check(fe::error_t status, const char* what) {
  if (status.is_good()) return;
  switch (status.get_code()) {
    case fe::error_code_t::GRAPH_NOT_SUPPORTED:
    case fe::error_code_t::GRAPH_EXECUTION_PLAN_CREATION_FAILED:
    case fe::error_code_t::HEURISTIC_QUERY_FAILED:
    case fe::error_code_t::UNSUPPORTED_GRAPH_FORMAT:
    case fe::error_code_t::HANDLE_ERROR:
    case fe::error_code_t::CUDNN_BACKEND_API_FAILED:
      throw Failure(kUnsupported, std::string(what) + ": cuDNN: " + status.get_message());
    default:
      throw Failure(kFailed, std::string(what) + ": cuDNN: " + status.get_message());
  }
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
      throw Failure(kUnsupported, "cuDNN is asked for floating point numbers only");
  }
}

Plan::Plan(Context& context, GraphPtr graph, int operands, const Choice& choice)
    : handle_(handleOf(context)),
      graph_(std::move(graph)),
      operands_(operands),
      workspaceLimit_(choice.workspaceLimit),
      what_(choice.what) {
  check(graph_->build_operation_graph(handle_), what_);
  check(graph_->create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}), what_);
  graph_->deselect_workspace_greater_than(choice.workspaceLimit);
  if (choice.deterministic) graph_->deselect_numeric_notes({fe::NumericalNote_t::NONDETERMINISTIC});
  if (choice.noTensorCores) graph_->deselect_numeric_notes({fe::NumericalNote_t::TENSOR_CORE});
  check(graph_->check_support(), what_);
  // The first that can be built: some are refused only then.
  std::string last = "no plan";
  for (int index = 0; index < alternatives() && taken_ < 0; ++index) {
    try {
      take(context, index);
    } catch (const Failure& failure) {
      last = failure.text;
    }
  }
  if (taken_ < 0) throw Failure(kUnsupported, std::string(what_) + ": cuDNN: " + last);
}

int Plan::alternatives() const {
  return static_cast<int>(graph_->get_execution_plan_count());
}

std::string Plan::alternativeName(int index) const {
  std::string plan;
  check(graph_->get_plan_name_at_index(index, plan), what_);
  return "cuDNN " + plan;
}

void Plan::take(Context&, int index) {
  check(graph_->build_plan_at_index(index), what_);
  const std::int64_t bytes = graph_->get_workspace_size_plan_at_index(index);
  if (bytes > workspaceLimit_) throw Failure(kUnsupported, std::string(what_) + ": the plan wants a larger workspace than it may have");
  name = alternativeName(index);
  workspaceBytes = bytes;
  taken_ = index;
}

void Plan::run(Context&, void* const* operands, void* workspace) {
  std::unordered_map<std::int64_t, void*> tensors;
  for (int i = 0; i < operands_; ++i)
    if (operands[i]) tensors.emplace(i + 1, operands[i]);
  check(graph_->execute_plan_at_index(handle_, tensors, workspace, taken_), what_);
}

}  // namespace stepscope::cuda::cudnn
