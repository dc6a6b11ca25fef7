#include "profiler/analysis/kernels/gpu_work.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/base/error.h"
#include "profiler/analysis/launches.h"
#include "profiler/analysis/step_windows.h"
#include "profiler/analysis/stream_times.h"
#include "profiler/trace/argument_batch.h"
#include "profiler/trace/node_keys.h"

namespace stepscope {
namespace {

constexpr std::size_t kMostRead = 3000;  // ops whose shapes are read: each one is a read from the file
constexpr std::size_t kMostNames = 5, kMostOps = 8, kMostSpans = 50;
constexpr std::size_t kMostBetween = 4;  // kernels between an attention product and its softmax: scale, mask, cast, dropout
constexpr std::string_view kOptimizerStep = "Optimizer.step#";

struct Kernel {
  SpanRef span;
  std::int64_t start = 0, ns = 0;
  KernelClass kind = KernelClass::Other;
  SpanRef op;  // the innermost op that started it; lane -1: not known
  bool byOptimizer = false;
};

bool within(const std::vector<TimeRange>& ranges, std::int64_t time) {
  if (ranges.empty()) return true;
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), time, [](std::int64_t at, const TimeRange& range) { return at < range.begin; });
  return after != ranges.begin() && time < (after - 1)->end;
}

class Reader {
 public:
  Reader(const Trace& trace, const std::vector<TimeRange>& ranges) : trace_(trace), ranges_(ranges), times_(trace) {
    gather();
    findOps();
    classify();
  }

  GpuWork work() {
    GpuWork work;
    countClasses(work);
    countProducts(work);
    countOptimizers(work);
    for (auto& [stream, kernels] : byStream()) {
      findChains(kernels, work.chains);
      findAttention(kernels, work.attention);
    }
    std::sort(work.attention.between.begin(), work.attention.between.end());
    std::stable_sort(chains_.begin(), chains_.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& chain : chains_)
      if (work.chains.longest.size() < kMostSpans) work.chains.longest.push_back(chain.second);
    return work;
  }

 private:
  std::string_view name(SpanRef span) const { return trace_.names.name(trace_.laneOf(span).name[span.index]); }

  void gather() {
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const TraceLane& from = trace_.lanes[l];
      for (std::size_t i = 0; i < from.size(); ++i) {
        if (from.kindOf(i) != SpanKind::Kernel || !within(ranges_, from.start[i])) continue;
        const SpanRef span{static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)};
        kernels_.push_back({span, from.start[i], times_.ns(from, i), KernelClass::Other, {}});
      }
    }
  }

  void findOps() {
    const std::vector<Launch> launches = launchesOf(trace_);
    forLaunchingOps(
        trace_, launches, [](const TraceLane& lane, std::size_t i) { return lane.kindOf(i) == SpanKind::CpuOp; },
        [&](const Launch& launch, const std::vector<SpanRef>& ops) {
          const auto at = std::lower_bound(kernels_.begin(), kernels_.end(), launch.work, [](const Kernel& k, SpanRef s) { return k.span < s; });
          if (at == kernels_.end() || at->span != launch.work) return;
          const auto number = static_cast<std::size_t>(at - kernels_.begin());
          calls_.push_back({trace_.laneOf(launch.call).start[launch.call.index], number, trace_.laneOf(launch.call).track});
          if (ops.empty()) return;
          Kernel& kernel = *at;
          kernel.op = ops.front();
          // aten::convolution_backward calls nothing else, but aten::conv2d calls aten::convolution, which calls aten::cudnn_convolution: the work
          // belongs to the innermost op whose work can be counted.
          for (const SpanRef& op : ops)
            if (knowsWork(op)) {
              charged_.push_back({op, number});
              break;
            }
        });
  }

  bool knowsWork(SpanRef op) {
    const auto [known, isNew] = hasWork_.try_emplace(trace_.laneOf(op).name[op.index], false);
    if (isNew) known->second = hasOpWork(name(op));
    return known->second;
  }

  void classify() {
    std::map<std::pair<std::uint32_t, std::int64_t>, KernelClass> known;  // by the names of kernel and op
    for (Kernel& kernel : kernels_) {
      const std::int64_t op = kernel.op.lane >= 0 ? static_cast<std::int64_t>(trace_.laneOf(kernel.op).name[kernel.op.index]) : nodeOf(kernel);
      const auto [it, isNew] = known.try_emplace({trace_.laneOf(kernel.span).name[kernel.span.index], op}, KernelClass::Other);
      if (isNew) it->second = kernelClass(name(kernel.span), opName(kernel));
      kernel.kind = it->second;
    }
  }

  // A negative number stands for the node, so that it differs from the id of a name.
  std::int64_t nodeOf(const Kernel& kernel) const { return -2 - static_cast<std::int64_t>(trace_.laneOf(kernel.span).node[kernel.span.index]); }

  std::string_view opName(const Kernel& kernel) const {
    if (kernel.op.lane >= 0) return name(kernel.op);
    const TraceNode* node = stepscope::nodeOf(trace_, trace_.laneOf(kernel.span).node[kernel.span.index]);
    return node ? std::string_view(node->op) : std::string_view();
  }

  void countClasses(GpuWork& work) {
    std::array<ClassTime, kKernelClasses> classes;
    std::array<std::map<std::string, NamedTime>, kKernelClasses> names;
    std::map<std::pair<std::uint32_t, std::string_view>, NamedTime> byName;
    std::map<std::pair<std::uint32_t, std::string_view>, KernelClass> kinds;
    for (const Kernel& kernel : kernels_) {
      ClassTime& all = classes[static_cast<std::size_t>(kernel.kind)];
      all.kind = kernel.kind;
      ++all.calls;
      all.ns += kernel.ns;
      all.fusedNs += alreadyFused(name(kernel.span)) ? kernel.ns : 0;
      work.ns += kernel.ns;
      const std::pair key{trace_.laneOf(kernel.span).name[kernel.span.index], opName(kernel)};
      NamedTime& named = byName[key];
      ++named.calls;
      named.ns += kernel.ns;
      kinds[key] = kernel.kind;
    }
    for (const auto& [key, time] : byName) {
      const std::string label = key.second.empty() ? kernelLabel(trace_.names.name(key.first)) : std::string(key.second);
      NamedTime& sum = names[static_cast<std::size_t>(kinds[key])][label];
      sum.name = label;
      sum.calls += time.calls;
      sum.ns += time.ns;
    }
    for (std::size_t c = 0; c < classes.size(); ++c) {
      if (classes[c].calls == 0) continue;
      for (auto& [label, time] : names[c]) classes[c].names.push_back(std::move(time));
      std::stable_sort(classes[c].names.begin(), classes[c].names.end(), [](const NamedTime& a, const NamedTime& b) { return a.ns > b.ns; });
      if (classes[c].names.size() > kMostNames) classes[c].names.resize(kMostNames);
      work.classes.push_back(std::move(classes[c]));
    }
    std::stable_sort(work.classes.begin(), work.classes.end(), [](const ClassTime& a, const ClassTime& b) { return a.ns > b.ns; });
    work.productNs = work.of(KernelClass::Product) + work.of(KernelClass::Convolution) + work.of(KernelClass::Attention);
  }

  void countProducts(GpuWork& work) {
    if (!trace_.arguments) return;
    // Sorted by op; the kernels of an op stay in the order of their calls.
    std::stable_sort(charged_.begin(), charged_.end(), [](const Charge& a, const Charge& b) { return a.op < b.op; });
    struct Op {
      SpanRef op;
      std::int64_t ns = 0;
      std::size_t first = 0, last = 0;  // range in charged_
    };
    std::vector<Op> ops;
    for (std::size_t first = 0; first < charged_.size();) {
      Op op{charged_[first].op, 0, first, first};
      for (; op.last < charged_.size() && charged_[op.last].op == op.op; ++op.last) op.ns += kernels_[charged_[op.last].kernel].ns;
      first = op.last;
      if (trace_.laneOf(op.op).argumentsOf(op.op.index) != kNoArguments) ops.push_back(op);
    }
    std::sort(ops.begin(), ops.end(), [](const Op& a, const Op& b) { return a.ns != b.ns ? a.ns > b.ns : a.op < b.op; });
    if (ops.size() > kMostRead) ops.resize(kMostRead);
    std::vector<std::uint64_t> handles;
    for (const Op& op : ops) handles.push_back(trace_.laneOf(op.op).argumentsOf(op.op.index));
    std::vector<std::optional<OpWork>> known(ops.size());
    try {
      eachArguments(trace_, handles, [&](std::size_t at, std::string_view json, std::size_t) {
        known[at] = opWork(name(ops[at].op), nlohmann::json::parse(json, nullptr, false));
      });
    } catch (const Error&) {
      return;  // the file is deleted, which other tables report
    }
    std::map<std::pair<std::string, std::string>, ProductTime> rows;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (!known[i]) continue;
      ProductTime& row = rows[{std::string(name(ops[i].op)), known[i]->shapes}];
      row.op = name(ops[i].op);
      row.work = *known[i];
      ++row.calls;
      row.ns += ops[i].ns;
      for (std::size_t c = ops[i].first; c < ops[i].last; ++c) {
        const Kernel& kernel = kernels_[charged_[c].kernel];
        work.knownProductNs += isProduct(kernel.kind) ? kernel.ns : 0;
      }
      if (row.longest.size() < kMostOps) row.longest.push_back(ops[i].op);
    }
    for (auto& [key, row] : rows) work.products.push_back(std::move(row));
    std::stable_sort(work.products.begin(), work.products.end(), [](const ProductTime& a, const ProductTime& b) { return a.ns > b.ns; });
  }

  static bool isProduct(KernelClass kind) {
    return kind == KernelClass::Product || kind == KernelClass::Convolution || kind == KernelClass::Attention;
  }

  std::map<std::int32_t, std::vector<const Kernel*>> byStream() const {
    std::map<std::int32_t, std::vector<const Kernel*>> streams;
    for (const Kernel& kernel : kernels_) streams[trace_.laneOf(kernel.span).track].push_back(&kernel);
    for (auto& [track, kernels] : streams)
      std::stable_sort(kernels.begin(), kernels.end(), [](const Kernel* a, const Kernel* b) { return a->start < b->start; });
    return streams;
  }

  bool joinable(const Kernel& kernel) const {
    return boundByMemory(kernel.kind) && !kernel.byOptimizer && kernel.kind != KernelClass::Optimizer && kernel.kind != KernelClass::Indexing &&
           !alreadyFused(name(kernel.span));
  }

  void findChains(const std::vector<const Kernel*>& kernels, KernelChains& chains) {
    for (std::size_t i = 0; i < kernels.size();) {
      std::size_t end = i;
      std::int64_t sum = 0, longest = 0;
      for (; end < kernels.size() && joinable(*kernels[end]) && sameStep(*kernels[i], *kernels[end]); ++end) {
        sum += kernels[end]->ns;
        longest = std::max(longest, kernels[end]->ns);
      }
      if (end - i >= 2) {
        ++chains.chains;
        chains.kernels += static_cast<std::int64_t>(end - i);
        chains.ns += sum;
        chains.beyondLongestNs += sum - longest;
        chains_.push_back({sum, kernels[i]->span});
      }
      i = std::max(end, i + 1);
    }
  }

  // A compiler does not join kernels of two steps.
  bool sameStep(const Kernel& a, const Kernel& b) const {
    if (ranges_.empty()) return true;
    const auto step = [&](const Kernel& kernel) {
      return std::upper_bound(ranges_.begin(), ranges_.end(), kernel.start, [](std::int64_t at, const TimeRange& range) { return at < range.begin; });
    };
    return step(a) == step(b);
  }

  bool isBatchedProduct(const Kernel& kernel) const {
    if (kernel.kind != KernelClass::Product || kernel.op.lane < 0) return false;
    const std::string_view op = name(kernel.op);
    return op == "aten::bmm" || op == "aten::baddbmm" || op == "aten::matmul";
  }

  void findAttention(const std::vector<const Kernel*>& kernels, OpenAttention& attention) {
    const auto between = [&](const Kernel& kernel) { return kernel.kind == KernelClass::Elementwise || kernel.kind == KernelClass::Copy; };
    for (std::size_t i = 1; i + 1 < kernels.size(); ++i) {
      if (kernels[i]->kind != KernelClass::Softmax) continue;
      std::size_t first = i - 1, last = i + 1;
      while (first > 0 && i - first <= kMostBetween && between(*kernels[first])) --first;
      while (last + 1 < kernels.size() && last - i <= kMostBetween && between(*kernels[last])) ++last;
      if (!isBatchedProduct(*kernels[first]) || !isBatchedProduct(*kernels[last])) continue;
      ++attention.times;
      attention.kernels += static_cast<std::int64_t>(last - first + 1);
      for (std::size_t k = first; k <= last; ++k) attention.ns += kernels[k]->ns;
      for (std::size_t k = first + 1; k < last; ++k) attention.between.push_back(kernels[k]->span);
      if (attention.softmax.size() < kMostSpans) attention.softmax.push_back(kernels[i]->span);
    }
  }

  void countOptimizers(GpuWork& work) {
    struct Range {
      TimeRange range;
      std::int32_t track;
      std::size_t optimizer;
    };
    std::vector<Range> ranges;
    for (std::size_t l = 0; l < trace_.lanes.size(); ++l) {
      const TraceLane& from = trace_.lanes[l];
      if (trace_.tracks[static_cast<std::size_t>(from.track)].kind == TrackKind::Stream) continue;
      for (std::size_t i = 0; i < from.size(); ++i) {
        const std::string_view text = trace_.names.name(from.name[i]);
        if (from.kindOf(i) == SpanKind::GpuAnnotation || !text.starts_with(kOptimizerStep) || !within(ranges_, from.start[i])) continue;
        std::string optimizer(text.substr(kOptimizerStep.size()));
        if (optimizer.ends_with(".step")) optimizer.resize(optimizer.size() - 5);
        auto at =
            std::find_if(work.optimizers.begin(), work.optimizers.end(), [&](const OptimizerSteps& known) { return known.optimizer == optimizer; });
        if (at == work.optimizers.end()) {
          work.optimizers.emplace_back().optimizer = std::move(optimizer);
          at = work.optimizers.end() - 1;
        }
        ++at->steps;
        at->hostNs += from.duration[i];
        if (at->spans.size() < kMostSpans) at->spans.push_back({static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)});
        ranges.push_back({{from.start[i], from.start[i] + from.duration[i]}, from.track, static_cast<std::size_t>(at - work.optimizers.begin())});
      }
    }
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.range.begin < b.range.begin; });
    for (const Call& call : calls_) {
      const auto after =
          std::upper_bound(ranges.begin(), ranges.end(), call.time, [](std::int64_t at, const Range& range) { return at < range.range.begin; });
      if (after == ranges.begin() || (after - 1)->range.end <= call.time) continue;
      Kernel& kernel = kernels_[call.kernel];
      kernel.byOptimizer = true;
      OptimizerSteps& optimizer = work.optimizers[(after - 1)->optimizer];
      ++optimizer.kernels;
      optimizer.fusedKernels += kernel.kind == KernelClass::Optimizer || alreadyFused(name(kernel.span)) ? 1 : 0;
      optimizer.kernelNs += kernel.ns;
    }
  }

  struct Call {
    std::int64_t time;
    std::size_t kernel;
    std::int32_t track;
  };

  const Trace& trace_;
  const std::vector<TimeRange>& ranges_;
  StreamTimes times_;
  std::vector<Kernel> kernels_;  // sorted by span
  std::vector<Call> calls_;
  std::unordered_map<std::uint32_t, bool> hasWork_;  // by name
  struct Charge {
    SpanRef op;
    std::size_t kernel;  // index in kernels_
  };
  std::vector<Charge> charged_;  // kernels of ops whose work can be counted
  std::vector<std::pair<std::int64_t, SpanRef>> chains_;
};

}  // namespace

std::int64_t GpuWork::of(KernelClass kind) const {
  for (const ClassTime& time : classes)
    if (time.kind == kind) return time.ns;
  return 0;
}

std::int64_t GpuWork::memoryBoundNs() const {
  std::int64_t sum = 0;
  for (const ClassTime& time : classes)
    if (boundByMemory(time.kind)) sum += time.ns - time.fusedNs;
  return sum;
}

GpuWork gpuWork(const Trace& trace) {
  std::vector<TimeRange> steps;
  for (const StepWindow& step : stepWindows(trace).steps) steps.push_back(step.whole);
  return Reader(trace, steps).work();
}

namespace {

// What `table` returns for the first device with a stream that it knows.
template <class Table>
auto ofDevices(const Trace& trace, const Table& table) -> decltype(table({})) {
  for (const TraceTrack& track : trace.tracks) {
    if (track.kind != TrackKind::Stream || track.device < 0) continue;
    for (const TraceDevice& device : trace.devices)
      if (device.id == track.device)
        if (const auto known = table(device.name)) return known;
  }
  return std::nullopt;
}

}  // namespace

std::optional<GpuSpec> gpuSpecOf(const Trace& trace) {
  return ofDevices(trace, gpuSpec);
}

std::optional<GpuLink> gpuLinkOf(const Trace& trace) {
  return ofDevices(trace, gpuLink);
}

double peakOf(const GpuSpec& gpu, WorkType type) {
  switch (type) {
    case WorkType::F32: return gpu.f32;
    case WorkType::F16: return gpu.f16 > 0 ? gpu.f16 : gpu.f32;
    case WorkType::BF16: return gpu.bf16 > 0 ? gpu.bf16 : gpu.f32;
    default: return 0;
  }
}

double leastNs(const OpWork& work, const GpuSpec& gpu) {
  const double peak = peakOf(gpu, work.type);
  if (peak <= 0 || gpu.bandwidth <= 0) return 0;
  return 1e9 * std::max(work.flops / peak, work.bytes / gpu.bandwidth);
}

std::string kernelLabel(std::string_view kernel) {
  constexpr std::size_t kMost = 60;
  const auto drop = [](std::string text, std::string_view part) {
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) text.erase(at, part.size());
    return text;
  };
  // For PyTorch's element-wise kernels the functor is the useful part; for others the name before the template.
  std::string text = drop(drop(drop(drop(std::string(kernel.substr(0, 400)), "void "), "(anonymous namespace)::"), "<unnamed>::"), "at::native::");
  if (const std::size_t at = text.find("elementwise_kernel<"); at != std::string::npos) {
    std::size_t begin = text.find(", ", at);
    if (begin != std::string::npos) {
      begin += 2;
      while (begin < text.size() && text[begin] >= '0' && text[begin] <= '9')
        begin = std::min(text.find_first_not_of("0123456789, ", begin), text.size());
      text = text.substr(begin);
    }
  }
  if (const std::size_t end = text.find_first_of("<(>,{"); end != std::string::npos && end > 0) text.resize(end);
  if (text.size() > kMost) text = text.substr(0, kMost - 3) + "...";
  return text;
}

}  // namespace stepscope
