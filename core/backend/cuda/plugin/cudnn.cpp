#include "core/backend/cuda/plugin/cudnn.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/backend/cuda/plugin/shared_library.h"

namespace cudnn_frontend {
void* cudnn_dlhandle = nullptr;  // required by NV_CUDNN_FRONTEND_USE_DYNAMIC_LOADING
}

namespace stepscope::cuda::cudnn {
namespace {

cudnnHandle_t handleOf(Context& context) {
  load();
  if (context.described) return nullptr;
  if (!context.cudnnHandle) {
    cudnnHandle_t made = nullptr;
    const cudnnStatus_t status = fe::detail::create_handle(&made);
    if (status != CUDNN_STATUS_SUCCESS) throw Failure(kNoDevice, std::string("starting cuDNN: ") + fe::detail::get_error_string(status));
    context.cudnnHandle = {made, [](void* handle) { fe::detail::destroy_handle(static_cast<cudnnHandle_t>(handle)); }};
    fe::detail::set_stream(made, context.compute);
  }
  return static_cast<cudnnHandle_t>(context.cudnnHandle.get());
}

// The properties of GPUs for cuDNN (CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION), from NVIDIA's data sheets and cudaGetDeviceProperties. Sizes in
// bytes.
struct Gpu {
  int arch, multiprocessors, sharedBytes;
  long long cacheBytes, memoryBytes;
  const char* name;
};
constexpr Gpu kGpus[] = {{80, 108, 166912, 41943040, 85031714816, "NVIDIA A100-SXM4-80GB"},
                         {90, 132, 232448, 52428800, 85029158912, "NVIDIA H100 80GB HBM3"},
                         {100, 148, 232448, 132644864, 191519719424, "NVIDIA B200"}};

std::shared_ptr<fe::DeviceProperties> propertiesOf(std::int32_t arch) {
  for (const Gpu& gpu : kGpus) {
    if (gpu.arch != arch) continue;
    char text[1200];
    std::snprintf(text, sizeof(text),
                  R"({"cudnnVersion": %zu, "deviceVer": %d, "driverVer": 13000, "cudaDeviceId": 0, "maxGridSize": [2147483647, 65535, 65535],
"maxBlockSize": [1024, 1024, 64], "regsPerBlock": 65536, "multiProcessorCount": %d, "warpSize": 32, "maxSharedMemoryPerBlock": 49152,
"maxSharedMemoryPerBlockOptin": %d, "reservedSharedMemoryPerBlock": 1024, "maxRegistersPerSM": 65536, "maxCtasPerSM": 32,
"maxThreadsPerBlock": 1024, "maxThreadsPerSM": 2048, "pciDeviceId": 0, "isTccDriver": 0, "supportCoopLaunch": 1, "smClockRateKHz": 1980000,
"memClockRateKHz": 2619000, "l2CacheSize": %lld, "totalGlobalMem": %lld, "deviceName": "%s", "smVersion": %d, "schemaVersion": 1})",
                  fe::detail::get_backend_version(), gpu.arch * 10, gpu.multiprocessors, gpu.sharedBytes, gpu.cacheBytes, gpu.memoryBytes, gpu.name,
                  gpu.arch * 10);
    const std::string json = text;
    auto made = std::make_shared<fe::DeviceProperties>();
    check(made->deserialize({json.begin(), json.end()}), "describing a GPU");
    return made;
  }
  throw Failure(kFailed, "no GPU of compute capability " + std::to_string(arch) + " is described");
}

}  // namespace

Dims stridesOf(const Dims& d, bool channelsLast) {
  if (channelsLast) return {d[1] * d[2] * d[3], 1, d[1] * d[3], d[1]};
  return {d[1] * d[2] * d[3], d[2] * d[3], d[3], 1};
}

TensorPtr channelTensor(fe::graph::Graph& graph, const char* name, std::int64_t uid, std::int64_t channels, fe::DataType_t type) {
  const Dims dims = channelsOf(channels);
  return graph.tensor(fe::graph::Tensor_attributes().set_name(name).set_uid(uid).set_dim(dims).set_stride(stridesOf(dims, true)).set_data_type(type));
}

void setOutput(const TensorPtr& tensor, std::int64_t uid, const Dims& dims, const Dims& strides, fe::DataType_t type) {
  tensor->set_output(true).set_uid(uid).set_dim(dims).set_stride(strides).set_data_type(type);
}

void describeOn(const GraphPtr& graph, std::int32_t arch, Described* out, const char* what) {
  if (arch == 0) return;
  graph->set_device_properties(propertiesOf(arch));
  check(graph->build_operation_graph(nullptr), what);
  // The heuristics look for engines that can run the graph on this GPU; only on the device the engine itself decides.
  check(graph->create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}), what);
  out->plans = static_cast<std::int32_t>(graph->get_execution_plan_count());
  std::string name;
  check(graph->get_plan_name_at_index(0, name), what);
  std::snprintf(out->first, sizeof(out->first), "%s", name.c_str());
}

void load() {
  static const SharedLibrary library("libcudnn.so.9");
  // cudnn-frontend loads a CUDA runtime to find the kind of the device, and would load that of CUDA 12 if both can be found.
  static const SharedLibrary runtime("libcudart.so.13");
  static const int named = setenv("CUDNN_FRONTEND_CUDART_LIB_NAME", "libcudart.so.13", 0);
  (void)named;
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
    case fe::error_code_t::CUDNN_BACKEND_API_FAILED: throw Failure(kUnsupported, std::string(what) + ": cuDNN: " + status.get_message());
    default: throw Failure(kFailed, std::string(what) + ": cuDNN: " + status.get_message());
  }
}

fe::DataType_t typeOf(ElementType type) {
  switch (type) {
    case ElementType::F32: return fe::DataType_t::FLOAT;
    case ElementType::BF16: return fe::DataType_t::BFLOAT16;
    case ElementType::F16: return fe::DataType_t::HALF;
    default: throw Failure(kUnsupported, "cuDNN is used for floating point numbers only");
  }
}

std::vector<std::int64_t> Graph::workspaces() {
  const std::int64_t count = get_execution_plan_count();
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(count), -1);
  for (std::int64_t index = 0; index < count; ++index)
    if (plans.check_support_at_index(index).is_good()) bytes[static_cast<std::size_t>(index)] = 0;
  // The refused engines are barred now; the others are still in the same order.
  auto configs = plans.get_barred_engine_configs();
  std::size_t next = 0;
  for (std::int64_t& each : bytes) {
    if (each < 0) continue;
    if (next >= configs.size() || fe::detail::get_workspace_size(configs[next++], each).is_bad()) each = -1;
    if (each >= 0) each += get_fe_workspace_size_subtree();
  }
  return bytes;
}

Offer::Offer(Context& context, GraphPtr graph, const Choice& choice) : graph_(std::move(graph)), what_(choice.what) {
  if (context.described) graph_->set_device_properties(propertiesOf(context.architecture()));
  check(graph_->build_operation_graph(handleOf(context)), what_);
  check(graph_->create_execution_plans({fe::HeurMode_t::A, fe::HeurMode_t::FALLBACK}), what_);
  graph_->deselect_workspace_greater_than(choice.workspaceLimit);
  if (choice.deterministic) graph_->deselect_numeric_notes({fe::NumericalNote_t::NONDETERMINISTIC});
  if (choice.noTensorCores) graph_->deselect_numeric_notes({fe::NumericalNote_t::TENSOR_CORE});
  workspaces_ = graph_->workspaces();
  built_.assign(workspaces_.size(), false);
  for (std::int64_t& bytes : workspaces_)
    if (bytes > choice.workspaceLimit) bytes = -1;
  for (int index = 0; index < count() && first_ < 0; ++index)
    if (workspaces_[static_cast<std::size_t>(index)] >= 0) first_ = index;
  if (first_ < 0) throw Failure(kUnsupported, std::string(what_) + ": cuDNN: no plan can run here in the allowed workspace");
}

std::string Offer::name(int index) const {
  std::string plan;
  check(graph_->get_plan_name_at_index(index, plan), what_);
  return "cuDNN " + plan;
}

std::int64_t Offer::workspaceBytes(int index) const {
  if (index < 0 || index >= count() || workspaces_[static_cast<std::size_t>(index)] < 0)
    throw Failure(kUnsupported, std::string(what_) + ": cuDNN: the plan cannot run here in the allowed workspace");
  return workspaces_[static_cast<std::size_t>(index)];
}

void Offer::build(Context& context, int index) {
  const auto at = static_cast<std::size_t>(index);
  if (built_[at]) return;
  const auto begin = std::chrono::steady_clock::now();
  const fe::error_t status = graph_->build_plan_at_index(index);
  ++context.planBuilds;
  context.planBuildMs += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  check(status, what_);
  if (graph_->get_workspace_size_plan_at_index(index) > workspaces_[at])
    throw Failure(kUnsupported, std::string(what_) + ": the plan needs a larger workspace than it reported");
  built_[at] = true;
}

void Offer::run(Context& context, int index, void* const* operands, void* workspace) {
  build(context, index);
  std::unordered_map<std::int64_t, void*> tensors;
  for (int i = 0; i < kMaxOperands; ++i)
    if (operands[i]) tensors.emplace(i + 1, operands[i]);
  const fe::error_t status = graph_->execute_plan_at_index(handleOf(context), tensors, workspace, index);
  if (status.is_good()) return;
  checkAlive(context.compute, what_);
  check(status, what_);
}

void Plan::choose(int index) {
  workspaceBytes = offer_->workspaceBytes(index);
  name = offer_->name(index);
  taken_ = index;
}

void Plan::build(Context& context) {
  const std::lock_guard lock(context.cudnn);
  offer_->build(context, taken_);
}

void Plan::run(Context& context, void* const* operands, void* workspace) {
  const std::lock_guard lock(context.cudnn);
  offer_->run(context, taken_, operands, workspace);
}

}  // namespace stepscope::cuda::cudnn
