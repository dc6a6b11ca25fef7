// An optimizer that updates one tensor after the other with several small kernels each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr double kMuch = 0.05;          // of the step, on the host or of the kernels' time
constexpr std::int64_t kKernels = 100;  // a step: a fused optimizer starts some tens at most

// Those that have fused=True on CUDA (PyTorch 2.9, torch.optim documentation).
bool hasFused(std::string_view optimizer) {
  constexpr std::array kFused{"Adam", "AdamW", "SGD", "Adagrad"};
  return std::find(kFused.begin(), kFused.end(), optimizer) != kFused.end();
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::notEnough(advice::withoutGpu());
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  const OptimizerSteps* most = nullptr;
  for (const OptimizerSteps& optimizer : trace.work.optimizers)
    if (!most || optimizer.hostNs > most->hostNs) most = &optimizer;
  if (!most) return advice::notEnough("The trace marks no step of an optimizer (PyTorch writes Optimizer.step#Adam.step).");
  const auto steps = static_cast<std::int64_t>(trace.steps.size());
  const std::int64_t single = (most->kernels - most->fusedKernels + steps / 2) / steps;
  const double host = trace.shareOfSteps(most->hostNs), kernels = trace.shareOfSteps(most->kernelNs);
  const std::string figure = fmt::format("{} kernels a step", single);
  if (single < kKernels || std::max(host, kernels) < kMuch)
    return advice::notFound(static_cast<double>(single), "kernels",
                            fmt::format("The step of {} starts {} that each update one tensor, and takes {} of the step.", most->optimizer, figure,
                                        advice::percent(std::max(host, kernels))));
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
  finding.cure = hasFused(most->optimizer)
                     ? advice::setting("Fused optimizer", fmt::format("torch.optim.{}(..., fused=True)", most->optimizer))
                     : advice::setting("One kernel for many tensors",
                                       fmt::format("{}(..., foreach=True) where it has it, or torch.compile(optimizer.step)", most->optimizer));
  return finding;
}

}  // namespace

RuleDef unfusedOptimizerRule() {
  return {"unfused_optimizer",
          "The optimizer updates one tensor after the other",
          "Kernels that the optimizer's step starts.",
          {{"kernels a step", static_cast<double>(kKernels), "", "ours"}, {"share of the step", kMuch * 100, "%", "ours"}},
          check,
          PathClass::Host};
}

}  // namespace stepscope
