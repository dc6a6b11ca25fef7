// The quantities of a whole run that are shown in more than one place: the table of runs and its filters, the inspector, comparisons, reports, the
// command line and JSON. All of them read this table, so that each quantity has one name, one function that computes it, and one that formats it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/store/run_summary.h"

namespace stepscope {

struct RunQuantity {
  const char* key;                  // in JSON: "resident_peak_bytes"
  const char* fact;                 // the name of its column in the table of runs, and in filters: "resident_memory"
  const char* title;                // English text that is shown after or beside the value: "peak memory of the step, resident"
  double (*of)(const RunSummary&);  // the value; NaN: not known
  std::string (*worded)(double);    // the value with its unit: "45.2 MiB"; "-" for NaN
};

std::span<const RunQuantity> runQuantities();
// The quantity with this name in JSON. It must exist; otherwise Error (Internal).
const RunQuantity& runQuantity(std::string_view key);
// The quantity with this column name; null if the column is not one of these quantities.
const RunQuantity* quantityOfFact(std::string_view fact);
// The quantity `key` of this run as text with its unit.
std::string worded(const RunSummary& summary, std::string_view key);

}  // namespace stepscope
