// Names the places in the program that findings come from.
#pragma once

#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"
#include "profiler/analysis/culprit/culprits.h"

namespace stepscope {

// Fills Finding::culprits of what was found, from its evidence: "aten::item in GPT_0, train.py(52): step (92 %)", with the part of the evidence's
// time. Of a wait it is what most of it was spent in.
void addCulprits(const TraceFacts& facts, std::vector<Finding>& findings);

// What single steps spend more time in than the others do: spans of the thread of the steps and of the GPU by name, of those that nest the innermost
// that still holds most of it. With the time more a step: "gc.py(0): collect (100 ms more than in other steps)". Empty: no name holds a third of it.
std::string excessOf(const TraceFacts& facts, const HostStacks& stacks, const std::vector<StepFacts>& slow, const std::vector<StepFacts>& usual);

bool hasStacks(const Trace& trace);  // frames of Python are recorded
// What the thread of the steps spent these ranges in (sorted, without overlap): what most of them is (dominantFrames), else the innermost function of
// the program that holds long ones from end to end, and no whole step.
std::vector<Culprit> framesWithin(const TraceFacts& facts, const HostStacks& stacks, const std::vector<TimeRange>& ranges);

}  // namespace stepscope
