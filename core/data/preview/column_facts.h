// Facts about the columns of a table, and a guess which one is the target. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/table/column_reading.h"

namespace stepscope {

struct ColumnFacts : ColumnReading {
  std::string name;
  std::string value;  // the example after reading: "1234.5" for "1.234,5"; empty if it is unchanged
  bool numeric() const { return kind == ColumnKind::Number; }
};

std::vector<ColumnFacts> columnFacts(const Table& table, const TableReading& reading);

// Why a model must not see a column: it counts the rows, is an identifier, or has texts that differ in nearly every row. A clause; empty: it may see
// the column.
std::string whyIdentifier(const ColumnFacts& column);

struct TargetGuess {
  std::string target;               // empty: no column can be the target
  std::string reason;               // a clause
  bool sure = false;                // true if the name or the values show it; else it is only the usual position
  std::vector<std::string> ignore;  // columns left out automatically, and identifiers
};
// `named`: the column names come from a header.
TargetGuess guessTarget(const std::vector<ColumnFacts>& columns, bool named);

}  // namespace stepscope
