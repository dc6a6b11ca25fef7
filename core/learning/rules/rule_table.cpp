#include "core/learning/rules/rules.h"

namespace stepscope {

// Causes stand before their consequences.
const std::vector<LearningRuleDef>& learningRules() {
  static const std::vector<LearningRuleDef> rules = {
      inputsNotNormalisedRule(),
      explodingGradientsRule(),
      vanishingGradientsRule(),
      deadUnitsRule(),
      divergingRule(),
      rateTooHighRule(),
      leakRule(),
      rateTooLowRule(),
      batchWithoutRateRule(),
      unrelatedLabelsRule(),
      overfittingRule(),
      missingClassesRule(),
      notLearningRule(),
      stoppedEarlyRule(),
      noisyValidationRule(),
      plateauRule(),
  };
  return rules;
}

}  // namespace stepscope
