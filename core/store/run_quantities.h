// The figures of a whole run that more than one place tells: the table of runs and its filters, the inspector, comparisons, reports, the command line
// and JSON. Every place reads this table, so that a figure has one name, one function that computes it, and one that puts it into words.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/store/run_summary.h"

namespace stepscope {

struct RunQuantity {
  const char* key;                  // in JSON: "resident_peak_bytes"
  const char* fact;                 // as a column of the table of runs and in filters: "resident_memory"
  const char* title;                // in words, as it is read behind or beside the figure: "peak memory of the step, resident"
  double (*of)(const RunSummary&);  // NaN: not known
  std::string (*worded)(double);    // with its unit: "45.2 MiB"; "-": not known
};

std::span<const RunQuantity> runQuantities();
// By its name in JSON; every name that is asked for is in the table.
const RunQuantity& runQuantity(std::string_view key);
// By its name as a column; null: a column of another kind.
const RunQuantity* quantityOfFact(std::string_view fact);
// The figure of this run in words.
std::string worded(const RunSummary& summary, std::string_view key);

}  // namespace stepscope
