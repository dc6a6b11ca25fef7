#include "core/backend/cpu/tuning/kernel_table.h"

#include <map>
#include <string_view>

#include "core/backend/cpu/fusion/families.h"
#include "core/backend/cpu/ops/families.h"

namespace stepscope::cpu {

std::span<const NamedMaker> makersFor(const OpDef& op) {
  // Built once from the families, never changed.
  static const std::map<const OpDef*, std::span<const NamedMaker>> table = [] {
    std::map<const OpDef*, std::span<const NamedMaker>> map;
    for (const auto family : {convolutionKernels(), epilogueKernels(), matmulKernels(), batchNormKernels(), poolingKernels(), elementwiseKernels(),
                              lossKernels(), optimizerKernels(), castKernels(), formulaKernels(), elementChainKernels(), reductionKernels(),
                              layerNormKernels(), batchedMatmulKernels(), attentionKernels(), recurrentKernels(), structureKernels()}) {
      for (const OpKernels& op : family) map.emplace(&opNamed(op.op), op.makers);
    }
    return map;
  }();
  const auto it = table.find(&op);
  return it == table.end() ? std::span<const NamedMaker>{} : it->second;
}

namespace {

// Names in tables of older versions: renamed kernels, and removed kernels with the kernel that replaces them.
struct Renamed {
  std::string_view before, now;
};
constexpr Renamed kKernels[] = {
    {"own plain", "own"},
    {"own NCHW", "own"},
    {"channels last", "direct"},
    {"direct NHWC", "direct"},
    {"matmul one thread", "matmul"},
    {"matmul single-threaded", "matmul"},
    {"direct with the rest", "direct with epilogue"},
};
// Older endings of the names of kernels that are followed by a second kernel.
constexpr Renamed kEndings[] = {
    {", then the rest", ", then epilogue"},
    {" in shares", ", epilogue in tiles"},
    {", then the sums", ", then bias gradient"},
};

}  // namespace

std::string currentKernelName(std::string kept) {
  std::string ending;
  for (const Renamed& renamed : kEndings)
    if (kept.ends_with(renamed.before)) {
      ending = renamed.now;
      kept.resize(kept.size() - renamed.before.size());
      break;
    }
  for (const Renamed& renamed : kKernels)
    if (kept == renamed.before) return std::string(renamed.now) + ending;
  return kept + ending;
}

}  // namespace stepscope::cpu
