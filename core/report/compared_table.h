// A table of a comparison: a column a run. Shown alike in the window, on the page of a report and as JSON.
#pragma once

#include <string>
#include <vector>

namespace stepscope {

struct ComparedCell {
  enum class Tone { Plain, Good, Bad, Differs };  // better or worse than the baseline; other than the baseline
  std::string text;                               // "85.9 %"
  std::string change;                             // against the baseline: "+0.4", "-41 %"; may be empty
  Tone tone = Tone::Plain;
};

struct ComparedRow {
  std::string title, of;  // "Validation accuracy", "best"
  std::vector<ComparedCell> cells;
};

struct ComparedTable {
  std::vector<ComparedRow> rows;
};

// Lines of cells parted by tabs; the first column is `title`, then one a run.
std::string textOf(const ComparedTable& table, const std::string& title, const std::vector<std::string>& runs);

}  // namespace stepscope
