#include "core/backend/cuda/tuning/plan_trial.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

constexpr int kWarm = 2, kRuns = 5;
constexpr Int kRead = Int{1} << 19;  // most elements of a result that are compared; images of a large batch have a thousand times as many

// A pseudorandom number in [0, 1) for element i.
float draw(std::uint32_t i) {
  std::uint32_t x = i * 2654435761u + 0x9e3779b9u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return static_cast<float>(x >> 8) * 0x1p-24F;
}

}  // namespace

PlanTrial::PlanTrial(Device& device, const Graph& graph, bool channelsLast, const std::vector<Int>& extraBytes)
    : device_(device), graph_(graph), channelsLast_(channelsLast), extraBytes_(extraBytes) {}

PlanTrial::~PlanTrial() {
  device_.api().synchronize(device_.context());
  for (void* at : blocks_) device_.api().release(device_.context(), at);
}

Int PlanTrial::bytesOf(ValueId value) const {
  const auto count = static_cast<ValueId>(graph_.values().size());
  if (value >= count) return extraBytes_[static_cast<std::size_t>(value - count)];
  const Value& v = graph_.value(value);
  return numel(v.shape) * sizeOf(v.dtype);
}

std::byte* PlanTrial::take(Int bytes) {
  void* at = nullptr;
  if (device_.api().allocate(device_.context(), std::max<Int>(bytes, 1), &at) != kOk) {
    ready_ = false;
    return nullptr;
  }
  blocks_.push_back(at);
  return static_cast<std::byte*>(at);
}

std::byte* PlanTrial::of(ValueId value) {
  if (value == kNone || !ready_) return nullptr;
  if (value < static_cast<ValueId>(graph_.values().size())) value = graph_.storageOf(value);
  const auto [it, fresh] = places_.emplace(value, nullptr);
  if (fresh) it->second = take(bytesOf(value));
  return it->second;
}

Call PlanTrial::call(const Node& node, Int workspaceBytes) {
  Call call{graph_, node, {}, {}, nullptr, channelsLast_};
  for (const ValueId input : node.inputs) call.inputs.push_back(of(input));
  for (const ValueId output : node.outputs) call.outputs.push_back(of(output));
  if (workspaceBytes > workspaceBytes_ && ready_) {
    workspace_ = take(workspaceBytes);
    workspaceBytes_ = workspaceBytes;
  }
  if (workspaceBytes > 0 && ready_) call.workspace = workspace_;
  return call;
}

void PlanTrial::fill(const std::vector<const Node*>& nodes, const std::function<Likeness(ValueId)>& like) {
  if (!ready_) return;
  const auto count = static_cast<ValueId>(graph_.values().size());
  std::set<ValueId> made;
  for (const Node* node : nodes)
    for (const ValueId output : node->outputs) made.insert(output);
  for (const auto& [value, place] : places_) {
    if (value >= count || made.count(value)) continue;
    const Value& v = graph_.value(value);
    const bool kept = v.dtype == DType::F32 && (v.role == Role::Workspace || v.role == Role::Buffer);
    // The numbers are a repeated block of odd length, so that rows differ.
    const Likeness as = like ? like(value) : Likeness{value, 0};
    const Int size = sizeOf(v.dtype), whole = numel(v.shape), period = as.period > 0 ? as.period : whole, block = std::min<Int>(period, 262139);
    std::vector<std::byte> bytes(static_cast<std::size_t>(block * size));
    const Out numbers{bytes.data(), typeOf(v.dtype)};
    const auto salt = static_cast<std::uint32_t>(as.value) * 7919u;
    for (Int i = 0; i < block; ++i) {
      const float u = draw(salt + static_cast<std::uint32_t>(i));
      if (v.dtype == DType::U8) {
        bytes[static_cast<std::size_t>(i)] = static_cast<std::byte>(u < 0.75F);
      } else if (v.dtype == DType::F32 || v.dtype == DType::BF16 || v.dtype == DType::F16) {
        numbers.set(i, kept ? 0.5F + u : 2 * u - 1);
      }
    }
    device_.check(device_.api().copy(device_.context(), place, bytes.data(), block * size, CopyKind::HostToDevice, Stream::Compute),
                  "trying a kernel");
    const auto repeat = [&](Int from, Int to) {
      for (Int done = from; done < to && done > 0; done *= 2) {
        const Int some = std::min(done, to - done) * size;
        device_.check(device_.api().copy(device_.context(), place + done * size, place, some, CopyKind::DeviceToDevice, Stream::Compute),
                      "trying a kernel");
      }
    };
    repeat(block, period);
    repeat(period, whole);
    device_.check(device_.api().synchronize(device_.context()), "trying a kernel");
  }
}

void PlanTrial::clear(const std::vector<ValueId>& results, const std::vector<const Node*>& nodes) {
  for (const ValueId result : results) {
    const auto makes = [&](const Node* node) { return std::find(node->outputs.begin(), node->outputs.end(), result) != node->outputs.end(); };
    if (std::none_of(nodes.begin(), nodes.end(), makes)) continue;
    device_.check(device_.api().zero(device_.context(), of(result), bytesOf(result), Stream::Compute), "trying a kernel");
  }
}

// Compiles all kernels together: most of the compile time is for the text that they have in common.
std::vector<Kernel*> PlanTrial::kernelsOf(const LaunchList& list) {
  std::vector<KernelRef> wanted;
  for (const Launch& launch : list.launches)
    if (const auto* kernel = std::get_if<KernelLaunch>(&launch)) wanted.push_back(kernel->kernel);
  return device_.kernels(wanted);
}

std::int32_t PlanTrial::run(const LaunchList& list) {
  return run(list, kernelsOf(list));
}

std::int32_t PlanTrial::run(const LaunchList& list, const std::vector<Kernel*>& kernels) {
  const DeviceApi& api = device_.api();
  std::size_t next = 0;
  for (const Launch& launch : list.launches) {
    std::int32_t status = kOk;
    if (const auto* kernel = std::get_if<KernelLaunch>(&launch)) {
      status = api.launch(device_.context(), kernels[next++], kernel->blocks, kernel->threads, kernel->sharedBytes, kernel->functor.data(),
                          static_cast<std::int64_t>(kernel->functor.size()));
    } else if (const auto* plan = std::get_if<PlanLaunch>(&launch)) {
      status = api.runPlan(device_.context(), plan->plan, plan->operands.data(), plan->workspace);
    } else if (const auto* zero = std::get_if<ZeroLaunch>(&launch)) {
      status = api.zero(device_.context(), zero->at, zero->bytes, Stream::Compute);
    }
    if (status == kDeviceLost) device_.check(status, "trying a kernel");
    if (status != kOk) return status;
  }
  return kOk;
}

StepGraph* PlanTrial::recorded(const LaunchList& list, const std::vector<Kernel*>& kernels) {
  const DeviceApi& api = device_.api();
  if (api.beginCapture(device_.context()) != kOk) return nullptr;
  std::int32_t status = kOk;
  StepGraph* graph = nullptr;
  try {
    for (int i = 0; i < kRuns && status == kOk; ++i) status = run(list, kernels);
  } catch (...) {
    if (api.endCapture(device_.context(), &graph) == kOk && graph) api.freeGraph(graph);
    throw;
  }
  if (api.endCapture(device_.context(), &graph) != kOk) return nullptr;
  if (status == kOk) return graph;
  if (graph) api.freeGraph(graph);
  return nullptr;
}

double PlanTrial::milliseconds(const LaunchList& list) {
  if (!ready_) return -1;
  const DeviceApi& api = device_.api();
  struct Events {
    Device& device;
    Event *begin = nullptr, *end = nullptr;
    ~Events() {
      for (Event* event : {begin, end})
        if (event) device.api().freeEvent(device.context(), event);
    }
  } events{device_};
  device_.check(api.makeEvent(device_.context(), &events.begin), "making an event");
  device_.check(api.makeEvent(device_.context(), &events.end), "making an event");
  const std::vector<Kernel*> kernels = kernelsOf(list);
  for (int i = 0; i < kWarm; ++i)
    if (run(list, kernels) != kOk) return -1;
  // The runs are timed as a graph: if small kernels were started one by one, the device would wait for the host, and the host would be timed.
  struct Graph {
    const DeviceApi& api;
    StepGraph* graph;
    ~Graph() {
      if (graph) api.freeGraph(graph);
    }
  } const together{api, recorded(list, kernels)};
  if (together.graph && api.launchGraph(device_.context(), together.graph) != kOk) return -1;
  if (api.record(device_.context(), events.begin, Stream::Compute) != kOk) return -1;
  if (together.graph) {
    if (api.launchGraph(device_.context(), together.graph) != kOk) return -1;
  } else {
    for (int i = 0; i < kRuns; ++i)
      if (run(list, kernels) != kOk) return -1;
  }
  float ms = 0;
  if (api.record(device_.context(), events.end, Stream::Compute) != kOk || api.waitOnHost(device_.context(), events.end) != kOk ||
      api.elapsedMs(device_.context(), events.begin, events.end, &ms) != kOk)
    return -1;
  return static_cast<double>(ms) / kRuns;
}

std::vector<float> PlanTrial::read(ValueId value) {
  const Int count = numel(graph_.value(value).shape), front = std::min(count, kRead / 2);
  return read(value, front, std::min(count - front, kRead / 2));
}

std::vector<float> PlanTrial::ends(ValueId value, Int elements) {
  const Int some = std::min(elements, kRead / 2);
  return read(value, some, some);
}

std::vector<float> PlanTrial::read(ValueId value, Int front, Int back) {
  std::byte* const at = of(value);
  if (!at) return {};
  const Value& v = graph_.value(value);
  const Int count = numel(v.shape), size = sizeOf(v.dtype);
  std::vector<std::byte> bytes(static_cast<std::size_t>((front + back) * size));
  const auto copy = [&](std::byte* to, Int from, Int elements) {
    return elements == 0 ||
           device_.api().copy(device_.context(), to, at + from * size, elements * size, CopyKind::DeviceToHost, Stream::Compute) == kOk;
  };
  if (!copy(bytes.data(), 0, front) || !copy(bytes.data() + front * size, count - back, back) || device_.api().synchronize(device_.context()) != kOk)
    return {};
  const In numbers{bytes.data(), typeOf(v.dtype)};
  std::vector<float> floats(static_cast<std::size_t>(front + back));
  for (std::size_t i = 0; i < floats.size(); ++i) floats[i] = numbers[static_cast<Int>(i)];
  return floats;
}

}  // namespace stepscope::cuda
