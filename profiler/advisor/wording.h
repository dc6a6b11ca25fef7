// What rules are written with: the three answers, cures, figures as text.
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
Finding notEnough(std::string missing);  // "The trace has no steps: shares of a step cannot be told."
// Such a trace is not what the rule is about: it is not listed, unless nothing at all is recorded.
Finding doesNotApply(std::string why);

// Three significant digits: "39.6 %" of 0.396; "60.2 ms" (text::milliseconds, for those who cannot name that).
std::string percent(double share);
std::string milliseconds(double ms);
// A mean with its noun: "1 launch", "2.5 launches", "100 kernels".
std::string counted(double value, std::string_view one, std::string_view more = {});

// Turns a switch of the run to a value; nothing where the switches are not known or have it already.
std::optional<Cure> turn(const AdviceFacts& facts, std::string_view key, std::int64_t value);
std::optional<Cure> turn(const AdviceFacts& facts, std::string_view key, std::string_view choice);
// A line to copy.
Cure setting(std::string title, std::string line);
// In the words of where the trace comes from; of another origin those of PyTorch and JAX.
Cure foreignSetting(const AdviceFacts& facts, std::string title, std::string pytorch, std::string jax, std::string tensorflow = {});

// Whether the steps are of a run of ours on the CPU: what rules about its switches need.
bool ownOnCpu(const AdviceFacts& facts);
// Sentences for what is missing, used by several rules.
std::string withoutSteps();
std::string withoutRun();
// No kernel ran on a GPU: rules about that do not apply.
Finding withoutGpu(const AdviceFacts& facts);

// Nodes of our own trace that `wanted` takes: their time within all steps, and the longest of them first.
struct NodeTime {
  std::int64_t ns = 0;
  std::vector<std::int32_t> nodes;
};
NodeTime timeOfNodes(const TraceFacts& facts, const std::function<bool(const TraceNode&)>& wanted);
// Convolutions, linear layers, matrix products, attention, recurrent layers: what there are several kernels for.
bool isProduct(const TraceNode& node);
bool isConvolution(const TraceNode& node);

// How many steps hold some of these ranges.
std::int64_t stepsWith(const TraceFacts& facts, const std::vector<TimeRange>& ranges);

// What the step would be shorter by, at best, were what `change` takes gone or shorter: by the replay of its critical path; ms. Nothing
// without steps, and nothing of a GPU whose kernels no arrow joins with their calls.
std::optional<double> gainOf(const TraceFacts& facts, const SpanChange& change);

// Weight of a finding that takes `share` of the step: what the critical path lets it gain, and next to
// nothing where that time is hidden by other work; half of the share where the gain is not known.
double weightOf(const TraceFacts& facts, double share, const std::optional<double>& gainMs);

// The same, and at most mostMs.
double boundedGain(const TraceFacts& facts, const SpanChange& change, double mostMs);

// The same of work of the GPU that nothing hides. Where the GPU is busy nearly all the time, the host may have waited for it in ways that the trace
// does not tell: if the replay then finds the host in the way, mostMs is the bound.
double gainOfGpuWork(const TraceFacts& facts, const SpanChange& change, double mostMs);
// Of these kernels, of which at most the time in which no other work ran beside them can be won. Nothing without steps.
std::optional<double> gainOfKernels(const TraceFacts& facts, const std::function<bool(const TraceLane& lane, std::size_t i)>& wanted);
// From here on a GPU is the limit, whatever the host does: the part of the time that it is busy.
inline constexpr double kGpuBound = 0.90;

// Whether the trace joins calls of the host with the work of the GPU that they started.
bool tellsLaunches(const TraceFacts& facts);

// Without the calls of the host that wait for the GPU.
SpanChange withoutWaits(const Trace& trace);

inline constexpr double kFewestLaunches = 5;  // a step: fewer are no reason to join them
inline constexpr std::int64_t kGraph = 8;     // kernels a call, from which on most are started by graphs
// Calls of the host that started kernels, within the steps: a CUDA graph is one call of many kernels.
std::int64_t launchCalls(const TraceFacts& facts);
// Inference servers take CUDA graphs for decoding by a setting of their own, and no other program compiles their model: that setting; null: it is
// none of those that are known.
const char* graphsOfServer(const TraceFacts& facts);

// Whether PyTorch has a fused version of this optimizer ("Adam"), and whether an optimizer in the trace is already fused.
bool hasFused(std::string_view optimizer);
bool updatesFused(const TraceFacts& facts);

// Whether any name in the trace contains one of these texts.
bool namesHave(const TraceFacts& facts, std::initializer_list<std::string_view> parts);
// A name for a sentence: a kernel without its template arguments and parameters, at most 60 characters.
std::string shortName(std::string_view name);
// What the host did within these ranges (united), the three that took most: "cudaMalloc 40 %, aten::empty 20 %"; Python by the function that holds
// most of it, where the trace has its stacks. Empty without a replay.
inline constexpr const char* kUntold = "Python or other code without a span";  // its name for work that is not recorded
std::string hostWorkWithin(const TraceFacts& facts, const std::vector<TimeRange>& ranges);

// Spans within the steps that `wanted` takes, the longest first, at most kMostEvidence; and the time of all of them together, what overlaps
// counted once.
struct SpanTime {
  std::int64_t ns = 0;
  std::int64_t count = 0;
  std::vector<SpanRef> longest;
  std::vector<SpanRef> sources;   // all of them; of more than kMostSources every k-th
  std::vector<TimeRange> ranges;  // united
  Evidence evidence() const { return {longest, {}, {}, sources}; }
};
inline constexpr std::size_t kMostSources = 5000;
SpanTime timeOfSpans(const TraceFacts& facts, const std::function<bool(const TraceLane&, std::size_t)>& wanted);
std::vector<TimeRange> longest(std::vector<TimeRange> ranges);  // first, at most kMostEvidence

}  // namespace stepscope::advice
