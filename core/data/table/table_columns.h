// Columns of a table as numbers for a model: standardized numbers, one-hot texts. What is learned from the data (medians, means,
// deviations, categories) comes from the rows for training alone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/table/column_reading.h"

namespace stepscope {

// One column for a model, fitted to some rows.
class TableColumn {
 public:
  // Numbers and dates as their reading has them, texts as one input each. Throws Error (Input) with file:line:column: a value that is none
  // among nine tenths that are, an infinite number, more than 256 different texts. The reading must live as long.
  TableColumn(const Table& table, const TableReading& reading, std::size_t column, std::span<const std::size_t> rows);

  const std::string& name() const { return name_; }
  bool numeric() const { return categories_.empty(); }
  std::size_t width() const { return numeric() ? 1 : categories_.size(); }
  const std::vector<std::string>& categories() const { return categories_; }
  double median() const { return median_; }
  std::int64_t missing() const { return missing_; }  // cells without a value among the rows it was fitted to

  // Writes width() values for the cell of a row: (value - mean) / deviation with the median for a cell without a value, or a 1 at the cell's
  // category, all 0 for a text that the fitted rows did not have. False for that. The table may be another one with such a column, whose
  // figures are written as its own reading has them.
  bool encode(const Table& table, const TableReading& reading, std::size_t row, std::size_t column, std::span<float> out) const;

 private:
  double valueIn(const Table& table, const TableReading& reading, std::size_t row, std::size_t column) const;
  std::string categoryIn(std::string_view cell) const;
  void fitNumbers(std::vector<double> values);
  void fitTexts(const Table& table, std::size_t column, std::span<const std::size_t> rows);

  std::string name_;
  const TableReading& reading_;
  std::size_t read_;                     // the column in the reading
  std::vector<std::string> categories_;  // sorted
  double median_ = 0, mean_ = 0, deviation_ = 1;
  std::int64_t missing_ = 0;
};

// A cell in a message: shortened, without control characters.
std::string shownCell(std::string_view cell);
// "\"12a\" is not a number, while 39 of the 40 values of the column \"x\" are", thrown as an Error (Input) at the cell; what: "column",
// "target".
[[noreturn]] void throwOdd(const Table& table, const ColumnReading& reading, std::size_t column, const char* what, const std::string& cure);

}  // namespace stepscope
