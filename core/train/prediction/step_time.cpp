#include "core/train/prediction/step_time.h"

#include <algorithm>
#include <map>

#include "core/graph/op.h"

namespace stepscope {
namespace {

constexpr double kLaunchMs = 0.002;  // overhead of running one node
// Usual time over the roofline's bound, if nothing better is known: for matrix products, and for other work.
constexpr double kUsualFactorOfProducts = 1.7, kUsualFactor = 1.4;

double medianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

double rooflineMs(const Graph& graph, const Node& node, const MachineSpeed& speed) {
  if (node.op->aliases || speed.f32 <= 0 || speed.bandwidth <= 0) return 0;
  double flops = 0, bytes = 0;
  if (node.op->cost && node.op->id != OpId::Reorder) {
    const Cost cost = node.op->cost(graph, node);
    flops = static_cast<double>(cost.flops);
    bytes = static_cast<double>(cost.bytesRead + cost.bytesWritten);
  } else {
    for (const ValueId input : node.inputs)
      if (input != kNone) bytes += static_cast<double>(graph.value(input).bytes);
    for (const ValueId output : node.outputs)
      if (output != kNone) bytes += static_cast<double>(graph.value(output).bytes);
  }
  return std::max(flops / speed.f32, bytes / speed.bandwidth) * 1e3;
}

NodeWork measuredWork(KernelTimes times, const MachineSpeed& speed) {
  if (speed.f32 <= 0) return {};
  return [times = std::move(times), speed](const Graph& graph, const Node& node) {
    const auto id = static_cast<NodeId>(&node - graph.nodes().data());
    const std::int64_t batch = batchOf(graph);
    if (const auto near = times.nearest(workKey(graph, id, batch, {}), batch)) return near->ms;
    return kLaunchMs + kUsualFactor * rooflineMs(graph, node, speed);
  };
}

StepTime predictStepTime(const Program& program, const KernelTimes& times, const MachineSpeed& speed, std::int64_t accumulation,
                         const OtherThreads* others) {
  StepTime time;
  if (times.empty() && speed.f32 <= 0) return time;
  const Graph& graph = program.graph();
  const std::int64_t batch = batchOf(graph);
  struct Item {
    const Node* node;
    double measured = -1, roof = 0;
    bool exact = false, provisional = false;
  };
  std::vector<Item> items;
  std::map<std::string_view, std::vector<double>> factors;
  for (std::size_t n = 0; n < graph.nodes().size(); ++n) {
    const Node& node = graph.nodes()[n];
    if (node.op->aliases) continue;
    Item item{&node};
    const WorkKey key = workKey(graph, static_cast<NodeId>(n), batch, program.kernels()[n].kernel);
    item.roof = rooflineMs(graph, node, speed);
    if (const auto exact = times.find(key, batch)) {
      item.measured = *exact;
      item.exact = true;
    } else if (const auto near = times.nearest(key, batch)) {
      item.measured = near->ms;
      item.provisional = near->provisional;
    } else if (const double roof = others ? rooflineMs(graph, node, others->speed) : 0; roof > 0 && item.roof > 0) {
      if (const auto scaled = others->times.nearest(key, batch)) item.measured = kLaunchMs + std::max(0.0, scaled->ms - kLaunchMs) * item.roof / roof;
    }
    if (item.measured > kLaunchMs && item.roof > 0) factors[node.op->name].push_back((item.measured - kLaunchMs) / item.roof);
    items.push_back(item);
  }
  for (const Item& item : items) {
    double ms = item.measured;
    if (ms < 0) {
      const auto found = factors.find(item.node->op->name);
      const double factor = found != factors.end() ? medianOf(found->second) : isProduct(item.node->op->id) ? kUsualFactorOfProducts : kUsualFactor;
      ms = kLaunchMs + factor * item.roof;
    }
    // Weights are updated once per step, everything else runs with every batch.
    ms *= item.node->phase == Phase::Optimizer ? 1.0 : static_cast<double>(accumulation);
    time.ms += ms;
    ++time.nodes;
    if (item.exact) continue;
    time.estimatedMs += ms;
    if (item.provisional) time.provisionalMs += ms;
    ++time.estimatedNodes;
  }
  return time;
}

}  // namespace stepscope
