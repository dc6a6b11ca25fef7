// What became of a switch that was tried on the running model: estimated before, measured after. Kept with the run as the artefact "trials",
// which reports, the Diagnosis view and the record of hits read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/train/trial/trial_plan.h"

namespace stepscope {

// Of one side. ms: of a step, one update of the weights, waiting for data included; 0: not known.
struct TrialSideFigures {
  std::int64_t samples = 0;                    // of a step
  int threads = 0;                             // that compute
  std::int64_t workers = 0;                    // of the loader
  double predictedMs = 0, estimatedShare = 1;  // without waiting for data, as predictStepTime() says it before anything runs
  double measuredMs = 0;                       // median over the blocks
  std::int64_t predictedPeakBytes = 0;         // by the plan
  std::int64_t measuredPeakBytes = 0;          // resident of it; 0: not measured
  double provisionalShare = 0;                 // of predictedMs and part of estimatedShare: timed, but on busy cores
};

struct TrialResult {
  std::int64_t step = 0;  // after which it was tried
  // The switch and its values as the project file has them. Of several that were turned together the first; `change` names all:
  // "mixed precision off -> bf16".
  std::string key, from, to, change;
  std::string device;  // "cpu", "cuda"
  TrialOutcome outcome = TrialOutcome::Failed;
  std::string problem;  // of Failed: a sentence
  TrialSideFigures without, with;
  // Of the pairs of blocks that count. Nothing where too few do.
  std::optional<TrialFigures> figures;
  int pairs = 0, quietPairs = 0;  // run, and those of them in which the cores were quiet
  std::optional<double> others;   // the part of the cores' time that other processes took meanwhile, 0 to 1; nothing: not known
  double seconds = 0;             // all of it, compiling and timing of kernels included
  // The largest relative difference of the losses of the first steps, from the same weights on the same batches. Nothing where they cannot
  // be compared: other batches.
  std::optional<double> lossDifference;
  bool lossMustStay = false;  // the switch leaves the mathematics alone
  enum class Choice : std::uint8_t { Open, Kept, PutBack } choice = Choice::Open;

  // Time a sample with over time a sample without, as predicted; 0: not known.
  double predictedRatio() const;
  // "1.31 times as fast (95 % interval 1.27 to 1.35)", "cores busy, no verdict: other programs took 48 % of them": what may be claimed.
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
// Those of a damaged text that can be read; none of one that is no JSON.
std::vector<TrialResult> trialsOf(const std::string& json);

}  // namespace stepscope
