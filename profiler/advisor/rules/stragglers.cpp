// One rank is slower, and the others wait for it in every collective operation.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/base/units.h"
#include "profiler/advisor/advise.h"
#include "profiler/advisor/rank_waits.h"
#include "profiler/advisor/rules/rules.h"
#include "profiler/advisor/wording.h"
#include "profiler/trace/rank_parts.h"

namespace stepscope {
namespace {

constexpr double kUneven = 0.10;  // least difference between two ranks, as a fraction of the steps' time

// The verdict about one rank alone.
std::string causeOf(const Trace& ranks, std::int32_t rank) {
  Trace one = onlyRank(ranks, rank);
  for (TraceProcess& process : one.processes) process.id.clear();  // the ids still list all ranks, and the facts would be those of the first one
  AdviceFacts facts;
  facts.trace = traceFacts(std::make_shared<const Trace>(std::move(one)));
  return facts.trace.steps.empty() ? std::string() : advise(facts).verdict.sentence;
}

Finding check(const AdviceFacts& facts) {
  const TraceFacts& trace = facts.trace;
  if (!trace.gpu) return advice::withoutGpu(facts);
  const Trace& t = trace.ranks ? *trace.ranks : *trace.trace;
  // A rank that comes late waits least: the others wait for it within the operation.
  const advice::RankWaits all = advice::rankWaits(trace);
  const auto& waits = all.ns;
  if (waits.size() < 2)
    return advice::notEnough(trace.ranks ? "The traces hold no collective operation of several ranks."
                                         : "The trace is of one rank: open the traces of several ranks together.");
  if (trace.steps.empty()) return advice::notEnough(advice::withoutSteps());
  if (all.count == 0) return advice::notEnough("The recordings of the ranks have no step in common.");
  const auto [least, most] = std::minmax_element(waits.begin(), waits.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto shareOf = [&](double ns) { return all.stepsNs > 0 ? ns / static_cast<double>(all.stepsNs) : 0; };
  const auto ms = [&](double ns) { return text::milliseconds(all.msPerStep(ns)); };
  const double lateNs = static_cast<double>(least->second), share = shareOf(static_cast<double>(most->second) - lateNs);
  const auto who = [&](const std::pair<std::int32_t, std::int32_t>& place) {
    const std::int32_t rank = trace.ranks && place.first >= 0 ? rankOfProcess(t, place.first) : -1;
    return rank >= 0 ? fmt::format("rank {}", rank) : fmt::format("GPU {}", place.second);
  };
  double mean = 0;
  for (const auto& [place, ns] : waits) mean += static_cast<double>(ns) / static_cast<double>(waits.size());
  const std::string late = who(least->first), first = trace.ranks ? "Rank" + late.substr(4) : late;
  const std::string figure = fmt::format("{} spends {} {} in collective operations; {} spends {}", first, ms(lateNs), trace.aStep(), who(most->first),
                                         ms(static_cast<double>(most->second)));
  if (share < kUneven) return advice::notFound(share * 100, "%", figure + ".");
  const std::string emphasis = advice::percent(share) + " " + trace.ofSteps();
  Finding finding = advice::found(share * 100, "%", fmt::format("{}: the others wait for {}, {}.", figure, late, emphasis), emphasis);
  // The time that a rank waits on average. The rest is the transfer itself, which takes as long as on the late rank.
  finding.sentence += fmt::format(" On average a rank waits for {} of its {} there.", ms(mean - lateNs), ms(mean));
  if (all.count < trace.steps.size())
    finding.sentence += fmt::format(" {} of {} steps count: those that all ranks recorded.", all.count, trace.steps.size());
  if (const std::int32_t rank = trace.ranks ? rankOfProcess(t, least->first.first) : -1; rank >= 0 && rank != ranksOf(t).front())
    if (const std::string cause = causeOf(t, rank); !cause.empty()) finding.sentence += fmt::format(" {} itself", first) + ": " + cause;
  finding.category = Category::Copy;
  // If the late rank were as fast as the mean, a rank would wait this much less on average; the longest wait is no bound for all.
  finding.gainAtMostMs = all.msPerStep(mean - lateNs);
  finding.weight = std::min(share, shareOf(mean - lateNs));
  finding.cure = advice::foreignSetting(
      facts, "Even work", "Equal batches on every rank (DistributedSampler with drop_last=True); look at the slow rank's loader and clocks",
      "Equal shards on every device");
  return finding;
}

}  // namespace

RuleDef stragglersRule() {
  return {"stragglers",
          "The ranks wait for one of them",
          "How unevenly ranks wait in collective operations.",
          {{"difference", kUneven * 100, "%", "of the time of the steps; the comparison is that of Holistic Trace Analysis, the threshold is ours"}},
          check,
          PathClass::Communication};
}

}  // namespace stepscope
