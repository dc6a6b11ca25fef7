// Chooses the candidate that runs a node: the fastest one when timed. Choices are stored by op, shapes and attributes, so that other graphs can use
// them.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "core/backend/backend.h"
#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/tuning/busy_cores.h"
#include "core/backend/cpu/tuning/checked_makers.h"
#include "core/backend/cpu/tuning/kernel_table.h"
#include "core/base/core_use.h"

namespace stepscope::cpu {

struct Choice {
  Candidate candidate;
  std::vector<std::pair<std::string, double>> candidateMs;  // name and time of each candidate
  bool provisional = false;                                 // as in KernelChoices
};

// What timing depends on: the clocks, the checks for busy cores and the table of kernels. Tests replace them.
struct TimingGround {
  std::function<bool(int threads)> busy = coresAreBusy;
  std::function<double()> wallClockMs = wallMs, threadClockMs = threadCpuMs;
  std::function<std::int64_t()> waitedNs = waitedForCoresNs;
  std::function<std::span<const NamedMaker>(const OpDef& op)> makers = makersFor;
};

class Tuner {
 public:
  // `machine` says what the timings depend on besides the node: "2 threads, AVX-512, AMD EPYC, oneDNN 2.6.3". A candidate that needs more than
  // `trialBytes` is not timed, since the plan may be too large for the machine.
  Tuner(const CompileOptions& options, std::string machine, std::int64_t trialBytes, TimingGround ground = {});

  // After this time (of the wall clock in TimingGround) no layer is timed any more. Its choice is that for another batch size, otherwise the first
  // candidate, and is stored as provisional.
  void stopTimingAt(double wallMs) { lastMs_ = wallMs; }
  // The index of the next node and the number of nodes, for options.progress.
  void setPlace(std::size_t node, std::size_t nodes) { node_ = node, nodes_ = nodes; }
  // Chooses a kernel for the node. Every kernel is first compared with the trusted one, unless that was done before, even if nothing is timed; one
  // that differs is not chosen. Provisional choices of an earlier run are timed again while the cores are free, for limits::kAgainMs in total; the
  // others wait for the next run. Throws Error (Input) with op and layer if no kernel exists, and Cancelled on request.
  Choice choose(const KernelRequest& request);
  // A copy of `layer`'s operand to another layout.
  Candidate copyTo(const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer);
  // The kernels that were left out because their results differ: sentences without a full stop.
  std::vector<std::string> leftOut() const { return verdicts_.leftOut(); }

 private:
  Choice chosen(const KernelRequest& request);
  void checkCancel() const;
  void tellProgress() const;
  bool mayTimeAgain(int threads);
  Choice time(const KernelRequest& request, CheckedMakers& makers);
  // Times with `threads` threads, and returns the candidate for the number of threads in the request.
  Choice timeOn(const KernelRequest& request, CheckedMakers& makers, int threads);

  const CompileOptions& options_;
  std::string machine_;
  std::int64_t trialBytes_;
  TimingGround ground_;
  std::optional<bool> calm_;  // whether the cores were free when first asked
  double againMs_ = 0, lastMs_ = std::numeric_limits<double>::infinity();
  std::size_t node_ = 0, nodes_ = 0;
  KernelChoices own_;  // used if the caller has no table, so that equal layers are timed once
  KernelChoices* choices_;
  Verdicts verdicts_;
  std::map<std::string, std::vector<std::pair<std::string, double>>> timings_;  // by key, for layers of equal shape
};

// "conv2d 3x32x32 16x3x3x3 ... f32": op, shapes without the batch, attributes. The batch is separate, so that a choice can serve another batch size.
struct ChoiceKey {
  std::string layer;
  std::int64_t batch = 0;
};
ChoiceKey choiceKey(const KernelRequest& request);
// Whether the value is a weight, or a narrow copy of one in mixed precision: these have no batch dimension.
bool isOfParameter(const Graph& graph, const Value& value);

// The keys of a layer in `choices`, one per batch size, begin with this prefix.
std::string batchPrefix(const std::string& layer, const std::string& machine);
// The choice of the same layer at the nearest other batch size.
std::optional<std::string> nearestBatch(const KernelChoices& choices, const std::string& prefix, std::int64_t batch);

}  // namespace stepscope::cpu
