// Whether a run can be had with these switches.
#pragma once

#include "core/project/switches.h"

namespace stepscope {

// Throws Error (Input) naming the switch that cannot be had at this place, and why.
void checkSwitches(const Switches& switches, const SwitchPlace& place);

}  // namespace stepscope
