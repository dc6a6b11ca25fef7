// Tables (CSV) for classification and regression.
#pragma once

#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

inline constexpr std::int64_t kMostTableBytes = std::int64_t{2} << 30;
struct TableParts;

// kind "table": spec.path is one CSV file, plain or .gz. Every column but the targets, spec.ignore and what is left out by itself
// (column_reading.h) is an input: numbers and dates are standardized (empty cells take the median), texts become one input a text. spec.target names
// the columns to answer (the last one when empty); a row without its target is left out. spec.tableTask "auto": texts, and whole numbers of at most
// 20 different values, are classes; other numbers, and several targets, are regression. Targets of a regression are standardized. For validation are
// the rows of spec.validationPath, or else spec.validationSplit of the rows, drawn with spec.seed, of every class alike. Medians, means, deviations,
// texts and classes come from the training rows alone.
DataSplits openTable(const DataSpec& spec);
std::vector<DataKey> tableKeys();
// The same of what was opened already.
DataSplits datasetsOf(const DataSpec& spec, TableParts parts);

}  // namespace stepscope
