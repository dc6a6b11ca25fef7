// Finds, without starting a run, the errors that would keep it from starting: in data, switches, watched metrics, model.
#pragma once

#include <atomic>

#include "core/project/project.h"
#include "core/project/switches.h"

namespace stepscope {

// Throws Error (Input) with the switch whose value is not possible here, and why.
void checkSwitches(const Switches& switches, const SwitchPlace& place);
// Throws the Error with which a run of the project would end before its first step. Opens the data and builds the step; times no kernel. Throws
// Cancelled soon after `cancel` became true.
void checkStart(const Project& project, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
