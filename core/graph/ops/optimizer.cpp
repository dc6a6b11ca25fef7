// Parameter updates by torch.optim's rules: SGD; Adam, AdamW (Kingma & Ba 2015; Loshchilov & Hutter 2019; amsgrad: Reddi et al. 2018);
// RMSprop; Adagrad (Duchi et al. 2011); LAMB (You et al. 2020); Adam with moments of 8 bits (Dettmers et al. 2022). Clipping of gradients,
// the moving average of weights, the mean of the gradients of several batches, and the scaling of the loss by torch.amp.GradScaler's rules.
#include <utility>

#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"
#include "core/graph/optimizer.h"

namespace stepscope {

using namespace ops;

namespace {

void checkScalar(const Graph& g, const Node& node, std::size_t index, DType dtype, const char* what) {
  checkShape(g, node, index, {}, what);
  check(inputOf(g, node, index).dtype == dtype, node, std::string(what) + " is not " + std::string(nameOf(dtype)));
}

void checkState(const Graph& g, const Node& node, std::size_t group, std::size_t input, OptimizerStateDef::Shape shape) {
  const std::int64_t count = numel(inputOf(g, node, group).shape);
  switch (shape) {
    case OptimizerStateDef::Shape::Parameter: return checkSameShape(g, node, group, input);
    case OptimizerStateDef::Shape::Codes: checkShape(g, node, input, {count}, "the codes"); break;
    case OptimizerStateDef::Shape::Blocks: checkShape(g, node, input, {blocks8bit(count)}, "the scales"); break;
  }
  const DType wanted = shape == OptimizerStateDef::Shape::Codes ? DType::U8 : DType::F32;
  check(inputOf(g, node, input).dtype == wanted, node, "a state is of the wrong type");
}

// Inputs: the groups (parameter, gradient, states), then the scalars. With reduction = "norm" the output is the Euclidean norm of each group's
// gradient before any clipping; it includes the loss scale if there is one. A skipped step does not change it.
std::vector<TensorType> inferUpdate(const Graph& g, const Node& node) {
  const OptimizerDef& def = optimizerDef(node.op->update);
  const InputGroups groups = inputGroups(node);
  check(groups.count > 0, node, "it has no tensors");
  checkInputs(node, 2, groups.end() + update_scalars::kCount);
  const std::vector<OptimizerStateDef> states = def.states({});
  for (std::size_t t = 0; t < groups.end(); t += groups.size) {
    check(hasInput(node, t) && hasInput(node, t + 1), node, "a parameter or its gradient is missing");
    checkSameShape(g, node, t, t + 1);
    for (std::size_t i = 0; i < states.size(); ++i) {
      check(!states[i].present || hasInput(node, t + 2 + i), node, "a state of the optimizer is missing");
      if (hasInput(node, t + 2 + i)) checkState(g, node, t, t + 2 + i, states[i].shape);
    }
  }
  constexpr std::pair<const char*, DType> kScalars[update_scalars::kCount] = {{"the learning rate", DType::F32},
                                                                              {"the step", DType::I64},
                                                                              {"the momentum", DType::F32},
                                                                              {"the factor of the gradients", DType::F32},
                                                                              {"the flag of an overflow", DType::F32}};
  for (std::size_t i = 0; i < update_scalars::kCount; ++i) {
    const bool needed = i == update_scalars::kRate || (i == update_scalars::kStep && def.usesStep);
    check(!needed || hasInput(node, groups.end() + i), node, std::string(kScalars[i].first) + " is missing");
    if (hasInput(node, groups.end() + i)) checkScalar(g, node, groups.end() + i, kScalars[i].second, kScalars[i].first);
  }
  check(node.attrs.real("clip_value", 1) > 0, node, "clip_value is not above 0");
  def.check(node, groups);
  if (!node.attrs.has("reduction")) return {};
  check(node.attrs.text("reduction") == "norm", node, "it does not give the " + node.attrs.text("reduction") + " of its gradients");
  return {{DType::F32, {static_cast<std::int64_t>(groups.count)}}};
}

void checkShare(const Node& node, RealName key) {
  const double share = node.attrs.real(key);
  check(share >= 0 && share < 1, node, std::string(key) + " is " + text::exact(share), "It must be at least 0 and less than 1");
}

bool hasMomentum(const Node& node, const InputGroups& groups) {
  return node.attrs.real("momentum") != 0 || hasInput(node, groups.end() + update_scalars::kMomentum);
}
// With momentum, input `buffer` of every group must be there: the momentum buffer.
void checkBuffers(const Node& node, const InputGroups& groups, std::size_t buffer) {
  for (std::size_t t = 0; t < groups.end(); t += groups.size)
    check(!hasMomentum(node, groups) || hasInput(node, t + buffer), node, "momentum needs a buffer");
}

void checkSgd(const Node& node, const InputGroups& groups) {
  const double momentum = node.attrs.real("momentum"), dampening = node.attrs.real("dampening");
  const bool scheduled = hasInput(node, groups.end() + update_scalars::kMomentum);
  checkBuffers(node, groups, 2);
  check(momentum >= 0, node, "momentum is negative");
  check(!node.attrs.flag("nesterov") || ((momentum > 0 || scheduled) && dampening == 0), node,
        "nesterov needs a momentum above 0 and a dampening of 0");
  // The first step uses the gradient without dampening, so the kernel must know the step number.
  check(!hasMomentum(node, groups) || dampening == 0 || hasInput(node, groups.end() + update_scalars::kStep), node,
        "dampening needs the step number");
}
void checkAdam(const Node& node, const InputGroups&) {
  checkShare(node, "beta1");
  checkShare(node, "beta2");
  check(node.attrs.real("eps") >= 0, node, "eps is negative");
}
void checkRmsProp(const Node& node, const InputGroups& groups) {
  check(node.attrs.real("alpha") >= 0, node, "alpha is negative");
  checkBuffers(node, groups, 3);
}
void checkAdagrad(const Node& node, const InputGroups&) {
  check(node.attrs.real("lr_decay") >= 0, node, "lr_decay is negative");
}

// Inputs: gradients. Outputs: their norm, and the factor that reduces it to max_norm. With `scaled` the last input is 1 / scale.
std::vector<TensorType> inferNorm(const Graph& g, const Node& node) {
  check(node.inputs.size() > (node.attrs.flag("scaled") ? 1U : 0U), node, "there are no gradients");
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    check(hasInput(node, i), node, "a gradient is missing");
    checkFloat(g, node, i);
  }
  check(node.attrs.real("max_norm") > 0, node, "max_norm is not above 0");
  return {{DType::F32, {}}, {DType::F32, {}}};
}

// Inputs: scale, gradients. Outputs: 1 if any gradient is not finite, else 0; then 1 / scale.
std::vector<TensorType> inferCheck(const Graph& g, const Node& node) {
  check(node.inputs.size() > 1, node, "there are no gradients");
  checkScalar(g, node, 0, DType::F32, "the scale of the loss");
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    check(hasInput(node, i), node, "a gradient is missing");
    checkFloat(g, node, i);
  }
  return {{DType::F32, {}}, {DType::F32, {}}};
}

// Inputs: scale, growth tracker, overflow flag.
std::vector<TensorType> inferScalerUpdate(const Graph& g, const Node& node) {
  checkInputs(node, 3, 3);
  checkScalar(g, node, 0, DType::F32, "the scale of the loss");
  checkScalar(g, node, 1, DType::I32, "the growth tracker");
  checkScalar(g, node, 2, DType::F32, "the flag of an overflow");
  check(node.attrs.real("growth_factor") > 1, node, "growth_factor is " + text::exact(node.attrs.real("growth_factor")), "It must be above 1");
  const double backoff = node.attrs.real("backoff_factor");
  check(backoff > 0 && backoff < 1, node, "backoff_factor is " + text::exact(backoff), "It must be above 0 and below 1");
  check(node.attrs.integer("growth_interval") > 0, node, "growth_interval is " + std::to_string(node.attrs.integer("growth_interval")),
        "It must be at least 1");
  return {};
}

// Inputs: groups of (average, new value), then one scalar: the decay, or the batch's share of the mean.
std::vector<TensorType> inferMean(const Graph& g, const Node& node) {
  const InputGroups groups = inputGroups(node);
  checkInputs(node, groups.end() + 1, groups.end() + 1);
  for (std::size_t t = 0; t < groups.end(); t += groups.size) checkSameShape(g, node, t, t + 1);
  checkScalar(g, node, groups.end(), DType::F32, node.op->update == UpdateRule::WeightAverage ? "the decay" : "the fraction of the batch");
  return {};
}

std::int64_t updatedElements(const Graph& g, const Node& node) {
  const InputGroups groups = inputGroups(node);
  std::int64_t count = 0;
  for (std::size_t t = 0; t < groups.end(); t += groups.size) count += numel(inputOf(g, node, t).shape);
  return count;
}

Cost updateCost(const Graph& g, const Node& node) {
  const std::int64_t perElement = node.op->infer == inferMean ? 3 : optimizerDef(node.op->update).flops(node);
  return movedBytes(g, node, perElement * updatedElements(g, node));
}
template <int perElement>
std::int64_t flops(const Node&) {
  return perElement;
}
std::int64_t sgdFlops(const Node& node) {
  return (node.attrs.real("weight_decay") != 0 ? 2 : 0) + (hasInput(node, 2) ? 3 : 0) + (node.attrs.flag("nesterov") ? 2 : 0) + 2;
}
Cost checkCost(const Graph& g, const Node& node) {
  std::int64_t count = 0;
  for (const ValueId input : node.inputs)
    if (input != kNone) count += numel(g.value(input).shape);  // the scale may be absent
  return movedBytes(g, node, count);
}
Cost scalarCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, 2);
}
Cost normCost(const Graph& g, const Node& node) {
  std::int64_t count = 0;
  for (const ValueId input : node.inputs) count += numel(g.value(input).shape);
  return movedBytes(g, node, 2 * count);
}

bool hasBuffer(const OptimizerSpec& s) {
  return s.momentum != 0 || s.scheduledMomentum;
}

Attributes sgdAttributes(const OptimizerSpec& s) {
  const bool buffer = hasBuffer(s);
  return {{"momentum", buffer ? s.momentum : 0.0}, {"dampening", buffer ? s.dampening : 0.0}, {"nesterov", buffer && s.nesterov}};
}
std::vector<OptimizerStateDef> sgdStates(const OptimizerSpec& s) {
  return {{.suffix = "momentum", .present = hasBuffer(s)}};
}

Attributes adamAttributes(const OptimizerSpec& s) {
  return {{"beta1", s.beta1}, {"beta2", s.beta2}, {"eps", s.eps}};
}
std::vector<OptimizerStateDef> adamStates(const OptimizerSpec& s) {
  return {{.suffix = "exp_avg"}, {.suffix = "exp_avg_sq"}, {.suffix = "max_exp_avg_sq", .present = s.amsgrad}};
}
std::vector<OptimizerStateDef> twoMoments(const OptimizerSpec&) {
  return {{.suffix = "exp_avg"}, {.suffix = "exp_avg_sq"}};
}
std::vector<OptimizerStateDef> moments8bit(const OptimizerSpec&) {
  return {{.suffix = "exp_avg_codes", .shape = OptimizerStateDef::Shape::Codes},
          {.suffix = "exp_avg_absmax", .shape = OptimizerStateDef::Shape::Blocks},
          {.suffix = "exp_avg_sq_codes", .shape = OptimizerStateDef::Shape::Codes},
          {.suffix = "exp_avg_sq_absmax", .shape = OptimizerStateDef::Shape::Blocks}};
}

Attributes rmsAttributes(const OptimizerSpec& s) {
  return {{"alpha", s.alpha}, {"eps", s.eps}, {"momentum", s.momentum}};
}
std::vector<OptimizerStateDef> rmsStates(const OptimizerSpec& s) {
  return {{.suffix = "square_avg"}, {.suffix = "momentum", .present = hasBuffer(s)}, {.suffix = "grad_avg", .present = s.centered}};
}

Attributes adagradAttributes(const OptimizerSpec& s) {
  return {{"lr_decay", s.rateDecay}, {"eps", s.eps}};
}
std::vector<OptimizerStateDef> adagradStates(const OptimizerSpec& s) {
  return {{.suffix = "sum", .start = s.initialAccumulator}};
}

// The op of an update rule, with groups of this size; the gradient, operand 1, is only read.
OpDef updateOp(UpdateRule rule, std::string_view name, std::string_view title, std::string_view attrs, decltype(OpDef::infer) infer, int operands) {
  OpDef op{.name = name, .title = title, .attrs = attrs, .infer = infer, .cost = updateCost, .mutates = {0}, .repeat = operands, .update = rule};
  for (int state = 2; state < operands; ++state) op.mutates.push_back(state);
  return op;
}

}  // namespace

const std::vector<OptimizerDef>& optimizerDefs() {
  using Kind = OptimizerSpec::Kind;
  constexpr std::string_view kSgd = "momentum dampening nesterov weight_decay lr_factor clip_value tensors reduction";
  constexpr std::string_view kRmsProp = "alpha eps momentum weight_decay lr_factor clip_value tensors reduction";
  constexpr std::string_view kAdagrad = "lr_decay eps weight_decay lr_factor clip_value tensors reduction";
  constexpr std::string_view kAdam = "beta1 beta2 eps weight_decay lr_factor clip_value tensors reduction";
  // Adam, per element: two averages (3 + 4), root (1), division (1), eps (1), the update (2), the decay (2).
  static const std::vector<OptimizerDef> defs = {
      {{.learningRate = 0.1, .usesStep = false, .hasMomentum = true}, Kind::Sgd, "sgd", "SGD", kSgd, sgdAttributes, sgdStates, checkSgd, sgdFlops},
      {{.hasMomentum = true}, Kind::Adam, "adam", "Adam", kAdam, adamAttributes, adamStates, checkAdam, flops<14>},
      {{.weightDecay = 0.01, .hasMomentum = true}, Kind::AdamW, "adamw", "AdamW", kAdam, adamAttributes, adamStates, checkAdam, flops<14>},
      {{.learningRate = 0.01, .usesStep = false, .hasMomentum = true},
       Kind::RmsProp,
       "rmsprop",
       "RMSprop",
       kRmsProp,
       rmsAttributes,
       rmsStates,
       checkRmsProp,
       flops<9>},
      {{.learningRate = 0.01, .eps = 1e-10}, Kind::Adagrad, "adagrad", "Adagrad", kAdagrad, adagradAttributes, adagradStates, checkAdagrad, flops<7>},
      {{.eps = 1e-6, .hasMomentum = true}, Kind::Lamb, "lamb", "LAMB", kAdam, adamAttributes, twoMoments, checkAdam, flops<30>},
      {{.hasMomentum = true, .smallTensorsBy = "adam"},
       Kind::Adam8bit,
       "adam8bit",
       "8-bit Adam",
       kAdam,
       adamAttributes,
       moments8bit,
       checkAdam,
       flops<50>},
      {{.weightDecay = 0.01, .hasMomentum = true, .smallTensorsBy = "adamw"},
       Kind::AdamW8bit,
       "adamw8bit",
       "8-bit AdamW",
       kAdam,
       adamAttributes,
       moments8bit,
       checkAdam,
       flops<50>},
  };
  return defs;
}

const OptimizerDef& optimizerDef(OptimizerSpec::Kind kind) {
  const OptimizerDef& def = optimizerDefs().at(static_cast<std::size_t>(kind));
  require(def.kind == kind, "the table of optimizers is not in the order of their kinds");
  return def;
}

std::vector<std::string> optimizerNames() {
  std::vector<std::string> names;
  for (const OptimizerDef& def : optimizerDefs()) names.emplace_back(def.name);
  return names;
}

bool matches(std::string_view pattern, std::string_view name) {
  // The position of the last *, and the end of the text that it matches so far; on a mismatch it matches one character more.
  std::size_t p = 0, n = 0, star = std::string_view::npos, swallowed = 0;
  while (n < name.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n]) && pattern[p] != '*') {
      ++p;
      ++n;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++swallowed;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

UpdateSettings updateSettings(const Attributes& attrs) {
  return {.momentum = attrs.real("momentum", attrs.real("beta1", 0)),
          .beta2 = attrs.real("beta2", 0),
          .alpha = attrs.real("alpha", 0),
          .dampening = attrs.real("dampening", 0),
          .rateDecay = attrs.real("lr_decay", 0),
          .eps = attrs.real("eps", 0),
          .weightDecay = attrs.real("weight_decay", 0),
          .nesterov = attrs.flag("nesterov")};
}

std::span<const OpDef> optimizerOps() {
  static const std::vector<OpDef> ops = [] {
    std::vector<OpDef> made{updateOp(UpdateRule::WeightAverage, "weight_average", "weight average", "tensors", inferMean, 2),
                            updateOp(UpdateRule::AccumulateGrad, "accumulate_grad", "gradient accumulation", "tensors", inferMean, 2),
                            {.name = "clip_grad_norm", .title = "gradient norm", .attrs = "max_norm scaled", .infer = inferNorm, .cost = normCost},
                            {.name = "non_finite_check", .title = "overflow check", .infer = inferCheck, .cost = checkCost},
                            {.name = "grad_scaler_update",
                             .title = "loss scale",
                             .attrs = "growth_factor backoff_factor growth_interval",
                             .infer = inferScalerUpdate,
                             .cost = scalarCost,
                             .mutates = {0, 1}}};
    for (const OptimizerDef& def : optimizerDefs())
      made.push_back(updateOp(def.kind, def.name, def.title, def.attrs, inferUpdate, 2 + static_cast<int>(def.states({}).size())));
    return made;
  }();
  return ops;
}

}  // namespace stepscope
