// Classes that the model never predicts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/learning/rules/rules.h"
#include "core/learning/wording.h"

namespace stepscope {
namespace {

using namespace learning;

constexpr std::int64_t kLeastSamples = 5;  // fewer samples of a class are not judged
constexpr std::size_t kLeastEpochs = 3;

LearningFinding check(const LearningFacts& facts) {
  if (!facts.predictions || facts.predictions->classes.size() < 2)
    return notEnough(facts.own && facts.task != Task::Classification ? "The task is not a classification."
                                                                     : "The predictions for the validation data are not stored.");
  if (facts.epochs.size() < kLeastEpochs)
    return notEnough(fmt::format("Only {} so far; three epochs are needed, since a model learns some classes later than others.",
                                 epochs(facts, facts.epochs.size())));
  const PredictionFigures& figures = *facts.predictions;
  const std::size_t count = figures.classes.size();
  std::vector<std::size_t> missing;
  std::int64_t most = 0;
  for (std::size_t c = 0; c < count; ++c) {
    std::int64_t named = 0;
    for (std::size_t truth = 0; truth < count; ++truth) named += figures.confusion[truth][c];
    most = std::max(most, figures.classes[c].samples);
    if (named == 0 && figures.classes[c].samples >= kLeastSamples) missing.push_back(c);
  }
  if (missing.empty()) return notFound(0, "classes", fmt::format("Every class with {} samples or more is predicted.", kLeastSamples));
  const double accuracy = static_cast<double>(figures.right) / static_cast<double>(std::max<std::int64_t>(1, figures.samples)),
               chance = static_cast<double>(most) / static_cast<double>(std::max<std::int64_t>(1, figures.samples));
  std::string names;
  std::int64_t samples = 0;
  for (const std::size_t c : missing) {
    samples += figures.classes[c].samples;
    if (names.size() < 60) names += (names.empty() ? "" : ", ") + figures.classes[c].name;
  }
  const bool rare =
      static_cast<double>(samples) / static_cast<double>(missing.size()) < 0.7 * static_cast<double>(figures.samples) / static_cast<double>(count);
  if (!rare && accuracy < chance + 0.05)
    return notFound(static_cast<double>(missing.size()), "classes",
                    "The model is not better than guessing yet, so the classes that it does not predict say nothing.");
  return found(rare ? 0.71 : 0.50, static_cast<double>(missing.size()), "classes",
               fmt::format("{} of {} classes are never predicted: {}. They have {} of the {} validation samples.", missing.size(), count, names,
                           samples, figures.samples),
               rare ? "train.loss.class_weights, larger for what is rare; or more samples of it"
                    : "the labels of these classes (data check); train.loss.class_weights",
               {"val_accuracy", 0, 0, 0, {}});
}

}  // namespace

LearningRuleDef missingClassesRule() {
  return {"missing_classes",
          "Classes are never predicted",
          "Which classes the model predicts for no sample of the validation data.",
          {{"validation samples of the class, at least", static_cast<double>(kLeastSamples), "",
            "a class of 5 samples with a recall of one half is missed by chance in 3 % of the cases"}},
          check};
}

}  // namespace stepscope
