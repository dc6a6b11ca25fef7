// How each column of a table is read: as numbers and in what style, as dates, as categories, or not at all; and why. Found from all its
// cells; what a project file says of a column goes before it.
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
  int firstYear = kUsualFirstYear;  // from which on years of two digits count
  bool asked = false;               // the project file says so
  bool ignored = false;             // left out because data.ignore names it
  std::vector<std::string> how;     // what is special about its numbers or dates: "decimal comma", "in %", "day before month"
  std::string why;                  // of a category, a text or a column left out: a clause
  std::string doubt;                // it could be meant otherwise: a sentence without its full stop, and the key that decides
  std::vector<std::string> marks;   // what stands in it for no value, but for empty cells; at most five
  std::vector<std::string> own;     // marks that are none in other columns: found, not listed
  enum class Likeness { None, Number, Date, Figures };
  bool codes = false;                  // figures with zeros in front, so a category
  std::vector<std::string> alike;      // of a category: texts that differ in capital letters or blanks alone, "Yes, yes"
  Likeness likeness = Likeness::None;  // what a column of texts looks like, in a form that is not read
  std::int64_t rows = 0, missing = 0;
  std::int64_t different = 0;          // values; counted up to kMostDifferent
  std::int64_t numbers = 0;            // cells that look like numbers in some style
  bool whole = false, counts = false;  // of numbers: all are whole; each is one more than the one before
  std::size_t odd = kNone;             // a row whose cell is no such value, while nearly all are
  std::size_t oddCount = 0;
  std::string example;                          // the first value
  bool fitsNumbers = false, fitsDates = false;  // every value is one of them, in one form
  bool oddTexts = false;                        // among what looks like numbers are texts, which may stand for no value
};
inline constexpr std::int64_t kMostDifferent = 1000;
inline constexpr std::int64_t kMostCategories = 256;  // of a column of texts that is an input

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

// Which of data.numbers, data.dates and data.categories would read the column, with commas between. Empty: none, as its cells are now.
std::string keysThatRead(const ColumnReading& reading);

// Pairs of names that differ in capital letters or blanks alone: "Cat, cat".
std::vector<std::string> alikeNames(std::vector<std::string> names);

// Throws Error (Input): data.numbers, data.categories or data.dates names a column that there is not, or one that another of them names.
TableReading readingOf(const Table& table, const DataSpec& spec);

}  // namespace stepscope
