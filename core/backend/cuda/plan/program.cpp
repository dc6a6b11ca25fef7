#include "core/backend/cuda/plan/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "core/backend/plan_places.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "profiler/trace/recorder.h"

namespace stepscope::cuda {

namespace {

// Copies images with elements of `size` bytes from row-major order to channels last (toLast), or back.
void exchange(const Shape& shape, std::size_t size, std::span<const std::byte> from, std::span<std::byte> to, bool toLast) {
  const auto images = static_cast<std::size_t>(shape[0]), channels = static_cast<std::size_t>(shape[1]),
             pixels = static_cast<std::size_t>(shape[2] * shape[3]);
  for (std::size_t n = 0; n < images; ++n)
    for (std::size_t c = 0; c < channels; ++c)
      for (std::size_t p = 0; p < pixels; ++p) {
        const std::size_t first = ((n * channels + c) * pixels + p) * size, last = ((n * pixels + p) * channels + c) * size;
        std::memcpy(to.data() + (toLast ? last : first), from.data() + (toLast ? first : last), size);
      }
}

// Records the work that launches() starts as a CUDA graph. Null if that is not possible; `why` then has the reason.
StepGraph* recordGraph(const Device& device, const std::function<void()>& launches, std::string& why) {
  const DeviceApi& api = device.api();
  if (const char* graphs = std::getenv("STEPSCOPE_CUDA_GRAPH"); graphs && std::string_view(graphs) == "off") {
    why = "STEPSCOPE_CUDA_GRAPH=off makes every kernel start on its own";
    return nullptr;
  }
  if (api.beginCapture(device.context()) != kOk) {
    why = api.errorText();
    return nullptr;
  }
  std::string failed;
  try {
    launches();
  } catch (const Error& error) {
    failed = error.happened();
  } catch (...) {  // for example no host memory; the recording must end, since nothing else can be started before
    StepGraph* part = nullptr;
    if (api.endCapture(device.context(), &part) == kOk && part) api.freeGraph(part);
    throw;
  }
  StepGraph* graph = nullptr;
  const std::int32_t status = api.endCapture(device.context(), &graph);
  if (status == kOk && failed.empty()) return graph;
  if (graph) api.freeGraph(graph);
  why = failed.empty() ? api.errorText() : failed;
  return nullptr;
}

}  // namespace

CudaProgram::CudaProgram(std::shared_ptr<Device> device, Lowered lowered, const CudaProgram* stateFrom)
    : device_(std::move(device)), uploads_(device_), valueCheck_(device_), lowered_(std::move(lowered)), plan_(planMemory(lowered_.graph)) {
  if (stateFrom) shareState(lowered_.graph, plan_, stateFrom->lowered_.graph, stateFrom->plan_);
  // Kernels are compiled here and not in the first step, so that compile errors are reported before training begins.
  std::vector<KernelRef> wanted;
  for (std::size_t n = 0; n < lowered_.nodes.size(); ++n) {
    const LoweredNode& node = lowered_.nodes[n];
    if (!node.kernel) continue;
    LaunchList list;
    const Call call = callOf(static_cast<NodeId>(n), false);
    if (node.planned) {
      bindPlan(*node.planned, call, list);
    } else {
      node.chain ? bindChain(*node.chain, call, list) : node.kernel->bind(call, list);
    }
    for (const Launch& launch : list.launches)
      if (const auto* kernel = std::get_if<KernelLaunch>(&launch)) wanted.push_back(kernel->kernel);
  }
  device_->kernels(wanted);
}

CudaProgram::~CudaProgram() {
  if (pending_) device_->api().synchronize(device_->context());
  releaseGraphs();
  uploads_.release();
  // Only after the graphs that were created while it observed have been freed, since CUPTI keeps data about them.
  if (collecting_) detachCollector();
}

void CudaProgram::releaseGraphs() {
  const DeviceApi& api = device_->api();
  if (stepGraph_) api.freeGraph(stepGraph_);
  stepGraph_ = nullptr;
  if (tracedGraph_) api.freeGraph(tracedGraph_);
  tracedGraph_ = nullptr;
  tracedTried_ = false;
}

std::byte* CudaProgram::address(ValueId value) const {
  const MemorySlot& slot = slotOf(plan_, value);
  return (slot.persistent ? state_ : step_)->data() + slot.offset;
}

std::shared_ptr<Arena> CudaProgram::makeArena(std::int64_t bytes) const {
  void* memory = nullptr;
  const std::int32_t status = device_->api().allocate(device_->context(), bytes, &memory);
  if (status == kOutOfMemory) {
    DeviceProperties now;
    const bool known = device_->api().properties(device_->context(), &now) == kOk;
    throw Error(ErrorKind::Resource, "GPU memory",
                fmt::format("the training step needs {} in one block{}", text::bytes(static_cast<double>(bytes)),
                            known ? fmt::format(", but of the {} of {} only {} are free", text::bytes(static_cast<double>(now.memoryBytes)), now.name,
                                                text::bytes(static_cast<double>(now.freeBytes)))
                                  : std::string()),
                "Choose a smaller batch, turn on bf16 or checkpointing, or close programs that hold its memory");
  }
  device_->check(status, "taking memory");
  const auto device = device_;
  return std::make_shared<Arena>(static_cast<std::byte*>(memory), bytes, [device](std::byte* at) { device->api().release(device->context(), at); });
}

Call CudaProgram::callOf(NodeId id, bool withAddresses) const {
  const Node& node = lowered_.graph.node(id);
  const LoweredNode& lowered = lowered_.nodes[id];
  Call call{lowered_.graph, node, {}, {}, nullptr, lowered.channelsLast};
  const auto give = [&](ValueId value) -> std::byte* { return value == kNone || !withAddresses ? nullptr : address(value); };
  for (const ValueId input : node.inputs) call.inputs.push_back(give(input));
  for (std::size_t i = 0; i < lowered.results; ++i) call.outputs.push_back(give(node.outputs[i]));
  call.workspace = give(lowered.workspace);
  return call;
}

void CudaProgram::attach(std::shared_ptr<Arena> state, std::shared_ptr<Arena> step) {
  require(state && state->bytes() >= plan_.stateBytes, "the state arena is smaller than the plan");
  require(step && step->bytes() >= plan_.stepBytes, "the step arena is smaller than the plan");
  wait();
  releaseGraphs();
  state_ = std::move(state);
  step_ = std::move(step);
  captureTried_ = false;
  steps_.clear();
  dataChecks_.clear();
  uploads_.take(lowered_.graph);
  const DeviceApi& api = device_->api();
  Context* const context = device_->context();
  std::vector<KernelRef> wanted;
  for (std::size_t n = 0; n < lowered_.nodes.size(); ++n) {
    const LoweredNode& node = lowered_.nodes[n];
    if (!node.kernel) continue;
    const Call call = callOf(static_cast<NodeId>(n), true);
    LaunchList list;
    if (node.planned) {
      // Plans are built here and not in the first step, since some kernels of the libraries are compiled then.
      device_->check(api.buildPlan(context, node.planned->plan.get()), ("building a kernel of " + titleOf(call.node)).c_str());
      bindPlan(*node.planned, call, list);
    } else if (node.chain) {
      bindChain(*node.chain, call, list);
    } else {
      node.kernel->bind(call, list);
    }
    if (node.kernel->dataFault && !node.planned) dataChecks_.emplace_back(static_cast<NodeId>(n), node.workspace);
    Step made;
    made.node = static_cast<NodeId>(n);
    made.launches = std::move(list.launches);
    made.kernels.assign(made.launches.size(), nullptr);
    steps_.push_back(std::move(made));
  }
  for (Step& made : steps_) {
    for (std::size_t i = 0; i < made.launches.size(); ++i)
      if (const auto* kernel = std::get_if<KernelLaunch>(&made.launches[i])) made.kernels[i] = device_->kernels({kernel->kernel})[0];
  }
}

Uploads::Target CudaProgram::openFor(std::string_view name, Role role) {
  require(step_ != nullptr, "the program has no memory yet");
  const ValueId value = lowered_.graph.find(name);
  require(value != kNone && lowered_.graph.value(value).role == role, "the program has no input or scalar of that name");
  return uploads_.open(name);
}

std::span<std::byte> CudaProgram::input(std::string_view name) {
  return openFor(name, Role::Input).memory;
}

void CudaProgram::bind(std::string_view name, std::span<const std::byte> bytes) {
  if (!device_->isTransferMemory(bytes.data())) return Program::bind(name, bytes);
  require(openFor(name, Role::Input).memory.size() == bytes.size(), "a batch does not have the size of the program's input");
  uploads_.lend(name, bytes.data());
}

void CudaProgram::setScalar(std::string_view name, double number) {
  const Uploads::Target target = openFor(name, Role::Scalar);
  putScalar(lowered_.graph.value(target.value).dtype, number, target.memory.data(), name);
}

void CudaProgram::launch(const Step& step) {
  const DeviceApi& api = device_->api();
  Context* const context = device_->context();
  for (std::size_t i = 0; i < step.launches.size(); ++i) {
    std::int32_t status = kOk;
    if (const auto* kernel = std::get_if<KernelLaunch>(&step.launches[i])) {
      status = api.launch(context, step.kernels[i], kernel->blocks, kernel->threads, kernel->sharedBytes, kernel->functor.data(),
                          static_cast<std::int64_t>(kernel->functor.size()));
    } else if (const auto* plan = std::get_if<PlanLaunch>(&step.launches[i])) {
      status = api.runPlan(context, plan->plan, plan->operands.data(), plan->workspace);
    } else if (const auto* zero = std::get_if<ZeroLaunch>(&step.launches[i])) {
      status = api.zero(context, zero->at, zero->bytes, Stream::Compute);
    }
    if (status != kOk) {
      const Node& node = lowered_.graph.node(step.node);
      device_->check(status, (titleOf(node) + (node.scope.empty() ? "" : " of " + node.scope)).c_str());
    }
  }
}

void CudaProgram::launchAll() {
  for (const Step& step : steps_) launch(step);
}

StepGraph* CudaProgram::record(bool withNodes) {
  const auto launches = [&] {
    for (const Step& step : steps_) {
      if (withNodes) device_->check(device_->api().pushNode(step.node + 1), "recording a step");
      launch(step);
      if (withNodes) device_->check(device_->api().popNode(), "recording a step");
    }
  };
  return recordGraph(*device_, launches, whyNoGraph_);
}

// Records the step as a CUDA graph. The first step runs kernel by kernel, so that libraries are initialised outside the recording; the second is
// recorded.
void CudaProgram::capture() {
  captureTried_ = true;
  capturedUnderCollector_ = collecting_;
  stepGraph_ = record(false);
}

void CudaProgram::run(Recorder* recorder) {
  require(step_ != nullptr, "the program has no memory yet");
  const bool recorded = recorder && recorder->enabled();
  device_->nextTurn();
  if (recorded) dropWorkOfOthers(*recorder);
  runBegan_ = nowNs();
  uploads_.start([this](ValueId value) { return address(value); });
  pending_ = true;
  copies_.clear();
  if (!recorded) stopCollecting();
  if (recorded) {
    runRecorded(*recorder);
  } else if (observed()) {
    for (const Step& step : steps_) {
      observer_->before(step.node);
      launch(step);
      copies_.clear();
      if (!observer_->after(step.node)) break;
    }
  } else {
    if (started_ && !captureTried_ && (collecting_ || !device_->collecting)) capture();
    if (stepGraph_) {
      device_->check(device_->api().launchGraph(device_->context(), stepGraph_), "running the step");
    } else {
      launchAll();
    }
  }
  started_ = true;
}

void CudaProgram::wait() const {
  if (!pending_) return;
  device_->check(device_->api().synchronize(device_->context()), "running the step");
  pending_ = false;
  checkData();
}

void CudaProgram::checkData() const {
  for (const auto& [node, workspace] : dataChecks_) {
    std::int32_t fault = 0;
    device_->check(device_->api().copy(device_->context(), &fault, address(workspace), sizeof(fault), CopyKind::DeviceToHost, Stream::Compute),
                   "reading a result");
    device_->check(device_->api().synchronize(device_->context()), "reading a result");
    if (fault) {
      throw Error(ErrorKind::Input, lowered_.graph.node(node).scope, lowered_.nodes[node].kernel->dataFault,
                  "The data hold numbers that the model has no place for; choose the vocabulary size or the number of classes that they need");
    }
  }
}

double CudaProgram::scalar(ValueId id) const {
  const Value& value = lowered_.graph.value(id);
  require(numel(value.shape) == 1, "a scalar was requested from a tensor");
  std::byte bytes[8] = {};
  read(id, std::span(bytes).first(static_cast<std::size_t>(sizeOf(value.dtype))));
  return scalarAt(value.dtype, bytes, value.name);
}

void CudaProgram::read(ValueId id, std::span<std::byte> target) const {
  const Value& value = lowered_.graph.value(id);
  require(step_ != nullptr, "the program has no memory yet");
  require(static_cast<std::int64_t>(target.size()) == numel(value.shape) * sizeOf(value.dtype), "a tensor is read into a buffer of another size");
  wait();
  if (target.empty()) return;
  std::vector<std::byte> exchanged(value.layout == Layout::ChannelsLast ? target.size() : 0);
  const std::span<std::byte> into = exchanged.empty() ? target : std::span(exchanged);
  device_->check(device_->api().copy(device_->context(), into.data(), address(id), static_cast<std::int64_t>(into.size()), CopyKind::DeviceToHost,
                                     Stream::Compute),
                 "reading a result");
  device_->check(device_->api().synchronize(device_->context()), "reading a result");
  if (!exchanged.empty()) exchange(value.shape, static_cast<std::size_t>(sizeOf(value.dtype)), exchanged, target, false);
}

void CudaProgram::write(std::string_view name, std::span<const std::byte> source) {
  const ValueId id = lowered_.graph.find(name);
  require(id != kNone && isPersistent(lowered_.graph.value(id).role), "the program has no parameter of that name");
  const Value& value = lowered_.graph.value(id);
  require(state_ != nullptr, "the program has no memory yet");
  require(static_cast<std::int64_t>(source.size()) == numel(value.shape) * sizeOf(value.dtype), "a tensor is written from a buffer of another size");
  wait();
  if (source.empty()) return;
  std::vector<std::byte> exchanged;
  if (value.layout == Layout::ChannelsLast) {
    exchanged.resize(source.size());
    exchange(value.shape, static_cast<std::size_t>(sizeOf(value.dtype)), source, exchanged, true);
    source = exchanged;
  }
  device_->check(device_->api().copy(device_->context(), address(id), source.data(), static_cast<std::int64_t>(source.size()), CopyKind::HostToDevice,
                                     Stream::Compute),
                 "writing a parameter");
  device_->check(device_->api().synchronize(device_->context()), "writing a parameter");
}

std::vector<std::string> CudaProgram::notes() const {
  std::vector<std::string> notes = lowered_.notes;
  if (!whyNoGraph_.empty()) notes.push_back("the step runs kernel by kernel and not as one CUDA graph: " + whyNoGraph_);
  return notes;
}

std::span<const std::byte> CudaProgram::memory(ValueId value) const {
  require(step_ != nullptr, "the program has no memory yet");
  std::vector<std::byte>& copy = copies_[value];
  if (copy.empty()) {
    const Value& owner = lowered_.graph.value(lowered_.graph.storageOf(value));
    copy.resize(static_cast<std::size_t>(owner.bytes));
    if (!copy.empty()) {
      device_->check(device_->api().copy(device_->context(), copy.data(), address(value), owner.bytes, CopyKind::DeviceToHost, Stream::Compute),
                     "reading a value");
      device_->check(device_->api().synchronize(device_->context()), "reading a value");
    }
  }
  return copy;
}

Finiteness CudaProgram::finitenessOf(ValueId id) const {
  require(step_ != nullptr, "the program has no memory yet");
  const DType type = lowered_.graph.value(id).dtype;
  return valueCheck_.of(address(id), type, lowered_.graph.value(lowered_.graph.storageOf(id)).bytes / sizeOf(type));
}

}  // namespace stepscope::cuda
