#include "profiler/advisor/find_culprits.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "profiler/advisor/wording.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/culprit/culprits.h"
#include "profiler/analysis/self_time.h"

namespace stepscope {
namespace {

constexpr double kLeast = 0.05;  // of the evidence's time: what is smaller explains nothing

std::vector<std::string> sentences(const std::vector<Culprit>& culprits, double allNs) {
  std::vector<std::string> texts;
  for (const Culprit& culprit : culprits) {
    const double share = allNs > 0 ? std::min(static_cast<double>(culprit.ns) / allNs, 1.0) : 0;
    if (share >= kLeast) texts.push_back(fmt::format("{} ({})", culprit.place, advice::percent(share)));
  }
  return texts;
}

}  // namespace

void addCulprits(const TraceFacts& facts, std::vector<Finding>& findings) {
  const Trace& trace = *facts.trace;
  std::optional<HostStacks> stacks;
  for (Finding& finding : findings) {
    if (finding.outcome != Outcome::Found || finding.evidence.empty()) continue;
    if (!stacks) stacks.emplace(trace);
    if (!finding.evidence.spans.empty()) {
      double all = 0;
      for (const SpanRef& span : finding.evidence.spans)
        all += static_cast<double>(trace.lanes[static_cast<std::size_t>(span.lane)].duration[span.index]);
      finding.culprits = sentences(culpritsOf(*stacks, finding.evidence.spans), all);
    } else if (!finding.evidence.ranges.empty()) {
      const std::vector<TimeRange> ranges = united(finding.evidence.ranges);
      finding.culprits = sentences(dominantFrames(*stacks, trainerTrack(trace), ranges), static_cast<double>(lengthOf(ranges)));
    }
  }
}

}  // namespace stepscope
