// Tables (CSV) for classification and regression.
#pragma once

#include <string>
#include <vector>

#include "core/data/data_key.h"

namespace stepscope {

inline constexpr std::int64_t kMostTableBytes = std::int64_t{2} << 30;
struct TableParts;

// kind "table": spec.path is one CSV file, uncompressed or .gz. All columns are inputs, except the targets, spec.ignore and those left out
// automatically (column_reading.h): numbers and dates are standardized (empty cells get the median), each different text of a column becomes one
// input. spec.target names the target columns (the last one if empty); a row without its target is left out. spec.tableTask "auto": texts, and
// integers with few different values (areTableClasses), are classes; other numbers, and several targets, mean regression. Regression targets are
// standardized.
// Validation uses the rows of spec.validationPath, or else spec.validationSplit of the rows, drawn with spec.seed in the same proportion from every
// class; the test uses those of spec.testPath or spec.testShare. Rows with equal values in the column spec.group, which is not an input, stay in one
// part. Medians, means, deviations, texts and classes come only from the training rows.
DataSplits openTable(const DataSpec& spec);
std::vector<DataKey> tableKeys();
// Like openTable(), for files that are already open.
DataSplits datasetsOf(const DataSpec& spec, TableParts parts);

}  // namespace stepscope
