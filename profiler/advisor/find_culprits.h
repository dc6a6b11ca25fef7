// Names the places in the program that findings come from.
#pragma once

#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"

namespace stepscope {

// Fills Finding::culprits of what was found, from its evidence: "aten::item in GPT_0, train.py(52): step (92 %)", with the part of the evidence's
// time. Of a wait it is what most of it was spent in.
void addCulprits(const TraceFacts& facts, std::vector<Finding>& findings);

}  // namespace stepscope
