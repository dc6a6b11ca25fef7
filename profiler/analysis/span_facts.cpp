#include "profiler/analysis/span_facts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

double medianStepNs(const Trace& trace) {
  std::vector<double> ns;
  for (const SpanRef& step : stepSpans(trace)) ns.push_back(static_cast<double>(trace.laneOf(step).duration[step.index]));
  return quantileOf(std::move(ns), 0.5);
}

void describeNode(const Trace& trace, std::int32_t node, SpanFacts& facts) {
  facts.title = titleOf(*nodeOf(trace, node));
  facts.node = node;
  // A node that runs on a GPU has several kernels per step: its time is their sum. Its other spans are then only its launch.
  std::map<std::pair<std::int32_t, std::int32_t>, double> gpuNs;   // by node and step
  std::unordered_map<std::int32_t, std::vector<double>> nsOfNode;  // of the nodes with the same title
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const std::int32_t other = lane.node[i];
      const TraceNode* described = nodeOf(trace, other);
      if (!described || (other != node && titleOf(*described) != facts.title)) continue;
      if (isGpuWork(lane.kindOf(i))) gpuNs[{other, lane.step[i]}] += static_cast<double>(lane.duration[i]);
      else nsOfNode[other].push_back(static_cast<double>(lane.duration[i]));
    }
  std::set<std::int32_t> onGpu;
  for (const auto& [key, ns] : gpuNs) {
    if (onGpu.insert(key.first).second) nsOfNode[key.first].clear();
    nsOfNode[key.first].push_back(ns);
  }
  if (const auto found = gpuNs.find({node, facts.step}); found != gpuNs.end()) facts.nodeNs = static_cast<std::int64_t>(found->second);
  const std::vector<double>& own = nsOfNode[node];
  facts.samples = static_cast<int>(own.size());
  facts.medianNs = quantileOf(own, 0.5);
  facts.p95Ns = quantileOf(own, 0.95);
  facts.ofLayers = static_cast<int>(nsOfNode.size());
  facts.rank = 1;
  for (const auto& [other, ns] : nsOfNode)
    if (other != node && quantileOf(ns, 0.5) > facts.medianNs) ++facts.rank;
}

void addRates(const Trace& trace, SpanFacts& facts) {
  // The node's work over the node's time: the trace does not show how much work one of its kernels did.
  const std::int64_t ns = facts.nodeNs > 0 ? facts.nodeNs : facts.durationNs;
  const TraceNode* described = nodeOf(trace, facts.node);
  if (!described || ns <= 0) return;
  facts.gflops = static_cast<double>(described->flops) / static_cast<double>(ns);
  facts.gigabytesPerSecond = static_cast<double>(described->bytes) / static_cast<double>(ns);
}

}  // namespace

SpanFacts spanFacts(const Trace& trace, SpanRef span) {
  const TraceLane& lane = trace.lanes.at(static_cast<std::size_t>(span.lane));
  SpanFacts facts;
  facts.category = static_cast<Category>(lane.category.at(span.index));
  facts.step = lane.step[span.index];
  facts.startNs = lane.start[span.index];
  facts.durationNs = lane.duration[span.index];
  facts.track = trace.tracks.at(static_cast<std::size_t>(lane.track)).name;
  if (const std::int32_t node = lane.node[span.index]; nodeOf(trace, node)) {
    describeNode(trace, node, facts);
  } else {
    facts.title = trace.names.name(lane.name[span.index]);
    std::vector<double> ns;
    for (const TraceLane& other : trace.lanes) {
      if (other.track != lane.track) continue;
      for (std::size_t i = 0; i < other.size(); ++i)
        if (other.name[i] == lane.name[span.index]) ns.push_back(static_cast<double>(other.duration[i]));
    }
    facts.samples = static_cast<int>(ns.size());
    facts.medianNs = quantileOf(ns, 0.5);
    facts.p95Ns = quantileOf(std::move(ns), 0.95);
  }
  const double step = medianStepNs(trace);
  if (step > 0 && facts.category != Category::Step) facts.shareOfStep = facts.medianNs / step;
  addRates(trace, facts);
  return facts;
}

std::optional<SpanFacts> nodeFacts(const Trace& trace, std::int32_t node) {
  const TraceNode* described = nodeOf(trace, node);
  if (!described) return std::nullopt;
  SpanFacts facts;
  describeNode(trace, node, facts);
  if (facts.samples == 0) return std::nullopt;
  facts.category = described->category;
  facts.durationNs = static_cast<std::int64_t>(facts.medianNs);
  const double step = medianStepNs(trace);
  if (step > 0) facts.shareOfStep = facts.medianNs / step;
  addRates(trace, facts);
  return facts;
}

}  // namespace stepscope
