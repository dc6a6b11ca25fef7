// Parts of the table in keys.cpp that have their own files. Private to core/project.
#pragma once

#include <vector>

#include "core/project/keys.h"

namespace stepscope {

// train.schedule.name and one key for every argument of any schedule, made from the table of schedules.
std::vector<KeyDef> scheduleKeys();

// The keys of [sweep].
std::vector<KeyDef> sweepKeys();
std::vector<ListDef> sweepLists();

}  // namespace stepscope
