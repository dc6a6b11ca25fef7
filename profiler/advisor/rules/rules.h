// One function per rule, each in a file of that name; rule_table.cpp lists them.
#pragma once

#include "profiler/advisor/rule.h"

namespace stepscope {

RuleDef inputBoundRule();
RuleDef workersRule();
RuleDef loaderImbalanceRule();
RuleDef lowGpuUseRule();
RuleDef launchBoundRule();
RuleDef syncEveryStepRule();
RuleDef pageableCopiesRule();
RuleDef layoutConversionsRule();
RuleDef fastProductsRule();
RuleDef narrowStorageRule();
RuleDef autotuneOffRule();
RuleDef idleCoresRule();
RuleDef smallBatchRule();
RuleDef batchMultipleRule();
RuleDef checkpointingRule();
RuleDef recomputationRule();
RuleDef memoryNearLimitRule();
RuleDef memoryToSpareRule();
RuleDef validationOftenRule();
RuleDef checkpointOftenRule();
RuleDef stepOutliersRule();
RuleDef communicationRule();
RuleDef stragglersRule();
RuleDef occupancyRule();
RuleDef powerCapRule();
RuleDef hostPausesRule();
RuleDef allocatorChurnRule();
RuleDef exposedCopiesRule();
RuleDef gpusTakeTurnsRule();
RuleDef glooOnGpuRule();
RuleDef codeLoadingRule();
RuleDef memoryBoundKernelsRule();
RuleDef openAttentionRule();
RuleDef unfusedOptimizerRule();
RuleDef productShapesRule();
RuleDef fewRowsRule();

}  // namespace stepscope
