// The keys of [train.schedule] that follow from the table of schedules. Private to core/project.
#pragma once

#include <vector>

#include "core/project/keys.h"

namespace stepscope {

// train.schedule.name and one key for every argument that some schedule takes.
std::vector<KeyDef> scheduleKeys();

}  // namespace stepscope
