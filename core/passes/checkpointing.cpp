#include "core/passes/checkpointing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/base/error.h"
#include "core/graph/op.h"
#include "core/passes/memory_plan.h"
#include "core/passes/pass_report.h"

namespace stepscope {

namespace {

// The forward nodes [begin, end), of which only the values that later forward nodes or the host read are kept.
struct Stretch {
  NodeId begin = 0, end = 0;
  std::int64_t savedBytes = 0;  // bytes that are free between the forward pass and the repetition
  double work = 0;              // cost of the nodes that are computed again, in the unit of CheckpointCosts::work
};

bool isNumber(std::string_view part) {
  return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The block that a layer belongs to: the name up to its first number, if more follows: "layer3.1" of "layer3.1.conv2", "features.2.0" of
// "features.2.0.block.1.0". If there is no such number, up to the last part that ends in a digit, if more follows: "block2" of "block2.conv1",
// "features.denseblock1.denselayer6" of "features.denseblock1.denselayer6.conv2". Empty for a layer without a block: "features.8", "fc2".
std::string blockOf(const std::string& scope) {
  std::size_t numbered = 0, ending = 0, begin = 0;  // where the name of the block ends, by each of the two rules
  bool inNumbers = false, numbersDone = false;
  while (begin < scope.size()) {
    const std::size_t dot = scope.find('.', begin);
    if (dot == std::string::npos) break;  // the layer's own name
    const std::string_view part(scope.data() + begin, dot - begin);
    inNumbers = isNumber(part);
    if (inNumbers && !numbersDone) numbered = dot;
    numbersDone = numbersDone || (numbered > 0 && !inNumbers);
    if (!part.empty() && isNumber(part.substr(part.size() - 1))) ending = dot;
    begin = dot + 1;
  }
  return scope.substr(0, numbered > 0 ? numbered : ending);
}

class Rewriter {
 public:
  Rewriter(const AutodiffResult& backward, const CheckpointCosts& costs) : source_(backward), graph_(backward.graph), costs_(costs) {
    while (forwardNodes_ < static_cast<NodeId>(graph_.nodes().size()) && graph_.node(forwardNodes_).phase == Phase::Forward) ++forwardNodes_;
    const auto consumers = graph_.consumers();
    lastForward_.assign(graph_.values().size(), kNone);
    firstBackward_.assign(graph_.values().size(), kNone);
    for (std::size_t v = 0; v < consumers.size(); ++v) {
      for (const NodeId reader : consumers[v]) {
        // Reading a view counts as reading the value that owns the storage.
        note(static_cast<ValueId>(v), reader);
      }
    }
    for (std::size_t v = graph_.values().size(); v-- > 0;) {
      const ValueId owner = graph_.values()[v].aliasOf;
      if (owner == kNone) continue;
      lastForward_[owner] = std::max(lastForward_[owner], lastForward_[v]);
    }
    for (const auto& [name, value] : graph_.outputs()) isOutput_.insert(graph_.storageOf(value));
  }

  // One stretch per block. Layers without a block form blocks of their own, which end where activations have shrunk to half, for example after a
  // pool.
  std::vector<Stretch> blocks() const {
    const std::vector<std::int64_t> crossing = bytesCrossing();
    std::vector<Stretch> stretches;
    std::string current;
    std::int64_t largest = 0;  // the most bytes that crossed a cut since the block began
    bool ends = true;
    for (NodeId n = 0; n < forwardNodes_; ++n) {
      const std::string block = blockOf(graph_.node(n).scope);
      if (ends || block != current) {
        stretches.push_back({n, n, 0, 0});
        largest = 0;
      }
      stretches.back().end = n + 1;
      current = block;
      largest = std::max(largest, crossing[n + 1]);
      ends = block.empty() && 2 * crossing[n + 1] <= largest;
    }
    return measured(std::move(stretches));
  }

  // About sqrt(layers) stretches. They are cut where few bytes cross the cut, because these bytes stay in memory.
  std::vector<Stretch> sqrt() const {
    const auto made = bytesMade();
    const std::int64_t total = std::accumulate(made.begin(), made.end(), std::int64_t{0});
    const std::vector<std::int64_t> crossing = bytesCrossing();
    std::int64_t layers = 0;  // nodes with outputs that the backward pass reads
    for (const std::int64_t bytes : made) layers += bytes > 0 ? 1 : 0;
    const auto wanted = std::max<std::int64_t>(2, std::llround(std::sqrt(static_cast<double>(layers))));
    std::vector<Stretch> stretches{{0, 0, 0, 0}};
    std::int64_t sum = 0;
    for (std::int64_t k = 1; k < wanted; ++k) {
      // The cut with the fewest bytes near the end of the k-th of `wanted` equal parts.
      const std::int64_t from = total * (2 * k - 1) / (2 * wanted), to = total * (2 * k + 1) / (2 * wanted);
      NodeId best = kNone;
      sum = 0;
      for (NodeId n = 0; n < forwardNodes_; ++n) {
        sum += made[n];
        if (sum < from || sum > to || n + 1 <= stretches.back().begin) continue;
        if (best == kNone || crossing[n + 1] < crossing[best]) best = n + 1;
      }
      if (best == kNone || best >= forwardNodes_) continue;
      stretches.back().end = best;
      stretches.push_back({best, best, 0, 0});
    }
    stretches.back().end = forwardNodes_;
    return measured(std::move(stretches));
  }

  // The graph in which these stretches are computed again; the others keep their values.
  AutodiffResult rewrite(const std::vector<Stretch>& stretches, int* repeated = nullptr) const {
    std::vector<NodeId> before(stretches.size(), kNone);  // the backward node before which the stretch is computed again
    std::vector<std::vector<NodeId>> again(stretches.size());
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      again[s] = needed(stretches[s]);
      for (const NodeId n : again[s]) {
        for (const ValueId output : graph_.node(n).outputs) {
          const NodeId first = firstBackward_[output];
          if (first != kNone && (before[s] == kNone || first < before[s])) before[s] = first;
        }
      }
    }
    AutodiffResult result;
    std::vector<ValueId> moved(graph_.values().size(), kNone);
    for (std::size_t v = 0; v < moved.size(); ++v)
      if (graph_.values()[v].producer == kNone) moved[v] = result.graph.addValue(graph_.values()[v]);
    const auto emit = [&](NodeId id, const Stretch* repeats) {
      const bool repetition = repeats != nullptr;
      const Node& node = graph_.node(id);
      std::vector<ValueId> inputs;
      const std::vector<std::size_t> changed = mutatedInputs(node);
      for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const bool mutated = std::find(changed.begin(), changed.end(), i) != changed.end();
        inputs.push_back(node.inputs[i] == kNone || (repetition && mutated) ? kNone : moved[node.inputs[i]]);
      }
      const NodeId made = result.graph.addNode(node.op->name, std::move(inputs), node.attrs, node.scope, repetition ? Phase::Recompute : node.phase);
      for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (!repetition || !isKept(node.outputs[i], *repeats)) moved[node.outputs[i]] = result.graph.node(made).outputs[i];
    };
    std::vector<std::pair<std::string, ValueId>> outputs;
    for (NodeId n = 0; n < static_cast<NodeId>(graph_.nodes().size()); ++n) {
      if (n == forwardNodes_)  // the host reads the result of the first computation
        for (const auto& [name, value] : graph_.outputs()) outputs.emplace_back(name, moved[value]);
      for (std::size_t s = 0; s < stretches.size(); ++s) {
        if (before[s] != n) continue;
        for (const NodeId repetition : again[s]) emit(repetition, &stretches[s]);
        if (repeated) *repeated += static_cast<int>(again[s].size());
      }
      emit(n, nullptr);
    }
    for (const auto& [name, value] : outputs) result.graph.markOutput(name, value == kNone ? moved[graph_.outputs().find(name)->second] : value);
    for (const auto& [parameter, gradient] : source_.gradients) result.gradients.emplace_back(moved[parameter], moved[gradient]);
    return result;
  }

  std::int64_t peakOf(const Graph& graph) const { return costs_.peakBytes ? costs_.peakBytes(graph) : planMemory(graph).peakBytes(); }

 private:
  void note(ValueId value, NodeId reader) {
    if (reader < forwardNodes_) {
      lastForward_[value] = std::max(lastForward_[value], reader);
    } else if (firstBackward_[value] == kNone || reader < firstBackward_[value]) {
      firstBackward_[value] = reader;
    }
  }

  std::vector<std::int64_t> bytesMade() const {
    std::vector<std::int64_t> made(forwardNodes_, 0);
    for (std::size_t v = 0; v < graph_.values().size(); ++v) {
      const Value& value = graph_.values()[v];
      if (value.producer != kNone && value.producer < forwardNodes_ && value.aliasOf == kNone && firstBackward_[v] != kNone)
        made[value.producer] += value.bytes;
    }
    return made;
  }

  // For each n, the bytes made before node n and read by it or later in the forward pass.
  std::vector<std::int64_t> bytesCrossing() const {
    std::vector<std::int64_t> crossing(forwardNodes_ + 1, 0);
    for (std::size_t v = 0; v < graph_.values().size(); ++v) {
      const Value& value = graph_.values()[v];
      if (value.producer == kNone || value.producer >= forwardNodes_ || value.aliasOf != kNone) continue;
      for (NodeId n = value.producer + 1; n <= lastForward_[v]; ++n) crossing[n] += value.bytes;
    }
    return crossing;
  }

  // Whether the value is kept although its stretch is computed again.
  bool isKept(ValueId value, const Stretch& stretch) const {
    const NodeId producer = graph_.value(value).producer;
    if (producer < stretch.begin || producer >= stretch.end) return true;
    return lastForward_[value] >= stretch.end || isOutput_.count(graph_.storageOf(value)) > 0;
  }

  // Nodes of the stretch that must run again, in order: they lead to dropped values that the backward pass reads.
  std::vector<NodeId> needed(const Stretch& stretch) const {
    std::vector<bool> wanted(stretch.end, false);
    std::vector<NodeId> nodes;
    for (NodeId n = stretch.end; n-- > stretch.begin;) {
      for (const ValueId output : graph_.node(n).outputs)
        if (firstBackward_[output] != kNone && !isKept(output, stretch)) wanted[n] = true;
      if (!wanted[n]) continue;
      nodes.push_back(n);
      for (const ValueId input : graph_.node(n).inputs)
        if (input != kNone && graph_.value(input).producer != kNone && !isKept(input, stretch)) wanted[graph_.value(input).producer] = true;
    }
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }

  std::vector<Stretch> measured(std::vector<Stretch> stretches) const {
    for (Stretch& stretch : stretches) {
      for (const NodeId n : needed(stretch)) {
        const Node& node = graph_.node(n);
        stretch.work += workOf(node);
        for (const ValueId output : node.outputs)
          if (firstBackward_[output] != kNone && !isKept(output, stretch) && graph_.value(output).aliasOf == kNone)
            stretch.savedBytes += graph_.value(output).bytes;
      }
    }
    // A stretch after the loss would be recomputed at once, because its backward pass directly follows its forward pass.
    const NodeId loss = firstDifferentiated();
    std::erase_if(stretches, [&](const Stretch& stretch) { return stretch.end > loss || stretch.savedBytes == 0; });
    return stretches;
  }

  // The earliest forward node with an output that the first backward node reads; differentiation begins there.
  NodeId firstDifferentiated() const {
    NodeId last = forwardNodes_;
    for (std::size_t v = 0; v < graph_.values().size(); ++v) {
      const NodeId producer = graph_.values()[v].producer;
      if (producer != kNone && producer < forwardNodes_ && firstBackward_[v] == forwardNodes_) last = std::min(last, producer);
    }
    return last;
  }

  double workOf(const Node& node) const {
    if (costs_.work) return costs_.work(graph_, node);
    if (!node.op->cost) return 0;
    const Cost cost = node.op->cost(graph_, node);
    // Moving a byte takes about as long as five floating-point operations on usual machines.
    return std::max(static_cast<double>(cost.flops), 5.0 * static_cast<double>(cost.bytesRead + cost.bytesWritten));
  }

  const AutodiffResult& source_;
  const Graph& graph_;
  const CheckpointCosts& costs_;
  NodeId forwardNodes_ = 0;
  std::vector<NodeId> lastForward_, firstBackward_;  // the last and first reader of a value; kNone if there is none
  std::set<ValueId> isOutput_;
};

}  // namespace

void refuseBudget(const Graph& graph, std::int64_t budget, std::int64_t least) {
  const auto mib = [](std::int64_t bytes) { return static_cast<double>(bytes) / 1048576.0; };
  std::int64_t parameters = 0;
  const Value *largestParameter = nullptr, *largest = nullptr;
  const auto keepLarger = [](const Value*& kept, const Value& value) {
    if (!kept || value.bytes > kept->bytes) kept = &value;
  };
  for (const Value& value : graph.values()) {
    if (value.aliasOf != kNone) continue;
    if (isWeight(value.role)) {
      parameters += value.bytes;
      keepLarger(largestParameter, value);
    } else if (value.producer != kNone) {
      keepLarger(largest, value);
    }
  }
  if (largestParameter && parameters > budget)
    throw Error(ErrorKind::Input, "switches.checkpoint_budget",
                fmt::format("a budget of {:.1f} MiB is smaller than the parameters, which take {:.1f} MiB; the largest, {}, takes {:.1f} MiB",
                            mib(budget), mib(parameters), largestParameter->name, mib(largestParameter->bytes)),
                fmt::format("Give a budget of at least {:.0f} MiB or choose a smaller model", std::ceil(mib(least))));
  throw Error(ErrorKind::Input, "switches.checkpoint_budget",
              fmt::format("a budget of {:.1f} MiB cannot be met: with activations computed again the step needs {:.1f} MiB, of which the "
                          "parameters take {:.1f} MiB and the largest tensor, {}, {:.1f} MiB",
                          mib(budget), mib(least), mib(parameters), largest ? largest->name : "none", largest ? mib(largest->bytes) : 0.0),
              fmt::format("Give a budget of at least {:.0f} MiB or choose a smaller batch size", std::ceil(mib(least))));
}

std::string checkpointingSavesNothing(std::int64_t with, std::int64_t without) {
  return fmt::format("nothing is computed again: the step would need {:.1f} MiB with it and needs {:.1f} without",
                     static_cast<double>(with) / 1048576.0, static_cast<double>(without) / 1048576.0);
}

AutodiffResult checkpoint(const AutodiffResult& backward, const Checkpointing& how, const CheckpointCosts& costs) {
  using Mode = Checkpointing::Mode;
  if (how.mode == Mode::Off) return backward;
  const Rewriter rewriter(backward, costs);
  std::vector<Stretch> chosen;
  if (how.mode == Mode::Blocks) chosen = rewriter.blocks();
  if (how.mode == Mode::Sqrt) chosen = rewriter.sqrt();
  if (how.mode == Mode::Budget) {
    std::vector<Stretch> order = rewriter.blocks();
    std::stable_sort(order.begin(), order.end(), [](const Stretch& a, const Stretch& b) {
      return static_cast<double>(a.savedBytes) * b.work > static_cast<double>(b.savedBytes) * a.work;
    });
    std::vector<std::int64_t> own;
    std::vector<std::int64_t>& peaks = costs.peaks ? *costs.peaks : own;
    const auto peakWith = [&](std::size_t count) {
      chosen.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
      if (count == peaks.size()) peaks.push_back(rewriter.peakOf(rewriter.rewrite(chosen).graph));
      return peaks[count] + how.overheadBytes;
    };
    std::int64_t least = peakWith(0);
    for (std::size_t count = 1; least > how.budgetBytes && count <= order.size(); ++count) least = std::min(least, peakWith(count));
    if (least > how.budgetBytes) refuseBudget(backward.graph, how.budgetBytes, least);
  }
  int repeated = 0;
  AutodiffResult result = rewriter.rewrite(chosen, &repeated);
  if (how.mode != Mode::Budget && !chosen.empty()) {
    const std::int64_t with = rewriter.peakOf(result.graph), without = rewriter.peakOf(backward.graph);
    if (with >= without) {
      result = backward;
      result.report = {};
      result.report.pass = "checkpointing";
      result.report.notes = {checkpointingSavesNothing(with, without)};
      return result;
    }
  }
  result.report = reportChange("checkpointing", backward.graph, result.graph);
  std::int64_t saved = 0;
  for (const Stretch& stretch : chosen) saved += stretch.savedBytes;
  result.report.notes.push_back(fmt::format("{} nodes of {} segments run again in the backward pass; {:.1f} MiB of activations are not kept",
                                            repeated, chosen.size(), static_cast<double>(saved) / 1048576.0));
  return result;
}

}  // namespace stepscope
