// How long steps last until the last work of the GPU ends. On the host they last as long as StepWindow::host.
#pragma once

#include <vector>

#include "profiler/analysis/step_windows.h"

namespace stepscope {

// ns, by step: StepWindow::whole without the time between two steps on the host, so that the mean equals that of the replay
// (StepReplay::recordedStepNs).
std::vector<double> stepsUntilGpuNs(const StepWindows& windows);

}  // namespace stepscope
