// What rules on learning are written with: the three answers, and what several of them ask of a series.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/learning/learning_finding.h"

namespace stepscope::learning {

LearningFinding found(double weight, double figure, std::string unit, std::string sentence, std::string cure, LearningEvidence evidence = {});
LearningFinding notFound(double figure, std::string unit, std::string sentence);
LearningFinding notEnough(std::string missing);

std::string percent(double share);  // "39.6 %"
// "8 epochs", or where epochs are not told the steps of so many parts: "80 steps".
std::string epochs(const LearningFacts& facts, std::size_t count);

// The cure of our own run, or of another program's.
std::string cureOf(const LearningFacts& facts, std::string own, std::string foreign);
// "the learning rate of 0.1", or without the number where that is not known.
std::string rateOf(const LearningFacts& facts);
// "train.optimizer.learning_rate = 0.01" of a rate that is multiplied by `factor`; of another program's run in words.
std::string rateCure(const LearningFacts& facts, double factor);

// Finite values of one figure of the epochs, in their order.
std::vector<double> valuesOf(const LearningFacts& facts, double LearningEpoch::*figure);
double meanOf(std::span<const double> values);   // NaN of none
double medianOf(std::vector<double> values);     // NaN of none
double slopeOf(std::span<const double> values);  // least squares, a place
// Half of the steps from one place to the next are larger.
double jitterOf(std::span<const double> values);

// The loss before anything was learned: the mean of the first steps (three at most; only the first, if the next ones shoot up), else the first
// epoch's; NaN without any.
double firstLoss(const LearningFacts& facts);
// The loss is told for single steps, and not only for whole epochs.
bool tellsSteps(const LearningFacts& facts);
// The mean training loss of the last epoch, else of the last tenth of the steps; NaN without any.
double lastLoss(const LearningFacts& facts);
// What the loss is measured by: that of guessing, else the first one.
double scaleOf(const LearningFacts& facts);
// How far the loss of single steps rose above what it began with, in the first third of the run: the highest mean of three steps in a row, none of
// them the first, over the larger of the first loss and that of guessing. NaN where steps are not told.
double earlyRise(const LearningFacts& facts);
inline constexpr double kRose = 2.0;  // of earlyRise(): as far as no batch differs from another by chance
// A layer whose units had a gradient when the run began, and nearly all of which have none any more; null: there is none. The updates did that.
const SilentUnits* diedInTraining(const LearningFacts& facts);

// Whether the loss falls all the time and hardly: the validation's, where it is measured.
struct SlowFall {
  std::size_t epochs = 0;
  double share = kUnknown;     // of what it began with, that is gone at the end
  double steady = kUnknown;    // part of the epochs in which it fell
  double keptPace = kUnknown;  // fall by unit of rate in the second half over that in the first
};
std::optional<SlowFall> slowFallOf(const LearningFacts& facts);
bool isSlow(const SlowFall& fall);

}  // namespace stepscope::learning
