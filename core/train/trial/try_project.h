// Tries a switch of a project without a window: on a run's last checkpoint, or from the weights that a run would begin with.
#pragma once

#include <atomic>
#include <string>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/trial/switch_trial.h"

namespace stepscope {

struct TryOptions {
  std::string device = "cpu";
  RunId run = 0;                              // 0: from the first weights, and the verdict is kept nowhere
  const std::atomic<bool>* cancel = nullptr;  // also while data are opened or kernels timed
  TrialLimits limits = {};
};

// key, text: "amp", "bf16", as the project file has them. Of a run the switches are those of its checkpoint, and the verdict is added to its
// artefact "trials". Throws Error: a run that is trained or has no checkpoint, a bad key or value, data that do not open.
TrialResult tryProject(const Project& project, const std::string& key, const std::string& text, const TryOptions& options,
                       const TrialProgress& progress = {});

}  // namespace stepscope
