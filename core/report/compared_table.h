// A table of a comparison: one column for each run. The window and the page of a report show the same table.
#pragma once

#include <string>
#include <vector>

namespace stepscope {

struct ComparedCell {
  enum class Tone { Plain, Good, Bad, Differs };  // Good, Bad: better or worse than the baseline; Differs: another setting than the baseline's
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

// The table as text: cells are separated by tabs. The first line has `title` and the names of the runs.
std::string textOf(const ComparedTable& table, const std::string& title, const std::vector<std::string>& runs);

}  // namespace stepscope
