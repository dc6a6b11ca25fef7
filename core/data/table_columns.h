// Columns of a table as numbers for a model: standardized numbers, one-hot texts. What is learned from the data (medians, means,
// deviations, categories) comes from the rows for training alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/csv_document.h"

namespace stepscope {

// A document with the names of its columns; rows count without the header.
struct Table {
  const CsvDocument* document = nullptr;
  std::vector<std::string> names;  // of the header, or "1", "2", ...
  std::size_t headerRows = 0;

  std::size_t rows() const { return document->rows() - headerRows; }
  std::string_view cell(std::size_t row, std::size_t column) const { return document->cell(row + headerRows, column); }
  std::string place(std::size_t row, std::size_t column) const { return document->place(row + headerRows, column); }
};

// header: "yes", "no", or "auto": the first row is one when none of its cells is a number or empty. Throws Error (Input): two columns of
// one name.
Table tableOf(const CsvDocument& document, const std::string& header);

// What several tools write for "no value": an empty cell, NA, N/A, NaN, null, None, ?.
bool isMissing(std::string_view cell);
// The number in a cell, spaces around it left out; nothing when it is none. Not finite for "inf".
std::optional<double> numberIn(std::string_view cell);

// One column for a model, fitted to some rows.
class TableColumn {
 public:
  // Numeric when every value is a number. Throws Error (Input) with file:line:column: a value that is no number among nine tenths that are,
  // an infinite number, more than 256 different texts.
  TableColumn(const Table& table, std::size_t column, std::span<const std::size_t> rows);

  const std::string& name() const { return name_; }
  bool numeric() const { return categories_.empty(); }
  std::size_t width() const { return numeric() ? 1 : categories_.size(); }
  const std::vector<std::string>& categories() const { return categories_; }
  double median() const { return median_; }
  std::int64_t missing() const { return missing_; }  // empty cells among the rows it was fitted to

  // Writes width() values for the cell of a row: (value - mean) / deviation with the median for an empty cell, or a 1 at the cell's
  // category, all 0 for a text that the fitted rows did not have. False for that.
  bool encode(const Table& table, std::size_t row, std::size_t column, std::span<float> out) const;

 private:
  void fitNumbers(std::vector<double> values);
  void fitTexts(const Table& table, std::size_t column, std::span<const std::size_t> rows);

  std::string name_;
  std::vector<std::string> categories_;  // sorted
  double median_ = 0, mean_ = 0, deviation_ = 1;
  std::int64_t missing_ = 0;
};

}  // namespace stepscope
