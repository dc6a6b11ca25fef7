// The kernels of each family of ops, in the candidates_*.cpp of its folder.
#pragma once

#include "core/backend/cpu/base/candidate.h"

namespace stepscope::cpu {

std::span<const OpKernels> convolutionKernels();
std::span<const OpKernels> matmulKernels();
std::span<const OpKernels> batchNormKernels();
std::span<const OpKernels> poolingKernels();
std::span<const OpKernels> elementwiseKernels();
std::span<const OpKernels> lossKernels();
std::span<const OpKernels> optimizerKernels();
std::span<const OpKernels> castKernels();
std::span<const OpKernels> formulaKernels();
std::span<const OpKernels> reductionKernels();
std::span<const OpKernels> layerNormKernels();
std::span<const OpKernels> batchedMatmulKernels();
std::span<const OpKernels> attentionKernels();
std::span<const OpKernels> recurrentKernels();
std::span<const OpKernels> structureKernels();

}  // namespace stepscope::cpu
