#include "profiler/advisor/rule.h"
#include "profiler/advisor/rules/rules.h"

namespace stepscope {

const std::vector<RuleDef>& ruleDefs() {
  static const std::vector<RuleDef> defs = {
      inputBoundRule(),    launchBoundRule(),        lowGpuUseRule(),         syncEveryStepRule(),    pageableCopiesRule(),  communicationRule(),
      stragglersRule(),    validationOftenRule(),    checkpointOftenRule(),   idleCoresRule(),        workersRule(),         checkpointingRule(),
      recomputationRule(), narrowStorageRule(),      layoutConversionsRule(), autotuneOffRule(),      smallBatchRule(),      batchMultipleRule(),
      fastProductsRule(),  occupancyRule(),          memoryNearLimitRule(),   memoryToSpareRule(),    loaderImbalanceRule(), stepOutliersRule(),
      powerCapRule(),      hostPausesRule(),         allocatorChurnRule(),    exposedCopiesRule(),    gpusTakeTurnsRule(),   glooOnGpuRule(),
      codeLoadingRule(),   memoryBoundKernelsRule(), openAttentionRule(),     unfusedOptimizerRule(), productShapesRule(),   fewRowsRule(),
  };
  return defs;
}

const RuleDef* findRule(std::string_view key) {
  for (const RuleDef& def : ruleDefs())
    if (def.key == key) return &def;
  return nullptr;
}

}  // namespace stepscope
