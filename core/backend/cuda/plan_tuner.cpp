#include "core/backend/cuda/plan_tuner.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

constexpr int kMaxTimed = 12;  // heuristics order what is likely fast to the front
constexpr int kWarm = 2, kRuns = 5;
constexpr double kNoise = 0.02;  // an alternative must win by more against one that the heuristics put before it

std::string cleaned(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

// Device memory for the operands of one timing.
class Scratch {
 public:
  explicit Scratch(Device& device) : device_(device) {}
  ~Scratch() {
    for (void* at : blocks_) device_.api().release(device_.context(), at);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  // Null when there is no such memory now.
  std::byte* take(Int bytes) {
    void* at = nullptr;
    if (device_.api().allocate(device_.context(), bytes, &at) != kOk) return nullptr;
    blocks_.push_back(at);
    return static_cast<std::byte*>(at);
  }

 private:
  Device& device_;
  std::vector<void*> blocks_;
};

struct Timer {
  Device& device;
  Event *begin = nullptr, *end = nullptr;
  explicit Timer(Device& d) : device(d) {
    device.check(device.api().makeEvent(device.context(), &begin), "making an event");
    device.check(device.api().makeEvent(device.context(), &end), "making an event");
  }
  ~Timer() {
    if (begin) device.api().freeEvent(device.context(), begin);
    if (end) device.api().freeEvent(device.context(), end);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
};

}  // namespace

std::string shapeKey(const Call& call) {
  std::string key(call.node.op->name);
  for (const auto& [name, value] : call.node.attrs.entries()) key += ' ' + name + '=' + toString(value);
  const auto add = [&](const char* side, const std::vector<ValueId>& values) {
    key += ' ';
    key += side;
    for (const ValueId id : values) {
      if (id == kNone) {
        key += " -";
        continue;
      }
      const Value& value = call.graph.value(id);
      key += ' ';
      key += toString(value.shape);
      key += nameOf(value.dtype);
    }
  };
  add("of", call.node.inputs);
  add("to", call.node.outputs);
  if (call.channelsLast) key += " nhwc";
  if (call.statistics) key += " with sums";
  return cleaned(std::move(key));
}

PlanTuner::PlanTuner(Device& device, const CompileOptions& options) : device_(device), options_(options) {
  const DeviceProperties& p = device.properties();
  machine_ = cleaned(fmt::format(" | {} | {}, driver {}.{}{}", p.name, p.libraries, p.driverVersion / 1000, p.driverVersion % 1000 / 10,
                                 options.allowTf32 ? ", tf32" : ""));
}

double PlanTuner::millisecondsOf(const Call& call, const Planned& planned) {
  Scratch scratch(device_);
  void* operands[kMaxOperands] = {};
  for (std::size_t i = 0; i < planned.operands.size(); ++i) {
    const PlanOperand& operand = planned.operands[i];
    Int bytes = 0;
    if (operand.index >= 0) {
      const Value& value = call.inputValue(static_cast<std::size_t>(operand.index));
      bytes = numel(value.shape) * sizeOf(value.dtype);
    } else if (const auto output = static_cast<std::size_t>(-1 - operand.index); output < call.node.outputs.size()) {
      const Value& value = call.outputValue(output);
      bytes = numel(value.shape) * sizeOf(value.dtype);
    } else {
      bytes = call.outShape(0)[1] * 4;  // sums of channels
    }
    std::byte* const at = scratch.take(bytes);
    if (!at) return -1;
    operands[i] = at + operand.offset;
  }
  void* workspace = nullptr;
  if (planned.workspaceBytes > 0 && !(workspace = scratch.take(planned.workspaceBytes))) return -1;
  const DeviceApi& api = device_.api();
  Context* const context = device_.context();
  Timer timer(device_);
  for (int run = 0; run < kWarm + kRuns; ++run) {
    if (run == kWarm && api.record(context, timer.begin, Stream::Compute) != kOk) return -1;
    const std::int32_t status = api.runPlan(context, planned.plan.get(), operands, workspace);
    if (status == kDeviceLost) device_.check(status, "timing a kernel");
    if (status != kOk) return -1;
  }
  float ms = 0;
  if (api.record(context, timer.end, Stream::Compute) != kOk || api.waitOnHost(context, timer.end) != kOk ||
      api.elapsedMs(context, timer.begin, timer.end, &ms) != kOk)
    return -1;
  return static_cast<double>(ms) / kRuns;
}

void PlanTuner::choose(const Call& call, Planned& planned) {
  if (!options_.autotune) return;
  const DeviceApi& api = device_.api();
  LibraryPlan* const plan = planned.plan.get();
  const int count = api.alternatives(plan);
  if (count < 2) return;
  const auto take = [&](int index) { return api.takeAlternative(device_.context(), plan, index, &planned.workspaceBytes) == kOk; };
  const std::string key = shapeKey(call) + machine_;
  if (options_.choices) {
    if (const auto kept = options_.choices->find(key)) {
      for (int index = 0; index < count; ++index)
        if (api.alternativeName(plan, index) == *kept && take(index)) return;
      ++unknown_;
      unknownName_ = *kept;
    }
  }
  if (!options_.mayTime) return;
  int best = -1, timed = 0;
  double bestMs = 0;
  for (int index = 0; index < count && timed < kMaxTimed; ++index) {
    if (options_.cancel && *options_.cancel) throw Cancelled{};
    if (!take(index)) continue;
    ++timed;
    const double ms = millisecondsOf(call, planned);
    if (ms < 0) {
      ++refused_;
      continue;
    }
    planned.candidateMs.emplace_back(api.planName(plan), ms);
    if (best >= 0 && ms >= bestMs * (1 - kNoise)) continue;
    best = index;
    bestMs = ms;
  }
  // None could be timed (no memory for it now): the library's own choice.
  for (int index = 0; best < 0 && index < count; ++index)
    if (take(index)) return;
  require(best >= 0 && take(best), "a kernel that was just timed cannot be taken");
  ++timed_;
  if (options_.choices) options_.choices->set(key, api.planName(plan));
}

std::vector<std::string> PlanTuner::notes() const {
  std::vector<std::string> notes;
  if (unknown_ > 0)
    notes.push_back(fmt::format("{} kept kernel {} not among those that the libraries offer ({}), so they were chosen again", unknown_,
                                unknown_ == 1 ? "choice is" : "choices are", unknownName_));
  if (timed_ > 0) notes.push_back(fmt::format("the kernels of {} products and convolutions were chosen by timing them", timed_));
  if (refused_ > 0)
    notes.push_back(fmt::format("{} kernels could not be timed, because they failed or there was no memory for their operands", refused_));
  return notes;
}

}  // namespace stepscope::cuda
