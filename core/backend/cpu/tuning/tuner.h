// Which candidate runs a node: the one that was fastest when it was timed, remembered by what the node is and not by which graph it is in.
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
  std::vector<std::pair<std::string, double>> candidateMs;  // what the timing found
  bool provisional = false;                                 // as in KernelChoices
};

// What a timing stands on. Tests bring their own.
struct TimingGround {
  std::function<bool(int threads)> busy = coresAreBusy;
  std::function<double()> wallClockMs = wallMs, threadClockMs = threadCpuMs;
  std::function<std::int64_t()> waitedNs = waitedForCoresNs;
  std::function<std::span<const NamedMaker>(const OpDef& op)> makers = makersFor;
};

class Tuner {
 public:
  // machine: what the timings depend on besides the node ("2 threads, AVX-512, AMD EPYC, oneDNN 2.6.3").
  // trialBytes: a candidate that needs more memory than this is not timed, since the plan may well be too large for the machine.
  Tuner(const CompileOptions& options, std::string machine, std::int64_t trialBytes, TimingGround ground = {});

  // A kernel that was never compared with the trusted one is compared before it is chosen, whether or not anything is timed; one that
  // differs is not chosen.

  // From then on (ground's wall clock) no layer is timed any more: the choice of another batch size, else the first candidate, is kept as
  // provisional.
  void stopTimingAt(double wallMs) { lastMs_ = wallMs; }
  // Which of how many nodes is asked for next, for options.progress.
  void setPlace(std::size_t node, std::size_t nodes) { node_ = node, nodes_ = nodes; }
  // A choice that is known as provisional, of an earlier run, is timed again while the cores are free, until limits::kAgainMs are spent on
  // such; what comes after waits for the next run. Throws Error (Input) naming op and layer when no kernel exists, Cancelled when asked to
  // stop.
  Choice choose(const KernelRequest& request);
  // A copy of `layer`'s operand to another layout.
  Candidate copyTo(const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer);
  // Kernels that could have been chosen but for what they give: sentences without a full stop.
  std::vector<std::string> leftOut() const { return verdicts_.leftOut(); }

 private:
  Choice chosen(const KernelRequest& request);
  void checkCancel() const;
  void tellProgress() const;
  bool mayTimeAgain(int threads);
  Choice time(const KernelRequest& request, CheckedMakers& makers);
  // With `threads` threads, whatever the request says; the choice is a candidate for the request's.
  Choice timeOn(const KernelRequest& request, CheckedMakers& makers, int threads);

  const CompileOptions& options_;
  std::string machine_;
  std::int64_t trialBytes_;
  TimingGround ground_;
  std::optional<bool> calm_;  // whether the cores were free when it was asked first
  double againMs_ = 0, lastMs_ = std::numeric_limits<double>::infinity();
  std::size_t node_ = 0, nodes_ = 0;
  KernelChoices own_;  // where the caller brought no table, so that equal layers are still timed once
  KernelChoices* choices_;
  Verdicts verdicts_;
  std::map<std::string, std::vector<std::pair<std::string, double>>> timings_;  // by key, for layers of equal shape
};

// "conv2d 3x32x32 16x3x3x3 ... f32": op, shapes without the batch, attributes. The batch comes apart so that a choice can serve another.
struct ChoiceKey {
  std::string layer;
  std::int64_t batch = 0;
};
ChoiceKey choiceKey(const KernelRequest& request);
// Weights, or the narrow copies of them that mixed precision makes: they have no batch.
bool isOfParameter(const Graph& graph, const Value& value);

// The batch sizes that `choices` knows of a layer are its keys with this prefix.
std::string batchPrefix(const std::string& layer, const std::string& machine);
// The choice of the same layer at the nearest other batch size.
std::optional<std::string> nearestBatch(const KernelChoices& choices, const std::string& prefix, std::int64_t batch);

}  // namespace stepscope::cpu
