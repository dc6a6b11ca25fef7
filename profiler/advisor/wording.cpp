#include "profiler/advisor/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/units.h"
#include "profiler/advisor/find_culprits.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/launches.h"

namespace stepscope {

std::string nameOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::Found: return "found";
    case Outcome::NotFound: return "not_found";
    case Outcome::NotEnoughData: break;
  }
  return "not_enough_data";
}

std::string Cure::text() const {
  return isSwitch() ? fmt::format("{} {} -> {}", key, from, to) : setting;
}

namespace advice {

Finding found(double figure, std::string unit, std::string sentence, std::string emphasis) {
  Finding finding;
  finding.outcome = Outcome::Found;
  finding.figure = figure;
  finding.unit = std::move(unit);
  finding.sentence = std::move(sentence);
  finding.emphasis = std::move(emphasis);
  return finding;
}

Finding notFound(double figure, std::string unit, std::string sentence) {
  Finding finding = found(figure, std::move(unit), std::move(sentence));
  finding.outcome = Outcome::NotFound;
  return finding;
}

Finding notEnough(std::string missing) {
  Finding finding;
  finding.sentence = std::move(missing);
  return finding;
}

Finding doesNotApply(std::string why) {
  Finding finding = notEnough(std::move(why));
  finding.applies = false;
  return finding;
}

std::string percent(double share) {
  if (share > 0 && share < 0.0001) return "under 0.01 %";
  if (share < 1 && share >= 0.9995) return text::percent(share, 3);  // so that nearly all is not shown as 100 %
  return share < 0.001 ? fmt::format("{:.1g} %", share * 100) : fmt::format("{:.3g} %", share * 100);
}

std::string milliseconds(double ms) {
  return text::milliseconds(ms);
}

std::string counted(double value, std::string_view one, std::string_view more) {
  const double whole = std::round(value);
  if (std::abs(value - whole) < 0.005 || value >= 100) return text::counted(static_cast<std::int64_t>(whole), one, more);
  return fmt::format("{:.3g} {}", value, more.empty() ? std::string(one) + 's' : std::string(more));
}

std::optional<Cure> turn(const AdviceFacts& facts, std::string_view key, std::int64_t value) {
  if (!facts.switches) return std::nullopt;
  for (const SwitchDef& def : switchDefs()) {
    if (def.key != key) continue;
    const std::int64_t now = def.get(*facts.switches);
    if (now == value || value < def.minimum || value > def.maximum || !whyRefused(def, facts.place, *facts.switches, value).empty())
      return std::nullopt;
    Cure cure;
    cure.key = def.key;
    cure.title = def.title;
    cure.from = valueText(def, now);
    cure.to = valueText(def, value);
    cure.value = value;
    if (def.choices.empty()) cure.setting = fmt::format("{} = {}", def.key, cure.to);
    else if (def.choices == std::vector<std::string>{"off", "on"}) cure.setting = fmt::format("{} = {}", def.key, value == 1);
    else cure.setting = fmt::format("{} = \"{}\"", def.key, cure.to);
    return cure;
  }
  return std::nullopt;
}

std::optional<Cure> turn(const AdviceFacts& facts, std::string_view key, std::string_view choice) {
  for (const SwitchDef& def : switchDefs()) {
    if (def.key != key) continue;
    const auto at = std::find(def.choices.begin(), def.choices.end(), choice);
    if (at != def.choices.end()) return turn(facts, key, static_cast<std::int64_t>(at - def.choices.begin()));
  }
  return std::nullopt;
}

Cure setting(std::string title, std::string line) {
  Cure cure;
  cure.title = std::move(title);
  cure.setting = std::move(line);
  return cure;
}

Cure foreignSetting(const AdviceFacts& facts, std::string title, std::string pytorch, std::string jax, std::string tensorflow) {
  const Origin origin = facts.trace.origin;
  if (origin == Origin::PyTorch || jax.empty()) return setting(std::move(title), std::move(pytorch));
  if (origin == Origin::Jax) return setting(std::move(title), std::move(jax));
  if (origin == Origin::TensorFlow && !tensorflow.empty()) return setting(std::move(title), std::move(tensorflow));
  return setting(std::move(title), fmt::format("PyTorch: {}; JAX: {}", pytorch, jax));
}

bool ownOnCpu(const AdviceFacts& facts) {
  return facts.trace.origin == Origin::Own && !facts.trace.gpu && !(facts.machine && facts.machine->gpu);
}

std::string withoutSteps() {
  return "The trace has no steps: shares of a step are not known.";
}
std::string withoutRun() {
  return "The switches of the run are not known: a trace alone does not hold them.";
}

Finding withoutGpu(const AdviceFacts& facts) {
  return doesNotApply(facts.trace.gpu ? "No kernel ran: only copies are in the trace." : "No GPU worked in this trace.");
}

NodeTime timeOfNodes(const TraceFacts& facts, const std::function<bool(const TraceNode&)>& wanted) {
  NodeTime time;
  for (std::size_t n = 0; n < facts.nodeNs.size(); ++n) {
    if (facts.nodeNs[n] <= 0 || !wanted(facts.trace->nodes[n])) continue;
    time.ns += facts.nodeNs[n];
    time.nodes.push_back(static_cast<std::int32_t>(n));
  }
  std::stable_sort(time.nodes.begin(), time.nodes.end(), [&](std::int32_t a, std::int32_t b) {
    return facts.nodeNs[static_cast<std::size_t>(a)] > facts.nodeNs[static_cast<std::size_t>(b)];
  });
  if (time.nodes.size() > kMostEvidence) time.nodes.resize(kMostEvidence);
  return time;
}

bool isConvolution(const TraceNode& node) {
  return node.op.starts_with("conv2d") || node.op.starts_with("conv_transpose");  // not "convert"
}

bool isProduct(const TraceNode& node) {
  for (const std::string_view start : {"linear", "matmul", "attention", "lstm", "gru"})
    if (node.op.starts_with(start)) return true;
  return isConvolution(node);
}

std::int64_t stepsWith(const TraceFacts& facts, const std::vector<TimeRange>& ranges) {
  return std::count_if(facts.steps.begin(), facts.steps.end(), [&](const StepFacts& step) { return !intersection(ranges, {step.range}).empty(); });
}

bool tellsLaunches(const TraceFacts& facts) {
  const auto& kinds = facts.trace->flows.kind;
  return std::find(kinds.begin(), kinds.end(), static_cast<std::uint8_t>(FlowKind::Launch)) != kinds.end();
}

std::optional<double> gainOf(const TraceFacts& facts, const SpanChange& change) {
  // Without arrows from calls to their kernels the replay cannot move the work of the GPU, whatever is removed on the host.
  if (facts.gpu && !tellsLaunches(facts)) return std::nullopt;
  if (!facts.replay || facts.replay->steps() == 0) return std::nullopt;
  return std::max(0.0, facts.replay->recordedStepNs() - facts.replay->stepNs(change)) * 1e-6;
}

double weightOf(const TraceFacts& facts, double share, const std::optional<double>& gainMs) {
  if (!gainMs || facts.replayedStepMs <= 0) return 0.5 * share;
  return std::min(share, std::max(*gainMs / facts.replayedStepMs, 0.01 * share));
}

SpanTime timeOfSpans(const TraceFacts& facts, const std::function<bool(const TraceLane&, std::size_t)>& wanted) {
  SpanTime time;
  struct Long {
    std::int64_t ns;
    SpanRef span;
  };
  std::vector<Long> spans;
  std::vector<TimeRange> all;
  const Trace& trace = *facts.trace;
  std::vector<TimeRange> steps;
  for (const StepFacts& step : facts.steps) steps.push_back(step.range);
  for (std::size_t l = 0; l < trace.lanes.size(); ++l) {
    const TraceLane& lane = trace.lanes[l];
    for (std::size_t i = 0; i < lane.size(); ++i) {
      if (!wanted(lane, i)) continue;
      const TimeRange range{lane.start[i], lane.start[i] + lane.duration[i]};
      if (!steps.empty()) {
        const auto step = std::upper_bound(steps.begin(), steps.end(), range.begin, [](std::int64_t at, const TimeRange& r) { return at < r.begin; });
        const bool inside = step != steps.begin() && range.begin < (step - 1)->end;
        if (!inside && (step == steps.end() || step->begin >= range.end)) continue;
      }
      ++time.count;
      all.push_back(range);
      spans.push_back({lane.duration[i], {static_cast<std::int32_t>(l), static_cast<std::uint32_t>(i)}});
    }
  }
  time.ranges = united(std::move(all));
  if (!steps.empty()) time.ranges = intersection(time.ranges, steps);
  time.ns = lengthOf(time.ranges);
  const std::size_t every = (spans.size() + kMostSources - 1) / kMostSources;
  for (std::size_t i = 0; i < spans.size(); i += every) time.sources.push_back(spans[i].span);
  const std::size_t most = std::min(spans.size(), kMostEvidence);
  std::partial_sort(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(most), spans.end(),
                    [](const Long& a, const Long& b) { return a.ns != b.ns ? a.ns > b.ns : a.span < b.span; });
  for (std::size_t i = 0; i < most; ++i) time.longest.push_back(spans[i].span);
  return time;
}

std::int64_t launchCalls(const TraceFacts& facts) {
  std::int64_t calls = 0;
  SpanRef last;
  for (const Launch& launch : launchesOf(*facts.trace)) {
    const TraceLane& lane = facts.trace->laneOf(launch.call);
    const TraceLane& work = facts.trace->laneOf(launch.work);
    const std::int64_t at = lane.start[launch.call.index];
    if (work.kindOf(launch.work.index) != SpanKind::Kernel || at < facts.steps.front().range.begin || at >= facts.steps.back().range.end) continue;
    calls += launch.call != last;
    last = launch.call;
  }
  return calls;
}

const char* graphsOfServer(const TraceFacts& facts) {
  if (namesHave(facts, {"vllm/", "vllm::"})) return "vLLM: enforce_eager=False, and cudagraph_capture_sizes that hold the batch sizes of decoding";
  if (namesHave(facts, {"sglang/"})) return "SGLang: without --disable-cuda-graph, and --cuda-graph-max-bs at least the batch of decoding";
  if (namesHave(facts, {"text_generation_server/"})) return "TGI: --cuda-graphs with the batch sizes of decoding";
  if (namesHave(facts, {"tensorrt_llm/"})) return "TensorRT-LLM: cuda_graph_config with the batch sizes of decoding";
  return nullptr;
}

bool hasFused(std::string_view optimizer) {
  // fused=True on CUDA (PyTorch 2.9, torch.optim documentation).
  constexpr std::array kFused{"Adam", "AdamW", "SGD", "Adagrad"};
  return std::find(kFused.begin(), kFused.end(), optimizer) != kFused.end();
}

bool updatesFused(const TraceFacts& facts) {
  return namesHave(facts, {"aten::_fused_", "FusedAdam", "FusedOptimizer", "FusedSgd", "FusedLamb", "FusedNovoGrad"});
}

bool namesHave(const TraceFacts& facts, std::initializer_list<std::string_view> parts) {
  const NameTable& names = facts.trace->names;
  for (std::uint32_t n = 0; n < names.size(); ++n)
    for (const std::string_view part : parts)
      if (names.name(n).find(part) != std::string_view::npos) return true;
  return false;
}

double gainOfGpuWork(const TraceFacts& facts, const SpanChange& change, double mostMs) {
  constexpr double kHardly = 0.1;  // fraction of mostMs
  const double gain = boundedGain(facts, change, mostMs);
  return gain < kHardly * mostMs && facts.sheet.gpuBusy().value_or(0) >= kGpuBound ? mostMs : gain;
}

std::optional<double> gainOfKernels(const TraceFacts& facts, const std::function<bool(const TraceLane& lane, std::size_t i)>& wanted) {
  if (facts.steps.empty()) return std::nullopt;
  std::vector<TimeRange> steps;
  for (const StepFacts& step : facts.steps) steps.push_back(step.range);
  const auto others =
      rangesWhere(*facts.trace, -1, [&](const TraceLane& lane, std::size_t i) { return isGpuWork(lane.kindOf(i)) && !wanted(lane, i); });
  const auto alone = difference(intersection(rangesWhere(*facts.trace, -1, wanted), steps), others);
  return gainOfGpuWork(facts, {[&](const TraceLane& lane, std::size_t i, TimeClass) { return wanted(lane, i) ? 0.0 : 1.0; }, false},
                       facts.msPerStep(lengthOf(alone)));
}

SpanChange withoutWaits(const Trace& trace) {
  std::vector<char> waits;
  for (std::uint32_t n = 0; n < trace.names.size(); ++n) waits.push_back(waitsForGpu(trace.names.name(n), SpanKind::Runtime));
  return {[waits = std::move(waits)](const TraceLane& lane, std::size_t i, TimeClass) {
            return lane.kindOf(i) == SpanKind::Runtime && waits[lane.name[i]] ? 0.0 : 1.0;
          },
          false};
}

double boundedGain(const TraceFacts& facts, const SpanChange& change, double mostMs) {
  const std::optional<double> gain = gainOf(facts, change);
  return gain ? std::min(*gain, mostMs) : mostMs;
}

std::string shortName(std::string_view name) {
  constexpr std::size_t kLongest = 60;
  for (const std::string_view prefix : {"void ", "at::native::", "(anonymous namespace)::"})
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  // Cuts template arguments and parameters of a kernel; a Python frame ("train.py(80): main") keeps its line.
  if (const std::size_t at = name.find('<'); at != std::string_view::npos && at > 0) name = name.substr(0, at);
  if (const std::size_t at = name.find('('); at != std::string_view::npos && at > 0 && name.find("): ") == std::string_view::npos &&
                                             !name.starts_with("Memcpy") && !name.starts_with("enumerate") && !name.starts_with("Memset"))
    name = name.substr(0, at);
  while (name.ends_with(' ')) name.remove_suffix(1);
  return name.size() > kLongest ? std::string(name.substr(0, kLongest - 3)) + "..." : std::string(name);
}

std::string hostWorkWithin(const TraceFacts& facts, const std::vector<TimeRange>& ranges) {
  if (!facts.replay) return {};
  std::map<std::string, std::int64_t> sums;
  std::vector<TimeRange> untold;  // no op, no call: Python, if the trace has no other span
  std::int64_t all = 0, untoldNs = 0;
  std::size_t r = 0;
  for (const HostPart& part : facts.replay->host()) {
    while (r < ranges.size() && ranges[r].end <= part.begin) ++r;
    std::vector<TimeRange> within;
    for (std::size_t k = r; k < ranges.size() && ranges[k].begin < part.end; ++k)
      within.push_back({std::max(ranges[k].begin, part.begin), std::min(ranges[k].end, part.end)});
    const std::int64_t ns = lengthOf(within);
    if (ns <= 0) continue;
    all += ns;
    if (part.span.lane >= 0) {
      const TraceLane& of = facts.trace->laneOf(part.span);
      if (of.kindOf(part.span.index) == SpanKind::Runtime && waitsForGpu(facts.trace->names.name(of.name[part.span.index]), SpanKind::Runtime))
        continue;  // the host waits here, too
    }
    const TraceLane* lane = part.span.lane >= 0 ? &facts.trace->laneOf(part.span) : nullptr;
    if (lane && static_cast<Category>(lane->category[part.span.index]) != Category::Step) {
      sums[shortName(facts.trace->names.name(lane->name[part.span.index]))] += ns;
    } else {
      untoldNs += ns;
      untold.insert(untold.end(), within.begin(), within.end());
    }
  }
  if (untoldNs > 0) {
    if (hasStacks(*facts.trace))
      for (const Culprit& frame : framesWithin(facts, HostStacks(*facts.trace), united(std::move(untold)))) {
        const std::int64_t ns = std::min(frame.ns, untoldNs);
        sums[frame.place] += ns;
        untoldNs -= ns;
      }
    if (untoldNs > 0) sums[kUntold] += untoldNs;
  }
  std::vector<std::pair<std::string, std::int64_t>> sorted(sums.begin(), sums.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < sorted.size() && i < 3; ++i) {
    const double share = static_cast<double>(sorted[i].second) / static_cast<double>(all);
    if (share < 0.05 && i > 0) break;
    text += fmt::format("{}{} {}", i > 0 ? ", " : "", sorted[i].first, percent(share));
  }
  return text;
}

std::vector<TimeRange> longest(std::vector<TimeRange> ranges) {
  std::stable_sort(ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.end - a.begin > b.end - b.begin; });
  if (ranges.size() > kMostEvidence) ranges.resize(kMostEvidence);
  return ranges;
}

}  // namespace advice
}  // namespace stepscope
