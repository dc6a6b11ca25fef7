#include <algorithm>

#include "core/base/core_use.h"
#include "core/base/error.h"
#include "core/base/together.h"
#include "profiler/advisor/facts.h"
#include "profiler/analysis/busy_time.h"
#include "profiler/analysis/path/loader_load.h"
#include "profiler/analysis/self_time.h"
#include "profiler/analysis/step_windows.h"
#include "profiler/trace/rank_parts.h"

namespace stepscope {
namespace {

Origin originOf(const Trace& trace) {
  if (trace.events == 0) return trace.spanCount() > 0 || !trace.nodes.empty() ? Origin::Own : Origin::Other;
  bool jax = false, tensorflow = false;
  for (std::size_t n = 0; n < trace.names.size(); ++n) {
    const std::string_view name = trace.names.name(static_cast<std::uint32_t>(n));
    if (name.starts_with("aten::") || name.starts_with("ProfilerStep") || name.starts_with("enumerate(DataLoader)") || name.starts_with("autograd::"))
      return Origin::PyTorch;
    jax = jax || name.starts_with("PjitFunction") || name.starts_with("jit_") || name.starts_with("XlaModule") ||
          name.find("PjRt") != std::string_view::npos;
    tensorflow = tensorflow || name.starts_with("EagerLocalExecute") || name.starts_with("ExecutorState::") ||
                 name.starts_with("IteratorGetNextOp::") || name.starts_with("KernelAndDeviceFunc::") || name.starts_with("FunctionRun");
  }
  // Parts of TensorFlow's runtime have the same names as JAX's.
  return tensorflow ? Origin::TensorFlow : jax ? Origin::Jax : Origin::Other;
}

// The steps that every table counts: overlapping time counts once, and a last step that was cut off is left out.
std::vector<StepFacts> stepsOf(const Trace& trace, const FactSheet& sheet) {
  std::vector<StepFacts> steps;
  for (const StepWindow& step : sheet.exclusive.windows.steps) steps.push_back({step.host, step.number, step.span});
  if (sheet.wholeTrace && trace.events > 0) steps.push_back({{trace.begin, trace.end}, -1, {}});
  return steps;
}

bool tellsTraining(const Trace& trace) {
  for (std::uint32_t n = 0; n < trace.names.size(); ++n) {
    const std::string_view name = trace.names.name(n);
    if (name.starts_with("autograd::engine::") || name.starts_with("Optimizer.") || name.find("Backward") != std::string_view::npos) return true;
  }
  return std::any_of(trace.nodes.begin(), trace.nodes.end(), [](const TraceNode& node) { return node.category == Category::Backward; });
}

void append(std::vector<TimeRange>& to, const std::vector<TimeRange>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Sets the means over the GPUs, and the ranges of all GPUs.
void meanOverDevices(TraceFacts& facts) {
  const std::vector<DeviceFacts>& devices = facts.sheet.devices;
  const auto count = static_cast<std::int64_t>(devices.size());
  for (const DeviceFacts& device : devices) {
    if (device.idle.spanNs <= 0) continue;
    for (int r = 0; r < kIdleReasons; ++r) facts.idle.reasonNs[r] += device.idle.reasonNs[r] / count;
    facts.idle.spanNs += device.idle.spanNs / count;
    facts.idle.busyNs += device.idle.busyNs / count;
    facts.idle.gaps += device.idle.gaps;
    facts.idle.kernels += device.idle.kernels;
    append(facts.idle.hostRanges, device.idle.hostRanges);
    facts.idle.longest.insert(facts.idle.longest.end(), device.idle.longest.begin(), device.idle.longest.end());
    facts.hostIdle.allocation += device.host.allocation / count;
    facts.hostIdle.modules += device.host.modules / count;
    facts.hostIdle.copyCalls += device.host.copyCalls / count;
    facts.hostIdle.saving += device.host.saving / count;
    facts.hostIdle.afterSync += device.host.afterSync / count;
    facts.hostIdle.pauses += device.host.pauses / count;
    facts.hostIdle.launches += device.host.launches / count;
    append(facts.hostIdle.pauseRanges, device.host.pauseRanges);
    append(facts.hostIdle.syncRanges, device.host.syncRanges);
    append(facts.hostIdle.allocationRanges, device.host.allocationRanges);
    append(facts.hostIdle.launchRanges, device.host.launchRanges);
  }
  for (std::vector<TimeRange>* ranges : {&facts.hostIdle.pauseRanges, &facts.hostIdle.syncRanges, &facts.hostIdle.allocationRanges,
                                         &facts.hostIdle.launchRanges, &facts.idle.hostRanges})
    *ranges = united(std::move(*ranges));
  std::stable_sort(facts.idle.longest.begin(), facts.idle.longest.end(),
                   [](const GpuGap& a, const GpuGap& b) { return a.range.end - a.range.begin > b.range.end - b.range.begin; });
}

void gatherSpans(const Trace& trace, const std::vector<TimeRange>& steps, TraceFacts& facts) {
  const std::int32_t trainer = mainTrack(trace);
  const bool own = facts.origin == Origin::Own;
  if (own) {
    facts.nodeNs.assign(trace.nodes.size(), 0);
    facts.nodeRuns.assign(trace.nodes.size(), 0);
  }
  std::vector<TimeRange> waits, validations, busy;
  for (const TraceLane& lane : trace.lanes) {
    const TraceTrack& track = trace.tracks[static_cast<std::size_t>(lane.track)];
    const bool loader = own && isLoader(track);
    WorkerFacts* worker = nullptr;
    if (loader) {
      const auto same = std::find_if(facts.workers.begin(), facts.workers.end(), [&](const WorkerFacts& w) { return w.name == track.name; });
      worker = same != facts.workers.end() ? &*same : &facts.workers.emplace_back(WorkerFacts{track.name, 0, {}});
    }
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const TimeRange range{lane.start[i], lane.start[i] + lane.duration[i]};
      const auto category = static_cast<Category>(lane.category[i]);
      if (isGpuWork(lane.kindOf(i))) busy.push_back(range);
      if (lane.track == trainer && category == Category::Data) waits.push_back(range);
      if (category == Category::Validation) validations.push_back(range);
      if (worker && category == Category::Data) worker->batchMs.push_back(static_cast<double>(lane.duration[i]) * 1e-6);
      if (worker && category == Category::Data && !steps.empty())
        worker->busyNs += std::max<std::int64_t>(0, std::min(range.end, steps.back().end) - std::max(range.begin, steps.front().begin));
      if (!own) continue;
      const std::int32_t node = lane.node[i];
      if (node < 0 || static_cast<std::size_t>(node) >= trace.nodes.size()) continue;
      const auto step = std::upper_bound(steps.begin(), steps.end(), range.begin, [](std::int64_t at, const TimeRange& r) { return at < r.begin; });
      if (step == steps.begin() || range.begin >= (step - 1)->end) continue;
      facts.nodeNs[static_cast<std::size_t>(node)] += lane.duration[i];
      ++facts.nodeRuns[static_cast<std::size_t>(node)];
    }
  }
  facts.tellsLoader = !waits.empty();
  facts.dataWaits = intersection(united(std::move(waits)), steps);
  facts.validations = united(std::move(validations));
  facts.gpuBusy = united(std::move(busy));
}

}  // namespace

double TraceFacts::categoryMs(Category category) const {
  for (const CategoryTime& time : breakdown.categories)
    if (time.category == category) return time.msPerStep;
  return 0;
}

double TraceFacts::categoryShare(Category category) const {
  for (const CategoryTime& time : breakdown.categories)
    if (time.category == category) return time.share;
  return 0;
}

bool AdviceFacts::quiet(std::optional<double> coresTaken) {
  return coresTaken && *coresTaken <= CoreUse::kMostOthers;
}

TraceFacts traceFacts(std::shared_ptr<const Trace> given) {
  TraceFacts facts;
  facts.trace = given ? std::move(given) : std::make_shared<const Trace>();
  if (const std::vector<std::int32_t> ranks = ranksOf(*facts.trace); !ranks.empty()) {
    facts.ranks = facts.trace;
    facts.trace = std::make_shared<const Trace>(onlyRank(*facts.ranks, ranks.front()));
  }
  const Trace& trace = *facts.trace;
  facts.origin = originOf(trace);
  // Independent parts run in parallel, the longest first. A trace without steps has no replay, one without a GPU no kernels.
  std::shared_ptr<const StepReplay> replay;
  CriticalPath path;
  GpuWork work;
  std::vector<KernelRow> kernels;
  together({[&] {
              replay = std::make_shared<const StepReplay>(trace);
              path = criticalPath(trace, *replay);
            },
            [&] { facts.sheet = facts.ranks ? factSheetOfRank(trace, *facts.ranks) : factSheet(trace); },
            [&] {
              std::vector<TimeRange> whole;  // as gpuWork counts them
              for (const StepWindow& step : stepWindows(trace).steps) whole.push_back(step.whole);
              try {
                kernels = kernelTable(trace, whole);
              } catch (const Error& error) {
                facts.kernelProblem = error.what();
              }
            },
            [&] { work = gpuWork(trace); }, [&] { facts.breakdown = breakDown(trace); }});
  facts.steps = stepsOf(trace, facts.sheet);
  facts.wholeTrace = facts.sheet.wholeTrace && !facts.steps.empty();
  facts.trains = tellsTraining(trace);
  std::vector<double> stepMs;
  std::vector<TimeRange> steps;
  for (const StepFacts& step : facts.steps) {
    facts.stepsNs += step.range.end - step.range.begin;
    stepMs.push_back(step.ms());
    steps.push_back(step.range);
  }
  facts.medianStepMs = quantileOf(stepMs, 0.5);
  facts.exclusive = facts.sheet.exclusive;
  facts.unrecordedStepMs = static_cast<double>(trace.unrecordedStepNs) * 1e-6;
  gatherSpans(trace, steps, facts);
  facts.gpu = !facts.gpuBusy.empty();
  if (!facts.steps.empty()) {
    facts.replayedStepMs = replay->recordedStepNs() * 1e-6;
    facts.replay = std::move(replay);
    facts.path = std::move(path);
  }
  if (!facts.gpu) {
    facts.kernelProblem.clear();
    return facts;
  }
  facts.gpuSpan = {facts.gpuBusy.front().begin, facts.gpuBusy.back().end};
  facts.gpuInSteps = intersection(facts.gpuBusy, steps);
  meanOverDevices(facts);
  facts.work = std::move(work);
  facts.gpuSpec = gpuSpecOf(trace);
  facts.kernels = std::move(kernels);
  return facts;
}

void findGains(TraceFacts& facts) {
  constexpr std::size_t kNames = 4;
  if (facts.replay) facts.gains = gainsOf(*facts.trace, *facts.replay, facts.path, kNames);
}

}  // namespace stepscope
