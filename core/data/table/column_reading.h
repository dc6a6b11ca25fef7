// Decides how each column of a table is read: as numbers and in which style, as dates, as categories, or not at all; and why. It depends on all
// cells; settings of the project file have priority.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/cell_numbers.h"
#include "core/data/dataset.h"
#include "core/data/table/cell_dates.h"
#include "core/data/table/table_layout.h"

namespace stepscope {

enum class ColumnKind { Number, Date, Category, Text, LeftOut };
// "number", "date", "category", "text", "left out"
std::string_view nameOf(ColumnKind kind);

struct ColumnReading {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  ColumnKind kind = ColumnKind::Number;
  NumberStyle number;
  DateStyle date = DateStyle::YearFirst;
  int firstYear = kUsualFirstYear;  // two-digit years are counted from this year on
  bool asked = false;               // set by the project file
  bool ignored = false;             // left out because data.ignore names it
  std::vector<std::string> how;     // properties of its numbers or dates: "decimal comma", "in %", "day before month"
  std::string why;                  // for a category, a text or an ignored column: a clause
  std::string doubt;                // a sentence without its full stop on another possible meaning, with the key that decides
  std::vector<std::string> marks;   // its marks for a missing value, besides empty cells; at most five
  std::vector<std::string> own;     // marks found in this column that are not in the list; they count in this column only
  enum class Likeness { None, Number, Date, Figures };
  bool codes = false;                  // numbers with leading zeros, therefore a category
  std::vector<std::string> alike;      // for a category: texts that differ only in case or blanks, "Yes, yes"
  Likeness likeness = Likeness::None;  // what the texts look like, in a form that is not supported
  std::int64_t rows = 0, missing = 0;
  std::int64_t different = 0;          // values; counted up to kMostDifferent
  std::int64_t numbers = 0;            // cells that look like numbers in some style
  bool whole = false, counts = false;  // for numbers: whether all are integers, and whether each is the previous one plus one
  std::size_t odd = kNone;             // the first row whose cell is of another kind than nearly all cells of the column
  std::size_t oddCount = 0;
  std::string example;                          // the first value
  bool fitsNumbers = false, fitsDates = false;  // every value is a number or every value is a date, in one form
  bool oddTexts = false;                        // there are texts among values that look like numbers; they may mean missing values
};
inline constexpr std::int64_t kMostDifferent = 1000;
inline constexpr std::int64_t kMostCategories = 256;  // for a text column that is an input

struct TableReading {
  explicit TableReading(MissingMarks missing) : marks(std::move(missing)) {}

  MissingMarks marks;
  std::vector<ColumnReading> columns;

  bool missing(std::size_t column, std::string_view cell) const {
    const ColumnKind kind = columns[column].kind;
    if (kind != ColumnKind::Number && kind != ColumnKind::Date) return marks.always(cell);
    if (marks.amongNumbers(cell)) return true;
    const std::vector<std::string>& own = columns[column].own;
    return !own.empty() && std::find(own.begin(), own.end(), trimmedCell(cell)) != own.end();
  }
  // Value of a cell of a column of numbers or dates; not finite for "inf".
  std::optional<double> value(std::size_t column, std::string_view cell) const {
    const ColumnReading& reading = columns[column];
    return reading.kind == ColumnKind::Date ? dateIn(cell, reading.date, reading.firstYear) : numberIn(cell, reading.number);
  }
};

// The keys (data.numbers, data.dates, data.categories) with which the column would be read, separated by commas. Empty: no key reads its present
// cells.
std::string keysThatRead(const ColumnReading& reading);

// Pairs of names that differ only in case or blanks: "Cat, cat".
std::vector<std::string> alikeNames(std::vector<std::string> names);

// Throws Error (Input) if data.numbers, data.categories, data.dates or data.ignore names an unknown column, or one that another of them names.
TableReading readingOf(const Table& table, const DataSpec& spec);

}  // namespace stepscope
