#include "profiler/analysis/ops/op_table.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "profiler/analysis/kernel_table.h"
#include "profiler/analysis/ops/op_counters.h"
#include "profiler/analysis/ops/op_labels.h"
#include "profiler/analysis/ops/op_spans.h"
#include "profiler/analysis/stream_times.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::uint32_t kNoStep = ~0u;
constexpr std::int64_t kMostSteps = 1 << 20;

// Rows by label, without a search, and intermediate data needed only until the end.
class Rows {
 public:
  explicit Rows(std::size_t steps) : steps_(steps) {}
  struct Gathered {
    OpRow row;
    std::size_t label;
    std::array<std::int64_t, static_cast<std::size_t>(Category::Other) + 1> byCategory{};
    std::unordered_map<std::int32_t, std::int64_t> nodeNs;
  };
  Gathered& at(std::size_t label) {
    if (label >= slots_.size()) slots_.resize(label + label / 2 + 1, -1);
    if (slots_[label] < 0) {
      slots_[label] = static_cast<std::int32_t>(rows_.size());
      rows_.emplace_back().label = label;
      rows_.back().row.nsOfStep.resize(steps_);
    }
    return rows_[static_cast<std::size_t>(slots_[label])];
  }
  std::vector<Gathered>& all() { return rows_; }

 private:
  std::size_t steps_;
  std::vector<std::int32_t> slots_;
  std::vector<Gathered> rows_;
};

class Counting {
 public:
  Counting(const OpSpans& spans, OpTable& table)
      : spans_(spans),
        trace_(spans.trace()),
        table_(table),
        labels_(trace_, table.by, table.onGpu),
        times_(trace_),
        rows_(table.windows.steps.size()) {
    counted_ = !rateCounters(trace_).empty();
    std::int32_t last = -1;
    firstStep_ = INT32_MAX;
    for (const StepWindow& step : table.windows.steps) {
      firstStep_ = std::min(firstStep_, step.number);
      last = std::max(last, step.number);
    }
    // Steps are few and follow each other. If their numbers are far apart (a damaged recording), ops are not assigned to steps.
    if (firstStep_ >= 0 && static_cast<std::int64_t>(last) - firstStep_ < kMostSteps) {
      stepOf_.assign(static_cast<std::size_t>(std::max(0, last - firstStep_ + 1)), kNoStep);
      for (std::size_t s = 0; s < table.windows.steps.size(); ++s)
        stepOf_[static_cast<std::size_t>(table.windows.steps[s].number - firstStep_)] = static_cast<std::uint32_t>(s);
    }
  }
  bool tells() const { return labels_.tells(); }

  void countHost() {
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const TraceLane& lane = trace_.lanes[l];
      if (trace_.tracks[static_cast<std::size_t>(lane.track)].kind == TrackKind::Stream) continue;
      for (std::size_t i = 0; i < lane.size(); ++i) {
        if (!spans_.isOp(lane, i)) continue;
        Rows::Gathered& gathered = rows_.at(labels_.ofOp(lane, i));
        const std::int64_t own = spans_.selfNs(l, i);
        ++gathered.row.calls;
        gathered.row.hostTotalNs += lane.duration[i];
        gathered.row.hostSelfNs += own;
        if (!table_.onGpu) {
          addTime(gathered, lane, i, own, own);
          addNode(gathered, lane, i, own, 1);
        }
      }
    }
  }

  void countGpu() {
    // If the trace contains the kernels of a node, the node's work is divided among them by their time.
    std::unordered_map<std::int64_t, std::int64_t> nodeNs;
    const auto keyOf = [](const TraceLane& lane, std::size_t i) {
      return (static_cast<std::int64_t>(lane.node[i]) << 32) ^ static_cast<std::uint32_t>(lane.step[i]);
    };
    std::vector<std::vector<char>> told(trace_.lanes.size());
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const TraceLane& lane = trace_.lanes[l];
      if (lane.kind.empty()) continue;
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (isGpuWork(lane.kindOf(i)) && lane.node[i] >= 0) nodeNs[keyOf(lane, i)] += times_.ns(lane, i);
    }
    const auto add = [&](const TraceLane& lane, std::size_t i, std::size_t label) {
      Rows::Gathered& gathered = rows_.at(label);
      const std::int64_t ns = times_.ns(lane, i);
      ++gathered.row.gpuCalls;
      gathered.row.gpuSelfNs += ns;
      gathered.row.gpuLengthNs += lane.duration[i];
      if (counted_)
        work_.push_back({lane.start[i], lane.start[i] + lane.duration[i], trace_.tracks[static_cast<std::size_t>(lane.track)].process, label});
      if (isTensorKernel(lane.name[i])) gathered.row.tensorCoreNs += ns;
      if (!table_.onGpu) return;
      addTime(gathered, lane, i, ns, lane.duration[i]);
      if (lane.node[i] < 0) return;
      const auto whole = static_cast<double>(nodeNs[keyOf(lane, i)]);
      addNode(gathered, lane, i, ns, whole > 0 ? static_cast<double>(ns) / whole : 0);
    };
    const bool byItself = table_.by == OpGrouping::Kernel || table_.by == OpGrouping::Stream;
    if (!byItself)
      forLaunchingOps(
          trace_, spans_.launches(), [&](const TraceLane& lane, std::size_t i) { return spans_.isOp(lane, i); },
          [&](const Launch& launch, const std::vector<SpanRef>& ops) {
            const TraceLane& work = trace_.laneOf(launch.work);
            auto& done = told[static_cast<std::size_t>(launch.work.lane)];
            if (done.empty()) done.resize(work.size());
            if (!isGpuWork(work.kindOf(launch.work.index)) || done[launch.work.index]) return;
            std::size_t label = labels_.ofWork(work, launch.work.index);
            if (ops.empty() && label == 0) return;
            done[launch.work.index] = 1;
            if (label == 0) label = labels_.ofOp(trace_.laneOf(ops.front()), ops.front().index);
            add(work, launch.work.index, label);
            // Once for each label, even if it occurs in the chain several times.
            std::vector<std::size_t>& chain = chain_;
            chain.assign(1, label);
            for (const SpanRef& op : ops)
              if (const std::size_t above = labels_.ofOp(trace_.laneOf(op), op.index); std::find(chain.begin(), chain.end(), above) == chain.end())
                chain.push_back(above);
            for (const std::size_t above : chain) rows_.at(above).row.gpuTotalNs += work.duration[launch.work.index];
          });
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const TraceLane& lane = trace_.lanes[l];
      if (lane.kind.empty()) continue;
      for (std::size_t i = 0; i < lane.size(); ++i) {
        if (!isGpuWork(lane.kindOf(i)) || (!told[l].empty() && told[l][i])) continue;
        const std::size_t label = labels_.ofWork(lane, i);
        add(lane, i, label);
        rows_.at(label).row.gpuTotalNs += lane.duration[i];
      }
    }
  }

  void finish() {
    auto counters = countersOfWork(trace_, std::move(work_));
    for (Rows::Gathered& gathered : rows_.all()) {
      OpRow& row = gathered.row;
      row.name = labels_.text(gathered.label);
      if (const auto found = counters.find(gathered.label); found != counters.end()) row.counters = std::move(found->second);
      row.tensorCoreEligible = isTensorCoreEligible(row.name.substr(0, row.name.find(' ')));
      row.category = static_cast<Category>(std::max_element(gathered.byCategory.begin(), gathered.byCategory.end()) - gathered.byCategory.begin());
      if (gathered.byCategory[static_cast<std::size_t>(row.category)] == 0) row.category = Category::Other;
      std::int64_t most = -1;
      for (const auto& [node, ns] : gathered.nodeNs)
        if (ns > most || (ns == most && node < mostNode_)) {
          most = ns;
          mostNode_ = node;
          row.costliestLayer = nodeOf(trace_, node)->layer;
        }
      table_.totalNs += table_.nsOf(row);
    }
    for (Rows::Gathered& gathered : rows_.all()) {
      OpRow& row = gathered.row;
      if (table_.totalNs > 0) row.share = static_cast<double>(table_.nsOf(row)) / static_cast<double>(table_.totalNs);
      table_.rows.push_back(std::move(row));
    }
    std::sort(table_.rows.begin(), table_.rows.end(), [&](const OpRow& a, const OpRow& b) {
      const std::int64_t x = table_.nsOf(a), y = table_.nsOf(b);
      return x != y ? x > y : a.hostSelfNs != b.hostSelfNs ? a.hostSelfNs > b.hostSelfNs : a.name < b.name;
    });
  }

 private:
  std::uint32_t stepIndex(std::int32_t number) const {
    const std::int64_t at = static_cast<std::int64_t>(number) - firstStep_;
    return at >= 0 && at < static_cast<std::int64_t>(stepOf_.size()) ? stepOf_[static_cast<std::size_t>(at)] : kNoStep;
  }
  void addTime(Rows::Gathered& gathered, const TraceLane& lane, std::size_t i, std::int64_t ns, std::int64_t lasted) {
    OpRow& row = gathered.row;
    const bool first = row.longestNs == 0 && row.shortestNs == 0 && gathered.byCategory[lane.category[i]] == 0;
    row.shortestNs = first ? lasted : std::min(row.shortestNs, lasted);
    row.longestNs = std::max(row.longestNs, lasted);
    gathered.byCategory[lane.category[i]] += ns;
    if (const std::uint32_t step = stepIndex(lane.step[i]); step != kNoStep) row.nsOfStep[step] += ns;
  }
  void addNode(Rows::Gathered& gathered, const TraceLane& lane, std::size_t i, std::int64_t ns, double part) {
    const std::int32_t node = lane.node[i];
    const TraceNode* work = nodeOf(trace_, node);
    if (!work) return;
    gathered.row.flops += part * static_cast<double>(work->flops);
    gathered.row.bytes += part * static_cast<double>(work->bytes);
    gathered.nodeNs[node] += ns;
  }
  bool isTensorKernel(std::uint32_t name) {
    if (tensor_.empty()) tensor_.assign(trace_.names.size(), 2);
    if (tensor_[name] == 2) tensor_[name] = usesTensorCores(std::string(trace_.names.name(name)));
    return tensor_[name] == 1;
  }

  const OpSpans& spans_;
  const Trace& trace_;
  OpTable& table_;
  OpLabels labels_;
  StreamTimes times_;
  Rows rows_;
  std::vector<std::uint32_t> stepOf_;  // index of a step in windows.steps, by the recording's step number minus firstStep_
  std::int32_t firstStep_ = 0, mostNode_ = 0;
  std::vector<char> tensor_;  // by name
  std::vector<std::size_t> chain_;
  bool counted_ = false;  // the trace contains samples of GPU counters
  std::vector<WorkRange> work_;
};

}  // namespace

std::string_view nameOf(OpGrouping grouping) {
  constexpr std::array<std::string_view, kOpGroupings> kNames{"op", "layer", "kernel", "stream", "shape", "node"};
  return kNames[static_cast<std::size_t>(grouping)];
}

double OpTable::meanNsOf(const OpRow& row) const {
  const std::int64_t calls = onGpu ? row.gpuCalls : row.calls;
  return calls > 0 ? static_cast<double>(onGpu ? row.gpuLengthNs : row.hostSelfNs) / static_cast<double>(calls) : 0;
}

bool isTensorCoreEligible(std::string_view op) {
  // PyTorch aten/src/ATen/autocast_mode.cpp, lower_precision_fp, as torch-tb-profiler lists it.
  constexpr std::array kOps{"aten::_convolution",
                            "aten::conv1d",
                            "aten::conv2d",
                            "aten::conv3d",
                            "aten::conv_tbc",
                            "aten::conv_transpose1d",
                            "aten::conv_transpose2d",
                            "aten::conv_transpose3d",
                            "aten::convolution",
                            "aten::cudnn_convolution",
                            "aten::cudnn_convolution_transpose",
                            "aten::prelu",
                            "aten::addmm",
                            "aten::addmv",
                            "aten::addr",
                            "aten::matmul",
                            "aten::mm",
                            "aten::mv",
                            "aten::linear",
                            "aten::addbmm",
                            "aten::baddbmm",
                            "aten::bmm",
                            "aten::chain_matmul",
                            "aten::linalg_multi_dot",
                            "aten::convolution_backward"};
  return std::find(kOps.begin(), kOps.end(), op) != kOps.end();
}

OpTable opTable(const Trace& trace, OpGrouping by, bool ofHost) {
  return opTable(OpSpans(trace), by, ofHost);
}

OpTable opTable(const OpSpans& spans, OpGrouping by, bool ofHost) {
  OpTable table;
  table.by = by;
  table.windows = spans.windows();
  table.onGpu = !ofHost && spans.anyGpuWork();
  Counting counting(spans, table);
  if (!counting.tells()) {
    table.missing = by == OpGrouping::Node ? "the trace has no graph whose nodes could be counted"
                                           : "the trace contains no layers: record PyTorch with with_modules=True and with_stack=True";
    return table;
  }
  const bool byItself = by == OpGrouping::Kernel || by == OpGrouping::Stream;
  if (!table.onGpu || !byItself) counting.countHost();
  if (table.onGpu) counting.countGpu();
  counting.finish();
  if (table.rows.empty()) table.missing = "the trace has no ops and no work of a GPU";
  return table;
}

}  // namespace stepscope
