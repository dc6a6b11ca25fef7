// Helpers for the rules on learning: the three kinds of answers, and what several rules compute from the series.
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
// "8 epochs"; if the ends of epochs are not known, the number of steps in so many parts of the run: "80 steps".
std::string epochs(const LearningFacts& facts, std::size_t count);

// `own` for a run of ours, `foreign` for a run of another program.
std::string cureOf(const LearningFacts& facts, std::string own, std::string foreign);
// "the learning rate of 0.1", or without the number if it is not known.
std::string rateOf(const LearningFacts& facts);
// The cure that multiplies the learning rate by `factor`: "train.optimizer.learning_rate = 0.01"; in words for a run of another program.
std::string rateCure(const LearningFacts& facts, double factor);

// The finite values of one member of the epochs, in order.
std::vector<double> valuesOf(const LearningFacts& facts, double LearningEpoch::*figure);
double meanOf(std::span<const double> values);   // NaN if empty
double medianOf(std::vector<double> values);     // the upper median; NaN if empty
double slopeOf(std::span<const double> values);  // per place, by least squares; NaN for less than two values
// The median of the absolute changes from one value to the next.
double jitterOf(std::span<const double> values);

// The loss before anything was learned: the mean of the first steps (three; only the first, if the next ones rise sharply), or the
// first value if single steps are not recorded. NaN if there is no value.
double firstLoss(const LearningFacts& facts);
// Whether the loss is recorded for single steps and not only for whole epochs.
bool tellsSteps(const LearningFacts& facts);
// The mean training loss of the last epoch, else of the last tenth of the points; NaN if there are none.
double lastLoss(const LearningFacts& facts);
// The scale for differences of the loss: the loss of guessing, else the first loss.
double scaleOf(const LearningFacts& facts);
// How far the loss of single steps rose in the first third of the run: the highest mean of three steps in a row, without the first step, divided by
// the larger of the first loss and that of guessing. NaN if single steps are not recorded.
double earlyRise(const LearningFacts& facts);
inline constexpr double kRose = 2.0;  // of earlyRise(): batches do not differ that much by chance
// A layer that had a gradient when the run began and of whose units nearly all have none at the end, so that the updates must have caused it. Null if
// there is none.
const SilentUnits* diedInTraining(const LearningFacts& facts);

// How slowly the loss falls: the validation loss if it was measured in five epochs, else the training loss.
struct SlowFall {
  std::size_t epochs = 0;
  double share = kUnknown;     // fall from the beginning to the end, divided by the loss at the beginning
  double steady = kUnknown;    // part of the epochs in which it fell
  double keptPace = kUnknown;  // fall per unit of the learning rate in the second half, divided by that in the first
};
// Nothing with less than five epochs.
std::optional<SlowFall> slowFallOf(const LearningFacts& facts);
bool isSlow(const SlowFall& fall);

}  // namespace stepscope::learning
