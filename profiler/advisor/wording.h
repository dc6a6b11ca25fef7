// Helpers for rules: the three answers, cures, figures as text, times and gains.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"

namespace stepscope::advice {

Finding found(double figure, std::string unit, std::string sentence, std::string emphasis = {});
Finding notFound(double figure, std::string unit, std::string sentence);
Finding notEnough(std::string missing);  // "The trace has no steps: shares of a step are not known."
// The rule is not about this kind of trace: it is not listed, unless nothing at all is recorded.
Finding doesNotApply(std::string why);

// percent(0.396) is "39.6 %", with three significant digits. milliseconds() is text::milliseconds(), for code that cannot use that name: "60.2 ms".
std::string percent(double share);
std::string milliseconds(double ms);
// A mean with its noun: "1 launch", "2.5 launches", "100 kernels".
std::string counted(double value, std::string_view one, std::string_view more = {});

// A cure that sets a switch of the run to a value; empty if the switches are not known, or if they have it already or cannot have it.
std::optional<Cure> turn(const AdviceFacts& facts, std::string_view key, std::int64_t value);
std::optional<Cure> turn(const AdviceFacts& facts, std::string_view key, std::string_view choice);
// A cure that is a line to copy.
Cure setting(std::string title, std::string line);
// A setting in the terms of the trace's framework; for another origin those of PyTorch and JAX.
Cure foreignSetting(const AdviceFacts& facts, std::string title, std::string pytorch, std::string jax, std::string tensorflow = {});

// Whether the steps are those of one of our runs on the CPU, which rules about its switches need.
bool ownOnCpu(const AdviceFacts& facts);
// Sentences for what is missing, used by several rules.
std::string withoutSteps();
std::string withoutRun();
// The answer if no kernel ran on a GPU: rules about GPUs do not apply.
Finding withoutGpu(const AdviceFacts& facts);

// The nodes of our own trace that `wanted` accepts, the longest first (at most kMostEvidence), and the time of all of them within the steps.
struct NodeTime {
  std::int64_t ns = 0;
  std::vector<std::int32_t> nodes;
};
NodeTime timeOfNodes(const TraceFacts& facts, const std::function<bool(const TraceNode&)>& wanted);
// Whether the node is a convolution, linear layer, matrix product, attention or recurrent layer: ops with several kernels to choose from.
bool isProduct(const TraceNode& node);
bool isConvolution(const TraceNode& node);

// The number of steps that overlap these ranges.
std::int64_t stepsWith(const TraceFacts& facts, const std::vector<TimeRange>& ranges);

// By how much a step would be shorter at best with `change`, in ms, by the replay of its critical path. Empty without steps, and for a GPU whose
// kernels no arrow joins with their calls.
std::optional<double> gainOf(const TraceFacts& facts, const SpanChange& change);

// The weight of a finding that takes `share` of the step: the part that the critical path lets it gain (nearly nothing if other work hides its time),
// or half of the share if the gain is not known.
double weightOf(const TraceFacts& facts, double share, const std::optional<double>& gainMs);

// gainOf(), but at most mostMs; mostMs if there is no value.
double boundedGain(const TraceFacts& facts, const SpanChange& change, double mostMs);

// The gain of a change to GPU work that nothing hides, at most mostMs. If the GPU is busy nearly all the time, the host may have waited for it in
// ways that the trace does not show: if the replay then finds hardly any gain, it is mostMs.
double gainOfGpuWork(const TraceFacts& facts, const SpanChange& change, double mostMs);
// The gain without these kernels: at most the time in which no other GPU work ran beside them. Empty without steps.
std::optional<double> gainOfKernels(const TraceFacts& facts, const std::function<bool(const TraceLane& lane, std::size_t i)>& wanted);
// A GPU that is busy for at least this part of the time is the limit, whatever the host does.
inline constexpr double kGpuBound = 0.90;

// Whether the trace joins host calls with the GPU work that they started.
bool tellsLaunches(const TraceFacts& facts);

// The change that removes the host's calls that wait for the GPU.
SpanChange withoutWaits(const Trace& trace);

inline constexpr double kFewestLaunches = 5;  // launches per step; fewer need not be joined
inline constexpr std::int64_t kGraph = 8;     // from so many kernels per call on, most are started by CUDA graphs
// The number of host calls within the steps that started kernels; a CUDA graph is one call for many kernels.
std::int64_t launchCalls(const TraceFacts& facts);
// The setting by which the trace's inference server uses CUDA graphs for decoding (a server's model cannot be compiled from outside); null if it is
// none of the known servers.
const char* graphsOfServer(const TraceFacts& facts);

// hasFused: whether PyTorch has a fused version of this optimizer ("Adam"). updatesFused: whether an optimizer in the trace is already fused.
bool hasFused(std::string_view optimizer);
bool updatesFused(const TraceFacts& facts);

// Whether any name in the trace contains one of these texts.
bool namesHave(const TraceFacts& facts, std::initializer_list<std::string_view> parts);
// A name for a sentence: a kernel without its template arguments and parameters, at most 60 characters.
std::string shortName(std::string_view name);
// What the host did within these ranges (sorted, without overlap), the three names with most time: "cudaMalloc 40 %, aten::empty 20 %". If the trace
// has Python stacks, Python is named by its function with most of the time. Empty without a replay.
inline constexpr const char* kUntold = "Python or other code without a span";  // name for host time without a span
std::string hostWorkWithin(const TraceFacts& facts, const std::vector<TimeRange>& ranges);

// Spans within the steps that `wanted` accepts, the longest first, at most kMostEvidence, and the time of all of them, counted once where they
// overlap.
struct SpanTime {
  std::int64_t ns = 0;
  std::int64_t count = 0;
  std::vector<SpanRef> longest;
  std::vector<SpanRef> sources;   // all of them; of more than kMostSources every k-th
  std::vector<TimeRange> ranges;  // sorted, without overlap
  Evidence evidence() const { return {longest, {}, {}, sources}; }
};
inline constexpr std::size_t kMostSources = 5000;
SpanTime timeOfSpans(const TraceFacts& facts, const std::function<bool(const TraceLane&, std::size_t)>& wanted);
std::vector<TimeRange> longest(std::vector<TimeRange> ranges);  // the longest first, at most kMostEvidence

}  // namespace stepscope::advice
