#include "core/train/watch/step_watch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <span>
#include <utility>

#include "core/backend/node_times.h"
#include "core/graph/model_outputs.h"
#include "core/graph/op.h"
#include "core/graph/optimizer.h"
#include "core/passes/step_graph.h"
#include "core/program/step_program.h"
#include "core/train/steps/accumulation.h"
#include "core/train/watch/learning_watch.h"

namespace stepscope {
namespace {

NodeId lossNode(const Graph& graph) {
  const ValueId loss = modelOutputs(graph).loss;
  // A view is not computed by a launch; the node that computes its storage is used.
  return loss == kNone ? kNone : graph.value(graph.storageOf(loss)).producer;
}

std::span<const float> floatsOf(const Program& program, ValueId value) {
  const std::span<const std::byte> bytes = program.memory(value);
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

// Masks, saved statistics and copies may contain any bytes at places that are never read.
bool isChecked(const Value& value) {
  return value.role != Role::Workspace && value.role != Role::Scalar;
}

class FirstBad : public StepObserver {
 public:
  FirstBad(const Program& program, NodeId last) : program_(program), last_(last) {}
  bool after(NodeId node) override {
    const Graph& graph = program_.graph();
    for (const ValueId output : graph.node(node).outputs) {
      if (output == kNone || !isChecked(graph.value(output))) continue;
      if (const Finiteness worst = program_.finitenessOf(output); worst != Finiteness::Finite) {
        found = NonFinite{graph.value(output).name, graph.node(node).scope, titleOf(graph.node(node)), false, worst == Finiteness::NotANumber};
        return false;
      }
    }
    return node != last_;
  }
  std::optional<NonFinite> found;

 private:
  const Program& program_;
  NodeId last_;
};

// State that a step changes up to `last`: running statistics, accumulated gradients; and the loss scale, which the caller changes.
struct SavedValue {
  std::string name;
  std::vector<std::byte> bytes;
};
std::vector<SavedValue> readChanged(const Program& program, NodeId last) {
  const Graph& graph = program.graph();
  std::set<ValueId> changed{graph.find(kLossScale)};
  for (NodeId n = 0; n <= last; ++n) {
    const Node& node = graph.node(n);
    for (const std::size_t i : mutatedInputs(node))
      if (i < node.inputs.size() && node.inputs[i] != kNone) changed.insert(graph.storageOf(node.inputs[i]));
  }
  std::vector<SavedValue> values;
  for (const ValueId id : changed) {
    if (id == kNone || !isPersistent(graph.value(id).role)) continue;
    const Value& value = graph.value(id);
    SavedValue& saved = values.emplace_back();
    saved.name = value.name;
    saved.bytes.resize(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
    program.read(value.name, saved.bytes);
  }
  return values;
}

}  // namespace

StepWatch::StepWatch(Program& program, const std::atomic<bool>* cancel)
    : program_(program),
      loss_(lossNode(program.graph())),
      lastGathering_(lastBeforeUpdates(program.graph())),
      scalesLoss_(program.graph().find(kLossScale) != kNone),
      cancel_(cancel) {
  if (cancel_) findStatistics();
  program_.observe(this);
}

// Finds the running statistics that must be saved so that a step can be undone. Accumulated gradients are too large to be saved, so steps with them
// run to their end.
void StepWatch::findStatistics() {
  const Graph& graph = program_.graph();
  std::set<ValueId> changed;
  NodeId n = 0;
  for (; n < static_cast<NodeId>(graph.nodes().size()) && graph.node(n).phase != Phase::Optimizer; ++n)
    for (const std::size_t i : mutatedInputs(graph.node(n)))
      if (i < graph.node(n).inputs.size() && graph.node(n).inputs[i] != kNone) changed.insert(graph.storageOf(graph.node(n).inputs[i]));
  for (const ValueId id : changed) {
    const Value& value = graph.value(id);
    if (value.role != Role::Buffer || value.layout != Layout::Plain) return;
  }
  statistics_.assign(changed.begin(), changed.end());
  firstUpdate_ = n;
}

void StepWatch::begin(bool updates) {
  stopped_ = brokenOff_ = false;
  updates_ = updates;
  whole_ = !everyNode();
  if (firstUpdate_ == kNone) return;
  before_.clear();
  for (const ValueId id : statistics_) {
    const std::span<const std::byte> bytes = program_.memory(id);
    before_.insert(before_.end(), bytes.begin(), bytes.end());
  }
}

void StepWatch::undo() {
  const Graph& graph = program_.graph();
  const std::byte* from = before_.data();
  for (const ValueId id : statistics_) {
    const Value& value = graph.value(id);
    const auto size = static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype));
    program_.write(value.name, {from, size});
    from += program_.memory(id).size();
  }
}

StepWatch::~StepWatch() {
  program_.observe(nullptr);
}

std::vector<TensorHistogram> StepWatch::take() {
  gathering_ = false;
  return std::exchange(histograms_, {});
}

bool StepWatch::everyNode() const {
  return gathering_ || times_ || vectors_ || !updates_ || !(scalesLoss_ || program_.guardsUpdates());
}

bool StepWatch::stopped() const {
  return stopped_ || (whole_ && !scalesLoss_ && !std::isfinite(lossOf(program_)));
}

void StepWatch::before(NodeId id) {
  if (gathering_) gatherHistograms(program_.graph().node(id));
  if (vectors_) showVectors(program_.graph().node(id));
  if (times_) times_->before(id);
}

void StepWatch::showVectors(const Node& node) {
  if (node.phase != Phase::Optimizer || !updatesParameters(node.op->update)) return;
  const Graph& graph = program_.graph();
  const InputGroups groups = inputGroups(node);
  for (std::size_t first = 0; first < groups.end(); first += groups.size) {
    const Value& parameter = graph.value(node.inputs[first]);
    if (parameter.shape.size() == 1)
      vectors_->seeVector(parameter.name, floatsOf(program_, node.inputs[first + 1]).first(static_cast<std::size_t>(parameter.shape[0])));
  }
}

void StepWatch::gatherHistograms(const Node& node) {
  const Graph& graph = program_.graph();
  if (node.phase != Phase::Optimizer || node.op->id == OpId::WeightAverage) return;
  const InputGroups groups = inputGroups(node);
  for (std::size_t first = 0; first < groups.end(); first += groups.size) {
    const Value& parameter = graph.value(node.inputs[first]);
    for (const bool gradient : {false, true}) {
      std::span<const float> values = floatsOf(program_, node.inputs[first + (gradient ? 1 : 0)]);
      if (gradient && scalesLoss_) {
        unscaled_.assign(values.begin(), values.end());
        const auto inverse = static_cast<float>(1.0 / program_.scalar(kLossScale));
        for (float& value : unscaled_) value *= inverse;
        values = unscaled_;
      }
      // Padding lanes contain zeros that are not values.
      const auto padding = static_cast<std::int64_t>(values.size()) - numel(parameter.shape);
      histograms_.push_back({parameter.name, gradient, histogramOf(values, padding)});
    }
  }
}

bool StepWatch::after(NodeId node) {
  if (times_) times_->after(node);
  if (node + 1 < firstUpdate_ && cancel_->load(std::memory_order_relaxed)) {
    brokenOff_ = true;
    return false;
  }
  if (node == lastGathering_) return updates_;
  if (node != loss_ || scalesLoss_ || std::isfinite(lossOf(program_))) return true;
  stopped_ = true;
  return false;
}

std::optional<NonFinite> findNonFinite(Program& program, double lossScale) {
  const Graph& graph = program.graph();
  for (const Role role : {Role::Input, Role::Parameter, Role::Frozen}) {
    for (std::size_t v = 0; v < graph.values().size(); ++v) {
      const Value& value = graph.values()[v];
      if (value.role != role || value.producer != kNone) continue;
      const Finiteness worst = program.finitenessOf(static_cast<ValueId>(v));
      if (worst != Finiteness::Finite) return NonFinite{value.name, {}, {}, isWeight(role), worst == Finiteness::NotANumber};
    }
  }
  const auto check = graph.outputs().find(kFoundInf);
  const NodeId last = check == graph.outputs().end() ? lossNode(graph) : graph.value(check->second).producer;
  FirstBad first(program, last);
  const std::vector<SavedValue> before = readChanged(program, last);
  if (const auto scale = static_cast<float>(lossScale); scale > 0) program.write(kLossScale, std::as_bytes(std::span(&scale, 1)));
  program.observe(&first);
  program.run();
  program.observe(nullptr);
  for (const SavedValue& value : before) program.write(value.name, value.bytes);
  return first.found;
}

std::string describe(const NonFinite& found) {
  const char* what = found.nan ? "values that are not numbers" : "infinite values";
  if (found.op.empty()) return (found.parameter ? "the parameter " : "the batch's input ") + found.tensor + " holds " + what;
  return "the output of " + (found.layer.empty() ? found.tensor : found.layer) + " (" + found.op + ", tensor " + found.tensor + ") holds " + what;
}

}  // namespace stepscope
