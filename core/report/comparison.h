// The comparison of runs, computed in one place for the window, the report and the command line: a sentence, the settings that differ, metrics with
// their change against a baseline, and the effect of each switch. Everything is computed from what the store keeps.
#pragma once

#include <string>
#include <vector>

#include "core/report/compared_table.h"
#include "core/report/run_facts.h"
#include "core/report/run_groups.h"

namespace stepscope {

// A part of the sentence; all but the plain ones are larger.
struct SentencePart {
  enum class Tone { Plain, Strong, Good, Bad };
  std::string text;
  Tone tone = Tone::Plain;
};

// The effect of one switch: two runs that differ in it, both measured. Switches that differ together are one entry.
struct Bought {
  std::string title, change;                   // "mixed precision", "off → bf16"
  std::string of;                              // the two runs: "run 14 against run 12"
  double before = 0, after = 0;                // ms for `samples` samples
  double low = 0, high = 0;                    // 95 % interval of after - before, ms; NaN: not known
  double samplesBefore = 0, samplesAfter = 0;  // samples/s
  double memoryBefore = 0, memoryAfter = 0;    // bytes, peak; NaN: not known
  double metricBefore = 0, metricAfter = 0;    // best validation value of the task's metric; NaN: not known
  bool busy = false;                           // other programs used the cores meanwhile, or that is not known: no gain is claimed
};

struct RunComparison {
  std::vector<RunFacts> runs;
  std::size_t baseline = 0,
              best = 0;  // best: the fastest per sample of the runs that are about as good as the baseline; see bestOf in comparison.cpp
  bool faster = false;   // the best run takes less time per sample than the baseline
  std::vector<SentencePart> sentence;
  std::string under;       // the smaller text below the sentence: times, metric, what is the same
  ComparedTable settings;  // only those that differ
  std::size_t equalSettings = 0;
  ComparedTable metrics;
  double samples = 0;          // times are those of this many samples; NaN: of a step
  std::vector<Bought> bought;  // from the baseline to the best run
  std::string boughtNote;      // what the entries compare, or why there are none
  RunGroups groups;            // runs with the same settings, whatever their seeds

  // From this number on runs are shown by groups: one column for each run no longer fits a page or a window.
  static constexpr std::size_t kManyRuns = 5;
  bool many() const { return runs.size() >= kManyRuns; }
};

// `baseline` is an index into `runs`. Throws nothing; what is not known is left out or "unknown".
RunComparison compare(std::vector<RunFacts> runs, std::size_t baseline);

}  // namespace stepscope
