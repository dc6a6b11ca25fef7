#include "core/train/steps/accumulation.h"

#include <cmath>
#include <cstring>

#include "core/graph/op.h"

namespace stepscope {
namespace {

template <class T, class WeightOf>
double sumOver(std::span<const std::byte> bytes, const WeightOf& weightOf) {
  double sum = 0;
  for (std::size_t i = 0; i + sizeof(T) <= bytes.size(); i += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + i, sizeof value);
    sum += weightOf(value);
  }
  return sum;
}

}  // namespace

double countedAnswers(const Graph& graph, std::span<const std::byte> labels) {
  if (graph.value(graph.find("labels")).dtype == DType::F32)
    return sumOver<float>(labels, [](float target) { return std::isnan(target) ? 0.0 : 1.0; });
  const ValueId found = graph.find(kClassWeights);
  const std::vector<float>* weights = found == kNone ? nullptr : graph.value(found).init.given.get();
  return sumOver<std::int32_t>(labels, [weights](std::int32_t label) {
    if (label < 0) return 0.0;
    return weights ? static_cast<double>(weights->at(static_cast<std::size_t>(label))) : 1.0;
  });
}

double gather(Progress& progress, double weight) {
  progress.gatheredWeight += weight;
  if (++progress.gathered == 1) return 1;
  return progress.gatheredWeight > 0 ? weight / progress.gatheredWeight : 0;
}

bool endsGroup(const Switches& switches, std::int64_t gathered, std::int64_t batchesLeft) {
  return gathered >= switches.accumulation || batchesLeft <= 0;
}

std::int64_t updatesOf(std::int64_t batches, const Switches& switches) {
  return (batches + switches.accumulation - 1) / switches.accumulation;
}

NodeId lastBeforeUpdates(const Graph& graph) {
  NodeId last = kNone;
  for (std::size_t n = 0; n < graph.nodes().size(); ++n)
    if (graph.nodes()[n].op->id == OpId::AccumulateGrad) last = static_cast<NodeId>(n);
  return last;
}

std::int64_t samplesPerUpdate(const Switches& switches) {
  return switches.batchSize * switches.accumulation;
}

}  // namespace stepscope
