// recompute_norms: the output of a batch norm with relu is not kept for the backward pass but computed again there, from the convolution's output and
// the saved statistics, which are both kept anyway. It costs two passes over memory and saves a tensor that lives for half a step (compare Rota Bulo
// et al. 2018, "In-Place Activated BatchNorm", which inverts the activation instead).
#pragma once

#include "core/passes/pass_result.h"

namespace stepscope {

struct NormRecomputation {
  double operationsPerByte = 8;  // of the device (Backend::operationsPerByte): work is counted in operations
  double mostShare = 0.016;      // the largest part of the step's work that may be spent on it
  // The pass does nothing if it would save less, counted as f32: small steps have enough memory.
  std::int64_t leastBytes = std::int64_t{256} << 20;
};

// Runs between autodiff and optimize. The recomputed outputs have the same bits; their nodes are batch_norm_inference of Phase::Recompute. An output
// with a residual is recomputed where the residual is kept anyway. The report gives their number and the saved bytes; if there is none, the graph
// does not change and the report has no notes.
AutodiffResult recomputeNorms(const AutodiffResult& backward, const NormRecomputation& how = {});

}  // namespace stepscope
