// recompute_norms: the output of a batch norm with relu is not kept for the backward pass but computed again there, from the convolution's output and
// the saved statistics, which are both kept anyway. It costs two passes over memory and saves a tensor that lives for half a step (compare Rota Bulo
// et al. 2018, "In-Place Activated BatchNorm", which inverts the activation instead).
#pragma once

#include "core/passes/pass_result.h"

namespace stepscope {

struct NormRecomputation {
  double operationsPerByte = 8;  // of the device (Backend::operationsPerByte), to count moved bytes as operations
  double mostShare = 0.016;      // the largest fraction of the step's work that recomputation may add
  // The pass does nothing if it would save fewer bytes, counted as if all outputs were f32: small steps have enough memory.
  std::int64_t leastBytes = std::int64_t{256} << 20;
};

// Runs between autodiff and optimize. The recomputed outputs have the same bits; their nodes are batch_norm_inference of Phase::Recompute. An output
// with a residual is recomputed only if the residual is kept anyway. The report gives the number of outputs and the saved bytes; if there are none,
// the graph does not change and the report has no notes.
AutodiffResult recomputeNorms(const AutodiffResult& backward, const NormRecomputation& how = {});

}  // namespace stepscope
