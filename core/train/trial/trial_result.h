// The result of a trial of a switch on the running model: its effect as predicted before and as measured. Kept with the run as the artefact "trials",
// which reports, the Diagnosis view and the record of predictions read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/train/trial/trial_plan.h"

namespace stepscope {

// Results of one side. Times are in ms per step (one update of the weights), including waiting for data unless it says otherwise; 0: not known.
struct TrialSideFigures {
  std::int64_t samples = 0;                    // samples per step
  int threads = 0;                             // compute threads
  std::int64_t workers = 0;                    // loader workers
  double predictedMs = 0, estimatedShare = 1;  // without waiting for data, from predictStepTime() before anything runs
  double measuredMs = 0;                       // median over the blocks
  std::int64_t predictedPeakBytes = 0;         // by the plan
  std::int64_t measuredPeakBytes = 0;          // resident part of the plan; 0: not measured
  double provisionalShare = 0;                 // part of predictedMs, included in estimatedShare: timed, but on busy cores
};

struct TrialResult {
  std::int64_t step = 0;  // it was tried after this step
  // The switch and its values as in the project file. If several were changed together, the first one; `change` names all: "mixed precision off ->
  // bf16".
  std::string key, from, to, change;
  std::string device;  // "cpu", "cuda"
  TrialOutcome outcome = TrialOutcome::Failed;
  std::string problem;  // for Failed: a sentence
  TrialSideFigures without, with;
  // Computed from the pairs of blocks that count. Nothing if they are too few.
  std::optional<TrialFigures> figures;
  int pairs = 0, quietPairs = 0;  // all pairs, and those in which the cores were quiet
  std::optional<double> others;   // the part of the cores' time that other processes used, 0 to 1; nothing: not known
  double seconds = 0;             // total time, including compiling and timing of kernels
  // The largest relative difference of the losses of the first steps, from the same weights on the same batches. Nothing if they cannot be compared
  // because the batches differ.
  std::optional<double> lossDifference;
  bool lossMustStay = false;  // the switch does not change the mathematics
  enum class Choice : std::uint8_t { Open, Kept, PutBack } choice = Choice::Open;

  // Predicted time per sample with the switch, divided by that without it; 0: not known.
  double predictedRatio() const;
  // "1.31 times as fast (95 % interval 1.27 to 1.35)", "cores busy, no verdict: other programs took 48 % of them": the supported claim.
  std::string sentence() const;
};

std::string nameOf(TrialResult::Choice choice);  // "open", "kept", "put_back"

// {step, switch, from, to, change, device, outcome, sentence, problem, ratio, ratio_low, ratio_high (per sample; below 1 is faster),
//  predicted_ratio, without: {samples, threads, workers, predicted_step_ms, predicted_estimated_share, predicted_provisional_share,
//  step_ms, predicted_peak_bytes, measured_peak_bytes}, with: the same, pairs, quiet_pairs, steps, drift, cores_others, seconds,
//  loss: {difference, must_stay}, choice}.
// null: not known.
std::string trialJson(const TrialResult& trial);
std::string trialsJson(const std::vector<TrialResult>& trials);
// Results of a damaged text that can be read; none if it is not JSON.
std::vector<TrialResult> trialsOf(const std::string& json);

}  // namespace stepscope
