// optimize: adds the optimizer's nodes, each as early as it may run, so that the memory of gradients is freed early. Large parameters have one node
// each; the small ones with equal settings have one node together, since waking the threads for a bias of 64 numbers costs more than its update.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/memory_plan.h"
#include "core/passes/pass_report.h"
#include "core/passes/step_graph.h"

namespace stepscope {

namespace {

constexpr std::int64_t kSmall = 16 * 1024;               // elements; too little work to share between two threads
constexpr const char* kSmallScope = "small parameters";  // used in place of a layer's name

// "layer1.0.conv1.weight" belongs to the layer "layer1.0.conv1".
std::string layerOf(const std::string& parameter) {
  const std::size_t dot = parameter.rfind('.');
  return dot == std::string::npos ? parameter : parameter.substr(0, dot);
}

ValueId addState(Graph& graph, ValueId parameter, const OptimizerStateDef& def) {
  const Value owner = graph.value(parameter);  // a copy: adding a value may move the others
  const std::string name = owner.name + '.' + def.suffix;
  const std::int64_t count = numel(owner.shape);
  switch (def.shape) {
    case OptimizerStateDef::Shape::Parameter:
      return graph.addPersistent(Role::OptimizerState, name, DType::F32, owner.shape, {Init::Kind::Constant, def.start, 0});
    case OptimizerStateDef::Shape::Codes: return graph.addPersistent(Role::OptimizerState, name, DType::U8, {count}, {});
    case OptimizerStateDef::Shape::Blocks: return graph.addPersistent(Role::OptimizerState, name, DType::F32, {blocks8bit(count)}, {});
  }
  return kNone;
}

// Moves each node from firstNew on to the earliest place where it may run: after the nodes that make its gradients, and after the last reader of the
// old parameters.
void placeEarly(Graph& graph, std::size_t firstNew) {
  std::vector<std::vector<NodeId>> after(firstNew + 1);  // [0]: before every node
  const auto consumers = graph.consumers();
  for (std::size_t n = firstNew; n < graph.nodes().size(); ++n) {
    const Node& node = graph.nodes()[n];
    NodeId ready = kNone;
    for (const ValueId input : node.inputs) {
      if (input == kNone) continue;
      ready = std::max(ready, graph.value(input).producer);
      if (graph.value(input).role != Role::Parameter) continue;
      for (const NodeId reader : consumers[input])
        if (reader < static_cast<NodeId>(firstNew)) ready = std::max(ready, reader);
    }
    after[ready + 1].push_back(static_cast<NodeId>(n));
  }
  std::vector<NodeId> order;
  order.reserve(graph.nodes().size());
  for (std::size_t n = 0; n <= firstNew; ++n) {
    if (n > 0) order.push_back(static_cast<NodeId>(n) - 1);
    order.insert(order.end(), after[n].begin(), after[n].end());
  }
  graph.reorder(order);
}

// The tensors that one node updates.
struct Update {
  const OptimizerDef* def = nullptr;
  Attributes attrs;
  std::vector<std::pair<ValueId, ValueId>> tensors;  // parameter, gradient
};

class Optimize {
 public:
  Optimize(const AutodiffResult& backward, const OptimizerSpec& spec)
      : backward_(backward), spec_(spec), def_(optimizerDef(spec.kind)), graph_(backward.graph), gradients_(backward.gradients) {}

  PassResult run() {
    checkGroups();
    if (spec_.accumulate) addAccumulation();
    collect();
    addScalars();
    const std::size_t firstNew = graph_.nodes().size();
    if (spec_.scalesLoss) addCheck();
    if (spec_.clipNorm > 0) addNorm();
    for (const Update& update : updates_) addUpdate(update);
    if (spec_.scalesLoss) addNewScale();
    // The norm and the check wait for every gradient, and the updates wait for them, so there is no earlier place. With accumulation they stay at the
    // end too, because a run that only accumulates gradients leaves them out.
    if (spec_.clipNorm <= 0 && !spec_.scalesLoss && !spec_.accumulate) placeEarly(graph_, firstNew);
    if (spec_.averageWeights) addAverages();
    PassReport described = report();
    return {std::move(graph_), std::move(described)};
  }

 private:
  void checkGroups() const {
    for (const ParameterGroup& group : spec_.groups) {
      const bool any = std::any_of(backward_.gradients.begin(), backward_.gradients.end(),
                                   [&](const auto& pair) { return matches(group.pattern, graph_.value(pair.first).name); });
      if (any) continue;
      std::string example;
      for (const auto& pair : backward_.gradients)
        if (example.size() < 80) example += (example.empty() ? "" : ", ") + graph_.value(pair.first).name;
      throw Error(ErrorKind::Input, "train.optimizer.groups", fmt::format("no parameter matches the pattern \"{}\"", group.pattern),
                  fmt::format("Parameters are named like {}; * stands for any text", example));
    }
  }

  // Each gradient is added to its mean as soon as it is computed, and is then freed. Small ones have one node together.
  void addAccumulation() {
    const ValueId share = graph_.addScalar("batch_share", DType::F32);
    const std::size_t firstNew = graph_.nodes().size();
    std::vector<ValueId> small;
    const auto add = [&](std::vector<ValueId> inputs, std::string scope) {
      const auto count = static_cast<std::int64_t>(inputs.size() / 2);
      inputs.push_back(share);
      Attributes attrs;
      if (count > 1) attrs.set("tensors", count);
      graph_.addNode("accumulate_grad", std::move(inputs), std::move(attrs), std::move(scope), Phase::Backward);
    };
    for (auto& [parameter, gradient] : gradients_) {
      const Value owner = graph_.value(parameter);
      const ValueId mean =
          graph_.addPersistent(Role::OptimizerState, owner.name + kGradientSuffix, DType::F32, owner.shape, {Init::Kind::Constant, 0, 0});
      if (numel(owner.shape) <= kSmall) small.insert(small.end(), {mean, gradient});
      else add({mean, gradient}, layerOf(owner.name));
      gradient = mean;
    }
    if (!small.empty()) add(std::move(small), kSmallScope);
    placeEarly(graph_, firstNew);
  }

  // One update per large tensor, and one for all small tensors with the same optimizer and settings.
  void collect() {
    std::map<std::string, std::size_t> bundles;  // settings as text -> index of the update
    for (const auto& [parameter, gradient] : gradients_) {
      const Value& value = graph_.value(parameter);
      const std::int64_t count = numel(value.shape);
      const OptimizerDef* def = &def_;
      if (!def->smallTensorsBy.empty() && count < kSmallest8bit) {
        for (const OptimizerDef& other : optimizerDefs())
          if (other.name == def_.smallTensorsBy) def = &other;
      }
      Attributes attrs = def->attributes(spec_);
      const auto group =
          std::find_if(spec_.groups.begin(), spec_.groups.end(), [&](const ParameterGroup& g) { return matches(g.pattern, value.name); });
      const bool grouped = group != spec_.groups.end();
      // Biases and norm scales are the parameters with one dimension.
      const bool decays = spec_.decayNormAndBias || value.shape.size() > 1;
      if (!decays && spec_.weightDecay != 0) ++undecayed_;
      if (grouped) ++grouped_;
      const double decay = grouped && group->weightDecay ? *group->weightDecay : decays ? spec_.weightDecay : 0.0;
      attrs.set("weight_decay", decay);
      if (grouped && group->learningRateFactor != 1) attrs.set("lr_factor", group->learningRateFactor);
      if (spec_.clipValue > 0) attrs.set("clip_value", spec_.clipValue);
      if (count <= kSmall) {
        std::string key(def->name);
        for (const auto& [name, attribute] : attrs.entries()) key += '|' + name + '=' + toString(attribute);
        const auto [it, isNew] = bundles.try_emplace(key, updates_.size());
        if (isNew) updates_.push_back({def, std::move(attrs), {}});
        updates_[it->second].tensors.emplace_back(parameter, gradient);
      } else {
        updates_.push_back({def, std::move(attrs), {{parameter, gradient}}});
      }
    }
  }

  void addScalars() {
    lr_ = graph_.addScalar("lr", DType::F32);
    // The first step of SGD uses the gradient without dampening, so the kernel must know the step number.
    dampens_ = spec_.kind == OptimizerSpec::Kind::Sgd && spec_.dampening != 0 && (spec_.momentum != 0 || spec_.scheduledMomentum);
    if (def_.usesStep || dampens_) step_ = graph_.addScalar("step", DType::I64);
    if (spec_.scheduledMomentum && def_.hasMomentum) momentum_ = graph_.addScalar("momentum", DType::F32);
  }

  // Adds the node that computes whether any gradient is not finite, and 1 / scale.
  void addCheck() {
    std::vector<ValueId> inputs{graph_.find(kLossScale)};
    for (const auto& pair : gradients_) inputs.push_back(pair.second);
    const NodeId node = graph_.addNode("non_finite_check", std::move(inputs), {}, "grad_scaler", Phase::Optimizer);
    foundInf_ = graph_.node(node).outputs[0];
    scale_ = graph_.node(node).outputs[1];
    graph_.markOutput(kFoundInf, foundInf_);
  }

  void addNewScale() {
    const GradScalerSpec& s = spec_.gradScaler;
    graph_.addNode("grad_scaler_update", {graph_.find(kLossScale), graph_.find(kGrowthTracker), foundInf_},
                   {{"growth_factor", s.growthFactor}, {"backoff_factor", s.backoffFactor}, {"growth_interval", s.growthInterval}}, "grad_scaler",
                   Phase::Optimizer);
  }

  void addNorm() {
    std::vector<ValueId> gradients;
    for (const auto& pair : gradients_) gradients.push_back(pair.second);
    Attributes attrs{{"max_norm", spec_.clipNorm}};
    if (scale_ != kNone) {
      gradients.push_back(scale_);
      attrs.set("scaled", true);
    }
    const NodeId node = graph_.addNode("clip_grad_norm", std::move(gradients), std::move(attrs), "gradients", Phase::Optimizer);
    graph_.markOutput("grad_norm", graph_.node(node).outputs[0]);
    scale_ = graph_.node(node).outputs[1];
  }

  void addUpdate(const Update& update) {
    std::vector<ValueId> inputs;
    for (const auto& [parameter, gradient] : update.tensors) {
      inputs.push_back(parameter);
      inputs.push_back(gradient);
      for (const OptimizerStateDef& state : update.def->states(spec_)) inputs.push_back(state.present ? addState(graph_, parameter, state) : kNone);
    }
    inputs.push_back(lr_);
    inputs.push_back(update.def->usesStep || dampens_ ? step_ : kNone);
    inputs.push_back(momentum_);
    inputs.push_back(scale_);
    inputs.push_back(foundInf_);
    while (inputs.back() == kNone) inputs.pop_back();
    Attributes attrs = update.attrs;
    if (update.tensors.size() > 1) attrs.set("tensors", static_cast<std::int64_t>(update.tensors.size()));
    std::string scope = layerOf(graph_.value(update.tensors[0].first).name);
    for (const auto& pair : update.tensors)
      if (layerOf(graph_.value(pair.first).name) != scope) scope = kSmallScope;
    graph_.addNode(update.def->name, std::move(inputs), std::move(attrs), std::move(scope), Phase::Optimizer);
  }

  void addAverages() {
    const ValueId decay = graph_.addScalar("ema_decay", DType::F32);
    std::vector<ValueId> inputs;
    for (const auto& pair : backward_.gradients) {
      inputs.push_back(addState(graph_, pair.first, {.suffix = "ema"}));
      inputs.push_back(pair.first);
    }
    inputs.push_back(decay);
    graph_.addNode("weight_average", std::move(inputs), {{"tensors", static_cast<std::int64_t>(backward_.gradients.size())}}, "average",
                   Phase::Optimizer);
  }

  PassReport report() const {
    PassReport report = reportChange("optimize", backward_.graph, graph_);
    std::size_t small = 0, bundles = 0;
    for (const Update& update : updates_) {
      if (update.tensors.size() > 1) {
        small += update.tensors.size();
        ++bundles;
      }
    }
    report.notes.push_back(fmt::format("{} parameter tensors updated{}", backward_.gradients.size(),
                                       spec_.clipNorm > 0 ? " when the norm of all gradients is known"
                                       : spec_.scalesLoss ? " when all gradients are known to be finite"
                                       : spec_.accumulate ? " from the mean gradient of several batches"
                                                          : ", each as soon as its gradient is there"));
    if (small) report.notes.push_back(fmt::format("{} small tensors share {} update{}", small, bundles, bundles > 1 ? "s" : ""));
    if (undecayed_) report.notes.push_back(fmt::format("no weight decay for {} biases and norm scales", undecayed_));
    if (grouped_) report.notes.push_back(fmt::format("{} tensors in groups of their own", grouped_));
    if (spec_.clipNorm > 0 && !spec_.accumulate)
      report.notes.push_back(clippingCost());  // with accumulation all gradients are alive in any case, so clipping costs no memory
    if (!def_.smallTensorsBy.empty())
      report.notes.push_back(
          fmt::format("the moments of tensors from {} elements on take one byte each; such weights are row-major, so "
                      "that convolutions copy them to their own layout each step",
                      kSmallest8bit));
    return report;
  }

  // Gradients that wait for the norm are alive at the same time; memory is planned with and without clipping to report the cost.
  std::string clippingCost() const {
    OptimizerSpec without = spec_;
    without.clipNorm = 0;
    const std::int64_t plain = planMemory(Optimize(backward_, without).run().graph).stepBytes, clipped = planMemory(graph_).stepBytes;
    std::int64_t gradients = 0;
    for (const auto& pair : gradients_) gradients += graph_.value(pair.second).bytes;
    constexpr double kMiB = 1 << 20;
    return fmt::format("clipping by norm keeps {:.1f} MiB of gradients until the norm is known: the step needs {:.1f} MiB instead of {:.1f} MiB",
                       static_cast<double>(gradients) / kMiB, static_cast<double>(clipped) / kMiB, static_cast<double>(plain) / kMiB);
  }

  const AutodiffResult& backward_;
  const OptimizerSpec& spec_;
  const OptimizerDef& def_;
  Graph graph_;
  std::vector<std::pair<ValueId, ValueId>> gradients_;  // parameter, value that its update reads: the gradient, or the mean of several
  std::vector<Update> updates_;
  ValueId lr_ = kNone, step_ = kNone, momentum_ = kNone, scale_ = kNone, foundInf_ = kNone;
  bool dampens_ = false;
  int undecayed_ = 0, grouped_ = 0;
};

}  // namespace

PassResult optimize(const AutodiffResult& backward, const OptimizerSpec& optimizer) {
  return Optimize(backward, optimizer).run();
}

}  // namespace stepscope
