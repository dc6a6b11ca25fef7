// Asks every rule and says in one sentence what holds the step back: the finding that gains most, unless the largest part of the critical path
// has another cause. Where no rule explains that part, the sentence says what it is made of.
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
  Category category = Category::Other;  // whose colour that has
  // What it is of: "run 14, steps 120-129", "10 steps: mean 154.2 ms, median 153.1 ms (152.0 ms unrecorded)", "quiet cores"; no empty ones.
  std::string source, times, cores;
  bool wholeTrace = false;     // the trace marks no steps and counts as one
  bool timesAreClaims = true;  // false for steps on the CPU while other programs held the cores, or nobody knows whether they did
};

struct Advice {
  Verdict verdict;
  // Of every rule that can apply to the trace: found first and the worst of them first, then not found, then not enough data.
  std::vector<Finding> findings;
  std::vector<Counterfactual> whatIf;  // the most gain first
  int found() const;
};

// A rule never throws and never hangs; one that fails on odd data answers not enough data.
Advice advise(const AdviceFacts& facts);

}  // namespace stepscope
