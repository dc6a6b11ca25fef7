// The columns of a table as a person sees them, and which of them is most likely what one wants to predict. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/data/table/column_reading.h"

namespace stepscope {

struct ColumnFacts : ColumnReading {
  std::string name;
  std::string value;  // the example as it is read: "1234.5" of "1.234,5"; empty where it is read as it stands
  bool numeric() const { return kind == ColumnKind::Number; }
};

std::vector<ColumnFacts> columnFacts(const Table& table, const TableReading& reading);

// Whether a column is one that a model must not see: a running number, texts that differ in nearly every row. A clause why; empty: it is not.
std::string whyIdentifier(const ColumnFacts& column);

struct TargetGuess {
  std::string target;               // empty: no column can be one
  std::string reason;               // a clause
  bool sure = false;                // the name or the values say so; otherwise it is a habit of tables
  std::vector<std::string> ignore;  // what is left out by itself, and identifiers
};
// named: the columns have names of a header.
TargetGuess guessTarget(const std::vector<ColumnFacts>& columns, bool named);

}  // namespace stepscope
