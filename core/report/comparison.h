// The comparison of runs, told once for the window, the report and the command line: a sentence, the settings that differ, metrics with their
// change against a baseline, and what each switch bought. Pure functions of what the store keeps.
#pragma once

#include <string>
#include <vector>

#include "core/report/compared_table.h"
#include "core/report/run_facts.h"
#include "core/report/run_groups.h"

namespace stepscope {

// A part of the sentence; the strong ones are larger.
struct SentencePart {
  enum class Tone { Plain, Strong, Good, Bad };
  std::string text;
  Tone tone = Tone::Plain;
};

// One turn of a switch with both sides measured: two spans of one run, or two runs that differ in that switch alone.
struct Bought {
  std::string title, change;                   // "mixed precision", "off → bf16"
  std::string of;                              // "run 14, steps 100-200 against 1-99"
  double before = 0, after = 0;                // ms for `samples` samples
  double low = 0, high = 0;                    // 95 % interval of after - before, ms; NaN: not known
  double samplesBefore = 0, samplesAfter = 0;  // samples/s
  double memoryBefore = 0, memoryAfter = 0;    // bytes, peak; NaN: not known
  double metricBefore = 0, metricAfter = 0;    // the task's, best of its part; NaN: not known
  bool busy = false;                           // measured while other programs held the cores: no gain is claimed
};

struct RunComparison {
  std::vector<RunFacts> runs;
  std::size_t baseline = 0, best = 0;  // best: the fastest per sample of those that are as good as the baseline or better; see comparison.cpp
  bool faster = false;                 // best is, per sample, than the baseline
  std::vector<SentencePart> sentence;
  std::string under;       // of what it is
  ComparedTable settings;  // only what differs
  std::size_t equalSettings = 0;
  ComparedTable metrics;
  double samples = 0;          // for which times are told; NaN: a step
  std::vector<Bought> bought;  // from the baseline to the best run
  std::string boughtNote;      // of what they are, or why there are none
  RunGroups groups;            // by what differs, seeds aside

  // From here on runs are read by groups: one column a run no longer fits a page or a window.
  static constexpr std::size_t kManyRuns = 5;
  bool many() const { return runs.size() >= kManyRuns; }
};

// baseline: index into runs. Throws nothing; what is not known is left out or "unknown".
RunComparison compare(std::vector<RunFacts> runs, std::size_t baseline);

}  // namespace stepscope
