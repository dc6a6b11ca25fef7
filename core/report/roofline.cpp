#include "core/report/roofline.h"

#include <algorithm>
#include <map>

#include "core/base/error.h"
#include "core/graph/op.h"

namespace stepscope {

namespace {

std::string familyOf(const Node& node) {
  const bool grouped = (isConvolution(node.op->id) || node.op->id == OpId::ConvTranspose2d) && node.attrs.integer("groups", 1) > 1;
  return titleOf(node) + (grouped ? " (grouped)" : "");
}

Cost costOf(const Graph& graph, const Node& node) {
  if (node.op->cost) return node.op->cost(graph, node);
  Cost cost;
  for (const ValueId input : node.inputs)
    if (input != kNone) cost.bytesRead += graph.value(input).bytes;
  for (const ValueId output : node.outputs) cost.bytesWritten += graph.value(output).bytes;
  return cost;
}

}  // namespace

double limitMs(const Graph& graph, const Node& node, const Machine& machine) {
  const Cost cost = costOf(graph, node);
  return 1e3 * std::max(static_cast<double>(cost.flops) / machine.flops, static_cast<double>(cost.bytesRead + cost.bytesWritten) / machine.bandwidth);
}

std::vector<RooflineRow> roofline(const Graph& graph, std::span<const double> nodeMs, const Machine& machine) {
  require(nodeMs.size() == graph.nodes().size(), "a roofline needs one time a node");
  require(machine.flops > 0 && machine.bandwidth > 0, "a roofline needs the machine's limits");
  std::map<std::string, RooflineRow> families;
  for (std::size_t n = 0; n < nodeMs.size(); ++n) {
    if (nodeMs[n] <= 0) continue;
    const Node& node = graph.nodes()[n];
    const Cost cost = costOf(graph, node);
    const std::int64_t bytes = cost.bytesRead + cost.bytesWritten;
    RooflineRow& row = families[familyOf(node)];
    ++row.nodes;
    row.ms += nodeMs[n];
    row.flops += cost.flops;
    row.bytes += bytes;
    row.limitMs += limitMs(graph, node, machine);
  }
  std::vector<RooflineRow> rows;
  for (auto& [family, row] : families) {
    row.family = family;
    row.fractionOfFlops = 1e3 * static_cast<double>(row.flops) / row.ms / machine.flops;
    row.fractionOfBandwidth = 1e3 * static_cast<double>(row.bytes) / row.ms / machine.bandwidth;
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const RooflineRow& a, const RooflineRow& b) { return a.ms > b.ms; });
  return rows;
}

std::vector<RooflineRow> worst(std::vector<RooflineRow> rows, std::size_t count) {
  std::stable_sort(rows.begin(), rows.end(), [](const RooflineRow& a, const RooflineRow& b) { return a.lostMs() > b.lostMs(); });
  rows.resize(std::min(rows.size(), count));
  return rows;
}

}  // namespace stepscope
