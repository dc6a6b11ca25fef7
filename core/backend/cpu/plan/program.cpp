#include "core/backend/cpu/plan/program.h"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cstring>

#include "core/backend/cpu/onednn/primitive.h"
#include "core/backend/cpu/ops/structure/any_order.h"
#include "core/backend/node_category.h"
#include "core/backend/plan_places.h"
#include "core/base/error.h"
#include "profiler/trace/recorder.h"

namespace stepscope::cpu {

namespace {

void copyTensor(const onednn::TensorDesc& from, const void* source, const onednn::TensorDesc& to, void* target) {
  const auto reorder = onednn::makeReorder(from, to);
  if (!reorder) return copyInAnyOrder(from, static_cast<const std::byte*>(source), to, static_cast<std::byte*>(target));
  std::vector<std::byte> scratch(static_cast<std::size_t>(reorder->scratchpadBytes()) + 64);
  reorder->bind({{onednn::Arg::Src, const_cast<void*>(source)}, {onednn::Arg::Dst, target}, {onednn::Arg::Scratchpad, scratch.data()}}).run();
}

}  // namespace

CpuProgram::CpuProgram(Lowered lowered, int threads, const CpuProgram* stateFrom, ImageLayout images, std::vector<std::string> notes,
                       bool checkMemory)
    : lowered_(std::move(lowered)),
      plan_(planMemory(lowered_.graph, checkMemory ? MemoryCheck::kGuardBytes : 0)),
      threads_(threads),
      images_(images),
      notes_(std::move(notes)) {
  for (std::size_t v = 0; v < lowered_.graph.values().size(); ++v) {
    const Value& value = lowered_.graph.values()[v];
    if (isPersistent(value.role)) stateLayouts_.emplace(value.name, lowered_.physical[v]);
  }
  if (stateFrom) shareState(lowered_.graph, plan_, stateFrom->lowered_.graph, stateFrom->plan_);
  require(!stateFrom || checkMemory == (stateFrom->check_ != nullptr), "of two programs that share a state only one checks memory");
  if (checkMemory) check_ = std::make_unique<MemoryCheck>(lowered_.graph, plan_, lowered_.kernels, lowered_.workspaces);
}

std::byte* CpuProgram::address(ValueId value) const {
  const MemorySlot& slot = slotOf(plan_, value);
  return (slot.persistent ? state_ : step_)->data() + slot.offset;
}

std::vector<std::string> CpuProgram::notes() const {
  const auto provisional =
      std::count_if(lowered_.kernels.begin(), lowered_.kernels.end(), [](const NodeKernel& kernel) { return kernel.provisional; });
  std::vector<std::string> notes = notes_;
  notes.insert(notes.end(), lowered_.leftOut.begin(), lowered_.leftOut.end());
  if (provisional > 0)
    notes.push_back(
        fmt::format("{} of {} kernels were chosen while other programs held the cores, or before there was time to compare them; they are "
                    "timed again when a run begins and the cores are free",
                    provisional, lowered_.kernels.size()));
  return notes;
}

void CpuProgram::attach(std::shared_ptr<Arena> state, std::shared_ptr<Arena> step) {
  require(!onlyPlanned_, "a program that was only planned cannot run");
  require(state && state->bytes() >= plan_.stateBytes, "the state arena is smaller than the plan");
  require(step && step->bytes() >= plan_.stepBytes, "the step arena is smaller than the plan");
  state_ = std::move(state);
  step_ = std::move(step);
  copiesMade_ = false;
  steps_.clear();
  const ScopedThreads scope(threads_);
  for (std::size_t n = 0; n < lowered_.graph.nodes().size(); ++n) {
    if (!lowered_.binds[n]) continue;
    const Node& node = lowered_.graph.nodes()[n];
    Buffers buffers;
    Step made;
    made.node = static_cast<NodeId>(n);
    made.onlyOnce = lowered_.onlyOnce[n];
    const auto give = [&](ValueId value) { return value == kNone ? nullptr : address(value); };
    for (const ValueId input : node.inputs) buffers.inputs.push_back(give(input));
    for (const ValueId output : lowered_.results[n]) buffers.outputs.push_back(give(output));
    buffers.workspace = give(lowered_.workspaces[n]);
    try {
      made.launch = lowered_.binds[n](buffers);
    } catch (const onednn::Refused& refused) {
      throwNamed(refused, node.scope);
    }
    if (made.launch) steps_.push_back(std::move(made));
  }
  if (!check_) return;
  std::vector<bool> run(lowered_.graph.nodes().size(), false);
  for (const Step& made : steps_) run[made.node] = true;
  check_->attach(state_->data(), step_->data(), run);
}

std::span<std::byte> CpuProgram::input(std::string_view name) {
  const ValueId value = lowered_.graph.find(name);
  require(value != kNone && lowered_.graph.value(value).role == Role::Input, "the program has no input of that name");
  require(step_ != nullptr, "the program has no memory yet");
  return {address(value), static_cast<std::size_t>(lowered_.graph.value(value).bytes)};
}

void CpuProgram::setScalar(std::string_view name, double number) {
  const ValueId value = lowered_.graph.find(name);
  require(value != kNone && lowered_.graph.value(value).role == Role::Scalar, "the program has no scalar of that name");
  require(step_ != nullptr, "the program has no memory yet");
  putScalar(lowered_.graph.value(value).dtype, number, address(value), name);
}

double CpuProgram::scalar(ValueId value) const {
  require(step_ != nullptr, "the program has no memory yet");
  require(numel(lowered_.graph.value(value).shape) == 1, "a scalar was requested from a tensor");
  return scalarAt(lowered_.graph.value(value).dtype, address(value), lowered_.graph.nameOf(value));
}

void CpuProgram::read(ValueId id, std::span<std::byte> target) const {
  const Value& value = lowered_.graph.value(id);
  const Physical& physical = lowered_.physical[id];
  require(step_ != nullptr, "the program has no memory yet");
  require(static_cast<std::int64_t>(target.size()) == numel(value.shape) * sizeOf(value.dtype), "a tensor is read into a buffer of another size");
  if (!physical.desc || physical.layout == Layout::Plain) {
    if (!target.empty()) std::memcpy(target.data(), address(id), target.size());
    return;
  }
  copyTensor(physical.desc, address(id), onednn::TensorDesc::plain(physical.desc.dims(), value.dtype), target.data());
}

void CpuProgram::write(std::string_view name, std::span<const std::byte> source) {
  const ValueId id = lowered_.graph.find(name);
  require(id != kNone && isPersistent(lowered_.graph.value(id).role), "the program has no parameter of that name");
  const Value& value = lowered_.graph.value(id);
  const Physical& physical = lowered_.physical[id];
  require(state_ != nullptr, "the program has no memory yet");
  require(static_cast<std::int64_t>(source.size()) == numel(value.shape) * sizeOf(value.dtype), "a tensor is written from a buffer of another size");
  copiesMade_ = false;
  if (!physical.desc || physical.layout == Layout::Plain) {
    if (!source.empty()) std::memcpy(address(id), source.data(), source.size());
    return;
  }
  copyTensor(onednn::TensorDesc::plain(physical.desc.dims(), value.dtype), source.data(), physical.desc, address(id));
}

std::span<const std::byte> CpuProgram::memory(ValueId value) const {
  require(step_ != nullptr, "the program has no memory yet");
  const Value& owner = lowered_.graph.value(lowered_.graph.storageOf(value));
  return {address(value), static_cast<std::size_t>(owner.bytes)};
}

bool CpuProgram::execute(const Step& step) {
  if (observer_) observer_->before(step.node);
  if (check_) check_->before(step.node);
  try {
    step.launch();
  } catch (const onednn::Refused& refused) {
    throwNamed(refused, lowered_.graph.node(step.node).scope);
  }
  if (check_) check_->after(step.node);
  const bool goOn = !observer_ || observer_->after(step.node);
  if (check_) check_->release(step.node);
  return goOn;
}

void CpuProgram::run(Recorder* recorder) {
  require(step_ != nullptr, "the program has no memory yet");
  const ScopedThreads scope(threads_);
  if (check_) check_->beginStep();
  if (recorder && recorder->enabled()) {
    if (!runRecorded(*recorder)) return;
  } else {
    for (const Step& step : steps_) {
      if (step.onlyOnce && copiesMade_) continue;
      if (!execute(step)) return;
    }
  }
  if (check_) check_->endStep();
  copiesMade_ = true;
}

void CpuProgram::runOnly(const std::vector<bool>& nodes) {
  require(step_ != nullptr, "the program has no memory yet");
  const ScopedThreads scope(threads_);
  for (const Step& step : steps_) {
    if (!nodes[step.node]) continue;
    if (!execute(step)) return;
  }
}

bool CpuProgram::runRecorded(Recorder& recorder) {
  SpanRing& ring = recorder.trainerTrack();
  if (namesOf_ != &recorder) {
    names_.clear();
    for (const Step& step : steps_) names_.push_back(recorder.intern(titleOf(lowered_.graph.node(step.node))));
    namesOf_ = &recorder;
  }
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.onlyOnce && copiesMade_) continue;
    const Span span(&recorder, &ring, names_[i], categoryOf(lowered_.graph.node(step.node)), step.node);
    if (!execute(step)) return false;
  }
  return true;
}

}  // namespace stepscope::cpu
