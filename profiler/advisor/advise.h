// Evaluates every rule and states in one sentence what holds the step back: the finding that gains most, unless the largest part of the critical path
// has another cause. If no rule explains that part, the sentence states what it consists of.
#pragma once

#include <string>
#include <vector>

#include "profiler/advisor/counterfactuals.h"
#include "profiler/advisor/facts.h"
#include "profiler/advisor/finding.h"

namespace stepscope {

struct Verdict {
  std::string sentence;                 // "The step waits for data 39.6 % of the time: 60.2 of 152 ms."
  std::string emphasis;                 // the part of it that matters most: "39.6 % of the time"
  Category category = Category::Other;  // the category whose colour `emphasis` gets
  // The source, the times and the state of the cores: "run 14, steps 120-129", "10 steps: mean 154.2 ms, median 153.1 ms (152.0 ms unrecorded)",
  // "quiet cores". Empty: not known.
  std::string source, times, cores;
  bool wholeTrace = false;     // the trace marks no steps and counts as one
  bool timesAreClaims = true;  // false for steps on the CPU if other programs used the cores, or if that is not known
};

struct Advice {
  Verdict verdict;
  // One per rule that can apply to the trace: found ones first, the worst of them first, then not found, then not enough data.
  std::vector<Finding> findings;
  std::vector<Counterfactual> whatIf;  // the most gain first
  int found() const;
};

// A rule that fails on unusual data counts as not enough data; its exception is not passed on.
Advice advise(const AdviceFacts& facts);

}  // namespace stepscope
