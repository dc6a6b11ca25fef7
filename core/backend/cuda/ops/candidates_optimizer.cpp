// Kernels of parameter updates: a launch handles a table of up to 24 tensors.
#include <algorithm>
#include <functional>
#include <vector>

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/optimizer.h"
#include "core/base/error.h"

namespace stepscope::cuda {
namespace {

UpdateScalars scalarsOf(const Call& c) {
  const std::size_t first = inputGroups(c.node).end();
  UpdateScalars s;
  s.settings = updateSettings(c.node.attrs);
  s.lr = c.inAs<const float>(first + update_scalars::kRate);
  s.step = c.inAs<const Int>(first + update_scalars::kStep);
  s.momentum = c.inAs<const float>(first + update_scalars::kMomentum);
  s.factor = c.inAs<const float>(first + update_scalars::kFactor);
  s.overflow = c.inAs<const float>(first + update_scalars::kOverflow);
  s.lrFactor = c.real("lr_factor", 1.0);
  s.limit = c.real("clip_value", static_cast<double>(kInfinity));
  return s;
}

// Calls launch(table) for as many tables as the groups need. `chunk` is the number of elements of a chunk; at(group, operand) returns an operand.
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
void updateElements(const Call& c, LaunchList& list) {
  overGroups(c, kChunk, [&](const Tensors& table) { list.add(Update<Rule>{scalarsOf(c), table}, perChunk(table.chunks())); });
}
template <class Rule>
void updateBlocks(const Call& c, LaunchList& list) {
  overGroups(c, kBlock8bit, [&](const Tensors& table) {
    list.add(UpdateBlocks<Rule>{scalarsOf(c), table}, {std::min<Int>(table.chunks(), 4096), 256}, 1024 * 4);
  });
}

// The workspace of LAMB has the parts of both norms for the chunks of a table, whose size in bytes this is, then the ratios. The tables use it one
// after another.
Int lambParts(const Call& c) {
  Int most = 0;
  overGroups(c, kChunk, [&](const Tensors& table) { most = std::max(most, table.chunks()); });
  return (8 * most + 63) / 64 * 64;
}
Int updateWorkspace(const Call& c) {
  return c.node.op->update == UpdateRule::Lamb ? lambParts(c) + 4 * kTensorsPerLaunch : 0;
}
void lamb(const Call& c, LaunchList& list) {
  const UpdateScalars scalars = scalarsOf(c);
  float *const parts = c.work<float>(), *const ratios = c.work<float>(lambParts(c));
  overGroups(c, kChunk, [&](const Tensors& table) {
    list.add(LambMoments{scalars, table, parts}, perChunk(table.chunks()));
    list.add(LambRatios{table, parts, ratios}, {table.count, 256});
    list.add(LambApply{scalars, table, ratios}, perChunk(table.chunks()));
  });
}

void update(const Call& c, LaunchList& list) {
  switch (c.node.op->update) {
#define STEPSCOPE_CASE(name) \
  case UpdateRule::name: return updateElements<name>(c, list);
    STEPSCOPE_ELEMENT_UPDATES(STEPSCOPE_CASE)
    STEPSCOPE_MEAN_UPDATES(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
    case UpdateRule::Lamb: return lamb(c, list);
    case UpdateRule::Adam8bit: return updateBlocks<Adam8bit>(c, list);
    case UpdateRule::AdamW8bit: return updateBlocks<AdamW8bit>(c, list);
    case UpdateRule::None: require(false, "an op without a rule updates parameters");
  }
}

// Calls launch(table) for tables of gradients, which are the inputs [first, end).
void overGradients(const Call& c, std::size_t first, std::size_t end, const std::function<void(const Tensors&)>& launch) {
  overTables(
      end - first, 2, kChunk, [&](std::size_t g, std::size_t) { return c.mutableIn(first + g); }, [&](std::size_t g) { return c.inCount(first + g); },
      launch);
}
// Launches a kernel that writes one number per chunk of the gradients to the workspace, and returns the number of chunks. With a null `list` it only
// counts them.
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

// The check for numbers that are not finite. Inputs: the scale, then the gradients.
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
  static const std::vector<OpKernel> kernels = [] {
    std::vector<OpKernel> made{
        {.op = "clip_grad_norm", .bind = clipGradNorm, .workspaceBytes = normWorkspace, .layout = LayoutUse::Any},
        {.op = "non_finite_check", .bind = nonFiniteCheck, .workspaceBytes = checkWorkspace, .layout = LayoutUse::Any},
        {.op = "grad_scaler_update", .bind = gradScalerUpdate, .layout = LayoutUse::Any},
    };
    for (const OpDef* op : allOps())
      if (op->update != UpdateRule::None)
        made.push_back({.op = op->name, .bind = update, .workspaceBytes = updateWorkspace, .layout = LayoutUse::Any});
    return made;
  }();
  return kernels;
}

}  // namespace stepscope::cuda
