// The keys of [train.schedule], made from the table of schedules. Private to core/project.
#pragma once

#include <vector>

#include "core/project/keys.h"

namespace stepscope {

// train.schedule.name and one key for every argument of any schedule.
std::vector<KeyDef> scheduleKeys();

}  // namespace stepscope
