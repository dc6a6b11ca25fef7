// The keys of [sweep], for the table in keys.cpp.
#pragma once

#include <vector>

#include "core/project/keys.h"

namespace stepscope {

std::vector<KeyDef> sweepKeys();
std::vector<ListDef> sweepLists();

}  // namespace stepscope
