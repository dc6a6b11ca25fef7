// The plan of a trial of a switch, and the judgement of its times. Blocks of steps without the switch (A) and with it (B) alternate as A B B A A B B
// A, so that a drift affects both sides equally. Pure functions.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

struct TrialLimits {
  int warmup = 2;      // first steps of a block, not counted: they fill caches, start workers and touch memory first
  int leastPairs = 6;  // a pair: a block without the switch and the neighbouring block with it
  int mostPairs = 24;
  double seconds = 30;        // time for the steps; a pair that has begun is finished
  double precision = 0.01;    // the trial ends when the interval reaches no further from the ratio than this
  double mostOthers = 0.10;   // a pair of blocks is not counted if other programs used more than this part of the cores' time (CoreUse)
  double mostDrift = 0.10;    // change of the time of steps without the switch, from the first to the second half of the trial
  double leastChange = 0.01;  // a smaller change counts as none, however certain it is
  double sameWithin = 0.03;   // "no change" means that the whole interval is this close to 1
};

// Whether block number `block`, from 0, runs with the switch.
bool withSwitch(int block);
// Measured steps of a block whose steps take this long: a block takes about a quarter of a second.
int measuredSteps(double stepMs);

struct TrialBlock {
  std::vector<double> stepMs;    // without the warm-up
  std::optional<double> others;  // the part of the cores' time that other processes used, 0 to 1; nothing: not known
};
struct TrialPair {
  TrialBlock without, with;
  bool quiet(const TrialLimits& limits) const;  // other programs used little of the cores' time in both blocks
};

// `ratio`: time per sample with the switch divided by that without it, the median over the pairs; below 1 is faster. `low`, `high`: its 95 % interval
// by the bootstrap over pairs and over the steps in them (Efron and Tibshirani 1993, percentiles), widened for few pairs.
struct TrialFigures {
  int pairs = 0, steps = 0;          // the pairs that count, and the steps of both sides in them
  double withoutMs = 0, withMs = 0;  // time of a step: the median over the blocks of each block's mean
  double ratio = 0, low = 0, high = 0;
  double drift = 0;  // for the steps without the switch: time in the second half divided by that in the first half, minus 1
};
// `samplesWithout`, `samplesWith`: samples per step. Nothing with fewer than two pairs.
std::optional<TrialFigures> compareBlocks(const std::vector<TrialPair>& pairs, std::int64_t samplesWithout, std::int64_t samplesWith);

enum class TrialOutcome : std::uint8_t {
  Faster,
  Slower,
  NoChange,
  Unclear,      // the interval is too wide to decide
  CoresBusy,    // other programs used the cores: no result
  Unsteady,     // steps without the switch became slower or faster during the trial
  LossChanged,  // the loss changed although the switch must not change it
  NotFinite,    // the loss with it is not finite
  Cancelled,
  Failed,  // it is not possible here, or an error occurred
};
std::string nameOf(TrialOutcome outcome);         // "faster", "no_change", "cores_busy"
TrialOutcome outcomeOf(const std::string& name);  // Failed for an unknown one

// The verdict from the times alone. `quiet`: number of pairs that count.
TrialOutcome judge(const std::optional<TrialFigures>& figures, int pairs, int quiet, const TrialLimits& limits);

}  // namespace stepscope
