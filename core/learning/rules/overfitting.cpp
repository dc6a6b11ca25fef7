// The validation loss rises again while the training loss continues to fall.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/data/kinds/dataset_table.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

// Prechelt 1998, "Early Stopping - But When?", 3.1: the generalisation loss, which is the rise of the validation loss above its minimum. He stops at
// 1 to 5 % and more; here it is a tenth, since this is reported about a whole run.
constexpr double kTurned = 0.10;
// In standard deviations of the validation loss: a rise below 1 counts as chance, from 1.96 on it is not chance with 95 % confidence.
constexpr double kMayBeChance = 1, kSure = 1.96;
constexpr double kOfGuess = 0.02;  // the rise must also be at least this part of the loss of guessing, since a tenth of a tiny loss does not matter

// The regularisation that this project can use against overfitting: more weight decay than it has, and augmentation only for images.
std::string pushesBack(const LearningFacts& facts) {
  if (!facts.project) return "weight decay and more data";
  const double decay = facts.project->train.optimizer.weightDecay;
  std::string cures = decay > 0 ? fmt::format("train.optimizer.weight_decay above {}", text::number(decay)) : "train.optimizer.weight_decay = 0.0005";
  const std::string& kind = facts.project->data.kind;
  if (readsPictureFiles(kind) || kind == "mnist" || kind.starts_with("cifar10") || kind == "shapes") cures += ", data.flip, data.crop_padding";
  return cures + ", dropout or more data";
}

// The standard deviation of a validation loss; 0 if it is not known. Nearly all of a cross-entropy comes from the wrong answers, so that with k wrong
// answers its relative deviation is about 1/sqrt(k); that of a mean of n squared errors is sqrt(2/n).
double deviationOf(const LearningFacts& facts, double loss, double accuracy) {
  const auto samples = static_cast<double>(facts.validationSamples);
  if (samples <= 0 || facts.task == Task::LanguageModel) return 0;
  if (facts.task == Task::Regression) return std::abs(loss) * std::sqrt(2 / samples);
  const double wrong = std::isfinite(accuracy) ? std::max(1.0, samples * (1 - accuracy)) : samples;
  return std::abs(loss) / std::sqrt(wrong);
}

LearningFinding check(const LearningFacts& facts) {
  std::vector<double> loss;
  std::vector<const LearningEpoch*> of;
  for (const LearningEpoch& epoch : facts.epochs)
    if (std::isfinite(epoch.validationLoss)) {
      loss.push_back(epoch.validationLoss);
      of.push_back(&epoch);
    }
  if (loss.size() < 4)
    return notEnough(loss.empty() ? std::string("No validation loss is recorded.")
                                  : fmt::format("Only {} of the validation loss so far; four are needed to see it turn.",
                                                text::counted(static_cast<std::int64_t>(loss.size()), "measurement")));
  const auto best = static_cast<std::size_t>(std::min_element(loss.begin(), loss.end()) - loss.begin());
  const std::size_t after = loss.size() - 1 - best;
  // The end is judged by the lowest of the last (up to three) values: a single bad epoch is no trend.
  const std::size_t end = std::min<std::size_t>(3, std::max<std::size_t>(after, 1));
  const double least = loss[best], last = *std::min_element(loss.end() - static_cast<std::ptrdiff_t>(end), loss.end());
  const double share = least != 0 ? (last - least) / std::abs(least) : kUnknown;
  const double trainThen = of[best]->trainLoss, trainNow = of.back()->trainLoss;
  const std::string turned = fmt::format("The validation loss was least after epoch {}, with {}, and ends {} above it", of[best]->number,
                                         text::rounded(least, 3), percent(std::max(share, 0.0)));
  const double before = best >= 3 ? jitterOf(std::span(loss).first(best + 1)) : 0;
  const bool clear = share >= kTurned && last - least >= kOfGuess * scaleOf(facts) && after >= 2 && last - least > before;
  const bool trains = std::isfinite(trainThen) && std::isfinite(trainNow) && trainNow < 0.97 * trainThen;
  if (!clear || !trains) return notFound(share * 100, "%", turned + ".");
  if (facts.project && facts.project->train.earlyStopping.restoreBest && facts.stoppedEarly)
    return notFound(share * 100, "%", turned + "; early stopping ended the run and took the best weights.");
  const double deviations = (last - least) / std::max(deviationOf(facts, last, of.back()->validationAccuracy), 1e-300);
  if (deviations < kMayBeChance)
    return notFound(share * 100, "%",
                    fmt::format("{}; with {} that is chance.", turned, text::counted(facts.validationSamples, "validation sample")));
  const bool sure = deviations >= kSure;
  return found(
      sure ? 0.72 : 0.55, static_cast<double>(of[best]->number), "epoch",
      fmt::format("From epoch {} on the model overfits: the validation loss rose from {} to {}, while the training loss fell from {} to {}.",
                  of[best]->number + 1, text::rounded(least, 3), text::rounded(last, 3), text::rounded(trainThen, 3), text::rounded(trainNow, 3)) +
          (sure ? std::string() : fmt::format(" With {} the turn may be chance.", text::counted(facts.validationSamples, "validation sample"))),
      // If the rise may be chance, the epoch that looked best may not be the best.
      sure ? cureOf(facts,
                    "train.early_stopping.patience = 3 and train.early_stopping.restore_best = true; " + pushesBack(facts) + " push the turn back",
                    "early stopping with the best weights; weight decay, dropout, augmentation or more data push the turn back")
           : cureOf(facts, "data.validation_split = 0.3 tells it for sure; " + pushesBack(facts) + " push the turn back",
                    "more validation data tell it for sure; weight decay, dropout, augmentation or more data push the turn back"),
      {"val_loss", of[best]->last, of.back()->last, of[best]->number, {}});
}

}  // namespace

LearningRuleDef overfittingRule() {
  return {"overfitting",
          "The model overfits",
          "Whether the validation loss turned up while the training loss fell on, and after which epoch.",
          {{"rise of the validation loss above its minimum, at least", kTurned * 100, "%", "Prechelt 1998, Early Stopping - But When?"},
           {"standard deviations of the validation loss", kMayBeChance, "x", "so that chance in a few samples is not reported"},
           {"rise / loss of guessing, at least", kOfGuess * 100, "%", "so that a negligible rise is not reported"}},
          check};
}

}  // namespace stepscope
