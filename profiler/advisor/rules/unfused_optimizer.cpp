// An optimizer that updates one tensor after the other with several small kernels each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.05;          // least fraction of the step, on the host or on the GPU
constexpr std::int64_t kKernels = 100;  // per step; a fused optimizer starts some tens at most
constexpr double kHeavy = 0.10;         // least fraction of the step in kernels that each do one operation of the update on many tensors

// foreach=True: one kernel for many tensors, but one for each operation of the update, so that each of them reads and writes weights and moments
// again.
bool updatesInPasses(const TraceFacts& trace) {
  return advice::namesHave(trace, {"aten::_foreach_", "multi_tensor_apply_kernel"}) && !advice::updatesFused(trace);
}

Finding ofPasses(const AdviceFacts& facts, const OptimizerSteps& optimizer, double share) {
  const TraceFacts& trace = facts.trace;
  const std::string emphasis = advice::percent(share) + " of the step";
  Finding finding = advice::found(
      share * 100, "%",
      fmt::format("The update by {} takes {} on the GPU, {}: {} a step, and each reads and writes what it updates again. A fused one does so once.",
                  optimizer.optimizer, emphasis, text::milliseconds(trace.msPerStep(optimizer.kernelNs)),
                  advice::counted(static_cast<double>(optimizer.kernels) / static_cast<double>(trace.steps.size()), "kernel")),
      emphasis);
  finding.category = Category::Optimizer;
  finding.gainAtMostMs = advice::gainOfKernels(trace, [&](const TraceLane& lane, std::size_t i) {
    return lane.kindOf(i) == SpanKind::Kernel && kernelClass(trace.trace->names.name(lane.name[i])) == KernelClass::Optimizer;
  });
  finding.weight = advice::weightOf(trace, share, finding.gainAtMostMs);
  finding.evidence.spans = optimizer.spans;
  finding.cure = advice::setting("Fused optimizer", fmt::format("torch.optim.{}(..., fused=True)", optimizer.optimizer));
  return finding;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const OptimizerSteps* most = nullptr;
  for (const OptimizerSteps& optimizer : trace.work.optimizers)
    if (!most || optimizer.hostNs > most->hostNs) most = &optimizer;
  if (!most) return advice::notEnough("The trace marks no step of an optimizer (PyTorch writes Optimizer.step#Adam.step).");
  const auto steps = static_cast<std::int64_t>(trace.steps.size());
  const std::int64_t single = (most->kernels - most->fusedKernels + steps / 2) / steps;
  const double host = trace.shareOfSteps(most->hostNs), kernels = trace.shareOfSteps(most->kernelNs);
  const std::string figure = text::counted(single, "kernel") + " a step";
  if (single < kKernels && kernels >= kHeavy && advice::hasFused(most->optimizer) && updatesInPasses(trace)) return ofPasses(facts, *most, kernels);
  if (single < kKernels || std::max(host, kernels) < kMuch)
    return advice::notFound(static_cast<double>(single), "kernels",
                            fmt::format("The update by {} takes {} of the step; for single tensors it starts {}.", most->optimizer,
                                        advice::percent(std::max(host, kernels)), figure));
  Finding finding = advice::found(
      static_cast<double>(single), "kernels",
      fmt::format("The step of {} starts {}, one tensor after the other: the host spends {} of the step on it ({}), for {} of work on the GPU.",
                  most->optimizer, figure, advice::percent(host), text::milliseconds(trace.msPerStep(most->hostNs)),
                  text::milliseconds(trace.msPerStep(most->kernelNs))),
      figure);
  finding.category = Category::Optimizer;
  finding.gainAtMostMs = advice::gainOf(
      trace, {[&](const TraceLane& lane, std::size_t i, TimeClass) {
                return lane.kindOf(i) != SpanKind::GpuAnnotation && trace.trace->names.name(lane.name[i]).starts_with("Optimizer.step#") ? 0.0 : 1.0;
              },
              true});
  finding.weight = advice::weightOf(trace, std::max(host, kernels), finding.gainAtMostMs);
  finding.evidence.spans = most->spans;
  finding.cure = advice::hasFused(most->optimizer)
                     ? advice::setting("Fused optimizer", fmt::format("torch.optim.{}(..., fused=True)", most->optimizer))
                     : advice::setting("One kernel for many tensors",
                                       fmt::format("{}(..., foreach=True) if it supports that, or torch.compile(optimizer.step)", most->optimizer));
  return finding;
}

}  // namespace

RuleDef unfusedOptimizerRule() {
  return {"unfused_optimizer",
          "The optimizer is not fused",
          "The kernels that the optimizer's step starts, and their time.",
          {{"kernels per step", static_cast<double>(kKernels), "", "ours"},
           {"share of the step", kMuch * 100, "%", "ours"},
           {"the same, for kernels of many tensors", kHeavy * 100, "%", "ours; PyTorch, torch.optim: fused is faster than foreach"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
