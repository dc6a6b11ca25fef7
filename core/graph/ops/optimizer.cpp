// Parameter updates by torch.optim's rules: SGD; Adam, AdamW (Kingma & Ba 2015; Loshchilov & Hutter 2019; amsgrad: Reddi et al. 2018);
// RMSprop; Adagrad (Duchi et al. 2011); LAMB (You et al. 2020); Adam with moments of 8 bits (Dettmers et al. 2022). Clipping of gradients,
// the moving average of weights, the mean of the gradients of several batches, and the scaling of the loss by torch.amp.GradScaler's rules.
#include <utility>

#include "core/base/units.h"
#include "core/graph/ops/op_rules.h"

namespace stepscope {

using namespace ops;

namespace {

constexpr std::int64_t kBlock8bit = 256;

void checkScalar(const Graph& g, const Node& node, std::size_t index, DType dtype, const char* what) {
  checkShape(g, node, index, {}, what);
  check(inputOf(g, node, index).dtype == dtype, node, std::string(what) + " is not " + std::string(nameOf(dtype)));
}

// The groups (parameter, gradient, states of the parameter's shape), then lr, step, momentum, the factor of the gradients and the mark of
// an overflow, of which the last ones may be absent.
InputGroups checkUpdate(const Graph& g, const Node& node, bool needsStep) {
  const InputGroups groups = inputGroups(node);
  check(groups.count > 0, node, "it has no tensors");
  checkInputs(node, 2, groups.end() + 5);
  for (std::size_t t = 0; t < groups.end(); t += groups.size) {
    check(hasInput(node, t) && hasInput(node, t + 1), node, "a parameter or its gradient is missing");
    checkSameShape(g, node, t, t + 1);
  }
  const std::size_t scalars = groups.end();
  check(hasInput(node, scalars), node, "the learning rate is missing");
  checkScalar(g, node, scalars, DType::F32, "the learning rate");
  check(!needsStep || hasInput(node, scalars + 1), node, "the step is missing");
  if (hasInput(node, scalars + 1)) checkScalar(g, node, scalars + 1, DType::I64, "the step");
  if (hasInput(node, scalars + 2)) checkScalar(g, node, scalars + 2, DType::F32, "the momentum");
  if (hasInput(node, scalars + 3)) checkScalar(g, node, scalars + 3, DType::F32, "the factor of the gradients");
  if (hasInput(node, scalars + 4)) checkScalar(g, node, scalars + 4, DType::F32, "the mark of an overflow");
  check(node.attrs.real("clip_value", 1) > 0, node, "clip_value is not above 0");
  return groups;
}

void checkStates(const Graph& g, const Node& node, const InputGroups& groups, std::size_t needed) {
  for (std::size_t t = 0; t < groups.end(); t += groups.size) {
    for (std::size_t i = 2; i < groups.size; ++i) {
      check(i - 2 >= needed || hasInput(node, t + i), node, "a state of the optimizer is missing");
      if (hasInput(node, t + i)) checkSameShape(g, node, t, t + i);
    }
  }
}

void checkShare(const Node& node, RealName key) {
  const double share = node.attrs.real(key);
  check(share >= 0 && share < 1, node, std::string(key) + " is " + text::exact(share), "It must be at least 0 and less than 1");
}

std::vector<TensorType> inferSgd(const Graph& g, const Node& node) {
  const InputGroups groups = checkUpdate(g, node, false);
  checkStates(g, node, groups, 0);
  const double momentum = node.attrs.real("momentum");
  const bool scheduled = hasInput(node, groups.end() + 2);
  for (std::size_t t = 0; t < groups.end(); t += groups.size)
    check((momentum == 0 && !scheduled) || hasInput(node, t + 2), node, "momentum needs a buffer");
  check(momentum >= 0, node, "momentum is negative");
  check(!node.attrs.flag("nesterov") || ((momentum > 0 || scheduled) && node.attrs.real("dampening") == 0), node,
        "nesterov needs a momentum above 0 and a dampening of 0");
  // The first step takes the gradient undampened, so the kernel must know which step it is.
  const bool needsStep = (momentum != 0 || scheduled) && node.attrs.real("dampening") != 0;
  check(!needsStep || hasInput(node, groups.end() + 1), node, "dampening needs the step number");
  return {};
}

void checkAdam(const Node& node) {
  checkShare(node, "beta1");
  checkShare(node, "beta2");
  check(node.attrs.real("eps") >= 0, node, "eps is negative");
}

std::vector<TensorType> inferAdam(const Graph& g, const Node& node) {
  checkStates(g, node, checkUpdate(g, node, true), 2);
  checkAdam(node);
  return {};
}

std::vector<TensorType> inferAdam8bit(const Graph& g, const Node& node) {
  const InputGroups groups = checkUpdate(g, node, true);
  for (std::size_t t = 0; t < groups.end(); t += groups.size) {
    const std::int64_t count = numel(inputOf(g, node, t).shape), blocks = (count + kBlock8bit - 1) / kBlock8bit;
    for (std::size_t i = 2; i < 6; ++i) {
      check(hasInput(node, t + i), node, "a state of the optimizer is missing");
      checkShape(g, node, t + i, {i % 2 == 0 ? count : blocks}, i % 2 == 0 ? "the codes" : "the scales");
      check(inputOf(g, node, t + i).dtype == (i % 2 == 0 ? DType::U8 : DType::F32), node, "a state is of the wrong type");
    }
  }
  checkAdam(node);
  return {};
}

std::vector<TensorType> inferRmsProp(const Graph& g, const Node& node) {
  const InputGroups groups = checkUpdate(g, node, false);
  checkStates(g, node, groups, 1);
  check(node.attrs.real("alpha") >= 0, node, "alpha is negative");
  const bool momentum = node.attrs.real("momentum") != 0 || hasInput(node, groups.end() + 2);
  for (std::size_t t = 0; t < groups.end(); t += groups.size) check(!momentum || hasInput(node, t + 3), node, "momentum needs a buffer");
  return {};
}

std::vector<TensorType> inferAdagrad(const Graph& g, const Node& node) {
  checkStates(g, node, checkUpdate(g, node, true), 1);
  check(node.attrs.real("lr_decay") >= 0, node, "lr_decay is negative");
  return {};
}

// Gradients -> their norm, and the factor that brings it down to max_norm. With `scaled` the last input is 1 / scale.
std::vector<TensorType> inferNorm(const Graph& g, const Node& node) {
  check(node.inputs.size() > (node.attrs.flag("scaled") ? 1U : 0U), node, "there are no gradients");
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    check(hasInput(node, i), node, "a gradient is missing");
    checkFloat(g, node, i);
  }
  check(node.attrs.real("max_norm") > 0, node, "max_norm is not above 0");
  return {{DType::F32, {}}, {DType::F32, {}}};
}

// scale, gradients -> 1 if any of them is not finite, else 0; 1 / scale.
std::vector<TensorType> inferCheck(const Graph& g, const Node& node) {
  check(node.inputs.size() > 1, node, "there are no gradients");
  checkScalar(g, node, 0, DType::F32, "the scale of the loss");
  for (std::size_t i = 1; i < node.inputs.size(); ++i) {
    check(hasInput(node, i), node, "a gradient is missing");
    checkFloat(g, node, i);
  }
  return {{DType::F32, {}}, {DType::F32, {}}};
}

// scale, growth tracker, mark of an overflow.
std::vector<TensorType> inferScalerUpdate(const Graph& g, const Node& node) {
  checkInputs(node, 3, 3);
  checkScalar(g, node, 0, DType::F32, "the scale of the loss");
  checkScalar(g, node, 1, DType::I32, "the growth tracker");
  checkScalar(g, node, 2, DType::F32, "the mark of an overflow");
  check(node.attrs.real("growth_factor") > 1, node, "growth_factor is " + text::exact(node.attrs.real("growth_factor")), "It must be above 1");
  const double backoff = node.attrs.real("backoff_factor");
  check(backoff > 0 && backoff < 1, node, "backoff_factor is " + text::exact(backoff), "It must be above 0 and below 1");
  check(node.attrs.integer("growth_interval") > 0, node, "growth_interval is " + std::to_string(node.attrs.integer("growth_interval")),
        "It must be at least 1");
  return {};
}

// average = decay * average + (1 - decay) * parameter
std::vector<TensorType> inferAverage(const Graph& g, const Node& node) {
  const InputGroups groups = inputGroups(node);
  checkInputs(node, groups.end() + 1, groups.end() + 1);
  for (std::size_t t = 0; t < groups.end(); t += groups.size) checkSameShape(g, node, t, t + 1);
  checkScalar(g, node, groups.end(), DType::F32, "the decay");
  return {};
}

// mean = mean + share * (gradient - mean)
std::vector<TensorType> inferAccumulate(const Graph& g, const Node& node) {
  const InputGroups groups = inputGroups(node);
  checkInputs(node, groups.end() + 1, groups.end() + 1);
  for (std::size_t t = 0; t < groups.end(); t += groups.size) checkSameShape(g, node, t, t + 1);
  checkScalar(g, node, groups.end(), DType::F32, "the share of the batch");
  return {};
}

std::int64_t updatedElements(const Graph& g, const Node& node) {
  const InputGroups groups = inputGroups(node);
  std::int64_t count = 0;
  for (std::size_t t = 0; t < groups.end(); t += groups.size) count += numel(inputOf(g, node, t).shape);
  return count;
}

template <int perElement>
Cost updateCost(const Graph& g, const Node& node) {
  return movedBytes(g, node, perElement * updatedElements(g, node));
}
Cost sgdCost(const Graph& g, const Node& node) {
  const std::int64_t perElement =
      (node.attrs.real("weight_decay") != 0 ? 2 : 0) + (hasInput(node, 2) ? 3 : 0) + (node.attrs.flag("nesterov") ? 2 : 0) + 2;
  return movedBytes(g, node, perElement * updatedElements(g, node));
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

// An op that updates parameters, in groups of a parameter, its gradient and states.
OpDef update(std::string_view name, std::string_view title, std::string_view attrs, decltype(OpDef::infer) infer, decltype(OpDef::cost) cost,
             std::vector<int> mutates, int repeat) {
  return {.name = name, .title = title, .attrs = attrs, .infer = infer, .cost = cost, .mutates = std::move(mutates), .repeat = repeat};
}

}  // namespace

std::span<const OpDef> optimizerOps() {
  constexpr std::string_view kSgd = "momentum dampening nesterov weight_decay lr_factor clip_value tensors";
  constexpr std::string_view kRmsProp = "alpha eps momentum weight_decay lr_factor clip_value tensors";
  constexpr std::string_view kAdagrad = "lr_decay eps weight_decay lr_factor clip_value tensors";
  constexpr std::string_view kAdam = "beta1 beta2 eps weight_decay lr_factor clip_value tensors";
  // Adam: two averages (3 + 4), a root, a division, eps, the update, the decay.
  static const OpDef ops[] = {
      update("sgd", "SGD", kSgd, inferSgd, sgdCost, {0, 2}, 3),
      update("adam", "Adam", kAdam, inferAdam, updateCost<14>, {0, 2, 3, 4}, 5),
      update("adamw", "AdamW", kAdam, inferAdam, updateCost<14>, {0, 2, 3, 4}, 5),
      update("rmsprop", "RMSprop", kRmsProp, inferRmsProp, updateCost<9>, {0, 2, 3, 4}, 5),
      update("adagrad", "Adagrad", kAdagrad, inferAdagrad, updateCost<7>, {0, 2}, 3),
      update("lamb", "LAMB", kAdam, inferAdam, updateCost<30>, {0, 2, 3}, 4),
      update("adam8bit", "8-bit Adam", kAdam, inferAdam8bit, updateCost<50>, {0, 2, 3, 4, 5}, 6),
      update("adamw8bit", "8-bit AdamW", kAdam, inferAdam8bit, updateCost<50>, {0, 2, 3, 4, 5}, 6),
      update("weight_average", "weight average", "tensors", inferAverage, updateCost<3>, {0}, 2),
      update("accumulate_grad", "gradient accumulation", "tensors", inferAccumulate, updateCost<3>, {0}, 2),
      {.name = "clip_grad_norm", .title = "gradient norm", .attrs = "max_norm scaled", .infer = inferNorm, .cost = normCost},
      {.name = "non_finite_check", .title = "overflow check", .infer = inferCheck, .cost = checkCost},
      {.name = "grad_scaler_update",
       .title = "loss scale",
       .attrs = "growth_factor backoff_factor growth_interval",
       .infer = inferScalerUpdate,
       .cost = scalarCost,
       .mutates = {0, 1}},
  };
  return ops;
}

}  // namespace stepscope
