// recompute_norms: the output of a batch norm with relu is not kept for the backward pass but made again there from the convolution's
// output and the saved statistics, both of which are kept anyway. Two passes over memory instead of a tensor that is there for half a
// step (compare Rota Bulo et al. 2018, "In-Place Activated BatchNorm", which inverts the activation instead).
#pragma once

#include "core/passes/pass_result.h"

namespace stepscope {

struct NormRecomputation {
  double operationsPerByte = 8;  // of the device (Backend::operationsPerByte): work is counted in operations
  double mostShare = 0.016;      // of the step's work may be spent on it
  // That must be saved in all, counted as f32, or nothing is done: small steps have memory to spare.
  std::int64_t leastBytes = std::int64_t{256} << 20;
};

// Between autodiff and optimize. The made-again outputs are the same bits, by nodes batch_norm_inference of Phase::Recompute. Outputs that
// take a residual are made again where the residual is there anyway. The report says how many and what they save; without any the graph is
// the same and the report has no notes.
AutodiffResult recomputeNorms(const AutodiffResult& backward, const NormRecomputation& how = {});

}  // namespace stepscope
