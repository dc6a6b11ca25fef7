// Finds the places in the program that cause findings.
#pragma once

#include <vector>

#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"
#include "profiler/analysis/culprit/culprits.h"

namespace stepscope {

// Fills Finding::culprits of found findings from their evidence: "aten::item in GPT_0, train.py(52): step (92 %)", in percent of the evidence's time.
// For a range of waiting, the culprit is the code in which most of it was spent.
void addCulprits(const TraceFacts& facts, std::vector<Finding>& findings);

// What the slow steps spend more time in than the usual ones: spans of the steps' thread and of the GPU, summed by name; of nested spans the
// innermost that still has most of the excess. With the additional time per step: "gc.py(0): collect (100 ms more than in other steps)". Empty if no
// name has a third of the excess.
std::string excessOf(const TraceFacts& facts, const HostStacks& stacks, const std::vector<StepFacts>& slow, const std::vector<StepFacts>& usual);

bool hasStacks(const Trace& trace);  // whether the trace has Python frames
// The code in which the steps' thread spent these ranges (sorted, without overlap): what dominantFrames() finds, else for each long range the
// innermost function of the user's program that contains all of it but no whole step; at most three.
std::vector<Culprit> framesWithin(const TraceFacts& facts, const HostStacks& stacks, const std::vector<TimeRange>& ranges);

}  // namespace stepscope
