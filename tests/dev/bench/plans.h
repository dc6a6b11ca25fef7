// Times the planning of a model's step again after every switch: what a running training waits for when one is turned.
#pragma once

#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/models/model.h"
#include "core/project/project.h"

namespace stepscope::dev {

struct PlanTime {
  std::string change;                     // "checkpointing off -> sqrt"; of the first row "as it is"
  double firstMs = 0;                     // with the kernel choices that the cache had; it includes timing the kernels that it did not have
  int timed = 0;                          // layers whose kernels were timed for that
  double diskMs = 0;                      // fastest, with the choices read from the cache's file
  double memoryMs = 0, memoryMostMs = 0;  // fastest and slowest, with the choices in memory, as a running training has them
  int nodes = 0;                          // of the program
  std::int64_t peakBytes = 0;
};

// Training and validation step, compiled and planned; no memory is taken but that of kernels that are timed. Every value of every switch
// that makes another program, numbers doubled; a budget of checkpointing at three quarters of the peak. A value that the
// model cannot have is left out and told on stderr. New choices are kept.
std::vector<PlanTime> benchPlans(const ModelSpec& model, const ModelInput& input, const Switches& switches, int threads, const Backend& backend);

}  // namespace stepscope::dev
