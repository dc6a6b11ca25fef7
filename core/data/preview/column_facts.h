// The columns of a table as a person sees them, and which of them is most likely what one wants to predict. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/table_columns.h"

namespace stepscope {

struct ColumnFacts {
  std::string name;
  std::int64_t rows = 0, missing = 0;
  std::int64_t different = 0;  // values; counted up to kMostDifferent
  bool numeric = false;        // every value is a number
  bool whole = false;          // every value is a whole number
  bool counts = false;         // whole numbers, each one more than the one before: a running number
  std::string example;         // the first value
};
inline constexpr std::int64_t kMostDifferent = 1000;

std::vector<ColumnFacts> columnFacts(const Table& table);

struct TargetGuess {
  std::string target;               // empty: no column can be one
  std::string reason;               // a clause
  bool sure = false;                // the name or the values say so; otherwise it is a habit of tables
  std::vector<std::string> ignore;  // running numbers, texts that differ in every row
};
// named: the columns have names of a header.
TargetGuess guessTarget(const std::vector<ColumnFacts>& columns, bool named);

}  // namespace stepscope
