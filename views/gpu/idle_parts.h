// A GPU's time as the parts of one bar: kernels, then the idle time by its reasons.
#pragma once

#include <vector>

#include "profiler/analysis/gpu_idle.h"
#include "views/common/share_bar.h"

namespace stepscope {

std::vector<SharePart> idleParts(const GpuIdle& idle);    // those that are not empty
QString idleLegend(const std::vector<SharePart>& parts);  // rich text

}  // namespace stepscope
