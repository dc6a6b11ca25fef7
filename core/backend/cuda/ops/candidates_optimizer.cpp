// Parameter updates: tables of up to 24 tensors a launch.
#include <algorithm>
#include <functional>
#include <optional>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/optimizer.h"

namespace stepscope::cuda {
namespace {

constexpr Int kBlock8bit = 256;

UpdateScalars scalarsOf(const Call& c, std::optional<RealName> momentum) {
  const std::size_t first = inputGroups(c.node).end();
  UpdateScalars s;
  s.lr = c.inAs<const float>(first);
  s.step = c.inAs<const Int>(first + 1);
  s.momentum = c.inAs<const float>(first + 2);
  s.factor = c.inAs<const float>(first + 3);
  s.overflow = c.inAs<const float>(first + 4);
  s.lrFactor = c.real("lr_factor", 1.0);
  s.limit = c.real("clip_value", static_cast<double>(kInfinity));
  if (momentum) s.momentumAttribute = c.real(*momentum);
  return s;
}

// Calls launch(table) for as many tables as the groups fill. `chunk`: elements of a chunk. `at(group, operand)` gives an operand.
void overTables(std::size_t groups, std::size_t operands, Int chunk, const std::function<Out(std::size_t, std::size_t)>& at,
                const std::function<Int(std::size_t)>& elements, const std::function<void(const Tensors&)>& launch) {
  for (std::size_t first = 0; first < groups; first += kTensorsPerLaunch) {
    Tensors table;
    for (std::size_t g = first; g < std::min(groups, first + kTensorsPerLaunch); ++g) {
      const int t = table.count++;
      for (std::size_t i = 0; i < operands; ++i) table.at[t][i] = at(g, i);
      table.elements[t] = elements(g);
      table.firstChunk[t + 1] = table.firstChunk[t] + (table.elements[t] + chunk - 1) / chunk;
    }
    if (table.chunks() > 0) launch(table);
  }
}

void overGroups(const Call& c, Int chunk, const std::function<void(const Tensors&)>& launch) {
  const InputGroups groups = inputGroups(c.node);
  overTables(
      groups.count, groups.size, chunk, [&](std::size_t g, std::size_t i) { return c.mutableIn(g * groups.size + i); },
      [&](std::size_t g) { return c.inCount(g * groups.size); }, launch);
}

Geometry perChunk(Int chunks) {
  return {std::min<Int>(chunks, 4096), 256};
}

template <class Rule>
void update(const Call& c, LaunchList& list, const Rule& rule, std::optional<RealName> momentum) {
  const UpdateScalars scalars = scalarsOf(c, momentum);
  overGroups(c, kChunk, [&](const Tensors& table) { list.add(Update<Rule>{rule, scalars, table}, perChunk(table.chunks())); });
}

void sgd(const Call& c, LaunchList& list) {
  update(c, list, Sgd{c.real("weight_decay"), c.real("dampening"), c.flag("nesterov")}, RealName("momentum"));
}

AdamRule adamRule(const Call& c, bool decoupled) {
  AdamRule rule;
  rule.beta2 = c.real("beta2");
  rule.eps = c.real("eps");
  rule.weightDecay = c.real("weight_decay");
  rule.beta1Exact = c.node.attrs.real("beta1");
  rule.beta2Exact = c.node.attrs.real("beta2");
  rule.decoupled = decoupled;
  return rule;
}
template <bool decoupled>
void adam(const Call& c, LaunchList& list) {
  update(c, list, adamRule(c, decoupled), RealName("beta1"));
}

void rmsProp(const Call& c, LaunchList& list) {
  const double alpha = c.node.attrs.real("alpha");
  update(c, list, RmsProp{static_cast<float>(alpha), static_cast<float>(1.0 - alpha), c.real("eps"), c.real("weight_decay")}, RealName("momentum"));
}
void adagrad(const Call& c, LaunchList& list) {
  update(c, list, Adagrad{c.real("lr_decay"), c.real("eps"), c.real("weight_decay")}, std::nullopt);
}
// Rules with one scalar after the groups.
template <class Rule>
void mean(const Call& c, LaunchList& list) {
  UpdateScalars scalars;
  scalars.lr = c.inAs<const float>(inputGroups(c.node).end());
  overGroups(c, kChunk, [&](const Tensors& table) { list.add(Update<Rule>{{}, scalars, table}, perChunk(table.chunks())); });
}

// The workspace of LAMB: the parts of both norms of a table's chunks, then the ratios; tables use it one after the other.
Int lambParts(const Call& c) {
  Int most = 0;
  overGroups(c, kChunk, [&](const Tensors& table) { most = std::max(most, table.chunks()); });
  return (8 * most + 63) / 64 * 64;
}
Int lambWorkspace(const Call& c) {
  return lambParts(c) + 4 * kTensorsPerLaunch;
}
void lamb(const Call& c, LaunchList& list) {
  const UpdateScalars scalars = scalarsOf(c, RealName("beta1"));
  LambRule rule;
  rule.beta2 = c.real("beta2");
  rule.eps = c.real("eps");
  rule.weightDecay = c.real("weight_decay");
  rule.beta1Exact = c.node.attrs.real("beta1");
  rule.beta2Exact = c.node.attrs.real("beta2");
  float *const parts = c.work<float>(), *const ratios = c.work<float>(lambParts(c));
  overGroups(c, kChunk, [&](const Tensors& table) {
    list.add(LambMoments{rule, scalars, table, parts}, perChunk(table.chunks()));
    list.add(LambRatios{table, parts, ratios}, {table.count, 256});
    list.add(LambApply{rule, scalars, table, ratios}, perChunk(table.chunks()));
  });
}

template <bool decoupled>
void adam8bit(const Call& c, LaunchList& list) {
  const UpdateScalars scalars = scalarsOf(c, RealName("beta1"));
  overGroups(c, kBlock8bit, [&](const Tensors& table) {
    list.add(Adam8bit{adamRule(c, decoupled), scalars, table}, {std::min<Int>(table.chunks(), 4096), 256}, 1024 * 4);
  });
}

// Inputs [first, end) are gradients.
void overGradients(const Call& c, std::size_t first, std::size_t end, const std::function<void(const Tensors&)>& launch) {
  overTables(
      end - first, 2, kChunk, [&](std::size_t g, std::size_t) { return c.mutableIn(first + g); }, [&](std::size_t g) { return c.inCount(first + g); },
      launch);
}
// A number a chunk of the gradients; the launches that fill them get their first.
template <class Kernel>
Int overChunks(const Call& c, LaunchList* list, std::size_t first, std::size_t end) {
  Int chunks = 0;
  overGradients(c, first, end, [&](const Tensors& table) {
    if (list) list->add(Kernel{table, c.work<float>() ? c.work<float>() + chunks : nullptr}, perChunk(table.chunks()));
    chunks += table.chunks();
  });
  return chunks;
}

std::size_t normedEnd(const Call& c) {
  return c.node.inputs.size() - (c.flag("scaled") ? 1 : 0);
}
Int normWorkspace(const Call& c) {
  return 4 * std::max<Int>(overChunks<NormParts>(c, nullptr, 0, normedEnd(c)), 1);
}
void clipGradNorm(const Call& c, LaunchList& list) {
  const std::size_t end = normedEnd(c);
  const Int chunks = overChunks<NormParts>(c, &list, 0, end);
  list.add(FinishNorm{c.work<float>(), c.inAs<const float>(end), chunks, c.real("max_norm"), c.outAs<float>(0), c.outAs<float>(1)}, {1, 256});
}

// Inputs: the scale, then the gradients.
Int checkWorkspace(const Call& c) {
  return 4 * std::max<Int>(overChunks<NonFiniteParts>(c, nullptr, 1, c.node.inputs.size()), 1);
}
void nonFiniteCheck(const Call& c, LaunchList& list) {
  const Int chunks = overChunks<NonFiniteParts>(c, &list, 1, c.node.inputs.size());
  list.add(FinishCheck{c.work<float>(), c.inAs<const float>(0), chunks, c.outAs<float>(0), c.outAs<float>(1)}, {1, 256});
}
void gradScalerUpdate(const Call& c, LaunchList& list) {
  list.add(ScalerUpdate{c.inAs<float>(0), c.inAs<int>(1), c.inAs<const float>(2), c.node.attrs.real("growth_factor"),
                        c.node.attrs.real("backoff_factor"), c.node.attrs.integer("growth_interval")},
           {1, 32});
}

}  // namespace

std::span<const OpKernel> optimizerKernels() {
  static const OpKernel kernels[] = {
      {.op = "sgd", .bind = sgd, .layout = LayoutUse::Any},
      {.op = "adam", .bind = adam<false>, .layout = LayoutUse::Any},
      {.op = "adamw", .bind = adam<true>, .layout = LayoutUse::Any},
      {.op = "rmsprop", .bind = rmsProp, .layout = LayoutUse::Any},
      {.op = "adagrad", .bind = adagrad, .layout = LayoutUse::Any},
      {.op = "lamb", .bind = lamb, .workspaceBytes = lambWorkspace, .layout = LayoutUse::Any},
      {.op = "adam8bit", .bind = adam8bit<false>, .layout = LayoutUse::Any},
      {.op = "adamw8bit", .bind = adam8bit<true>, .layout = LayoutUse::Any},
      {.op = "clip_grad_norm", .bind = clipGradNorm, .workspaceBytes = normWorkspace, .layout = LayoutUse::Any},
      {.op = "non_finite_check", .bind = nonFiniteCheck, .workspaceBytes = checkWorkspace, .layout = LayoutUse::Any},
      {.op = "grad_scaler_update", .bind = gradScalerUpdate, .layout = LayoutUse::Any},
      {.op = "weight_average", .bind = mean<WeightAverage>, .layout = LayoutUse::Any},
      {.op = "accumulate_grad", .bind = mean<AccumulateGrad>, .layout = LayoutUse::Any},
  };
  return kernels;
}

}  // namespace stepscope::cuda
