// How a switch is tried: blocks of steps without it (A) and with it (B) by turns, A B B A A B B A, so that what drifts meanwhile falls on
// both; and what their times say. Pure functions.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stepscope {

struct TrialLimits {
  int warmup = 2;      // steps of a block that are thrown away: caches, workers and first touches
  int leastPairs = 6;  // a pair: a block without and the block with it beside it
  int mostPairs = 24;
  double seconds = 30;        // of stepping; the pair that is begun is ended
  double precision = 0.01;    // enough is known when the interval reaches no further from the ratio than this
  double mostOthers = 0.10;   // of the cores' time: a pair of blocks in which others took more does not count (CoreUse)
  double mostDrift = 0.10;    // of the steps without the switch, from the first half of the trial to the second
  double leastChange = 0.01;  // a smaller one is none, however sure
  double sameWithin = 0.03;   // no change: the whole interval is that near to 1
};

// Whether block number `block`, from 0, is one with the switch.
bool withSwitch(int block);
// Steps of a block that are measured, so that a block takes about a quarter of a second, where a step takes so long.
int measuredSteps(double stepMs);

struct TrialBlock {
  std::vector<double> stepMs;    // without the warm-up
  std::optional<double> others;  // the cores' time that other processes took meanwhile, 0 to 1; nothing: not known
};
struct TrialPair {
  TrialBlock without, with;
  bool quiet(const TrialLimits& limits) const;
};

// ratio: time a sample with the switch over time a sample without it, the median over the pairs; below 1 is faster. low, high: its
// 95 % interval by the bootstrap over pairs and over the steps in them (Efron and Tibshirani 1993, percentiles), widened for few pairs.
struct TrialFigures {
  int pairs = 0, steps = 0;          // that count; steps of both sides
  double withoutMs = 0, withMs = 0;  // of a step: medians over the blocks of the mean in them
  double ratio = 0, low = 0, high = 0;
  double drift = 0;  // of the steps without: last half over first half, less 1
};
// samplesWithout, samplesWith: of a step. Nothing of less than two pairs.
std::optional<TrialFigures> compareBlocks(const std::vector<TrialPair>& pairs, std::int64_t samplesWithout, std::int64_t samplesWith);

enum class TrialOutcome : std::uint8_t {
  Faster,
  Slower,
  NoChange,
  Unclear,      // the interval is too wide to say
  CoresBusy,    // other programs held the cores: nothing is concluded
  Unsteady,     // steps without the switch became slower or faster meanwhile
  LossChanged,  // the loss is another one where the switch must not change it
  NotFinite,    // the loss with it is no number
  Cancelled,
  Failed,  // it cannot be had here, or something went wrong
};
std::string nameOf(TrialOutcome outcome);         // "faster", "no_change", "cores_busy"
TrialOutcome outcomeOf(const std::string& name);  // Failed for an unknown one

// What the times alone say. quiet: of all pairs, those that count.
TrialOutcome judge(const std::optional<TrialFigures>& figures, int pairs, int quiet, const TrialLimits& limits);

}  // namespace stepscope
