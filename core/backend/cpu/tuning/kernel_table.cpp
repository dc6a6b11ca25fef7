#include "core/backend/cpu/tuning/kernel_table.h"

#include <map>

#include "core/backend/cpu/fusion/families.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

std::span<const NamedMaker> makersFor(std::string_view op) {
  // Built once from the families; constant ever after.
  static const std::map<std::string_view, std::span<const NamedMaker>> table = [] {
    std::map<std::string_view, std::span<const NamedMaker>> map;
    for (const auto family :
         {convolutionKernels(),  epilogueKernels(),   matmulKernels(),      batchNormKernels(), poolingKernels(),   shortcutKernels(),
          elementwiseKernels(),  lossKernels(),       elementLossKernels(), optimizerKernels(), castKernels(),      formulaKernels(),
          elementChainKernels(), arithmeticKernels(), reductionKernels(),   softmaxKernels(),   layerNormKernels(), batchedMatmulKernels(),
          attentionKernels(),    embeddingKernels(),  recurrentKernels(),   structureKernels(), resizeKernels(),    convolutionTransposeKernels(),
          groupNormKernels()}) {
      for (const OpKernels& op : family) map.emplace(op.op, op.makers);
    }
    return map;
  }();
  const auto it = table.find(op);
  return it == table.end() ? std::span<const NamedMaker>{} : it->second;
}

}  // namespace stepscope::cpu
