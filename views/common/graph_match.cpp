#include "views/common/graph_match.h"

#include <QObject>
#include <algorithm>
#include <unordered_map>

#include "core/graph/node_keys.h"
#include "core/graph/op.h"
#include "profiler/trace/node_keys.h"
#include "views/common/text.h"
#include "views/words/engine_text.h"

namespace stepscope {

int GraphMatch::shared(int traceNode) const {
  if (!planned || traceNode < 0) return traceNode;
  return static_cast<std::size_t>(traceNode) < planNodes.size() ? planNodes[static_cast<std::size_t>(traceNode)] : -1;
}

int GraphMatch::traced(int node) const {
  if (!planned || node < 0) return node;
  return static_cast<std::size_t>(node) < traceNodes.size() ? traceNodes[static_cast<std::size_t>(node)] : -1;
}

QString GraphMatch::otherText() const {
  if (kind != Kind::OtherGraph) return {};
  return source.isEmpty() ? QObject::tr("Times of another run with other settings") : QObject::tr("Times of %1 with other settings").arg(source);
}

std::shared_ptr<const GraphMatch> matchGraphs(const Trace* trace, const PlanView* plan) {
  auto match = std::make_shared<GraphMatch>();
  match->planned = plan && !plan->graph.nodes().empty();
  if (trace) {
    const QString source = text(trace->source);  // a path, or one of our runs with its steps
    match->source = source.contains(QLatin1Char('/')) ? source.section(QLatin1Char('/'), -1) : engineText(trace->source);
  }
  if (!trace || !match->planned) return match;
  const Graph& graph = plan->graph;
  const std::vector<NodeKey> planKeys = nodeKeys(graph), traceKeys = nodeKeys(*trace);
  std::unordered_map<NodeKey, std::int32_t> numbers;
  for (std::size_t i = 0; i < planKeys.size(); ++i) numbers.emplace(planKeys[i], static_cast<std::int32_t>(i));
  match->planNodes.assign(traceKeys.size(), -1);
  match->traceNodes.assign(planKeys.size(), -1);
  bool same = traceKeys.size() == planKeys.size(), layers = false;
  for (std::size_t i = 0; i < traceKeys.size(); ++i) {
    const auto found = numbers.find(traceKeys[i]);
    if (found == numbers.end()) {
      same = false;
      continue;
    }
    layers = layers || !traceKeys[i].layer.empty();
    match->planNodes[i] = found->second;
    match->traceNodes[static_cast<std::size_t>(found->second)] = static_cast<std::int32_t>(i);
    const Node& node = graph.node(found->second);
    if (!node.op->cost) continue;
    const Cost cost = node.op->cost(graph, node);
    same = same && trace->nodes[i].flops == cost.flops && trace->nodes[i].bytes == cost.bytesRead + cost.bytesWritten;
  }
  // If no node matches, but layers have equal names, the trace is still taken as one of another graph, not of another model.
  if (!layers) {
    std::vector<std::string> names;
    for (const NodeKey& key : planKeys) names.push_back(key.layer);
    std::sort(names.begin(), names.end());
    layers = std::any_of(traceKeys.begin(), traceKeys.end(),
                         [&](const NodeKey& key) { return !key.layer.empty() && std::binary_search(names.begin(), names.end(), key.layer); });
  }
  match->kind = !layers ? GraphMatch::Kind::Nothing : same ? GraphMatch::Kind::Same : GraphMatch::Kind::OtherGraph;
  return match;
}

}  // namespace stepscope
