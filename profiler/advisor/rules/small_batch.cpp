// A step has so few samples that work which does not depend on them takes much of it: the update of the weights, the beginning of each op, threads
// without a sample of their own.
#include <fmt/format.h>

#include <algorithm>

#include "core/base/units.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"

namespace stepscope {
namespace {

constexpr std::int64_t kTiny = 4, kSmall = 16;       // a batch with at most so many samples is tiny, or small
constexpr double kFixed = 0.30;                      // fraction of the step in work that hardly depends on the batch
constexpr double kLowRate = 0.10, kGoodRate = 0.40;  // fractions of the f32 peak
constexpr std::int64_t kShortNs = 15'000;            // a shorter op consists mostly of its fixed cost

// The rate of the matrix products / the machine's peak in f32; no value if the peak was never measured. Time that other programs took is left out.
std::optional<double> rateOf(const AdviceFacts& facts) {
  if (!facts.machine || facts.machine->speed.f32 <= 0) return std::nullopt;
  const TraceFacts& trace = facts.trace;
  double flops = 0;
  std::int64_t ns = 0;
  for (std::size_t n = 0; n < trace.nodeNs.size(); ++n) {
    const TraceNode& node = trace.trace->nodes[n];
    if (!advice::isProduct(node) || trace.nodeRuns[n] == 0) continue;
    flops += static_cast<double>(node.flops) * static_cast<double>(trace.nodeRuns[n]);
    ns += trace.nodeNs[n];
  }
  if (ns <= 0 || flops <= 0) return std::nullopt;
  const double own = 1 - std::min(facts.coresTaken.value_or(0.0), 0.9);
  return flops / (static_cast<double>(ns) * 1e-9) / facts.machine->speed.f32 / own;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!advice::ownOnCpu(facts)) return advice::doesNotApply("This rule is about our own runs on a CPU; on a GPU the rule about launches covers it.");
  if (!facts.switches) return advice::notEnough(advice::withoutRun());
  if (trace.steps.empty() || trace.nodeNs.empty()) return advice::notEnough(advice::withoutSteps());
  const std::int64_t batch = facts.switches->batchSize;
  std::int64_t shortNs = 0;
  std::vector<std::int32_t> nodes;
  for (std::size_t n = 0; n < trace.nodeNs.size(); ++n) {
    if (trace.nodeRuns[n] == 0 || trace.trace->nodes[n].category == Category::Optimizer) continue;
    if (trace.nodeNs[n] / trace.nodeRuns[n] >= kShortNs) continue;
    shortNs += trace.nodeNs[n];
    if (nodes.size() < kMostEvidence) nodes.push_back(static_cast<std::int32_t>(n));
  }
  const double fixed = trace.categoryShare(Category::Optimizer) + trace.categoryShare(Category::Idle) + trace.shareOfSteps(shortNs);
  const std::optional<double> rate = rateOf(facts);
  const bool wasted = fixed >= kFixed || (rate && *rate < kLowRate);
  const bool small = batch <= kTiny ? !(rate && *rate >= kGoodRate && fixed < kFixed) : batch <= kSmall && wasted;
  const std::string emphasis = advice::percent(fixed) + " of the step";
  std::string figures = fmt::format("work that hardly depends on the batch (updates, beginnings of ops) takes {}", emphasis);
  if (rate) figures += fmt::format(", and products reach {} of the machine's peak", advice::percent(std::min(*rate, 1.0)));
  const auto samples = [](std::int64_t n) { return n == 1 ? std::string("1 sample") : fmt::format("{} samples", n); };
  if (!small) return advice::notFound(fixed * 100, "%", fmt::format("A step has {}: {}.", samples(batch), figures));
  std::int64_t larger = std::max<std::int64_t>(batch, 1);
  while (larger < 2 * kSmall) larger *= 2;
  if (facts.place.samples > 0) larger = std::min(larger, facts.place.samples);
  Finding finding =
      advice::found(fixed * 100, "%", fmt::format("A step has only {}: {}. Learning rate and schedule depend on the batch.", samples(batch), figures),
                    "only " + samples(batch));
  finding.category = Category::Optimizer;
  // The best gain per sample: more samples share the fixed part. What idle threads lose is not known.
  if (fixed >= kFixed)
    finding.gainAtMostMs = trace.medianStepMs * fixed * (1 - static_cast<double>(batch) / static_cast<double>(std::max(larger, batch + 1)));
  finding.weight = std::max(0.35, fixed);
  finding.evidence.nodes = std::move(nodes);
  finding.cure = advice::turn(facts, "batch_size", larger);
  return finding;
}

}  // namespace

RuleDef smallBatchRule() {
  return {"small_batch",
          "The batch is tiny",
          "Whether a step has enough samples for its fixed work and its threads.",
          {{"tiny", static_cast<double>(kTiny), "samples", "ours"},
           {"small", static_cast<double>(kSmall), "samples", "ours"},
           {"fixed work", kFixed * 100, "%", "of the step; ours"},
           {"low rate", kLowRate * 100, "%", "of the measured f32 peak; ours"}},
          check,
          PathClass::Any,
          true};
}

}  // namespace stepscope
