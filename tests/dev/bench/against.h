// Two steps that differ in a switch, taken in turns, so that what disturbs the machine disturbs both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::dev {

struct ComparedStep {
  double predictedMs = 0;     // from the kernel times on disk before anything ran; 0: nothing was known
  double estimatedShare = 1;  // of it, from nodes that were never timed at this batch size
  double minMs = 0, medianMs = 0;
  std::int64_t peakBytes = 0;        // by the plan
  std::int64_t stepBytes = 0;        // of it what does not outlive the step: activations, their gradients, workspaces
  std::int64_t activationBytes = 0;  // the most that activations take at once, by the plan
  double recomputedMs = 0;           // of nodes that run again in the backward pass
  int recomputed = 0;                // how many
  std::vector<std::string> notes;    // what the passes did otherwise than in the other step
};

struct Comparison {
  ComparedStep step, other;
  int steps = 0;
};

// steps 0: for about ten seconds. New kernel choices and times are kept.
Comparison benchAgainst(const ModelSpec& model, const ModelInput& input, const Switches& switches, const Switches& other, int threads, int steps,
                        const Backend& backend);

}  // namespace stepscope::dev
