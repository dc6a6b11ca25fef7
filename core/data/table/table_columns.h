// Columns of a table as numbers for a model: standardized numbers, one-hot texts. Medians, means, deviations and categories come only from the
// training rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/table/column_reading.h"

namespace stepscope {

// One column as model input, fitted to some rows.
class TableColumn {
 public:
  // Numbers and dates are read in the style of their reading, texts become one input each. Throws Error (Input) with file:line:column: another value
  // where nine tenths are numbers or dates, an infinite number, more than 256 different texts. The reading must outlive this object.
  TableColumn(const Table& table, const TableReading& reading, std::size_t column, std::span<const std::size_t> rows);

  const std::string& name() const { return name_; }
  bool numeric() const { return categories_.empty(); }
  std::size_t width() const { return numeric() ? 1 : categories_.size(); }
  const std::vector<std::string>& categories() const { return categories_; }
  double median() const { return median_; }
  std::int64_t missing() const { return missing_; }  // empty cells among the rows it was fitted to

  // Writes width() values for the cell of a row: (value - mean) / deviation, with the median for an empty cell; or a 1 at the cell's category, all 0
  // for a text that the fitted rows did not have. Returns false for such a text. The table may be another one with this column, whose numbers are in
  // the style of its own reading.
  bool encode(const Table& table, const TableReading& reading, std::size_t row, std::size_t column, std::span<float> out) const {
    return encode(table.cell(row, column), reading, {&table, row, column}, out);
  }
  // The same for a cell that is in no file, in the style of the training rows; errors name the column.
  bool encode(std::string_view cell, std::span<float> out) const { return encode(cell, reading_, {}, out); }

 private:
  // Where a cell is, for errors.
  struct Place {
    const Table* table = nullptr;
    std::size_t row = 0, column = 0;
  };
  std::string textOf(const Place& place) const { return place.table ? place.table->place(place.row, place.column) : name_; }
  bool encode(std::string_view cell, const TableReading& reading, const Place& place, std::span<float> out) const;
  double valueIn(std::string_view cell, const TableReading& reading, const Place& place) const;
  std::string categoryIn(std::string_view cell) const;
  void fitNumbers(std::vector<double> values);
  void fitTexts(const Table& table, std::size_t column, std::span<const std::size_t> rows);

  std::string name_;
  const TableReading& reading_;
  std::size_t read_;                     // index of the column in the reading
  std::vector<std::string> categories_;  // sorted
  double median_ = 0, mean_ = 0, deviation_ = 1;
  std::int64_t missing_ = 0;
};

// A cell for a message: shortened, without control characters.
std::string shownCell(std::string_view cell);
// Throws an Error (Input) at the first odd cell of the column: "\"12a\" is not a number, while 39 of the 40 values of the column \"x\" are". `what`:
// "column" or "target".
[[noreturn]] void throwOdd(const Table& table, const ColumnReading& reading, std::size_t column, const char* what, const std::string& cure);

}  // namespace stepscope
