// Tries a switch of a project without a window: on a run's last checkpoint, or from the initial weights of a run.
#pragma once

#include <atomic>
#include <string>

#include "core/project/project.h"
#include "core/store/run_store.h"
#include "core/train/trial/switch_trial.h"

namespace stepscope {

struct TryOptions {
  std::string device = "cpu";
  RunId run = 0;                              // 0: from the initial weights, and the verdict is not stored
  const std::atomic<bool>* cancel = nullptr;  // also while data are opened or kernels timed
  TrialLimits limits = {};
};

// `key`, `text`: "amp", "bf16", as in the project file. With a run, the switches are those of its checkpoint, and the verdict is added to its
// artefact "trials". Throws Error if the run is being trained or has no checkpoint, if the key or value is not possible, or if the data cannot be
// opened.
TrialResult tryProject(const Project& project, const std::string& key, const std::string& text, const TryOptions& options,
                       const TrialProgress& progress = {});

}  // namespace stepscope
