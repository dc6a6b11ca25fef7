// What training refuses before its first step, found without beginning a run: the data, the switches, the metrics that are watched, the model.
#pragma once

#include <atomic>

#include "core/project/project.h"
#include "core/project/switches.h"

namespace stepscope {

// Throws Error (Input) naming the switch that cannot be had at this place, and why.
void checkSwitches(const Switches& switches, const SwitchPlace& place);
// Throws the Error that a run of the project would end with before its first step. Opens the data and builds the step; times no kernel.
// Throws Cancelled soon after `cancel` became true.
void checkStart(const Project& project, const std::atomic<bool>* cancel = nullptr);

}  // namespace stepscope
