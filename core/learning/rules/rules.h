// The rules on learning, one per file.
#pragma once

#include "core/learning/learning_rule.h"

namespace stepscope {

LearningRuleDef inputsNotNormalisedRule();
LearningRuleDef explodingGradientsRule();
LearningRuleDef unrelatedLabelsRule();
LearningRuleDef vanishingGradientsRule();
LearningRuleDef deadUnitsRule();
LearningRuleDef divergingRule();
LearningRuleDef rateTooHighRule();
LearningRuleDef leakRule();
LearningRuleDef rateTooLowRule();
LearningRuleDef batchWithoutRateRule();
LearningRuleDef overfittingRule();
LearningRuleDef missingClassesRule();
LearningRuleDef notLearningRule();
LearningRuleDef stoppedEarlyRule();
LearningRuleDef noisyValidationRule();
LearningRuleDef plateauRule();

}  // namespace stepscope
