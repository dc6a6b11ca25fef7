// Kernels that are too small to fill the GPU.
#include <fmt/format.h>

#include <utility>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/gpu/gpu_metrics.h"
#include "profiler/trace/communication_names.h"

namespace stepscope {
namespace {

constexpr double kTooSmall = 1.0;  // a kernel with fewer blocks per multiprocessor is too small
constexpr double kMuch = 0.25;     // least fraction of the kernels' time for a finding

Finding withCure(const AdviceFacts& facts, Finding finding, double weight) {
  finding.category = Category::Forward;
  finding.weight = weight;
  finding.cure = facts.trace.origin == Origin::Own
                     ? (facts.switches ? advice::turn(facts, "batch_size", facts.switches->batchSize * 2) : std::nullopt)
                     : std::optional(advice::foreignSetting(facts, "More work per kernel", "A larger batch; torch.compile(model) joins small kernels",
                                                            "A larger batch; jax.jit joins small kernels"));
  return finding;
}

// The finding from the hardware's own counter, sampled while the GPU worked.
Finding measured(const AdviceFacts& facts, double active) {
  const double idle = 1 - active;
  const std::string sentence = fmt::format("{} of the multiprocessors are active while the GPU works", advice::percent(active));
  if (idle < kMuch) return advice::notFound(idle * 100, "%", sentence + ".");
  const std::string emphasis = advice::percent(active) + " of the multiprocessors";
  Finding finding = advice::found(idle * 100, "%", sentence + ": its kernels are too small for it.", emphasis);
  return withCure(facts, std::move(finding), 0.25 * idle * facts.trace.shareOfSteps(lengthOf(facts.trace.gpuInSteps)));
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  if (!trace.kernelProblem.empty()) return advice::notEnough("The launch details of kernels are read from the trace's file: " + trace.kernelProblem);
  if (const std::optional<double> active = meanMetric(*trace.trace, "SMs Active", trace.gpuBusy)) return measured(facts, *active / 100);
  double known = 0, small = 0;
  std::int64_t smallNs = 0;
  for (const KernelRow& row : trace.kernels) {
    if (row.blocksPerMultiprocessor < 0 || namesCommunication(row.name)) continue;  // collectives take few multiprocessors on purpose
    known += row.share;
    if (row.blocksPerMultiprocessor >= kTooSmall) continue;
    small += row.share;
    smallNs += row.totalNs;
  }
  if (known < 0.5) return advice::notEnough("The trace does not contain how many blocks the kernels had on a multiprocessor.");
  const double share = small / known;
  if (share < kMuch)
    return advice::notFound(share * 100, "%",
                            fmt::format("Kernels with less than one block per multiprocessor take {} of the kernels' time.", advice::percent(share)));
  const std::string emphasis = advice::percent(share) + " of the kernels' time";
  Finding finding =
      advice::found(share * 100, "%",
                    fmt::format("Kernels that leave multiprocessors without a block take {}: they are too small for this GPU.", emphasis), emphasis);
  return withCure(facts, std::move(finding), 0.25 * trace.shareOfSteps(smallNs));
}

}  // namespace

RuleDef occupancyRule() {
  return {"poor_occupancy",
          "Kernels are too small for the GPU",
          "Blocks of kernels compared with the multiprocessors that they could fill.",
          {{"blocks per multiprocessor", kTooSmall, "", "Perfetto, waves below 1 are too small"},
           {"share", kMuch * 100, "%", "of the kernels' time; ours"}},
          check,
          PathClass::Kernel};
}

}  // namespace stepscope
